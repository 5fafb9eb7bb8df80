"""Readings that are said not to change a roll don't, for IDs of all kinds."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.app.rulesets import find_ruleset
from referee.model import Context
from referee.rules import SWITCHES, Evaluator, may_matter, with_readings

#: A ruleset and its evaluator, and that of each other reading of it.
Readings = tuple[Evaluator, list[tuple[str, Evaluator]]]


def readings_of(**chosen: bool | str) -> Readings:
    rules = with_readings(find_ruleset(), chosen, "test")
    others = [
        (name, Evaluator(with_readings(rules, {name: value}, name)))
        for name, values in SWITCHES.items()
        for value in values
        if value != getattr(rules.values, name)
    ]
    return Evaluator(rules), others


USUAL = readings_of()
OWN, OTHERS = USUAL
#: Every switch that may be set otherwise, by itself.
GAMES = [USUAL, *(readings_of(**{name: value}) for name, values in SWITCHES.items() for value in values[1:])]
#: Letters that do something come often; so do runs, XX and digits behind letters.
DICE = st.text(st.sampled_from("XXxKKkWBPTTO0115aAzZ+/GSR"), min_size=1, max_size=10)
CONTEXTS = st.builds(
    Context,
    st.none() | st.just(12),
    st.none() | st.just(45),
    st.sampled_from([0, 111, 300, 543, 990]),
    st.sampled_from([0, 1, 3]),
    st.booleans(),
    st.just(0),
    st.sampled_from(["", "67"]),
)


@given(DICE, CONTEXTS, st.sampled_from(GAMES))
@example("XX111aaa", Context(), USUAL)
@example("AAAAAAAA", Context(), USUAL)
@example("abc+efgh", Context(), USUAL)
@example("K5K5K5K5", Context(chance=True), USUAL)
@example("XXK5WX0+", Context(chance=True), USUAL)
@example("AAAAAAAA", Context(chance=True, square=199), USUAL)
@example("zzzzzzzz", Context(chance=True, square=400), USUAL)
@example("XSA5dhaM", Context(square=543), readings_of(x_strikes="setbacks"))
@example("XSA5dhaM", Context(held=0), readings_of(x_strikes="setbacks"))
@example("XSA5RVaM", Context(), readings_of(x_strikes="setbacks"))
def test_what_is_said_to_be_alike_is(dice: str, context: Context, game: Readings) -> None:
    """By whichever readings a game is played."""
    own, others = game
    roll = own(dice, context)
    matters = may_matter(roll, context)
    for name, evaluate in others:
        if name not in matters:
            assert evaluate(dice, context) == roll, name


@pytest.mark.parametrize("dice", ["a5dMhaAn", "GxBdhaA2", "qBw7zzzR"])
def test_most_readings_are_alike_for_a_usual_id(dice: str) -> None:
    assert sum(name not in may_matter(OWN(dice, Context()), Context()) for name, _ in OTHERS) >= 7


def test_of_a_roll_by_chance_few_readings_matter() -> None:
    chance = Context(square=111, chance=True)
    assert sum(name in may_matter(OWN("K5xW0aAn", chance), chance) for name, _ in OTHERS) <= 7
