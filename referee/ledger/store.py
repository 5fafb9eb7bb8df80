"""The file under the ledger: connections, pragmas and transactions; nobody else opens it.

Every write transaction is `BEGIN IMMEDIATE`, in WAL, `synchronous=FULL`: what was committed survives a power cut, and
two writers wait for each other instead of losing updates. A connection is the standard library's; SQLAlchemy is laid
over the same connection when first asked for, since importing it takes longer than a whole poll without news.
"""

from __future__ import annotations

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import quote

from referee.errors import LedgerBusy, LedgerError, LedgerFull, LedgerGone, LedgerMissing, LedgerNewer, LedgerReadOnly
from referee.ledger.door import door, may_write

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

#: The revision of `migrations/` that this referee writes; a test compares it with the newest one there.
HEAD = "0002"
_PREFIX = "sqlite:///"
#: How SQLite is to open a file: to read and write; to read, beside a writer; to read what nobody can write.
_WRITES, _READS, _FROZEN = "mode=rw", "mode=ro", "mode=ro&immutable=1"
_VERSION = "SELECT version_num FROM alembic_version"


class Raw(sqlite3.Connection):
    """A connection whose transactions are begun and ended by statements of this module alone.

    SQLAlchemy and alembic commit and roll back through these methods whenever they think fit; here they change nothing.
    """

    def commit(self) -> None:
        """Nothing: the transaction goes on."""

    def rollback(self) -> None:
        """Nothing: who began the transaction undoes it."""


class Line:
    """One connection: `raw` the standard library's, `core` SQLAlchemy's over the same one."""

    def __init__(self, raw: sqlite3.Connection, lay_over: Callable[[sqlite3.Connection], Connection]) -> None:
        self.raw = raw
        self._lay_over = lay_over
        self._core: Connection | None = None

    @property
    def core(self) -> Connection:
        """SQLAlchemy's view of this connection; it begins and ends no transaction of its own."""
        if self._core is None:
            self._core = self._lay_over(self.raw)
        return self._core

    def close(self) -> None:
        """Give the connection back to the system."""
        self.raw.close()


