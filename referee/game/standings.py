"""Who stands where: rows ready to rank and show (DESIGN, `standings`)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.game import rests
from referee.model import GameState, PlayerState, Readings, Standing


def standings(state: GameState, readings: Readings) -> tuple[Standing, ...]:
    """The table of a game: those home in order of arrival, then by square; equal squares share the rank, who got there
    first stands first."""
    players = [player for player in state.players.values() if player.rolls]
    players.sort(key=_order)
    return tuple(_rows(players, state.day, readings))


def _order(player: PlayerState) -> tuple[bool, int, int]:
    if player.home_at is not None:
        return False, player.home_at, 0
    return True, -player.square, player.arrived


def _rows(players: list[PlayerState], day: int | None, readings: Readings) -> Iterator[Standing]:
    rank, previous = 0, None
    for place, player in enumerate(players, 1):
        home = player.home_at is not None
        if home or previous != player.square:
            rank = place
        previous = None if home else player.square
        rest = player.rest
        until = rests.last_day(rest, day, readings) if rest else None
        yield Standing(
            rank=rank,
            player=player.trip,
            name=player.name,
            square=player.square,
            home=home,
            rolls=player.rolls,
            rest_until=until if until is not None and (day is None or until >= day) else None,
            held=player.held,
            chance=player.chance,
            extra_rolls=0 if home else len(player.grants),
            can_roll_on=None if home else can_roll_on(player, day, readings),
            home_on=player.home_on,
        )


def can_roll_on(player: PlayerState, day: int | None, readings: Readings) -> int | None:
    """The first day on which a player may roll, from the state alone: an ordinal; None where nothing is known.

    `day` is that of the last post seen. A rest is not in force on the day of the roll that began it (S7): while
    that day lasts, its daily roll is free if it was not made.
    """
    last = player.rolled.last
    if last is None:
        return None
    first, rest = last + 1, player.rest
    until = rests.last_day(rest, day, readings) if rest else last
    if rest is None or until < first:
        return first
    begun = max(first, day or first) > rest.since or rest.since in player.sat
    return until + 1 if begun else first


def gifts_waiting(state: GameState) -> int:
    """CN steps that nobody took yet."""
    return sum(steps for _, steps in state.waiting)
