"""Rulesets as rows: a new row needs no Python, a bad one is refused with row, reason and remedy; digests."""

from __future__ import annotations

import re
import tomllib
from operator import attrgetter
from random import Random

import pytest
from helpers import NOWHERE, SHIPPED, ruleset
from id_maker import some_context, some_id

from referee.errors import RulesetError
from referee.model import Context, Roll
from referee.rules import Evaluator, Ruleset, evaluate_plain, load_ruleset, with_readings

MINIMAL = """
[ruleset]
name = "small"
[[event]]
id = "E-DIGIT"
shape = "digit"
effect = "digit"
ja = "数字"
en = "digit"
hit = "a5"
miss = "ab"
"""


def row(**keys: str | int) -> str:
    """One `[[event]]` row as TOML; `hit` and `miss` fit a trigger w unless given."""
    filled = {"id": "E-NEW", "trigger": "w", "ja": "新", "en": "new", "hit": "aHwF5mnv", "miss": "aHdF5mnv"} | keys
    lines = [f"{key} = {value!r}".replace("True", "true") for key, value in filled.items() if value != ""]
    return "\n[[event]]\n" + "\n".join(lines) + "\n"


def both(rules: Ruleset, dice: str, context: Context = NOWHERE) -> Roll:
    plain = evaluate_plain(dice, context, rules)
    assert Evaluator(rules)(dice, context) == plain
    return plain


@pytest.mark.parametrize(
    ("keys", "dice", "field", "value"),
    [
        ({"case": "exact", "effect": "points", "worth": 7}, "wdMhaA5n", "roll", 6),  # and E-W still halves: 12 × ½
        ({"trigger": "n", "case": "exact", "effect": "points", "worth": 7, "hit": "n", "miss": "N"}, "nN5", "roll", 12),
        ({"trigger": "n", "effect": "points", "worth": 7, "hit": "N", "miss": "a"}, "nNdMa5", "roll", 19),
        ({"trigger": "n", "effect": "points", "worth": 7, "hit": "N", "miss": "a"}, "ndmaFhvA", "miss", False),
        ({"trigger": "VM", "follow": "digit", "effect": "hold", "hit": "vm4", "miss": "vmd"}, "VM4dha", "next.held", 4),
        ({"trigger": "N", "follow": "!N", "effect": "rest", "worth": 3, "hit": "N", "miss": "a"}, "NNdhA", "rests", 3),
        ({"trigger": "ND", "effect": "gift_after", "worth": 25, "hit": "nd", "miss": "dn"}, "NDha5F", "gift_after", 25),
        ({"trigger": "FF", "effect": "jump_hundreds", "worth": 4, "hit": "ff", "miss": "fa"}, "FfdH", "jump", 400),
        ({"trigger": "F", "effect": "task", "kind": "F", "hit": "f", "miss": "a"}, "FhdM5", "tasks", ("F",)),
    ],
)  # fmt: skip
def test_a_new_row_of_an_existing_kind_works_without_python(
    keys: dict[str, str | int], dice: str, field: str, value: object
) -> None:
    rules = load_ruleset(SHIPPED + row(**keys), "ours")
    roll = both(rules, dice, Context(square=10))
    assert attrgetter(field)(roll) == value
    assert "E-NEW" in {finding.row for finding in roll.findings}


@pytest.mark.parametrize("trigger", [chr(code) for code in range(0x21, 0x7F) if chr(code) not in "'\\"])
def test_a_new_row_may_have_any_trigger(trigger: str) -> None:
    miss = "b" if trigger == "a" else "a"
    own = row(trigger=trigger, case="exact", effect="points", worth=7, hit=f"H{trigger}", miss=miss)
    rules = load_ruleset(SHIPPED + own, "ours")
    assert not both(rules, f"{trigger}~").miss


def test_a_byte_order_mark_is_passed_over() -> None:
    assert load_ruleset("\ufeff" + SHIPPED, "ours").digest == ruleset().digest


def test_the_bounds_themselves_are_accepted() -> None:
    for effect, worths in {
        "points": (-1_000_000, 0, 1_000_000), "rest": (1, 366), "hold": (0, 1000), "digits_times": (0, 1000),
        "jump_hundreds": (0, 99), "gift_before": (1, 1_000_000), "gift_after": (1, 1_000_000),
    }.items():  # fmt: skip
        for worth in worths:
            load_ruleset(SHIPPED + row(effect=effect, worth=worth), "ours")
    load_ruleset(SHIPPED.replace("goal = 1000", "goal = 1000000").replace("[111, ", "[999999, "), "ours")


