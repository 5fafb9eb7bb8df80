"""A thread of which a page alone is left, and how what was read of it is checked."""

from __future__ import annotations

from fakeboard import FakeThread
from fakeboard.pages import leave_page
from scene import Scene, play

from referee.model import Post


def posts(scene: Scene) -> list[Post]:
    """The contents that the game is judged by, in order."""
    with scene.open.read() as view:
        return [stored.post for stored in view.posts("sugoroku")]


def told(scene: Scene) -> list[tuple[str, int | None, str]]:
    """What the last poll told of the page."""
    polled = scene.last
    assert polled is not None
    return [(problem.kind, problem.number, problem.detail) for problem in polled.problems]


def is_right(scene: Scene, thread: FakeThread, page: bytes) -> None:
    """Live play is an audit of the dat held and the page, and the ledger made anew is the same."""
    assert scene.verdicts() == scene.audited(thread, page=page)
    assert scene.verify() is None
    before = scene.derived()
    assert [rebuilt.changed for rebuilt in scene.rebuild()] == [()]
    assert scene.derived() == before
    assert scene.verify() is None


def fallen(scene: Scene, thread: FakeThread, known: int, unseen: int) -> bytes:
    """A thread of which `known` posts were polled, `unseen` more came, and a page alone is left; the page."""
    play(thread, known, every=3000)
    scene.poll()
    play(thread, unseen, every=3000)
    thread.fall(None)
    return leave_page(scene.board, thread)
