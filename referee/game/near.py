"""Near misses: what a host would want to look at, listed as facts (RULES N3)."""

from __future__ import annotations

from collections.abc import Iterator

from immutables import Map

from referee.model import DAY_MILLIS, DAY_ONLY, MINUTES, DayIds, GameState, OpenItem, Post, Stamp

#: How close to midnight a roll is told, in milliseconds.
_CLOSE = 30_000
#: Days whose IDs are remembered; stamps run backwards by minutes, not by weeks.
_DAYS = 3


def lookalike(post: Post) -> Iterator[OpenItem]:
    """A post with a visible ID whose name only looks like it had a trip."""
    if post.name.lookalike is not None and post.name.trip is None and post.id_kind == "shown":
        yield OpenItem("near_miss", post.thread, post.number, "lookalike_trip", (post.name.lookalike,))


def midnight(post: Post) -> Iterator[OpenItem]:
    """A roll within 30 seconds of midnight, as far as the stamp tells."""
    stamp = post.stamp
    if stamp is not None and is_near_midnight(stamp):
        yield OpenItem("near_miss", post.thread, post.number, "midnight", (stamp.iso,))


def is_near_midnight(stamp: Stamp) -> bool:
    """Whether a stamp may lie within 30 seconds of midnight; one without seconds is told for its whole minute."""
    if stamp.digits == DAY_ONLY:
        return False
    width = 60_000 if stamp.digits == MINUTES else 0
    return stamp.millis <= _CLOSE or stamp.millis + width >= DAY_MILLIS - _CLOSE


def same_id(state: GameState, post: Post, dice: str, rolls_now: bool) -> Iterator[OpenItem]:
    """The same ID on the same day with another trip or none, where one of the two is a player.

    `rolls_now`: the post itself makes its trip a player.
    """
    if post.stamp is None:
        return
    who = post.name.trip or ""
    for entry in state.recent:
        if entry.day != post.stamp.day:
            continue
        known = entry.ids.get(dice, ())
        for other in known:
            if other == who or _pair(who, other) in entry.told:
                continue
            if rolls_now or _is_player(state, who) or _is_player(state, other):
                yield OpenItem("near_miss", post.thread, post.number, "same_id", (post.id or dice, *_pair(who, other)))


def remember_id(
    recent: tuple[DayIds, ...], day: int, dice: str, who: str, items: tuple[OpenItem, ...]
) -> tuple[DayIds, ...]:
    """The IDs of the last days, with one more post; what it listed is not listed again."""
    entry = next((entry for entry in recent if entry.day == day), None)
    if entry is None:
        return (DayIds(day, Map({dice: (who,)})), *recent[: _DAYS - 1])
    known = entry.ids.get(dice, ())
    told = [(item.facts[1], item.facts[2]) for item in items if item.why == "same_id"]
    if who in known and not told:
        return recent
    ids = entry.ids if who in known else entry.ids.set(dice, (*known, who))
    changed = DayIds(day, ids, entry.told.union(told))
    return (changed, *(other for other in recent if other.day != day))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _is_player(state: GameState, trip: str) -> bool:
    player = state.players.get(trip)
    return player is not None and player.rolls > 0
