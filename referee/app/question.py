"""An ID with all that its worth depends on, and its worth in the keys of the worked examples."""

from __future__ import annotations

import re

from msgspec import Struct

from referee.errors import UsageError
from referee.model import Context, Next, Readings, Roll, Thrown, Verdict
from referee.parse import read_bare_ident

#: The longest ID that is judged, in characters.
LONGEST = 64
#: The dice of an ID under the reading `first8` (T7).
DICE = 8
_LABEL = re.compile(r"\s*[Ii][Dd][:：]\s*")


class Question(Struct, frozen=True):
    """One ID to judge, with what is known of the post."""

    id: str
    context: Context = Context()


class Worth(Struct, frozen=True):
    """What an ID is worth, in the keys of the worked examples (RULES, "Format of the worked examples")."""

    digits: int
    points: int
    roll: int
    bonus: int
    jump: int | str | None
    to: int | None
    home: bool
    rests: int
    exposures: tuple[str, ...]
    next: Next
    again: int
    cp: int
    cn: int
    tasks: tuple[str, ...]
    miss: bool
    overshoot: int


def asked_of(verdict: Verdict, step: Thrown) -> tuple[str, Context]:
    """The ID of a roll that was judged, without what boards put around it, and all that it depended on: judged again
    it makes the same roll. What people would not type, as some boards show it, is asked for by its dice."""
    roll, shown = step.roll, (step.linked or verdict).id
    ident = read_bare_ident(shown).dice_id if shown and len(shown) <= LONGEST else None
    return ident if ident and ident.startswith(roll.dice) else roll.dice, _context_of(verdict, step)


def _context_of(verdict: Verdict, step: Thrown) -> Context:
    """All that a roll that was judged depended on, besides its dice."""
    roll, post = step.roll, step.linked or verdict
    is_seeded = roll.is_random and roll.jump is not None and not verdict.rulings
    seed = f"{post.thread.board}/{post.thread.key}/{post.number}" if is_seeded else None
    # What was held is used up unseen by a roll of chance, and lifted by XX. That chance was lifted too, which is no
    # default (xx_lifts_chance), a roll does not tell: that reading is then not found.
    return Context(
        post.number, step.at.second, roll.origin, roll.factors.held, roll.by_chance, step.gift, step.at.fraction, seed,
        roll.jump if roll.is_random and verdict.rulings else None,
    )  # fmt: skip


def worth_of(roll: Roll) -> Worth:
    """A roll in the keys of the worked examples; a square that chance has yet to choose is `random`."""
    return Worth(
        digits=roll.digits,
        points=roll.points,
        roll=roll.roll,
        bonus=roll.bonus,
        jump="random" if roll.is_random and roll.jump is None else roll.jump,
        to=roll.target,
        home=roll.home,
        rests=roll.rests,
        exposures=roll.exposures,
        next=roll.next,
        again=roll.again,
        cp=roll.cp,
        cn=roll.cn,
        tasks=roll.tasks,
        miss=roll.miss,
        overshoot=roll.overshoot,
    )


def dice_in(ident: str, readings: Readings) -> str:
    """The characters of an ID without marks that are dice (T7)."""
    return ident[:DICE] if readings.dice == "first8" else ident


def ident_of(typed: str) -> str:
    """An ID as typed, without `ID:` before it and marks of boards behind it (T7), as in a thread.

    Raises:
        UsageError: there is nothing left, or nothing that could be dice.
    """
    label = _LABEL.match(typed)
    text = (typed[label.end() :] if label else typed).strip()
    if len(text) > LONGEST:
        raise UsageError(_shown(text), f"an ID of {len(text)} characters", f"IDs have at most {LONGEST}")
    if not text:
        raise UsageError(repr(typed), "an empty ID", "give the characters behind ID:")
    for character in text[:DICE]:
        if not character.isprintable() or character.isspace():
            raise UsageError(_shown(text), "white space among the dice", "give one ID without spaces")
    ident = read_bare_ident(text)
    if ident.dice_id is None and ident.kind == "hidden":
        raise UsageError(text, "a hidden ID", "an ID that the board hides is no roll")
    dice = ident.dice_id or ""
    odd = next((character for character in text[:DICE] if not character.isascii()), None)
    if not dice and odd is not None:
        raise UsageError(_shown(text), f"{odd!r} is no die", "dice are half-width letters, digits and symbols")
    if not dice:
        raise UsageError(_shown(text), "no ID of a player", "give the characters behind ID: as the board shows them")
    return dice


def _shown(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:24]}…"
