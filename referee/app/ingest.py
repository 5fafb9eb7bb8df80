"""What a capture becomes in the ledger: posts, verdicts, moves, and the state of the game after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice

from msgspec import Struct

from referee.app.book import follow, kept_state, ruled
from referee.app.collector import collecting_rarely
from referee.app.links import ask_later, remember_links, table_with_links
from referee.app.rows import moves_of
from referee.app.tables import GameTable
from referee.game import OpenGame, judge_in
from referee.ledger import Declared, Merged, Move, Tx
from referee.model import Capture, GameState, Post, Problem, ThreadRef, Verdict
from referee.parse import ReadThread
from referee.parse.recognise import read_thread

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

    Where pages of the thread were seen up to that capture, what they add is read too, behind the dat in rank.
    `from_number` is the first post that can have changed; `cause` is why verdicts are declared now.
    """
    pages = tx.pages(thread, capture)
    read = _read(thread, dat, pages)
    from_number = 1 if pages else from_number  # how far the dat had come is not how far the thread had
    # A snapshot belongs to the posts known now: it is taken up before more are put in.
    games = [ruled(tx, game) for game in games]
    states = {game.name: kept_state(tx, game) for game in games}
    changed = [post for post in read.posts if post.number >= from_number]
    merged = tx.put_posts(changed, capture, from_number=from_number, in_place=bool(pages))
    if read.title is not None:
        tx.put_thread(thread, read.title)
    if merged.restated:
        contents = {one.before: one.post.fingerprint for one in merged.restated}
        for game in games:
            follow(tx, game.name, thread, contents)
        games = [ruled(tx, game) for game in games]
    declared = []
    for game in games:
        state = states[game.name]
        if merged.restated:
            _withdraw(tx, game, thread, {one.before for one in merged.restated})
            declared.append((game.name, judge_all(tx, game, "dat")))
        elif state is None:
            declared.append((game.name, judge_all(tx, game, cause)))
        elif merged.new and (merged.moved_in or not tx.comes_last(game.name, thread)):  # later posts are judged already
            declared.append((game.name, judge_all(tx, game, "order")))
        elif merged.new:
            declared.append((game.name, _judge(tx, game, merged.new, state, cause)))
        else:
            tx.put_snapshot(game.name, state, game.digest, game.rulings_digest)
    return Ingested(merged, tuple(declared), _since(read, from_number), read.title, tuple(read.posts), len(dat))


def _read(thread: ThreadRef, dat: bytes, pages: Sequence[Capture]) -> ReadThread:
    if not pages:
        return read_thread(Capture(thread, "", dat))
    from referee.parse.past_log import read_with_past_log

    return read_with_past_log(thread, dat, pages)


def _withdraw(tx: Tx, game: GameTable, thread: ThreadRef, contents: Set[int]) -> None:
    """Take back what was declared of contents that stand no more."""
    standing = tx.verdicts(game.name, thread)
    tx.withdraw_verdicts([one.id for one in standing if one.verdict.fingerprint in contents], "dat")


def judge_all(tx: Tx, game: GameTable, cause: str) -> Declared:
    """Judge a game from its first post on; verdicts that stand already stand on, others are superseded.

    Where some stand, those that differ are declared all at once: a daily roll may move to another post of the day, and
    the old one must not be in force any more when the new one comes.
    """
    if not any(True for _ in tx.verdicts(game.name)):
        return _judge(tx, game, _posts(tx, game), game.start, cause)
    opened, differing = OpenGame(game.start), list[Verdict]()
    table = table_with_links(tx, game)
    with collecting_rarely():
        for some in _in_batches(_posts(tx, game)):
            differing += tx.verdicts_that_differ(game.name, judge_in(opened, some, table))
    declared = _declare(tx, game, differing, cause)
    tx.put_snapshot(game.name, opened.close(), game.digest, game.rulings_digest)
    return declared


def _judge(tx: Tx, game: GameTable, posts: Iterable[Post], state: GameState, cause: str) -> Declared:
    """Judge posts of which nothing was declared yet."""
    opened, total = OpenGame(state), Declared()
    table = table_with_links(tx, game)
    with collecting_rarely():
        for some in _in_batches(posts):
            declared = _declare(tx, game, judge_in(opened, some, table), cause)
            total = Declared(total.new + declared.new, total.superseding + declared.superseding)
    tx.put_snapshot(game.name, opened.close(), game.digest, game.rulings_digest)
    return total


def _posts(tx: Tx, game: GameTable) -> Iterator[Post]:
    return (stored.post for stored in tx.posts(game.name))


def _in_batches(posts: Iterable[Post]) -> Iterator[tuple[Post, ...]]:
    coming = iter(posts)
    while some := tuple(islice(coming, _BATCH)):
        yield some


def _declare(tx: Tx, game: GameTable, verdicts: Sequence[Verdict], cause: str) -> Declared:
    """Declare verdicts, with the moves of those that did not stand already."""
    if not verdicts:
        return Declared()
    declared = tx.put_verdicts(game.name, verdicts, cause, second_rolls=game.second_rolls)
    put_moves(tx, (*declared.new, *declared.superseding))
    remember_links(tx, game.name, declared)
    ask_later(tx, game.name, declared)
    return declared


def put_moves(tx: Tx, verdicts: Iterable[tuple[int, Verdict]]) -> None:
    """Write the moves of verdicts, each given with its id."""
    tx.put_moves((number, ledger_moves(verdict)) for number, verdict in verdicts)


def ledger_moves(verdict: Verdict) -> list[Move]:
    """The moves of a verdict as the ledger keeps them."""
    return [
        Move(move.player, move.origin, move.target, move.cause) for step in verdict.steps for move in moves_of(step)
    ]


def _since(read: ReadThread, number: int) -> tuple[Problem, ...]:
    return tuple(problem for problem in read.problems if problem.number is None or problem.number >= number)
