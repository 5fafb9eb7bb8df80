"""What a scene expects of a post, compared with the rows that the referee gives for it.

    roll from=5 to=15 roll=10 rest=+1 notices=none item=near_miss:midnight
    extra from=5 to=15 linked=e1; chat:no_id

One part for each row of the post: its extra rolls, then itself. `kind` or `kind:why`, then keys: `from to roll bonus
gift jump overshoot no` (numbers; `none`), `rest=+2` (last day of rest, in days from the post's; `none`), `notices=a,b`,
`claim=5`, `cp=B:90-100` (the gift's movement), `linked=e1`, `dice=8` (how many count), `home=yes`, `first_home=yes`
(stands first in the final standings), `item=kind:why` and `problem=kind` (listed for this post; `none`). Numbers may be
sums of numbers, `no`, `e1.no`, and `land(…)` (M3), `digits(…)`, `seeded` (M5), all worked out here, not by the referee.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from .post import Said, Story

Row = Mapping[str, Any]
_NUMBERS = ("from", "to", "roll", "bonus", "gift", "jump", "overshoot", "no")
_ZERO_IS_ABSENT = ("bonus", "gift", "overshoot")


def land(square: int) -> int:
    """M3 and M6: where a movement that reaches a square ends."""
    if square >= 1000:
        return 1000
    if square <= 0:
        return 0
    return square if square % 100 else square + 20


def digits(number: int) -> int:
    """The digits of a number, summed."""
    return sum(int(digit) for digit in str(number))


def seeded(thread: str, no: int, dice: str) -> int:
    """M5: the random square of a post; `thread` is `board/key`."""
    digest = hashlib.sha256(f"{thread}/{no} {dice}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big") % 1000


def without_host(thread: str) -> str:
    """`board/key` of a row's thread, which may begin with a host; a board of したらば has two parts."""
    host, _, rest = thread.partition("/")
    return rest if "." in host else thread


def check(said: Said, story: Story, rows: Sequence[Row], rest: Mapping[str, Any]) -> list[str]:
    """What differs from a post's expectation: sentences, none if all is as expected.

    `rows` are the post's own, `rest` the object around them (standings, open items, problems).
    """
    parts = [part.split() for part in said.expect.split(";")]
    if len(parts) != len(rows):
        return [f"{len(rows)} rows, {len(parts)} expected"]
    wrong = []
    for (kind, *pairs), row in zip(parts, rows, strict=True):
        told = f"{row['kind']}:{row['why']}" if row.get("why") else row["kind"]
        if told != kind:
            wrong.append(f"is {told}, should be {kind}")
        for pair in pairs:
            key, _, wanted = pair.partition("=")
            found, should = _both(key, wanted, said, story, row, rest)
            if found != should:
                wrong.append(f"{key} is {found}, should be {should} ({wanted})")
    return wrong


def _both(key: str, wanted: str, said: Said, story: Story, row: Row, rest: Mapping[str, Any]) -> tuple[Any, Any]:
    """What a key is, and what it should be."""
    if key in _NUMBERS:
        return row.get(key, 0 if key in _ZERO_IS_ABSENT else None), _number(wanted, said, story, row)
    if key == "rest":
        return row.get("rest_until"), None if wanted == "none" else story.day(said.day + int(wanted))
    if key == "notices":
        return row.get("notices", []), [] if wanted == "none" else wanted.split(",")
    if key == "claim":
        return row.get("claim", {}).get("read"), None if wanted == "none" else int(wanted)
    if key == "dice":
        return len(row["dice"]), int(wanted)
    if key == "home":
        return row["to"], 1000
    if key == "first_home":
        first = rest["standings"][0]
        return (first["rank"], first["player"], first["home"]), (1, row["player"], True)
    if key == "cp":
        return _gift(row), None if wanted == "none" else _wanted_gift(wanted, said)
    if key == "linked":
        target = story.labels[f"{said.scene}.{wanted}"]
        return (row["linked"]["thread"].split("/")[-2], row["linked"]["no"]), (target.board, target.no)
    listed = rest["open_items" if key == "item" else "problems"]
    mine = [entry for entry in listed if (entry["thread"], entry["no"]) == (row["thread"], row["no"])]
    kinds = [f"{entry['kind']}:{entry['why']}" if entry.get("why") else entry["kind"] for entry in mine]
    return kinds, [] if wanted == "none" else [wanted]


def _gift(row: Row) -> tuple[str, int, int] | None:
    """The first movement of the row that a CP caused."""
    for move in row.get("moves", ()):
        if move["cause"] == "cp":
            return move["player"], move["from"], move["to"]
    return None


def _wanted_gift(wanted: str, said: Said) -> tuple[str, int, int]:
    symbol, _, squares = wanted.partition(":")
    origin, _, target = squares.partition("-")
    return said.people[symbol].trip, int(origin), int(target)


def _number(wanted: str, said: Said, story: Story, row: Row) -> int | None:
    if wanted == "none":
        return None
    names: dict[str, Any] = {"no": row["no"], "land": land, "digits": digits}
    if "seeded" in wanted:
        names["seeded"] = seeded(without_host(row["thread"]), row["no"], row["dice"])
    for label, target in story.labels.items():
        scene, _, short = label.partition(".")
        if scene == said.scene:
            names[short] = target
    return int(eval(wanted, {"__builtins__": {}}, names))
