"""Rows that are too many for one page, on several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from referee.pages.edition import Edition

Row = TypeVar("Row")


class Leaf(Struct, Generic[Row], frozen=True):
    """One of the pages: its `rows`, and `more`, the paths and titles of all of them where there are several."""

    path: str
    rows: Sequence[Row]
    more: Sequence[tuple[str, str]]


def leaves(edition: Edition, rows: Sequence[Row], first: str, further: str, size: int) -> Iterator[Leaf[Row]]:
    """The rows by `size`, one for each player; the first page at the path `first`, the others at `further`, which has
    a place for their number, from 2 on."""
    starts = range(0, max(len(rows), 1), size)
    paths = [first, *(further.format(number) for number in range(2, len(starts) + 1))]
    more = [
        (path, edition.say("more_players", first=start + 1, last=min(start + size, len(rows))))
        for path, start in zip(paths, starts, strict=True)
    ]
    for path, start in zip(paths, starts, strict=True):
        yield Leaf(path, rows[start : start + size], more if len(more) > 1 else ())
