"""The commands of a folder as a host types them: init, poll, status, standings, why, verify, rebuild, audit URL."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakeboard import FakeBoard, FakeThread

from referee.cli import COMMANDS, run

ROLL = "歩く人 </b>◆AbCdEfGhIj <b>"
#: What a poll without news has no use for.
HEAVY = ("alembic", "apscheduler", "jinja2", "selectolax", "sqlalchemy.orm")


def environment(**more: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")} | more


def referee(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "referee", *arguments], cwd=folder, env=environment(**more), capture_output=True,
        encoding="utf-8", timeout=60,
    )  # fmt: skip


def ok(folder: Path, *arguments: str) -> str:
    """What a command prints that must go well."""
    done = referee(folder, *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def as_json(folder: Path, *arguments: str) -> Any:
    return json.loads(ok(folder, *arguments, "--json"))


@pytest.fixture(scope="module")
def board() -> Iterator[FakeBoard]:
    with FakeBoard() as fake:
        yield fake


@pytest.fixture(scope="module")
def thread(board: FakeBoard) -> FakeThread:
    one = board.thread(title="IDすごろく その2")
    one.post("ルールはこちら")
    one.post("とりゃ", name=ROLL, mail="", ident="abcd1234")
    one.post("もういっちょ", name=ROLL, mail="", ident="abcd1234")
    return one


@pytest.fixture(scope="module")
def folder(thread: FakeThread, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a stranger typed `init` and `poll`."""
    path = tmp_path_factory.mktemp("cli")
    said = ok(path, "init", thread.url, "--lang", "en")
    assert said.count("\n") == 1
    assert "referee.toml" in said
    assert "referee poll" in said
    assert "3 posts" in ok(path, "poll", "--lang", "en")
    return path


def test_init_again_changes_nothing(folder: Path, thread: FakeThread) -> None:
    before = (folder / "referee.toml").read_bytes()
    done = referee(folder, "init", thread.url)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert (folder / "referee.toml").read_bytes() == before


def test_a_poll_that_is_not_due_asks_nothing(folder: Path, board: FakeBoard) -> None:
    requests = board.requests
    (line,) = ok(folder, "poll", "--json").splitlines()
    told = json.loads(line)
    assert list(told) == [
        "thread", "outcome", "reason", "new", "superseding", "next_at", "why", "requests", "received", "problems",
    ]  # fmt: skip
    assert (told["outcome"], told["requests"]) == ("waits", 0)
    assert board.requests == requests


def test_a_poll_without_news_imports_nothing_heavy(folder: Path, board: FakeBoard) -> None:
    code = (
        "import sys; from referee.cli import run; code = run(['poll', '--now', '--json']); "
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(code)"
    )

    def poll() -> tuple[str, set[str]]:
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, env=environment(), capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["outcome"], set(done.stderr.split())

    poll()  # the first one learns the ETag of the unpacked form
    outcome, modules = poll()
    assert (outcome, board.log[-1].status) == ("unchanged", 304)
    assert not {name for name in modules if name.startswith(HEAVY)}
    assert not {name for name in modules if name.startswith(("sqlalchemy", "referee.game", "referee.parse"))}
    assert "referee.app.notify" not in modules


def test_standings(folder: Path) -> None:
    table = as_json(folder, "standings")
    assert list(table) == ["cut", "standings", "gifts_waiting"]
    assert (table["cut"]["no"], table["standings"][0]["player"]) == (3, "◆AbCdEfGhIj")
    assert "◆AbCdEfGhIj" in ok(folder, "standings")


def test_standings_are_those_of_an_audit(folder: Path, thread: FakeThread) -> None:
    saved = folder / "saved.dat"
    saved.write_bytes(thread.dat)
    audit = json.loads(ok(folder, "audit", f"{thread.url}={saved}", "--json", "--text"))
    assert as_json(folder, "standings")["standings"] == audit["standings"]
    for post in audit["posts"]:
        told = as_json(folder, "why", str(post["no"]))
        assert {key: told[key] for key in told if key not in ("readings", "precedents", "source")} == post
        assert told["source"] == "dat"


