"""What a move leaves of a player: the order of arriving, the squares stood on, the rights still open."""

from __future__ import annotations

from referee.game.opened import OpenGame
from referee.model import PlayerState, Stamp

#: Days whose squares are remembered for claims; two, since stamps around midnight run backwards.
_DAYS_STOOD = 2


def without_used(grants: tuple[Stamp, ...], at: Stamp) -> tuple[Stamp, ...]:
    """The rights left after the oldest one that a post of this stamp may use (X3)."""
    place = next((place for place, grant in enumerate(grants) if not at.is_older_than(grant)), None)
    if place is None:  # the host accepted a link without a right
        return grants
    return grants[:place] + grants[place + 1 :]


def arrival(game: OpenGame, player: PlayerState, target: int, *, home: bool) -> tuple[int | None, int]:
    """The player's place among those home, and the order of arriving, after a move."""
    home_at, arrived = player.home_at, player.arrived
    if target != player.square or not arrived:
        game.moves = arrived = game.moves + 1
    if home and home_at is None:
        game.homes = home_at = game.homes + 1
    return home_at, arrived


def stood_on(player: PlayerState, target: int, day: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The squares stood on, day by day, with a move added (N1)."""
    for known, squares in player.stood:
        if known == day:
            others = tuple(entry for entry in player.stood if entry[0] != day)
            return ((day, squares if target in squares else (*squares, target)), *others)
    start = (player.square,) if target == player.square else (player.square, target)
    return ((day, start), *player.stood[: _DAYS_STOOD - 1])
