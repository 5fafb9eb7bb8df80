"""What a command works with: the settings of this folder, its ledger, its games, its poller."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from referee.app.places import Place, places
from referee.app.places import with_adopted as with_adopted_places
from referee.app.poll import Poller
from referee.app.settings import (
    FILE,
    FILE_VARIABLE,
    PREFIX,
    SQLITE,
    Game,
    Settings,
    choose_game,
    overrides,
    read_settings,
)
from referee.errors import RulesetError
from referee.fetch import Fetcher, open_client
from referee.ledger import Ledger, open_ledger
from referee.model import ThreadRef

if TYPE_CHECKING:
    from referee.app.tables import GameTable


class Folder(Struct, frozen=True):
    """A folder that was set up: its settings, with paths counted from the file; `variables` of the environment stand
    above it."""

    file: Path
    settings: Settings
    places: tuple[Place, ...]
    variables: tuple[str, ...] = ()

    @property
    def ledger_path(self) -> Path:
        """The file of the ledger."""
        return self.file.parent / self.settings.ledger.removeprefix(SQLITE)

    def open_ledger(self, now: datetime) -> Ledger:
        """The ledger of the folder; an older one is migrated after a copy was made."""
        return open_ledger(f"{SQLITE}{self.ledger_path}", now=now)

    def open_to_read(
        self, now: datetime, tell_frozen: Callable[[str], object], *, never_writes: bool = False
    ) -> Ledger:
        """The ledger, only to be read: that works on a read-only disk too; `tell_frozen` is told its path there. An
        older one is migrated first, unless this `never_writes`."""
        ledger = open_ledger(f"{SQLITE}{self.ledger_path}", reads=True, never_writes=never_writes, now=now)
        if ledger.is_frozen:
            tell_frozen(ledger.where)
        return ledger

    def game(self, name: str | None) -> Game:
        """The game of a name; the only one where none is named."""
        return choose_game(self.settings, name or "", str(self.file))

    def table(self, game: Game) -> GameTable:
        """A game set up to be judged.

        Raises:
            RulesetError: its ruleset or readings can't be used; names the file, or the variable, and the game.
        """
        # What judges is imported when there is something to judge.
        from referee.app.rulesets import key_of, of_game
        from referee.app.tables import game_table

        try:
            return game_table(game, str(self.file.parent))
        except RulesetError as error:
            raise of_game(error, self._origin(game, key_of(error)), game.name) from None

    def usable_tables(self) -> tuple[tuple[GameTable, ...], tuple[tuple[str, RulesetError], ...]]:
        """The games that can be judged, and the names of those that can't, each with why not."""
        usable, refused = [], []
        for game in self.settings.game:
            try:
                usable.append(self.table(game))
            except RulesetError as error:
                refused.append((game.name, error))
        return tuple(usable), tuple(refused)

    def tables(self) -> tuple[GameTable, ...]:
        """All games, set up to be judged.

        Raises:
            RulesetError: as `table`.
        """
        return tuple(map(self.table, self.settings.game))

    def _origin(self, game: Game, key: str) -> str:
        """What says a key of a game: the file, unless a variable stands above it."""
        place = f"{PREFIX}GAME__{self.settings.game.index(game)}__{key}".upper()
        return next((name for name in self.variables if name.upper().startswith(place)), str(self.file))


def open_folder(file: str | None) -> Folder:
    """Read the settings file (`referee.toml` of this folder where none is named) under the environment.

    Raises:
        UsageError: it is not there, or wrong.
    """
    path = Path(file or os.environ.get(FILE_VARIABLE) or FILE)
    settings = read_settings(str(path), os.environ)
    return Folder(path, settings, places(settings.game), tuple(overrides(os.environ)))


@contextmanager
def open_poller(folder: Folder, ledger: Ledger, jitter: Callable[[], float]) -> Iterator[Poller]:
    """A poller with a client of its own, closed when the block ends."""
    with open_client() as client:
        fetcher = Fetcher(client, _refusal, contact=folder.settings.contact, validate_page=_refusal_of_page)
        yield Poller(with_adopted(folder, ledger), ledger, fetcher, jitter)


def with_adopted(folder: Folder, ledger: Ledger) -> Folder:
    """The folder with the threads that were followed or found by a search behind those of the settings."""
    with ledger.read() as view:
        return replace(folder, places=with_adopted_places(view, folder.settings.game, folder.places))


def _refusal(body: bytes, key: str) -> str | None:
    """What a body is instead of a thread; the parser is imported when the first body comes."""
    from referee.parse.recognise import refusal_of_growing

    return refusal_of_growing(body, key)


def _refusal_of_page(body: bytes, thread: ThreadRef, held: bytes) -> str | None:
    """The same of a past log that is a page; the parser of pages is imported when the first one comes."""
    from referee.parse.past_log import refusal_of_page

    return refusal_of_page(body, thread, held)
