"""What every poll asks and writes, news or not: cursors, hosts, and the bytes held of a thread.

Plain SQL on the standard library's connection: a poll that is answered "nothing new" is over before SQLAlchemy would be
imported. The statements name every column, and a test compares the names with `tables`.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from referee.errors import LedgerConflict
from referee.ledger.times import from_text, maybe_from_text, maybe_to_text
from referee.model import Capture, CaptureForm, Cursor, HostUse, ThreadRef

if TYPE_CHECKING:
    from referee.ledger.records import GameRow, LastPost, ThreadRow

_CURSORS = """
SELECT t.board, t.key, t.host, t.family, c.address, c.life, c.size, c.sha256, c.last_modified, c.etag,
       c.polled_at, c.changed_at, c.full_at, c.ended_at, c.next_at, c.why, c.failures, c.posts
FROM cursors AS c JOIN threads AS t ON t.id = c.thread_id
"""
_ALL_CURSORS = f"{_CURSORS} ORDER BY c.thread_id"
_ONE_CURSOR = f"{_CURSORS} WHERE t.site = ? AND t.board = ? AND t.key = ?"
_LINKED_CURSORS = f"""
{_CURSORS} WHERE NOT EXISTS (SELECT 1 FROM game_threads AS g WHERE g.thread_id = c.thread_id) ORDER BY c.thread_id
"""
_PUT_CURSOR = """
INSERT INTO cursors (thread_id, address, life, size, sha256, last_modified, etag,
                     polled_at, changed_at, full_at, ended_at, next_at, why, failures, posts)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (thread_id) DO UPDATE SET
    address = excluded.address, life = excluded.life, size = excluded.size, sha256 = excluded.sha256,
    last_modified = excluded.last_modified, etag = excluded.etag, polled_at = excluded.polled_at,
    changed_at = excluded.changed_at, full_at = excluded.full_at, ended_at = excluded.ended_at,
    next_at = excluded.next_at, why = excluded.why, failures = excluded.failures, posts = excluded.posts
"""
_HOSTS = "SELECT host, day, requests, asked_at, quiet_until FROM hosts"
_PUT_HOST = """
INSERT INTO hosts (host, day, requests, asked_at, quiet_until) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (host) DO UPDATE SET
    day = excluded.day, requests = excluded.requests, asked_at = excluded.asked_at, quiet_until = excluded.quiet_until
"""
_LAST_LINE = "SELECT seq, sha256, at FROM journal ORDER BY seq DESC LIMIT 1"
_NOTES = "SELECT content FROM journal WHERE kind = ? ORDER BY seq"
#: Whether a content is one that a game is judged by: of a thread of it, and the first that stood at its post.
_JUDGED = """
SELECT 1 FROM posts AS p JOIN threads AS t ON t.id = p.thread_id JOIN game_threads AS m ON m.thread_id = t.id
JOIN games AS g ON g.id = m.game_id
WHERE g.name = ? AND t.board = ? AND t.key = ? AND p.fingerprint = ? AND p.replaces IS NULL LIMIT 1
"""
_GAMES = "SELECT name, settings, posts_digest FROM games ORDER BY id"
_GAME = "SELECT id FROM games WHERE name = ?"
_THREADS_OF = """
SELECT m.ordinal, t.board, t.key, t.host, t.family, t.title
FROM game_threads AS m JOIN threads AS t ON t.id = m.thread_id WHERE m.game_id = ? ORDER BY m.ordinal
"""
_TITLE = "SELECT title FROM threads WHERE id = ?"
_THREAD = "SELECT id FROM threads WHERE site = ? AND board = ? AND key = ?"
#: The captures of a form since the last one that began at the first byte.
_PARTS = """
SELECT at_byte, body FROM captures WHERE thread_id = ?1 AND form = ?2 AND id >= coalesce(
    (SELECT max(id) FROM captures WHERE thread_id = ?1 AND at_byte = 0 AND form = ?2), 0) ORDER BY id
