"""What one ID is worth: the findings, and the numbers that come of them."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True, gc=False, array_like=True):
    """One line of the explanation of a roll.

    `rule` is the rule id (RULES.md), `at` the half-open span of dice or None where no die made it (the square's
    multiplier, held states), `effect` the effect of the row, `worth` its number (None when what it needs is unknown),
    `row` the id of the ruleset's row whose text explains it (`E-K/digit`).
    """

    rule: str
    at: tuple[int, int] | None
    effect: str
    worth: float | None
    row: str


class Factors(Struct, frozen=True, gc=False, array_like=True):
    """What multiplies a roll (M1): doublings minus halvings, number of RV, the square's and the held multiplier."""

    doubles: int = 0
    negations: int = 0
    square: int = 1
    held: int = 1


class Next(Struct, frozen=True, gc=False):
    """What a roll leaves for the next turn: chance, the held ×n, and the number of rolls (1 = no extra one)."""

    chance: bool = False
    held: int = 1
    rolls: int = 1


class Context(Struct, frozen=True, gc=False):
    """What a roll depends on besides the dice.

    `post_no` and `second` are None where unknown; `fraction` are the fraction digits of the stamp (for the reading
    pt_hundredths); `square` is the square rolled from, `held` the held ×n, `chance` the chance state, `gift` the steps
    received (G3); `seed` is `board/key/number` for M5, None where a random square is not decided; `random` the square
    that the host ruled for it, which wins.
    """

    post_no: int | None = None
    second: int | None = None
    square: int = 0
    held: int = 1
    chance: bool = False
    gift: int = 0
    fraction: str = ""
    seed: str | None = None
    random: int | None = None


class Roll(Struct, frozen=True, gc=False, array_like=True):
    """The worth of one ID in one context (RULES E and M).

    `digits` digit part; `points` flat points; `roll` squares to walk, signed; `bonus` squares that no multiplier
    touches (0 with a jump); `jump` square jumped to, before landing; `is_random` whether chance chose it (M5;
    `jump` is then None until it is decided); `origin`, `target` square before and after (None while a random square
    is undecided); `landing` the 20 of a hundred-square; `overshoot` squares beyond home; `rests` days; `exposures`,
    `tasks` their letters; `again` extra rolls granted now; `cp`, `cn` how many gifts to the player before and
    after, `gift_before`, `gift_after` their steps; `lifts` whether XX lifted the held states; `by_chance` whether
    the chance state decided it (S3).
    """

    dice: str
    findings: tuple[Finding, ...]
    digits: int
    points: int
    factors: Factors
    roll: int
    bonus: int
    jump: int | None
    is_random: bool
    origin: int
    target: int | None
    landing: int
    overshoot: int
    home: bool
    rests: int
    exposures: tuple[str, ...]
    next: Next
    again: int
    cp: int
    cn: int
    tasks: tuple[str, ...]
    miss: bool
    gift_before: int = 0
    gift_after: int = 0
    lifts: bool = False
    by_chance: bool = False
