"""`referee publish` and `audit --pages` as a host types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from fakeboard import FakeBoard
from test_cli_audit import LINKED, THREAD
from test_cli_polling import environment, ok, referee

from referee.cli import group, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("publish")
    with FakeBoard() as board:
        thread = board.thread(title="IDすごろく その2")
        thread.post("とりゃ", name="歩く人 </b>◆AbCdEfGhIj <b>", mail="", ident="abcd1234")
        ok(path, "init", thread.url)
        ok(path, "poll")
    return path


def test_publish_says_what_it_wrote(folder: Path) -> None:
    said = ok(folder, "publish", "--lang", "en")
    assert said.count("\n") == 1
    assert "written to site/" in said
    (game,) = [path for path in (folder / "site").iterdir() if path.is_dir()]
    page = (game / "index.html").read_text("utf-8")
    assert "◆AbCdEfGhIj" in page
    assert '<p class="site">IDすごろく</p>' in page, "not the folder of its board, before the host names it"
    again = json.loads(ok(folder, "publish", "--json"))
    assert list(again) == ["game", "pages", "written", "removed", "unchanged"]
    assert (again["written"], again["removed"]) == (0, 0)
    assert again["unchanged"] > 10


def test_publishing_imports_neither_sqlalchemy_nor_what_fetches_and_reads_threads(folder: Path) -> None:
    """It runs every minute, mostly for one post or none."""
    code = "import sys; from referee.cli import run; run(['publish', '--json']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment(), capture_output=True, encoding="utf-8"
    )
    assert json.loads(done.stdout)["game"]
    modules = set(done.stderr.split())
    heavy = ("sqlalchemy", "alembic", "apscheduler", "httpx", "ssl", "selectolax", "referee.parse.recognise")
    assert not {name for name in modules if name.startswith(heavy)}


def test_publish_elsewhere(folder: Path, tmp_path: Path) -> None:
    ok(folder, "publish", "--pages", str(tmp_path / "there"))
    assert (tmp_path / "there/index.html").is_file()
    assert (tmp_path / "there/style.css").is_file()


def test_publish_refuses_in_one_line(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    for arguments in (["--pages", str(tmp_path)], ["--game", "nobody"]):
        done = referee(folder, "publish", *arguments)
        assert (done.returncode, done.stdout.count("\n") < 2, done.stderr.count("\n")) == (2, True, 1), done
    assert (tmp_path / "index.html").read_text("utf-8") == "mine"


def test_a_game_without_posts_is_refused_with_what_to_do(tmp_path: Path) -> None:
    ok(tmp_path, "init", "https://etc7.2ch.net/test/read.cgi/entrance/1178000000/")
    done = referee(tmp_path, "publish")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "referee poll" in done.stderr


def test_audit_writes_pages_too(tmp_path: Path) -> None:
    arguments = ["audit", THREAD, "--linked", LINKED, "--pages", str(tmp_path / "site"), "--json"]
    plain = CliRunner().invoke(group, [*arguments[:-3], "--json"])
    for written in (True, False):
        done = CliRunner().invoke(group, arguments)
        assert done.exit_code == 0
        assert done.stdout == plain.stdout
        assert done.stderr.count("\n") == 1
        assert ("書いた0、" in done.stderr) is not written
    assert (tmp_path / "site/en/board.html").is_file()


def test_of_nothing_but_refused_sources_no_pages_are_written(tmp_path: Path) -> None:
    (tmp_path / "x.dat").write_text("no thread", encoding="utf-8")
    assert run(["audit", str(tmp_path / "x.dat"), "--pages", str(tmp_path / "site")]) == 3
    assert not (tmp_path / "site").exists()


def test_audit_never_writes_pages_over_what_it_reads(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<html>mine", encoding="utf-8")
    assert run(["audit", THREAD, "--pages", str(tmp_path)]) == 2
    assert page.read_text("utf-8") == "<html>mine"
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
