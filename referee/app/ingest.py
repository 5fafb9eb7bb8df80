"""What a capture becomes in the ledger: posts, verdicts, moves, and the state of the game after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from referee.app.collector import collecting_rarely
from referee.app.rows import moves_of
from referee.app.tables import NO_RULINGS, GameTable
from referee.game import EMPTY, OpenGame, judge_in
from referee.ledger import Declared, Merged, Move, Tx
from referee.model import Capture, GameState, Post, Problem, ThreadRef, Verdict
from referee.parse import ReadThread, read_thread

#: How many posts of a whole game are judged, and their verdicts declared, at a time.
_BATCH = 1000


class Ingested(Struct, frozen=True):
    """What one capture changed: posts, and for each game the verdicts declared."""

    merged: Merged
    declared: tuple[tuple[str, Declared], ...]
    problems: tuple[Problem, ...]
    title: str | None
    posts: tuple[Post, ...]
    size: int  # bytes of the thread

    @property
    def last_number(self) -> int:
        """The number of the thread's last post, 0 where there is none."""
        return self.posts[-1].number if self.posts else 0


def ingest(
    tx: Tx, thread: ThreadRef, capture: int, dat: bytes, from_number: int, games: Sequence[GameTable], cause: str
) -> Ingested:
    """Read a thread's bytes (`dat`) after a capture (its id), merge its posts, and judge what is new, for every game.

    `from_number` is the first post that can have changed; `cause` is why verdicts are declared now.
    """
    read = read_thread(Capture(thread, "", dat))
    # A snapshot belongs to the posts known now: it is taken up before more are put in.
    states = {game.name: tx.snapshot(game.name, game.digest, NO_RULINGS) for game in games}
    changed = [post for post in read.posts if post.number >= from_number]
    merged = tx.put_posts(changed, capture, from_number=from_number)
    if read.title is not None:
        tx.put_thread(thread, read.title)
    declared = []
    for game in games:
        state = states[game.name]
        if state is None:
            declared.append((game.name, judge_all(tx, game, cause)))
        elif merged.new and not tx.comes_last(game.name, thread):  # posts of later threads are judged already
            declared.append((game.name, judge_all(tx, game, "order")))
        elif merged.new:
            declared.append((game.name, _judge(tx, game, merged.new, state, cause)))
        else:
            tx.put_snapshot(game.name, state, game.digest, NO_RULINGS)
    return Ingested(merged, tuple(declared), _since(read, from_number), read.title, tuple(read.posts), len(dat))


def judge_all(tx: Tx, game: GameTable, cause: str) -> Declared:
    """Judge a game from its first post on; verdicts that stand already stand on, others are superseded.

    Where some stand they are superseded all at once: a daily roll may move to another post of the day, and the old one
    must not be in force any more when the new one comes.
    """
    some_stand = any(True for _ in tx.verdicts(game.name))
    return _judge(tx, game, (stored.post for stored in tx.posts(game.name)), EMPTY, cause, at_once=some_stand)


def _judge(
    tx: Tx, game: GameTable, posts: Iterable[Post], state: GameState, cause: str, *, at_once: bool = False
) -> Declared:
    total = Declared()
    verdicts: list[Verdict] = []

    def declare() -> None:
        nonlocal total
        declared = tx.put_verdicts(game.name, verdicts, cause, second_rolls=game.second_rolls)
        tx.put_moves((number, ledger_moves(verdict)) for number, verdict in _all(declared))
        total = Declared(
            total.new + declared.new, total.superseding + declared.superseding, total.unchanged + declared.unchanged
        )
        verdicts.clear()

    opened, coming = OpenGame(state), iter(posts)
    with collecting_rarely():
        while some := tuple(islice(coming, _BATCH)):
            verdicts += judge_in(opened, some, game.table)
            if verdicts and not at_once:
                declare()
        if verdicts:
            declare()
    tx.put_snapshot(game.name, opened.close(), game.digest, NO_RULINGS)
    return total


def _all(declared: Declared) -> Iterator[tuple[int, Verdict]]:
    yield from declared.new
    yield from declared.superseding
    yield from declared.unchanged


def ledger_moves(verdict: Verdict) -> list[Move]:
    """The moves of a verdict as the ledger keeps them."""
    return [
        Move(move.player, move.origin, move.target, move.cause) for step in verdict.steps for move in moves_of(step)
    ]


def _since(read: ReadThread, number: int) -> tuple[Problem, ...]:
    return tuple(problem for problem in read.problems if problem.number is None or problem.number >= number)
