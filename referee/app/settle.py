"""The commands that settle an open item, ready to be pasted into the host's terminal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from referee.game import other_day
from referee.model import OpenItem, Verdict, day_text, parse_address

#: What stands for the host's reason.
_REASON = '--reason "…"'
#: What is left to the host to fill in.
_LEFT = "…"
#: Reasons for which a linked post gives no dice by itself.
_UNREAD = frozenset({"unreachable", "no_id_there"})
#: Values that no shell takes apart.
_HARMLESS = re.compile(r"[◆…0-9A-Za-z./:@%+,_-]+")


class Case(Struct, frozen=True):
    """An open item and what is known of it: the verdict on its post, `post` as commands name it, `game` the option that
    names the game (empty where there is only one), `day` that of the post before (an ordinal).

    `accepted`: things shown are accepted until the host rules otherwise.
    """

    item: OpenItem
    verdict: Verdict
    post: str
    game: str = ""
    day: int | None = None
    accepted: bool = True


#: One way to rule: the kind of the ruling, and its options with their values (None: a flag).
Way = tuple[str, dict[str, object]]


def commands(case: Case) -> tuple[str, ...]:
    """Every way to settle an open item about a post; the last leaves it as the referee says."""
    item = case.item
    if item.kind in _OF_RULINGS:
        return of_ruling(item.facts[0], case.game)
    ways = _WAYS.get(item.why if item.kind == "near_miss" and item.why else item.kind, _nothing)
    return tuple(_command(case, kind, values) for kind, values in (*ways(case), ("stands", {})))


def of_ruling(number: str, game: str = "") -> tuple[str, ...]:
    """What can be done about a ruling that changes nothing, or whose post is gone."""
    return tuple(f"referee ruling {what} {number}{game} {_REASON}" for what in ("undo", "amend"))


def _command(case: Case, kind: str, values: Mapping[str, object]) -> str:
    options = [f"--{name}" if value is None else f"--{name} {_quoted(value)}" for name, value in values.items()]
    return f"{' '.join([f'referee ruling add {kind} {case.post}', *options])}{case.game} {_REASON}"


def _quoted(value: object) -> str:
    """A value as a shell takes it; trips and what is left to the host stand as they are."""
    text = str(value)
    return text if _HARMLESS.fullmatch(text) else shlex.quote(text)


def _nothing(_: Case) -> Iterator[Way]:
    yield from ()


def _undated(case: Case) -> Iterator[Way]:
    if case.day is not None:
        yield "day", {"day": day_text(case.day)}


def _erased(_: Case) -> Iterator[Way]:
    """Who it was and what was rolled the host alone may know."""
    yield "count", {"player": f"◆{_LEFT}", "dice": _LEFT, "at": _LEFT}


def _random(case: Case) -> Iterator[Way]:
    yield "random", {"square": case.item.facts[1] if len(case.item.facts) > 1 else _LEFT}


def _exposure(case: Case) -> Iterator[Way]:
    yield "exposure", {"refuse" if case.accepted else "accept": None}


def _link(case: Case) -> Iterator[Way]:
    """A post rolled already rolls no second time; what nobody could read there, the host reads and says."""
    url, why = case.item.facts[0], case.item.why
    if why == "used":
        return
    values: dict[str, object] = {"url": url}
    if why in _UNREAD:
        address = parse_address(url)
        if address is None or address.number is None:
            values["number"] = _LEFT
        values["dice"] = _LEFT
    yield "link", values


def _lookalike(case: Case) -> Iterator[Way]:
    trip = case.item.facts[0].strip()
    if trip[:1] in ("◇", "◆"):
        yield "count", {"player": f"◆{trip[1:]}"}


def _trip_change(case: Case) -> Iterator[Way]:
    _, old, new = case.item.facts
    yield "join", {"alias": new, "player": old}


def _midnight(case: Case) -> Iterator[Way]:
    stamp = case.verdict.stamp
    if stamp is not None:
        yield "day", {"day": day_text(other_day(stamp.day, stamp.millis))}


def _claim(case: Case) -> Iterator[Way]:
    claim = case.verdict.claim
    if claim is not None:
        yield "square", {"square": claim.read}


def _correction(_: Case) -> Iterator[Way]:
    """What is to be corrected the posts tell; the host reads them."""
    yield "square", {"square": _LEFT}


#: Kinds of items that are about a ruling itself; its number is the first fact.
_OF_RULINGS = frozenset({"ruling_idle", "ruling_orphaned"})
#: Kind of an item, or reason of a near miss, and how the host may rule of it.
_WAYS: dict[str, Callable[[Case], Iterator[Way]]] = {
    "undated": _undated,
    "erased": _erased,
    "random_square": _random,
    "exposure_shown": _exposure,
    "link_refused": _link,
    "lookalike_trip": _lookalike,
    "trip_change": _trip_change,
    "midnight": _midnight,
    "claim_differs": _claim,
    "correction": _correction,
}
