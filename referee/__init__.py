"""Thread scraper and automatic referee for ID-sugoroku (IDすごろく), a game of 2ch-family threads."""

__version__ = "0.1.0"
