"""What our own pages look like: a game in HTML and SVG, Japanese and English, made of what is handed in.

Quiet: no clock, no files; templates come as texts, pages leave as texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.pages.board import board_page
from referee.pages.edition import Edition, printer
from referee.pages.front import front_page
from referee.pages.paths import COMING_AND_GOING, FOLDERS, STYLE, Places, slug
from referee.pages.player import player_pages
from referee.pages.standings import standings_pages
from referee.pages.tale import Tale
from referee.pages.thread import rules_pages, thread_pages
from referee.pages.verdict import verdict_pages
from referee.pages.view import Game, Life, Page, RuleBook, RuleSection, Thread

__all__ = [
    "COMING_AND_GOING",
    "FOLDERS",
    "STYLE",
    "Game",
    "Life",
    "Page",
    "RuleBook",
    "RuleSection",
    "Thread",
    "build",
    "front_page",
    "slug",
]


def build(game: Game, templates: Mapping[str, str]) -> Iterator[Page]:
    """Every page of a game, the style sheet first; `templates` are the texts of `pages/templates` by name."""
    yield Page(STYLE, templates[STYLE])
    tale, places, templating = Tale(game.verdicts, game.day), Places(game.verdicts), printer(templates)
    for lang in FOLDERS:
        edition = Edition(game, tale, places, lang, templating)
        yield from standings_pages(edition)
        yield board_page(edition)
        yield from thread_pages(edition)
        yield from player_pages(edition)
        yield from verdict_pages(edition)
        yield from rules_pages(edition)
