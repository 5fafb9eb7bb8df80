"""Who stands where: rows ready to rank and show (DESIGN, `standings`)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.model import GameState, PlayerState, Standing


def standings(state: GameState) -> tuple[Standing, ...]:
    """The table of a game: those home in order of arrival, then by square; equal squares share the rank, who got there
    first stands first."""
    players = [player for player in state.players.values() if player.rolls]
    players.sort(key=_order)
    return tuple(_rows(players, state.day))


def _order(player: PlayerState) -> tuple[bool, int, int]:
    if player.home_at is not None:
        return False, player.home_at, 0
    return True, -player.square, player.arrived


def _rows(players: list[PlayerState], day: int | None) -> Iterator[Standing]:
    rank, previous = 0, None
    for place, player in enumerate(players, 1):
        home = player.home_at is not None
        if home or previous != player.square:
            rank = place
        previous = None if home else player.square
        rest = player.rest
        yield Standing(
            rank=rank,
            player=player.trip,
            name=player.name,
            square=player.square,
            home=home,
            rolls=player.rolls,
            rest_until=rest.until if rest and (day is None or rest.until >= day) else None,
            held=player.held,
            chance=player.chance,
            extra_rolls=0 if home else len(player.grants),
            can_roll_on=None if home else can_roll_on(player, day),
        )


def can_roll_on(player: PlayerState, day: int | None) -> int | None:
    """The first day on which a player may roll, from the state alone: an ordinal; None where nothing is known.

    `day` is that of the last post seen. A rest is not in force on the day of the roll that began it (S7): while
    that day lasts, its daily roll is free if it was not made.
    """
    last = player.rolled.last
    if last is None:
        return None
    first, rest = last + 1, player.rest
    if rest is None or rest.until < first:
        return first
    begun = max(first, day or first) > rest.since or rest.since in player.sat
    return rest.until + 1 if begun else first


def gifts_waiting(state: GameState) -> int:
    """CN steps that nobody took yet."""
    return sum(steps for _, steps in state.waiting)
