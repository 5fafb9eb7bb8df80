"""The host's seat at a game: its ledger, open to be read, its table, and the threads that it may go on in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from msgspec import Struct

from referee.app.book import ruled
from referee.app.follow import Found, proposals
from referee.app.named import must_know
from referee.app.open import Folder, with_adopted
from referee.app.orphans import orphaned
from referee.app.settings import Game
from referee.app.tables import GameTable
from referee.app.waiting import Waiting, scan_all, waiting
from referee.ledger import Ledger


class Seat(Struct, frozen=True):
    """What is before the host: `title` is that of the settings, `many` whether they have several games."""

    ledger: Ledger
    game: GameTable
    title: str = ""
    candidates: tuple[Found, ...] = ()
    many: bool = False


@contextmanager
def take_seat(folder: Folder, game: Game, now: datetime, tell_frozen: Callable[[str], object]) -> Iterator[Seat]:
    """Sit down at a game of a folder that was set up.

    Raises:
        RulesetError: its ruleset or readings can't be used.
    """
    table = folder.table(game)
    with folder.open_to_read(now, tell_frozen) as ledger:
        asked = proposals(ledger, with_adopted(folder, ledger).places)
        yield Seat(ledger, table, game.title, tuple(asked), len(folder.settings.game) > 1)


def open_items(seat: Seat) -> list[Waiting]:
    """Everything that waits for the host, or waited until a ruling settled it, in the order of the game.

    Raises:
        UsageError: the ledger does not know the game yet.
    """
    with seat.ledger.read() as view:
        must_know(view, seat.game.name)
        scan, lost = scan_all(view, ruled(view, seat.game), many=seat.many), orphaned(view, seat.game.name)
        return waiting(scan, orphans=lost, candidates=seat.candidates)
