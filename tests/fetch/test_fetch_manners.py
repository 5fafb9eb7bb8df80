"""May we ask now? The gap, the budget, back-off, Retry-After: laws over any cursor and any time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.fetch import Manners, back_off, counted, may_ask, quieted, requests_left
from referee.model import Cursor, HostUse, ThreadRef

NOW = datetime(2007, 5, 1, 12, 0, tzinfo=UTC)
THREAD = ThreadRef("entrance", "1178000000", "127.0.0.1:8080", "0ch")
CURSOR = Cursor(THREAD, "http://127.0.0.1:8080/entrance/dat/1178000000.dat")
USE = HostUse("127.0.0.1:8080")
MANNERS = Manners()

moments = st.one_of(st.none(), st.integers(-100_000, 100_000).map(lambda s: NOW + timedelta(seconds=s)))
cursors = st.builds(
    Cursor,
    st.just(THREAD),
    st.just("x"),
    life=st.sampled_from(["live", "ended", "audited"]),
    polled_at=moments,
    next_at=moments,
    why=st.sampled_from(["pace", "near_end", "quiet", "back_off", "retry_after", "budget", "ended", "audit"]),
)
uses = st.builds(
    HostUse,
    st.just("x"),
    day=st.sampled_from(["", "2007-04-30", "2007-05-01"]),
    requests=st.integers(0, 10_000),
    asked_at=moments,
    quiet_until=moments,
)


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def test_a_new_thread_is_asked_at_once() -> None:
    assert may_ask(CURSOR, USE, NOW).allowed


@pytest.mark.parametrize(
    ("cursor", "use", "until", "why", "in_a_hurry"),
    [
        ({"polled_at": after(-59)}, {}, after(1), "pace", True),
        ({"polled_at": after(-60)}, {}, None, "", True),
        ({"next_at": after(500), "why": "quiet"}, {}, after(500), "quiet", True),
        ({"next_at": after(500), "why": "back_off"}, {}, after(500), "back_off", False),
        ({"next_at": after(500), "why": "retry_after"}, {}, after(500), "retry_after", False),
        ({}, {"quiet_until": after(70)}, after(70), "back_off", False),
        ({}, {"day": "2007-05-01", "requests": 8640}, after(43200), "budget", False),
        ({}, {"day": "2007-04-30", "requests": 8640}, None, "", True),
        ({"next_at": after(9), "why": "quiet"}, {"quiet_until": after(70)}, after(70), "back_off", False),
        ({}, {"asked_at": NOW}, after(1), "pace", True),
        ({"life": "ended"}, {}, None, "ended", False),
        ({"life": "audited", "next_at": after(-9)}, {}, None, "ended", False),
        ({"life": "ended", "next_at": after(99), "why": "audit"}, {}, after(99), "audit", True),
        ({"life": "ended", "next_at": after(-9), "why": "audit"}, {}, None, "", True),
        ({"polled_at": after(9000), "next_at": after(9900), "why": "back_off"}, {}, None, "", True),
        ({}, {"asked_at": after(9000), "quiet_until": after(99999)}, None, "", True),
    ],
)
def test_until_when_and_why(
    cursor: dict[str, object], use: dict[str, object], until: datetime | None, why: str, in_a_hurry: bool
) -> None:
    asked = replace(CURSOR, **cursor), replace(USE, **use), NOW
    may = may_ask(*asked)
    assert (may.allowed, may.until, may.why) == (not why, until, why)
    assert may_ask(*asked, hurry=True).allowed is in_a_hurry


@given(cursors, uses, st.booleans())
def test_asking_again_at_the_time_told_is_allowed(cursor: Cursor, use: HostUse, hurry: bool) -> None:
    may = may_ask(cursor, use, NOW, MANNERS, hurry)
    if not may.allowed and may.until is not None:
        assert may.until > NOW
        assert may.why
        later = may_ask(cursor, use, may.until, MANNERS, hurry)
        # a request that lay in the future holds again once its time has come
        if all(one is None or one <= NOW for one in (cursor.polled_at, use.asked_at)):
            assert later.allowed


@given(cursors, uses)
def test_hurry_never_skips_budget_or_quiet(cursor: Cursor, use: HostUse) -> None:
    may = may_ask(cursor, use, NOW, MANNERS, hurry=True)
    if may.allowed:
        assert requests_left(use, NOW) > 0
        assert use.quiet_until is None or use.quiet_until <= NOW or (use.asked_at is not None and use.asked_at > NOW)
        assert cursor.life != "audited"
    if may_ask(cursor, use, NOW).allowed:
        assert may.allowed


@given(st.integers(-3, 10**9), st.floats(0, 1), st.one_of(st.none(), st.integers(-(10**6), 10**6)))
def test_back_off_has_a_floor_and_a_cap(failures: int, chance: float, retry: int | None) -> None:
    due, why = back_off(failures, NOW, lambda: chance, None if retry is None else after(retry))
    wait = (due - NOW).total_seconds()
    if why == "retry_after":
        assert wait == min(retry or 0, 86400)
    else:
        assert 60 <= wait <= 3600
        assert retry is None or retry <= wait


def test_back_off_doubles() -> None:
    waits = [(back_off(n, NOW, lambda: 0.0)[0] - NOW).total_seconds() for n in range(1, 9)]
    assert waits == [120, 240, 480, 960, 1920, 3600, 3600, 3600]
    assert back_off(1, NOW, lambda: 1.0)[0] == after(90)


@given(st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 4)), max_size=30))
def test_requests_are_counted_by_day(polls: list[tuple[int, int]]) -> None:
    use, manners = USE, Manners(budget=50)
    by_day: dict[str, int] = {}
    for seconds, requests in sorted(polls):
        now = after(seconds)
        requests = min(requests, requests_left(use, now, manners))
        use = counted(use, requests, now)
        by_day[use.day] = by_day.get(use.day, 0) + requests
        assert use.requests == by_day[use.day] <= 50
        assert use.asked_at == now


def test_quiet_is_never_shortened_and_forgotten_when_over() -> None:
    use = quieted(quieted(USE, after(100)), after(50))
    assert use.quiet_until == after(100)
    assert counted(use, 1, after(99)).quiet_until == after(100)
    assert counted(use, 1, after(100)).quiet_until is None
