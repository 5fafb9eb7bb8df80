"""Near misses: what a host would want to look at, listed as facts (RULES N3)."""

from __future__ import annotations

from immutables import Map

from referee.model import DAY_MILLIS, DAY_ONLY, MINUTES, DayIds, GameState, OpenItem, Post, Stamp

#: How close to midnight a roll is told, in milliseconds.
_CLOSE = 30_000
#: Days whose IDs are remembered; stamps run backwards by minutes, not by weeks.
_DAYS = 3
#: With how many others an ID is compared: a whole network behind one address would list every pair.
_MOST = 20


def is_near_midnight(stamp: Stamp) -> bool:
    """Whether a stamp may lie within 30 seconds of midnight; one without seconds is told for its whole minute."""
    if stamp.digits == DAY_ONLY:
        return False
    width = 60_000 if stamp.digits == MINUTES else 0
    return stamp.millis <= _CLOSE or stamp.millis + width >= DAY_MILLIS - _CLOSE


def same_id(state: GameState, post: Post, dice: str, rolls_now: bool) -> tuple[OpenItem, ...]:
    """The same ID on the same day with another trip or none, where one of the two is a player.

    `rolls_now`: the post itself makes its trip a player.
    """
    who = post.name.trip or ""
    entry = _entry(state.recent, post.stamp.day) if post.stamp is not None else None
    known = entry.ids.get(dice, ()) if entry is not None else ()
    if entry is None or not known or known == (who,):
        return ()
    items = []
    for other in known:
        pair = (who, other) if who < other else (other, who)
        if other == who or pair in entry.told:
            continue
        if rolls_now or _is_player(state, who) or _is_player(state, other):
            items.append(OpenItem("near_miss", post.thread, post.number, "same_id", (post.id or dice, *pair)))
    return tuple(items)


def remember_id(
    recent: tuple[DayIds, ...], day: int, dice: str, who: str, items: tuple[OpenItem, ...]
) -> tuple[DayIds, ...]:
    """The IDs of the last days, with one more post; what it listed is not listed again."""
    entry = _entry(recent, day)
    if entry is None:
        return (DayIds(day, Map({dice: (who,)})), *recent[: _DAYS - 1])
    known = entry.ids.get(dice)
    if known is None:
        changed = DayIds(day, entry.ids.set(dice, (who,)), entry.told)
    else:
        told = [(item.facts[1], item.facts[2]) for item in items if item.why == "same_id"]
        is_known = who in known or len(known) >= _MOST
        if is_known and not told:
            return recent
        ids = entry.ids if is_known else entry.ids.set(dice, (*known, who))
        changed = DayIds(day, ids, entry.told.union(told))
    if entry is recent[0]:
        return (changed, *recent[1:])
    return (changed, *(other for other in recent if other is not entry))


def _entry(recent: tuple[DayIds, ...], day: int) -> DayIds | None:
    """The IDs of a day; mostly that of the post before."""
    if recent and recent[0].day == day:
        return recent[0]
    return next((entry for entry in recent if entry.day == day), None)


def _is_player(state: GameState, trip: str) -> bool:
    player = state.players.get(trip)
    return player is not None and player.rolls > 0
