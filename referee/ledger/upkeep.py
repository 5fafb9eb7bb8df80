"""Looking at the ledger itself: its journal, its size, its file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from referee.errors import LedgerCorrupt
from referee.ledger.records import JournalRow, Sizes
from referee.ledger.tables import captures, journal, threads
from referee.ledger.times import from_text

Identity = tuple[str, str, str]


def journal_rows(core: Connection, after: int) -> Iterator[JournalRow]:
    """The lines of the journal behind one of them."""
    for row in core.execute(select(journal).where(journal.c.seq > after).order_by(journal.c.seq)):
        yield JournalRow(row.seq, from_text(row.at), row.kind, row.content, row.sha256)


def noted(core: Connection, where: str, *kinds: str) -> Iterator[dict[str, Any]]:
    """What the lines of some kinds say, oldest first.

    Raises:
        LedgerCorrupt: one of them can't be read.
    """
    for row in core.execute(select(journal).where(journal.c.kind.in_(kinds)).order_by(journal.c.seq)):
        try:
            yield msgspec.json.decode(row.content, type=dict[str, Any])
        except msgspec.DecodeError:
            raise LedgerCorrupt(where, f"line {row.seq} of the journal can't be read", "run `referee verify`") from None


def thread_order(core: Connection, where: str, game: str) -> list[Identity]:
    """The threads of a game in order, as the journal tells it."""
    order: list[Identity] = []
    for line in noted(core, where, "thread/1", "order/1"):
        if line["game"] != game:
            continue
        if "thread" in line:
            one = _identity(line["thread"])
            order = [*(other for other in order if other != one), one]
        else:
            order = [_identity(one) for one in line["threads"]]
    return order


def threads_gone(core: Connection, where: str) -> set[Identity]:
    """The threads that are no more to be had, as the journal tells it: nothing came of them since they were gone."""
    gone: dict[Identity, int] = {}
    for line in noted(core, where, "gone/1"):
        gone[_identity(line["thread"])] = line["capture"]
    return {one for one, capture in gone.items() if capture == last_capture(core, one)}


def last_capture(core: Connection, thread: Identity) -> int:
    """The id of the latest capture of a thread, 0 where there is none."""
    site, board, key = thread
    same = (threads.c.site == site, threads.c.board == board, threads.c.key == key)
    mine = select(threads.c.id).where(*same).scalar_subquery()
    return core.scalar(select(func.max(captures.c.id)).where(captures.c.thread_id == mine)) or 0


def _identity(told: Any) -> Identity:
    site, board, key = told
    return site, board, key


def sizes(raw: sqlite3.Connection, files: int) -> Sizes:
    """How many rows there are; `files` is the size of the files in bytes."""
    tables = ("captures", "posts", "verdicts", "journal")
    return Sizes(files, *(raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables))


def file_problems(raw: sqlite3.Connection) -> tuple[str, ...]:
    """What SQLite finds wrong: damaged pages, indexes that do not agree, rows that lead nowhere."""
    found = [str(row[0]) for row in raw.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
    for table, rowid, parent, _ in raw.execute("PRAGMA foreign_key_check").fetchmany(20):
        row = "a row" if rowid is None else f"row {rowid}"
        found.append(f"{row} of {table} leads to none of {parent}")
    return tuple(found)
