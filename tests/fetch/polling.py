"""What tests of polling share: one poller of one thread of the fake board."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar

import httpx
from fakeboard import FakeBoard, FakeThread

from referee.fetch import Answer, Fetcher, held_after, live_address
from referee.fetch.fetcher import MAX_REQUESTS, MORE
from referee.model import Held, parse_address
from referee.parse.recognise import refusal_of_growing

T = TypeVar("T")


class Poller:
    """Polls a thread as `app` does: keeps what is held, follows a move, waits a minute before each poll."""

    def __init__(self, client: httpx.Client, board: FakeBoard, thread: FakeThread, **options: Any) -> None:
        address = parse_address(thread.url)
        assert address is not None
        self.board, self.thread = board, thread
        self.ref = address.thread
        self.address = live_address(self.ref, thread.url)
        self.held = Held()
        self.pauses: list[float] = []
        self.fetcher = Fetcher(
            client, refusal_of_growing, contact="host@example.jp", pause=self.pauses.append, **options
        )

    @property
    def now(self) -> datetime:
        return self.board.clock()

    def poll(self, full: bool = False, wait: float = 60, at_most: int | None = None) -> Answer:
        """One poll; what it brings is held from now on."""
        self.board.clock.advance(wait)  # type: ignore[attr-defined]
        before = self.board.requests
        answer = self.fetcher.fetch(self.address, self.ref, self.held, full, self.now, at_most)
        assert answer.requests == self.board.requests - before <= MAX_REQUESTS + MORE
        self.held = held_after(answer, self.held)
        return answer

    def get(self, kind: type[T], **options: Any) -> T:
        """One poll that must give this kind of answer."""
        answer = self.poll(**options)
        assert isinstance(answer, kind), answer
        return answer

    @property
    def is_same(self) -> bool:
        """Whether what is held is what the server has, byte for byte."""
        return self.held.body == self.thread.dat
