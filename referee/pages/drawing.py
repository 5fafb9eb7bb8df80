"""Rolls as HTML: the dice with their marks, a row for each finding, and how it was added up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct

from referee.model import Finding, Roll
from referee.pages.basis import by_identity
from referee.pages.letters import MARKS, Letter, finding_line, letters, marks
from referee.pages.pieces import Pieces, Remembered
from referee.pages.shapes import Shapes, as_html
from referee.pages.view import Otherwise
from referee.words import clean
from referee.words.pages import PageSpeaker

_Made = TypeVar("_Made")
#: Effects of which the roll tells more than the finding and its letters do; the others say the same in every roll.
_BY_ROLL = frozenset({"struck", "exposure", "task", "square_times"})


class Drawn(Struct, frozen=True):
    """A roll as HTML, and the marks that its dice bear."""

    html: Markup
    marks: frozenset[str]


class _Table(Struct, frozen=True):
    """The dice, a row for each finding, and how it was added up; `place` tells several tables of a page apart."""

    place: str
    cells: Markup
    rows: Markup
    sums: tuple[str, ...]


class Dice:
    """Draws dice, which no language changes; a die, and neighbours of one mark, are drawn once.

    `most` is how much of that is remembered, None for all; then whole rolls are remembered too, as long as this is.
    """

    def __init__(self, templates: Environment, most: int | None = None) -> None:
        macros: Any = templates.globals["pieces"]
        self._die, letter = (Shapes(partial(macro, None, None)) for macro in (macros.die, macros.letter))
        self._dice: Remembered[tuple[str, str]] = Remembered(most, self._drawn)
        self._letters: Remembered[Letter] = Remembered(most, letter)
        remember = by_identity if most is None else _never
        #: The dice of a roll as cells of a table, and their marks.
        self.cells: Callable[[Roll], tuple[Markup, frozenset[str]]] = remember(self._cells_of)
        #: The dice of a roll in a line of text.
        self.letters: Callable[[Roll], Markup] = remember(self._letters_of)

    def _cells_of(self, roll: Roll) -> tuple[Markup, frozenset[str]]:
        found = marks(roll)
        cells = map(self._dice.__getitem__, zip(roll.dice, found, strict=True))
        return as_html("".join(cells)), frozenset(found)

    def _drawn(self, die: tuple[str, str]) -> Markup:
        text, mark = die
        return self._die(Letter(clean(text), mark))

    def _letters_of(self, roll: Roll) -> Markup:
        return as_html("".join(map(self._letters.__getitem__, letters(roll))))


def _never(make: Callable[[Roll], _Made]) -> Callable[[Roll], _Made]:
    """Remembers nothing."""
    return make


class Drawing:
    """Draws rolls in one language; what says the same is drawn once. `most` is how much of that is remembered."""

    def __init__(self, dice: Dice, pieces: Pieces, say: Callable[..., str], most: int | None = None) -> None:
        self._dice, self._pieces, self._say = dice, pieces, say
        self._rows: Remembered[tuple[object, ...]] = Remembered(most)
        self._legends: Remembered[frozenset[str]] = Remembered(most)

    def roll(self, speaker: PageSpeaker, roll: Roll, place: int = 1, *, lost: bool = False) -> Drawn:
        """A roll with everything that made it: the first of a page, or a later one; `lost`: nobody took its CP."""
        cells, found = self._dice.cells(roll)
        rows = [self._row(speaker, finding, roll) for finding in roll.findings]
        sums = tuple(speaker.conclusion(roll, lost=lost))
        table = _Table(str(place) if place > 1 else "", cells, as_html("".join(rows)), sums)
        return Drawn(self._pieces.shaped("roll", table), found)

    def legend(self, marks: frozenset[str] = frozenset(MARKS)) -> Markup:
        """What the marks mean, or some of them; nothing where there are none."""
        return self._legends.of(marks, lambda: self._legend(marks))

    def others(self, speaker: PageSpeaker, others: Iterable[Otherwise], level: int) -> Markup:
        """What a roll would be by other readings, under a heading of a level; nothing where there are none."""
        told = tuple(
            self._say("otherwise", switch=one.switch, value=one.value, roll=speaker.short_roll(one.roll))
            for one in others
        )
        return self._pieces.shaped("others", (level, told)) if told else Markup()

    def _legend(self, marks: frozenset[str]) -> Markup:
        told = tuple((mark, self._say(f"legend_{mark}")) for mark in MARKS if mark in marks)
        return self._pieces.shaped("key_of", (self._say("legend"), told)) if told else Markup()

    def _row(self, speaker: PageSpeaker, finding: Finding, roll: Roll) -> Markup:
        """The row of a finding; what says the same wherever its letters stand, most of all, is said once."""

        def made() -> Markup:
            return self._pieces.shaped("finding", finding_line(speaker.tongue, finding, roll))

        if finding.effect in _BY_ROLL:
            return made()
        start, end = finding.at or (0, 0)
        return self._rows.of((finding, roll.dice[start:end], len(roll.dice), speaker.tongue), made)
