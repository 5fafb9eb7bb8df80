"""The dice and a few numbers alone: rulesets as rows, two evaluators, and the arithmetic of one roll.

What came before a post is `game`'s; nothing here remembers anything.
"""

from referee.rules.alike import may_matter
from referee.rules.book import SETTINGS, Answer, Case, Precedent, load_book
from referee.rules.compiled import Evaluator
from referee.rules.differ import Change, differences
from referee.rules.load import SWITCHES, load_ruleset, parse_setting, with_readings, with_row
from referee.rules.plain import evaluate_plain
from referee.rules.ruleset import EventRow, Ruleset
from referee.rules.signs import signs_of
from referee.rules.tally import Tally

__all__ = [
    "SETTINGS",
    "SWITCHES",
    "Answer",
    "Case",
    "Change",
    "Evaluator",
    "EventRow",
    "Precedent",
    "Ruleset",
    "Tally",
    "differences",
    "evaluate_plain",
    "load_book",
    "load_ruleset",
    "may_matter",
    "parse_setting",
    "signs_of",
    "with_readings",
    "with_row",
]