def test_both_evaluators_agree_under_rows_of_our_own() -> None:
    own = row(case="exact", effect="points", worth=7) + row(
        id="E-OWN", trigger="NN", follow="!N", effect="points", worth=-3, strikable=True, hit="aNNd", miss="NaN"
    )
    rules = load_ruleset(SHIPPED + own, "ours")
    compiled, chance = Evaluator(rules), Random(7)
    for _ in range(3000):
        dice, context = some_id(chance), some_context(chance)
        assert compiled(dice, context) == evaluate_plain(dice, context, rules), dice


def test_the_smallest_ruleset() -> None:
    rules = load_ruleset(MINIMAL, "small")
    assert (rules.name, rules.goal) == ("small", 1000)
    assert both(rules, "GO45RVYY", Context(square=111)).roll == 9, "no other rows, no squares"


def test_a_shorter_way_home() -> None:
    rules = load_ruleset(MINIMAL.replace('"small"', '"small"\ngoal = 50', 1), "small")
    roll = both(rules, "9", Context(square=45))
    assert (roll.target, roll.home, roll.overshoot) == (50, True, 4)


EMPTY = 'id = "E-EMPTY"\ntrigger = ""\neffect = "double"\nja = "空"\nen = "none"\nhit = "a"\nmiss = "b"\n'
MISS = '\n[[event]]\nid = "E-MISS"'

