"""A ruling is about a post, whatever number it has and whoever tells it (issue 4, "Deletions and edits")."""

from __future__ import annotations

from fakeboard import FakeThread
from fakeboard.pages import hidden, leave_page, thread_page
from scene import TRIPS, Scene, play

from referee.app.book import added, read_book, ruled, write
from referee.app.ingest import judge_all
from referee.model import PostKey, Ruling, Verdict
from referee.model.ruling import Chat


def rule_chat(scene: Scene, number: int) -> None:
    """The host takes the post of a number for chat."""
    with scene.open.write(scene.now) as tx:
        post = next(stored.post for stored in tx.posts("sugoroku") if stored.number == number)
        key = PostKey(post.thread, number, post.fingerprint)
        write(tx, added(read_book(tx, "sugoroku"), Ruling(0, (key,), Chat(), "not meant"), scene.now))
        judge_all(tx, ruled(tx, scene.tables()[0]), "ruling 1")


def chat_by_ruling(scene: Scene) -> list[Verdict]:
    return [verdict for verdict in scene.verdicts() if verdict.rulings]


def test_odd_16_a_ruling_follows_its_post_when_numbers_move(scene: Scene, thread: FakeThread) -> None:
    play(thread, 12, every=3000)
    scene.poll()
    number = next(verdict.number for verdict in scene.verdicts() if verdict.kind == "roll" and verdict.number > 3)
    rule_chat(scene, number)
    (before,) = chat_by_ruling(scene)
    assert (before.number, before.kind, before.why) == (number, "chat", "ruled")
    thread.remove(3)
    scene.poll(7200, hurry=True)
    (after,) = chat_by_ruling(scene)
    assert (after.fingerprint, after.why) == (before.fingerprint, "ruled")
    with scene.open.read() as view:
        assert [one.number for one in view.posts("sugoroku") if one.post.fingerprint == after.fingerprint] == [
            number - 1
        ]
    assert scene.verify() is None


def test_a_ruling_follows_its_post_from_a_page_to_the_dat(scene: Scene, thread: FakeThread) -> None:
    play(thread, 11, every=3000)
    thread.post("とりゃ", name=f"歩く人 </b>◆{TRIPS[0]} <b>", mail="sage", ident="a5dMhaAn")
    thread.fall(None)
    leave_page(scene.board, thread, hidden(thread_page(thread)))
    scene.poll()
    known = {verdict.number for verdict in scene.verdicts() if verdict.player is not None}
    with scene.open.read() as view:
        number = next(one.number for one in view.posts("sugoroku") if one.post.mail is None and one.number in known)
    rule_chat(scene, number)
    (before,) = chat_by_ruling(scene)
    thread.fall("kako")
    assert scene.when_due().reason == "archived"
    (after,) = chat_by_ruling(scene)
    assert (after.number, after.why) == (number, "ruled")
    assert after.fingerprint != before.fingerprint, "the dat has the mail: another content"
    with scene.open.read() as view:
        (entry,) = read_book(view, "sugoroku").entries
    assert [event.what for event in entry.events] == ["add", "amend"]
    assert entry.ruling.reason == "not meant"
    assert scene.verify() is None
    assert [one.changed for one in scene.rebuild()] == [()]
    assert scene.verify() is None
