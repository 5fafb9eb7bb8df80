"""The daemon as a process: it stops, reloads, tells systemd, and nothing that fails stops the rest."""

from __future__ import annotations

import signal
import socket
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from fakeboard import FakeBoard, FakeThread
from process import daemon, is_one_line, referee
from scene import Scene, play


@pytest.fixture
def threads(scene: Scene, board: FakeBoard) -> list[FakeThread]:
    """Three threads of the only game."""
    found = [board.thread(key=str(1178000000 + number)) for number in range(3)]
    for thread in found:
        play(thread, 5)
    scene.write(*found)
    return found


def wait_for(board: FakeBoard) -> None:
    """Until a request is being answered."""
    while board.busy == 0:
        time.sleep(0.01)


def test_it_polls_and_stops(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    with daemon(scene.path) as one:
        one.says("5 posts")
        one.tell(signal.SIGTERM)
        code, seconds = one.ends()
    assert (code, seconds < 5) == (0, True)
    assert scene.verdicts() == scene.audited(thread)
    assert not any("Traceback" in line for line in one.lines)


@pytest.mark.parametrize(
    ("name", "number"), [("silent", signal.SIGTERM), ("drip", signal.SIGTERM), ("silent", signal.SIGINT)]
)
def test_it_stops_within_five_seconds_also_while_a_server_keeps_it_waiting(
    scene: Scene, thread: FakeThread, name: str, number: signal.Signals
) -> None:
    play(thread, 50)
    scene.board.misbehave(name)
    with daemon(scene.path) as one:
        one.says("started")
        wait_for(scene.board)
        one.tell(number)
        code, seconds = one.ends()
    assert (code, seconds < 5) == (0, True)
    assert scene.count("captures") == 0
    scene.board.behave()
    assert scene.poll().outcome == "grown"


def test_a_failing_thread_never_stops_the_others(scene: Scene, board: FakeBoard, threads: list[FakeThread]) -> None:
    board.misbehave("error_500", path=threads[0].key)
    with daemon(scene.path, "--log", "json") as one:
        for _ in range(3):
            one.says('"outcome"')
        one.tell(signal.SIGTERM)
        assert one.ends()[0] == 0
    told = {line["thread"][-10:]: line["outcome"] for line in one.told if "outcome" in line}
    assert told == {threads[0].key: "failed", threads[1].key: "grown", threads[2].key: "grown"}
    assert board.busiest == 1


def test_a_game_is_read_in_the_order_of_its_threads(scene: Scene, threads: list[FakeThread]) -> None:
    with daemon(scene.path, "--log", "json") as one:
        for _ in range(3):
            one.says('"outcome"')
    assert scene.verdicts() == scene.audited(*threads)
    assert scene.verify() is None


def test_each_line_of_a_json_log_is_an_object(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    with daemon(scene.path, "--log", "json") as one:
        one.says('"outcome"')
        one.tell(signal.SIGTERM)
        one.ends()
    for line in one.told:
        assert list(line)[:3] == ["time", "level", "message"]
        assert datetime.fromisoformat(line["time"]).utcoffset() == timedelta(hours=9)
    (polled,) = [line for line in one.told if "outcome" in line]
    assert (polled["outcome"], polled["new"], polled["requests"]) == ("grown", 5, 1)


def test_odd_22_a_second_poller_says_who_works_and_is_content(scene: Scene, thread: FakeThread) -> None:
    """ODD-INPUTS 22."""
    play(thread, 5)
    with daemon(scene.path) as one:
        one.says("5 posts")
        for command in (["poll"], ["poll", "--now"], ["daemon"]):
            done = referee(scene.path, *command)
            assert (done.returncode, done.stdout) == (0, "")
            assert is_one_line(done.stderr)
            assert f"daemon, process {one.process.pid}" in done.stderr
        done = referee(scene.path, "rebuild")
        assert done.returncode == 4
        assert is_one_line(done.stderr)
        assert f"daemon, process {one.process.pid}" in done.stderr
        for command in (["status"], ["standings"], ["why", "3"], ["verify"]):
            assert referee(scene.path, *command).returncode == 0
    assert scene.board.requests == 1


def test_a_lock_falls_with_its_process(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    with daemon(scene.path) as one:
        one.says("5 posts")
        one.process.kill()
        one.process.wait()
        assert referee(scene.path, "poll", "--now").returncode == 0
    assert scene.board.requests == 2


def test_sighup_reads_the_settings_again(scene: Scene, board: FakeBoard, thread: FakeThread) -> None:
    play(thread, 5)
    other = board.thread(key="1178000001")
    play(other, 7)
    with daemon(scene.path) as one:
        one.says("5 posts")
        scene.write(thread, other)
        one.tell(signal.SIGHUP)
        one.says("reloaded")
        one.says("7 posts")
        one.tell(signal.SIGTERM)
        assert one.ends()[0] == 0
    assert board.requests == 2
    assert scene.verdicts() == scene.audited(thread, other)


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ('pages = 3\n[[game]]\nname = "x"\n', "pages"),
        ('[[game]]\nname = "x"\nruleset = "no-such-rules"\n', "no-such-rules"),
        ("not toml at all", "TOML"),
        ('ledger = "sqlite:///other.db"\n[[game]]\nname = "x"\n', "ledger"),
    ],
)
def test_bad_settings_are_told_and_the_old_ones_stay(
    scene: Scene, board: FakeBoard, thread: FakeThread, bad: str, told: str
) -> None:
    play(thread, 5)
    good = scene.file.read_text("utf-8")
    with daemon(scene.path) as one:
        one.says("5 posts")
        scene.file.write_text(bad, encoding="utf-8")
        one.tell(signal.SIGHUP)
        assert "error" in one.says(told)
        scene.file.write_text(good, encoding="utf-8")
        one.tell(signal.SIGHUP)
        one.says("reloaded")
        one.tell(signal.SIGTERM)
        assert one.ends()[0] == 0
    assert board.requests == 1


@pytest.mark.parametrize("bad", ['ruleset = "no-such-rules"', 'readings = { fractoin = "floor" }'])
def test_a_bad_ruleset_is_refused_at_the_start(scene: Scene, thread: FakeThread, bad: str) -> None:
    scene.write(thread, more=bad)
    done = referee(scene.path, "daemon")
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert scene.board.requests == 0


@pytest.mark.parametrize("abstract", [True, False])
def test_systemd_hears_that_it_is_ready_and_that_it_stops(
    scene: Scene, thread: FakeThread, tmp_path: Path, abstract: bool
) -> None:
    play(thread, 5)
    name = f"@referee-test-{scene.board.port}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(f"\0{name[1:]}" if abstract else name)
        channel.settimeout(30)
        with daemon(scene.path, NOTIFY_SOCKET=name) as one:
            assert channel.recv(100) == b"READY=1"
            one.tell(signal.SIGTERM)
            assert channel.recv(100) == b"STOPPING=1"
            assert one.ends()[0] == 0


def test_it_is_not_ready_before_it_has_its_ledger(scene: Scene, thread: FakeThread, tmp_path: Path) -> None:
    scene.database.write_bytes(b"no ledger at all, but a text of some length" * 100)
    name = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(name)
        channel.setblocking(False)
        done = referee(scene.path, "daemon", NOTIFY_SOCKET=name)
        assert done.returncode == 4
        assert is_one_line(done.stderr)
        with pytest.raises(BlockingIOError):
            channel.recv(100)


def test_nobody_listening_is_no_harm(scene: Scene, thread: FakeThread, tmp_path: Path) -> None:
    play(thread, 5)
    with daemon(scene.path, NOTIFY_SOCKET=str(tmp_path / "nobody")) as one:
        one.says("5 posts")
        one.tell(signal.SIGTERM)
        assert one.ends()[0] == 0


def test_a_ledger_deleted_under_it_ends_it(scene: Scene, board: FakeBoard, thread: FakeThread) -> None:
    """One clear line and exit 4; nothing is written into a file that nobody can find."""
    play(thread, 5)
    board.misbehave("silent", times=1)
    with daemon(scene.path) as one:
        one.says("started")
        wait_for(board)
        scene.database.unlink()
        board.closing.set()  # the request that was kept waiting ends
        code, _ = one.ends()
    assert code == 4
    (line,) = [line for line in one.lines if line.startswith("referee: ")]
    assert "referee.db" in line
    assert not any("Traceback" in line for line in one.lines)


@pytest.mark.parametrize("way", ["deleted", "moved", "replaced"])
@pytest.mark.parametrize("trouble", ["error_500", None])
def test_a_ledger_that_goes_while_no_thread_is_due_ends_it(
    scene: Scene, board: FakeBoard, thread: FakeThread, way: str, trouble: str | None
) -> None:
    """Told at the next wake-up, not at the next request; nothing is made in its place."""
    play(thread, 5)
    if trouble:
        board.misbehave(trouble)
    with daemon(scene.path) as one:
        one.says("next at")
        requests = board.requests
        kept = scene.path / "kept.db"
        scene.database.rename(kept)
        if way == "deleted":
            kept.unlink()
        elif way == "replaced":
            scene.database.write_bytes(b"")
        code, seconds = one.ends()
    assert (code, seconds < 20) == (4, True)
    (line,) = [line for line in one.lines if line.startswith("referee: ")]
    assert ("replaced" if way == "replaced" else "deleted or moved") in line
    assert "referee.db" in line
    assert board.requests == requests
    assert scene.database.exists() == (way == "replaced")
