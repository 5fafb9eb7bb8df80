"""Killed, crowded, full, locked, damaged, gone: one clear line, the right exit code, nothing lost (ODD-INPUTS 22, 23).

`pytest -m full` runs the long loops (200 kills, 1,000 polls of two processes).
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fakeboard import FakeBoard, FakeThread
from fakeboard.pages import leave_page
from process import REFEREE, command, environment, is_one_line
from scene import Scene, derived, play, settings_text

from referee.errors import LedgerGone

KILLS = pytest.mark.parametrize("kills", [20, pytest.param(200, marks=pytest.mark.full)])
POLLS = pytest.mark.parametrize("polls", [50, pytest.param(1000, marks=pytest.mark.full)])


class Forks:
    """Hands jobs to `forked.py`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("forked.py"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(),
        )  # fmt: skip

    def __call__(self, **job: Any) -> list[dict[str, Any]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        told: list[dict[str, Any]] = json.loads(self._process.stdout.readline())
        return told

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    one = Forks()
    yield one
    one.close()


def copy_of(scene: Scene, folder: Path) -> Path:
    """The folder as it stands, for one run."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scene.path, folder)
    return folder


@pytest.fixture
def pending_page(scene: Scene, thread: FakeThread) -> Scene:
    """Forty posts are known; since then ten were written, the thread fell, and a page is all that is left of it."""
    play(thread, 40, every=2000)
    scene.poll()
    scene.close()
    play(thread, 10, every=1000)
    thread.fall(None)
    leave_page(scene.board, thread)
    return scene


@KILLS
def test_killed_anywhere_the_next_poll_ends_as_an_undisturbed_one(
    pending: Scene, forks: Forks, tmp_path_factory: pytest.TempPathFactory, kills: int
) -> None:
    killed_anywhere(pending, forks, tmp_path_factory.mktemp("killed") / "run", kills, "rewritten")


@KILLS
def test_killed_anywhere_while_a_page_is_taken_in(
    pending_page: Scene, forks: Forks, tmp_path_factory: pytest.TempPathFactory, kills: int
) -> None:
    killed_anywhere(pending_page, forks, tmp_path_factory.mktemp("killed") / "run", kills, "fallen")
    assert pending_page.count("captures") == 1


def killed_anywhere(pending: Scene, forks: Forks, folder: Path, kills: int, outcome: str) -> None:
    """SIGKILL between the first byte and the last commit; derived tables end the same, byte for byte."""
    at = pending.now.isoformat()

    def run(**job: Any) -> dict[str, Any]:
        return forks(settings=str(folder / "referee.toml"), at=at, **job)[0]

    copy_of(pending, folder)
    forks(settings=str(folder / "referee.toml"), at=at, warm=1)
    copy_of(pending, folder)
    begin = time.perf_counter()
    undisturbed = run()
    lasts = time.perf_counter() - begin
    assert undisturbed["outcomes"] == [outcome]
    right, before = derived(folder / "referee.db"), derived(pending.database)
    assert right != before
    chance = random.Random(kills)
    killed = 0
    points = [round(n) for n in spread(1, undisturbed["points"], kills // 2)]
    jobs = [{"point": point} for point in points]
    jobs += [{"after": chance.random() * lasts * 1.2} for _ in range(kills - len(jobs))]
    for job in jobs:
        copy_of(pending, folder)
        killed += "killed" in run(**job)
        assert derived(folder / "referee.db") in (before, right), f"half written: {job}"
        run()
        assert derived(folder / "referee.db") == right, job
        with closing(sqlite3.connect(folder / "referee.db")) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert killed >= len(points)


def spread(first: int, last: int, count: int) -> list[float]:
    """Numbers from first to last, at equal distances."""
    return [first + (last - first) * number / (count - 1) for number in range(count)]


@POLLS
def test_two_processes_that_poll_at_once_do_nothing_twice(
    scene: Scene, thread: FakeThread, forks: Forks, polls: int
) -> None:
    worked = 0
    for _ in range(polls // 2):
        play(thread, 1)
        requests = scene.board.requests
        done = forks(settings=str(scene.file), race=2)
        assert [one.get("code") for one in done] == [0, 0], done
        for one in done:
            if one["stderr"]:
                assert is_one_line(one["stderr"])
                assert "poll, process" in one["stderr"]
                assert one["stdout"] == ""
            else:
                worked += 1
        assert scene.board.requests - requests == sum(not one["stderr"] for one in done)
    assert worked >= polls // 2
    assert scene.board.busiest == 1
    assert len(scene.verdicts()) == scene.count("posts") == polls // 2
    assert scene.count("verdicts") == scene.count("captures") == polls // 2
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


# What can go wrong with a ledger, and what each command says of it


def damaged(scene: Scene) -> None:
    with scene.database.open("r+b") as file:
        file.seek(100)
        file.write(os.urandom(4000))


def not_a_ledger(scene: Scene) -> None:
    scene.database.write_bytes(b"this is a text and no ledger " * 500)


def another_program(scene: Scene) -> None:
    scene.database.unlink()
    with closing(sqlite3.connect(scene.database)) as raw:
        raw.execute("CREATE TABLE bookmarks (url TEXT)")


def newer(scene: Scene) -> None:
    scene.sql("UPDATE alembic_version SET version_num = '9999'")


def missing(scene: Scene) -> None:
    scene.database.unlink()


LEDGERS: dict[str, Callable[[Scene], None]] = {
    "damaged": damaged, "not_a_ledger": not_a_ledger, "another_program": another_program, "newer": newer,
    "missing": missing,
}  # fmt: skip
COMMANDS = [["poll", "--now"], ["status"], ["standings"], ["why", "1"], ["verify"], ["rebuild"]]


@pytest.mark.parametrize("name", LEDGERS)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_ledger_that_can_not_be_used_is_told_in_one_line(pending: Scene, name: str, arguments: list[str]) -> None:
    LEDGERS[name](pending)
    kept = pending.database.read_bytes() if pending.database.exists() else None
    pending.board.forget()
    done = command(*arguments, "--settings", str(pending.file))
    assert (done.returncode, done.stdout) == (4, "")
    assert is_one_line(done.stderr)
    assert str(pending.database) in done.stderr
    assert " — " in done.stderr
    assert pending.board.requests == 0
    assert (pending.database.read_bytes() if pending.database.exists() else None) == kept


@pytest.mark.parametrize("trouble", ["error_500", None])
def test_a_ledger_deleted_while_no_thread_is_due(scene: Scene, thread: FakeThread, trouble: str | None) -> None:
    """Told by the next poll, though it would ask nothing, and by the next start; nothing is made in its place."""
    play(thread, 5)
    if trouble:
        scene.board.misbehave(trouble)
    poller = scene.poller()
    list(poller.round(scene.board.clock))
    requests = scene.board.requests
    scene.database.unlink()
    with pytest.raises(LedgerGone, match="deleted or moved while in use"):
        list(poller.round(scene.board.clock))
    scene.close()
    done = command("poll", "--settings", str(scene.file))
    assert (done.returncode, done.stdout) == (4, "")
    assert is_one_line(done.stderr)
    assert "there is no ledger here" in done.stderr
    assert scene.board.requests == requests
    assert not scene.database.exists()


def test_a_locked_ledger_is_told_and_nothing_is_lost(pending: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.ledger import store

    init = store.Store.__init__
    monkeypatch.setattr(store.Store, "__init__", lambda its, url, _=0: init(its, url, 0.2))
    with closing(sqlite3.connect(pending.database)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = command("poll", "--now", "--settings", str(pending.file))
        assert (done.returncode, done.stdout) == (4, "")
        assert is_one_line(done.stderr)
        assert "another program holds it" in done.stderr
    done = command("poll", "--now", "--settings", str(pending.file))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(pending.verdicts()) == 50


@pytest.mark.parametrize("limit", [4096, 40_000])
def test_a_full_disk_is_told_and_nothing_is_lost(pending: Scene, limit: int) -> None:
    """A limit on the size of files stands for a disk without room: for the log beside the ledger, or for its index."""

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    before = derived(pending.database)
    done = subprocess.run(
        [*REFEREE, "poll", "--now"], cwd=pending.path, env=environment(PYTHONDONTWRITEBYTECODE="1"), preexec_fn=small,
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (4, ""), done.stderr
    assert is_one_line(done.stderr)
    assert "no room" in done.stderr
    assert derived(pending.database) == before
    assert command("poll", "--now", "--settings", str(pending.file)).returncode == 0
    assert len(pending.verdicts()) == 50
    assert pending.verify() is None


@pytest.mark.parametrize("arguments", ["status", "standings", "why 5"])
def test_without_room_for_the_index_of_a_log_a_ledger_is_read_as_it_is(pending: Scene, arguments: str) -> None:
    """SQLite makes 32 KiB of index beside a ledger even to read it; where nobody else has it open none is needed."""

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    def told(limit: Callable[[], None] | None) -> tuple[int, str, str]:
        done = subprocess.run(
            [*REFEREE, *arguments.split()], cwd=pending.path, env=environment(PYTHONDONTWRITEBYTECODE="1"),
            preexec_fn=limit, capture_output=True, text=True,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    before = pending.database.read_bytes()
    roomy, narrow = told(None), told(small)
    assert is_one_line(narrow[2])
    assert narrow[:2] == roomy[:2]
    assert "read as it stands" in narrow[2]
    Path(f"{pending.database}-wal").write_bytes(b"x" * 100)
    assert told(small)[0] == 4
    assert pending.database.read_bytes() == before


#: Makes a ledger on a disk of some size, and tells the exit code, the files, and whether SQLite finds the ledger whole.
ON_A_SMALL_DISK = """
mount -t tmpfs -o size="$1" tmpfs . && cd "$PWD" || { echo no disk; exit; }
"$2" -m referee init http://127.0.0.1/test/read.cgi/entrance/1178000000/ >&2
echo "$?" $(ls -A)
test ! -e referee.db || "$2" -c "$3"
"""
IS_WHOLE = "import sqlite3; print(sqlite3.connect('referee.db').execute('PRAGMA integrity_check').fetchone()[0])"


@pytest.mark.parametrize("size", ["40k", "120k", "200k", "240k", "300k", "600k"])
def test_a_ledger_is_made_whole_or_not_at_all_on_a_small_disk(tmp_path: Path, size: str) -> None:
    """SQLite says nothing where its log no longer fits into the file as it closes: the file would be cut short."""
    if shutil.which("unshare") is None:
        pytest.skip("no unshare, to mount a small disk with")
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", ON_A_SMALL_DISK, "sh", size, sys.executable, IS_WHOLE],
        cwd=tmp_path, env=environment(), capture_output=True, text=True,
    )  # fmt: skip
    told = done.stdout.splitlines()
    if told in ([], ["no disk"]):
        pytest.skip("no small disk may be mounted here")
    if told[0].startswith("0 "):
        assert told == ["0 referee.db referee.toml", "ok"]
    else:
        assert told == ["4"]
        assert is_one_line(done.stderr)
        assert "no room" in done.stderr


# What can go wrong on the way to a board


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://no-such-host.invalid/test/read.cgi/entrance/1178000000/", "name"),
        ("https://127.0.0.1:{port}/test/read.cgi/entrance/1178000009/", "certificate"),
        ("http://127.0.0.1:1/test/read.cgi/entrance/1178000000/", "connect"),
    ],
)
def test_a_board_that_can_not_be_reached_is_told_in_one_line(pending: Scene, url: str, reason: str) -> None:
    before = derived(pending.database)
    pending.file.write_text(settings_text(url.format(port=pending.board.port)), encoding="utf-8")
    done = command("poll", "--now", "--settings", str(pending.file), "--lang", "en")
    assert (done.returncode, done.stdout) == (3, "")
    assert is_one_line(done.stderr)
    assert reason in done.stderr
    after = derived(pending.database)
    assert {name for name in after if after[name] != before[name]} <= {"games", "threads", "game_threads"}


def test_other_threads_are_polled_though_one_can_not_be_reached(pending: Scene, thread: FakeThread) -> None:
    bad = "http://127.0.0.1:1/test/read.cgi/entrance/1178000000/"
    pending.file.write_text(settings_text(bad, thread.url), encoding="utf-8")
    done = command("poll", "--now", "--settings", str(pending.file), "--lang", "en")
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert thread.key in done.stdout
    assert len(pending.verdicts()) == 50


def test_a_clock_set_back_between_two_polls_of_cron(pending: Scene, board: FakeBoard) -> None:
    """The machine lost a year: polled all the same, nothing twice, nothing lost."""
    pending.advance(-365 * 86_400)
    assert pending.poll().outcome == "rewritten"
    assert len(pending.verdicts()) == 50
    assert pending.verify() is None
