"""What a command works with: the settings of this folder, its ledger, its games, its poller."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from referee.app.places import Place, places
from referee.app.poll import Poller
from referee.app.settings import FILE, Game, Settings, choose_game, read_settings
from referee.errors import UsageError
from referee.fetch import Fetcher, open_client
from referee.ledger import Ledger, open_ledger

_SQLITE = "sqlite:///"


class Folder(Struct, frozen=True):
    """A folder that was set up: its settings, with paths counted from the file."""

    file: Path
    settings: Settings
    places: tuple[Place, ...]

    @property
    def ledger_path(self) -> Path:
        """The file of the ledger.

        Raises:
            UsageError: the URL is of another kind.
        """
        url = self.settings.ledger
        if not url.startswith(_SQLITE):
            raise UsageError(f"{self.file}, ledger", f"{url} is no SQLite ledger", "write sqlite:///referee.db")
        return self.file.parent / url.removeprefix(_SQLITE)

    def open_ledger(self, now: datetime) -> Ledger:
        """The ledger of the folder; an older one is migrated after a copy was made."""
        return open_ledger(f"{_SQLITE}{self.ledger_path}", now=now)

    def game(self, name: str | None) -> Game:
        """The game of a name; the only one where none is named."""
        return choose_game(self.settings, name or "", str(self.file))


def open_folder(file: str | None) -> Folder:
    """Read the settings file (`referee.toml` of this folder where none is named) under the environment.

    Raises:
        UsageError: it is not there, or wrong.
    """
    path = Path(file or os.environ.get("REFEREE_FILE") or FILE)
    variables = {name: value for name, value in os.environ.items() if name != "REFEREE_FILE"}
    settings = read_settings(str(path), variables)
    return Folder(path, settings, places(settings.game))


@contextmanager
def open_poller(folder: Folder, ledger: Ledger, jitter: Callable[[], float]) -> Iterator[Poller]:
    """A poller with a client of its own, closed when the block ends."""
    with open_client() as client:
        yield Poller(
            folder.settings, ledger, Fetcher(client, _refusal, contact=folder.settings.contact), folder.places, jitter
        )


def _refusal(body: bytes, key: str) -> str | None:
    """What a body is instead of a thread; the parser is imported when the first body comes."""
    from referee.parse import refusal_of_growing

    return refusal_of_growing(body, key)
