"""A game on したらば or まち, from `init` to `verify` (FORMATS 3)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from fakeboard.numbered import NumberedThread
from scene import TRIPS, Scene, play

from referee.app.init import init
from referee.app.online import Online
from referee.model import Problem, parse_address


@pytest.fixture(params=["shitaraba", "machi"])
def thread(request: pytest.FixtureRequest, scene: Scene) -> NumberedThread:
    """A thread without posts, the only one of the only game."""
    one: NumberedThread = getattr(scene.board, request.param)()
    scene.write(one)
    return one


def test_a_game_is_set_up_by_any_of_its_addresses(thread: NumberedThread, tmp_path: Path, scene: Scene) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    settings = init(folder, thread.url, scene.now).settings
    assert thread.url in settings.read_text("utf-8")


def test_polls_are_judged_like_an_audit_of_the_same_bytes(scene: Scene, thread: NumberedThread) -> None:
    for _ in range(6):
        play(thread, 7)
        assert scene.poll(3600 * 5).outcome == "grown"
        assert scene.verdicts() == scene.audited(thread)
    assert any(verdict.kind == "roll" for verdict in scene.verdicts())
    assert {verdict.player for verdict in scene.verdicts() if verdict.player} <= {f"◆{trip}" for trip in TRIPS}
    assert scene.verify() is None
    assert scene.held() == thread.dat
    assert [rebuilt.changed for rebuilt in scene.rebuild()] == [()]


def test_a_removed_post_is_seen_and_its_verdict_stands(scene: Scene, thread: NumberedThread) -> None:
    play(thread, 12)
    scene.poll()
    before = scene.verdicts()
    thread.remove(5)
    thread.erase(7)
    play(thread, 2)
    assert scene.poll(600).outcome == "grown"  # what is new does not tell of it
    assert scene.poll(3600).outcome == "rewritten"
    assert scene.verdicts()[:12] == before
    with scene.open.read() as view:
        for number in (5, 7):
            assert [one.post.status for one in view.versions(scene.place().thread, number)] == ["normal", "erased"]
    play(thread, 3)
    scene.poll(600)
    assert scene.cursor().posts == 17
    assert [verdict.number for verdict in scene.verdicts()] == list(range(1, 18))
    assert scene.verify() is None
    assert [rebuilt.changed for rebuilt in scene.rebuild()] == [()]


def test_a_post_that_was_removed_before_it_was_seen_is_an_erased_one(scene: Scene, thread: NumberedThread) -> None:
    play(thread, 6)
    thread.remove(3)
    scene.poll()
    assert scene.kinds()[3] == "erased"
    thread.post()
    thread.remove(7)
    thread.post()
    scene.poll(600)
    assert scene.kinds()[7] == "erased"
    assert scene.verify() is None


@pytest.mark.parametrize("is_looked_at_between", [False, True])
def test_a_roll_that_was_removed_last_stands_whenever_it_is_looked_at(
    scene: Scene, thread: NumberedThread, is_looked_at_between: bool
) -> None:
    """T8: what was seen whole stands as it was seen. The gap that later posts make is no second post of its number."""
    play(thread, 10)
    for ident in ("abcd1234", "abcd5678"):
        thread.post("とりゃ", name=f"a </b>◆{TRIPS[0]} <b>", ident=ident)
    scene.poll()
    before = scene.verdicts()
    thread.remove(11)
    thread.remove(12)
    if is_looked_at_between:
        polled = scene.poll(3600)
        assert (polled.outcome, polled.reason) == ("rewritten", "shortened")
    play(thread, 2)
    scene.poll(3600 * 5)
    assert [verdict.number for verdict in scene.verdicts()] == list(range(1, 15))
    assert scene.verdicts()[:12] == before
    with scene.open.read() as view:
        for number in (11, 12):
            contents = view.versions(scene.place().thread, number)
            assert [(one.post.status, one.status) for one in contents] == [("normal", "gone"), ("erased", "present")]
    assert scene.verify() is None
    assert [rebuilt.changed for rebuilt in scene.rebuild()] == [()]


def test_a_full_thread_ends_though_no_line_says_so(scene: Scene, thread: NumberedThread) -> None:
    play(thread, 995)
    scene.poll()
    play(thread, 5)
    polled = scene.poll(600)
    assert (polled.outcome, polled.why) == ("grown", "ended")
    scene.board.forget()
    scene.run(scene.now + timedelta(days=10))
    assert scene.board.requests == 2
    assert scene.cursor().life == "audited"
    assert scene.verify() is None


def test_a_thread_that_goes_on_behind_the_limit_is_alive(scene: Scene, thread: NumberedThread) -> None:
    play(thread, 990)
    scene.poll()
    play(thread, 10)
    assert scene.poll(600).why == "ended"
    play(thread, 3)
    assert scene.poll(60).outcome == "grown"
    assert scene.cursor().life == "live"
    play(thread, 3)
    assert scene.poll(3600).outcome == "grown"
    assert scene.cursor().life == "live"
    assert scene.verify() is None


def test_a_thread_that_is_gone_ends_after_an_hour(scene: Scene, thread: NumberedThread) -> None:
    play(thread, 5)
    scene.poll()
    thread.fall("storage")
    scene.run(scene.now + timedelta(hours=6))
    assert scene.cursor().life == "ended"
    assert scene.verify() is None


def test_an_audit_reads_it_from_the_board(thread: NumberedThread) -> None:
    play(thread, 5)
    address = parse_address(thread.url)
    assert address is not None
    online = Online()
    try:
        read = online.read(thread.url, address.thread)
    finally:
        online.close()
    assert not isinstance(read, Problem)
    assert len(read.posts) == 5
