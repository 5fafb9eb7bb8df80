"""The dice and a few numbers alone: rulesets as rows, two evaluators, and the arithmetic of one roll.

What came before a post is `game`'s; nothing here remembers anything.
"""

from referee.rules.compiled import Evaluator
from referee.rules.load import SWITCHES, load_ruleset, parse_setting, with_readings
from referee.rules.plain import evaluate_plain
from referee.rules.ruleset import EventRow, Ruleset

__all__ = [
    "SWITCHES",
    "Evaluator",
    "EventRow",
    "Ruleset",
    "evaluate_plain",
    "load_ruleset",
    "parse_setting",
    "with_readings",
]
