"""The commands that settle an open item, ready to be pasted into the host's terminal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from referee.game import lookalike_player, other_day
from referee.model import OpenItem, Ruling, Verdict, day_text, parse_address

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
    names the game (empty where there is only one), `day` that of the post before (an ordinal), `goal` the square that
    is home, `ruling` the ruling that the item is about.

    `accepted`: things shown are accepted until the host rules otherwise.
    """

    item: OpenItem
    verdict: Verdict
    post: str
    goal: int
    game: str = ""
    day: int | None = None
    accepted: bool = True
    ruling: Ruling | None = None


#: One way to rule: the kind of the ruling, and its options with their values (None: a flag).
Way = tuple[str, dict[str, object]]


def commands(case: Case) -> tuple[str, ...]:
    """Every way to settle an open item about a post; the last leaves it as the referee says."""
    undone = _undo(case.ruling, case.game) if case.ruling is not None else ()
    ways = _WAYS.get(name_of(case.item), _nothing)
    return (*undone, *(_command(case, kind, values) for kind, values in (*ways(case), ("stands", {}))))


def of_orphan(ruling: Ruling, game: str = "") -> tuple[str, ...]:
    """What can be done about a ruling whose post is gone: take it back, or name another post."""
    undone = _undo(ruling, game)
    return (*undone, f"referee ruling amend {ruling.id} {ruling.kind} {_LEFT}{game} {_REASON}") if undone else ()


def _undo(ruling: Ruling, game: str) -> tuple[str, ...]:
    """A ruling of the file is undone there alone."""
    return (f"referee ruling undo {ruling.id}{game} {_REASON}",) if ruling.door == "terminal" else ()


def name_of(item: OpenItem) -> str:
    """What an item is called among kinds: of a near miss its reason."""
    return item.why if item.kind == "near_miss" and item.why else item.kind


def settles(ruling: Ruling, item: OpenItem) -> bool:
    """Whether a ruling about the post of an item bears on that item; not on one that is about a ruling."""
    return ruling.kind == "stands" or ruling.kind in SETTLED_BY.get(name_of(item), ())


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
    player = lookalike_player(case.item)
    if player is not None:
        yield "count", {"player": player}


def _trip_change(case: Case) -> Iterator[Way]:
    _, old, new = case.item.facts
    yield "join", {"alias": new, "player": old}


def _midnight(case: Case) -> Iterator[Way]:
    stamp = case.verdict.stamp
    if stamp is not None:
        yield "day", {"day": day_text(other_day(stamp.day, stamp.millis))}


def _claim(case: Case) -> Iterator[Way]:
    """The square that was claimed; who claims more than there are squares claims to be home."""
    claim = case.verdict.claim
    if claim is not None:
        yield "square", {"square": min(claim.read, case.goal)}


def _correction(_: Case) -> Iterator[Way]:
    """What is to be corrected the posts tell; the host reads them."""
    yield "square", {"square": _LEFT}


#: What a post is, for whatever reason it was looked at.
_WHAT_IT_IS = frozenset({"void", "chat", "count"})
#: All that changes what a post does to its player's square.
_WHAT_IT_DOES = _WHAT_IT_IS | {"square", "random", "link", "day"}
#: Kind of an item, or reason of a near miss, and the kinds of rulings about its post that bear on it, `stands` apart. A
#: round, other rules, an opening table or an outage that begins with a post says nothing of what is open about it.
SETTLED_BY: dict[str, frozenset[str]] = {
    "undated": _WHAT_IT_IS | {"day"},
    "erased": _WHAT_IT_IS | {"square"},
    "random_square": _WHAT_IT_IS | {"random", "square"},
    "exposure_shown": frozenset({"exposure"}),
    "link_refused": frozenset({"link", "void", "chat"}),
    "lookalike_trip": _WHAT_IT_IS,
    "same_id": _WHAT_IT_IS | {"join"},
    "trip_change": _WHAT_IT_IS | {"join"},
    "midnight": _WHAT_IT_IS | {"day"},
    "claim_differs": _WHAT_IT_DOES,
    "correction": _WHAT_IT_DOES | {"exposure"},
}
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
