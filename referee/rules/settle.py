"""From a tally to a roll: multipliers, movement, jumps, landing and home (RULES M1 to M6, S3)."""

from __future__ import annotations

import hashlib

from referee.model import Context, Factors, Finding, Next, Readings, Roll
from referee.rules.tally import Tally

#: A square that is a multiple of this (not the start) sends who reaches it on (M3).
HUNDRED = 100
#: How far it sends them.
LANDING = 20
#: Days of rest that an exposure brings (S5).
EXPOSURE_DAYS = 2

#: Most rolls are multiplied by nothing and leave nothing: they share these.
_NO_FACTORS, _NOTHING_NEXT = Factors(), Next()


def settle(
    dice: str, tally: Tally, context: Context, readings: Readings, multipliers: dict[int, int], goal: int
) -> Roll:
    """The roll that a tally makes in a context.

    `multipliers`: square → multiplier (M2); `goal`: the square that is home. Distances are squares, rests days.
    """
    if context.chance and not (tally.xx and readings.xx_lifts_chance):
        return _chance_roll(dice, context, readings, goal)
    square = context.square
    square_times = multipliers.get(square, 1)
    held = 1 if tally.xx else context.held
    times = square_times * held
    if tally.negations & 1:
        times = -times
    strikes = tally.x and (readings.x_strikes == "always" or times > 0)
    points = tally.points if strikes else tally.points + tally.strikable
    roll = (tally.digits + points) * times
    if tally.doubles:
        roll = _doubled(roll, tally.doubles, readings.fraction)
    findings = tally.findings
    jump, is_random = _jump(dice, tally, context, goal) if tally.jumps else (None, False)
    jumps = is_random or jump is not None
    bonus = context.gift
    if jumps:
        bonus = 0
    elif tally.numbers or tally.seconds:
        bonus += _bonus(tally, context, readings)
    if tally.waits:
        findings = tuple([_fill(finding, dice, context, readings, strikes, goal) for finding in findings])
    if square_times != 1 or held != 1 or context.gift:
        findings += _context_findings(square_times, held, context.gift)
    reached = square + roll + bonus
    target: int | None = reached
    landing = overshoot = 0
    if jumps:
        target, landing, overshoot = _land(jump, goal, readings.land_after_jump)
    elif not 0 < reached < goal or not reached % HUNDRED:  # else it ends between hundreds, as most do
        target, landing, overshoot = arrive(reached, goal)
    factors, following = _NO_FACTORS, _NOTHING_NEXT
    if times != 1 or tally.doubles or tally.negations:
        factors = Factors(tally.doubles, tally.negations, square_times, held)
    if tally.chance or tally.held != 1 or tally.more_rolls:
        following = Next(tally.chance, tally.held, 1 + tally.more_rolls)
    return Roll(
        dice, findings,
        tally.digits, points, factors, roll, bonus, jump, is_random,
        square, target, landing, overshoot, target == goal,
        EXPOSURE_DAYS * len(tally.exposures) if tally.exposures else tally.rests, tally.exposures, following,
        tally.again, tally.cp, tally.cn, tally.tasks, tally.miss, tally.gift_before, tally.gift_after, tally.xx,
    )  # fmt: skip


def _bonus(tally: Tally, context: Context, readings: Readings) -> int:
    """PL and PT, which no multiplier touches (M3), as far as their numbers are known."""
    bonus = 0
    if tally.numbers and context.post_no is not None:
        bonus += tally.numbers * digit_sum(context.post_no)
    if tally.seconds and context.second is not None:
        bonus += tally.seconds * seconds_sum(context, readings)
    return bonus


def arrive(reached: int, goal: int) -> tuple[int, int, int]:
    """Where a movement ends (M3, M6): the square after landing, the squares of landing, and the overshoot."""
    if reached >= goal:
        return goal, 0, reached - goal
    if reached <= 0:
        return 0, 0, 0
    if reached % HUNDRED:
        return reached, 0, 0
    return min(reached + LANDING, goal), LANDING, 0


def _land(reached: int | None, goal: int, lands: bool) -> tuple[int | None, int, int]:
    if reached is None:
        return None, 0, 0
    if lands or reached >= goal:
        return arrive(reached, goal)
    return reached, 0, 0


