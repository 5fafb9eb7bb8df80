"""Reading what was seen: posts in the order of the game, and every content that a post had.

Plain SQL on the standard library's connection, as in `desk`: what reads a game and writes nothing does without
SQLAlchemy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.ledger import codec
from referee.ledger.records import PostLife, StoredPost
from referee.ledger.times import maybe_from_text
from referee.model import ThreadRef

_POSTS = """
SELECT p.form, p.payload, p.number, p.status, f.seen_at, g.seen_at, p.replaces, p.first_capture,
       t.board, t.key, t.host, t.family
FROM posts AS p JOIN threads AS t ON t.id = p.thread_id JOIN captures AS f ON f.id = p.first_capture
LEFT JOIN captures AS g ON g.id = p.gone_capture
"""
_AS_THEY_CAME = "ORDER BY p.first_capture, p.first_number"
_ONE = f"{_POSTS} WHERE p.thread_id = ? AND p.fingerprint = ?"
_CONTENTS = """
SELECT fingerprint, number, first_number, replaces, status, gone_capture, first_capture FROM posts WHERE thread_id = ?
"""
_NUMBERS = "SELECT fingerprint, number FROM posts WHERE thread_id = ?"
#: Whether any post of a thread is gone, or had another content before.
_ANY_CHANGED = "SELECT 1 FROM posts WHERE thread_id = ? AND (replaces IS NOT NULL OR status = 'gone') LIMIT 1"
_REWRITTEN = f"""
{_POSTS} WHERE p.thread_id IN (SELECT thread_id FROM game_threads WHERE game_id = ?1)
    AND (p.replaces IS NOT NULL OR p.status = 'gone' OR (p.thread_id, p.fingerprint) IN (
        SELECT o.thread_id, o.replaces FROM posts AS o WHERE o.replaces IS NOT NULL
        AND o.thread_id IN (SELECT thread_id FROM game_threads WHERE game_id = ?1)))
{_AS_THEY_CAME}
"""


class _Content(NamedTuple):
    """Where a content of a post stands in a thread."""

    fingerprint: int
    number: int
    first_number: int
    replaces: int | None
    status: PostLife
    gone_capture: int | None
    first_capture: int


def stream(raw: sqlite3.Connection, *, thread: int | None = None, first_only: bool = True) -> Iterator[StoredPost]:
    """Posts of one thread, or of all, in the order in which they were first seen.

    `first_only` leaves out what later stood in the place of another: the posts that a game is judged by.
    """
    wanted = ["p.thread_id = ?"] if thread is not None else []
    wanted += ["p.replaces IS NULL"] if first_only else []
    where = f"WHERE {' AND '.join(wanted)}" if wanted else ""
    return _stored(raw.execute(f"{_POSTS} {where} {_AS_THEY_CAME}", () if thread is None else (thread,)))


def versions(raw: sqlite3.Connection, thread: int, number: int) -> tuple[StoredPost, ...]:
    """What stands, or last stood, at a number of a thread, with every content that stood there before it; oldest first.

    Where nothing has the number any more, nothing is told.
    """
    return next(iter(at_number(raw, thread, number)), ())


def at_number(raw: sqlite3.Connection, thread: int, number: int) -> tuple[tuple[StoredPost, ...], ...]:
    """The posts that have a number of a thread, or had it last before they were gone, each with all its contents, the
    oldest first: what stands there comes first, then what is gone, the last one seen there before the others."""
    newest = {row.fingerprint: row for row in _newest(raw, thread).values() if row.number == number}
    return tuple(_with_older(raw, thread, row.fingerprint) for row in sorted(newest.values(), key=_rank))


def with_content(raw: sqlite3.Connection, thread: int, fingerprint: int) -> tuple[StoredPost, ...]:
    """The post that has, or had, a content: all its contents, oldest first; empty where none has."""
    newest = _newest(raw, thread).get(fingerprint)
    return () if newest is None else _with_older(raw, thread, newest.fingerprint)


def named(raw: sqlite3.Connection, thread: int) -> dict[int, int]:
    """Of each content of a thread the number that means its post now (see `at_number`); none of a post that is gone
    where another one took its number, or was gone later."""
    if raw.execute(_ANY_CHANGED, (thread,)).fetchone() is None:
        numbers = dict(raw.execute(_NUMBERS, (thread,)).fetchall())
        if len(set(numbers.values())) == len(numbers):  # each post stands alone at its number, as nearly always
            return numbers
    newest = _newest(raw, thread)
    meant: dict[int, _Content] = {}
    for row in newest.values():
        if row.number not in meant or _rank(row) < _rank(meant[row.number]):
            meant[row.number] = row
    return {one: row.number for one, row in newest.items() if meant[row.number].fingerprint == row.fingerprint}


def rewritten(raw: sqlite3.Connection, game: int) -> Iterator[StoredPost]:
    """Every content of the posts of a game that had more than one, and of those that are gone, as they came."""
    return _stored(raw.execute(_REWRITTEN, (game,)))


def _newest(raw: sqlite3.Connection, thread: int) -> dict[int, _Content]:
    """Of each content of a thread: the row of the one that its post has, or had last."""
    rows = [_Content(*row) for row in raw.execute(_CONTENTS, (thread,))]
    replaces = {row.fingerprint: row.replaces for row in rows}
    newest: dict[int, _Content] = {}
    firsts: dict[int, int] = {}
    for row in rows:
        first = row.fingerprint
        while (before := replaces[first]) is not None:
            first = before
        firsts[row.fingerprint] = first
        other = newest.get(first)
        if other is None or _is_later(row, other):
            newest[first] = row
    return {content: newest[first] for content, first in firsts.items()}


def _rank(row: _Content) -> tuple[bool, int, int]:
    """The order of posts that share a number: what stands there, then what is gone, the newest first."""
    return row.status == "gone", -row.first_capture, -row.first_number


def _is_later(row: _Content, other: _Content) -> bool:
    """Whether of two contents of one post the first was seen there later."""
    mine, others = (
        (one.status != "gone", one.gone_capture or 0, one.first_capture, one.fingerprint) for one in (row, other)
    )
    return mine > others


def _with_older(raw: sqlite3.Connection, thread: int, newest: int) -> tuple[StoredPost, ...]:
    """A content with those that it replaced, oldest first."""
    found: list[StoredPost] = []
    content: int | None = newest
    while content is not None:
        (stored,) = _stored(raw.execute(_ONE, (thread, content)))
        found.append(stored)
        content = stored.replaces
    return tuple(reversed(found))


def _stored(rows: Iterator[tuple[Any, ...]]) -> Iterator[StoredPost]:
    """Rows as records; those of one thread share it."""
    threads: dict[tuple[Any, ...], ThreadRef] = {}
    for form, payload, number, status, first_seen, gone_at, replaces, capture, *thread in rows:
        named_so = tuple(thread)
        ref = threads.get(named_so) or threads.setdefault(named_so, ThreadRef(*named_so))
        post = codec.decode_post(form, payload, ref)
        seen, gone = maybe_from_text(first_seen), maybe_from_text(gone_at)
        yield StoredPost(post, number, status, seen, gone, replaces, capture)
