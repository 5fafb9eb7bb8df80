"""Is the ledger what it says, and what would it say if it were made anew? Everything follows from the captures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.app.ingest import ingest, judge_all
from referee.app.places import Place, enter
from referee.app.settings import Settings
from referee.app.tables import NO_RULINGS, GameTable, game_table
from referee.fetch import is_past_log
from referee.ledger import Ledger, StoredVerdict, Tx, View, open_ledger
from referee.model import ThreadRef, Verdict


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
        with _made_anew(view, [game for game in games if game.name in kept], now) as anew:
            for game in games:
                difference = _compare(view, anew, game) if game.name in kept else None
                if difference is not None:
                    return difference
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
    for stored in source.captures():
        thread = stored.capture.thread
        its_games = threads.get(thread.identity)
        if not its_games:
            continue
        number = stored.id if source is target else target.add_capture(stored.capture)
        # A line without its end is still being written, but in a past log.
        dat = stored.dat if is_past_log(stored.capture.source) else stored.dat[: stored.dat.rfind(b"\n") + 1]
        ingest(target, thread, number, dat, 1, [game for game in its_games if game in judged], "seen")


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
    """The first verdict, then the first player, of a game that is not what a replay says."""
    for right, found in zip_longest(anew.verdicts(game.name), view.verdicts(game.name)):
        expected, actual = right.verdict if right else None, found.verdict if found else None
        if expected != actual:
            named = expected or actual
            assert named is not None
            return Difference(
                "verdict", game.name, str(named.thread), named.number, named.player, _said(expected), _said(actual)
            )
    for right_move, move in zip_longest(anew.moves(game.name), view.moves(game.name)):
        expected_move = (right_move.player, right_move.origin, right_move.target) if right_move else None
        actual_move = (move.player, move.origin, move.target) if move else None
        if expected_move != actual_move:
            where = right_move or move
            assert where is not None
            told = [f"{one[1]}→{one[2]}" if one else "" for one in (expected_move, actual_move)]
            return Difference("move", game.name, str(where.thread), where.number, where.player, *told)
    return _compare_totals(view, anew, game)


def _compare_totals(view: View, anew: View, game: GameTable) -> Difference | None:
    totals, right_totals = list(view.totals(game.name)), list(anew.totals(game.name))
    for right, found in zip_longest(right_totals, totals):
        if right != found:
            player = (right or found).player if right or found else None
            told = [str(one.square) if one else "" for one in (right, found)]
            return Difference("total", game.name, player=player, expected=told[0], actual=told[1])
    state = view.snapshot(game.name, game.digest, NO_RULINGS)
    right_state = anew.snapshot(game.name, game.digest, NO_RULINGS)
    if (state is None) != (right_state is None):
        return Difference("snapshot", game.name)
    return None


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
