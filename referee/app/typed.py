"""What a person types of the post of an ID, read, or refused in one line."""

from __future__ import annotations

import re

from referee.errors import UsageError
from referee.model import Context

#: The lowest number that a post or a player may have, and the highest.
LOWEST, HIGHEST = {"no": 1, "square": 0, "held": 0, "gift": 0}, 10**9
_SECOND = re.compile(r"(\d{1,2})(?:\.(\d{1,3}))?", re.ASCII)
_NUMBER = re.compile("[+-]?[0-9]{1,20}")


def read_second(text: str) -> tuple[int, str]:
    """Seconds as a stamp prints them (`45` or `45.67`): whole seconds and fraction digits.

    Raises:
        UsageError: no number from 0 to 59.
    """
    found = _SECOND.fullmatch(text.strip())
    if found is None or int(found[1]) > 59:
        raise UsageError(f"second {text}", "no second of a stamp", "write 0 to 59, for example 45 or 45.67")
    return int(found[1]), found[2] or ""


def read_number(name: str, text: str) -> int | None:
    """A whole number as typed into a field; None for an empty one.

    Raises:
        UsageError: no whole number.
    """
    text = text.strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise UsageError(f"{name} {text}", "no whole number", "write digits, for example 55")
    return int(text)


def make_context(
    post_no: int | None, second: int | None, fraction: str, square: int, held: int, chance: bool, gift: int
) -> Context:
    """The context of a roll, checked.

    Raises:
        UsageError: a number that no post and no player can have.
    """
    for name, value in (("no", post_no), ("square", square), ("held", held), ("gift", gift)):
        if value is not None and not LOWEST[name] <= value <= HIGHEST:
            raise UsageError(f"{name} {value}", "out of range", f"{LOWEST[name]} to {HIGHEST}")
    return Context(post_no, second, square, held, chance, gift, fraction)
