"""Two rulesets beside each other: every difference once, and none that makes no difference."""

from __future__ import annotations

import pytest
from helpers import SHIPPED

from referee.rules import Change, Ruleset, differences, load_ruleset

ROW = """
[[event]]
id = "E-N7"
trigger = "n"
case = "exact"
effect = "points"
worth = 7
ja = "小文字のn … +7"
en = "small n: +7"
hit = "aHnF5mdv"
miss = "aHNF5mdv"
"""


def read(text: str) -> Ruleset:
    return load_ruleset(text, "test")


def changed(old: str, new: str, count: int = 1) -> tuple[Change, ...]:
    assert old in SHIPPED
    return differences(read(SHIPPED), read(SHIPPED.replace(old, new, count)))


def test_the_same_rules_have_no_difference_whatever_their_name() -> None:
    assert differences(read(SHIPPED), read(SHIPPED)) == ()
    assert changed('name = "id-sugoroku"', 'name = "mine"') == ()


def test_a_switch_left_out_has_its_default() -> None:
    head, _, rest = SHIPPED.partition("[readings.fraction]")
    without = head + rest[rest.index("[readings.") :]
    assert differences(read(SHIPPED), read(without)) == ()


def test_rows_added_and_removed() -> None:
    (added,) = differences(read(SHIPPED), read(SHIPPED + ROW))
    assert added == Change("event", "E-N7", None, ("小文字のn … +7", "small n: +7"))
    (removed,) = differences(read(SHIPPED + ROW), read(SHIPPED))
    assert removed == Change("event", "E-N7", ("小文字のn … +7", "small n: +7"), None)


@pytest.mark.parametrize(
    ("old", "new", "kind", "name", "fields"),
    [
        ("worth = 50", "worth = 70", "event", "E-GO", (("worth", "50", "70"),)),
        ("strikable = true", "strikable = false", "event", "E-SLASH", (("strikable", "true", "false"),)),
        ("goal = 1000", "goal = 1200", "goal", "", ()),
        ("666, 777, 888, 999]", "666, 777]", "squares", "888, 999", ()),
        ('ja = "+ … +5"', 'ja = "プラス … +5"', "event", "E-PLUS", ()),
        ('en = "The dice are the first 8 characters of the ID"', 'en = "Eight dice"', "rule", "T7", ()),
    ],
)
def test_one_difference_is_told_once(
    old: str, new: str, kind: str, name: str, fields: tuple[tuple[str, str, str], ...]
) -> None:
    (change,) = changed(old, new)
    assert (change.kind, change.name, change.fields) == (kind, name, fields)
    assert change.before is not None
    assert change.after is not None


def test_every_key_of_a_row_that_differs_is_told() -> None:
    row = SHIPPED[SHIPPED.index('id = "E-Q"') :].partition("\n\n")[0]
    other = row.replace('case = "exact"\n', "").replace('miss = "aHQF5mnv"', 'miss = "aHdF5mnv"')
    (change,) = changed(row, other)
    assert change.fields == (("miss", "aHQF5mnv", "aHdF5mnv"), ("case", "exact", "blind"))


def test_a_reading_in_force_otherwise() -> None:
    old = 'value = "towards_zero"\nalternatives = ["floor", "ceil", "half_up"]'
    (change,) = changed(old, 'value = "floor"\nalternatives = ["towards_zero", "ceil", "half_up"]')
    assert change == Change("reading", "fraction", ("towards_zero",) * 2, ("floor",) * 2)
    old = 'value = true\nalternatives = [false]\nrule = "T5"'
    (change,) = changed(old, 'value = false\nalternatives = [true]\nrule = "T5"')
    assert change == Change("reading", "roll_on_sage", ("true",) * 2, ("false",) * 2)