def digit_sum(number: int) -> int:
    """The digits of a number, summed (E-PL)."""
    return sum(map(int, str(number)))


def seconds_sum(context: Context, readings: Readings) -> int:
    """The digits of the whole seconds, summed (E-PT); with the reading pt_hundredths those of the hundredths too."""
    total = digit_sum(context.second or 0)
    return total + sum(map(int, context.fraction[:2])) if readings.pt_hundredths and context.fraction else total


def random_square(seed: str, dice: str) -> int:
    """M5: the first 8 bytes, big-endian, of SHA-256 over `board/key/number dice`, modulo 1000."""
    digest = hashlib.sha256(f"{seed} {dice}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % 1000


def _doubled(value: int, doubles: int, fraction: str) -> int:
    """value × 2^doubles, exact; a fraction is dropped once, as the reading says (M1)."""
    if doubles > 0:
        return value << doubles
    unit = 1 << -doubles
    if fraction == "floor":
        return value // unit
    if fraction == "ceil":
        return -(-value // unit)
    if fraction == "half_up":
        return (2 * value + unit) // (2 * unit)
    return value // unit if value >= 0 else -(-value // unit)


def _jump(dice: str, tally: Tally, context: Context, goal: int) -> tuple[int | None, bool]:
    """The square that the last TO that jumps names (E-TO), and whether chance names it; None where none is known."""
    for effect, n in reversed(tally.jumps):
        if effect == "jump_random":
            return _random(dice, context), True
        square = _target(effect, n, context, goal)
        if square is not None:
            return square, False
    return None, False


def _random(dice: str, context: Context) -> int | None:
    if context.random is not None:
        return context.random
    return None if context.seed is None else random_square(context.seed, dice)


def _target(effect: str, n: int, context: Context, goal: int) -> int | None:
    if effect == "jump_start":
        return 0
    if effect == "jump_hundreds":
        return HUNDRED * n
    if context.post_no is None:
        return None
    return context.post_no if effect == "jump_number" else max(0, goal - context.post_no)


def _fill(finding: Finding, dice: str, context: Context, readings: Readings, strikes: bool, goal: int) -> Finding:
    """A finding that waited for the context, with its worth; None stays where the context does not tell it."""
    worth: float | None
    match finding.effect:
        case "bonus_number":
            worth = None if context.post_no is None else digit_sum(context.post_no)
        case "bonus_seconds":
            worth = None if context.second is None else seconds_sum(context, readings)
        case "jump_number" | "jump_complement":
            worth = _target(finding.effect, 0, context, goal)
        case "jump_random":
            worth = _random(dice, context)
        case "setback":
            effect, worth = ("struck", 0) if strikes else ("points", finding.worth)
            return Finding(finding.rule, finding.at, effect, worth, finding.row)
        case _:
            return finding
    return Finding(finding.rule, finding.at, finding.effect, worth, finding.row)


def _context_findings(square_times: int, held: int, gift: int) -> tuple[Finding, ...]:
    """What no die made: the square's multiplier, the held one, and a received gift."""
    found = []
    if square_times != 1:
        found.append(Finding("M2", None, "square_times", square_times, "M2"))
    if held != 1:
        found.append(Finding("S1", None, "held_times", held, "S1"))
    if gift:
        found.append(Finding("G3", None, "gift", gift, "G3"))
    return tuple(found)


def _chance_roll(dice: str, context: Context, readings: Readings, goal: int) -> Roll:
    """S3: half the square, + 500 if a plus is among the dice; nothing else of the ID counts."""
    plus = dice.find("+")
    jump = context.square // 2 + (goal // 2 if plus >= 0 else 0)
    target, landing, overshoot = _land(jump, goal, readings.land_after_jump)
    finding = Finding("S3", (plus, plus + 1) if plus >= 0 else None, "chance_jump", jump, "S3")
    return Roll(
        dice, (finding,), 0, 0, Factors(), 0, 0, jump, False, context.square, target, landing, overshoot, target ==
        goal, 0, (), Next(), 0, 0, 0, (), False, by_chance=True, )  # fmt: skip
