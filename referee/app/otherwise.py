"""What an ID would be worth by other readings of what the rules leave open: what a dispute is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from referee.app.question import Question, asked_of, dice_in, ident_of, worth_of
from referee.model import Context, Roll, Thrown, Verdict
from referee.rules import SWITCHES, Evaluator, Ruleset, evaluate_plain, may_matter, with_readings

#: The switches that an ID alone can feel; the others are about the posts of a game.
_JUDGED = tuple(
    name for name in SWITCHES if name not in ("roll_on_sage", "rest_unit", "showing_allows_second_roll", "gift_to")
)
_Evaluate = Callable[[str, Context], Roll]
#: A switch, another value of it, and how an ID is judged by that.
Alternative = tuple[str, object, Ruleset, _Evaluate]


class Otherwise(Struct, frozen=True):
    """The roll that an ID would be if a switch had another value."""

    switch: str
    value: object
    roll: Roll


class OtherReadings:
    """The alternatives of a ruleset's readings in force; an evaluator of its own pays for more than a
    few IDs."""

    def __init__(self, ruleset: Ruleset, own: Evaluator | None = None) -> None:
        self._ruleset = ruleset
        self._own = own or Evaluator(ruleset)
        self._compiled = own is not None
        self._others: tuple[Alternative, ...] | None = None

    def judged(self, question: Question) -> tuple[Roll, tuple[Otherwise, ...]]:
        """The roll of an ID by the readings in force, and those of others that would change what it is worth.

        Raises:
            UsageError: as `ident_of`.
        """
        ident, context = ident_of(question.id), question.context
        dice = dice_in(ident, self._ruleset.values)
        roll = self._own(dice, context)
        return roll, tuple(self._differing(ident, context, roll))

    def of_step(self, verdict: Verdict, step: Thrown) -> Iterator[Otherwise]:
        """The same for a roll of a verdict, the game before it the same; none of a roll without dice, which walks
        nothing (an outage)."""
        if step.roll.dice:
            ident, context = asked_of(verdict, step)
            yield from self._differing(ident, context, step.roll)

    def _differing(self, ident: str, context: Context, roll: Roll) -> Iterator[Otherwise]:
        """Only those are tried that may matter."""
        switches = may_matter(roll, context)
        tried = (
            one
            for one in self.alternatives()
            if one[0] in switches and (one[0] != "dice" or dice_in(ident, one[2].values) != roll.dice)
        )
        return otherwise(ident, context, roll, tried)

    def alternatives(self) -> tuple[Alternative, ...]:
        """Each, ready to be judged by; made once."""
        if self._others is None:
            self._others = tuple(self._made())
        return self._others

    def _made(self) -> Iterator[Alternative]:
        for name, value in other_values(self._ruleset):
            other = with_readings(self._ruleset, {name: value}, name)
            yield name, value, other, self._own.reading(other) if self._compiled else plainly(other)


def other_values(ruleset: Ruleset) -> Iterator[tuple[str, bool | str]]:
    """Each switch that an ID can feel, with each value that is not in force."""
    for name in _JUDGED:
        yield from ((name, value) for value in SWITCHES[name] if value != getattr(ruleset.values, name))


def otherwise(ident: str, context: Context, roll: Roll, alternatives: Iterable[Alternative]) -> Iterator[Otherwise]:
    """Those alternatives that would change what an ID without marks is worth; `roll` is what it is by the readings in
    force."""
    worth = worth_of(roll)
    for name, value, ruleset, evaluate in alternatives:
        other = evaluate(dice_in(ident, ruleset.values), context)
        if worth_of(other) != worth:
            yield Otherwise(name, value, other)


def switches(others: Iterable[Otherwise]) -> tuple[str, ...]:
    """Their switches, each once."""
    return tuple(dict.fromkeys(one.switch for one in others))


def plainly(ruleset: Ruleset) -> _Evaluate:
    """The plain evaluator of a ruleset."""
    return lambda dice, context: evaluate_plain(dice, context, ruleset)
