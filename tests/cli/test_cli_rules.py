"""`referee rules`: the precedent book, rulesets beside each other, and the template."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers import ROOT, SHIPPED

from referee.app.precedents import book
from referee.app.rulesets import find_ruleset
from referee.cli import group, run
from referee.model import OWN_TEXT

DEMO, LINKED = (ROOT / "fixtures/threads/demo" / part for part in ("entrance/1178000000.dat", "linked"))
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


def test_a_number_that_no_precedent_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "precedents", "P-E-99"]) == 2
    told = capsys.readouterr().err
    assert "P-E-99: no precedent has this number" in told
    assert "referee rules precedents" in told


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


@pytest.fixture
def other(tmp_path: Path) -> str:
    """The rules with one row more, one worth and one reading otherwise."""
    text = SHIPPED.replace("worth = 50", "worth = 70").replace(
        'value = "towards_zero"\nalternatives = ["floor"', 'value = "floor"\nalternatives = ["towards_zero"'
    )
    path = tmp_path / "other.toml"
    path.write_text(text + ROW, encoding="utf-8")
    return str(path)


def test_diff_in_words_of_both_languages(other: str) -> None:
    english = rules("diff", "id-sugoroku", other, "--lang", "en", code=1).stdout
    assert english.splitlines() == [
        "changed E-GO: GO: +50 (worth 50 → 70)",
        "added E-N7: small n: +7",
        "reading fraction: towards_zero → floor",
    ]
    back = rules("diff", other, "id-sugoroku", "--lang", "ja", code=1).stdout
    assert back.splitlines() == [
        "変わった行 E-GO: GO … +50 (worth 70 → 50)",
        "なくなった行 E-N7: 小文字のn … +7",
        "読み方 fraction: floor → towards_zero",
    ]


def test_diff_of_the_same_rules(other: str) -> None:
    assert rules("diff", other, other, "--lang", "en").stdout == f"{other} and {other} are the same rules\n"
    told = json.loads(rules("diff", "id-sugoroku", "id-sugoroku", "--on", str(DEMO), "--json").stdout)
    assert (told["changes"], told["games"]) == ([], [])
    assert told["a"] == told["b"]


def test_diff_on_saved_threads(other: str) -> None:
    arguments = ["diff", "id-sugoroku", other, "--on", str(DEMO), "--linked", str(LINKED)]
    told = json.loads(rules(*arguments, "--json", "--lang", "en", code=1).stdout)
    (game,) = told["games"]
    audits = [
        json.loads(CliRunner().invoke(group, ["audit", str(DEMO), "--linked", str(LINKED), "--json", *more]).stdout)
        for more in ([], ["--ruleset", other])
    ]
    rows = [{row["player"]: row for row in audit["standings"]} for audit in audits]
    for player in game["players"]:
        for side, table in zip(("before", "after"), rows, strict=True):
            assert player[side]["square"] == table[player["player"]]["square"]
            assert player[side]["rank"] == table[player["player"]]["rank"]
    moved = {who for who in rows[0] if rows[0][who]["square"] != rows[1][who]["square"]}
    assert moved <= {player["player"] for player in game["players"]}
    pairs = zip(*(audit["posts"] for audit in audits), strict=True)
    first = next(one["no"] for one, two in pairs if one.get("roll") != two.get("roll"))
    assert game["parting"]["no"] <= first
    text = rules(*arguments, "--lang", "en", code=1).stdout
    assert f"{game['changed']} of {game['verdicts']} verdicts would change" in text
    assert f"they part at entrance/1178000000 {game['parting']['no']}:" in text


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["diff", "id-sugoroku", "id-sugoruku"], 2, "did you mean id-sugoroku"),
        (["diff", "id-sugoroku"], 2, "Missing argument 'B'"),
        (["diff", "id-sugoroku", "OTHER", "--on", "nowhere.dat"], 3, "nowhere.dat"),
        (["diff", "id-sugoroku", "OTHER", "--settings", "nowhere.toml"], 2, "nowhere.toml"),
    ],
)
def test_diff_refuses_in_one_line(
    arguments: list[str], code: int, told: str, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *(other if word == "OTHER" else word for word in arguments)]) == code
    captured = capsys.readouterr().err
    assert told in captured
    assert "Traceback" not in captured


def test_template_is_made_of_posts_that_boards_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    text = rules("show", "--template").stdout
    posts = json.loads(rules("show", "--template", "--json").stdout)["posts"]
    ruleset = find_ruleset()
    lines = [line for post in posts for line in post.splitlines()[1:]]
    assert lines == [f"・{row.ja}" for row in ruleset.event], "Japanese, every event once, in order"
    markers = [f"----- {number}/{len(posts)} -----\n" for number in range(1, len(posts) + 1)]
    assert text == "".join(f"{marker}{post}\n" for marker, post in zip(markers, posts, strict=True))
    for number, post in enumerate(posts, 1):
        assert post.splitlines()[0] == f"{OWN_TEXT}出目とイベント ({number}/{len(posts)})"
        assert len(post.splitlines()) <= 32
        assert len(post.replace("\n", " <br> ").encode("cp932")) <= 2048
    english = json.loads(rules("show", "--template", "--json", "--lang", "en").stdout)["posts"]
    assert [line for post in english for line in post.splitlines()[1:]] == [
        f"・{row.en.replace('·', '×')}" for row in ruleset.event
    ]


def test_template_of_odd_rows(tmp_path: Path) -> None:
    """What CP932 has not is a reference; a line end of a row is none of the template; few rows need no marker."""
    path = tmp_path / "odd.toml"
    row = ROW.replace('ja = "小文字のn … +7"', 'ja = "♥のn\\n… ×7"')
    path.write_text(f'[ruleset]\nname = "odd"\n{row}', encoding="utf-8")
    told = rules("show", "--template", "--ruleset", str(path)).stdout
    assert told == f"{OWN_TEXT}出目とイベント\n・&#9829;のn … ×7\n"


def test_template_of_long_rows_keeps_the_bytes(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    rows = [ROW.replace("E-N7", f"E-N{n}").replace("小文字のn … +7", "<&>" * 30 + "あ" * 200) for n in range(8)]
    path.write_text('[ruleset]\nname = "long"\n' + "".join(rows), encoding="utf-8")
    posts = json.loads(rules("show", "--template", "--json", "--ruleset", str(path)).stdout)["posts"]
    lines = [line for post in posts for line in post.splitlines()[1:]]
    assert all(len(line.encode("cp932")) <= 256 for line in lines), "boards refuse longer ones"
    assert "".join(line.removeprefix("　") for line in lines) == f"・{'＜＆>' * 30}{'あ' * 200}" * 8
    assert max(len(escape(post, quote=False).replace("\n", " <br> ").encode("cp932")) for post in posts) <= 2048
