"""What is known of polling a thread and of asking a host: where we are, when we may ask again, and why then."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from referee.model.thread import ThreadRef

#: Whether a thread is still polled: `live`; `ended` (full, stopped or fallen: polled no more, audited once after a
#: day); `audited` (ended, and that audit is done).
ThreadLife = Literal["live", "ended", "audited"]


class Held(Struct, frozen=True):
    """What is held of a thread's dat, for asking only for what is new.

    `body` is the whole dat as last known, byte for byte; `last_modified` and `etag` the headers' texts, returned to the
    server unchanged.
    """

    body: bytes = b""
    last_modified: str | None = None
    etag: str | None = None


class Cursor(Struct, frozen=True):
    """How far the polling of one thread has got; all times are UTC.

    `address` is where the dat is asked for; `size`, `sha256` of the bytes held; `polled_at` the last request,
    `changed_at` the last time it brought something new, `full_at` the last time the whole was fetched; `next_at`
    when it is due, and `why` (a code for `words`: `pace`, `near_end`, `quiet`, `back_off`, `retry_after`, `budget`,
    `ended`, `audit`; of threads that posts link to also `linked`, `given_up`, `unknown_host`); `failures` in a row;
    `posts` the number of posts held.
    """

    thread: ThreadRef
    address: str
    life: ThreadLife = "live"
    size: int = 0
    sha256: str = ""
    last_modified: str | None = None
    etag: str | None = None
    polled_at: datetime | None = None
    changed_at: datetime | None = None
    full_at: datetime | None = None
    ended_at: datetime | None = None
    next_at: datetime | None = None
    why: str = "pace"
    failures: int = 0
    posts: int = 0


class HostUse(Struct, frozen=True):
    """What was asked of one host: `requests` on `day` (UTC, ISO), `asked_at` the last request, `quiet_until` a
    Retry-After or back-off that holds for the whole host."""

    host: str
    day: str = ""
    requests: int = 0
    asked_at: datetime | None = None
    quiet_until: datetime | None = None
