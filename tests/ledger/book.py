"""What the tests of the ledger share: a thread that grows, and a poll as the app makes it, without a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from referee.game import EMPTY, Table, replay
from referee.ledger import Declared, Ledger, Merged, Move, Tx
from referee.model import Capture, GameState, Given, Name, Post, Stamp, ThreadRef, Thrown, Verdict

NOW = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)
THREAD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")
NEXT = ThreadRef("entrance", "1178000001", "etc7.2ch.net", "2ch")
DAY = 732_797
GAME = "idsugoroku"
RULES, RULINGS = "rules", "rulings"


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def chat(number: int, text: str, thread: ThreadRef = THREAD) -> Post:
    """A post that is told from others by its text alone."""
    content = int.from_bytes(sha256(text.encode()).digest()[:8], "big", signed=True)
    name = Name("名無しさん", "名無しさん", "名無しさん")
    at = Stamp(DAY, number * 1000, 2)
    return Post(thread, number, content, name, "", at.iso, at, "abcdefgh0", "abcdefgh", "shown", text)


def reading(text: str, thread: ThreadRef = THREAD) -> list[Post]:
    """A thread of one-letter posts; numbers count from 1."""
    return [chat(number, word, thread) for number, word in enumerate(text.split(), 1)]


def says(post: Post, **fields: object) -> Verdict:
    """A verdict on a post: chat, unless it is told otherwise."""
    known: dict[str, object] = {"kind": "chat", "why": "no_trip", "player": None, "steps": ()}
    known.update(fields)
    return Verdict(  # type: ignore[arg-type]
        post.thread, post.number, post.fingerprint, post.stamp, name=post.name.text, id=post.id, dice=post.dice_id,
        ruleset=RULES, **known,
    )  # fmt: skip


def saw(tx: Tx, text: str, thread: ThreadRef = THREAD) -> Merged:
    """A whole fetch of a thread of one-letter posts, put in."""
    body = "".join(f"{word}\n" for word in text.split()).encode()
    capture = tx.add_capture(Capture(thread, "http://example.com/", body, 0, NOW, 200))
    return tx.put_posts(reading(text, thread), capture)


def set_up(ledger: Ledger, *threads: ThreadRef) -> None:
    with ledger.write(NOW) as tx:
        tx.put_game(GAME, b"{}")
        for thread in threads:
            tx.put_thread(thread, None, GAME)


def moves_of(verdict: Verdict) -> list[Move]:
    """The moves of a verdict, landings left in."""
    found = []
    for step in verdict.steps:
        if isinstance(step, Thrown) and step.roll.target is not None:
            found.append(Move(step.player, step.roll.origin, step.roll.target, "roll"))
        elif isinstance(step, Given):
            found.append(Move(step.player, step.origin, step.target, "cp"))
    return found


def poll(
    ledger: Ledger, posts: Sequence[Post], table: Table, now: datetime = NOW, *, second_rolls: bool = False
) -> Declared:
    """One poll that brought some more posts of one thread: from the snapshot on, all in one transaction."""
    thread = posts[0].thread
    with ledger.write(now) as tx:
        tx.put_thread(thread, None, GAME)
        state = tx.snapshot(GAME, RULES, RULINGS)
        held = len(tx.held(thread).body)
        body = "".join(f"{post.number} {post.fingerprint}\n" for post in posts).encode()
        capture = tx.add_capture(Capture(thread, "http://example.com/", body, held, now, 206))
        merged = tx.put_posts(posts, capture, from_number=posts[0].number)
        verdicts, state = judged(merged.new, table, state if state is not None else EMPTY)
        declared = tx.put_verdicts(GAME, verdicts, "seen", second_rolls=second_rolls)
        tx.put_moves((number, moves_of(verdict)) for number, verdict in declared.new)
        tx.put_snapshot(GAME, state, RULES, RULINGS)
    return declared


def judged(posts: Iterable[Post], table: Table, state: GameState) -> tuple[list[Verdict], GameState]:
    verdicts = []
    for _, verdict, after in replay(posts, table, state):
        verdicts.append(verdict)
        state = after
    return verdicts, state
