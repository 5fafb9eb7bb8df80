"""Standings as JSON tells them, whatever prints them: a command, an audit, published data; and who passed whom."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType

from referee.model.game import Standing
from referee.model.post import day_text


class Cut(Struct, frozen=True):
    """The last post that standings know of; `no` is the number that means it, `time` its stamp in ISO form."""

    thread: str | None
    no: int | None
    time: str | None


class StandingRow(Struct, frozen=True, gc=False):
    """One row of the standings, days as ISO dates; `range` only where what is open matters."""

    rank: int
    player: str
    name: str
    square: int
    home: bool
    rolls: int
    rest_until: str | None
    held: int
    chance: bool
    extra_rolls: int
    can_roll_on: str | None
    range: tuple[int, int] | UnsetType = UNSET


def standing_row(standing: Standing, span: tuple[int, int] | None = None) -> StandingRow:
    """A row of the standings, days as ISO dates; `span` is the range of squares, None where they are one."""
    return StandingRow(
        standing.rank,
        standing.player,
        standing.name,
        standing.square,
        standing.home,
        standing.rolls,
        None if standing.rest_until is None else day_text(standing.rest_until),
        standing.held,
        standing.chance,
        standing.extra_rolls,
        None if standing.can_roll_on is None else day_text(standing.can_roll_on),
        UNSET if span is None else span,
    )


class Spot(Struct, frozen=True, gc=False):
    """Where a player stood at some time: rank, square, and whether at home."""

    rank: int
    square: int
    home: bool = False


def passed(before: Mapping[str, Spot], after: Mapping[str, Spot]) -> dict[str, tuple[str, ...]]:
    """Of players (trips) whom others passed between two times, who they were, in the order of the later table.

    Passing takes a move of one's own: whoever was not ahead, went on, and is ahead now. Nobody is passed by those who
    stood while he went back.
    """
    went = {
        trip
        for trip, spot in after.items()
        if (old := before.get(trip, Spot(len(before) + 1, 0))).square < spot.square or (spot.home and not old.home)
    }
    found = {}
    for trip, old in before.items():
        now = after.get(trip)
        if now is None:
            continue
        ahead = (other for other in after if other in went and after[other].rank < now.rank)
        by = tuple(other for other in ahead if other not in before or before[other].rank >= old.rank)
        if by and trip not in by:
            found[trip] = by
    return found