#: What is wrong with the text (a replacement in the shipped file, or rows added) → what the refusal must say.
REFUSALS = {
    "no TOML": (SHIPPED + "\n[[event", ["house rules", "not valid TOML", "mend the line"]),
    "unknown table": (SHIPPED + "\n[[evnt]]\nid='x'\n", ["[evnt]", "unknown table", "did you mean event?"]),
    "no name": (SHIPPED.replace('name = "id-sugoroku"\n', ""), ["[ruleset]", "name"]),
    "a goal below 1": (SHIPPED.replace("goal = 1000", "goal = 0"), ["[ruleset]", "goal is 0", "1 or more"]),
    "no events": ("[ruleset]\nname = 'x'\n", ["no [[event]] rows", "at least one"]),
    "event is no list": ("[ruleset]\nname='x'\n[event]\nid='x'\n", ["event", "no list of rows", "[[event]]"]),
    "unknown effect": (SHIPPED + row(effect="point", worth=1), ["E-NEW", "unknown effect point", "mean points?"]),
    "duplicate id": (SHIPPED + row(id="E-B", effect="double"), ["row E-B", "duplicate id", "another name"]),
    "duplicate id of a text": (SHIPPED + row(id="T1", effect="double"), ["row T1", "duplicate id"]),
    "hit misses": (SHIPPED + row(effect="double", hit="abc"), ["E-NEW", "hit = 'abc' misses this row", "matches"]),
    "miss hits": (SHIPPED + row(effect="double", miss="aWc"), ["E-NEW", "miss = 'aWc' hits this row", "does not"]),
    "unknown key": (SHIPPED + row(effect="double", folow="d"), ["E-NEW", "unknown key folow", "did you mean follow?"]),
    "no example": (SHIPPED + row(effect="double", hit=""), ["E-NEW", "missing required field `hit`"]),
    "wrong type": (SHIPPED + row(effect="points", worth="7"), ["E-NEW", "worth is text", "a whole number"]),
    "worth is true": (SHIPPED + row(effect="rest") + "worth = true\n", ["E-NEW", "worth is true", "a whole number"]),
    "squares of text": (SHIPPED.replace("[111, ", "['111', "), ["[[square]] no. 1", "squares[0] is text", "a whole"]),
    "no trigger and no shape": (SHIPPED + row(effect="double", trigger=""), ["E-NEW", "trigger or a shape", "run"]),
    "trigger and shape": (SHIPPED + row(effect="points", worth=1, shape="run"), ["E-NEW", "a trigger or a shape"]),
    "a shape that does not fit": (
        SHIPPED + row(effect="double", trigger="", shape="run"),
        ["E-NEW", "double does not stand on shape run", "none"],
    ),
    "a shape with follow": (
        SHIPPED + row(effect="points_per_length", worth=1, trigger="", shape="run", follow="d"),
        ["E-NEW", "no follow", "leave follow out"],
    ),
    "a shape is needed": (SHIPPED + row(effect="points_per_length", worth=1), ["E-NEW", "needs a shape", "run"]),
    "unknown shape": (SHIPPED + row(effect="strike", trigger="", shape="runs"), ["E-NEW", "runs", "did you mean run?"]),
    "a shape of a number": (SHIPPED + row(effect="strike", trigger="", shape=3), ["shape is a whole", "of digit, run"]),
    "trigger of three": (SHIPPED + row(effect="double", trigger="abc"), ["E-NEW", "'abc'", "one or two ASCII"]),
    "trigger of a kanji": (SHIPPED + row(effect="double", trigger="休"), ["E-NEW", "休", "one or two ASCII"]),
    "bad class": (SHIPPED + row(effect="double", follow="digits"), ["E-NEW", "unknown class digits", "mean digit?"]),
    "empty follow": (SHIPPED + row(effect="double", follow=" "), ["E-NEW", "says nothing", "capital small letter"]),
    "only not": (SHIPPED + row(effect="double", follow="!"), ["E-NEW", "says nothing"]),
    "unknown case": (SHIPPED + row(effect="double", case="any"), ["E-NEW", "case = 'any'", "one of blind, exact"]),
    "case in capitals": (SHIPPED + row(effect="double", case="Exact"), ["E-NEW", "'Exact'", "did you mean exact?"]),
    "empty trigger": (SHIPPED + row(effect="double") + "[[event]]\n" + EMPTY, ["row E-EMPTY", "one or two ASCII"]),
    "empty id": (SHIPPED + row(effect="double").replace("'E-NEW'", "''"), ["row ''", "is no id", "E-W7"]),
    "id of two lines": (SHIPPED + row(effect="double").replace("'E-NEW'", '"E\\nX"'), ["'E\\nX'", "is no id"]),
    "id with ESC": (SHIPPED + row(effect="double").replace("'E-NEW'", '"E\\u001b[2J"'), ["'E\\x1b[2J'", "is no id"]),
    "id of a text": (SHIPPED.replace('id = "T1"', 'id = "T 1"'), ["'T 1'", "is no id"]),
    "points": (SHIPPED + row(effect="points", worth=1_000_001), ["worth 1000001", "from -1000000 to 1000000"]),
    "points per length": (
        SHIPPED.replace('length"\nworth = 100', 'length"\nworth = -1000001'), ["E-RUN", "from -1000000 to 1000000"]
    ),
    "no rest": (SHIPPED + row(effect="rest", worth=0), ["worth 0", "from 1 to 366"]),
    "a long rest": (SHIPPED + row(effect="rest", worth=367), ["worth 367", "from 1 to 366"]),
    "hold": (SHIPPED + row(effect="hold", worth=-1), ["worth -1 of effect hold", "from 0 to 1000"]),
    "times": (SHIPPED + row(effect="digits_times", worth=1001), ["worth 1001", "from 0 to 1000"]),
    "hundreds": (SHIPPED + row(effect="jump_hundreds", worth=100), ["worth 100", "from 0 to 99"]),
    "no gift": (SHIPPED + row(effect="gift_before", worth=0), ["worth 0", "from 1 to 1000000"]),
    "a gift that takes": (SHIPPED + row(effect="gift_after", worth=-5), ["worth -5", "from 1 to 1000000"]),
    "kind of two": (SHIPPED + row(effect="task", kind="AB"), ["E-NEW", "kind 'AB'", "one capital letter"]),
    "small kind": (SHIPPED + row(effect="exposure", kind="d"), ["E-NEW", "kind 'd'", "one capital letter"]),
    "the start multiplies": (SHIPPED.replace("[111, ", "[0, "), ["[[square]] no. 1", "square 0", "from 1 to 999"]),
    "home multiplies": (SHIPPED.replace("[111, ", "[1000, "), ["[[square]] no. 1", "square 1000", "from 1 to 999"]),
    "a square twice": (SHIPPED.replace("[123, ", "[111, "), ["[[square]] no. 2", "square 111", "in one row"]),
    "a huge multiplier": (SHIPPED.replace("times = 3", "times = 1001"), ["no. 1", "times = 1001", "to 1000"]),
    "a goal too far": (SHIPPED.replace("goal = 1000", "goal = 1000001"), ["goal is 1000001", "at most 1000000"]),
    "a row above spoils": (
        SHIPPED.replace('[[event]]\nid = "E-MISS"', row(effect="double", trigger="-", hit="a-", miss="a") + MISS),
        ["row E-MISS", "row E-NEW above it spoils its example", "move that row below"],
    ),
    "missing worth": (SHIPPED + row(effect="points"), ["E-NEW", "needs a worth", "add worth"]),
    "a worth too many": (SHIPPED + row(effect="double", worth=2), ["E-NEW", "double has no worth", "leave worth out"]),
    "two numbers": (SHIPPED + row(effect="hold", worth=2, follow="digit"), ["E-NEW", "one place", "digit"]),
    "no number": (SHIPPED + row(effect="hold"), ["E-NEW", "one place", "worth"]),
    "missing kind": (SHIPPED + row(effect="task"), ["E-NEW", "needs a kind", "add kind"]),
    "a kind too many": (SHIPPED + row(effect="double", kind="D"), ["E-NEW", "has no kind", "leave kind out"]),
    "strikes in vain": (SHIPPED + row(effect="double", strikable=True), ["E-NEW", "can't be struck", "and rest"]),
    "unknown switch": (
        SHIPPED.replace("[readings.fraction]", "[readings.fractions]"),
        ["[readings.fractions]", "unknown switch", "did you mean fraction?"],
    ),
    "bad value": (
        SHIPPED.replace('value = "towards_zero"', 'value = "round"'),
        ["fraction", "round is no value", "towards_zero, floor, ceil, half_up"],
    ),
    "bad alternative": (
        SHIPPED.replace('["floor", "ceil", "half_up"]', '["floor", "up"]'),
        ["fraction", "up is no value", "one of towards_zero"],
    ),
    "readings is no table": ("readings = 3\n" + MINIMAL, ["readings", "is no table", "[readings.NAME]"]),
    "a square that is none": (SHIPPED.replace("times = 3", "time = 3"), ["[[square]]", "unknown key time", "times?"]),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_a_bad_ruleset_is_refused_with_row_reason_and_remedy(name: str) -> None:
    text, parts = REFUSALS[name]
    assert text != SHIPPED, "the mutation mutates"
    with pytest.raises(RulesetError) as refusal:
        load_ruleset(text, "house rules")
    message = str(refusal.value)
    assert [part for part in ("house rules", *parts) if part not in message] == [], message
    assert refusal.value.hint
    assert refusal.value.exit_code == 2
    assert "\n" not in message


def test_the_digest_changes_with_a_row_or_a_reading() -> None:
    variants = [
        ruleset(),
        ruleset(fraction="floor"),
        ruleset(roll_on_sage=False),
        load_ruleset(SHIPPED.replace("worth = 74", "worth = 75"), ""),
        load_ruleset(SHIPPED.replace("goal = 1000", "goal = 2000"), ""),
        load_ruleset(SHIPPED.replace("times = 3", "times = 4"), ""),
        load_ruleset(SHIPPED.replace('en = "+: +5"', 'en = "plus: +5"'), ""),
        load_ruleset(SHIPPED + row(effect="double"), ""),
    ]
    digests = {rules.digest for rules in variants}
    assert len(digests) == len(variants)
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)


