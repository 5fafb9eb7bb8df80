"""What servers answered, kept as received: each byte once, and the dat of a thread put together again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, insert, select

from referee.errors import LedgerConflict, LedgerCorrupt
from referee.ledger.games import ref_of
from referee.ledger.journal import append, digest_of
from referee.ledger.records import StoredCapture
from referee.ledger.tables import captures, game_threads, threads
from referee.ledger.times import maybe_from_text, maybe_to_text
from referee.model import Capture, ThreadRef

_HEADERS = msgspec.json.Decoder(tuple[tuple[str, str], ...])
_JOINED = captures.join(threads, threads.c.id == captures.c.thread_id)
_COLUMNS = (*captures.c, threads.c.site, threads.c.board, threads.c.key, threads.c.host, threads.c.family)


def add(core: Connection, thread: int, capture: Capture, held: bytes, at: str, where: str) -> int:
    """Keep a capture; its id. `held` is the dat (for a page: the page) known before; `at` the time, for the journal.

    Raises:
        LedgerConflict: the capture begins behind the bytes held: there would be a hole.
    """
    if capture.from_byte > len(held):
        raise LedgerConflict(
            where,
            f"{capture.thread}: bytes from {capture.from_byte} on do not join the {len(held)} held",
            "fetch the whole thread",
        )
    at_byte = capture.from_byte + common_length(held, capture.from_byte, capture.body)
    fresh = capture.body[at_byte - capture.from_byte :]
    number = (core.scalar(select(func.max(captures.c.id))) or 0) + 1
    row = {
        "id": number,
        "thread_id": thread,
        "source": capture.source,
        "seen_at": maybe_to_text(capture.seen_at),
        "status": capture.status,
        "headers": msgspec.json.encode(capture.headers).decode(),
        "from_byte": capture.from_byte,
        "at_byte": at_byte,
        "size": len(capture.body),
        "sha256": capture.sha256,
        "form": capture.form,
        "body": zlib.compress(fresh, 6),
    }
    core.execute(insert(captures), row)
    append(core, at, "capture/1", {"capture": number, "row": row_digest(row, capture.thread.identity)})
    return number


def common_length(held: bytes, start: int, body: bytes) -> int:
    """How many bytes of a body are those held from `start` on, byte for byte."""
    view, other = memoryview(held)[start:], memoryview(body)
    low, high = 0, min(len(view), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if view[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def row_digest(row: Any, identity: tuple[str, str, str]) -> str:
    """The digest of a row, the body by its own digest."""
    names = ("id", "source", "seen_at", "status", "headers", "from_byte", "at_byte", "size", "sha256")
    form = () if row["form"] == "lines" else (row["form"],)  # before there were pages, no row told its form
    return digest_of(*identity, *(row[name] for name in names), *form)


def stream(
    core: Connection, where: str, thread: int | None = None, game: int | None = None, after: int = 0
) -> Iterator[StoredCapture]:
    """Captures in the order in which they came, as received; of one thread, of the threads of one game, or all.

    `after` is the id of a capture: only later ones are told. The dat of each thread met is in memory, and its page.

    Raises:
        LedgerCorrupt: the bytes of one are not those that were received.
    """
    query = select(*_COLUMNS).select_from(_JOINED).order_by(captures.c.id)
    if thread is not None:
        query = query.where(captures.c.thread_id == thread)
    if game is not None:
        query = query.where(
            captures.c.thread_id.in_(select(game_threads.c.thread_id).where(game_threads.c.game_id == game))
        )
    wholes: dict[tuple[int, str], bytes] = {}
    for row in core.execute(query):
        stored = _stored(row, wholes.get((row.thread_id, row.form), b""), where)
        wholes[row.thread_id, row.form] = stored.whole
        if row.id > after:
            yield stored


def _stored(row: Row[Any], before: bytes, where: str) -> StoredCapture:
    thread = ref_of(row)
    try:
        fresh = zlib.decompress(row.body)
    except zlib.error:
        fresh = b""
    body = before[row.from_byte : row.at_byte] + fresh
    if sha256(body).hexdigest() != row.sha256 or len(body) != row.size:
        raise LedgerCorrupt(
            where, f"capture {row.id} of {thread} is not what was received", "restore the latest backup"
        )
    try:
        headers = _HEADERS.decode(row.headers)
    except (msgspec.DecodeError, UnicodeDecodeError):
        what = f"the headers of capture {row.id} of {thread} can't be read"
        raise LedgerCorrupt(where, what, "restore the latest backup") from None
    seen_at = maybe_from_text(row.seen_at)
    capture = Capture(thread, row.source, body, row.from_byte, seen_at, row.status, headers, row.form)
    return StoredCapture(row.id, capture, before[: row.at_byte] + fresh, row.at_byte)


def seen_at(core: Connection, capture: int) -> datetime | None:
    """When a capture was received (UTC)."""
    return maybe_from_text(core.scalar(select(captures.c.seen_at).where(captures.c.id == capture)))


def thread_of(core: Connection, capture: int) -> ThreadRef | None:
    """The thread of a capture, None where there is no such capture."""
    row = core.execute(select(*_COLUMNS).select_from(_JOINED).where(captures.c.id == capture)).one_or_none()
    return None if row is None else ref_of(row)
