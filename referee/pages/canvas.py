"""The paper of the race: where a column and a square lie on it, and lines from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

#: Size of the picture and its margins (units: half a pixel on a screen of 360), and the gap between two labels.
WIDTH, LEFT, RIGHT, TOP, HEIGHT, BOTTOM, GAP = 720, 56, 156, 40, 520, 44, 22
#: Gaps between two lines of the grid (squares), and how many gaps there may be; labels of days.
_STEPS, _GAPS, _DAYS = (10, 20, 50, 100, 200, 500, 1000), 6, 4
_HUNDRED = 100


class Text(Struct, frozen=True):
    """A text in the picture."""

    x: int
    y: int
    text: str


class Canvas:
    """Columns from left to right, squares upwards: to the goal, or not so far while nobody came half so far."""

    width, height, left, right = WIDTH, HEIGHT + TOP + BOTTOM, LEFT, WIDTH - RIGHT
    top, bottom = TOP, TOP + HEIGHT

    def __init__(self, columns: int, best: int, goal: int) -> None:
        """`columns` how many there are, `best` the highest square that anybody stood on."""
        hundreds = -(-(best + 1) // _HUNDRED) * _HUNDRED
        self.most = max(goal, best, 1) if best * 2 > goal else min(hundreds, max(goal, 1))
        self._columns = max(columns - 1, 1)
        step = next((step for step in _STEPS if self.most <= step * _GAPS), self.most)
        self.grid = [(self.y(square), square) for square in range(0, self.most + 1, step)]

    def x(self, column: int) -> int:
        """Where a column lies."""
        return LEFT + column * (self.right - LEFT) // self._columns

    def y(self, square: int) -> int:
        """Where a square lies."""
        return self.bottom - max(0, square) * HEIGHT // self.most

    def path(self, legs: Iterable[Sequence[tuple[int, int]]], grain: int = 1) -> str:
        """Lines through columns and squares. A point on a level line is left out; of a coarser grain, so are those
        between every so many columns."""
        parts = []
        for leg in legs:
            last = len(leg) - 1
            kept = [
                point
                for place, point in enumerate(leg)
                if place in (0, last)
                or (not point[0] % grain and not leg[place - 1][1] == point[1] == leg[place + 1][1])
            ]
            parts.append(self._line([(self.x(column), self.y(square)) for column, square in kept]))
        return "".join(parts)

    @staticmethod
    def _line(points: Sequence[tuple[int, int]]) -> str:
        (x, y), *more = points
        found = [f"M{x} {y}"]
        for right, down in more:
            found.append(f"h{right - x}" if down == y else f"l{right - x} {down - y}")
            x, y = right, down
        return "".join(found) if more else f"{found[0]}h0"

    def ticks(self, columns: Sequence[int]) -> Sequence[int]:
        """Which of the columns get the label of their day: few enough, and evenly."""
        step = max(1, -(-(len(columns) - 1) // (_DAYS - 1)))
        return columns[::step]

    def labels(self, squares: Sequence[int]) -> list[int]:
        """Where labels of lines that end on these squares lie, so that none lies on another: in the same order."""
        order = sorted(range(len(squares)), key=lambda place: -squares[place])
        heights = [self.y(squares[place]) for place in order]
        for place in range(1, len(heights)):
            heights[place] = max(heights[place], heights[place - 1] + GAP)
        floor = self.bottom
        for place in reversed(range(len(heights))):
            heights[place] = floor = min(heights[place], floor)
            floor -= GAP
        found = dict(zip(order, heights, strict=True))
        return [found[place] for place in range(len(squares))]
