"""Reading what was declared: verdicts in force in the order of the game, all that was ever said of a post, moves.

Plain SQL on the standard library's connection, as in `desk`: what reads a game and writes nothing does without
SQLAlchemy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from referee.ledger import codec
from referee.ledger.records import StoredMove, StoredVerdict
from referee.ledger.times import from_text
from referee.model import ThreadRef

_VERDICTS = """
SELECT v.id, v.form, v.payload, v.declared_at, v.cause, v.supersedes, v.in_force, r.digest, w.cause,
       t.board, t.key, t.host, t.family
FROM verdicts AS v JOIN rulesets AS r ON r.id = v.ruleset_id JOIN threads AS t ON t.id = v.thread_id
LEFT JOIN withdrawals AS w ON w.verdict_id = v.id
"""
_OF_GAME = "WHERE v.game_id = ? AND v.round = ?"
#: What brings verdicts into the order of a game, and that order.
_PLACES = """
LEFT JOIN posts AS p ON p.thread_id = v.thread_id AND p.fingerprint = v.fingerprint
LEFT JOIN game_threads AS m ON m.game_id = v.game_id AND m.thread_id = v.thread_id
"""
_IN_ORDER = "ORDER BY m.ordinal, p.first_capture, p.first_number, v.id"
_IN_FORCE = f"{_VERDICTS} {_PLACES} {_OF_GAME} AND v.in_force = 1"
_AFTER = f"{_VERDICTS} {_OF_GAME} AND v.in_force = 1 AND v.id > ? ORDER BY v.id"
_OF_POST = f"""
{_VERDICTS} {_OF_GAME} AND v.thread_id = ?3 AND (v.number = ?4
    OR v.fingerprint IN (SELECT fingerprint FROM posts WHERE thread_id = ?3 AND number = ?4)) ORDER BY v.id
"""
_ANEW = f"{_VERDICTS} {_OF_GAME} AND (v.in_force = 0 OR v.supersedes IS NOT NULL) ORDER BY v.id"
_MOVES = f"""
SELECT n.player, n.origin, n.target, n.cause, n.verdict_id, n.place, v.number, t.board, t.key, t.host, t.family
FROM moves AS n JOIN verdicts AS v ON v.id = n.verdict_id JOIN threads AS t ON t.id = v.thread_id
{_PLACES} {_OF_GAME} AND v.in_force = 1 {_IN_ORDER}, n.place
"""


def in_force(
    raw: sqlite3.Connection, game: int, round_: int, thread: int | None = None, mentioning: Sequence[str] = ()
) -> Iterator[StoredVerdict]:
    """The verdicts in force, in the order of the game: by thread, and as their posts were first seen.

    With `mentioning`, those alone in whose bytes one of the words stands; deflated ones can't be looked into.
    """
    query, values = _IN_FORCE, list[object]((game, round_))
    if thread is not None:
        query += " AND v.thread_id = ?"
        values.append(thread)
    if mentioning:
        forms = ", ".join("?" * len(codec.PLAIN_FORMS))
        words = " OR ".join(["instr(v.payload, ?) > 0"] * len(mentioning))
        query += f" AND (v.form NOT IN ({forms}) OR {words})"
        values += [*codec.PLAIN_FORMS, *(word.encode() for word in mentioning)]
    return _stored(raw.execute(f"{query} {_IN_ORDER}", values))


def after(raw: sqlite3.Connection, game: int, round_: int, number: int) -> tuple[StoredVerdict, ...]:
    """The verdicts in force that were declared after one (its id), in the order of declaring."""
    return tuple(_stored(raw.execute(_AFTER, (game, round_, number))))


def of_post(raw: sqlite3.Connection, game: int, round_: int, thread: int, number: int) -> tuple[StoredVerdict, ...]:
    """All that was ever declared of the posts that have or had a number of a thread: oldest first.

    The number is that under which the post was judged, or the one at which its content was last seen.
    """
    return tuple(_stored(raw.execute(_OF_POST, (game, round_, thread, number))))


def of_contents(
    raw: sqlite3.Connection, game: int, round_: int, thread: int, contents: Sequence[int]
) -> tuple[StoredVerdict, ...]:
    """All that was ever declared of some contents of a thread: oldest first."""
    meant = f"AND v.thread_id = ? AND v.fingerprint IN ({', '.join('?' * len(contents))})"
    rows = raw.execute(f"{_VERDICTS} {_OF_GAME} {meant} ORDER BY v.id", (game, round_, thread, *contents))
    return tuple(_stored(rows))


def declared_anew(raw: sqlite3.Connection, game: int, round_: int) -> Iterator[StoredVerdict]:
    """Of every post of which more than one thing was declared, all that was; and what was withdrawn: oldest first."""
    return _stored(raw.execute(_ANEW, (game, round_)))


def moves_in_force(raw: sqlite3.Connection, game: int, round_: int) -> Iterator[StoredMove]:
    """The moves of the verdicts in force, in the order of the game."""
    for player, origin, target, cause, verdict, place, number, *thread in raw.execute(_MOVES, (game, round_)):
        yield StoredMove(player, origin, target, cause, verdict, place, ThreadRef(*thread), number)


def _stored(rows: Iterator[tuple[Any, ...]]) -> Iterator[StoredVerdict]:
    """Rows as records; those of one thread share it, and those of one poll its time."""
    threads: dict[tuple[Any, ...], ThreadRef] = {}
    times: dict[str, Any] = {}
    for number, form, payload, at, cause, supersedes, is_in_force, digest, withdrawn, *thread in rows:
        named = tuple(thread)
        ref = threads.get(named) or threads.setdefault(named, ThreadRef(*named))
        when = times.get(at) or times.setdefault(at, from_text(at))
        verdict = codec.decode_verdict(form, payload, ref, digest)
        yield StoredVerdict(number, verdict, when, cause, supersedes, bool(is_in_force), withdrawn)