def test_audit_of_an_address(folder: Path, thread: FakeThread) -> None:
    audit = json.loads(ok(folder, "audit", thread.url, "--json"))
    assert audit["standings"] == as_json(folder, "standings")["standings"]


def test_why(folder: Path, thread: FakeThread) -> None:
    assert as_json(folder, "why", "2")["kind"] == "roll"
    assert as_json(folder, "why", f"{thread.board}/{thread.key}/3")["why"] is not None
    assert "abcd1234" in ok(folder, "why", "2")


@pytest.mark.parametrize("post", ["0", "4", "99999999999999999999", "-1", "x", "１", "nowhere/1", "2/2/2"])
def test_why_of_what_there_is_not(folder: Path, capfd: pytest.CaptureFixture[str], post: str) -> None:
    code = run(["why", "--settings", str(folder / "referee.toml"), "--", post])
    out, err = capfd.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_status(folder: Path) -> None:
    told = as_json(folder, "status")
    (one,) = told["threads"]
    assert (one["posts"], one["life"], one["failures"]) == (3, "live", 0)
    assert one["requests_used"] > 0
    assert one["requests_used"] + one["requests_left"] == 8640
    assert told["ledger"]["bytes"] > 0
    lines = ok(folder, "status").splitlines()
    assert len(lines) == 6


def test_verify_and_rebuild(folder: Path) -> None:
    assert as_json(folder, "verify") == {"ok": True, "difference": None}
    assert as_json(folder, "rebuild") == {"game": "entrance", "verdicts": 3, "changed": 0, "other_rules": 0}
    assert ok(folder, "verify").count("\n") == 1


@pytest.mark.parametrize("command", ["poll", "status", "standings", "why 1", "verify", "rebuild", "daemon"])
def test_each_command_says_what_is_missing_in_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code = run(command.split())
    out, err = capfd.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "referee init" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["standings"], ["why", "1"]])
def test_before_the_first_poll_the_next_step_is_told(tmp_path: Path, thread: FakeThread, command: list[str]) -> None:
    ok(tmp_path, "init", thread.url)
    done = referee(tmp_path, *command)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "referee poll" in done.stderr
    assert as_json(tmp_path, "status")["threads"][0]["life"] is None
    assert as_json(tmp_path, "verify")["ok"] is True


def test_the_settings_may_stand_elsewhere(folder: Path, tmp_path: Path) -> None:
    file = str(folder / "referee.toml")
    assert "◆AbCdEfGhIj" in ok(tmp_path, "standings", "--settings", file)
    assert "◆AbCdEfGhIj" in referee(tmp_path, "standings", REFEREE_FILE=file).stdout
    assert list(tmp_path.iterdir()) == []


def test_an_old_ledger_is_not_needed_to_say_which_commands_there_are(tmp_path: Path) -> None:
    done = referee(tmp_path, "--help")
    assert all(name in done.stdout for name in COMMANDS)


def test_a_poll_without_news_stays_light_where_notes_are_wanted(
    thread: FakeThread, board: FakeBoard, tmp_path: Path
) -> None:
    """A file of a few lines is read; nobody is judged, and nobody speaks."""
    ok(tmp_path, "init", thread.url)
    with (tmp_path / "referee.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[notify]]\nurl = "http://127.0.0.1:1/"\n')
    code = (
        "import sys; from referee.cli import run; code = run(['poll', '--now', '--json']); "
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(code)"
    )
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=environment(), capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
    modules = set(done.stderr.split())
    assert json.loads(done.stdout)["outcome"] == "unchanged"
    assert "referee.app.notify" in modules
    assert not {name for name in modules if name.startswith((*HEAVY, "sqlalchemy", "referee.game", "referee.parse"))}
    assert not modules & {"apprise", "referee.fetch.webhook", "referee.words.notices"}
