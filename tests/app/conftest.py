"""Fixtures of the app: a fake board with its clock, and a folder that `referee init` has set up."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

import httpx
import pytest
from fakeboard import FakeBoard, FakeClock, FakeThread
from fakeboard.fixture import board, clock
from fakehook import FakeHook
from linkgame import Game
from scene import Scene, play

import referee.app.online
import referee.app.open
from referee.fetch import Fetcher, open_client
from referee.ledger import open_ledger

__all__ = ["board", "clock"]


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings come from the file alone."""
    for name in list(os.environ):
        if name.startswith("REFEREE_"):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in this process wait for nobody between two requests of a poll."""
    for module in (referee.app.open, referee.app.online):
        monkeypatch.setattr(module, "Fetcher", partial(Fetcher, pause=lambda _: None))


@pytest.fixture(scope="session")
def client() -> Iterator[httpx.Client]:
    """One client for all; it takes silence for an answer sooner than the program does."""
    with open_client(timeout=0.5) as one:
        yield one


@pytest.fixture(scope="session")
def empty_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger without a row."""
    path = tmp_path_factory.mktemp("app") / "empty.db"
    open_ledger(f"sqlite:///{path}", create=True, now=datetime(2007, 5, 1, tzinfo=UTC)).close()
    return path


@pytest.fixture(scope="session")
def any_board() -> Iterator[FakeBoard]:
    """A board that many scenes share; each has threads of its own."""
    with FakeBoard(FakeClock()) as fake:
        yield fake


@pytest.fixture
def scene(board: FakeBoard, client: httpx.Client, empty_ledger: Path, tmp_path: Path) -> Iterator[Scene]:
    """A folder with an empty ledger; the settings are still to be written."""
    shutil.copy(empty_ledger, tmp_path / "referee.db")
    one = Scene(tmp_path, board, client)
    yield one
    one.close()


@pytest.fixture(scope="session")
def new_scene(
    any_board: FakeBoard, client: httpx.Client, empty_ledger: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], Scene]:
    """Makes scenes, as many as are asked for; each has a number."""
    numbers = count()

    def make() -> Scene:
        folder = tmp_path_factory.mktemp("scene")
        shutil.copy(empty_ledger, folder / "referee.db")
        return Scene(folder, any_board, client, next(numbers))

    return make


@pytest.fixture
def thread(scene: Scene, board: FakeBoard) -> FakeThread:
    """A thread without posts, the only one of the only game."""
    one = board.thread()
    scene.write(one)
    return one


@pytest.fixture
def game(scene: Scene) -> Game:
    """The other board stands on the same server."""
    return Game(scene, scene.board)


@pytest.fixture
def pending(scene: Scene, thread: FakeThread) -> Scene:
    """Forty posts are known; since then ten were written, one was erased and one removed, and an hour has gone."""
    play(thread, 40, every=2000)
    scene.poll()
    scene.close()
    play(thread, 10, every=100)
    thread.erase(5)
    thread.remove(12)
    scene.advance(3700)
    return scene


@pytest.fixture
def hook() -> Iterator[FakeHook]:
    with FakeHook() as one:
        yield one
