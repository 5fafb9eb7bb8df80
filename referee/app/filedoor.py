"""Whether the file of rulings that the settings name says something new: a poll without news asks it, and only that."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.app.book import Event
from referee.app.orphans import Forsaken, Orphan, forsaken, orphans
from referee.errors import UsageError
from referee.ledger import Ledger, View

if TYPE_CHECKING:  # what judges is imported when a file says something new
    from referee.app.open import Folder
    from referee.app.settings import Game

#: Under this kind the journal holds what was taken from files of rulings.
NOTE = "rulings_file/1"


class Taken(Struct, frozen=True):
    """A file of rulings as it was taken last: the digest of its bytes, and of every row (the digest of what it says)
    the number of its ruling; `said` is what each row said beside its reason and author (JSON), by that number."""

    game: str
    sha256: str = ""
    rows: dict[str, int] = {}
    said: dict[str, str] = {}


class FromFile(Struct, frozen=True):
    """What a file of rulings changed in the book of a game, in one go."""

    game: str
    events: tuple[Event, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many rulings were `added`, `amended` and `undone`."""
        whats = [event.what for event in self.events]
        return {"added": whats.count("add"), "amended": whats.count("amend"), "undone": whats.count("undo")}


class Saved(Struct, frozen=True):
    """A file of rulings: its path as a person reads it, and its bytes."""

    path: str
    text: bytes

    @property
    def sha256(self) -> str:
        """SHA-256 of the bytes, in hex."""
        return hashlib.sha256(self.text).hexdigest()


def read_file(settings: Path, name: str) -> Saved:
    """A file of rulings, counted from the settings file.

    Raises:
        UsageError: it can't be read.
    """
    path = settings.parent / name
    try:
        return Saved(str(path), path.read_bytes())
    except OSError as error:
        hint = f"make the file (an empty one has no rulings), or take `rulings` out of {settings}"
        raise UsageError(str(path), f"can't be read ({error.strerror})", hint) from None


def last_taken(view: View, game: str) -> Taken:
    """What was taken last from a game's file of rulings; nothing where there never was one."""
    found = Taken(game)
    for note in view.notes(NOTE):
        if note["game"] == game:
            found = Taken(**note)
    return found


def news_of(view: View, folder: Folder, game: Game) -> Saved | None:
    """The file of rulings of a game where it is not as it was taken last; None where it is, where the settings name
    none, and while nothing is known of the game.

    Raises:
        UsageError: it can't be read.
    """
    if game.rulings is None or view.game_settings(game.name) is None:
        return None
    news = read_file(folder.file, game.rulings)
    return None if last_taken(view, game.name).sha256 == news.sha256 else news


class FileDoor:
    """The files of rulings of a folder, looked at in every round of polling.

    `refused` tells why the file of a game (its name) was refused when it was looked at last; `made` what the files
    changed in the books since it was told last.
    """

    def __init__(self, folder: Folder, ledger: Ledger) -> None:
        self.refused: dict[str, str] = {}
        self.made: list[FromFile] = []
        self._folder = folder
        self._ledger = ledger

    def take(self, now: datetime) -> list[str]:
        """Take over the files that say something new. A file that is refused leaves its game under the rulings known
        before; the refusals that were not told last time.

        Raises:
            LedgerError: the ledger or the disk failed.
        """
        before, self.refused = self.refused, {}
        for game in self._folder.settings.game:
            try:
                with self._ledger.read() as view:
                    has_news = news_of(view, self._folder, game) is not None
            except UsageError as error:
                self.refused[game.name] = str(error)
                continue
            if has_news:
                self._take(game, now)
        return [text for name, text in self.refused.items() if before.get(name) != text]

    def _take(self, game: Game, now: datetime) -> None:
        from referee.app.rulingsfile import take

        try:
            events = take(self._ledger, self._folder, game, now)
        except UsageError as error:
            self.refused[game.name] = str(error)
        else:
            if events:
                self.made.append(FromFile(game.name, events))

    def news(self) -> list[FromFile]:
        """What the files changed since this was asked last."""
        made, self.made = self.made, []
        return made

    def orphans(self) -> list[Orphan]:
        """The rulings of all games, through either door, whose post can't be found."""
        with self._ledger.read() as view:
            return [orphan for game in self._folder.settings.game for orphan in orphans(view, game.name)]

    def forsaken(self) -> list[Forsaken]:
        """Games with rulings in force that the settings know no more."""
        with self._ledger.read() as view:
            return forsaken(view, self._folder.settings)
