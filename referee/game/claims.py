"""The total that a player writes into the name field (RULES N1, N2)."""

from __future__ import annotations

import re
from functools import lru_cache

_UNIT = r"(?:歩|マス|ﾏｽ)"
_GAP = r"[\s:：=＝(（]*"
_NUMBER = r"(?<![0-9])([0-9]{1,6})(?![0-9])"
#: Where the total stands, the surest first: behind 累計, behind 計, before them, beside 歩 or マス.
_BESIDE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"累計{_GAP}{_NUMBER}(?:{_GAP}{_UNIT})?",
        rf"[合総]?計{_GAP}{_NUMBER}(?:{_GAP}{_UNIT})?",
        rf"{_NUMBER}{_GAP}(?:{_UNIT}{_GAP})?(?:累計|[合総]?計)",
        rf"{_NUMBER}{_GAP}{_UNIT}(?:目)?",
        rf"{_UNIT}{_GAP}{_NUMBER}",
    )
)
_MARK = re.compile(rf"計|{_UNIT}")
_NUMBERS = re.compile(r"[0-9０-９]+")
#: More digits than any total has.
_LONGEST = 6
_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")


@lru_cache(maxsize=1024)
def read_name(typed: str) -> tuple[int | None, str]:
    """The total that a name claims, in squares (None where it claims none), and the name without it.

    `typed` is the name as the player typed it, server marks left out; ASCII and full-width digits count.
    """
    numbers = _NUMBERS.findall(typed)
    if not numbers:
        return None, typed.strip()
    if _MARK.search(typed):
        narrow = typed.translate(_FULL_WIDTH)
        for pattern in _BESIDE:
            found = pattern.search(narrow)
            if found is not None:
                return int(found[1]), _without(typed, found.start(), found.end())
    number = numbers[0]
    if len(numbers) > 1 or len(number) > _LONGEST:
        return None, typed.strip()
    start = typed.index(number)
    return int(number), _without(typed, start, start + len(number))


def _without(typed: str, start: int, end: int) -> str:
    return " ".join(f"{typed[:start]} {typed[end:]}".split())
