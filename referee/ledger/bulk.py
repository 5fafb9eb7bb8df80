"""Many rows at once: as cheap as the driver can, whatever lies beneath."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, insert

#: From how many rows on it is worth going past SQLAlchemy.
_MANY = 30


def insert_rows(core: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows, each with a value for every column.

    Where the driver takes values by place (SQLite), many are handed to it as they are: SQLAlchemy would look at each of
    them, which takes longer than storing it.
    """
    if len(rows) < _MANY or not core.dialect.positional:
        if rows:
            core.execute(insert(table), rows)
        return
    names = table.columns.keys()
    if any(list(row) != names for row in (rows[0], rows[-1])):
        raise ValueError(f"rows of {table.name} are not in the order of its columns")
    statement = str(insert(table).compile(dialect=core.dialect))
    core.exec_driver_sql(statement, [tuple(row.values()) for row in rows])
