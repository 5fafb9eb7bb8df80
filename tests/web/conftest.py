"""Tests of the web service ask it as a browser would: in this process, of games as tests of the app make them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "app"))

from datetime import UTC, datetime

from fakeboard import FakeBoard, FakeThread
from fakeboard.fixture import board, clock
from scene import Scene, play
from served import Served

from referee.fetch import open_client
from referee.ledger import open_ledger
from referee.web.limits import Limits

__all__ = ["board", "clock"]


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_FILE", raising=False)


@pytest.fixture
def scene(board: FakeBoard, tmp_path: Path) -> Iterator[Scene]:
    """A folder with a game of thirty posts."""
    open_ledger(f"sqlite:///{tmp_path}/referee.db", create=True, now=datetime(2007, 5, 1, tzinfo=UTC)).close()
    with open_client(timeout=0.5) as client:
        one = Scene(tmp_path, board, client)
        yield one
        one.close()


@pytest.fixture
def thread(scene: Scene, board: FakeBoard) -> FakeThread:
    """The only thread of the only game."""
    one = board.thread()
    scene.write(one)
    play(one, 30, every=2000)
    scene.poll()
    return one


@pytest.fixture
def serve(scene: Scene, thread: FakeThread) -> Iterator[Callable[..., Served]]:
    """Makes services of the game."""
    made: list[Served] = []

    def make(limits: Limits | None = None, *, logs: bool = False) -> Served:
        made.append(Served(scene, limits, logs=logs))
        return made[-1]

    yield make
    for one in made:
        one.live.close()


@pytest.fixture
def site(serve: Callable[..., Served]) -> Served:
    """A service without limits of pace."""
    return serve()
