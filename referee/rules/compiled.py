"""The compiled evaluator: rows turned into tables once, then one pass over the dice.

Most IDs are sums: each die, seen with its neighbour, adds to a few slots. What is rare (shapes: runs, one case, a miss)
goes to the plain evaluator, which is the definition; tests compare the two on all kinds of IDs and contexts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from math import prod

from msgspec.structs import replace

from referee.model import Context, Finding, Roll
from referee.rules.plain import match_at, tally_plain, worth_told
from referee.rules.ruleset import EventRow, Ruleset
from referee.rules.settle import HUNDRED, arrive, settle
from referee.rules.tally import CONTEXTUAL, JUMPS, Tally

#: Slots that actions add to: sums, or how often an effect stands there; SPECIAL for every effect that is no plain sum.
_SLOTS = ("digit", "points", "strikable", "strike", "double", "negate", "rest", "fixed_rest", "special", "nothing")
DIGIT, POINTS, STRIKABLE, STRIKE, DOUBLE, NEGATE, REST, FIXED_REST, SPECIAL, NOTHING = range(len(_SLOTS))
_RUN = re.compile(r"(.)\1\1", re.DOTALL)
_CAPITAL, _SMALL = re.compile("[A-Z]"), re.compile("[a-z]")
#: How many triples are remembered: odd dice must not fill memory.
_REMEMBERED = 20_000
#: Stands behind the last die in the tables.
_BEHIND = bytes(2)
_EMPTY = [0] * len(_SLOTS)
#: Dice beyond this many (never seen on a board) go to the plain evaluator.
_LONGEST = 64
#: What one match adds: an amount to a slot, and a finding, made beforehand for each place where it can stand.
_Action = tuple[int, int, Sequence[Finding]]
#: The actions of a die by the code of the die behind it; None where they are not known yet, or never are: where the
#: die behind that decides too.
_Followers = list[tuple[_Action, ...] | None]


class Evaluator:
    """Evaluates dice by one ruleset; the same answers as `evaluate_plain`, several times faster."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._multipliers = ruleset.multipliers
        self.goal = ruleset.goal
        self._by_first = _by_first(ruleset)
        # None: nothing begins with this die. The rest is filled in as dice are met: few of all pairs ever are.
        self._table: list[_Followers | None] = [
            [None] * 128 if chr(code) in self._by_first else None for code in range(128)
        ]
        self._pairs_to_triple = _pairs_to_triple(self._by_first)
        self._triples: dict[bytes, tuple[_Action, ...]] = {}
        self._actions: dict[tuple[str, int, int], _Action] = {}
        self._rows = {row.id: row for row in ruleset.event}
        self._strikable = frozenset(row.id for row in ruleset.event if row.strikable)
        self._read_as(ruleset)

    def _read_as(self, ruleset: Ruleset) -> None:
        """Take the readings of a ruleset; the tables hold what its rows match, whatever the readings."""
        self.ruleset, self.digest, self.readings = ruleset, ruleset.digest, ruleset.values
        self._always = self.readings.x_strikes == "always"
        self._letters = self.readings.all_case == "letters"
        #: Rows that read a digit behind their trigger, where that is then no summand.
        self._consuming = frozenset(
            row.id for row in ruleset.event if row.follow == "digit" and not self.readings.follower_digit_counts
        )
        self._misses: dict[int, Tally] = {}

    def reading(self, ruleset: Ruleset) -> Evaluator:
        """The evaluator of the same rows under other readings, with the tables of this one."""
        other = copy(self)
        other._read_as(ruleset)
        return other

    def __call__(self, dice: str, context: Context) -> Roll:
        """What dice are worth in a context (RULES E, M1 to M6, S3)."""
        return settle(dice, self.tally(dice), context, self.readings, self._multipliers, self.goal)

    def arrive(self, reached: int) -> tuple[int, int, int]:
        """Where a movement ends (M3): the square after landing, the squares of landing, the overshoot."""
        return arrive(reached, self.goal)

    def tally(self, dice: str) -> Tally:
        """The sum over all rows, in one pass."""
        length = len(dice)
        if length > _LONGEST or not dice.isascii() or "\0" in dice:
            return tally_plain(dice, self.ruleset)
        codes = dice.encode() + _BEHIND
        slots = _EMPTY.copy()
        findings: list[Finding] = []
        table = self._table
        behind = codes[0]
        for start in range(length):
            followers, behind = table[behind], codes[start + 1]
            if followers is None:  # nothing begins with this die
                continue
            actions = followers[behind]
            if actions is None:
                actions = self._look_up(codes[start : start + 3], followers)
            for slot, amount, places in actions:
                slots[slot] += amount
                findings.append(places[start])
        if _RUN.search(dice) or ((self._letters or dice.isalpha()) and _is_one_case(dice)):
            return tally_plain(dice, self.ruleset)
        if not findings:
            return self._nothing(dice)
        if self._consuming:
            findings = self._unconsumed(slots, findings)
        return self._special(slots, findings) if slots[SPECIAL] else self._sum(slots, findings)

    def _unconsumed(self, slots: list[int], findings: list[Finding]) -> list[Finding]:
        """The findings without digits that others read, which are taken from the sum; XX counts all digits."""
        places = {finding.at[1] - 1 for finding in findings if finding.row in self._consuming and finding.at}
        if not places or any(finding.effect == "digits_only" for finding in findings):
            return findings
        kept = []
        for finding in findings:
            if finding.effect == "digit" and finding.at is not None and finding.at[0] in places:
                slots[DIGIT] -= int(finding.worth or 0)
            else:
                kept.append(finding)
        return kept

    def _nothing(self, dice: str) -> Tally:
        """Dice in which nothing is found: without any character of an event a miss, the same for all of one length."""
        if not self._by_first.keys().isdisjoint(dice):
            return tally_plain(dice, self.ruleset)
        tally = self._misses.get(len(dice))
        if tally is None:
            tally = self._misses[len(dice)] = tally_plain(dice, self.ruleset)
        return tally

    def _sum(self, slots: list[int], findings: list[Finding]) -> Tally:
        digits, points, strikable, strike, doubles, negations, rests, fixed, _, _ = slots
        waits = False
        if not strike:
            fixed += rests
        elif strikable or rests:
            findings = [self._struck(finding) if finding.row in self._strikable else finding for finding in findings]
            if self._always:
                strikable = 0
            else:
                waits = True
        return Tally(tuple(findings), waits, digits, points, strikable, strike > 0, False, doubles, negations, fixed)

    def _special(self, slots: list[int], findings: list[Finding]) -> Tally:
        """What is no plain sum: digits counted otherwise, gifts, states, exposures, tasks, jumps."""
        by_effect: dict[str, list[Finding]] = {}
        for finding in findings:
            by_effect.setdefault(finding.effect, []).append(finding)
        if "digits_only" in by_effect:
            return _digits_only(slots[DIGIT], findings)
        if "digits_join" in by_effect:
            findings = _joined(findings)
        tally = self._sum(slots, findings)
        digits = tally.digits
        if "digits_product" in by_effect or "digits_join" in by_effect:
            values = [int(finding.worth or 0) for finding in findings if finding.effect == "digit"]
            digits = prod(values) if values and "digits_product" in by_effect else sum(values)
        changes: dict[str, object] = {}
        for effect, some in by_effect.items():
            worths = [int(finding.worth or 0) for finding in some]
            match effect:
                case "digits_times":
                    digits *= prod(worths)
                case "hold":
                    changes["held"] = prod(worths)
                case "gift_before":
                    changes.update(cp=len(some), gift_before=sum(worths))
                case "gift_after":
                    changes.update(cn=len(some), gift_after=sum(worths))
                case "chance":
                    changes["chance"] = True
                case "more_rolls" | "again":
                    changes[effect] = len(some)
                case "bonus_number":
                    changes["numbers"] = len(some)
                case "bonus_seconds":
                    changes["seconds"] = len(some)
                case "exposure" | "task":
                    kinds = tuple(self._rows[finding.row].kind or "" for finding in some)
                    changes["tasks" if effect == "task" else "exposures"] = kinds
        jumps = tuple((f.effect, int(f.worth or 0) // HUNDRED) for f in findings if f.effect in JUMPS)
        waits = tally.waits or not CONTEXTUAL.isdisjoint(by_effect)
        return replace(tally, digits=digits, jumps=jumps, waits=waits, **changes)

    def _struck(self, finding: Finding) -> Finding:
        """What X makes of a finding: nothing, or (reading x_strikes) something that the multipliers decide."""
        if self._always or finding.effect == "rest":
            return Finding(finding.rule, finding.at, "struck", 0, finding.row)
        return Finding(finding.rule, finding.at, "setback", finding.worth, finding.row)

    def _look_up(self, codes: bytes, followers: _Followers) -> tuple[_Action, ...]:
        """What matches at the first of three dice; remembered by two of them, or by three where the third decides."""
        actions = self._triples.get(codes)
        if actions is None:
            actions = self._match(codes.decode().rstrip("\0"))
            if codes[:2] not in self._pairs_to_triple:
                followers[codes[1]] = actions
            elif len(self._triples) < _REMEMBERED:
                self._triples[codes] = actions
        return actions

    def _match(self, window: str) -> tuple[_Action, ...]:
        """The actions of all rows that match at the first die of a window."""
        actions = []
        for row in self._by_first.get(window[:1], ()):
            if row.trigger is None:
                actions.append(self._action(row, int(window[0]), 1))
            elif (match := match_at(row, window, 0)) is not None:
                actions.append(self._action(row, match.n, match.end))
        return tuple(actions)

    def _action(self, row: EventRow, n: int, length: int) -> _Action:
        key = (row.id, n, length)
        action = self._actions.get(key)
        if action is None:
            worth = worth_told(row, n)
            findings = [Finding(row.rule, (i, i + length), row.effect, worth, row.id) for i in range(_LONGEST)]
            action = self._actions[key] = (*_slot(row, n), findings)
        return action


def _digits_only(digits: int, findings: list[Finding]) -> Tally:
    """E-XX, where no shape is there: a plain sum of the digits, everything else is nothing."""
    kept = ("digit", "digits_only")
    told = [f if f.effect in kept else Finding(f.rule, f.at, "struck", 0, f.row) for f in findings]
    return Tally(tuple(told), False, digits, 0, xx=True)


def _joined(findings: list[Finding]) -> list[Finding]:
    """E-K + symbol: neighbouring digits as one number, told where it begins."""
    numbers: list[tuple[int, int, int]] = []
    for finding in findings:
        if finding.effect == "digit" and finding.at is not None:
            start, end, value = *finding.at, int(finding.worth or 0)
            if numbers and numbers[-1][1] == start:
                start, _, before = numbers.pop()
                value += 10 * before
            numbers.append((start, end, value))
    spans = {start: (end, value) for start, end, value in numbers}
    told = []
    for finding in findings:
        if finding.effect != "digit" or finding.at is None:
            told.append(finding)
        elif finding.at[0] in spans:
            end, value = spans[finding.at[0]]
            told.append(Finding(finding.rule, (finding.at[0], end), "digit", value, finding.row))
    return told


def _pairs_to_triple(by_first: dict[str, tuple[EventRow, ...]]) -> frozenset[bytes]:
    """The pairs of dice that are a trigger of two characters: what stands behind them decides too."""
    pairs: set[str] = set()
    for first, rows in by_first.items():
        for row in rows:
            second = (row.trigger or "")[1:]
            pairs.update(first + die for die in (second if row.case == "exact" else second.upper() + second.lower()))
    return frozenset(pair.encode() for pair in pairs)


def _is_one_case(dice: str) -> bool:
    """Whether the letters are all capitals, or all small: perhaps a shape, which the plain evaluator tells."""
    return bool(_CAPITAL.search(dice)) != bool(_SMALL.search(dice))


def _by_first(ruleset: Ruleset) -> dict[str, tuple[EventRow, ...]]:
    """The rows that can match where a die stands, in the order of the file."""
    rows: dict[str, tuple[EventRow, ...]] = {}
    for row in ruleset.event:
        first = (row.trigger or "")[:1]
        dice = "0123456789" if row.shape == "digit" else first if row.case == "exact" else first.upper() + first.lower()
        for die in dict.fromkeys(dice):
            rows[die] = (*rows.get(die, ()), row)
    return rows


def _slot(row: EventRow, n: int) -> tuple[int, int]:
    """Which slot a row adds to, and how much."""
    effect = row.effect
    if effect == "points":
        return (STRIKABLE if row.strikable else POINTS), n
    if effect == "rest":
        return (REST if row.strikable else FIXED_REST), row.worth or 1
    if effect == "halve":
        return DOUBLE, -1
    if effect == "digit":
        return DIGIT, n
    return (_SLOTS.index(effect) if effect in _SLOTS else SPECIAL), 1
