"""The compiled evaluator: rows turned into tables once, then one pass over the dice.

Most IDs are sums: each die, seen with its neighbour, adds to a few slots. What is rare (shapes: runs, one case, a miss)
goes to the plain evaluator, which is the definition; tests compare the two on all kinds of IDs and contexts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod

from msgspec.structs import replace

from referee.model import Context, Finding, Roll
from referee.rules.follow import consumes, follower
from referee.rules.plain import match_at, takes_digit, tally_plain, worth_told
from referee.rules.ruleset import EventRow, Ruleset
from referee.rules.settle import HUNDRED, arrive, settle
from referee.rules.tally import CONTEXTUAL, JUMPS, Tally

#: Slots that actions add to: sums, or how often an effect stands there.
_SLOTS = (
    "digit", "points", "strikable", "strike", "double", "negate", "rest", "fixed_rest", "chance", "more_rolls", "again",
    "bonus_number", "bonus_seconds", "digits_product", "waits", "special", "nothing", "digits_only", "digits_join",
)  # fmt: skip
(
    DIGIT, POINTS, STRIKABLE, STRIKE, DOUBLE, NEGATE, REST, FIXED_REST, CHANCE, MORE_ROLLS, AGAIN,
    NUMBERS, SECONDS, PRODUCT, WAITS, SPECIAL, NOTHING, ONLY, JOIN,
) = range(len(_SLOTS))  # fmt: skip

#: Effects that the slot SPECIAL stands for.
_SPECIAL_EFFECTS = frozenset({"digits_times", "hold", "gift_before", "gift_after", "exposure", "task"})
_RUN = re.compile(r"(.)\1\1", re.DOTALL)
_CAPITAL, _SMALL = re.compile("[A-Z]"), re.compile("[a-z]")
#: The dice that boards print: base64, and the dot of crypt.
_USUAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/."
#: How many triples are remembered: odd dice must not fill memory.
_REMEMBERED = 20_000
#: Stands behind the last die in the tables.
_BEHIND = bytes(2)
_EMPTY = [0] * len(_SLOTS)
#: Dice beyond this many (never seen on a board) go to the plain evaluator.
_LONGEST = 64
#: What one match adds: an amount to a slot, and a finding, made beforehand for each place where it can stand.
_Action = tuple[int, int, Sequence[Finding]]
#: The actions of a die by the code of the die behind it; None where the one behind that decides too.
_Followers = list[tuple[_Action, ...] | None]


class Evaluator:
    """Evaluates dice by one ruleset; the same answers as `evaluate_plain`, several times faster."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.digest = ruleset.digest
        self.readings = ruleset.values
        self._multipliers = ruleset.multipliers
        self.goal = ruleset.goal
        self._always = self.readings.x_strikes == "always"
        self._letters = self.readings.all_case == "letters"
        self._by_first = _by_first(ruleset)
        # None: nothing begins with this die; empty: not filled in yet.
        self._table: list[_Followers | None] = [[] if chr(code) in self._by_first else None for code in range(128)]
        self._triples: dict[bytes, tuple[_Action, ...]] = {}
        self._actions: dict[tuple[str, int, int], _Action] = {}
        self._rows = {row.id: row for row in ruleset.event}
        self._strikable = frozenset(row.id for row in ruleset.event if row.strikable)
        # A switch that changes what digits count at all is left to the definition.
        self._plain_only = not self.readings.follower_digit_counts

    def __call__(self, dice: str, context: Context) -> Roll:
        """What dice are worth in a context (RULES E, M1 to M6, S3)."""
        return settle(dice, self.tally(dice), context, self.readings, self._multipliers, self.goal)

    def arrive(self, reached: int) -> tuple[int, int, int]:
        """Where a movement ends (M3): the square after landing, the squares of landing, the overshoot."""
        return arrive(reached, self.goal)

    def tally(self, dice: str) -> Tally:
        """The sum over all rows, in one pass."""
        length = len(dice)
        if self._plain_only or length > _LONGEST or not dice.isascii() or "\0" in dice:
            return tally_plain(dice, self.ruleset)
        codes = dice.encode() + _BEHIND
        slots = _EMPTY.copy()
        findings: list[Finding] = []
        table = self._table
        for start in range(length):
            followers = table[codes[start]]
            if followers is None:  # most dice: nothing begins here
                continue
            actions = followers[codes[start + 1]] if followers else self._expand(codes, start)
            if actions is None:
                actions = self._look_up(codes[start : start + 3])
            for slot, amount, places in actions:
                slots[slot] += amount
                findings.append(places[start])
        is_rare = not findings or (len(set(dice)) < length - 1 and _RUN.search(dice))
        if is_rare or ((self._letters or dice.isalpha()) and _is_one_case(dice)):
            return tally_plain(dice, self.ruleset)
        if slots[ONLY]:
            return _digits_only(slots[DIGIT], findings)
        return self._sum(slots, _joined(findings) if slots[JOIN] else findings)

    def _sum(self, slots: list[int], findings: list[Finding]) -> Tally:
        strike, strikable, rests = slots[STRIKE], slots[STRIKABLE], slots[FIXED_REST]
        waits = slots[WAITS] + slots[NUMBERS] + slots[SECONDS]
        if not strike:
            rests += slots[REST]
        elif strikable or slots[REST]:
            findings = [self._struck(finding) if finding.row in self._strikable else finding for finding in findings]
            if self._always:
                strikable = 0
            else:
                waits += 1
        digits = slots[DIGIT]
        if slots[PRODUCT] or slots[JOIN]:
            values = [int(finding.worth or 0) for finding in findings if finding.effect == "digit"]
            digits = prod(values) if values and slots[PRODUCT] else sum(values)
        tally = Tally(
            tuple(findings), waits > 0, digits, slots[POINTS], strikable, strike > 0, False, slots[DOUBLE],
            slots[NEGATE], rests,
        )  # fmt: skip
        if slots[SPECIAL] or slots[WAITS] or any(slots[CHANCE:PRODUCT]):
            return self._with_special(tally, slots, findings)
        return tally

    def _with_special(self, tally: Tally, slots: list[int], findings: list[Finding]) -> Tally:
        """The tally with what is no plain sum: gifts, states, exposures, tasks, jumps, multiplied digits."""
        special: dict[str, list[Finding]] = {}
        jumps = []
        for finding in findings:
            if finding.effect in JUMPS:
                jumps.append((finding.effect, int(finding.worth or 0) // HUNDRED))
            elif finding.effect in _SPECIAL_EFFECTS:
                special.setdefault(finding.effect, []).append(finding)
        changes: dict[str, object] = {}
        for effect, some in special.items():
            worths = [int(finding.worth or 0) for finding in some]
            match effect:
                case "digits_times":
                    changes["digits"] = tally.digits * prod(worths)
                case "hold":
                    changes["held"] = prod(worths)
                case "gift_before":
                    changes.update(cp=len(some), gift_before=sum(worths))
                case "gift_after":
                    changes.update(cn=len(some), gift_after=sum(worths))
                case _:
                    kinds = tuple(self._rows[finding.row].kind or "" for finding in some)
                    changes["tasks" if effect == "task" else "exposures"] = kinds
        return replace(
            tally,
            chance=slots[CHANCE] > 0,
            more_rolls=slots[MORE_ROLLS],
            again=slots[AGAIN],
            numbers=slots[NUMBERS],
            seconds=slots[SECONDS],
            jumps=tuple(jumps),
            **changes,
        )

    def _struck(self, finding: Finding) -> Finding:
        """What X makes of a finding: nothing, or (reading x_strikes) something that the multipliers decide."""
        if self._always or finding.effect == "rest":
            return Finding(finding.rule, finding.at, "struck", 0, finding.row)
        return Finding(finding.rule, finding.at, "setback", finding.worth, finding.row)

    def _look_up(self, codes: bytes) -> tuple[_Action, ...]:
        """What matches where three dice decide: at a trigger of two characters with a follower."""
        actions = self._triples.get(codes)
        if actions is None:
            actions = self._match(codes.decode().rstrip("\0"))
            if len(self._triples) < _REMEMBERED:
                self._triples[codes] = actions
        return actions

    def _expand(self, codes: bytes, start: int) -> tuple[_Action, ...] | None:
        """Fill in the table of a die at its first appearance: what matches there with each usual die behind it.

        Where an unusual die stands behind it, or a trigger of two characters begins, `_look_up` decides.
        """
        first = chr(codes[start])
        rows = self._by_first[first]
        long = {c for row in rows if len(row.trigger or "") == 2 for c in _seconds(row)}
        followers: _Followers = [None] * 128
        for second in ("", *_USUAL):
            if second not in long:
                found = [(row, _found(row, first, second)) for row in rows if len(row.trigger or "") < 2]
                followers[ord(second or "\0")] = tuple([self._action(row, *there) for row, there in found if there])
        self._table[codes[start]] = followers
        return followers[codes[start + 1]]

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


def _seconds(row: EventRow) -> str:
    """The second character of a row's trigger, in each case that it matches."""
    second = (row.trigger or "")[1:]
    return second if row.case == "exact" else second.upper() + second.lower()


def _found(row: EventRow, first: str, second: str) -> tuple[int, int] | None:
    """The number and the length of what a row matches at a die, seen with the next one; None where it matches not."""
    if row.trigger is None:
        return int(first), 1
    if row.follow is not None and not follower(row.follow, row.case == "blind")(second):
        return None
    return int(second) if takes_digit(row) else row.worth or 0, 2 if consumes(row.follow) else 1


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
    if effect in ("bonus_number", "bonus_seconds"):
        return (NUMBERS if effect == "bonus_number" else SECONDS), 1
    if effect in _SLOTS:
        return _SLOTS.index(effect), 1
    return (WAITS, 1) if effect in CONTEXTUAL else (SPECIAL, 1)
