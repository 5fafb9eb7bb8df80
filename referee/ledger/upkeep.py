"""Looking at the ledger itself: its journal, its size, its file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from sqlalchemy import Connection, select

from referee.ledger.records import JournalRow, Sizes
from referee.ledger.tables import journal
from referee.ledger.times import from_text


def journal_rows(core: Connection, after: int) -> Iterator[JournalRow]:
    """The lines of the journal behind one of them."""
    for row in core.execute(select(journal).where(journal.c.seq > after).order_by(journal.c.seq)):
        yield JournalRow(row.seq, from_text(row.at), row.kind, row.content, row.sha256)


def sizes(raw: sqlite3.Connection, files: int) -> Sizes:
    """How many rows there are; `files` is the size of the files in bytes."""
    tables = ("captures", "posts", "verdicts", "journal")
    return Sizes(files, *(raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables))


def file_problems(raw: sqlite3.Connection) -> tuple[str, ...]:
    """What SQLite finds wrong: damaged pages, indexes that do not agree, rows that lead nowhere."""
    found = [str(row[0]) for row in raw.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
    for table, rowid, parent, _ in raw.execute("PRAGMA foreign_key_check").fetchmany(20):
        found.append(f"{table} row {rowid} leads to a row of {parent} that is not there")
    return tuple(found)
