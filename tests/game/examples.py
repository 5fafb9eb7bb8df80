"""Games written as in the worked examples of RULES.md: posts as tables, and verdicts in the same words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from scenario import post

from referee.model import Given, Post, Stamp, ThreadRef, Thrown, Verdict, day_text


def stamp_of(time: str | None) -> Stamp | None:
    if time is None:
        return None
    at = datetime.fromisoformat(time)
    return Stamp(at.toordinal(), ((at.hour * 60 + at.minute) * 60 + at.second) * 1000 + at.microsecond // 1000, 0)


def read(given: dict[str, Any], thread: ThreadRef) -> Post:
    return post(
        given["no"], stamp_of(given["time"]), given["trip"] or "-", given["id"] or "-", thread=thread,
        mail=given.get("mail", ""), name=given.get("name", ""), body=given.get("body", ""),
        host="host" in given, status="erased" if given.get("erased") else "normal",
    )  # fmt: skip


def read_game(case: dict[str, Any]) -> list[Post]:
    """The posts; a number that falls starts the next thread."""
    first = case.get("thread", {"board": "entrance", "key": "1178000000"})
    posts: list[Post] = []
    key, number = int(first["key"]), 0
    for given in case["posts"]:
        key, number = key + (given["no"] < number), given["no"]
        posts.append(read(given, ThreadRef(first["board"], str(key), "etc.example.2ch.net", "2ch")))
    return posts


def read_links(case: dict[str, Any]) -> dict[tuple[str, str], dict[int, Post]]:
    known: dict[tuple[str, str], dict[int, Post]] = {}
    for linked in case["links"].values():
        thread = ThreadRef(linked["board"], linked["key"])
        known.setdefault((linked["board"], linked["key"]), {})[linked["no"]] = read(linked, thread)
    return known


def walk(thrown: Thrown) -> dict[str, Any]:
    roll = thrown.roll
    return {"from": roll.origin, "to": roll.target, "roll": roll.roll, "bonus": roll.bonus, "gift": thrown.gift}


def told(verdict: Verdict) -> dict[str, Any]:
    """A verdict in the words of the worked examples."""
    words: dict[str, Any] = {
        "no": verdict.number,
        "kind": verdict.kind,
        "why": verdict.why,
        "player": verdict.player,
        "rest_until": day_text(verdict.rest_until) if verdict.rest_until is not None else None,
        "notices": list(verdict.notices),
        "gifts": [
            {"player": step.player, "from": step.origin, "to": step.target}
            for step in verdict.steps
            if isinstance(step, Given)
        ],
        "items": [item.why or item.kind for item in verdict.items],
    }
    for step in verdict.steps:
        if isinstance(step, Thrown) and step.linked is None:
            words.update(walk(step))
        elif isinstance(step, Thrown):
            words["extra"] = walk(step)
    return words


def same_keys(actual: Any, wanted: Any) -> Any:
    """The part of `actual` that `wanted` names: only the keys given are compared."""
    if isinstance(wanted, dict) and isinstance(actual, dict):
        return {key: same_keys(actual.get(key), value) for key, value in wanted.items()}
    return actual
