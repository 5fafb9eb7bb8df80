"""Which layout numbered lines have, and what they are encoded in: told by the bytes alone (FORMATS 3)."""

from __future__ import annotations

import re

from referee.parse.decode import Lines, decode_lines, encoding_of
from referee.parse.euc import euc_faults, euc_lines
from referee.parse.kind import status_of_fields
from referee.parse.numbered import LEAST_FIELDS, OFFLAW, OFFLAW_2, RAWMODE, Shape, number_of
from referee.parse.stamp import read_any_stamp

#: How many lines of a file are asked.
_HEAD_LINES = 50
#: A text is EUC-JP where at most one of so many characters outside ASCII is none of it; of CP932 nearly all are none.
_FEW = 10
#: A field behind the title that is the poster's host; IDs are shorter and have no such end.
_HOST = re.compile(r"\s*(?:(?:[\w-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{6,})\s*", re.ASCII)
_ID_LENGTH = 9


def shape_of(body: bytes) -> Shape | None:
    """The layout of numbered lines; None for a body of any other kind.

    Numbered are lines that begin with a number of their own and have the date as their fourth field; in a dat the date
    is the third. EUC-JP is したらば's alone. Of six fields is offlaw 1; of seven with the ID in the date, or with a
    host behind the title, offlaw 2; else rawmode, whose seventh field is the ID.
    """
    head = _head(body)
    rows = [text.split("<>") for text in numbered_lines(head).texts if text.strip()]
    found = [row for row in rows if _is_numbered(row)]
    if not found or len(found) * 2 < len(rows):
        return None
    if _is_euc(head):
        return RAWMODE
    longest = max(len(row) for row in found)
    if longest < RAWMODE.fields:
        return OFFLAW
    whole = [row for row in found if len(row) >= RAWMODE.fields]
    lasts = [row[-1] for row in whole if row[-1].strip()]
    has_hosts = bool(lasts) and all(len(last) > _ID_LENGTH and _HOST.fullmatch(last) for last in lasts)
    return OFFLAW_2 if has_hosts or any(" ID:" in row[3] for row in whole) else RAWMODE


def numbered_lines(body: bytes) -> Lines:
    """The lines of a body in EUC-JP, CP932 or UTF-8; the bytes decide."""
    return euc_lines(body) if _is_euc(_head(body)) else decode_lines(body)


def _head(body: bytes) -> bytes:
    return b"\n".join(body.split(b"\n", _HEAD_LINES)[:_HEAD_LINES])


def _is_euc(head: bytes) -> bool:
    if head.isascii() or encoding_of(head) == "utf-8":
        return False
    characters = len(head.translate(None, bytes(range(128)))) // 2
    return euc_faults(head) * _FEW <= characters


def _is_numbered(row: list[str]) -> bool:
    if len(row) < LEAST_FIELDS or number_of("<>".join(row[:2])) is None:
        return False
    if read_any_stamp(row[2])[0] is not None:  # a line of a dat, whatever stands in its body
        return False
    return read_any_stamp(row[3])[0] is not None or status_of_fields(row[1:5]) == "erased"
