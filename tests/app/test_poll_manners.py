"""Polite whatever the server does: bounded requests, back-off, Retry-After, budget, schedule (ODD-INPUTS 19)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from fakeboard import FakeBoard, FakeThread
from scene import Scene, play, settings_text

DAY = 86_400
#: How each way to misbehave is told, where it is a failure for ever.
FOR_EVER = {
    "error_500": "server_error",
    "error_501": "server_error",
    "busy_429": "busy",
    "busy_502": "busy",
    "busy_503": "busy",
    "busy_503_nonsense": "busy",
    "busy_522": "busy",
    "forbidden_401": "forbidden",
    "forbidden_403": "forbidden",
    "page_wait_403": "forbidden",
    "teapot_418": "odd_status",
    "odd_204": "odd_status",
    "odd_299": "odd_status",
    "cut": "cut",
    "cut_chunked": "cut",
    "cut_unframed": "cut",
    "length_too_large": "cut",
    "silent": "timeout",
    "no_answer": "protocol",
    "no_http": "protocol",
    "packed_garbled": "garbled",
    "redirect_loop": "redirect_loop",
}


@pytest.mark.parametrize("name", FOR_EVER)
def test_odd_19_what_fails_for_ever_is_asked_less_and_less_and_never_given_up(
    scene: Scene, thread: FakeThread, name: str
) -> None:
    play(thread, 10)
    scene.poll()
    play(thread, 2)
    before, held = scene.derived(), scene.held()
    scene.board.misbehave(name)
    scene.advance(3700)
    scene.board.forget()
    waits = []
    for failures in range(1, 4 if name == "silent" else 9):
        asked = scene.board.requests
        polled = scene.poll() if failures == 1 else scene.when_due()
        assert (polled.outcome, polled.reason, polled.why) == ("failed", FOR_EVER[name], "back_off")
        assert polled.requests <= 4
        assert name == "silent" or polled.requests == scene.board.requests - asked  # it tells of none that it swallowed
        assert scene.cursor().failures == failures
        assert polled.next_at is not None
        waits.append((polled.next_at - scene.now).total_seconds())
        assert scene.cursor().life == "live"
    assert waits == [120, 240, 480, 960, 1920, 3600, 3600, 3600][: len(waits)]
    assert (scene.derived(), scene.held()) == (before, held)
    scene.board.behave()
    assert scene.when_due().outcome == "grown"
    assert scene.cursor().failures == 0
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


@pytest.mark.parametrize(
    "name",
    ["delta_500", "delta_400", "range_ignored", "range_elsewhere", "range_shifted", "range_garbled", "no_content_range",
     "unknown_total", "total_wrong", "part_empty", "part_short", "part_shorter_than_told", "part_packed", "eddist",
     "bad_range_held", "bad_range_shorter", "bad_range_bare", "unframed", "chunked", "packed_unasked",
     "wrong_charset", "charset_unknown"],
)  # fmt: skip
def test_odd_18_no_post_twice_and_none_lost(scene: Scene, thread: FakeThread, name: str) -> None:
    """ODD-INPUTS 18: whatever it answers, the thread is whole at the latest by the next full fetch."""
    play(thread, 10)
    scene.poll()
    scene.board.misbehave(name)
    for _ in range(4):
        play(thread, 2)
        asked = scene.board.requests
        polled = scene.poll(1300)
        assert polled.requests == scene.board.requests - asked <= 4
    scene.poll(3700)
    scene.board.behave()
    scene.poll(3700)
    assert scene.held() == thread.dat
    assert scene.verdicts() == scene.audited(thread)
    assert scene.count("verdicts") == 18
    assert scene.verify() is None


def test_odd_19_304_for_ever_slows_down_and_stays_polite(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10, every=60)
    scene.poll()
    scene.board.misbehave("not_modified")
    scene.board.forget()
    waits = []
    for _ in range(12):
        polled = scene.when_due()
        assert (polled.outcome, polled.requests) == ("unchanged", 1)
        assert polled.next_at is not None
        waits.append((polled.next_at - scene.now).total_seconds())
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (90, 900)
    assert scene.cursor().why == "quiet"


def test_odd_19_404_for_ever_ends_the_thread_and_not_its_posts(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10)
    scene.poll()
    before = scene.verdicts()
    scene.board.misbehave("not_found")
    scene.board.forget()
    scene.run(scene.now + timedelta(days=7))
    assert scene.cursor().life == "audited"
    assert scene.cursor().next_at is None
    assert scene.board.requests <= 7 * 4
    assert scene.verdicts() == before
    with scene.open.read() as view:
        assert {stored.status for stored in view.posts("sugoroku")} == {"thread_gone"}
    assert scene.verify() is None
    kept = scene.derived()
    scene.rebuild()
    assert scene.derived() == kept


@pytest.mark.parametrize("hours", [0.9, 3])
@pytest.mark.parametrize("new", [0, 3])
def test_a_thread_that_was_nowhere_for_a_while_is_polled_on(
    scene: Scene, thread: FakeThread, hours: float, new: int
) -> None:
    """Within the hour it goes on at once; later its audit finds it back, whether it grew or not."""
    play(thread, 10)
    scene.poll()
    scene.board.misbehave("not_found")
    scene.run(scene.now + timedelta(hours=hours))
    assert scene.cursor().life == ("live" if hours < 1 else "ended")
    scene.board.behave()
    play(thread, new)
    scene.run(scene.now + timedelta(days=2))
    assert scene.cursor().life == "live"
    with scene.open.read() as view:
        assert {stored.status for stored in view.posts("sugoroku")} == {"present"}
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


@pytest.mark.parametrize(("name", "seconds"), [("busy_503_wait", 1800), ("busy_429_wait", 600), ("busy_503_date", 900)])
def test_odd_19_retry_after_is_heeded(scene: Scene, thread: FakeThread, name: str, seconds: int) -> None:
    play(thread, 5)
    scene.board.misbehave(name)
    polled = scene.poll()
    assert polled.next_at is not None
    assert (polled.next_at - scene.now, polled.why) == (timedelta(seconds=seconds), "retry_after")
    scene.board.behave()
    assert scene.poll(seconds - 1, hurry=True).outcome == "waits"
    assert scene.poll(1).outcome == "grown"


def test_odd_19_retry_after_of_years_is_a_day(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    scene.board.misbehave("busy_503_years")
    polled = scene.poll()
    assert polled.next_at == scene.now + timedelta(days=1)


def test_a_busy_host_is_left_alone_by_all_its_threads(scene: Scene, board: FakeBoard) -> None:
    threads = [board.thread(key=str(1178000000 + number)) for number in range(3)]
    scene.write(*threads)
    for thread in threads:
        play(thread, 2)
    board.misbehave("busy_503_wait")
    first, *others = scene.round()
    assert first.outcome == "failed"
    assert {(polled.outcome, polled.next_at) for polled in others} == {("waits", first.next_at)}
    assert board.requests == 1
    board.behave()
    assert [polled.outcome for polled in scene.round(1799, hurry=True)] == ["waits"] * 3
    assert [polled.outcome for polled in scene.round(1, hurry=True)] == ["grown"] * 3


def test_a_failing_thread_does_not_hold_up_others(scene: Scene, board: FakeBoard) -> None:
    threads = [board.thread(key=str(1178000000 + number)) for number in range(3)]
    scene.write(*threads)
    for thread in threads:
        play(thread, 2)
    board.misbehave("error_500", path=threads[0].key)
    assert [polled.outcome for polled in scene.round(hurry=True)] == ["failed", "grown", "grown"]


def test_nothing_is_asked_twice_within_a_minute(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    scene.poll()
    for _ in range(30):
        play(thread, 1)
        scene.poll(7)
    times = [exchange.at for exchange in scene.board.log]
    assert min((b - a).total_seconds() for a, b in pairwise(times)) >= 60


def test_now_polls_whether_due_or_not(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    scene.poll()
    play(thread, 1)
    assert scene.poll(1).outcome == "waits"
    assert scene.poll(0, hurry=True).outcome == "grown"


def test_now_never_skips_back_off(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    scene.board.misbehave("error_500", times=1)
    scene.poll()
    assert scene.poll(60, hurry=True).outcome == "waits"
    assert scene.board.requests == 1
    assert scene.poll(60, hurry=True).outcome == "grown"


def test_a_budget_is_never_exceeded_and_begins_anew_with_the_day(scene: Scene, board: FakeBoard) -> None:
    thread = board.thread()
    scene.write(thread, polling="requests_per_day = 5")
    play(thread, 2)
    board.clock.advance((datetime(2007, 5, 2, tzinfo=UTC) - scene.now).total_seconds())  # type: ignore[attr-defined]
    asked = []
    for _ in range(3):
        for _ in range(20):
            play(thread, 1)
            last = scene.poll(60, hurry=True)
        assert (last.outcome, last.why) == ("waits", "budget")
        asked.append(board.requests)
        assert last.next_at is not None
        scene.advance((last.next_at - scene.now).total_seconds())
    assert asked == [5, 10, 15]


def test_a_budget_bounds_the_requests_of_one_poll(scene: Scene, board: FakeBoard) -> None:
    thread = board.thread()
    scene.write(thread, polling="requests_per_day = 2")
    play(thread, 2)
    scene.poll()
    play(thread, 1)
    board.misbehave("delta_500")
    assert scene.poll(60).outcome == "failed"
    assert board.requests == 2


def test_threads_of_one_host_share_its_budget(scene: Scene, board: FakeBoard) -> None:
    threads = [board.thread(key=str(1178000000 + number)) for number in range(4)]
    for thread in threads:
        play(thread, 1)
    scene.write(*threads, polling="requests_per_day = 3")
    assert [polled.outcome for polled in scene.round(hurry=True)] == ["grown"] * 3 + ["waits"]


@pytest.mark.parametrize("hours", [-1, -24, -24 * 40])
def test_a_clock_set_back_stops_nothing(scene: Scene, thread: FakeThread, hours: int) -> None:
    play(thread, 5)
    scene.poll()
    scene.advance(hours * 3600)
    play(thread, 2)
    for _ in range(3):
        scene.poll(70)
    assert scene.held() == thread.dat
    assert scene.count("verdicts") == 7
    assert scene.verify() is None


def test_a_near_full_thread_is_polled_each_minute(scene: Scene, thread: FakeThread) -> None:
    play(thread, 948, every=400)
    polled = scene.poll()
    assert polled.next_at is not None
    assert (polled.next_at - scene.now).total_seconds() > 60
    play(thread, 3)
    polled = scene.when_due()
    assert (polled.next_at, polled.why) == (scene.now + timedelta(seconds=60), "near_end")


def test_the_pace_follows_the_thread(scene: Scene, thread: FakeThread) -> None:
    play(thread, 30, every=10)
    polled = scene.poll()
    assert polled.next_at == scene.now + timedelta(seconds=60)
    play(thread, 20, every=600)
    polled = scene.poll()
    assert polled.next_at == scene.now + timedelta(seconds=300)
    play(thread, 20, every=7200)
    polled = scene.poll()
    assert (polled.next_at, polled.why) == (scene.now + timedelta(seconds=900), "quiet")


def test_the_agent_names_itself_and_whom_to_write_to(scene: Scene, thread: FakeThread) -> None:
    play(thread, 1)
    scene.poll()
    agent = scene.board.log[0].headers["user-agent"]
    assert agent.startswith("Monazilla/1.00 (referee/")
    assert agent.endswith("; host@example.jp)")


def test_an_address_that_the_host_mends_is_asked_once_the_old_one_fails(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    wrong = thread.url.replace("/test/", "/wrong/test/")  # the same thread, in another folder of the server
    scene.file.write_text(settings_text(wrong), encoding="utf-8")
    assert scene.poll().outcome == "fallen"
    scene.write(thread)
    assert scene.when_due().outcome == "grown"
    assert scene.cursor().address == thread.dat_url


def test_a_full_thread_that_stands_still_is_no_longer_polled_each_minute(scene: Scene, thread: FakeThread) -> None:
    play(thread, 960, every=400)
    scene.poll()
    scene.advance(2 * 3600)
    polled = scene.when_due()
    assert (polled.outcome, polled.why) != ("grown", "near_end")
    assert polled.next_at is not None
    assert (polled.next_at - scene.now).total_seconds() > 60
