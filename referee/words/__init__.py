"""A verdict in Japanese or English, in one line or in full, and how wide a text is in a terminal."""

from referee.words.speaker import Speaker
from referee.words.width import clean, columns, cut, pad

__all__ = ["Speaker", "clean", "columns", "cut", "pad"]
