"""A board that moves to another server: its old page leads on, or the menu knows (FORMATS 4.1)."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from fakeboard import FakeBoard, FakeThread
from msgspec.structs import replace
from scene import Scene, play

from referee.app import moves
from referee.app.moves import new_address
from referee.app.open import Folder
from referee.app.places import Place
from referee.app.poll import Polled, Poller
from referee.fetch import Fetcher, Page
from referee.model import ThreadRef
from referee.parse.recognise import refusal_of_growing

PAGE = '<script>window.location.href="{}/entrance/"</script>'


@pytest.fixture
def new(scene: Scene) -> Iterator[FakeBoard]:
    """The server that the board moves to."""
    with FakeBoard(scene.board.clock) as fake:
        yield fake


class Moving:
    """A thread of a family that has each board once, on a server that it leaves."""

    def __init__(self, scene: Scene, client: httpx.Client) -> None:
        self.scene, self.client = scene, client
        self.old: FakeThread = scene.board.thread()
        scene.write(self.old)
        ref = ThreadRef("entrance", self.old.key, scene.board.origin.removeprefix("http://"), "open2ch")
        self.place = Place(ref, self.old.dat_url, ("sugoroku",))
        play(self.old, 10)
        assert self.poll().outcome == "grown"

    def poll(self, wait: float = 1000) -> Polled:
        self.scene.advance(wait)
        folder: Folder = replace(self.scene.folder, places=(self.place,))
        fetcher = Fetcher(self.client, refusal_of_growing, pause=lambda _: None)
        return Poller(folder, self.scene.open, fetcher, lambda: 0.0).poll(self.place, self.scene.now)

    def move(self, to: FakeBoard) -> FakeThread:
        """The thread is on the new server alone, with a post more."""
        there = to.thread()
        there.lines = list(self.old.lines)
        there.post("引っ越し", mail="")
        self.old.fall(None)
        return there


@pytest.fixture
def moving(scene: Scene, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> Moving:
    monkeypatch.setattr(moves, "family_of", lambda host: "open2ch")  # the loopback has no such name
    monkeypatch.setitem(moves.MENUS, "open2ch", f"{scene.board.origin}/menu.html")
    return Moving(scene, client)


@pytest.mark.parametrize("by", ["page", "menu"])
def test_a_thread_is_polled_on_at_the_new_server(by: str, moving: Moving, new: FakeBoard) -> None:
    there = moving.move(new)
    files = moving.scene.board.files
    if by == "page":
        files["/entrance/"] = PAGE.format(new.origin).encode()
    else:
        files["/menu.html"] = f"<A HREF={new.origin}/entrance/>ラウンジ</A>".encode("cp932")
    assert moving.poll().outcome == "fallen"  # the first time it may be a hiccup
    found = moving.poll()
    assert (found.outcome, found.news.last_number if found.news else 0) == ("grown", 11)
    there.post("続き", mail="")
    moving.scene.board.forget()
    assert moving.poll().outcome == "grown"
    assert moving.scene.board.requests == 0  # the old server is asked no more
    with moving.scene.open.read() as view:
        cursor = view.cursor(moving.place.thread)
        uses = {use.host: use.requests for use in view.host_uses()}
    assert cursor is not None
    assert cursor.address == there.dat_url
    assert cursor.posts == 12
    assert uses[new.origin.removeprefix("http://")] == new.requests
    assert moving.scene.verify() is None


def test_a_thread_that_is_nowhere_is_looked_for_once(moving: Moving) -> None:
    moving.old.fall(None)
    for _ in range(5):
        moving.poll(4000)
    paths = [exchange.path for exchange in moving.scene.board.log]
    assert (paths.count("/entrance/"), paths.count("/menu.html")) == (1, 1)


def test_a_new_server_without_the_thread_changes_nothing(moving: Moving, new: FakeBoard) -> None:
    moving.scene.board.files["/entrance/"] = PAGE.format(new.origin).encode()
    moving.old.fall(None)
    moving.poll()
    assert moving.poll().outcome == "fallen"
    moving.old.rise()
    play(moving.old, 2)
    assert moving.poll(4000).outcome == "grown"


@pytest.mark.parametrize(
    ("family", "url", "found"),
    [
        ("2ch", "https://krsw.5ch.io/entrance/", "https://krsw.5ch.io/entrance/dat/1178000000.dat"),
        ("2ch", "https://evil.example/entrance/", ""),
        ("2ch", "https://krsw.5ch.io/qa/", ""),
        ("2ch", "https://etc7.2ch.net/entrance/", ""),
        ("0ch", "https://krsw.5ch.io/entrance/", ""),
    ],
)
def test_a_board_moves_within_its_family(family: str, url: str, found: str, scene: Scene) -> None:
    body = f'<script>location.href="{url}"</script>'.encode()

    def ask(address: str) -> Page:
        return Page(at=scene.now, address=address, status=200, requests=1, received=0, body=body)

    thread = ThreadRef("entrance", "1178000000", "etc7.2ch.net", family)
    assert new_address(ask, thread, "https://etc7.2ch.net/entrance/dat/1178000000.dat") == found
