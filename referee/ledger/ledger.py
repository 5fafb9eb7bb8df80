"""The ledger: what polls saw and what the referee declared, one transaction at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from referee.errors import LedgerReadOnly
from referee.ledger.door import at_the_door
from referee.ledger.store import HEAD, Store
from referee.ledger.times import to_text
from referee.ledger.tx import Tx
from referee.ledger.view import View

if TYPE_CHECKING:
    from pathlib import Path


def open_ledger(
    url: str,
    *,
    create: bool = False,
    fill: Callable[[Tx], None] | None = None,
    reads: bool = False,
    never_writes: bool = False,
    now: datetime,
    patience: float = 10.0,
) -> Ledger:
    """Open a ledger, `sqlite:///PATH`; one of an older schema is migrated after a copy was made beside it.

    Args:
        url: where it is; a relative path counts from the folder that the program runs in.
        create: make it where there is none.
        fill: with `create`: what a new one begins with; it is there with all of that, or not at all.
        reads: it is only to be read; that works on a read-only disk too.
        never_writes: with `reads`: SQLite itself refuses to write through it, so an older schema is refused.
        now: the time (UTC), for the name of the copy.
        patience: seconds to wait for another writer.

    Raises:
        LedgerMissing: there is none, and `create` is not set.
        LedgerNewer: a newer referee wrote it.
        LedgerConflict: another program made it meanwhile, and there was something to `fill` in.
        LedgerError: it can't be opened, as `LedgerBusy`, `LedgerCorrupt` and the others say.
    """
    store = Store(url, patience)
    copy = None
    if create and not store.exists:
        from referee.ledger.migrate import make

        make(store, now, None if fill is None else lambda fresh: _fill(Ledger(fresh), fill, now))
    store.open(reads=reads, never_writes=never_writes)
    try:
        found = store.version()
        if found != HEAD and not store.writes:
            what = f"has another schema ({found}; this referee knows {HEAD}), and may not be written"
            hint = "copy it to a folder that may be written, and open it there"
            raise LedgerReadOnly(store.where, what, "run: referee status" if never_writes else hint)
        if found != HEAD:
            from referee.ledger.migrate import migrate

            copy = migrate(store, now)
    except BaseException:
        store.close()
        raise
    return Ledger(store, copy)


def _fill(ledger: Ledger, fill: Callable[[Tx], None], now: datetime) -> None:
    with ledger.write(now) as tx:
        fill(tx)


class Ledger:
    """An open ledger; threads may share it, each in transactions of its own.

    `backup` is the copy that was made because the schema was older, None where it was not; `is_frozen`: nothing may be
    written where it lies, so it is read as it is.
    """

    def __init__(self, store: Store, backup: Path | None = None) -> None:
        self._store = store
        self.where = store.where
        self.backup = backup
        self.is_frozen = store.is_frozen

    @contextmanager
    def write(self, now: datetime) -> Iterator[Tx]:
        """One transaction that writes: all of it when the block ends, nothing when it raises.

        `now` (UTC) is the time that journal and verdicts tell. Only one writer works at a time, others wait: fetch
        first, then write.

        Raises:
            LedgerBusy: another writer held it for longer than `patience`; other kinds of `LedgerError`.
        """
        with self._store.transaction(write=True) as line:
            tx = Tx(line, self.where, to_text(now))
            try:
                yield tx
            finally:
                tx.end()

    @contextmanager
    def read(self) -> Iterator[View]:
        """One transaction that reads: the ledger as it is now, whatever is written meanwhile."""
        with self._store.transaction(write=False) as line:
            view = View(line, self.where)
            try:
                yield view
            finally:
                view.end()

    def check(self) -> None:
        """See whether the file is still where it was; it costs next to nothing.

        Raises:
            LedgerGone: it was deleted, moved or replaced.
        """
        self._store.check_file()

    @at_the_door
    def back_up(self, target: Path) -> None:
        """Copy the ledger, which may be in use, to a file that is whole or not there."""
        from referee.ledger.migrate import back_up

        back_up(self._store.path, target, self._store.patience)

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
