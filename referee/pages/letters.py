"""Dice as they are drawn: each letter marked by what it did, and each finding under its letters."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable
from typing import Protocol

from markupsafe import Markup
from msgspec import Struct

from referee.model import Finding, Roll, Thrown
from referee.pages.view import Otherwise
from referee.words import clean
from referee.words.findings import finding_text
from referee.words.pages import PageSpeaker
from referee.words.tongue import Tongue

#: Effect → the mark of its letters (a class of the style sheet, which draws a line of its own kind beside a colour).
_MARKS = {
    "digit": "num",
    "points": "plus",
    "points_per_length": "plus",
    "bonus_number": "plus",
    "bonus_seconds": "plus",
    "setback": "minus",
    "digits_product": "times",
    "digits_join": "times",
    "digits_times": "times",
    "digits_only": "times",
    "double": "times",
    "halve": "times",
    "negate": "times",
    "strike": "void",
    "struck": "void",
    "rest": "rest",
    "exposure": "rest",
    "chance": "next",
    "hold": "next",
    "more_rolls": "next",
    "again": "next",
    "gift_before": "gift",
    "gift_after": "gift",
    "jump_start": "jump",
    "jump_hundreds": "jump",
    "jump_number": "jump",
    "jump_complement": "jump",
    "jump_random": "jump",
    "chance_jump": "jump",
    "task": "task",
}
#: Effects that their letters tell all of: a line says the same in every roll.
_SIMPLE = frozenset({"digit", "points", "points_per_length", "setback", "double", "negate", "rest", "strike"})
#: The marks, in the order of the legend.
MARKS = ("num", "plus", "minus", "times", "jump", "rest", "next", "gift", "void", "task")


class Letter(Struct, frozen=True):
    """One die (or several neighbours with one mark); `mark` is empty where it did nothing."""

    text: str
    mark: str


class Line(Struct, frozen=True):
    """One finding: `before` empty columns, its letters over `span` columns, `after` more; then its words."""

    before: int
    span: int
    after: int
    letters: str
    mark: str
    text: str
    sentence: str


class Drawn(Struct, frozen=True):
    """A roll as it is drawn: the dice, a line for each finding, and how it was added up."""

    head: str
    marks: frozenset[str]
    cells: Markup
    rows: Markup
    sums: tuple[str, ...]


def mark_of(finding: Finding) -> str:
    """How a finding marks its letters."""
    mark = _MARKS.get(finding.effect, "")
    return "minus" if mark == "plus" and (finding.worth or 0) < 0 else mark


def _marks(roll: Roll) -> list[str]:
    """The mark of each die: that of its first finding, where a digit's own worth gives way to whatever else it does."""
    found = [""] * len(roll.dice)
    for finding in roll.findings:
        mark = mark_of(finding)
        for place in range(*(finding.at or (0, 0))):
            if found[place] in ("", "num") and mark:
                found[place] = mark
    return found


def letters(roll: Roll) -> tuple[Letter, ...]:
    """The dice, neighbours of one mark together."""
    found: list[Letter] = []
    for die, mark in zip(roll.dice, _marks(roll), strict=True):
        if found and found[-1].mark == mark:
            found[-1] = Letter(found[-1].text + die, mark)
        else:
            found.append(Letter(die, mark))
    return tuple(Letter(clean(one.text), one.mark) for one in found)


class Parts(Protocol):
    """Whoever makes parts of pages by the macros of `pieces.html`, and knows the labels."""

    def part(self, macro: str, key: Hashable, content: Callable[[], object] | None = None) -> Markup:
        """A part, of `content`, which is the key itself where none is given; of one key it is made once."""

    def say(self, key: str, **fields: object) -> str:
        """A label."""


def drawn(edition: Parts, speaker: PageSpeaker, step: Thrown, *, lost: bool) -> Drawn:
    """A roll of a post with everything that made it."""
    return drawn_roll(edition, speaker, step.roll, speaker.extra_head(step), lost=lost)


def drawn_roll(edition: Parts, speaker: PageSpeaker, roll: Roll, head: str = "", *, lost: bool = False) -> Drawn:
    """A roll with everything that made it, a line before it, and whether nobody took its CP."""
    marks = _marks(roll)
    cells = (edition.part("die", die) for die in zip(roll.dice, marks, strict=True))
    rows = (_row(edition, speaker, finding, roll) for finding in roll.findings)
    return Drawn(
        head,
        frozenset(marks),
        Markup("".join(cells)),
        Markup("".join(rows)),
        tuple(speaker.conclusion(roll, lost=lost)),
    )


def _row(edition: Parts, speaker: PageSpeaker, finding: Finding, roll: Roll) -> Markup:
    """The row of a finding; what says the same wherever its letters stand, most of all, is said once."""
    if finding.effect not in _SIMPLE or finding.at is None:
        return edition.part("finding", _line(speaker.tongue, finding, roll))
    start, end = finding.at
    key = (finding, roll.dice[start:end], len(roll.dice), speaker.tongue)
    return edition.part("finding", key, lambda: _line(speaker.tongue, finding, roll))


def others_told(edition: Parts, speaker: PageSpeaker, others: Iterable[Otherwise]) -> tuple[str, ...]:
    """What a roll would be by other readings, a line for each."""
    return tuple(
        edition.say("otherwise", switch=one.switch, value=one.value, roll=speaker.short_roll(one.roll))
        for one in others
    )


def dice_marked(roll: Roll) -> tuple[Letter, ...]:
    """The dice one by one."""
    return tuple(Letter(clean(die), mark) for die, mark in zip(roll.dice, _marks(roll), strict=True))


def finding_lines(_: Tongue, roll: Roll) -> tuple[Line, ...]:
    """A line for each finding."""
    return tuple(_line(_, finding, roll) for finding in roll.findings)


def legend(edition: Parts, marks: Container[str] = MARKS) -> Markup:
    """What the marks mean, or some of them; nothing where there are none."""
    told = tuple((mark, edition.say(f"legend_{mark}")) for mark in MARKS if mark in marks)
    return edition.part("key_of", (edition.say("legend"), told)) if told else Markup()


def _line(_: Tongue, finding: Finding, roll: Roll) -> Line:
    start, end = finding.at or (0, 0)
    text, sentence = finding_text(_, finding, roll.dice, roll.origin, roll), _.sentence(finding.row)
    own = clean(roll.dice[start:end])
    told = "" if sentence in text else sentence
    return Line(start, end - start, len(roll.dice) - end, own, mark_of(finding), text, told)
