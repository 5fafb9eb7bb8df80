"""What our own pages look like: a game in HTML and SVG, Japanese and English, made of what is handed in.

Quiet: no clock, no files; templates come as texts, pages leave as texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.pages.archive import archive_pages
from referee.pages.basis import Bases, Keep, digest, make_each_time
from referee.pages.board import board_pages
from referee.pages.checked import Asked, Checker, Trouble
from referee.pages.checker import checker_pages
from referee.pages.data import GAME_DATA, data_pages
from referee.pages.drawing import Dice
from referee.pages.edition import Edition, Templates, printer
from referee.pages.failed import STATUSES, failed_page
from referee.pages.feeds import feed_pages
from referee.pages.front import front_page
from referee.pages.hall import hall_pages
from referee.pages.paths import CHECK, FOLDERS, STYLE, Places, slug
from referee.pages.player import player_pages
from referee.pages.plot import Plot
from referee.pages.race import race_pages
from referee.pages.records import FirstHome, first_homes
from referee.pages.rules import rules_pages
from referee.pages.standings import standings_pages
from referee.pages.story import Story
from referee.pages.tale import Tale
from referee.pages.thread import thread_pages
from referee.pages.tomorrow import tomorrow_pages
from referee.pages.verdict import verdict_pages
from referee.pages.view import (
    ContentKey,
    Draft,
    Game,
    Held,
    Life,
    Otherwise,
    Page,
    Precedent,
    Round,
    RuleBook,
    RuleSection,
    Said,
    Thread,
    Versions,
)

__all__ = [
    "CHECK",
    "FOLDERS",
    "GAME_DATA",
    "STATUSES",
    "STYLE",
    "Asked",
    "Checker",
    "ContentKey",
    "Draft",
    "FirstHome",
    "Game",
    "Held",
    "Life",
    "Otherwise",
    "Page",
    "Precedent",
    "Round",
    "RuleBook",
    "RuleSection",
    "Said",
    "Templates",
    "Thread",
    "Trouble",
    "Versions",
    "build",
    "failed_page",
    "first_homes",
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
    tale = Tale(game.verdicts, game.day, game.start, game.first_round)
    places, bases = Places(game.verdicts), Bases(game.verdicts)
    templating, plot = printer(templates), Plot(game.verdicts, game.start, game.first_round)
    dice = Dice(templating)
    editions = [Edition(game, tale, places, bases, dice, lang, templating, keep) for lang in FOLDERS]
    yield from data_pages(editions)
    yield from feed_pages(editions)
    yield from thread_pages(editions)
    yield from player_pages(editions)
    yield from verdict_pages(editions)
    yield from hall_pages(editions)
    yield from race_pages(editions)
    for edition in editions:
        yield from standings_pages(edition)
        yield from board_pages(edition)
        story = Story(edition, plot)
        yield from archive_pages(edition, story.begins)
        yield from story.pages()
        yield from tomorrow_pages(edition)
        yield from rules_pages(edition)
        yield from checker_pages(edition, templates)
