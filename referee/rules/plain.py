"""The plain evaluator: it reads the rows one by one, and is the definition that the compiled one is tested against."""

from __future__ import annotations

import re
from math import prod

from msgspec import Struct

from referee.model import Context, Finding, Roll
from referee.rules.effects import EFFECTS
from referee.rules.follow import consumes, follower
from referee.rules.ruleset import EventRow, Ruleset
from referee.rules.settle import settle
from referee.rules.tally import CONTEXTUAL, JUMPS, Tally


class Match(Struct, frozen=True):
    """One place where a row matches: a half-open span of dice and, where the row takes one, a number."""

    row: EventRow
    start: int
    end: int
    n: int = 0


def takes_digit(row: EventRow) -> bool:
    """Whether the row's number is the digit behind its trigger."""
    return row.worth is None and EFFECTS[row.effect].worth == "or_digit"


def row_matches(row: EventRow, dice: str, ruleset: Ruleset) -> list[Match]:
    """Every place where this row matches these dice, whatever the other rows do (letters are not used up)."""
    if row.shape is not None:
        return _shape_matches(row, dice, ruleset)
    assert row.trigger is not None  # the loader refuses a row with neither
    text, trigger = (_capitals(dice), row.trigger.upper()) if row.case == "blind" else (dice, row.trigger)
    if trigger not in text:
        return []
    starts = [start for start in range(len(dice)) if text.startswith(trigger, start)]
    return [match for start in starts if (match := match_at(row, dice, start)) is not None]


def match_at(row: EventRow, dice: str, start: int) -> Match | None:
    """The match of a row with a trigger at one place."""
    trigger = row.trigger or ""
    end = start + len(trigger)
    blind = row.case == "blind"
    found = dice[start:end]
    if found != trigger and (not blind or _capitals(found) != trigger.upper()):
        return None
    if not follower(row.follow, blind)(dice[end : end + 1]):
        return None
    n = int(dice[end]) if takes_digit(row) else row.worth or 0
    return Match(row, start, end + 1 if consumes(row.follow) else end, n)


def _capitals(dice: str) -> str:
    """ASCII letters as capitals, place for place (`ß` must not become two dice)."""
    return dice.upper() if dice.isascii() else "".join(c.upper() if c.isascii() else c for c in dice)


def _shape_matches(row: EventRow, dice: str, ruleset: Ruleset) -> list[Match]:
    whole = [Match(row, 0, len(dice), row.worth or 0)]
    letters_only = ruleset.values.all_case == "letters"
    letters = [c for c in dice if c.isascii() and c.isalpha()]
    judged = letters if letters_only else list(dice)
    match row.shape:
        case "digit":
            return [Match(row, i, i + 1, int(c)) for i, c in enumerate(dice) if c in "0123456789"]
        case "run":
            runs = re.finditer(r"(.)\1\1+", dice, re.DOTALL)
            return [Match(row, m.start(), m.end(), (row.worth or 0) * len(m[0])) for m in runs]
        case "all_capital":
            return whole if judged and all("A" <= c <= "Z" for c in judged) else []
        case "all_small":
            return whole if judged and all("a" <= c <= "z" for c in judged) else []
        case _:
            return whole if dice and _is_miss(dice, ruleset) else []


def _is_miss(dice: str, ruleset: Ruleset) -> bool:
    """E-MISS: no digit, and no event character even if it does nothing; shapes spoil it only if the reading says so."""
    shapes = {"digit"} if ruleset.values.miss_beside_shapes else {"digit", "run", "all_capital", "all_small"}
    for row in ruleset.event:
        if row.trigger is not None:
            spoils = row.trigger in dice if row.case == "exact" else row.trigger.upper() in _capitals(dice)
        else:
            spoils = row.shape in shapes and bool(_shape_matches(row, dice, ruleset))
        if spoils:
            return False
    return True


def all_matches(dice: str, ruleset: Ruleset) -> list[Match]:
    """All matches of all rows, in reading order, rows of one place in the order of the file."""
    capitals = _capitals(dice)
    rows = [row for row in ruleset.event if row.trigger is None or row.trigger.upper() in capitals]
    found = [match for row in rows for match in row_matches(row, dice, ruleset)]
    return sorted(found, key=lambda match: match.start)


def evaluate_plain(dice: str, context: Context, ruleset: Ruleset) -> Roll:
    """What dice are worth in a context (RULES E, M1 to M6, S3)."""
    return settle(dice, tally_plain(dice, ruleset), context, ruleset.values, ruleset.multipliers, ruleset.goal)


