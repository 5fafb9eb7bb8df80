"""What is drawn of dice: each letter marked by what it did, and each finding under its letters."""

from __future__ import annotations

from msgspec import Struct

from referee.model import Finding, Roll
from referee.words import clean
from referee.words.findings import finding_text
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


def mark_of(finding: Finding) -> str:
    """How a finding marks its letters."""
    mark = _MARKS.get(finding.effect, "")
    return "minus" if mark == "plus" and (finding.worth or 0) < 0 else mark


def marks(roll: Roll) -> list[str]:
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
    found, start, dice, by_die = [], 0, roll.dice, marks(roll)
    for end in range(1, len(dice) + 1):
        if end == len(dice) or by_die[end] != by_die[start]:
            found.append(Letter(clean(dice[start:end]), by_die[start]))
            start = end
    return tuple(found)


def dice_marked(roll: Roll) -> tuple[Letter, ...]:
    """The dice one by one."""
    return tuple(Letter(clean(die), mark) for die, mark in zip(roll.dice, marks(roll), strict=True))


def finding_lines(_: Tongue, roll: Roll) -> tuple[Line, ...]:
    """A line for each finding."""
    return tuple(finding_line(_, finding, roll) for finding in roll.findings)


def finding_line(_: Tongue, finding: Finding, roll: Roll) -> Line:
    """The line of a finding."""
    start, end = finding.at or (0, 0)
    text, sentence = finding_text(_, finding, roll.dice, roll.origin, roll), _.sentence(finding.row)
    own = clean(roll.dice[start:end])
    told = "" if sentence in text else sentence
    return Line(start, end - start, len(roll.dice) - end, own, mark_of(finding), text, told)
