"""Is the ledger what it says, and what would it say if it were made anew? Everything follows from the captures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.app.answers import end_of_capture
from referee.app.book import ruled
from referee.app.compare import Difference, declared_unlike, linked_unlike, order_unlike, seen_unlike
from referee.app.effect import same_result
from referee.app.ingest import ingest, judge_all, put_moves
from referee.app.links import Identity
from referee.app.open import Folder
from referee.app.places import enter
from referee.app.tables import GameTable
from referee.errors import LedgerCorrupt
from referee.ledger import Break, Ledger, StoredVerdict, Tx, View, open_ledger
from referee.model import ThreadRef, Verdict


class _Read(Struct, frozen=True):
    """How far the captures of a thread were read: its dat, the bytes of it that counted, and the last post."""

    dat: bytes = b""
    size: int = 0
    posts: int = 0


class Rebuilt(Struct, frozen=True):
    """What a rebuild changed in a game: verdicts as they were and as they are now (None: there was, or is, none);
    `other_rules` counts those that other rules judged, and that came out the same."""

    game: str
    verdicts: int
    changed: tuple[tuple[Verdict | None, Verdict | None], ...]
    other_rules: int


def verify(ledger: Ledger, games: Sequence[GameTable], now: datetime) -> Difference | None:
    """Check the file and its chain, then replay everything from the captures and compare; the first difference.

    Raises:
        LedgerError: the ledger can't be read at all.
    """
    with ledger.read() as view:
        for problem in view.verify_file():
            return Difference("file", actual=problem)
        broken = view.verify_chain()
        known = {game.name for game in view.games()}
        kept = [ruled(view, game) for game in games if game.name in known]
        try:
            return _first_difference(view, kept, broken, now)
        except LedgerCorrupt as error:  # a row that can't be read any more; the chain knows which
            return Difference("file", actual=error.what) if broken is None else _told(broken)


def _first_difference(view: View, games: Sequence[GameTable], broken: Break | None, now: datetime) -> Difference | None:
    """The first difference; a post is named rather than a row of the journal. What only the journal tells (the order of
    threads, which are gone) is compared while it holds."""
    if broken is None:
        for game in games:
            if (difference := order_unlike(view, game.name)) is not None:
                return difference
    with _made_anew(view, games, view.threads_gone() if broken is None else set(), now) as anew:
        for game in games:
            if (difference := declared_unlike(view, anew, game)) is not None:
                return difference
        if broken is not None:
            return _told(broken)
        for game in games:
            if (difference := seen_unlike(view, anew, game.name)) is not None:
                return difference
        return linked_unlike(view, anew)


def _told(broken: Break) -> Difference:
    return Difference("chain", thread=broken.table, player=broken.row, expected=broken.expected, actual=broken.actual)


def rebuild(ledger: Ledger, folder: Folder, now: datetime) -> list[Rebuilt]:
    """Derive posts, verdicts, moves and states of all games again from the captures; what changed.

    What was declared stays: a verdict that comes out otherwise supersedes the old one. A game that came to the settings
    since its threads were read last is judged too.

    Raises:
        RulesetError: a game's ruleset is bad.
    """
    games = folder.tables()
    with ledger.write(now) as tx:
        for row in tx.games():
            _put_in_order(tx, row.name)
        for place in folder.places:
            if tx.cursor(place.thread) is not None:
                enter(tx, place, folder.settings.game)
        known = {row.name for row in tx.games()}
        kept = [ruled(tx, game) for game in games if game.name in known]
        before = {game.name: _in_force(tx, game.name) for game in kept}
        for game in kept:
            tx.forget_derived(game.name)
        tx.forget_linked_posts()
        linked = [cursor.thread for cursor in tx.linked_cursors()]
        _derive(tx, tx, [*_threads_of(tx, kept), *linked], tx.threads_gone())
        for game in kept:
            judge_all(tx, game, "rebuild")
            put_moves(tx, ((stored.id, stored.verdict) for stored in tx.verdicts(game.name)))
        rebuilt = []
        for game in kept:
            posts = {(stored.post.thread.identity, stored.post.fingerprint) for stored in tx.posts(game.name)}
            orphans = [stored.id for place, stored in before[game.name].items() if place not in posts]
            if orphans:  # verdicts on posts that no capture shows any more
                tx.withdraw_verdicts(orphans, "rebuild")
            rebuilt.append(_changes(game.name, before[game.name], _in_force(tx, game.name)))
        tx.note("rebuild/1", {"games": {one.game: len(one.changed) for one in rebuilt}})
    return rebuilt


def _put_in_order(tx: Tx, game: str) -> None:
    """Put the threads of a game back where the journal has them."""
    threads = {row.thread.identity: row.thread for row in tx.threads(game)}
    tx.order_threads(game, [threads[one] for one in tx.thread_order(game) if one in threads])


def _threads_of(view: View, games: Iterable[GameTable]) -> list[ThreadRef]:
    return [row.thread for game in games for row in view.threads(game.name)]


def _derive(source: View, target: Tx, known_threads: Iterable[ThreadRef], gone: Set[Identity]) -> None:
    """Read the captures of some threads in order into another ledger (or the same), without judging them; `gone` are
    the threads of which the journal tells that nobody has them any more: no capture does."""
    threads = {thread.identity: thread for thread in known_threads}
    known: dict[Identity, _Read] = {}
    for stored in source.captures():
        thread = stored.capture.thread
        if thread.identity not in threads:
            continue
        number = stored.id if source is target else target.add_capture(stored.capture)
        before = known.get(thread.identity, _Read())
        dat = before.dat if stored.capture.form == "page" else stored.whole
        end = end_of_capture(stored.capture, dat, again=dat == before.dat)
        from_number = before.posts + 1 if stored.new_from >= before.size else 1  # what only grew is as it was
        news = ingest(target, thread, number, dat[:end], from_number, (), "seen")
        known[thread.identity] = _Read(dat, end, news.last_number)
    for identity, thread in threads.items():
        if identity in gone:
            target.set_thread_gone(thread)


@contextmanager
def _made_anew(view: View, games: Sequence[GameTable], gone: Set[Identity], now: datetime) -> Iterator[View]:
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
                others = [cursor.thread for cursor in view.cursors()]  # in no game, or in another one: posts link there
                for thread in others:
                    tx.put_thread(thread)
                _derive(view, tx, [*_threads_of(view, games), *others], gone)
                for game in games:
                    judge_all(tx, game, "seen")
            with ledger.read() as anew:
                yield anew


def _in_force(view: View, game: str) -> dict[Any, StoredVerdict]:
    return {(s.verdict.thread.identity, s.verdict.fingerprint): s for s in view.verdicts(game)}


def _changes(game: str, before: dict[Any, StoredVerdict], after: dict[Any, StoredVerdict]) -> Rebuilt:
    changed = []
    other_rules = 0
    for place in {**before, **after}:
        stored, found = before.get(place), after.get(place)
        old, new = stored.verdict if stored else None, found.verdict if found else None
        if old == new:
            continue
        if same_result(old, new):
            other_rules += 1
        else:
            changed.append((old, new))
    return Rebuilt(game, len(after), tuple(changed), other_rules)
