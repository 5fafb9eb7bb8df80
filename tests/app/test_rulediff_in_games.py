"""`rules diff` in the games of a folder: the ledger is read, both histories are judged, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakeboard import FakeThread
from helpers import SHIPPED
from process import command
from scene import Scene

from referee.app.book import added, read_book, write
from referee.app.rulediff import compare, folder_at_hand, on_ledger
from referee.model import PostKey, Ruling
from referee.model.ruling import Chat


@pytest.fixture
def richer(tmp_path: Path) -> str:
    """The rules with GO worth 70."""
    path = tmp_path / "richer.toml"
    path.write_text(SHIPPED.replace("worth = 50", "worth = 70"), encoding="utf-8")
    return str(path)


def roll(thread: FakeThread, trip: str, ident: str) -> None:
    thread.post("とりゃ", name=f"</b>◆{trip} <b>", mail="", ident=ident)


@pytest.fixture
def played(scene: Scene, thread: FakeThread) -> Scene:
    """Two players: the first with 9 squares, the second with GO."""
    roll(thread, "AbCdEfGhIj", "a9dMhaAn")
    roll(thread, "KlMnOpQrSt", "aGOd5mnv")
    scene.poll()
    return scene


def test_the_games_of_the_folder_are_judged_by_both(played: Scene, richer: str) -> None:
    before = played.derived()
    (found,) = on_ledger(played.folder, played.open, compare("id-sugoroku", richer))
    assert found.game == "sugoroku"
    assert (found.effect.verdicts, len(found.effect.changed)) == (2, 1)
    (row,) = found.effect.players
    assert row.before is not None
    assert row.after is not None
    assert (row.player, row.before.square, row.after.square) == ("◆KlMnOpQrSt", 55, 75)
    assert played.derived() == before, "nothing is written"
    (none,) = on_ledger(played.folder, played.open, compare(richer, richer))
    assert (none.effect.changed, none.effect.players) == ((), ())


def test_the_readings_of_the_game_hold_under_both(scene: Scene, thread: FakeThread, richer: str) -> None:
    scene.write(thread, more='readings = { fraction = "ceil" }')
    roll(thread, "AbCdEfGhIj", "aWd5GOmn")
    scene.poll()
    (found,) = on_ledger(scene.folder, scene.open, compare("id-sugoroku", richer))
    ((was, now),) = found.effect.changed
    assert was is not None
    assert was.roll is not None
    assert now is not None
    assert now.roll is not None
    assert (was.roll.roll.roll, now.roll.roll.roll) == (28, 38)


def test_the_rulings_in_force_hold_under_both(played: Scene, richer: str) -> None:
    """What the host voided is void by every ruleset."""
    verdict = played.verdicts()[1]
    key = PostKey(verdict.thread, 2, verdict.fingerprint)
    with played.open.write(played.now) as tx:
        write(tx, added(read_book(tx, "sugoroku"), Ruling(0, (key,), Chat(), "a test"), played.now))
    (found,) = on_ledger(played.folder, played.open, compare("id-sugoroku", richer))
    assert found.effect.players == ()


def test_the_command_finds_the_folder_and_tells_where_the_histories_part(played: Scene, richer: str) -> None:
    played.close()
    settings = str(played.file)
    done = command("rules", "diff", "id-sugoroku", richer, "--settings", settings, "--lang", "en")
    assert done.returncode == 1
    assert "changed E-GO: GO: +50 (worth 50 → 70)" in done.stdout
    assert "sugoroku: 1 of 2 verdicts would change" in done.stdout
    assert "they part at" in done.stdout
    assert "◆KlMnOpQrSt: square 55 (rank 1) → square 75 (rank 1)" in done.stdout
    told = json.loads(command("rules", "diff", "id-sugoroku", richer, "--settings", settings, "--json").stdout)
    (game,) = told["games"]
    assert (game["game"], game["verdicts"], game["changed"], game["parting"]["no"]) == ("sugoroku", 2, 1, 2)


def test_without_a_folder_there_are_words_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert folder_at_hand(None) is None
    (tmp_path / "referee.toml").write_text('[[game]]\nname = "x"\n', encoding="utf-8")
    assert folder_at_hand(None) is None, "it has no ledger yet"
