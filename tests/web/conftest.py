"""Tests of the web service ask it as a browser would: in this process, of games as tests of the app make them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "app"))

from datetime import UTC, datetime

import httpx
from fakeboard import FakeBoard, FakeThread
from fakeboard.fixture import board, clock
from scene import Scene, play
from starlette.testclient import TestClient

from referee.app.live import Live
from referee.fetch import open_client
from referee.ledger import open_ledger
from referee.web.limits import Limits
from referee.web.site import make_app

__all__ = ["board", "clock"]


class Ticks:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Served:
    """A service, who asks it, its seconds, and what it told its host."""

    def __init__(self, scene: Scene, limits: Limits | None = None, *, logs: bool = False) -> None:
        self.scene, self.ticks, self.told = scene, Ticks(), list[str]()
        self.live = Live(str(scene.file), lambda: scene.now, self.told.append, ticks=self.ticks)
        app = make_app(self.live, limits or Limits(per_minute=0), self.told.append, logs=logs)
        self.client = TestClient(app, raise_server_exceptions=True, follow_redirects=False)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Ask for an address; `_` in the names of headers is `-`."""
        return self.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def later(self, seconds: float = 1.0) -> None:
        """What was seen of the ledger holds no more."""
        self.ticks.now += seconds


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
