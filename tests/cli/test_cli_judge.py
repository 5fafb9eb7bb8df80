"""`referee judge` and `referee rules` as a player types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import group, run

ROOT = Path(__file__).parent.parent.parent
VECTORS = json.loads((ROOT / "fixtures/rules/vectors-judge.json").read_text("utf-8"))
PACKAGED = ROOT / "referee/rules/sets/id-sugoroku.toml"


def judged(*arguments: str, stdin: str | bytes | None = None) -> tuple[int, list[dict[str, Any]]]:
    result = CliRunner().invoke(group, ["judge", *arguments, "--json"], input=stdin, standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, [json.loads(line) for line in result.stdout.splitlines()]


def test_batch_gives_every_worked_example() -> None:
    lines = "\n".join(json.dumps(vector["args"]) for vector in VECTORS)
    code, answers = judged("--batch", "-", stdin=lines)
    assert code == 0
    assert len(answers) == len(VECTORS) > 0
    for vector, answer in zip(VECTORS, answers, strict=True):
        assert {key: answer[key] for key in vector["expect"]} == vector["expect"], vector["id"]
        assert list(answer)[:2] == ["id", "dice"]
        assert answer["text"]


def test_options_are_the_context() -> None:
    _, (answer,) = judged("PLPT2haA", "--no", "50", "--second", "33", "--square", "5")
    assert (answer["bonus"], answer["to"]) == (11, 18)


def test_what_is_unknown_is_told_as_unknown() -> None:
    _, (answer,) = judged("PLPTO+5a")
    assert answer["bonus"] == 0
    assert answer["jump"] is None
    unknown = {finding["effect"] for finding in answer["findings"] if finding["worth"] is None}
    assert unknown == {"bonus_number", "bonus_seconds", "jump_number"}


def test_readings_that_matter_are_told() -> None:
    _, (odd, plain) = judged("aHWF5mnv", "aHdF5mnv")
    assert odd["readings"] == ["fraction"]
    assert plain["readings"] == []
    _, (answer,) = judged("aHWF5mnv", "--set", "fraction=ceil")
    assert answer["roll"] == 3


def test_labels_and_marks_of_boards_are_no_dice() -> None:
    _, answers = judged("ID:aHdF5mnv0", "c0k(主)", "HnFsVfd5●", "aHdF5mnv0.net")
    assert [answer["dice"] for answer in answers] == ["aHdF5mnv", "c0k", "HnFsVfd5", "aHdF5mnv"]


@pytest.mark.parametrize("bad", ["", " ", "x" * 200, "ＡＢＣ１２３", "aHd😀5mnv", "a b", "???", "ID:"])
def test_a_bad_id_among_good_ones_is_told_and_the_rest_goes_on(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, answers = judged("aHdF5mnv", bad, "aHdF6mnv")
    assert code == 2
    assert [answer.get("roll") for answer in answers] == [5, None, 6]
    assert set(answers[1]) == {"id", "error"}
    assert run(["judge", bad]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.strip().splitlines()) == 1
    assert not captured.out


def test_bad_lines_of_a_batch_are_told_with_their_number() -> None:
    good, empty, short = b'{"id": "aHdF5mnv"}', b"", b'{"square": 1}'
    unknown, negative = b'{"id": "x", "sqare": 1}', b'{"id": "aHdF6mnv", "square": -1}'
    lines = b"\n".join((good, b"not json", empty, unknown, b"\xff\xfe", short, negative))
    code, answers = judged("--batch", "-", stdin=lines)
    assert code == 2
    assert [answer.get("roll") for answer in answers] == [5, None, None, None, None, None]
    assert "line 2" in answers[1]["error"]
    assert "sqare" in answers[2]["error"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["judge", "x", "--set", "fracton=floor"], "did you mean fraction"),
        (["judge", "x", "--set", "fraction=up"], "towards_zero"),
        (["judge", "x", "--set", "fraction"], "SWITCH=VALUE"),
        (["judge", "x", "--ruleset", "id-sugorku"], "id-sugoroku"),
        (["judge", "x", "--second", "61"], "0 to 59"),
        (["judge", "x", "--square", "-1"], "out of range"),
        (["judge"], "give IDs"),
        (["judge", "--batch", "nowhere.jsonl"], "nowhere.jsonl"),
        (["tryout"], "tryout"),
    ],
)
def test_wrong_use_ends_with_2_and_says_what_is_right(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(arguments)
    captured = capsys.readouterr()
    assert told in captured.err
    assert "Traceback" not in captured.err
    assert code == (3 if "nowhere" in told else 2)


def test_a_ruleset_with_a_wrong_row_is_refused_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "mine.toml"
    bad.write_text(PACKAGED.read_text("utf-8").replace('effect = "halve"', 'effect = "halv"'), "utf-8")
    assert run(["judge", "x", "--ruleset", str(bad)]) == 2
    judge_says = capsys.readouterr()
    assert not judge_says.out
    for part in ("mine.toml", "E-W", "unknown effect halv", "did you mean halve"):
        assert part in judge_says.err
    assert run(["rules", "check", str(bad)]) == 1
    assert "did you mean halve" in capsys.readouterr().out
    assert run(["rules", "check", str(PACKAGED)]) == 0


def test_rules_show_tells_every_rule_and_switch(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", "--lang", "en", "--set", "gift_to=shown"]) == 0
    text = capsys.readouterr().out
    for word in ("E-MISS", "N3", "gift_to = shown", "(rolls)"):
        assert word in text
    assert run(["rules", "show", "--template", "--lang", "ja"]) == 0
    assert "スカ" in capsys.readouterr().out


def test_rules_show_json_is_one_object() -> None:
    result = CliRunner().invoke(group, ["rules", "show", "--json"], standalone_mode=False)
    shown = json.loads(result.stdout)
    assert shown["ruleset"]["name"] == "id-sugoroku"
    assert len(shown["events"]) > 50


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"REFEREE_LANG": "en"}, "roll"),
        ({"LANG": "en_US.UTF-8"}, "roll"),
        ({"LANG": "C.UTF-8"}, "出目"),
        ({"REFEREE_LANG": "ja", "LANG": "en_US.UTF-8"}, "出目"),
    ],
)
def test_language_is_chosen_by_environment(
    environment: dict[str, str], word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("REFEREE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run(["judge", "aHdF5mnv"]) == 0
    assert word in capsys.readouterr().out


def test_a_language_that_nobody_speaks_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("REFEREE_LANG", "xx")
    assert run(["judge", "GO"]) == 2
    assert "REFEREE_LANG" in capsys.readouterr().err
