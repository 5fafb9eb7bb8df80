"""What our own pages look like: a game in HTML and SVG, Japanese and English, made of what is handed in.

Quiet: no clock, no files; templates come as texts, pages leave as texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.pages.basis import Bases, Keep, digest, make_each_time
from referee.pages.board import board_pages
from referee.pages.checked import CHECK, Asked, Checker, Trouble
from referee.pages.edition import Edition, printer
from referee.pages.failed import STATUSES, failed_page
from referee.pages.front import front_page
from referee.pages.paths import FOLDERS, STYLE, Places, slug
from referee.pages.player import player_pages
from referee.pages.standings import standings_pages
from referee.pages.tale import Tale
from referee.pages.thread import rules_pages, thread_pages
from referee.pages.verdict import verdict_pages
from referee.pages.view import Draft, Game, Life, Otherwise, Page, RuleBook, RuleSection, Thread

__all__ = [
    "CHECK",
    "FOLDERS",
    "STATUSES",
    "STYLE",
    "Asked",
    "Checker",
    "Draft",
    "Game",
    "Life",
    "Otherwise",
    "Page",
    "RuleBook",
    "RuleSection",
    "Thread",
    "Trouble",
    "build",
    "failed_page",
    "front_page",
    "slug",
]


def build(game: Game, templates: Mapping[str, str], keep: Keep = make_each_time) -> Iterator[Draft]:
    """Every page of a game, still to be made, the style sheet first.

    `templates` are the texts of `pages/templates` by name; `keep` may remember pieces of pages by their basis, as
    long as templates and code are the same.
    """
    style = Page(STYLE, templates[STYLE])
    yield Draft(STYLE, lambda: style, digest(style.text))
    tale, places, bases = Tale(game.verdicts, game.day), Places(game.verdicts), Bases(game.verdicts)
    templating = printer(templates)
    for lang in FOLDERS:
        edition = Edition(game, tale, places, bases, lang, templating, keep)
        yield from standings_pages(edition)
        yield from board_pages(edition)
        yield from thread_pages(edition)
        yield from player_pages(edition)
        yield from verdict_pages(edition)
        yield from rules_pages(edition)
