"""The fake board as pytest fixtures: import `board` and `clock` into a conftest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .board import FakeBoard
from .clock import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    """The board's time; it stands until it is moved."""
    return FakeClock()


@pytest.fixture
def board(clock: FakeClock) -> Iterator[FakeBoard]:
    """A board without threads."""
    with FakeBoard(clock) as fake:
        yield fake
