"""Which layout numbered lines have, told by the bytes alone (FORMATS 3)."""

from __future__ import annotations

import re

from referee.parse.euc import any_lines, head_of, is_euc
from referee.parse.kind import status_of_fields
from referee.parse.numbered import LEAST_FIELDS, OFFLAW, OFFLAW_2, RAWMODE, Shape, number_of
from referee.parse.stamp import read_any_stamp

#: What some line of such a body begins with; a dat has hardly ever any.
_MAY_BE_NUMBERED = re.compile(rb"\d{1,5}<>")
#: A field behind the title that is the poster's host; IDs are shorter and have no such end.
_HOST = re.compile(r"\s*(?:(?:[\w-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{6,})\s*", re.ASCII)
_ID_LENGTH = 9


def shape_of(body: bytes) -> Shape | None:
    """The layout of numbered lines; None for a body of any other kind.

    Numbered are lines that begin with a number of their own and have the date as their fourth field; in a dat the date
    is the third. EUC-JP is したらば's alone. Of six fields is offlaw 1; of seven with the ID in the date, or with a
    host behind the title, offlaw 2; else rawmode, whose seventh field is the ID.
    """
    head = head_of(body)
    if not any(map(_MAY_BE_NUMBERED.match, head.split(b"\n"))):
        return None
    rows = [text.split("<>") for text in any_lines(head).texts if text.strip()]
    found = [row for row in rows if _is_numbered(row)]
    if not found or len(found) * 2 < len(rows):
        return None
    if is_euc(head):
        return RAWMODE
    longest = max(len(row) for row in found)
    if longest < RAWMODE.fields:
        return OFFLAW
    whole = [row for row in found if len(row) >= RAWMODE.fields]
    lasts = [row[-1] for row in whole if row[-1].strip()]
    has_hosts = bool(lasts) and all(len(last) > _ID_LENGTH and _HOST.fullmatch(last) for last in lasts)
    return OFFLAW_2 if has_hosts or any(" ID:" in row[3] for row in whole) else RAWMODE


def _is_numbered(row: list[str]) -> bool:
    if len(row) < LEAST_FIELDS or number_of("<>".join(row[:2])) is None:
        return False
    if read_any_stamp(row[2])[0] is not None:  # a line of a dat, whatever stands in its body
        return False
    return read_any_stamp(row[3])[0] is not None or status_of_fields(row[1:5]) == "erased"
