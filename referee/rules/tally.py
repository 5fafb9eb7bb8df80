"""What the dice alone are worth: the record that both evaluators fill and that `settle` turns into a roll."""

from __future__ import annotations

from msgspec import Struct

from referee.model import Finding

#: Effects whose worth depends on more than the dice: `settle` fills it in.
CONTEXTUAL = frozenset({"bonus_number", "bonus_seconds", "jump_number", "jump_complement", "jump_random"})

#: Effects that jump, each a target for M4.
JUMPS = frozenset({"jump_start", "jump_hundreds", "jump_number", "jump_complement", "jump_random"})


class Tally(Struct, frozen=True, gc=False):
    """The sum of all matches of one ID (RULES E), before square, held states, post number and seconds come in.

    `findings` in reading order; `waits` whether some of them wait for the context; `digits` the digit part;
    `points` flat points, `strikable` those of them that X may strike and are not struck yet; `jumps` effect and n
    in reading order; `gift_before`, `gift_after` in steps; `x`, `xx` whether these events are there.
    """

    findings: tuple[Finding, ...]
    waits: bool
    digits: int
    points: int
    strikable: int = 0
    x: bool = False
    xx: bool = False
    doubles: int = 0
    negations: int = 0
    rests: int = 0
    exposures: tuple[str, ...] = ()
    chance: bool = False
    held: int = 1
    more_rolls: int = 0
    again: int = 0
    cp: int = 0
    cn: int = 0
    gift_before: int = 0
    gift_after: int = 0
    numbers: int = 0
    seconds: int = 0
    jumps: tuple[tuple[str, int], ...] = ()
    tasks: tuple[str, ...] = ()
    miss: bool = False