def tally_plain(dice: str, ruleset: Ruleset) -> Tally:
    """The sum over all rows, effect by effect."""
    matches = all_matches(dice, ruleset)
    if any(match.row.effect == "digits_only" for match in matches):
        return _tally_digits_only(dice, matches, ruleset)
    by_effect: dict[str, list[Match]] = {}
    for match in matches:
        by_effect.setdefault(match.row.effect, []).append(match)

    def of(effect: str) -> list[Match]:
        return by_effect.get(effect, [])

    x = bool(of("strike"))
    always = ruleset.values.x_strikes == "always"
    numbers = _numbers(dice, matches, ruleset)
    values = [value for _, _, value in numbers]
    part = prod(values) if values and of("digits_product") else sum(values)
    flat = [*of("points"), *of("points_per_length")]
    return Tally(
        findings=_findings(matches, numbers, ("struck" if always else "setback") if x else ""),
        waits=any(m.row.effect in CONTEXTUAL for m in matches)
        or (x and not always and any(m.row.strikable for m in flat)),
        digits=part * prod(m.n for m in of("digits_times")),
        points=sum(m.n for m in flat if not m.row.strikable),
        strikable=0 if x and always else sum(m.n for m in flat if m.row.strikable),
        x=x,
        doubles=len(of("double")) - len(of("halve")),
        negations=len(of("negate")),
        rests=sum(m.row.worth or 1 for m in of("rest") if not (m.row.strikable and x)),
        exposures=tuple(m.row.kind or "" for m in of("exposure")),
        chance=bool(of("chance")),
        held=prod(m.n for m in of("hold")),
        more_rolls=len(of("more_rolls")),
        again=len(of("again")),
        cp=len(of("gift_before")),
        cn=len(of("gift_after")),
        gift_before=sum(m.n for m in of("gift_before")),
        gift_after=sum(m.n for m in of("gift_after")),
        numbers=len(of("bonus_number")),
        seconds=len(of("bonus_seconds")),
        jumps=tuple((m.row.effect, m.n) for m in matches if m.row.effect in JUMPS),
        tasks=tuple(m.row.kind or "" for m in of("task")),
        miss=any(m.row.shape == "miss" for m in matches),
    )


def _numbers(dice: str, matches: list[Match], ruleset: Ruleset) -> list[tuple[int, int, int]]:
    """The summands of the digit part, each with its span: single digits, or neighbours joined by K + symbol."""
    digits = [m for m in matches if m.row.effect == "digit"]
    if not ruleset.values.follower_digit_counts:
        followers = {m.end - 1 for m in matches if m.row.follow == "digit"}
        digits = [m for m in digits if m.start not in followers]
    if not any(m.row.effect == "digits_join" for m in matches):
        return [(m.start, m.end, m.n) for m in digits]
    joined: list[tuple[int, int, int]] = []
    for m in digits:
        if joined and joined[-1][1] == m.start:
            start, _, value = joined.pop()
            joined.append((start, m.end, value * 10 + m.n))
        else:
            joined.append((m.start, m.end, m.n))
    return joined


def _findings(matches: list[Match], numbers: list[tuple[int, int, int]], strike: str) -> tuple[Finding, ...]:
    """One finding for each match; digits as they were added up.

    `strike` is what X makes of strikable points: `struck`, `setback` (decided by the multipliers, in `settle`) or
    nothing; rests it always strikes.
    """
    spans = {start: (end, value) for start, end, value in numbers}
    found = []
    for m in matches:
        row = m.row
        at, effect, worth = (m.start, m.end), row.effect, worth_told(row, m.n)
        if effect == "digit":
            if m.start not in spans:
                continue
            end, worth = spans[m.start]
            at = (m.start, end)
        elif row.strikable and strike == "setback" and effect == "points":
            effect = "setback"
        elif row.strikable and strike:
            effect, worth = "struck", 0
        found.append(Finding(row.rule, at, effect, worth, row.id))
    return tuple(found)


def worth_told(row: EventRow, n: int) -> float | None:
    """The worth that the finding of a match shows; None where only the context tells it."""
    if row.effect in CONTEXTUAL:
        return None
    if row.effect == "jump_hundreds":
        return 100 * n
    return n or EFFECTS[row.effect].told


def _tally_digits_only(dice: str, matches: list[Match], ruleset: Ruleset) -> Tally:
    """E-XX: a plain sum of the digits, with their runs if the reading keeps them; everything else is nothing."""
    findings = []
    digits = points = 0
    for m in matches:
        row = m.row
        effect, worth = row.effect, worth_told(row, m.n) or 0
        if effect == "digit":
            digits += m.n
        elif row.shape == "run" and dice[m.start] in "0123456789" and ruleset.values.xx_keeps_runs:
            points += m.n
        elif effect != "digits_only":
            effect, worth = "struck", 0
        findings.append(Finding(row.rule, (m.start, m.end), effect, worth, row.id))
    return Tally(findings=tuple(findings), waits=False, digits=digits, points=points, xx=True)
