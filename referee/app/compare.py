"""Two ledgers beside each other, one made anew from the captures of the other: the first thing that is not the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import zip_longest
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.app.book import kept_state
from referee.app.clock import iso
from referee.app.tables import GameTable
from referee.ledger import StoredMove, StoredPost, Total, View, whole
from referee.model import ThreadRef, Verdict

T = TypeVar("T")


class Difference(Struct, frozen=True):
    """The first thing that is not as it should be: `what` (a code for `words`), in which game, thread, post and player,
    what was expected (made anew), and what stands there."""

    what: str
    game: str = ""
    thread: str = ""
    number: int | None = None
    player: str | None = None
    expected: str = ""
    actual: str = ""


def declared_unlike(view: View, anew: View, game: GameTable) -> Difference | None:
    """The first verdict, move, total or state, in this order, of a game that is not what a replay says."""
    name = game.name
    verdicts = _first_unlike(lambda of: (stored.verdict for stored in of.verdicts(name)), anew, view, _place)
    if verdicts is not None:
        named = _either(verdicts)
        right, found = verdicts
        if right is not None and found is not None and right == replace(found, ruleset=right.ruleset):
            digests = [one.ruleset[:12] for one in (right, found)]
            return Difference("rules", name, str(named.thread), named.number, named.player, *digests)
        expected, actual = map(_said, verdicts)
        return Difference("verdict", name, str(named.thread), named.number, named.player, expected, actual)
    moves = _first_unlike(_moves(name), anew, view, lambda move: (move.thread.identity, move.number, move.place))
    if moves is not None:
        moved = _either(moves)
        told = [f"{one.origin}→{one.target}" if one else "" for one in moves]
        return Difference("move", name, str(moved.thread), moved.number, moved.player, *told)
    totals = _first_unlike(lambda of: of.totals(name), anew, view, lambda total: total.player)
    if totals is not None:
        player = _either(totals).player
        last = next((move for move in reversed([*anew.moves(name)]) if move.player == player), None)
        thread, number = (str(last.thread), last.number) if last else ("", None)
        return Difference("total", name, thread, number, player, *_totals_said(totals))
    right_state, state = (kept_state(of, game) or game.start for of in (anew, view))
    return None if whole(state) == whole(right_state) else Difference("snapshot", name)


def seen_unlike(view: View, anew: View, game: str) -> Difference | None:
    """The first post, or title of a thread, that is not what the captures give."""
    difference = _posts_unlike(lambda of: of.posts(game, first_only=False), view, anew, game)
    if difference is not None:
        return difference
    for right, found in zip(anew.threads(game), view.threads(game), strict=True):
        if right.title != found.title:
            return Difference("title", game, str(found.thread), None, None, right.title or "", found.title or "")
    return None


def linked_unlike(view: View, anew: View) -> Difference | None:
    """The first post of a thread that only links lead to which is not what the captures give."""
    for cursor in view.linked_cursors():
        difference = _posts_unlike(_posts_of(cursor.thread), view, anew, "")
        if difference is not None:
            return difference
    return None


def _posts_of(thread: ThreadRef) -> Callable[[View], Iterator[StoredPost]]:
    return lambda of: of.posts(thread=thread, first_only=False)


def _posts_unlike(
    posts: Callable[[View], Iterable[StoredPost]], view: View, anew: View, game: str
) -> Difference | None:
    pair = _first_unlike(lambda of: (replace(stored, capture=0) for stored in posts(of)), anew, view, _place_of)
    if pair is None:
        return None
    named = _either(pair)
    return Difference("post", game, str(named.post.thread), named.number, None, *_posts_said(*pair))


def order_unlike(view: View, game: str) -> Difference | None:
    """The first thread that is not where the journal has it among the threads of a game."""
    rows = view.threads(game)
    right = {identity: place for place, identity in enumerate(view.thread_order(game), 1)}
    found = {row.thread.identity: row.ordinal for row in rows}
    named = {row.thread.identity: str(row.thread) for row in rows}
    for one in {**right, **found}:
        if right.get(one) != found.get(one):
            told = [str(places.get(one, "")) for places in (right, found)]
            return Difference("order", game, named.get(one, "/".join(one)), None, None, *told)
    return None


def _first_unlike(
    read: Callable[[View], Iterable[T]], anew: View, view: View, place: Callable[[T], object]
) -> tuple[T | None, T | None] | None:
    """The first row that was made otherwise (expected, actual), that is missing, or that should not be there."""
    for right, found in zip_longest(read(anew), read(view)):
        if right == found:
            continue
        if right is not None and found is not None and place(right) == place(found):
            return right, found
        if right is not None and place(right) not in {place(one) for one in read(view)}:
            return right, None
        return (None, found) if found is not None else (right, None)
    return None


def _either(pair: tuple[T | None, T | None]) -> T:
    one = pair[0] if pair[0] is not None else pair[1]
    assert one is not None
    return one


def _place(verdict: Verdict) -> object:
    return verdict.thread.identity, verdict.fingerprint


def _place_of(row: StoredPost) -> object:
    return row.post.thread.identity, row.post.fingerprint


def _posts_said(right: StoredPost | None, found: StoredPost | None) -> tuple[str, str]:
    """What of a post differs, expected and actual; where one is missing, the status of the other."""
    if right is None or found is None:
        return right.status if right else "", found.status if found else ""
    fields = ((one, other) for one, other in zip(_fields(right), _fields(found), strict=True) if one != other)
    return next(fields)


def _fields(row: StoredPost) -> Iterator[str]:
    """Each field of a post by name and value; what people typed by its digest, since it may name a host."""
    yield f"status {row.status}"
    yield f"number {row.number}"
    yield f"replaces {row.replaces}"
    yield f"first_seen {iso(row.first_seen)}"
    yield f"gone_at {iso(row.gone_at)}"
    for name in row.post.__struct_fields__:
        yield f"{name} #{sha256(repr(getattr(row.post, name)).encode()).hexdigest()[:8]}"


def _moves(game: str) -> Callable[[View], Iterator[StoredMove]]:
    """The moves of a game, without the numbers that their verdicts have in one ledger or the other."""
    return lambda of: (replace(move, verdict=0) for move in of.moves(game))


def _totals_said(totals: tuple[Total | None, Total | None]) -> list[str]:
    """Squares; where these agree, all that is told of the player."""
    right, found = totals
    if right is not None and found is not None and right.square == found.square:
        return [f"{one.square} ({one.rolls} rolls, home: {one.home_at or '-'})" for one in (right, found)]
    return [str(one.square) if one else "" for one in totals]


def _said(verdict: Verdict | None) -> str:
    """A verdict in a few signs, for a comparison: its kind and its squares."""
    if verdict is None:
        return ""
    roll = verdict.roll
    return (
        f"{verdict.kind} {roll.roll.origin}→{roll.roll.target}"
        if roll
        else f"{verdict.kind} {verdict.why or ''}".strip()
    )
