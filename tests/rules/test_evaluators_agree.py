"""The compiled evaluator says what the plain one says: the plain one is the definition."""

from __future__ import annotations

import random
import string

import pytest
from helpers import evaluator, judge, ruleset
from hypothesis import given, settings
from hypothesis import strategies as st
from id_maker import BASE64, EVENTS, ODD, some_context, some_id

from referee.model import Context
from referee.rules import SWITCHES, evaluate_plain

#: Every alternative by itself, those that meet in one roll together, and the default.
READINGS = [
    {},
    *({name: value} for name, values in SWITCHES.items() for value in values[1:]),
    {"x_strikes": "setbacks", "follower_digit_counts": False, "all_case": "letters", "miss_beside_shapes": False},
    {"xx_keeps_runs": False, "xx_lifts_chance": True, "fraction": "floor", "land_after_jump": False},
    {"all_case": "letters", "x_strikes": "setbacks", "fraction": "ceil", "pt_hundredths": True},
]
IDS = 200_000 // len(READINGS) + 1

characters = st.sampled_from(BASE64 + ODD) | st.characters(codec="utf-8")
dice = st.lists(st.sampled_from(EVENTS) | characters, max_size=9).map(lambda parts: "".join(parts)[:26])
contexts = st.builds(
    Context,
    post_no=st.none() | st.integers(1, 2000),
    second=st.none() | st.integers(0, 59),
    square=st.integers(0, 999),
    held=st.sampled_from((0, 1, 2, 10, 90)),
    chance=st.booleans(),
    gift=st.sampled_from((0, 10, 40)),
    fraction=st.text(string.digits, max_size=3),
    seed=st.none() | st.just("qa/1/2"),
)
readings = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in SWITCHES.items()})


@pytest.mark.parametrize("chosen", READINGS, ids=lambda chosen: " ".join(f"{k}={v}" for k, v in chosen.items()) or "-")
def test_on_ids_full_of_events(chosen: dict[str, bool | str]) -> None:
    rules, compiled = ruleset(**chosen), evaluator(**chosen)
    chance = random.Random(f"{chosen}")
    squares = set()
    for _ in range(IDS):
        some, context = some_id(chance), some_context(chance)
        plain = evaluate_plain(some, context, rules)
        assert compiled(some, context) == plain, f"{some!r} in {context}"
        squares.add(plain.target)
        assert plain.target is None or 0 <= plain.target <= 1000
        assert plain.home == (plain.target == 1000)
    assert len(squares) > 500, "the IDs lead everywhere"


def test_evaluators_under_other_readings_share_tables() -> None:
    """Whoever asks first fills them: each is right after all the others."""
    own, chance = evaluator(), random.Random(7)
    others = [(ruleset(**chosen), own.reading(ruleset(**chosen))) for chosen in READINGS]
    for _ in range(1000):
        some, context = some_id(chance), some_context(chance)
        for rules, compiled in others:
            assert compiled(some, context) == evaluate_plain(some, context, rules), f"{some!r} in {context}"
    assert all(other.digest == rules.digest and other._triples is own._triples for rules, other in others)


@settings(max_examples=600, deadline=None)
@given(dice, contexts, readings)
def test_on_whatever_hypothesis_thinks_of(some: str, context: Context, chosen: dict[str, bool | str]) -> None:
    judge(some, context, **chosen)


@settings(max_examples=300, deadline=None)
@given(dice, contexts)
def test_every_finding_points_at_dice_and_none_is_told_twice(some: str, context: Context) -> None:
    roll = judge(some, context)
    spans = [finding.at for finding in roll.findings if finding.at is not None]
    assert all(0 <= start < end <= len(some) for start, end in spans)
    assert spans == sorted(spans, key=lambda at: at[0]), "in reading order"
    places = [(finding.rule, finding.at and finding.at[0]) for finding in roll.findings]
    assert len(set(places)) == len(places)
