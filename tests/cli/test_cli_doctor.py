"""`referee doctor` as a host types it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fakeboard import FakeBoard

from referee.app import doctor
from referee.cli import group, run


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeBoard]:
    """A board without threads; between two requests nobody waits, and no folder was set up."""
    real = doctor.examine
    monkeypatch.setattr(doctor, "examine", lambda *arguments: real(*arguments, pause=lambda _: None))
    monkeypatch.chdir(tmp_path)
    with FakeBoard() as fake:
        yield fake


def doctored(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["doctor", *arguments], standalone_mode=False)


def test_a_board_that_suits(board: FakeBoard) -> None:
    thread = board.thread(posts=10)
    thread.post(name="歩 </b>◆AbCdEfGhIj <b>")
    result = doctored(thread.url, "--lang", "en")
    assert result.return_value == 0
    assert "○ IDs are shown also with sage [BBS_FORCE_ID=checked, 11 of 11 posts" in result.stdout
    assert result.stdout.endswith("the board suits ID-sugoroku\n")


def test_a_board_that_does_not_suit_exits_1_with_advice(board: FakeBoard) -> None:
    board.settings.update(BBS_FORCE_ID="", BBS_NO_ID="checked")
    thread = board.thread()
    for _ in range(6):
        thread.post(ident="")
    result = doctored(thread.url, "--lang", "ja")
    assert result.return_value == 1
    assert "× IDが出ない [BBS_NO_ID=checked、6レスのうちIDが出ているのは0]\n   → この板では" in result.stdout


def test_json_has_code_evidence_and_words(board: FakeBoard) -> None:
    board.settings["BBS_FORCE_ID"] = ""
    thread = board.thread()
    for _ in range(6):
        thread.post(ident="???")
        thread.post(mail="")
    result = doctored(thread.url, "--json", "--lang", "en")
    whole: dict[str, Any] = json.loads(result.stdout)
    assert list(whole) == ["board", "title", "thread", "posts", "suits", "text", "advice", "requests"]
    assert (whole["suits"], whole["posts"], whole["requests"]) == (False, 12, 2)
    (bad,) = [advice for advice in whole["advice"] if advice["level"] == "bad"]
    assert list(bad) == ["code", "level", "setting", "seen", "of", "value", "text", "remedy"]
    assert (bad["code"], bad["setting"], bad["seen"], bad["of"]) == ("ids_hidden_by_mail", "BBS_FORCE_ID=", 0, 6)
    assert bad["remedy"]


def test_a_board_of_which_nothing_can_be_read_exits_3(board: FakeBoard) -> None:
    result = doctored(f"{board.origin}/nowhere/", "--lang", "en")
    assert result.return_value == 3
    assert result.stdout.endswith("nothing could be read, so nothing is known of this board\n")


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["http://127.0.0.1:1/"]])
def test_wrong_use_exits_2(board: FakeBoard, arguments: list[str]) -> None:
    assert run(["doctor", *arguments]) == 2
