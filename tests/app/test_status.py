"""`referee status`: what of each thread is known, when it is asked next, and why then; and the form of all times."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from fakeboard import FakeBoard, FakeThread
from process import command, is_one_line
from scene import Scene, play

from referee.app.tell import status as look
from referee.cli.ledger import thread_lines
from referee.ledger.desk import LAST_POST
from referee.words import Speaker


def status(scene: Scene, *arguments: str) -> str:
    """What the command prints; the ledger is closed before."""
    scene.close()
    done = command("status", "--settings", str(scene.file), *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def first(scene: Scene) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(status(scene, "--json"))["threads"][0]
    return told


def test_a_thread_never_polled_has_no_last_post(scene: Scene, thread: FakeThread) -> None:
    assert first(scene)["last_post"] is None
    assert "last post" not in status(scene)


def test_the_last_post_with_the_time_it_bears(scene: Scene, thread: FakeThread) -> None:
    """Its stamp, not the time at which it was seen."""
    play(thread, 7, every=100)
    (time,) = re.findall(r"\d\d:\d\d:\d\d\.\d\d", thread.lines[-1].decode("cp932"))
    scene.poll(5000)
    told = first(scene)
    assert told["last_post"]["no"] == told["posts"] == 7
    assert told["last_post"]["time"].endswith(f"T{time}+09:00")
    (line,) = [line for line in status(scene).splitlines() if "last post" in line]
    assert line.startswith("  last post: 7 (2007-")
    assert time in line
    assert "最後のレス: 7 (2007-" in status(scene, "--lang", "ja")


def test_a_last_post_that_was_removed_is_not_told(scene: Scene, thread: FakeThread) -> None:
    play(thread, 7, every=100)
    scene.poll()
    thread.remove(7)
    scene.poll(3700)
    assert first(scene)["last_post"]["no"] == 6


def test_a_last_post_without_a_date(scene: Scene, thread: FakeThread) -> None:
    play(thread, 7, every=100)
    thread.erase(7)
    scene.poll()
    assert first(scene)["last_post"] == {"no": 7, "time": None}
    assert "last post: 7 (no date)" in status(scene)


def test_the_last_post_of_each_thread(scene: Scene, board: FakeBoard) -> None:
    one, other = board.thread(key="1178000000"), board.thread(key="1178000001")
    play(one, 3)
    play(other, 5)
    scene.write(one, other)
    scene.round()
    scene.round(10)
    told = json.loads(status(scene, "--json"))["threads"]
    assert [one["last_post"]["no"] for one in told] == [3, 5]


def test_the_last_post_is_found_without_counting_or_sorting(scene: Scene, thread: FakeThread) -> None:
    """It costs the same whatever the size: every table is searched through an index, and nothing is sorted."""
    play(thread, 3)
    scene.poll()
    scene.close()
    with closing(sqlite3.connect(scene.database)) as raw:
        plan = [row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {LAST_POST}", ("", "", ""))]
    assert len(plan) == 2
    assert all(step.startswith("SEARCH") and "INDEX" in step for step in plan)


def test_back_off_and_budget(scene: Scene, thread: FakeThread) -> None:
    scene.board.misbehave("busy_503_wait")
    scene.poll()
    told = first(scene)
    assert (told["failures"], told["why"], told["last_post"]) == (1, "retry_after", None)
    assert "failed 1 times in a row" in status(scene)
    assert "since the server asked to wait" in status(scene)
    (now,) = look(scene.open, scene.folder, scene.now).threads
    assert now.quiet_until == scene.now + timedelta(minutes=30)
    assert now.used > 0
    assert now.used + now.requests_left == 8640
    assert any("left in peace until" in line for line in thread_lines(now, Speaker("en", {})))
    scene.advance(1800)
    (later,) = look(scene.open, scene.folder, scene.now).threads
    assert later.quiet_until is None


# The form of times

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_RIGHT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?\+09:00")


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


def values(text: str) -> Iterator[Any]:
    """The JSON values of an output, one a line or one in all."""
    at = 0
    while text[at:].strip():
        value, at = json.JSONDecoder().raw_decode(text, at)
        yield value
        at += len(text[at:]) - len(text[at:].lstrip())


COMMANDS = ["poll --now", "status", "standings", "why 5", "verify", "rebuild", "audit {url}={saved}"]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_every_time_in_json_has_one_form(scene: Scene, thread: FakeThread, arguments: str) -> None:
    """ISO 8601 in the board's clock, whether it is the time of a post or of a poll."""
    play(thread, 20, every=4000)
    scene.poll()
    saved = scene.path / "saved.dat"
    saved.write_bytes(thread.dat)
    scene.close()
    words = arguments.format(url=thread.url, saved=saved).split()
    settings = ["--game" if words[0] == "audit" else "--settings", str(scene.file)]
    done = command(*words, "--json", *settings)
    assert (done.returncode, done.stderr) == (0, "")
    found = [text for value in values(done.stdout) for text in texts(value) if _MOMENT.search(text)]
    assert found or words[0] in ("verify", "rebuild")
    assert [text for text in found if not _RIGHT.fullmatch(text)] == []


@pytest.mark.parametrize("more", ['ruleset = "none.toml"', 'readings = { fractoin = "floor" }'])
@pytest.mark.parametrize("arguments", ["poll --now", "daemon", "standings", "why 1", "verify", "rebuild"])
def test_every_command_that_judges_names_file_and_game_of_bad_rules(
    scene: Scene, thread: FakeThread, arguments: str, more: str
) -> None:
    play(thread, 3)
    scene.poll()
    scene.close()
    before = scene.derived()
    scene.write(thread, more=more)
    play(thread, 3)
    done = command(*arguments.split(), "--settings", str(scene.file))
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    assert f"{scene.file}, game sugoroku, {more.partition(' ')[0]}" in done.stderr
    assert "did you mean" in done.stderr or "name a TOML file" in done.stderr
    assert scene.derived() == before
