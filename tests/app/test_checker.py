"""What the checker page runs, run here: it says what `referee judge` says, where no browser is at hand too."""

from __future__ import annotations

import pytest
from helpers import ruleset, vectors

from referee.app.checker import Form, Rules, check, context_of
from referee.app.judge import Judge
from referee.app.otherwise import OtherReadings
from referee.app.precedents import index, reading_sentences
from referee.app.question import Question
from referee.app.site import shown_others
from referee.app.typed import HIGHEST, LOWEST
from referee.errors import UsageError
from referee.pages.checker import HIGHEST as NAMED
from referee.pages.checker import NUMBERS
from referee.words import Speaker
from referee.words.pages import PageSpeaker

FIELDS = {"post_no": "no", "second": "second", "square": "square", "held": "held", "gift": "gift"}


def form_of(args: dict[str, object]) -> Form:
    fields = {field: "" if args.get(name) is None else str(args[name]) for name, field in FIELDS.items()}
    return Form(str(args["dice"]), chance=bool(args.get("chance")), **fields)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_worked_examples(lang: str) -> None:
    rules = ruleset()
    speaker, pages, lines = Speaker(lang, rules.texts(lang)), PageSpeaker(lang, rules.texts(lang)), 0
    by = Rules(rules, OtherReadings(rules).alternatives(), reading_sentences(rules, lang), index(lang), speaker.tongue)
    judge = Judge(rules, speaker)
    for case in vectors("vectors-judge.json")[::3]:
        form = form_of(case["args"])
        checked, answer = check(by, form), judge.answer(Question(form.id, context_of(form)))
        assert (checked.roll, checked.worth, checked.cited) == (answer.roll, answer.worth, answer.cited)
        findings = [f"  {line.text}" for line in checked.lines]
        assert [*findings, *checked.sums, *checked.remarks] == judge.explain(answer).split("\n")[1:]
        for told, one in zip(checked.others, shown_others(answer.others), strict=True):
            line = pages.label("otherwise", switch=one.switch, value=one.value, roll=pages.short_roll(one.roll))
            assert told == line or (line[-1] == "…" and told.startswith(line[:-1])), "what the form of serve says"
            lines += 1
    assert lines > 20


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"no": "x"}, "no x: no whole number — write digits, for example 55"),
        ({"no": "0"}, "no 0: out of range — 1 to 1000000000"),
        ({"square": "-1"}, "square -1: out of range — 0 to 1000000000"),
        ({"second": "60"}, "second 60: no second of a stamp — write 0 to 59, for example 45 or 45.67"),
        ({"held": "１"}, "held １: no whole number — write digits, for example 55"),
    ],
)
def test_a_field_that_can_not_be_read(fields: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError) as refused:
        context_of(Form("aHdF5mnv", **fields))
    assert str(refused.value) == told


def test_empty_fields_are_what_judge_takes_without_its_options() -> None:
    context = context_of(Form("aHdF5mnv", square=" "))
    assert (context.post_no, context.second, context.square, context.held, context.gift) == (None, None, 0, 1, 0)


def test_the_form_names_the_numbers_that_are_taken() -> None:
    assert {name: low for name, _, _, low in NUMBERS if low is not None} == LOWEST
    assert NAMED == HIGHEST
