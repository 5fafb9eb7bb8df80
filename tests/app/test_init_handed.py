"""`init` with a hand-over that no game comes to, and where it fails late: nothing is left behind (issue 6)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from evening_game import everything
from msgspec.structs import replace
from process import command, is_one_line
from scene import Scene
from test_handover import handed

from referee.app.handing import read_handover
from referee.app.handovertext import lines_of
from referee.app.init import init
from referee.app.open import open_folder
from referee.errors import LedgerFull, RefereeError
from referee.model import PlayerState, ThreadRef


@pytest.fixture
def text(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> str:
    """An honest hand-over."""
    everything(scene)
    return "\n".join(handed(scene, monkeypatch))


FORGED: list[tuple[str, dict[str, object]]] = [
    ("hand-over, game: round 0; rounds are counted from 1 — ", {"round": 0}),
    ("hand-over, thread: (nothing) is no board — ", {"thread": ThreadRef("", "1178000000", "etc7.2ch.net", "2ch")}),
    ("hand-over, player ◆X: square 1001; the board has squares 0 to 1000 — ",
     {"players": (PlayerState("◆X", "", 1001),)}),
    ("hand-over, player ◆A?B: is no trip — ", {"players": (PlayerState("◆A\x1bB", "", 1),)}),
    ("hand-over, gifts: ◆X gives, and is no player — ", {"waiting": (("◆X", 10),)}),
    ("hand-over, ruleset: no ruleset 'mine' comes with this referee — give the ruleset", {"ruleset": "mine"}),
    ("no ruleset '../mine.toml' comes with this referee — give the ruleset", {"ruleset": "../mine.toml"}),
    ("hand-over, readings, fracture: unknown switch — did you mean fraction?", {"readings": {"fracture": "floor"}}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "changes"), FORGED, ids=lambda one: one if isinstance(one, str) else "")
def test_what_no_game_comes_to_is_refused_before_anything_is_written(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, changes: dict[str, object]
) -> None:
    """Anybody may paste a hand-over whose checks are right; and no text of a stranger opens a file here."""
    (tmp_path / "h").write_text(text, encoding="utf-8")
    found = read_handover(str(tmp_path / "h")).handover
    (tmp_path / "h").write_text("\n".join(lines_of(replace(found, **changes), 256)), encoding="utf-8")
    for name in ("mine", "mine.toml"):
        (tmp_path / name).write_text("nobody's business", encoding="utf-8")
    folder = tmp_path / "new"
    folder.mkdir()
    monkeypatch.chdir(folder)
    ran = command("init", "--from-handover", "../h", "https://etc7.2ch.net/test/read.cgi/entrance/1178009999/")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert is_one_line(ran.stderr)
    assert told in ran.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("fails", ["judge_all", "enter", "_give_name"])
@pytest.mark.parametrize("error", [LedgerFull("here", "no room"), KeyboardInterrupt(), OSError(28, "No space left")])
def test_what_fails_late_leaves_nothing_behind(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, error: BaseException
) -> None:
    (tmp_path / "h").write_text(text, encoding="utf-8")
    found = read_handover(str(tmp_path / "h")).handover
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")

    def failing(*_: object, **__: object) -> None:
        raise error

    url, now = "https://etc7.2ch.net/test/read.cgi/entrance/1178009999/", datetime(2026, 12, 1, tzinfo=UTC)
    with monkeypatch.context() as patched:
        patched.setattr(f"referee.app.init.{fails}", failing)
        with pytest.raises((RefereeError, KeyboardInterrupt)):
            init(folder, url, now, found)
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    assert (folder / "notes.txt").read_text("utf-8") == "mine"
    init(folder, url, now, found)
    assert sorted(path.name for path in folder.iterdir()) == ["notes.txt", "referee.db", "referee.toml"]


@pytest.mark.parametrize("name", ["referee.toml", "referee.db"])
def test_what_another_program_made_meanwhile_stays_alone(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "h").write_text(text, encoding="utf-8")
    found = read_handover(str(tmp_path / "h")).handover
    folder = tmp_path / "new"
    folder.mkdir()
    monkeypatch.setattr("referee.app.init.judge_all", lambda *_: (folder / name).write_text("mine", encoding="utf-8"))
    with pytest.raises(RefereeError, match=name):
        init(folder, "https://etc7.2ch.net/test/read.cgi/entrance/1178009999/", datetime.now(UTC), found)
    assert [path.name for path in folder.iterdir()] == [name]
    assert (folder / name).read_text("utf-8") == "mine"


@pytest.mark.parametrize("title", ["その\x7f1", 'その"1', "その\\1", "そ\nの1", "{name}"])
def test_any_title_comes_into_the_settings(text: str, tmp_path: Path, title: str) -> None:
    (tmp_path / "h").write_text(text, encoding="utf-8")
    found = replace(read_handover(str(tmp_path / "h")).handover, title=title)
    folder = tmp_path / "new"
    folder.mkdir()
    made = init(folder, "https://etc7.2ch.net/test/read.cgi/entrance/1178009999/", datetime.now(UTC), found)
    assert open_folder(str(made.settings)).settings.game[0].title == title
