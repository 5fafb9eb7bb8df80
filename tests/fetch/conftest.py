"""Fixtures of polling: a fake board, its clock, a client, a poller of a thread of ten posts.

With REFEREE_HTTPX2=1 in the environment all of it runs on httpx2 in the place of httpx.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

if os.environ.get("REFEREE_HTTPX2"):
    import httpx2

    httpx2.alias_httpx()

import httpx
import pytest
from fakeboard import FakeBoard
from fakeboard.fixture import board, clock
from polling import Poller

from referee.fetch import open_client

__all__ = ["board", "clock"]


@pytest.fixture(scope="session")
def client() -> Iterator[httpx.Client]:
    """One client for all, as in the program."""
    with open_client() as one:
        yield one


@pytest.fixture(scope="session")
def hasty() -> Iterator[httpx.Client]:
    """A client that takes silence for an answer."""
    with open_client(timeout=0.3) as one:
        yield one


@pytest.fixture
def poller(client: httpx.Client, board: FakeBoard) -> Poller:
    """Has read the ten posts of a thread; a minute later nothing is asked yet."""
    thread = board.thread(posts=10)
    one = Poller(client, board, thread)
    one.poll()
    assert one.is_same
    board.forget()
    return one


@pytest.fixture
def mocked() -> Iterator[Callable[[Callable[[httpx.Request], httpx.Response]], httpx.Client]]:
    """Makes clients whose requests are answered by a function."""
    clients: list[httpx.Client] = []

    def make(answer: Callable[[httpx.Request], httpx.Response]) -> httpx.Client:
        clients.append(httpx.Client(transport=httpx.MockTransport(answer)))
        return clients[-1]

    yield make
    for one in clients:
        one.close()
