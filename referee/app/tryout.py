"""What if: a game under other rulings, readings or rules, beside the game as it is; nothing is ever written."""

from __future__ import annotations

import shlex
import tomllib
from datetime import datetime

from msgspec import Struct

from referee.app.acts import typed_values
from referee.app.book import Book, added, read_book, under, undone
from referee.app.contents import trips_in
from referee.app.effect import Effect
from referee.app.histories import history, posts_of
from referee.app.named import must_know
from referee.app.open import Folder
from referee.app.rulesets import find_ruleset
from referee.app.ruling import Request, checked, draft, refuse_taken
from referee.app.settings import Game, beside
from referee.app.tables import GameTable
from referee.errors import UsageError
from referee.ledger import Ledger, View
from referee.rules import Ruleset, with_row


class Trial(Struct, frozen=True):
    """What is tried: rulings, numbers of rulings left out, a ruleset instead of the game's, and as typed switches
    (`SWITCH=VALUE`) and rows of the ruleset (`ROW key=value …`)."""

    rulings: tuple[Request, ...] = ()
    without: tuple[int, ...] = ()
    ruleset: str | None = None
    settings: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


class Tried(Struct, frozen=True):
    """What came of it: the rulesets of both histories, and what is otherwise in the second."""

    before: Ruleset
    after: Ruleset
    effect: Effect


def try_out(ledger: Ledger, folder: Folder, game: Game, trial: Trial, now: datetime) -> Tried:
    """The game as its settings and rulings are, and as it would be.

    Raises:
        UsageError: what is tried is refused as it would be if it were meant.
    """
    table = folder.table(game)
    ruleset = _ruleset(folder, game, table.ruleset, trial)
    other = table.under_rules(ruleset)
    with ledger.read() as view:
        must_know(view, game.name)
        book = read_book(view, game.name)
        tried = _book(view, book, other, trial, now)
        posts = posts_of(view, game.name)
        before = history(view, under(view, table, book), posts)
        after = history(view, under(view, other, tried), posts)
    refuse_taken(after.verdicts, (entry.events[-1] for entry in tried.entries[len(book.entries) :]))
    return Tried(table.ruleset, ruleset, before.against(after))


def _ruleset(folder: Folder, game: Game, own: Ruleset, trial: Trial) -> Ruleset:
    """The ruleset that is tried: the readings of the settings hold on under another one, as in `rules diff`."""
    ruleset = own
    if trial.ruleset is not None or trial.settings:
        name = beside(trial.ruleset, folder.file.parent) if trial.ruleset is not None else game.ruleset
        ruleset = find_ruleset(name, trial.settings, game.readings)
    for typed in trial.rows:
        row, *words = shell_words(typed, "--row")
        if not words:
            raise UsageError(f"--row {typed}", "changes nothing", "write for example --row 'E-GO worth=70'")
        changed = {key: _of_toml(value) for key, value in typed_values(words, "--row").items()}
        ruleset = with_row(ruleset, row, changed, "--row")
    return ruleset


def _of_toml(value: object) -> object:
    """A value as TOML would read it; anything else is text."""
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def _book(view: View, book: Book, game: GameTable, trial: Trial, now: datetime) -> Book:
    """The book with some rulings left out and others added."""
    for number in dict.fromkeys(trial.without):
        entry = book.entry(number)
        if entry is None or entry.is_undone:
            raise UsageError(f"--without {number}", "no such ruling is in force", "see: referee ruling list")
        book = book.after(undone(entry, "?", "", now))
    for request in trial.rulings:
        event = added(book, draft(view, game, request, "--ruling"), now)
        book = checked(book, [event], trips_in(view))
    return book


def shell_words(typed: str, where: str) -> list[str]:
    """A text as a shell takes it apart.

    Raises:
        UsageError: it is empty, or a quote in it has no end.
    """
    try:
        words = shlex.split(typed)
    except ValueError:
        raise UsageError(f"{where} {typed}", "a quote without an end", "close it") from None
    if not words:
        raise UsageError(where, "is empty", f"see: referee tryout --help ({where})")
    return words
