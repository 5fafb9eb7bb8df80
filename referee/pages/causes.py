"""Which letters of a roll made most of it."""

from __future__ import annotations

from referee.model import Finding, Roll
from referee.words import clean

#: Effects that add squares by a number of their own.
_ADDING = ("points", "points_per_length", "setback", "bonus_number", "bonus_seconds")
#: Effects that lead somewhere.
_JUMPS = ("jump_start", "jump_hundreds", "jump_number", "jump_complement", "jump_random")
#: A cause worth naming adds so many squares, and as much as all the rest at least.
_ENOUGH = 10
#: Signs of letters that are told.
_LONG = 8


def cause_of(roll: Roll) -> str:
    """The letters that a story names: those that led to another place, else those that added most; nothing where no
    letters made most of the roll, or where they pulled the other way."""
    jumps = [one for one in roll.findings if one.effect in _JUMPS and one.at is not None]
    if roll.jump is not None:
        return _letters(roll, jumps[-1]) if jumps else ""
    adding = [one for one in roll.findings if one.effect in _ADDING and one.at is not None and one.worth]
    best = max(adding, key=lambda one: abs(one.worth or 0), default=None)
    if best is None or best.worth is None or abs(best.worth) < _ENOUGH:
        return ""
    rest = roll.digits + roll.points + roll.bonus - best.worth
    return _letters(roll, best) if abs(best.worth) >= abs(rest) and best.worth * roll.roll > 0 else ""


def _letters(roll: Roll, finding: Finding) -> str:
    start, end = finding.at or (0, 0)
    return clean(roll.dice[start:end][:_LONG])
