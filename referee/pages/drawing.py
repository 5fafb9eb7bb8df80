"""Rolls as HTML: the dice with their marks, a row for each finding, and how it was added up."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from markupsafe import Markup
from msgspec import Struct

from referee.model import Finding, Roll
from referee.pages.letters import MARKS, Letter, finding_line, letters, marks
from referee.pages.pieces import Pieces, Remembered
from referee.pages.shapes import as_html
from referee.pages.view import Otherwise
from referee.words import clean
from referee.words.pages import PageSpeaker

#: Effects that their letters tell all of: a row says the same in every roll.
_SIMPLE = frozenset({"digit", "points", "points_per_length", "setback", "double", "negate", "rest", "strike"})


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


class Drawing:
    """Draws rolls in one language; what says the same is drawn once. `most` is how much of that is remembered."""

    def __init__(self, pieces: Pieces, say: Callable[..., str], most: int | None = None) -> None:
        self._pieces, self._say = pieces, say
        self._dice: Remembered[tuple[str, str]] = Remembered(most, self._die)
        self._letters = pieces.told("letter")
        self._rows: Remembered[tuple[object, ...]] = Remembered(most)

    def roll(self, speaker: PageSpeaker, roll: Roll, place: int = 1, *, lost: bool = False) -> Drawn:
        """A roll with everything that made it: the first of a page, or a later one; `lost`: nobody took its CP."""
        found = marks(roll)
        cells = map(self._dice.__getitem__, zip(roll.dice, found, strict=True))
        rows = [self._row(speaker, finding, roll) for finding in roll.findings]
        table = _Table(
            str(place) if place > 1 else "",
            as_html("".join(cells)),
            as_html("".join(rows)),
            tuple(speaker.conclusion(roll, lost=lost)),
        )
        return Drawn(self._pieces.shaped("roll", table), frozenset(found))

    def letters(self, roll: Roll) -> Markup:
        """The dice of a roll in a line of text."""
        return as_html("".join(map(self._letters.__getitem__, letters(roll))))

    def legend(self, marks: Container[str] = MARKS) -> Markup:
        """What the marks mean, or some of them; nothing where there are none."""
        told = tuple((mark, self._say(f"legend_{mark}")) for mark in MARKS if mark in marks)
        return self._pieces.told("key_of")[self._say("legend"), told] if told else Markup()

    def others(self, speaker: PageSpeaker, others: Iterable[Otherwise], level: int) -> Markup:
        """What a roll would be by other readings, under a heading of a level; nothing where there are none."""
        told = tuple(
            self._say("otherwise", switch=one.switch, value=one.value, roll=speaker.short_roll(one.roll))
            for one in others
        )
        return self._pieces.shaped("others", (level, told)) if told else Markup()

    def _die(self, die: tuple[str, str]) -> Markup:
        text, mark = die
        return self._pieces.shaped("die", Letter(clean(text), mark))

    def _row(self, speaker: PageSpeaker, finding: Finding, roll: Roll) -> Markup:
        """The row of a finding; what says the same wherever its letters stand, most of all, is said once."""

        def made() -> Markup:
            return self._pieces.shaped("finding", finding_line(speaker.tongue, finding, roll))

        if finding.effect not in _SIMPLE or finding.at is None:
            return made()
        start, end = finding.at
        return self._rows.of((finding, roll.dice[start:end], len(roll.dice), speaker.tongue), made)
