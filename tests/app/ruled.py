"""A host who rules: rulings written into the ledger as the commands write them, without the commands."""

from __future__ import annotations

from scene import Scene

from referee.app.book import added, read_book, ruled, undone, write
from referee.app.ingest import judge_all
from referee.ledger import Tx
from referee.model import Act, PostKey, Ruling


def rule(scene: Scene, act: Act, *numbers: int, place: int = 0) -> int:
    """Rule about posts of a thread; the number of the ruling."""
    thread = scene.place(place).thread
    with scene.open.write(scene.now) as tx:
        book = read_book(tx, "sugoroku")
        prints = {s.post.number: s.post.fingerprint for s in tx.posts("sugoroku", thread)}
        keys = tuple(PostKey(thread, number, prints[number]) for number in numbers)
        event = added(book, Ruling(0, keys, act, "so decided"), scene.now)
        write(tx, event)
        _judge(scene, tx)
    return event.ruling.id


def undo(scene: Scene, number: int) -> None:
    """Take a ruling back."""
    with scene.open.write(scene.now) as tx:
        entry = read_book(tx, "sugoroku").entry(number)
        assert entry is not None
        write(tx, undone(entry, "not so", "", scene.now))
        _judge(scene, tx)


def _judge(scene: Scene, tx: Tx) -> None:
    (game,) = scene.tables()
    judge_all(tx, ruled(tx, game), "ruling")