def test_the_digest_does_not_change_with_the_order_of_keys_or_the_place_of_the_file() -> None:
    blocks = [block.strip().splitlines() for block in re.sub("(?m)^#.*\n", "", SHIPPED).split("\n\n")]
    turned = "\n\n".join("\n".join([head, *reversed(keys)]) for head, *keys in blocks)
    assert turned != SHIPPED
    assert tomllib.loads(turned) == tomllib.loads(SHIPPED)
    assert load_ruleset(turned, "elsewhere.toml").digest == ruleset().digest
    readings_turned = dict(reversed(ruleset().readings.items()))
    assert ruleset().read_as(readings_turned).digest == ruleset().digest


def test_choosing_what_is_in_force_already_changes_nothing() -> None:
    assert with_readings(ruleset(), {"fraction": "towards_zero"}, "").digest == ruleset().digest
    there = with_readings(ruleset(), {"fraction": "half_up"}, "")
    assert there.digest != ruleset().digest
    assert with_readings(there, {"fraction": "towards_zero"}, "").digest == ruleset().digest


def test_every_row_has_its_sentence_in_both_languages() -> None:
    rules = ruleset()
    for lang in ("ja", "en"):
        texts = rules.texts(lang)
        assert set(texts) == {row.id for row in (*rules.event, *rules.rule)}
        assert all(text.strip() for text in texts.values())
