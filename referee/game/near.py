"""Near misses: what a host would want to look at, listed as facts (RULES N3)."""

from __future__ import annotations

from referee.game.opened import OpenGame
from referee.model import DAY_MILLIS, DAY_ONLY, MINUTES, OpenItem, Post, Stamp

#: How close to midnight a roll is told, in milliseconds.
_CLOSE = 30_000


def is_near_midnight(stamp: Stamp) -> bool:
    """Whether a stamp may lie within 30 seconds of midnight; one without seconds is told for its whole minute."""
    if stamp.digits == DAY_ONLY:
        return False
    width = 60_000 if stamp.digits == MINUTES else 0
    return stamp.millis <= _CLOSE or stamp.millis + width >= DAY_MILLIS - _CLOSE


def same_id(game: OpenGame, post: Post, dice: str, rolls_now: bool) -> tuple[OpenItem, ...]:
    """The same ID on the same day with another trip or none, where one of the two is a player.

    `rolls_now`: the post itself makes its trip a player.
    """
    stamp = post.stamp
    day = game.ids_of(stamp.day) if stamp is not None else None
    if day is None or dice not in day.ids:  # nearly always: IDs are one player's own
        return ()
    who = game.player_of(post.name.trip) if post.name.trip is not None else ""
    items = []
    for other in day.ids[dice]:
        pair = (who, other) if who < other else (other, who)
        if other == who or pair in day.told:
            continue
        if rolls_now or _is_player(game, who) or _is_player(game, other):
            items.append(OpenItem("near_miss", post.thread, post.number, "same_id", (post.id or dice, *pair)))
    return tuple(items)


def _is_player(game: OpenGame, trip: str) -> bool:
    player = game.players[trip]
    return player is not None and player.rolls > 0
