"""The switches (RULES, "Readings"): for those of the dice, what the default and each alternative make of one roll.

The switches of the game (sage, which dice, rests, shows and gifts) are tried in tests/game/test_readings_in_play.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers import judge, ruleset

from referee.errors import RulesetError
from referee.model import Context, Readings
from referee.rules import SWITCHES, parse_setting, with_readings

OF_THE_GAME = {"roll_on_sage", "dice", "rest_unit", "showing_allows_second_roll", "gift_to"}
ON_321 = Context(square=321)
IN_CHANCE = Context(square=100, chance=True, held=3)
ON_10 = Context(post_no=1, second=7, square=10, fraction="98")

#: switch, dice, context, what is looked at, and what each value makes of it, the default first.
CASES = [
    ("follower_digit_counts", "K3d2hmfv", ON_10, "digits", {True: 15, False: 6}),
    ("follower_digit_counts", "JO4d1hmf", ON_10, "digits", {True: 5, False: 1}),
    ("follower_digit_counts", "TO4d1hmf", ON_10, "digits", {True: 5, False: 1}),
    ("follower_digit_counts", "K3dhmfva", ON_10, "digits", {True: 9, False: 0}),
    ("follower_digit_counts", "KDJO4d3h", ON_10, "digits", {True: 12, False: 3}),
    ("x_strikes", "X/dhmf5v", ON_321, "roll", {"always": -10, "setbacks": 0}),
    ("x_strikes", "XSRV5hmf", ON_10, "roll", {"always": -5, "setbacks": 5}),
    ("x_strikes", "XSARVYhm", ON_10, "rests", {"always": 0, "setbacks": 0}),
    ("x_strikes", "XSA5hmfv", ON_10, "roll", {"always": 5, "setbacks": 5}),
    ("x_strikes", "XSRV5hmf", ON_321, "roll", {"always": 10, "setbacks": 10}),
    ("xx_keeps_runs", "XX555hmf", ON_10, "roll", {True: 315, False: 15}),
    ("xx_lifts_chance", "XX5dhmfv", IN_CHANCE, "jump", {False: 50, True: None}),
    ("xx_lifts_chance", "XX5dhmfv", IN_CHANCE, "target", {False: 50, True: 105}),
    ("xx_lifts_chance", "XX5dhmfv", IN_CHANCE, "lifts", {False: False, True: True}),
    ("all_case", "ADFH5MNG", ON_10, "points", {"dice": 10, "letters": 110}),
    ("all_case", "adfh5mn+", ON_10, "points", {"dice": 5, "letters": -95}),
    ("all_case", "12345678", ON_10, "points", {"dice": 0, "letters": 0}),
    ("all_case", "ADFHéMN5", ON_10, "points", {"dice": 0, "letters": 100}),
    ("miss_beside_shapes", "ADFHMNQL", ON_10, "roll", {True: 174, False: 100}),
    ("miss_beside_shapes", "adfhmnvj", ON_10, "miss", {True: True, False: False}),
    ("miss_beside_shapes", "hhhdFmvn", ON_10, "roll", {True: 374, False: 300}),
    ("miss_beside_shapes", "hHhdFmvn", ON_10, "roll", {True: 74, False: 74}),
    ("pt_hundredths", "PT5dhmfv", ON_10, "bonus", {False: 7, True: 24}),
    ("fraction", "W5dMhaAn", ON_10, "roll", {"towards_zero": 2, "floor": 2, "ceil": 3, "half_up": 3}),
    ("fraction", "W/dMhaAn", ON_10, "roll", {"towards_zero": -2, "floor": -3, "ceil": -2, "half_up": -2}),
    ("fraction", "WW5dMhan", ON_10, "roll", {"towards_zero": 1, "floor": 1, "ceil": 2, "half_up": 1}),
    ("fraction", "WW/zdMhn", ON_10, "roll", {"towards_zero": 0, "floor": -1, "ceil": 0, "half_up": -1}),
    ("land_after_jump", "TO3dMhan", ON_10, "target", {True: 320, False: 300}),
    ("land_after_jump", "dMhaAnvf", Context(square=200, chance=True), "target", {True: 120, False: 100}),
    ("land_after_jump", "a5dMhaAn", Context(square=95), "target", {True: 120, False: 120}),
]


@pytest.mark.parametrize(("switch", "dice", "context", "field", "expected"), CASES, ids=lambda part: str(part)[:30])
def test_each_value_of_a_switch(
    switch: str, dice: str, context: Context, field: str, expected: dict[bool | str, Any]
) -> None:
    assert tuple(expected) == SWITCHES[switch], "every value is tried, the default first"
    assert getattr(judge(dice, context), field) == expected[SWITCHES[switch][0]], "the default needs no word"
    told = {value: getattr(judge(dice, context, **{switch: value}), field) for value in SWITCHES[switch]}
    assert told == expected


def test_every_switch_is_tried_and_makes_a_difference() -> None:
    differ = {switch for switch, *_, expected in CASES if len(set(expected.values())) > 1}
    assert differ | OF_THE_GAME == set(SWITCHES)


def test_the_findings_tell_what_each_reading_counts() -> None:
    for fraction, worth in (("", 7), ("9", 16), ("98", 24), ("987", 24)):
        roll = judge("PT5dhmfv", Context(second=7, fraction=fraction), pt_hundredths=True)
        told = [finding.worth for finding in roll.findings if finding.rule == "E-PT"]
        assert (roll.bonus, told) == (worth, [worth])


def test_the_defaults_are_those_of_the_model_and_of_the_shipped_file() -> None:
    assert ruleset().values == Readings()
    assert {name: values[0] for name, values in SWITCHES.items()} == {
        name: getattr(Readings(), name) for name in Readings.__struct_fields__
    }
    shipped = {name: (reading.value, *reading.alternatives) for name, reading in ruleset().readings.items()}
    assert shipped == SWITCHES


@pytest.mark.parametrize(
    ("text", "expected"),
    [("fraction=floor", ("fraction", "floor")), ("xx_keeps_runs = False", ("xx_keeps_runs", False))],
)
def test_a_setting_as_typed(text: str, expected: tuple[str, object]) -> None:
    assert parse_setting(text) == expected


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("fraction", ["--set fraction", "no value", "SWITCH=VALUE"]),
        ("fractoin=floor", ["fractoin", "unknown switch", "did you mean fraction?"]),
        ("fraction=down", ["fraction", "down is no value", "towards_zero, floor, ceil, half_up"]),
        ("roll_on_sage=1", ["roll_on_sage", "1 is no value", "true, false"]),
        ("fraction=true", ["fraction", "true is no value", "towards_zero, floor, ceil, half_up"]),
    ],
)
def test_a_wrong_setting_is_refused(text: str, parts: list[str]) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_setting(text)
    assert [part for part in parts if part not in str(refusal.value)] == []


def test_a_chosen_value_leaves_the_others_as_alternatives() -> None:
    chosen = with_readings(ruleset(), {"fraction": "ceil"}, "test").readings["fraction"]
    assert (chosen.value, chosen.alternatives) == ("ceil", ("towards_zero", "floor", "half_up"))
    assert chosen.ja == ruleset().readings["fraction"].ja
    with pytest.raises(RulesetError, match="rulesets of ours, gift_to: none is no value"):
        with_readings(ruleset(), {"gift_to": "none"}, "rulesets of ours")
