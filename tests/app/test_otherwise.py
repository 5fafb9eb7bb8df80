"""What a roll would be by another reading: as if the ruleset had been loaded with that reading."""

from __future__ import annotations

import random

from helpers import ruleset

from referee.app.otherwise import OtherReadings
from referee.app.question import Question, dice_in, ident_of, worth_of
from referee.model import Context
from referee.rules import SWITCHES, Evaluator, evaluate_plain, with_readings
from tests.generate.chance import rich_id

RULES = ruleset()


def test_compiled_and_plain_name_the_same_and_leave_none_out() -> None:
    chance = random.Random(7)
    plain, compiled = OtherReadings(RULES), OtherReadings(RULES, Evaluator(RULES))
    told: set[str] = set()
    for _ in range(400):
        context = Context(
            chance.randint(1, 999), chance.randint(0, 59), chance.choice((0, 12, 111, 500, 990)),
            chance.choice((1, 1, 3)), chance.random() < 0.1, 0, chance.choice(("", "12")),
        )  # fmt: skip
        question = Question(rich_id(chance) + chance.choice(("", "0", "5")), context)
        roll = evaluate_plain(dice_in(ident_of(question.id), RULES.values), context, RULES)
        own, found = plain.judged(question)
        assert (own, found) == compiled.judged(question)
        assert own == roll
        by_switch = {(one.switch, one.value): one.roll for one in found}
        for switch in SWITCHES:
            for value in SWITCHES[switch]:
                other = with_readings(RULES, {switch: value}, switch)
                wanted = evaluate_plain(dice_in(ident_of(question.id), other.values), context, other)
                assert ((switch, value) in by_switch) == (worth_of(wanted) != worth_of(roll)), (question, switch)
                assert worth_of(by_switch.get((switch, value), wanted)) == worth_of(wanted)
        told |= {one.switch for one in found}
    assert len(told) >= 7
