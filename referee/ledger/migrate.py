"""Bringing a ledger to the schema of this referee; alembic is imported here and nowhere else, when there is need."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from referee.errors import LedgerConflict, LedgerCorrupt, LedgerError
from referee.ledger.door import door
from referee.ledger.store import HEAD, Store, newer, version_of

if TYPE_CHECKING:
    from alembic.config import Config

_PACKAGE = Path(__file__).resolve().parent.parent


def script_folder() -> Path:
    """Where the migrations are: inside an installed package, beside it in a checkout.

    Raises:
        LedgerError: they are in neither place.
    """
    for folder in (_PACKAGE / "_migrations", _PACKAGE.parent / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise LedgerError(str(_PACKAGE), "the migrations are missing from this installation", "install referee again")


def configuration() -> Config:
    """What alembic is told, without an ini file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(script_folder()).replace("%", "%%"))
    return config


def make(store: Store, now: datetime, fill: Callable[[Store], None] | None = None) -> None:
    """Make a new ledger, which is there whole, with what `fill` writes into it, or not at all; where another program
    was quicker, its one stays.

    Raises:
        LedgerConflict: another program was quicker, and there was something to be filled in.
        LedgerError: it can't be made there; what `fill` raises.
    """
    part = Path(f"{store.path}.{os.getpid()}.part")
    with door(store.where):
        fresh = Store(f"sqlite:///{part}", store.patience)
        fresh.where = store.where
        try:
            fresh.make()
            migrate(fresh, now, may_be_empty=True)
            if fill is not None:
                fill(fresh)
            _put_away(part)
            fresh.close()
            if not _give_name(part, store) and fill is not None:
                raise LedgerConflict(store.where, "was made by another program meanwhile", "nothing of it was changed")
        finally:
            fresh.close()
            for name in (part, Path(f"{part}-wal"), Path(f"{part}-shm")):
                name.unlink(missing_ok=True)


def _put_away(part: Path) -> None:
    """Bring what stands in the write-ahead log into the file: on a full disk this fails here, where it is told; SQLite
    says nothing of it on closing, and the file would be cut short."""
    raw = sqlite3.connect(part, isolation_level=None)
    try:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        raw.close()


def _give_name(part: Path, store: Store) -> bool:
    """Give a new file its name, unless something has that name by now: whether it got it."""
    try:
        os.link(part, store.path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if store.exists:
            return False
        os.replace(part, store.path)
    return True


def migrate(store: Store, now: datetime, *, may_be_empty: bool = False) -> Path | None:
    """Bring a ledger to the newest schema, in one transaction; the path of the copy made before, None for a new one.

    A file without any table was a ledger once, and is refused unless it `may_be_empty`. A second program that starts at
    the same time waits, and finds it done. `now` is in the name of the copy.

    Raises:
        LedgerCorrupt: the file is empty.
        LedgerNewer: the ledger has a revision that is not among the migrations; other kinds of `LedgerError`.
    """
    from alembic import command
    from alembic.script import ScriptDirectory

    config = configuration()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    with store.transaction(write=True, migrates=True) as line, door(store.where):
        found = version_of(line.raw, store.where)
        if found == HEAD:
            return None
        if found is None and not may_be_empty:
            raise LedgerCorrupt(store.where, "is empty, and no ledger any more", "restore the latest backup")
        if found is not None and found not in known:
            raise newer(store.where, found)
        copy = _back_up(store, found, now) if found is not None else None
        config.attributes["connection"] = line.core
        command.upgrade(config, HEAD)
        if line.raw.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise LedgerError(
                store.where, "rows would lead nowhere after the migration", "report this; nothing changed"
            )
    return copy


def _back_up(store: Store, version: str, now: datetime) -> Path:
    """A copy of the ledger beside it, whole or not at all."""
    stem = f"{store.path}.before-{HEAD}-from-{version}-{now:%Y%m%dT%H%M%SZ}"
    target = Path(stem)
    count = 1
    while target.exists():
        count += 1
        target = Path(f"{stem}-{count}")
    back_up(store.path, target, store.patience)
    return target


def back_up(path: str, target: Path, patience: float = 10.0) -> None:
    """Copy a ledger that may be in use, through SQLite's own backup; `patience` in seconds.

    Raises:
        sqlite3.Error, OSError: it can't be read, or the copy can't be written; no half copy is left.
    """
    half = target.with_name(target.name + ".part")
    source = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True, isolation_level=None, timeout=patience)
    try:
        # Python's backup tries for ever to read from a locked file; who reads already is not locked out.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        copy = sqlite3.connect(half)
        try:
            source.backup(copy)
        finally:
            copy.close()
        os.replace(half, target)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
    finally:
        source.close()
