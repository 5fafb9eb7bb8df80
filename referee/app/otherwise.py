"""What an ID would be worth by other readings of what the rules leave open: what a dispute is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from referee.app.question import Question, dice_of, question_of, worth_of
from referee.model import Context, Roll, Thrown, Verdict
from referee.rules import SWITCHES, Evaluator, Ruleset, evaluate_plain, is_alike, with_readings

#: The switches that an ID alone can feel; the others are about the posts of a game.
_JUDGED = tuple(
    name for name in SWITCHES if name not in ("roll_on_sage", "rest_unit", "showing_allows_second_roll", "gift_to")
)
_Evaluate = Callable[[str, Context], Roll]


class Otherwise(Struct, frozen=True):
    """The roll that an ID would be if a switch had another value."""

    switch: str
    value: object
    roll: Roll


class OtherReadings:
    """The alternatives of a ruleset's readings in force; `compiled` pays for more than a few IDs."""

    def __init__(self, ruleset: Ruleset, *, compiled: bool = False) -> None:
        self._ruleset = ruleset
        self._own = Evaluator(ruleset)
        self._compiled = compiled
        self._others: tuple[tuple[str, object, Ruleset, _Evaluate], ...] | None = None

    def of(self, question: Question, roll: Roll) -> Iterator[Otherwise]:
        """Those that would change what an ID is worth; `roll` is what it is by the readings in force.

        Raises:
            UsageError: as `dice_of`.
        """
        worth, context = worth_of(roll), question.context
        dice = dice_of(question.id, self._ruleset)
        tally = self._own.tally(dice)
        for name, value, ruleset, evaluate in self._alternatives():
            thrown = dice_of(question.id, ruleset) if name == "dice" else dice
            if thrown == dice if name == "dice" else is_alike(name, dice, tally, context):
                continue
            other = evaluate(thrown, context)
            if worth_of(other) != worth:
                yield Otherwise(name, value, other)

    def of_step(self, verdict: Verdict, step: Thrown) -> Iterator[Otherwise]:
        """The same for a roll of a verdict, the game before it the same; none of a roll without dice, which walks
        nothing (an outage)."""
        if step.roll.dice:
            yield from self.of(question_of(verdict, step), step.roll)

    def _alternatives(self) -> tuple[tuple[str, object, Ruleset, _Evaluate], ...]:
        if self._others is None:
            self._others = tuple(self._made())
        return self._others

    def _made(self) -> Iterator[tuple[str, object, Ruleset, _Evaluate]]:
        for name in _JUDGED:
            for value in SWITCHES[name]:
                if value != getattr(self._ruleset.values, name):
                    other = with_readings(self._ruleset, {name: value}, name)
                    yield name, value, other, Evaluator(other) if self._compiled else _plain(other)


def _plain(ruleset: Ruleset) -> _Evaluate:
    return lambda dice, context: evaluate_plain(dice, context, ruleset)
