"""The worked examples of single rolls (fixtures/rules/vectors-judge.json), by both evaluators."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from helpers import evaluator, ruleset, vectors

from referee.model import Context, Roll
from referee.rules import evaluate_plain

CASES = vectors("vectors-judge.json")


def told(roll: Roll) -> dict[str, Any]:
    """A roll in the words of the worked examples."""
    return {
        "digits": roll.digits,
        "points": roll.points,
        "roll": roll.roll,
        "bonus": roll.bonus,
        "jump": "random" if roll.is_random else roll.jump,
        "to": roll.target,
        "home": roll.home,
        "rests": roll.rests,
        "exposures": list(roll.exposures),
        "next": msgspec.to_builtins(roll.next),
        "again": roll.again,
        "cp": roll.cp,
        "cn": roll.cn,
        "tasks": list(roll.tasks),
        "miss": roll.miss,
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_example(case: dict[str, Any]) -> None:
    args = dict(case["args"])
    dice, context = args.pop("dice"), Context(**args)
    assert told(evaluate_plain(dice, context, ruleset())) == case["expect"]
    assert told(evaluator()(dice, context)) == case["expect"]


def test_the_examples_name_every_key() -> None:
    assert {key for case in CASES for key in case["expect"]} == set(told(evaluator()("5", Context())))


def test_a_file_without_cases_is_refused(tmp_path, monkeypatch) -> None:
    (tmp_path / "fixtures/rules").mkdir(parents=True)
    (tmp_path / "fixtures/rules/none.json").write_text("[]")
    monkeypatch.setattr("helpers.ROOT", tmp_path)
    with pytest.raises(AssertionError, match="has no cases"):
        vectors("none.json")
