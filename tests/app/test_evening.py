"""The evening of a host on one screen, and text that can be pasted without anything of it being counted
(part 4; ODD-INPUTS 28)."""

from __future__ import annotations

import json

import pytest
from evening_game import A, B, EveningGame, everything
from process import command
from ruled import rule
from scene import Scene

from referee.model import OWN_TEXT, Verdict
from referee.model.ruling import Void
from referee.words import columns


def screen(scene: Scene, monkeypatch: pytest.MonkeyPatch, *options: str) -> str:
    scene.close()
    monkeypatch.chdir(scene.path)
    ran = command("evening", *options)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def usual(scene: Scene) -> EveningGame:
    """Eight players who roll on two evenings; one of them rests, one may roll once more, one thing is open."""
    game = EveningGame(scene)
    first = ["aHdF5mnv", "YdddFhj1", "d2dFhjMm", "d4dFhjMm", "d6dFhjMm", "d8dFhjMm", "z1dFhjMm", "B2dFhjMm"]
    second = ["PRdF5mnv", "", "d3dFhjMk", "d5dFhjMk", "d7dFhjMk", "d9dFhjMk", "z3dFhjMk", "B4dFhjMk"]
    for day, idents in ((1, first), (2, second)):
        for place, ident in enumerate(idents):
            game.post(day, f"20:{place:02}:00", f"Trip{place}abcd.", ident, "歩く人")
    game.post(2, "21:00:00", "", "d1dFhjMx", "◇Trip2abcd.")
    game.read()
    return game


def test_a_usual_evening_is_one_screen(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    usual(scene)
    for lang in ("ja", "en"):
        lines = screen(scene, monkeypatch, "--lang", lang).splitlines()
        assert len(lines) <= 40
        assert all(columns(line) <= 80 for line in lines), max(lines, key=columns)


def test_it_tells_rolls_what_waits_who_may_roll_and_who_rests(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    usual(scene)
    told = screen(scene, monkeypatch)
    assert told.startswith(
        "IDすごろく その1 entrance/1178000000 2007-05-02\nrolls (7):\n  >>9 ◆Trip0abcd. PRdF5mnv roll +5 "
    )
    assert "for the host (1):\n  entrance/1178000000 17: a name that looks like a trip" in told
    assert '    referee ruling add count 1178000000/17 --player ◆Trip2abcd. --reason "…"\n' in told
    assert "may roll on 2007-05-03: " in told
    assert "resting" not in told  # until this very day
    assert "may roll once more on another board: ◆Trip0abcd. (1)\n" in told
    before = screen(scene, monkeypatch, "--day", "2007-05-01")
    assert "resting: ◆Trip1abcd. (until 2007-05-02)" in before
    assert "rolls (8):\n  >>1 " in before
    assert "another board" not in before


def test_a_day_is_told_as_it_ended(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    everything(scene)
    told = json.loads(screen(scene, monkeypatch, "--day", "2007-05-01", "--json"))
    assert told["day"] == "2007-05-01"
    assert [row["no"] for row in told["rolls"]] == [1, 2, 3, 4]
    assert told["resting"] == [{"player": f"◆{B}", "until": "2007-05-03"}]
    assert f"◆{A} 歩く人 square 5" in told["paste"][0]
    assert (
        "(" not in told["paste"][0].partition("standings")[2]
    )  # no range: what is open came later, or is no more known of that day
    empty = json.loads(screen(scene, monkeypatch, "--day", "2006-01-01", "--json"))
    assert (empty["rolls"], empty["can_roll"], empty["resting"]) == ([], [], [])
    later = json.loads(screen(scene, monkeypatch, "--day", "2008-01-01", "--json"))
    assert len(later["can_roll"]) == 6


def test_the_day_of_the_last_post_is_told_unless_another_is_named(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything(scene)
    told = json.loads(screen(scene, monkeypatch, "--json"))
    assert list(told) == ["game", "day", "rolls", "open", "can_roll", "resting", "extra_rolls", "paste", "rulings"]
    assert told["day"] == "2007-05-04"
    assert len(told["open"]) == 14
    assert "9 (1-9)" in told["paste"][0]
    text = screen(scene, monkeypatch)
    assert "11 more: referee open" in text
    assert text.count("referee ruling add") == 4  # of the latest three, of which one is settled in the settings


def test_a_roll_that_the_host_took_back_is_told(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    _, no = everything(scene)
    rule(scene, Void(), no["midnight"])
    told = screen(scene, monkeypatch, "--lang", "ja")
    assert f">>{no['midnight']} ◆Saru8kikiK 無効" in told


@pytest.mark.parametrize("day", ["2007-13-01", "yesterday", "2007-5-4", ""])
def test_what_is_no_day_is_refused(scene: Scene, monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    monkeypatch.chdir(scene.path)
    ran = command("evening", "--day", day)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
    assert "YYYY-MM-DD" in ran.stderr


# The text to paste


def judged(scene: Scene, number: int) -> Verdict:
    return next(verdict for verdict in scene.verdicts() if verdict.number == number)


def test_what_is_pasted_or_quoted_is_never_counted(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a player's own trip with an ID, by somebody who owes a picture and has a right to an extra roll."""
    game = EveningGame(scene)
    link = f"{scene.board.origin}/test/read.cgi/entrance2/1178000009/7"
    game.post(1, "20:00:00", A, "aHdF5mnv", "http://x.example/a.jpg 累計5歩")
    game.post(1, "20:01:00", B, "UPMPRdd1", f"訂正 >>1 {link}")
    game.read()
    (text,) = json.loads(screen(scene, monkeypatch, "--json"))["paste"]
    assert text.startswith(OWN_TEXT)
    pasted = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", " <br> ")
    quoted = " <br> ".join(f"&gt; {line}" for line in pasted.split(" <br> "))
    plain = game.post(1, "21:00:00", B, "d1dFhjMm", "風", "これで")
    numbers = [game.post(1, "21:01:00", B, "d1dFhjMm", "風", body) for body in (pasted, quoted)]
    rolling = game.post(2, "21:02:00", A, "d3dFhjMm", "風", pasted)
    game.read(after=86_400)
    like = judged(scene, plain)
    ours, quoting = (judged(scene, number) for number in numbers)
    assert (quoting.kind, quoting.why, quoting.notices) == (like.kind, like.why, like.notices)
    assert (ours.kind, ours.why, ours.notices) == ("chat", "own_text", like.notices)
    for verdict in (ours, quoting, judged(scene, rolling)):
        assert (verdict.steps, verdict.claim, verdict.items) == ((), None, ())
    assert judged(scene, rolling).why == "own_text", "the day is free for a roll"