class Store:
    """A SQLite file, and the connections to it; safe to share between threads, each transaction on its own connection.

    `patience` is how long to wait for another writer, in seconds.
    """

    def __init__(self, url: str, patience: float = 10.0) -> None:
        if not url.startswith(_PREFIX) or not url.removeprefix(_PREFIX) or ":memory:" in url:
            raise LedgerError(url, "is no address of a ledger", "write sqlite:///PATH, the path of a file")
        self.path = url.removeprefix(_PREFIX)
        self.where = self.path
        self.patience = patience
        self._idle: deque[Line] = deque()
        self._file: tuple[int, int] | None = None
        self._mode = _WRITES
        self._engine: Engine | None = None
        self._laying = Lock()
        self._laid: sqlite3.Connection | None = None

    @property
    def exists(self) -> bool:
        """Whether anything is at the path."""
        return os.path.lexists(self.path)

    @property
    def writes(self) -> bool:
        """Whether it was opened to be written too."""
        return self._mode == _WRITES

    @property
    def is_frozen(self) -> bool:
        """Whether the file is read as it is, since nothing may be written where it lies."""
        return self._mode == _FROZEN

    def open(self, *, reads: bool = False, never_writes: bool = False) -> None:
        """Look at the file; with `reads` it will do where nothing may be written, or where there is no room to do so;
        with `never_writes` nothing can be written through it wherever it lies.

        Raises:
            LedgerMissing: there is no such file; or another `LedgerError`.
        """
        if not self.exists:
            raise LedgerMissing(
                self.where,
                "there is no ledger here",
                "restore the latest backup, or set up a new folder with `referee init URL`",
            )
        if os.path.isdir(self.path):
            raise LedgerError(self.where, "is a folder", "name a file as the ledger")
        if reads and not may_write(self.path):
            self._mode = self._mode_to_read()
        elif never_writes:
            self._mode = _READS
        try:
            self._look()
        except LedgerFull:
            if not reads:
                raise
            self._mode = self._frozen()  # whoever had it open would have made what there is no room for
            self._look()

    def _look(self) -> None:
        """Open the file for the first time."""
        with door(self.where):
            line = self._connect(self._mode)
            try:
                self._remember_file()
                has_tables = version_of(line.raw, self.where) is not None
                if has_tables and self.writes:
                    _ensure_wal(line.raw)
            except BaseException:
                line.close()
                raise
            self._idle.append(line)

    def make(self) -> None:
        """Make an empty file, of which nobody else knows yet, and open it.

        Raises:
            LedgerError: it can't be made there.
        """
        folder = os.path.dirname(self.path) or "."
        if not os.path.isdir(folder):
            raise LedgerError(self.where, "the folder of the ledger does not exist", f"make the folder {folder}")
        with door(self.where):
            line = self._connect("mode=rwc")
            line.raw.execute("PRAGMA journal_mode=WAL")
            line.close()
        self.open()

    def close(self) -> None:
        """Close every connection that is not in use."""
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def transaction(self, *, write: bool, migrates: bool = False) -> Iterator[Line]:
        """One transaction: committed when the block ends, undone when it raises.

        A reading one sees the ledger as it was at its first look, whatever is written meanwhile. `migrates`: the schema
        may be any, and tables may be dropped and made again, foreign keys or not.

        Raises:
            LedgerGone: the file was deleted or replaced; LedgerNewer: a newer referee migrated it meanwhile; LedgerBusy
                and other kinds of `LedgerError`.
        """
        with door(self.where):
            self.check_file()
            line = self._idle.pop() if self._idle else self._connect(self._mode)
            try:
                if migrates:
                    line.raw.execute("PRAGMA foreign_keys=OFF")
                line.raw.execute("BEGIN IMMEDIATE" if write else "BEGIN")
                if not migrates:
                    self._check_version(line)
            except BaseException:
                self._undo(line)
                raise
        try:
            yield line
            with door(self.where):
                if write:
                    self.check_file()
                elif self.is_frozen and self._has_log():
                    hint = "try again when that program is done"
                    raise LedgerBusy(self.where, "another program began to write it while it was read", hint)
                line.raw.execute("COMMIT")
                if migrates:
                    line.raw.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            self._undo(line)
            raise
        self._idle.append(line)

    def version(self) -> str | None:
        """The revision that the ledger has, None where there is no table yet.

        Raises:
            LedgerError: the file can't be read, or it is another program's.
        """
        with self.transaction(write=False, migrates=True) as line, door(self.where):
            return version_of(line.raw, self.where)

    def _connect(self, mode: str) -> Line:
        raw = sqlite3.connect(
            f"file:{quote(self.path)}?{mode}",
            uri=True,
            timeout=self.patience,
            isolation_level=None,
            check_same_thread=False,
            factory=Raw,
        )
        try:
            raw.execute("PRAGMA foreign_keys=ON")
            raw.execute("PRAGMA synchronous=FULL")
        except BaseException:
            raw.close()
            raise
        return Line(raw, self._lay_over)

    def _mode_to_read(self) -> str:
        """How to read where nothing may be written: SQLite needs its index of the log (`-shm`) to read a log (`-wal`),
        and can't make one; without a log the file is whole, and nobody has it open.

        Raises:
            LedgerReadOnly: there is a log, and no index of it.
        """
        if os.path.exists(f"{self.path}-wal") and os.path.exists(f"{self.path}-shm"):
            return _READS
        return self._frozen()

    def _frozen(self) -> str:
        """How to read what nobody can write.

        Raises:
            LedgerReadOnly: there is a log, which can't be read so.
        """
        if not self._has_log():
            return _FROZEN
        raise LedgerReadOnly(
            self.where,
            f"nothing can be written here, and the latest rows lie in {os.path.basename(self.path)}-wal",
            "make room, or copy both files to a folder that may be written and read them there",
        )

    def _has_log(self) -> bool:
        """Whether rows wait in the log beside the file."""
        try:
            return os.path.getsize(f"{self.path}-wal") > 0
        except OSError:
            return False

    def _lay_over(self, raw: sqlite3.Connection) -> Connection:
        """SQLAlchemy over a connection; one engine for all, so that each statement is made once."""
        with self._laying:
            if self._engine is None:
                from sqlalchemy import create_engine
                from sqlalchemy.pool import NullPool

                self._engine = create_engine("sqlite://", creator=lambda: self._laid, poolclass=NullPool)
            self._laid = raw
            try:
                return self._engine.connect()
            finally:
                self._laid = None

    def _undo(self, line: Line) -> None:
        """Roll back, and let go of the connection: what it is in is not worth knowing. Never hides the first error."""
        try:
            if line.raw.in_transaction:
                line.raw.execute("ROLLBACK")
        except sqlite3.Error:
            pass
        line.close()

    def _check_version(self, line: Line) -> None:
        found = version_of(line.raw, self.where)
        if found != HEAD:
            raise newer(self.where, found)

    def _remember_file(self) -> None:
        status = os.stat(self.path)
        self._file = status.st_dev, status.st_ino

    def check_file(self) -> None:
        """SQLite writes on into a file that was deleted; we do not.

        Raises:
            LedgerGone: it was deleted, moved or replaced by another.
        """
        try:
            status = os.stat(self.path)
        except OSError:
            raise LedgerGone(
                self.where, "was deleted or moved while in use", "put it back or restore a backup, then start again"
            ) from None
        if self._file is not None and (status.st_dev, status.st_ino) != self._file:
            raise LedgerGone(self.where, "was replaced by another file while in use", "start again")


def _ensure_wal(raw: sqlite3.Connection) -> None:
    """A ledger restored from a dump has another journal mode."""
    if raw.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        raw.execute("PRAGMA journal_mode=WAL")


def version_of(raw: sqlite3.Connection, where: str) -> str | None:
    """The revision that `alembic_version` tells, None for a file without any table."""
    try:
        row = raw.execute(_VERSION).fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        if raw.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise LedgerError(where, "is a database of another program", "name another file as the ledger") from None
        return None
    return None if row is None else str(row[0])


def newer(where: str, found: str | None) -> LedgerNewer:
    """The refusal of a ledger whose revision this referee does not know."""
    return LedgerNewer(
        where, f"was written by a newer referee (schema {found}; this one knows {HEAD})", "install that newer referee"
    )
