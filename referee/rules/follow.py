"""What may stand behind a trigger: the little language of a row's `follow`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

#: The class of a die, told of one character; the empty string is the end of the dice.
CLASSES: dict[str, Callable[[str], bool]] = {
    "capital": lambda c: c.isascii() and c.isupper(),
    "small": lambda c: c.isascii() and c.islower(),
    "letter": lambda c: c.isascii() and c.isalpha(),
    "digit": lambda c: c.isascii() and c.isdigit(),
    "symbol": lambda c: c != "" and not (c.isascii() and c.isalnum()),
    "end": lambda c: c == "",
}


def _word(word: str, blind: bool) -> Callable[[str], bool]:
    negated = word.startswith("!")
    body = word.removeprefix("!")
    if body in CLASSES:
        test = CLASSES[body]
    else:
        letters = frozenset(body.upper() + body.lower() if blind else body)

        def test(c: str) -> bool:
            return c in letters

    return (lambda c: not test(c)) if negated else test


@lru_cache(maxsize=256)
def follower(follow: str | None, blind: bool) -> Callable[[str], bool]:
    """A test of the character behind a trigger (`""` at the end of the dice).

    `follow` is a class (`capital small letter digit symbol end`) or literal characters (`PN`); `!` in front negates
    (the end is then "not P" too); several words, parted by spaces, must all hold (`symbol !+/`). None is anything.
    """
    tests = [_word(word, blind) for word in (follow or "").split()]
    if len(tests) == 1:
        return tests[0]
    return lambda c: all(test(c) for test in tests)


def consumes(follow: str | None) -> bool:
    """Whether the follower is part of what matched: not so for "not …" and for the end."""
    return follow is not None and follow != "end" and not follow.startswith("!")
