"""The total that a player writes into the name field (RULES N1, N2)."""

from __future__ import annotations

import re

#: Words that mark the number beside them as the total, the surest first.
_SURE = r"(?:累計|計)"
_UNIT = r"(?:歩|マス|ﾏｽ)"
_GAP = r"[\s:：=＝]*"
_NUMBER = r"(?<![0-9])[0-9]{1,6}(?![0-9])"
_PATTERNS = (
    re.compile(rf"[^\s0-9]?{_SURE}{_GAP}({_NUMBER})(?:{_GAP}{_UNIT})?|({_NUMBER}){_GAP}(?:{_UNIT}{_GAP})?{_SURE}"),
    re.compile(rf"({_NUMBER}){_GAP}{_UNIT}(?:目)?|{_UNIT}{_GAP}({_NUMBER})"),
)
_ONLY = re.compile(_NUMBER)
_ANY_NUMBER = re.compile(r"[0-9]+")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")


def _find(typed: str) -> tuple[int, int, int] | None:
    """The claimed total and its span in the name: the number beside 累計 計 歩 マス, else the only number."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(typed):
            digits = next(group for group in found.groups() if group is not None)
            return int(digits), found.start(), found.end()
    numbers = _ANY_NUMBER.findall(typed)
    only = _ONLY.search(typed)
    if len(numbers) == 1 and only:
        return int(only[0]), only.start(), only.end()
    return None


def read_claim(typed: str) -> int | None:
    """The total that a name claims, in squares; None where it claims none.

    `typed` is the name as the player typed it, server marks left out; ASCII and full-width digits count.
    """
    found = _find(typed.translate(_FULL_WIDTH))
    return found[0] if found else None


def without_claim(typed: str) -> str:
    """The name as typed, without the claimed total."""
    found = _find(typed.translate(_FULL_WIDTH))
    if found is None:
        return typed.strip()
    _, start, end = found
    return " ".join(f"{typed[:start]} {typed[end:]}".split())
