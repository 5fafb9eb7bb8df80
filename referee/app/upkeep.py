"""Is the ledger what it says, and what would it say if it were made anew? Everything follows from the captures."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.app.ingest import ingest, judge_all
from referee.app.places import Place, enter
from referee.app.settings import Settings
from referee.app.tables import NO_RULINGS, GameTable, game_table
from referee.errors import LedgerCorrupt
from referee.fetch import is_past_log
from referee.ledger import Ledger, StoredMove, StoredVerdict, Total, Tx, View, open_ledger, whole
from referee.model import Post, ThreadRef, Verdict

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


class Rebuilt(Struct, frozen=True):
    """What a rebuild changed in a game: verdicts as they were and as they are now (None: there was, or is, none)."""

    game: str
    verdicts: int
    changed: tuple[tuple[Verdict | None, Verdict | None], ...]


def verify(ledger: Ledger, games: Sequence[GameTable], now: datetime) -> Difference | None:
    """Check the file and its chain, then replay everything from the captures and compare; the first difference.

    Raises:
        LedgerError: the ledger can't be read at all.
    """
    with ledger.read() as view:
        for problem in view.verify_file():
            return Difference("file", actual=problem)
        broken = view.verify_chain()
        kept = {game.name for game in view.games()}
        try:
            with _made_anew(view, [game for game in games if game.name in kept], now) as anew:
                for game in games:
                    difference = _compare(view, anew, game) if game.name in kept else None
                    if difference is not None:
                        return difference
        except LedgerCorrupt as error:  # a row that can't be read any more; the chain knows which
            if broken is None:
                return Difference("file", actual=error.what)
    if broken is not None:
        return Difference(
            "chain", thread=broken.table, player=broken.row, expected=broken.expected, actual=broken.actual
        )
    return None


def rebuild(ledger: Ledger, settings: Settings, places: Sequence[Place], now: datetime) -> list[Rebuilt]:
    """Derive posts, verdicts, moves and states of all games again from the captures; what changed.

    What was declared stays: a verdict that comes out otherwise supersedes the old one. A game that came to the settings
    since its threads were read last is judged too.

    Raises:
        RulesetError: a game's ruleset is bad.
    """
    games = [game_table(game) for game in settings.game]
    with ledger.write(now) as tx:
        for place in places:
            if tx.cursor(place.thread) is not None:
                enter(tx, place, settings.game)
        kept = [game for game in games if any(game.name == known.name for known in tx.games())]
        before = {game.name: _in_force(tx, game.name) for game in kept}
        gone = _threads_gone(tx, kept)
        for game in kept:
            tx.forget_derived(game.name)
        _derive(tx, tx, kept, [])
        for game in kept:
            judge_all(tx, game, "rebuild")
        for thread in gone:  # no capture tells this: nobody has the thread any more
            tx.set_thread_gone(thread)
        rebuilt = []
        for game in kept:
            posts = {(stored.post.thread.identity, stored.post.fingerprint) for stored in tx.posts(game.name)}
            orphans = [stored.id for place, stored in before[game.name].items() if place not in posts]
            if orphans:  # verdicts on posts that no capture shows any more
                tx.withdraw_verdicts(orphans, "rebuild")
            rebuilt.append(_changes(game.name, before[game.name], _in_force(tx, game.name)))
        tx.note("rebuild/1", {"games": {one.game: len(one.changed) for one in rebuilt}})
    return rebuilt


def _derive(source: View, target: Tx, games: Sequence[GameTable], judged: Sequence[GameTable]) -> None:
    """Read the captures of the threads of games in order into another ledger (or the same), some games judged."""
    threads: dict[tuple[str, str, str], list[GameTable]] = {}
    for game in games:
        for row in source.threads(game.name):
            threads.setdefault(row.thread.identity, []).append(game)
    known: dict[tuple[str, str, str], tuple[int, int]] = {}  # bytes and posts read so far
    for stored in source.captures():
        thread = stored.capture.thread
        its_games = threads.get(thread.identity)
        if not its_games:
            continue
        number = stored.id if source is target else target.add_capture(stored.capture)
        # A line without its end is still being written, but in a past log.
        dat = stored.dat if is_past_log(stored.capture.source) else stored.dat[: stored.dat.rfind(b"\n") + 1]
        size, posts = known.get(thread.identity, (0, 0))
        from_number = posts + 1 if stored.new_from >= size else 1  # what only grew is as it was
        now_judged = [game for game in its_games if game in judged]
        news = ingest(target, thread, number, dat, from_number, now_judged, "seen")
        known[thread.identity] = len(dat), news.last_number


def _threads_gone(view: View, games: Sequence[GameTable]) -> list[ThreadRef]:
    """The threads that are no more to be had."""
    threads = {row.thread.identity: row.thread for game in games for row in view.threads(game.name)}
    return [
        thread
        for thread in threads.values()
        if any(stored.status == "thread_gone" for stored in view.posts(thread=thread))
    ]


@contextmanager
def _made_anew(view: View, games: Sequence[GameTable], now: datetime) -> Iterator[View]:
    """A second ledger, made from the captures of the first, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(f"sqlite:///{Path(folder) / 'anew.db'}", create=True, now=now)
        with ledger:
            with ledger.write(now) as tx:
                for game in games:
                    tx.put_game(game.name, b"{}")
                    for row in view.threads(game.name):
                        tx.put_thread(row.thread)
                        tx.put_thread(row.thread, None, game.name)
                _derive(view, tx, games, games)
            with ledger.read() as anew:
                yield anew


def _compare(view: View, anew: View, game: GameTable) -> Difference | None:
    """The first verdict, move, player, state or post, in this order, of a game that is not what a replay says."""
    name = game.name
    verdicts = _first_unlike(lambda of: (stored.verdict for stored in of.verdicts(name)), anew, view, _place)
    if verdicts is not None:
        named = _either(verdicts)
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
    state = view.snapshot(name, game.digest, NO_RULINGS)
    right_state = anew.snapshot(name, game.digest, NO_RULINGS)
    if (whole(state) if state else None) != (whole(right_state) if right_state else None):
        return Difference("snapshot", name)
    posts = _first_unlike(
        lambda of: ((stored.post, stored.number, stored.replaces) for stored in of.posts(name)), anew, view, _place_of
    )
    if posts is not None:
        post, number, _replaces = _either(posts)
        return Difference("post", name, str(post.thread), number)
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


def _place_of(row: tuple[Post, int, int | None]) -> object:
    return row[0].thread.identity, row[0].fingerprint


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


def _in_force(view: View, game: str) -> dict[Any, StoredVerdict]:
    return {(s.verdict.thread.identity, s.verdict.fingerprint): s for s in view.verdicts(game)}


def _changes(game: str, before: dict[Any, StoredVerdict], after: dict[Any, StoredVerdict]) -> Rebuilt:
    changed = []
    for place in {**before, **after}:
        old, new = before.get(place), after.get(place)
        pair = (old.verdict if old else None, new.verdict if new else None)
        if pair[0] != pair[1]:
            changed.append(pair)
    return Rebuilt(game, len(after), tuple(changed))
