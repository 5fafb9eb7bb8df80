"""Threads that ended: once more whole, audited after a day, then never asked again (issue 3, "Fetch")."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fakeboard import FakeThread
from scene import Scene, play

DAY = timedelta(hours=24)


@pytest.mark.parametrize("end", ["fill", "stop"])
def test_a_thread_that_was_closed(scene: Scene, thread: FakeThread, end: str) -> None:
    play(thread, 960 if end == "fill" else 30)
    scene.poll()
    play(thread, 5)
    getattr(thread, end)()
    closed = scene.poll(600)
    assert (closed.outcome, closed.why, closed.next_at) == ("grown", "ended", scene.now + timedelta(seconds=60))
    ended_at = scene.now
    scene.board.forget()
    scene.run(scene.now + timedelta(days=30))
    whole, audit = scene.board.log
    assert whole.at == ended_at + timedelta(seconds=60)
    assert audit.at == ended_at + DAY
    assert all("range" not in exchange.headers for exchange in (whole, audit))
    assert (scene.cursor().life, scene.cursor().next_at) == ("audited", None)
    assert scene.poll(3600, hurry=True).outcome == "waits"
    assert scene.board.requests == 2
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


def test_a_thread_that_fell_has_been_fetched_whole(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10)
    scene.poll()
    play(thread, 2)
    thread.fall()
    polled = scene.poll(600)
    assert (polled.outcome, polled.why, polled.next_at) == ("fallen", "audit", scene.now + DAY)
    scene.run(scene.now + timedelta(days=30))
    assert scene.cursor().life == "audited"
    assert scene.verify() is None


def test_what_the_audit_finds_is_kept(scene: Scene, thread: FakeThread) -> None:
    """An erasure after the end: both versions stay, and the verdict stands."""
    play(thread, 10)
    scene.poll()
    thread.fall()
    scene.poll(600)
    before = scene.verdicts()
    thread.erase(4)
    assert scene.when_due().outcome == "fallen"
    with scene.open.read() as view:
        assert [one.post.status for one in view.versions(scene.place().thread, 4)] == ["normal", "erased"]
    assert scene.verdicts() == before
    assert scene.cursor().life == "audited"
    assert scene.verify() is None


def test_a_poll_in_between_does_not_take_the_audits_place(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10)
    thread.stop()
    scene.poll()
    scene.poll(60)
    scene.poll(3600, hurry=True)
    assert (scene.cursor().life, scene.cursor().why) == ("ended", "audit")
    assert scene.when_due().outcome == "unchanged"
    assert scene.cursor().life == "audited"


def test_an_audit_that_failed_is_made_again_once(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10)
    thread.stop()
    scene.poll()
    scene.run(scene.now + timedelta(hours=23))
    scene.board.misbehave("error_500", times=2)
    scene.board.forget()
    scene.run(scene.now + timedelta(days=10))
    assert [exchange.status for exchange in scene.board.log] == [500, 500, 200]
    assert scene.cursor().life == "audited"


def test_a_thread_that_came_back_is_polled_on(scene: Scene, thread: FakeThread) -> None:
    """A board that lost a thread for a day and has it again: it is no ended thread."""
    play(thread, 10)
    scene.poll()
    thread.fall()
    scene.poll(600)
    thread.rise()
    play(thread, 3)
    scene.run(scene.now + timedelta(days=2))
    assert scene.cursor().life == "live"
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


def test_a_thread_that_had_ended_when_it_was_first_seen(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10)
    thread.fall()
    polled = scene.poll()
    assert (polled.outcome, polled.reason) == ("fallen", "archived")
    assert len(scene.verdicts()) == 10
    scene.run(scene.now + timedelta(days=3))
    assert scene.cursor().life == "audited"
    assert scene.verify() is None


def test_a_past_log_that_was_caught_half_copied(scene: Scene, thread: FakeThread) -> None:
    """Its last line is judged once, whole: when it has its end, or when it stands there without one a second time."""
    play(thread, 3)
    scene.poll()
    play(thread, 1)
    line = thread.lines.pop()
    thread.begin_line(line[:40])
    thread.fall()
    scene.poll(600)
    assert len(scene.verdicts()) == 3
    thread.end_line(line[40:])
    assert scene.when_due().outcome == "fallen"
    assert scene.verdicts() == scene.audited(thread)
    assert len(scene.verdicts()) == 4
    assert scene.verify() is None
    assert [one.changed for one in scene.rebuild()] == [()]