"""
#: An index has pages alone: where there are none, and mostly there are none, nothing is looked through.
_PAGES = """
SELECT source, at_byte, body FROM captures WHERE thread_id = ? AND form = 'page' AND id <= ? ORDER BY id
"""

#: One step down an index (thread, number), however long the thread and the ledger are.
LAST_POST = """
SELECT t.board, t.key, t.host, t.family, p.number, p.form, p.payload
FROM threads AS t JOIN posts AS p ON p.thread_id = t.id
WHERE t.site = ? AND t.board = ? AND t.key = ? AND p.status <> 'gone' ORDER BY p.number DESC LIMIT 1
"""


def last_line(raw: sqlite3.Connection) -> tuple[int, str, datetime] | None:
    """Number, digest and time of the last line of the journal; None where there is none."""
    row = raw.execute(_LAST_LINE).fetchone()
    return None if row is None else (row[0], row[1], from_text(row[2]))


def notes(raw: sqlite3.Connection, kind: str) -> tuple[str, ...]:
    """What the lines of one kind in the journal say, in order."""
    return tuple(row[0] for row in raw.execute(_NOTES, (kind,)))


def is_judged(raw: sqlite3.Connection, game: str, thread: ThreadRef, fingerprint: int) -> bool:
    """Whether a game is judged by a content of a thread."""
    return raw.execute(_JUDGED, (game, thread.board, thread.key, fingerprint)).fetchone() is not None


def thread_id(raw: sqlite3.Connection, thread: ThreadRef, where: str) -> int:
    """The row of a thread.

    Raises:
        LedgerConflict: the ledger has no such thread.
    """
    row = raw.execute(_THREAD, thread.identity).fetchone()
    if row is None:
        raise LedgerConflict(where, f"has no thread {thread}", "put the thread in first")
    return int(row[0])


def all_games(raw: sqlite3.Connection) -> tuple[GameRow, ...]:
    """Every game, in the order in which they came in."""
    from referee.ledger.records import GameRow

    return tuple(GameRow(name, settings.encode(), digest) for name, settings, digest in raw.execute(_GAMES))


def game_id(raw: sqlite3.Connection, name: str, where: str) -> int:
    """The row of a game.

    Raises:
        LedgerConflict: the ledger has no such game.
    """
    row = raw.execute(_GAME, (name,)).fetchone()
    if row is None:
        raise LedgerConflict(where, f"has no game {name}", "put the game in first")
    return int(row[0])


def threads_of(raw: sqlite3.Connection, game: int, name: str) -> tuple[ThreadRow, ...]:
    """The threads of a game, in order."""
    from referee.ledger.records import ThreadRow

    rows = raw.execute(_THREADS_OF, (game,))
    return tuple(ThreadRow(name, ordinal, ThreadRef(*thread), title) for ordinal, *thread, title in rows)


def title(raw: sqlite3.Connection, thread: int) -> str | None:
    """The title of a thread, None while it is not known."""
    row = raw.execute(_TITLE, (thread,)).fetchone()
    return None if row is None else row[0]


def knows(raw: sqlite3.Connection, thread: ThreadRef) -> bool:
    """Whether there is a row for a thread."""
    return raw.execute(_THREAD, thread.identity).fetchone() is not None


def cursors(raw: sqlite3.Connection) -> tuple[Cursor, ...]:
    """Where the polling of every thread stands, in the order in which the threads came in."""
    return tuple(map(_cursor, raw.execute(_ALL_CURSORS)))


def linked_cursors(raw: sqlite3.Connection) -> tuple[Cursor, ...]:
    """The same of the threads that are in no game: posts of games link to them."""
    return tuple(map(_cursor, raw.execute(_LINKED_CURSORS)))


def cursor(raw: sqlite3.Connection, thread: ThreadRef) -> Cursor | None:
    """Where the polling of one thread stands; None where it was never polled."""
    row = raw.execute(_ONE_CURSOR, thread.identity).fetchone()
    return None if row is None else _cursor(row)


def put_cursor(raw: sqlite3.Connection, given: Cursor, where: str) -> None:
    """Write where the polling of a thread stands."""
    values = (
        thread_id(raw, given.thread, where), given.address, given.life, given.size, given.sha256, given.last_modified,
        given.etag, maybe_to_text(given.polled_at), maybe_to_text(given.changed_at), maybe_to_text(given.full_at),
        maybe_to_text(given.ended_at), maybe_to_text(given.next_at), given.why, given.failures, given.posts,
    )  # fmt: skip
    raw.execute(_PUT_CURSOR, values)


def last_post(raw: sqlite3.Connection, thread: ThreadRef) -> LastPost | None:
    """The post at the end of a thread as last seen; None where none is known, or all are gone."""
    from referee.ledger import codec
    from referee.ledger.records import LastPost

    row = raw.execute(LAST_POST, thread.identity).fetchone()
    if row is None:
        return None
    board, key, host, family, number, form, payload = row
    return LastPost(number, codec.decode_post(form, payload, ThreadRef(board, key, host, family)).stamp)


def host_uses(raw: sqlite3.Connection) -> tuple[HostUse, ...]:
    """What every host was asked, by name."""
    return tuple(map(_host, raw.execute(f"{_HOSTS} ORDER BY host")))


def host_use(raw: sqlite3.Connection, host: str) -> HostUse:
    """What one host was asked; a fresh count for one that was never asked."""
    row = raw.execute(f"{_HOSTS} WHERE host = ?", (host,)).fetchone()
    return HostUse(host) if row is None else _host(row)


def put_host_use(raw: sqlite3.Connection, given: HostUse) -> None:
    """Write what a host was asked."""
    asked_at, quiet_until = maybe_to_text(given.asked_at), maybe_to_text(given.quiet_until)
    raw.execute(_PUT_HOST, (given.host, given.day, given.requests, asked_at, quiet_until))


def last_verdict(raw: sqlite3.Connection) -> int:
    """The id of the verdict declared last, 0 where none was."""
    return int(raw.execute("SELECT coalesce(max(id), 0) FROM verdicts").fetchone()[0])


def game_settings(raw: sqlite3.Connection, name: str) -> bytes | None:
    """The settings of a game as last written, None where the game is not known."""
    row = raw.execute("SELECT settings FROM games WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0]).encode()


def held(raw: sqlite3.Connection, thread: int, form: CaptureForm = "lines") -> bytes:
    """The whole dat (or page) of a thread as last known, put together from its captures; empty where there is none."""
    return put_together(raw.execute(_PARTS, (thread, form)))


def pages(raw: sqlite3.Connection, thread: int, ref: ThreadRef, up_to: int) -> tuple[Capture, ...]:
    """The pages that were seen of a thread up to a capture (its id), newest first, equal ones once."""
    found: dict[bytes, Capture] = {}
    page = b""
    for source, *part in raw.execute(_PAGES, (thread, up_to)):
        page = put_together([tuple(part)], page)
        found.pop(page, None)
        found[page] = Capture(ref, source, page, form="page")
    return tuple(reversed(found.values()))


def put_together(parts: Iterable[tuple[int, bytes]], dat: bytes = b"") -> bytes:
    """A dat after further captures, each given as the byte where its stored part begins, and that part deflated."""
    known = bytearray(dat)
    for at_byte, body in parts:
        known[at_byte:] = zlib.decompress(body)
    return bytes(known)


def _cursor(row: tuple[Any, ...]) -> Cursor:
    board, key, host, family, address, life, size, sha256, last_modified, etag, *times, why, failures, posts = row
    polled_at, changed_at, full_at, ended_at, next_at = map(maybe_from_text, times)
    return Cursor(
        ThreadRef(board, key, host, family), address, life, size, sha256, last_modified, etag, polled_at, changed_at,
        full_at, ended_at, next_at, why, failures, posts,
    )  # fmt: skip


def _host(row: tuple[Any, ...]) -> HostUse:
    host, day, requests, asked_at, quiet_until = row
    return HostUse(host, day, requests, maybe_from_text(asked_at), maybe_from_text(quiet_until))
