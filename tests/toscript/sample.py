"""Python that means the same in JavaScript: each function is called in both, with the arguments beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import prod

from msgspec import Struct

FIRST, SECOND = 7, "x"
_SPACE = re.compile(r"[^\s<]{0,5}")


class Point(Struct, frozen=True):
    x: int
    y: int = 2
    tags: tuple[str, ...] = ()

    @property
    def far(self) -> int:
        return abs(self.x) + abs(self.y)

    def moved(self, by: int, *, up: int = 0) -> Point:
        return Point(self.x + by, y=self.y + up, tags=self.tags)


class Says:
    def __init__(self, start: str) -> None:
        self.start = start

    def __call__(self, text: str, /, **fields: object) -> str:
        return self.start + text.format(**fields)


def whole_numbers(a: int, b: int) -> list[object]:
    big = a**9 * b - a
    return [a // b, a % b, *divmod(a, b), -a // b, big, big // b, big % 7, a << 60, (a << 60) >= big, big & 255, -big]


def big_and_back(n: int) -> list[object]:
    return [n * n * n // n // n, str(n * n * n), sum([n, n * n]), prod([n, n, n]), int(str(n * n)), n * n == n * n]


def texts(text: str) -> list[object]:
    return [
        len(text), text[1:3], text[-2:], text[:-1], text[0], text.strip(), text.split(), text.upper(), repr(text),
        f"{text!r} {len(text)} {None} {True}", text.find("b"), "b" in text, text.isascii(), text.isprintable(),
        [c for c in text if not c.isspace()], text.partition("b"), text.removeprefix("a"), text.rstrip("b"),
    ]  # fmt: skip


def lists(items: list[int]) -> list[object]:
    first, _ = [*items, 0][:2]
    last = sorted(items, key=lambda n: -n)
    pairs = [(at, n) for at, n in enumerate(items) if n % 2]
    by = {n: [m for m in items if m > n] for n in items}
    nested = [a * b for a in items for b in items[:2]]
    found = next((n for n in items if n > 1), None)
    return [
        first, last, pairs, list(by.items()), nested, found, items[-1:], (bool(items) and items) or FIRST, 3 in items,
        (1, 2) in [(at, at + 1) for at in range(3)], list(reversed(items)), Counter(items).get(2), items + items,
        list(dict.fromkeys(items)), any(n > 2 for n in items), all(items), max(1, *items), [SECOND] * 2,
    ]  # fmt: skip


def lifted(one: Point) -> Point:
    return one.moved(3, up=-5)


def records(x: int) -> list[object]:
    one = Point(x, tags=("a",))
    other = lifted(one)
    return [other.x, other.y, other.far, one == Point(x, 2, ("a",)), one in (other, one), one != other]


def matched(word: str) -> str:
    match word:
        case "a" | "b":
            return "early"
        case "z":
            return "late"
        case _:
            return "between"


def walked(n: int) -> Iterator[int]:
    while n != 1:
        yield n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield from (n, 0 < n < 2 < 3)


def steps(n: int) -> list[int]:
    return [*walked(n)]


def said(name: str) -> str:
    return speak(Says("> "), name)


def speak(say: Says, name: str) -> str:
    return say("{text}, {name}!", text="hello", name=name)


def closures(limit: int) -> list[int]:
    found: list[int] = []

    def keep(n: int) -> bool:
        return n < limit

    for n in range(5):
        if keep(n):
            found.append(n)
        elif n == 4:
            break
        else:
            continue
    return found


@lru_cache(maxsize=8)
def squared(n: int) -> int:
    return n * n


def patterns(text: str) -> list[object]:
    found = _SPACE.match(text)
    return [found[0] if found else None, [m[0] for m in re.finditer(r"(.)\1", text, re.DOTALL)], squared(3)]


CALLS: list[tuple[str, list[object]]] = [
    *[("whole_numbers", [a, b]) for a in (0, 7, -7, 123, -10**9) for b in (3, -3, 10**6)],
    *[("big_and_back", [n]) for n in (3, 2**53 - 1, 94906267, 10**12)],
    *[("texts", [text]) for text in ("abba", " a\x1cb ", "🎲b'\"\n", "　é\u200b", "bb")],
    *[("lists", [items]) for items in ([1, 2, 3, 2], [5], [0, 4])],
    *[("records", [x]) for x in (0, -9)],
    *[("matched", [word]) for word in "abmz"],
    ("steps", [6]), ("said", ["歩く人"]), ("closures", [3]), ("patterns", ["aa\x1cbb"]), ("patterns", ["<🎲🎲"]),
]  # fmt: skip
