"""The door of the precedent book: a wrong row is refused with its number, the reason and what would be right."""

from __future__ import annotations

import pytest

from referee.errors import RulesetError
from referee.rules import load_book

GOOD = """
[[precedent]]
number = "P-E-01"
rules = ["E-K"]
cited = ["roll/short_id"]
question = { ja = "問い", en = "question" }
reason = { ja = "理由", en = "reason" }
case.dice = "a5dMhaAn"
[[precedent.answer]]
chosen = true
ja = "はい"
en = "yes"
worth = { roll = 5 }
[[precedent.answer]]
ja = "いいえ"
en = "no"
"""
SWITCH = """
[[precedent]]
number = "P-T-01"
rules = ["T5"]
switch = "roll_on_sage"
question = { ja = "問い", en = "question" }
reason = { ja = "理由", en = "reason" }
case.posts = [{ no = 1, id = "a5dMhaAn" }]
[[precedent.answer]]
value = true
chosen = true
ja = "はい"
en = "yes"
posts = [{ no = 1, kind = "roll" }]
[[precedent.answer]]
value = false
ja = "いいえ"
en = "no"
posts = [{ no = 1, kind = "chat" }]
"""


def test_good_rows_load_in_the_order_given() -> None:
    read = load_book({"t.toml": SWITCH, "e.toml": GOOD})
    assert [one.number for one in read] == ["P-T-01", "P-E-01"]
    assert [one.section for one in read] == ["T", "E"]
    assert [one.choice.en for one in read] == ["yes", "yes"]
    assert [[answer.is_run for answer in one.answer] for one in read] == [[True, True], [True, False]]


RULED = """
[[precedent]]
number = "P-H-01"
rules = ["H3"]
question = { ja = "問い", en = "question" }
reason = { ja = "理由", en = "reason" }
case.posts = [{ no = 1, id = "a5dMhaAn" }]
[[precedent.answer]]
chosen = true
ja = "はい"
en = "yes"
posts = [{ no = 1, kind = "roll" }]
[[precedent.answer]]
ja = "いいえ"
en = "no"
rulings = [{ no = 1, kind = "square", square = 5 }]
posts = [{ no = 1, kind = "roll" }]
"""


def test_an_answer_made_by_rulings_is_run_with_them() -> None:
    (one,) = load_book({"h.toml": RULED})
    assert one.answer[1].is_run
    assert one.answer[1].rulings == ({"kind": "square", "no": 1, "square": 5},)


@pytest.mark.parametrize(
    ("text", "old", "new", "what", "hint"),
    [
        (GOOD, "[[precedent]]", "[[precedent", "not valid TOML", "mend the line"),
        (GOOD, "[[precedent]]", "[[president]]\n[[precedent]]", "unknown table [president]", "[[precedent]]"),
        (GOOD, 'number = "P-E-01"', 'number = "E-1"', "number 'E-1'", "P-E-07"),
        (GOOD, 'number = "P-E-01"', "number = 1", "number is a whole number", "write text in quotes"),
        (GOOD, 'rules = ["E-K"]', "rules = []", "rests on no rule", "E-K"),
        (GOOD, 'rules = ["E-K"]', 'rules = ["K"]', "'K' is no id of a rule", "T5"),
        (GOOD, "roll/short_id", "roll/short_ids", "nothing shows", "did you mean roll/short_id?"),
        (GOOD, "reason =", "reasons =", "unknown key reasons", "did you mean reason?"),
        (GOOD, 'reason = { ja = "理由", ', "reason = { ", "missing required field `ja`", "keys"),
        (GOOD, "chosen = true", "chosen = false", "0 answers are chosen", "chosen = true"),
        (GOOD, 'ja = "いいえ"', 'chosen = true\nja = "いいえ"', "2 answers are chosen", "one of them"),
        (GOOD, 'ja = "いいえ"', 'value = true\nja = "いいえ"', "values without a switch", "name the switch"),
        (GOOD, 'ja = "いいえ"', 'ja = "いいえ"\nworth = { roll = 1 }', "can't be run", "name the rulings"),
        (GOOD, "worth = { roll = 5 }", "", "expects nothing", "what the case gives"),
        (GOOD, "worth = { roll = 5 }", "posts = [{ no = 1 }]", "expects posts, the case is one ID", "worth"),
        (GOOD, 'case.dice = "a5dMhaAn"', "case.square = 5", "either dice or posts", "case.dice"),
        (GOOD, 'case.dice = "a5dMhaAn"', 'case.dise = "a"', "unknown field `dise`", ""),
        (RULED, 'no = 1, kind = "square"', 'no = 2, kind = "square"', "a ruling about post 2", "by its no"),
        (RULED, 'kind = "square"', 'kind = "squire"', "unknown ruling squire", "did you mean square?"),
        (RULED, "square = 5", "sqare = 5", "a ruling square has no sqare", "square, player"),
        (SWITCH, "roll_on_sage", "roll_on_sago", "unknown switch", "did you mean roll_on_sage?"),
        (SWITCH, "value = false", "value = true", "do not have the values", "True, False"),
        (SWITCH, "value = true\nchosen = true", "value = true", "0 answers are chosen", "chosen"),
        (SWITCH, 'kind = "chat"', 'kid = "chat"', "expects kid", "did you mean kind?"),
        (SWITCH, 'no = 1, kind = "chat"', 'no = 2, kind = "chat"', "something of post 2", "by its no"),
        (SWITCH, 'posts = [{ no = 1, kind = "chat" }]', "worth = { roll = 1 }", "the case is a game", "posts"),
        (SWITCH, '{ no = 1, id = "a5dMhaAn" }', "{ no = 1 }, { no = 1 }", "have one number", "apart"),
    ],
)
def test_a_wrong_row_is_refused(text: str, old: str, new: str, what: str, hint: str) -> None:
    assert text.count(old) >= 1
    with pytest.raises(RulesetError) as refused:
        load_book({"page.toml": text.replace(old, new, 1)})
    line = str(refused.value)
    assert "\n" not in line
    assert "page.toml" in line
    assert what in line
    assert hint in line


def test_the_chosen_value_is_the_default() -> None:
    other = SWITCH.replace("chosen = true\n", "").replace("value = false", "value = false\nchosen = true")
    with pytest.raises(RulesetError, match="the default is True"):
        load_book({"page.toml": other})


@pytest.mark.parametrize(
    ("again", "what"),
    [
        (GOOD, "duplicate number"),
        (GOOD.replace("P-E-01", "P-E-02"), "roll/short_id belongs to P-E-01 already"),
        (SWITCH.replace("P-T-01", "P-T-02"), "roll_on_sage belongs to P-T-01 already"),
    ],
)
def test_nothing_stands_twice(again: str, what: str) -> None:
    with pytest.raises(RulesetError, match=what):
        load_book({"one.toml": GOOD + SWITCH, "two.toml": again})
