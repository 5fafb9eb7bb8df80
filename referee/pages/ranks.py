"""How the ranks moved, day by day: one walk over the verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from referee.model import Given, Opened, Placed, PlayerState, RoundOpened, Spot, Thrown, Verdict, passed


class RankDay(Struct, frozen=True):
    """A day of the game (an ordinal, as posts count) on which somebody moved: the table before and after it, and the
    verdicts that moved somebody, in order."""

    day: int
    before: Mapping[str, Spot]
    after: Mapping[str, Spot]
    verdicts: tuple[Verdict, ...]

    @property
    def passed(self) -> dict[str, tuple[str, ...]]:
        """Whom others passed on this day, and who they were."""
        return passed(self.before, self.after)

    @property
    def moved(self) -> list[str]:
        """Who stands on another rank than the day before, or is new in the table, in the order of the table."""
        old = self.before
        return [trip for trip, spot in self.after.items() if trip not in old or old[trip].rank != spot.rank]


class _Seat(Struct):
    """What the order of the table needs of a player (see `game.standings`)."""

    square: int = 0
    arrived: int = 0
    home_at: int | None = None
    rolls: int = 0

    @property
    def order(self) -> tuple[bool, int, int]:
        return (True, -self.square, self.arrived) if self.home_at is None else (False, self.home_at, 0)


class _Walk:
    """The table as it grows; `evolve` is the writer of the game, this follows its verdicts for the ranks alone."""

    def __init__(self, start: Mapping[str, PlayerState]) -> None:
        self._seats = {trip: _Seat(one.square, one.arrived, one.home_at, one.rolls) for trip, one in start.items()}
        self._moves = max((seat.arrived for seat in self._seats.values()), default=0)
        self._homes = max((seat.home_at or 0 for seat in self._seats.values()), default=0)

    def take(self, step: Any) -> bool:
        """A step happens; whether it can have moved somebody."""
        match step:
            case Thrown():
                seat = self._seat(step.player)
                seat.rolls += 1
                roll = step.roll
                self._go(seat, seat.square if roll.target is None else roll.target, is_home=roll.home)
            case Given():
                self._go(self._seat(step.player), step.target, is_home=step.home)
            case Placed():
                seat = self._seat(step.player)
                if not step.home:
                    seat.home_at = None
                self._go(seat, step.target, is_home=step.home)
            case Opened():
                row = step.row
                self._moves += 1
                self._homes = max(self._homes, row.home_at or 0)
                self._seats[row.player] = _Seat(row.square, self._moves, row.home_at, row.rolls)
            case RoundOpened():
                self._seats.clear()
                self._homes = 0
            case _:
                return False
        return True

    def _seat(self, trip: str) -> _Seat:
        return self._seats.setdefault(trip, _Seat())

    def _go(self, seat: _Seat, target: int, *, is_home: bool) -> None:
        if target != seat.square or not seat.arrived:
            self._moves += 1
            seat.arrived = self._moves
        seat.square = target
        if is_home and seat.home_at is None:
            self._homes += 1
            seat.home_at = self._homes

    def table(self) -> dict[str, Spot]:
        """Who stands where: in the order of the standings, by trip."""
        seats = [(trip, seat) for trip, seat in self._seats.items() if seat.rolls]
        seats.sort(key=lambda one: one[1].order)
        found: dict[str, Spot] = {}
        rank, previous = 0, None
        for place, (trip, seat) in enumerate(seats, 1):
            is_home = seat.home_at is not None
            if is_home or previous != seat.square:
                rank = place
            previous = None if is_home else seat.square
            found[trip] = Spot(rank, seat.square, is_home)
        return found


def rank_days(verdicts: Sequence[Verdict], start: Mapping[str, PlayerState] = {}) -> list[RankDay]:
    """The days on which somebody moved, in order; a post of an earlier day than one before it counts on that one's.
    None where no post bears a day. `start` are the players as a hand-over brought them."""
    walk, days = _Walk(start), list[RankDay]()
    days_known = (counts_on for verdict in verdicts if (counts_on := verdict.counts_on) is not None)
    day = next(days_known, 0)
    if not day:
        return []
    before, movers = walk.table(), list[Verdict]()

    def close() -> dict[str, Spot]:
        after = walk.table()
        if movers:
            days.append(RankDay(day, before, after, tuple(movers)))
            movers.clear()
        return after

    for verdict in verdicts:
        counts_on = verdict.counts_on
        if counts_on is not None and counts_on > day:
            before = close()
            day = counts_on
        steps = verdict.steps
        if steps and sum(map(walk.take, steps)):
            movers.append(verdict)
            if any(isinstance(step, RoundOpened) for step in steps):
                before = {}  # ranks of another round are no ranks of this one
    close()
    return days
