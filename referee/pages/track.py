"""Where each player stood at the end of each day: the columns of the race's picture, and the rows of its table."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from referee.model import Opened, Placed, RoundOpened, Thrown
from referee.pages.tale import Chapter, Event

#: What happened to a player beside walking; the strongest of a day is shown.
Mark = Literal["host", "jump", "start", "home"]
MARKS: tuple[Mark, ...] = ("host", "jump", "start", "home")
#: The day before the first of a round, on which all stand at the start.
START = -1


class Columns:
    """The days on which anybody moved or rested, in order, round by round; before each round all at the start."""

    def __init__(self, chapters: Iterable[Chapter], today: int) -> None:
        """Rests are told up to `today`, or to the last day on which anybody moved."""
        chapters = list(chapters)
        keys = {(event.round, event.day) for one in chapters for event in one.events if event.kind != "round"}
        rounds = {event.round for one in chapters for event in one.events}
        last = max([today, *(day for _, day in keys)])
        rests = [rest for one in chapters for rest in one.rests]
        keys |= {(rest.round, day) for rest in rests for day in range(rest.first, min(rest.last, last) + 1)}
        self.days = sorted(keys | {(number, START) for number in rounds})
        self._place = {key: column for column, key in enumerate(self.days)}

    def __len__(self) -> int:
        return len(self.days)

    def of(self, event: Event) -> int:
        """The column of an event; a round opens in the column before its first day."""
        return self._place[event.round, START if event.kind == "round" else event.day]

    def between(self, number: int, first: int, last: int) -> range:
        """The columns of the days from first to last of a round."""
        return range(bisect_left(self.days, (number, first)), bisect_right(self.days, (number, last)))


class Track(Struct):
    """One player: `squares` at the end of the day of each column, None before he came in; `origin` the column and
    square that his first line comes from; `moved` the columns in which something moved him; `marks` what happened by
    column; `rests` the columns of his rests; `breaks` where a line begins anew, since nobody walked there."""

    trip: str
    squares: list[int | None]
    origin: tuple[int, int] | None
    moved: frozenset[int]
    marks: dict[int, Mark]
    rests: frozenset[int]
    breaks: frozenset[int]

    def legs(self, broken: frozenset[int] = frozenset()) -> Iterator[list[tuple[int, int]]]:
        """The lines of the player, each as columns and squares; they also end before the columns `broken`."""
        leg = [] if self.origin is None else [self.origin]
        for column, square in enumerate(self.squares):
            if square is None:
                continue
            if leg and (column in self.breaks or column in broken):
                yield leg
                leg = []
            leg.append((column, square))
        if leg:
            yield leg

    @property
    def leapt(self) -> frozenset[int]:
        """The columns to which the player did not walk."""
        return frozenset(column for column, mark in self.marks.items() if mark != "home") - self.breaks

    def leaps(self) -> Iterator[list[tuple[int, int]]]:
        """From where to where the player did not walk."""
        for column in sorted(self.leapt):
            square, before = self.squares[column], self.squares[column - 1]
            if self.origin is not None and self.origin[0] == column - 1:
                before = self.origin[1]
            if square is not None and before is not None:
                yield [(column - 1, before), (column, square)]

    def rest_legs(self) -> Iterator[list[tuple[int, int]]]:
        """The pieces of the lines along which the player rested, each from the day before."""
        leg: list[tuple[int, int]] = []
        for column in sorted(self.rests):
            square, before = self.squares[column], self.squares[column - 1]
            if square is None:
                continue
            if leg and leg[-1][0] != column - 1:
                yield leg
                leg = []
            if not leg:
                leg = [(column - 1, square if before is None else before)]
            leg.append((column, square))
        if leg:
            yield leg


def track(chapter: Chapter, columns: Columns) -> Track:
    """The track of one player."""
    found: dict[int, int] = {}
    marks: dict[int, Mark] = {}
    breaks = set()
    origin = None
    for event in chapter.events:
        column = columns.of(event)
        if event.kind == "round" or isinstance(event.step, Opened):
            breaks.add(column)
        elif not found:
            origin = (column - 1, event.origin)
        found[column] = event.origin if event.target is None else event.target
        mark = _mark(event)
        if mark is not None and MARKS.index(mark) >= MARKS.index(marks.get(column, "host")):
            marks[column] = mark
    squares: list[int | None] = []
    for column in range(len(columns)):
        squares.append(found.get(column, squares[-1] if squares else None))
    rests = {column for rest in chapter.rests for column in columns.between(rest.round, rest.first, rest.last)}
    moved = frozenset(column for column in found if columns.days[column][1] != START)
    return Track(chapter.trip, squares, origin, moved, marks, frozenset(rests), frozenset(breaks))


def _mark(event: Event) -> Mark | None:
    step = event.step
    if isinstance(step, RoundOpened | Opened):
        return None
    if step.roll.home if isinstance(step, Thrown) else step.home:
        return "home"
    if isinstance(step, Placed):
        return "host"
    if event.target == 0 < event.origin:
        return "start"
    return "jump" if isinstance(step, Thrown) and (step.roll.jump is not None or step.roll.is_random) else None
