"""The door of the room: what SQLite, SQLAlchemy and the disk say becomes one line of our own, and nothing else leaves.

Not translated: errors of the caller (`ValueError`, `KeyError`) and what the caller raises inside a transaction.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from referee.errors import (
    LedgerBusy,
    LedgerConflict,
    LedgerCorrupt,
    LedgerError,
    LedgerFull,
    LedgerGone,
    LedgerReadOnly,
)


class _HasPlace(Protocol):
    @property
    def where(self) -> str: ...


Self = TypeVar("Self", bound=_HasPlace)
P = ParamSpec("P")
T = TypeVar("T")

_FULL = (LedgerFull, "no room left on the disk, or a limit on the size of files; nothing was written", "make room")
_BUSY = (LedgerBusy, "another program holds it", "try again when that program is done; `referee status` may tell which")
_READ_ONLY = (LedgerReadOnly, "may not be written", "check the owner and the rights of the file and of its folder")
_CORRUPT = (LedgerCorrupt, "is damaged, or is no ledger", "restore the latest backup, then run `referee verify`")
_IO = (LedgerError, "the disk failed", "check the disk, then run `referee verify`")
_CLOSED = (LedgerError, "can't be opened", "name a file in a folder that exists and may be entered")

#: What each primary result code of SQLite means for a person.
_BY_CODE: dict[int, tuple[type[LedgerError], str, str]] = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_AUTH: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _CORRUPT,
    sqlite3.SQLITE_NOTADB: _CORRUPT,
    sqlite3.SQLITE_FORMAT: _CORRUPT,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _IO,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
}
_BY_EXTENDED: dict[int, tuple[type[LedgerError], str, str]] = {
    # The system refused to make a file longer (EFBIG, a quota): SQLite tells only a write that failed.
    sqlite3.SQLITE_IOERR_WRITE: _FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: _FULL,
    sqlite3.SQLITE_READONLY_DBMOVED: (LedgerGone, "was moved or deleted while in use", "put it back, or start again"),
}
_SECOND_ROLL = "uq_verdicts_daily_roll"


def translated(error: BaseException, where: str) -> LedgerError | None:
    """What an error of SQLite or SQLAlchemy means, as one of ours; None for an error that is neither."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, LedgerError):
        return cause if cause.where else type(cause)(where, cause.what, cause.hint)
    if isinstance(cause, OSError):
        full = cause.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
        kind, what, hint = _FULL if full else (LedgerError, f"the disk failed ({cause.strerror})", _IO[2])
        return kind(where, what, hint)
    if not isinstance(cause, sqlite3.Error):
        if type(error).__module__.partition(".")[0] != "sqlalchemy":
            return None
        return LedgerError(where, f"the ledger failed: {error}", "report this with the command that you ran")
    if isinstance(cause, sqlite3.IntegrityError):
        return LedgerConflict(where, _broken_promise(str(cause)), "nothing was written; run `referee verify`")
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        if code & 0xFF == sqlite3.SQLITE_CANTOPEN and os.path.exists(where) and not may_write(where):
            code = sqlite3.SQLITE_READONLY
        known = _BY_EXTENDED.get(code) or _BY_CODE.get(code & 0xFF)
        if known is not None:
            kind, what, hint = known
            return kind(where, what, hint)
    text = str(cause)
    if "no such table" in text or "no such column" in text:
        return LedgerCorrupt(where, f"is damaged, or is no ledger ({text})", _CORRUPT[2])
    return LedgerError(where, f"the ledger failed: {text}", "report this with the command that you ran")


def may_write(path: str) -> bool:
    """Whether a file and its folder may be written: what keeps the log beside a ledger is made there."""
    return os.access(path, os.W_OK) and os.access(os.path.dirname(path) or ".", os.W_OK)


def _broken_promise(text: str) -> str:
    """The constraint that refused, in words where players care."""
    if "verdicts.game_id, verdicts.round, verdicts.player, verdicts.day" in text or _SECOND_ROLL in text:
        return "a second daily roll of one player on one day was refused"
    return f"refused what contradicts it ({text})"


@contextmanager
def door(where: str) -> Iterator[None]:
    """A block whose errors leave as `LedgerError`."""
    try:
        yield
    except Exception as error:
        ours = translated(error, where)
        if ours is None or ours is error:
            raise
        raise ours from error


def at_the_door(method: Callable[Concatenate[Self, P], T]) -> Callable[Concatenate[Self, P], T]:
    """A method whose errors leave as `LedgerError`; its object has `where`, the path of the ledger."""

    @wraps(method)
    def guarded(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(self, *args, **kwargs)
        except Exception as error:
            ours = translated(error, self.where)
            if ours is None or ours is error:
                raise
            raise ours from error

    return guarded


def streamed_at_the_door(
    method: Callable[Concatenate[Self, P], Iterator[T]],
) -> Callable[Concatenate[Self, P], Iterator[T]]:
    """The same for a generator: errors met while its rows are read leave as `LedgerError` too."""

    @wraps(method)
    def guarded(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        with door(self.where):
            yield from method(self, *args, **kwargs)

    return guarded
