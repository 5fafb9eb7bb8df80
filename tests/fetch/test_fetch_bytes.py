"""What polling costs: bytes of a whole day, counted by the board."""

from __future__ import annotations

import random

import httpx
import pytest
from fakeboard import FakeBoard, FakeClock, FakeThread
from polling import Poller

#: Bytes of a usual post (DEPS 6: 1,000 posts are 163,730 bytes).
USUAL = 164


def usual_post(thread: FakeThread, chance: random.Random) -> None:
    """A post as long as usual, of text that packs no better than talk does."""
    words = "".join(chr(chance.randrange(0x3041, 0x3094)) for _ in range(chance.randrange(10, 75)))
    ident = "".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/", k=8))
    thread.post(words, ident=ident)


@pytest.mark.parametrize(("hourly", "limit"), [(False, 750_000), (True, 1_500_000)])
@pytest.mark.parametrize("etag", [True, False])
def test_a_day_of_minute_polls_of_a_thread_filling_to_1000(
    client: httpx.Client, hourly: bool, limit: int, etag: bool
) -> None:
    chance = random.Random(7)
    clock = FakeClock()
    with FakeBoard(clock, etag=etag) as board:
        thread = board.thread(posts=1)
        poller = Poller(client, board, thread)
        due = sorted(chance.uniform(0, 86_400) for _ in range(999))
        for minute in range(1441):
            start = minute * 60
            while due and due[0] <= start:
                due.pop(0)
                usual_post(thread, chance)
            poller.poll(full=hourly and minute > 0 and minute % 60 == 0)
            assert poller.is_same
        assert len(thread.lines) == 1000
        assert abs(len(thread.dat) / 1000 - USUAL) < 20
        print(f"etag={etag} full={hourly}: {board.requests} requests, {board.sent} bytes")
        assert board.requests == 1441
        assert board.sent <= limit
