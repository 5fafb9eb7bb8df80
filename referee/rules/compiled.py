"""The compiled evaluator: rows turned into tables once, then one pass over the dice.

Most IDs are sums: each die, seen with its neighbour, adds to a few slots. What is rare (XX, joined digits, shapes) goes
to the plain evaluator, which is the definition; tests compare the two on all kinds of IDs and contexts.
"""

from __future__ import annotations

import re
from math import prod

from referee.model import Context, Finding, Roll
from referee.rules.plain import row_matches, tally_plain, worth_told
from referee.rules.ruleset import EventRow, Ruleset
from referee.rules.settle import arrive, settle
from referee.rules.tally import CONTEXTUAL, JUMPS, Tally

#: Slots that actions add to. RARE counts what only the plain evaluator handles, TWIN equal neighbours.
_SLOTS = (
    "digit", "points", "strikable", "strike", "double", "negate", "rest", "fixed_rest", "chance", "more_rolls", "again",
    "bonus_number", "bonus_seconds", "digits_product", "waits", "special", "nothing", "twin", "rare",
)  # fmt: skip
(
    DIGIT, POINTS, STRIKABLE, STRIKE, DOUBLE, NEGATE, REST, FIXED_REST, CHANCE, MORE_ROLLS, AGAIN,
    NUMBERS, SECONDS, PRODUCT, WAITS, SPECIAL, NOTHING, TWIN, RARE,
) = range(len(_SLOTS))  # fmt: skip

_RARE_EFFECTS = frozenset({"digits_only", "digits_join"})
_RUN = re.compile(r"(.)\1\1", re.DOTALL)
_CAPITAL, _SMALL = re.compile("[A-Z]"), re.compile("[a-z]")
_EMPTY = [0] * len(_SLOTS)
#: How many windows are remembered; ordinary IDs know 64² pairs, odd characters must not fill memory.
_REMEMBERED = 20_000


