"""Where a post stands: the thread, and the bytes that a source gave of it."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Literal

from msgspec import Struct

#: Families that have each board once, whatever server it stands on today: board and key alone name a thread.
ONE_BOARD_FAMILIES = frozenset({"2ch", "bbspink", "2ch.sc", "open2ch", "jbbs", "machi"})

#: Families whose lines carry their numbers: a post that is removed leaves a gap, and no other post gets its number.
KEEPS_NUMBERS = frozenset({"jbbs", "machi"})


class ThreadRef(Struct, frozen=True, array_like=True):
    """One thread of one board.

    `board` is the folder name (`entrance`), `key` the thread's number as text, `host` the server where known, `family`
    the kind of board: `2ch` (2ch.net, 5ch.net, 5ch.io), `bbspink`, `2ch.sc`, `open2ch`, `jbbs`, `machi`, `eddist`,
    `0ch` (any other server), or empty where no host is known.
    """

    board: str
    key: str
    host: str | None = None
    family: str = ""

    @property
    def identity(self) -> tuple[str, str, str]:
        """What two addresses of the same thread share (FORMATS 1.9): moved servers do not make a new thread."""
        site = self.family if self.family in ONE_BOARD_FAMILIES else self.host or ""
        return site, self.board, self.key

    def is_same(self, other: ThreadRef) -> bool:
        """Whether both name one thread; a thread without a host is the same on any host (DESIGN, "A saved thread")."""
        if (self.board, self.key) != (other.board, other.key):
            return False
        return not self.family or not other.family or self.identity == other.identity

    def __str__(self) -> str:
        """`board/key`, with `host/` before it where known: the form that JSON output uses."""
        return f"{self.host}/{self.board}/{self.key}" if self.host else f"{self.board}/{self.key}"


#: What a capture is of: `lines` to which the server appends, or a whole `page`.
CaptureForm = Literal["lines", "page"]


class Capture(Struct, frozen=True):
    """The bytes of one thread as a source gave them; a saved file is a capture too.

    `source` is the path or address they came from; `from_byte` where in the thread's dat the body begins (0: the
    whole, and always of a page); `seen_at` (UTC), `status` and `headers` are those of the HTTP answer, None and empty
    for a file.
    """

    thread: ThreadRef
    source: str
    body: bytes
    from_byte: int = 0
    seen_at: datetime | None = None
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    form: CaptureForm = "lines"

    @property
    def sha256(self) -> str:
        """SHA-256 of the body, in hex."""
        return hashlib.sha256(self.body).hexdigest()
