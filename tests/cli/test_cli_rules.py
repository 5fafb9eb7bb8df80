"""`referee rules`: the precedent book, rulesets beside each other, and the template."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from referee.app.precedents import book
from referee.cli import group


def rules(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(group, ["rules", *arguments], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    assert result.return_value == code
    return result


@pytest.mark.parametrize(("lang", "word"), [("ja", "問い:"), ("en", "question:")])
def test_the_whole_book_is_printed(lang: str, word: str) -> None:
    text = rules("precedents", "--lang", lang).stdout
    assert text.count(word) == len(book())
    for one in book():
        assert one.number in text
        assert one.question.of(lang) in text
        assert one.reason.of(lang) in text


def test_one_precedent_by_its_number_in_either_case() -> None:
    text = rules("precedents", "p-e-03", "--lang", "en").stdout
    assert text == rules("precedents", "P-E-03", "--lang", "en").stdout
    assert text.splitlines()[0] == "P-E-03  E-X, M1  x_strikes"
    assert "● always" in text
    assert "○ setbacks" in text
    assert "points -10, roll 10, to 331" in text
    assert "ID aXSd5mnv  square 321" in text


def test_json_of_the_book() -> None:
    whole = json.loads(rules("precedents", "--json", "--lang", "en").stdout)["precedents"]
    assert [one["number"] for one in whole] == [one.number for one in book()]
    one = json.loads(rules("precedents", "P-T-03", "--json", "--lang", "en").stdout)
    assert one in whole
    assert list(one) == ["number", "rules", "switch", "question", "answers", "choice", "reason", "case", "cited"]
    assert [answer["chosen"] for answer in one["answers"]] == [True, False]
    assert one["answers"][1]["expect"] is None
    assert one["choice"] == one["answers"][0]["text"]
    assert one["case"]["posts"][0]["time"] == "2007-05-01T10:00:30+09:00"


def test_a_number_that_no_precedent_has() -> None:
    result = CliRunner().invoke(group, ["rules", "precedents", "P-E-3"], prog_name="referee")
    assert result.exit_code == 2 or result.exception is not None
    assert "did you mean P-E-03" in str(result.exception) + result.output


def test_judge_cites_the_precedents_of_readings_and_of_decided_points() -> None:
    runner = CliRunner()
    told = json.loads(runner.invoke(group, ["judge", "--json", "aWd5UPRn"], standalone_mode=False).stdout)
    assert told["readings"] == ["fraction"]
    assert told["precedents"] == ["P-M-01", "P-E-01"]
    assert list(told)[-4:] == ["readings", "findings", "text", "precedents"]
    text = runner.invoke(group, ["judge", "aWd5UPRn", "--lang", "en"], standalone_mode=False).stdout
    assert "a reading that mattered (P-M-01): The fraction" in text
    assert "precedent P-E-01: One letter" in text
    plain = json.loads(runner.invoke(group, ["judge", "--json", "a5dMhaAn"], standalone_mode=False).stdout)
    assert plain["precedents"] == []
