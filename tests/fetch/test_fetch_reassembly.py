"""The law of reassembly: whatever becomes of a thread, what is held ends as what the server has, byte for byte."""

from __future__ import annotations

import httpx
from fakeboard import MISBEHAVIOURS, FakeBoard, FakeClock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from polling import Poller

from referee.fetch import Grown, Unchanged, Whole

STEPS = st.one_of(
    st.tuples(st.just("post"), st.integers(1, 5)),
    st.tuples(st.just("half"), st.integers(1, 30)),
    st.tuples(st.just("edit"), st.integers(0, 40)),
    st.tuples(st.just("erase"), st.integers(0, 40)),
    st.tuples(st.just("pad"), st.integers(0, 40)),
    st.tuples(st.just("remove"), st.integers(0, 40)),
    st.tuples(st.just("poll"), st.integers(0, 90)),
    st.tuples(st.just("full"), st.integers(0, 90)),
    st.tuples(st.just("way"), st.integers(0, len(MISBEHAVIOURS) - 1)),
)
#: What costs time to misbehave with, or can't be told from a good answer.
SLOW = {"silent", "drip", "redirect_https", "huge", "bomb"}
WAYS = sorted(MISBEHAVIOURS.keys() - SLOW)
QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def take(poller: Poller, step: str, number: int) -> None:
    """One thing that happens to a thread; its first post stays, so that it can be told from another thread."""
    thread = poller.thread
    place = 2 + number % (len(thread.lines) - 1)
    if step == "post":
        if thread.half:
            thread.end_line(b"<> rest <>")
        for _ in range(number):
            thread.post("あ" * number)
    elif step == "half":
        thread.begin_line(b"x" * number)
    elif step == "way":
        poller.board.misbehave(WAYS[number % len(WAYS)], times=1)
    elif step in ("poll", "full"):
        poller.poll(full=step == "full", wait=number)
    elif len(thread.lines) < 4:
        return
    elif step == "edit":
        thread.edit(place, thread.lines[place - 1].replace(b"ID:", b"ID:z"))
    elif step == "remove":
        thread.remove(place)
    else:
        thread.erase(place, same_length=step == "pad")


@settings(max_examples=60, deadline=None, suppress_health_check=QUIET)
@given(steps=st.lists(STEPS, max_size=40), etag=st.booleans())
def test_after_a_full_fetch_all_is_as_the_server_has_it(
    client: httpx.Client, steps: list[tuple[str, int]], etag: bool
) -> None:
    with FakeBoard(FakeClock(), etag=etag) as board:
        poller = Poller(client, board, board.thread(posts=6))
        for step, number in steps:
            take(poller, step, number)
        board.behave()
        assert isinstance(poller.poll(full=True), Grown | Unchanged | Whole)
        assert poller.is_same


@settings(max_examples=40, deadline=None, suppress_health_check=QUIET)
@given(
    steps=st.lists(st.tuples(st.sampled_from(["post", "half", "poll"]), st.integers(1, 5)), max_size=40),
    etag=st.booleans(),
)
def test_a_thread_that_only_grows_needs_no_full_fetch(
    client: httpx.Client, steps: list[tuple[str, int]], etag: bool
) -> None:
    with FakeBoard(FakeClock(), etag=etag) as board:
        poller = Poller(client, board, board.thread(posts=2))
        seen = b""
        for step, number in steps:
            take(poller, step, number)
            assert poller.held.body.startswith(seen)
            seen = poller.held.body
        poller.poll()
        assert poller.is_same
        assert all(exchange.status != 416 for exchange in board.log)
