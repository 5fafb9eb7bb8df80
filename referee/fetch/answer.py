"""What a poll of one thread came to: six kinds of answer, each with what it cost."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from referee.model import Capture, Held

#: How lines known earlier differ: changed in place, gone so that later ones moved up, or missing at the end.
RewriteKind = Literal["edited", "removed", "shortened"]

#: Why a poll failed. `dns connect tls timeout network protocol bad_address` on the way; `cut` (body shorter than
#: announced), `garbled` (can't be unpacked); by status `busy` (429, 502–504, 52x), `server_error`, `forbidden`
#: (401, 403), `odd_status`, `unasked` (an answer to another question); `redirect_loop`, `too_many_requests`. By our own
#: guard (of linked posts) `unknown_host`, `private_address`.
FailReason = Literal[
    "dns",
    "connect",
    "tls",
    "timeout",
    "network",
    "protocol",
    "bad_address",
    "unknown_host",
    "private_address",
    "cut",
    "garbled",
    "busy",
    "server_error",
    "forbidden",
    "odd_status",
    "unasked",
    "redirect_loop",
    "too_many_requests",
]

#: Failures that tell something of the whole host, not of one thread.
_OF_THE_HOST = frozenset({"dns", "connect", "timeout", "busy"})


class Rewritten(Struct, frozen=True):
    """Where a new body first differs from what was held: `line` (from 1; in a dat the post's number), `byte` where that
    line begins, `lost` how many lines held are gone."""

    kind: RewriteKind
    line: int
    byte: int
    lost: int = 0


class Told(Struct, frozen=True, kw_only=True):
    """What every answer tells.

    `at` is the time handed in (UTC); `address` and `status` those of the answer that decided (status None: there was
    none); `requests` and `received` (bytes, headers included, as far as a client can see them) what the poll cost;
    `moved_to` the address to ask from now on where the server said so for good (301, 308).
    """

    at: datetime
    address: str
    status: int | None
    requests: int
    received: int
    moved_to: str | None = None


class Unchanged(Told, frozen=True, kw_only=True, tag=True):
    """Nothing new. `full`: the whole body came and is the same as what is held, byte for byte."""

    last_modified: str | None = None
    etag: str | None = None
    full: bool = False


class Grown(Told, frozen=True, kw_only=True, tag=True):
    """What was held stands, and more came.

    `capture` holds the bytes from the start of the last complete line held (`from_byte`); `whole` is the thread's dat
    put together; its first `complete` bytes are whole lines, what follows is a line still being written. `full`: the
    server sent everything, and all earlier lines are as held.
    """

    capture: Capture
    whole: bytes
    complete: int
    last_modified: str | None = None
    etag: str | None = None
    full: bool = False


class Whole(Told, frozen=True, kw_only=True, tag=True):
    """A full body that replaces what is held: the first one, or one whose earlier lines differ (`rewritten`).

    `complete` as in `Grown`.
    """

    capture: Capture
    complete: int
    rewritten: Rewritten | None = None
    last_modified: str | None = None
    etag: str | None = None

    @property
    def whole(self) -> bytes:
        """The thread's dat."""
        return self.capture.body

    @property
    def full(self) -> bool:
        """Always: a body was sent from the first byte on."""
        return True


class Fallen(Told, frozen=True, kw_only=True, tag=True):
    """The thread is gone from where it lived.

    `live_status` is what its live address said. `capture` is its past log where that was found, `rewritten` how it
    differs from what was held (None of a page). `searched`: every address of a past log was asked and none has it;
    False without a capture means that the search itself failed; `refused` names what lay at one of them instead.
    """

    live_status: int
    capture: Capture | None = None
    rewritten: Rewritten | None = None
    searched: bool = False
    refused: str = ""
    retry_at: datetime | None = None


class Refused(Told, frozen=True, kw_only=True, tag=True):
    """A body came that is not this thread; nothing of it is to be stored as the thread.

    `reason` is what the validator calls it (`html digest moved_notice empty binary no_posts`), or `too_large`,
    `encoding` (packed in a way not asked for), `not_authoritative` (203), `other_thread` (no line of it is held).
    """

    reason: str


class Failed(Told, frozen=True, kw_only=True, tag=True):
    """No usable answer. `retry_at` (UTC) where the server said when to come back; `detail` is for the log."""

    reason: FailReason
    retry_at: datetime | None = None
    detail: str = ""

    @property
    def host_wide(self) -> bool:
        """Whether the whole host should be left alone, not only this thread."""
        return self.reason in _OF_THE_HOST


class Page(Told, frozen=True, kw_only=True, tag=True):
    """A file of a board other than a thread (`subject.txt`), as it came: `body` unpacked, not decoded."""

    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


Answer: TypeAlias = Unchanged | Grown | Whole | Fallen | Refused | Failed


def held_after(answer: Answer, held: Held) -> Held:
    """What is held of the thread after an answer, for the next delta (FORMATS 4.2)."""
    match answer:
        case Unchanged():
            return replace(held, last_modified=answer.last_modified, etag=answer.etag)
        case Grown() | Whole():
            return Held(answer.whole, answer.last_modified, answer.etag)
        case Fallen(capture=Capture(form="lines") as capture):
            return Held(capture.body)
    return held