class _Action:
    """What one match adds: `amount` to `slot`, and one finding (made once for each place it can stand)."""

    __slots__ = ("amount", "effect", "findings", "length", "n", "row", "slot", "struck")

    def __init__(self, row: EventRow | None, slot: int, amount: int, n: int = 0, length: int = 0) -> None:
        self.row = row
        self.effect = row.effect if row else ""
        self.slot = slot
        self.amount = amount
        self.n = n
        self.length = length
        self.findings: dict[int, Finding] = {}
        self.struck: dict[int, Finding] = {}

    def finding(self, start: int) -> Finding:
        row = self.row
        assert row is not None  # only twins have no row, and they make no finding
        return Finding(row.rule, (start, start + self.length), row.effect, worth_told(row, self.n), row.id)


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
        self._long_triggers = frozenset((row.trigger or "").upper() for row in ruleset.event if len(row.trigger or "") == 2)
        self._pairs: dict[str, tuple[_Action, ...]] = {}
        self._triples: dict[str, tuple[_Action, ...]] = {}
        self._actions: dict[tuple[str, int, int], _Action] = {}
        self._twin = _Action(None, TWIN, 1)
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
        slots = _EMPTY.copy()
        found: list[tuple[_Action, int]] = []
        pairs = self._pairs
        for start in range(len(dice)):
            actions = pairs.get(dice[start : start + 2])
            if actions is None:
                actions = self._look_up(dice, start)
            for action in actions:
                slots[action.slot] += action.amount
                found.append((action, start))
        if self._is_rare(dice, slots, found):
            return tally_plain(dice, self.ruleset)
        return self._sum(slots, found)

    def _is_rare(self, dice: str, slots: list[int], found: list[tuple[_Action, int]]) -> bool:
        """Whether shapes, XX, joined digits or a switch ask for the definition."""
        if slots[RARE] or self._plain_only or (slots[TWIN] > 1 and _RUN.search(dice)):
            return True
        if len(found) == slots[TWIN]:  # no event at all: perhaps a miss
            return True
        if self._letters:
            return bool(_CAPITAL.search(dice)) != bool(_SMALL.search(dice))
        return dice.isalpha() and (dice.isupper() or dice.islower())

    def _sum(self, slots: list[int], found: list[tuple[_Action, int]]) -> Tally:
        strike = slots[STRIKE]
        findings = []
        for action, start in found:
            if action.slot == TWIN:
                continue
            if strike and (action.slot == STRIKABLE or action.slot == REST):
                findings.append(self._struck(action, start))
                continue
            finding = action.findings.get(start)
            if finding is None:
                finding = action.findings[start] = action.finding(start)
            findings.append(finding)
        digits = slots[DIGIT]
        if slots[PRODUCT] and digits + len(findings):
            values = [action.n for action, _ in found if action.slot == DIGIT]
            digits = prod(values) if values else 0
        waits = slots[WAITS] or slots[NUMBERS] or slots[SECONDS]
        strikable = slots[STRIKABLE]
        if strike:
            if self._always:
                strikable = 0
            elif strikable:
                waits = 1
        rests = slots[FIXED_REST] if strike else slots[FIXED_REST] + slots[REST]
        tally = Tally(
            tuple(findings), waits > 0, digits, slots[POINTS], strikable, strike > 0, False, slots[DOUBLE],
            slots[NEGATE], rests,
        )  # fmt: skip
        return self._special(tally, slots, found) if self._needs_more(slots) else tally

    def _needs_more(self, slots: list[int]) -> bool:
        return slots[SPECIAL] > 0 or slots[WAITS] > 0 or any(slots[CHANCE:PRODUCT])

    def _special(self, tally: Tally, slots: list[int], found: list[tuple[_Action, int]]) -> Tally:
        """The tally with what is no plain sum: gifts, states, exposures, tasks, jumps, multiplied digits."""
        by_effect: dict[str, list[_Action]] = {}
        for action, _ in found:
            if action.slot == SPECIAL or action.slot == WAITS:
                by_effect.setdefault(action.effect, []).append(action)

        def of(effect: str) -> list[_Action]:
            return by_effect.get(effect, [])

        before, after = of("gift_before"), of("gift_after")
        return Tally(
            findings=tally.findings,
            waits=tally.waits,
            digits=tally.digits * prod(a.n for a in of("digits_times")),
            points=tally.points,
            strikable=tally.strikable,
            x=tally.x,
            doubles=tally.doubles,
            negations=tally.negations,
            rests=tally.rests,
            exposures=_kinds(of("exposure")),
            chance=slots[CHANCE] > 0,
            held=prod(a.n for a in of("hold")),
            more_rolls=slots[MORE_ROLLS],
            again=slots[AGAIN],
            cp=len(before),
            cn=len(after),
            gift_before=sum(a.n for a in before),
            gift_after=sum(a.n for a in after),
            numbers=slots[NUMBERS],
            seconds=slots[SECONDS],
            jumps=tuple((a.effect, a.n) for a, _ in found if a.effect in JUMPS),
            tasks=_kinds(of("task")),
        )

    def _struck(self, action: _Action, start: int) -> Finding:
        finding = action.struck.get(start)
        if finding is None:
            made = action.finding(start)
            if self._always or action.slot == REST:
                finding = Finding(made.rule, made.at, "struck", 0, made.row)
            else:
                finding = Finding(made.rule, made.at, "setback", made.worth, made.row)
            action.struck[start] = finding
        return finding

    def _look_up(self, dice: str, start: int) -> tuple[_Action, ...]:
        """What matches at one place: two dice decide for most triggers, three for those of two characters."""
        pair, triple = dice[start : start + 2], dice[start : start + 3]
        if pair.upper() not in self._long_triggers:
            return _remember(self._pairs, pair, self._match(pair))
        known = self._triples.get(triple)
        return known if known is not None else _remember(self._triples, triple, self._match(triple))

    def _match(self, window: str) -> tuple[_Action, ...]:
        """The actions of all rows that match at the first die of a window."""
        actions = []
        for row in self.ruleset.event:
            if row.trigger is None and row.shape != "digit":
                continue
            for match in row_matches(row, window, self.ruleset):
                if match.start == 0:
                    actions.append(self._action(row, match.n, match.end))
        if window[:1] == window[1:2]:
            actions.append(self._twin)
        return tuple(actions)

    def _action(self, row: EventRow, n: int, length: int) -> _Action:
        key = (row.id, n, length)
        action = self._actions.get(key)
        if action is None:
            action = self._actions[key] = _Action(row, *_slot(row, n), n, length)
        return action


def _remember(
    known: dict[str, tuple[_Action, ...]], window: str, actions: tuple[_Action, ...]
) -> tuple[_Action, ...]:
    if len(known) < _REMEMBERED:
        known[window] = actions
    return actions


def _slot(row: EventRow, n: int) -> tuple[int, int]:
    """Which slot a row adds to, and how much."""
    effect = row.effect
    if effect in _RARE_EFFECTS:
        return RARE, 1
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


def _kinds(actions: list[_Action]) -> tuple[str, ...]:
    return tuple(action.row.kind or "" for action in actions if action.row)
