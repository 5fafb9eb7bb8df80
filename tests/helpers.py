"""What the tests of rules and game share: the ruleset as shipped, under any readings, and its evaluators."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from referee.model import Context, Roll
from referee.rules import Evaluator, Ruleset, evaluate_plain, load_ruleset, with_readings

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = (ROOT / "referee/rules/sets/id-sugoroku.toml").read_text(encoding="utf-8")

#: At the start, in a post of which nothing is known.
NOWHERE = Context()


def vectors(name: str) -> list[dict[str, Any]]:
    """The worked examples of a file in fixtures/rules; an empty file would test nothing, so it is refused."""
    cases: list[dict[str, Any]] = json.loads((ROOT / "fixtures/rules" / name).read_text(encoding="utf-8"))
    assert cases, f"{name} has no cases"
    return cases


@cache
def ruleset(**readings: bool | str) -> Ruleset:
    """The ruleset as shipped, with some switches set otherwise."""
    return with_readings(load_ruleset(SHIPPED, "id-sugoroku"), readings, "test")


@cache
def evaluator(**readings: bool | str) -> Evaluator:
    """The compiled evaluator of that ruleset."""
    return Evaluator(ruleset(**readings))


def judge(ident: str, context: Context = NOWHERE, **readings: bool | str) -> Roll:
    """What both evaluators say of some dice; they must agree."""
    plain = evaluate_plain(ident, context, ruleset(**readings))
    compiled = evaluator(**readings)(ident, context)
    assert compiled == plain, f"the evaluators differ on {ident!r} in {context} under {readings}"
    return plain


def worth(ident: str, context: Context = NOWHERE, **readings: bool | str) -> int:
    """The roll that some dice make, in squares, whether it is walked or not."""
    return judge(ident, context, **readings).roll
