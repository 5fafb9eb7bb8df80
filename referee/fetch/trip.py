"""One poll under way: what was asked so far, what it cost, and how its answers are put into words of `answer`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from referee.fetch.address import archive_addresses, goes_by_numbers
from referee.fetch.answer import Answer, Failed, FailReason, Fallen, Grown, Refused, Told, Unchanged, Whole
from referee.fetch.client import NoReply, Reply
from referee.fetch.fields import retry_at
from referee.fetch.join import is_other_thread, last_number
from referee.model import Capture, CaptureForm, Held, ThreadRef

#: Says why bytes are no thread (a name), or None if they are: `referee.parse.refusal_of_growing`, handed in.
Validate: TypeAlias = Callable[[bytes, str], str | None]
#: Says why bytes are no page of a thread, of which lines may be held: `refusal_of_page(body, thread, held)`, handed in.
ValidatePage: TypeAlias = Callable[[bytes, ThreadRef, bytes], str | None]

T = TypeVar("T", bound=Told)


class Ask(Struct, frozen=True):
    """The next request of a poll: `ranged` from the last complete line held, `conditional` on what was sent before,
    `archived` for a past log; `hops` counts the redirects that led here. `address` is that of the whole thread."""

    address: str
    ranged: bool = False
    conditional: bool = False
    archived: bool = False
    hops: int = 0

    @property
    def by_numbers(self) -> bool:
        """Whether only what is new is asked for, by the number of the last post held (FORMATS 3)."""
        return self.ranged and goes_by_numbers(self.address)

    @property
    def by_bytes(self) -> bool:
        """The same by the place of its first byte (FORMATS 4.2)."""
        return self.ranged and not goes_by_numbers(self.address)


class Trip:
    """One poll of one thread. Lives for one call of `Fetcher.fetch`."""

    def __init__(
        self,
        thread: ThreadRef,
        held: Held,
        validate: Validate,
        now: datetime,
        validate_page: ValidatePage | None = None,
    ) -> None:
        self.thread = thread
        self.held = held
        self.now = now
        self.requests = 0
        self.received = 0
        self.moved_to: str | None = None
        self._validate = validate
        self._validate_page = validate_page
        self._archives: list[str] | None = None
        self._live_status = 0
        self._refusal = ""
        self._met = ""

    def refusal(self, body: bytes) -> str | None:
        """Why a whole body is no thread; None if it is one."""
        return self._validate(body, self.thread.key)

    def past_log(self, body: bytes) -> tuple[CaptureForm, str]:
        """The form of a past log, and why a body is none (empty where it is one); a page of the thread may be one,
        where pages can be read."""
        refusal = self.refusal(body)
        if refusal is None:
            return "lines", "other_thread" if is_other_thread(self.held.body, body) else ""
        if self._validate_page is None:
            return "lines", refusal
        return "page", self._validate_page(body, self.thread, self.held.body) or ""

    def url(self, ask: Ask) -> str:
        """The address of a request: `N-` behind that of the thread where it is asked for by numbers."""
        return f"{ask.address}{last_number(self.held.body)}-" if ask.by_numbers else ask.address

    def capture(self, ask: Ask, reply: Reply, body: bytes, from_byte: int = 0, form: CaptureForm = "lines") -> Capture:
        """The evidence of an answer."""
        return Capture(self.thread, self.url(ask), body, from_byte, self.now, reply.status, reply.headers, form)

    def tell(self, kind: type[T], ask: Ask, reply: Reply | None, **fields: Any) -> T:
        """An answer of a kind, with what all answers tell; a move counts only where the thread stands there."""
        status = None if reply is None else reply.status
        return kind(
            at=self.now,
            address=ask.address,
            status=status,
            requests=self.requests,
            received=self.received,
            moved_to=self.moved_to if kind in (Unchanged, Grown, Whole) else None,
            **fields,
        )

    def failed(self, ask: Ask, reply: Reply | None, reason: FailReason, detail: str = "") -> Failed:
        """A failure, with the time at which the server wants to be asked again."""
        wanted = retry_at(reply.headers, self.now) if reply else None
        return self.tell(Failed, ask, reply, reason=reason, retry_at=wanted, detail=detail)

    def refused(self, ask: Ask, reply: Reply, reason: str) -> Refused:
        """A body that is not the thread."""
        return self.tell(Refused, ask, reply, reason=reason)

    def seek(self, ask: Ask, reply: Reply, refusal: str = "", first: str = "") -> Ask | Answer:
        """Go and look for the past log, at the address `first` before others; where there is none the answer is
        Fallen, or Refused where the live address gave a body (`refusal` names it)."""
        if self._archives is None:
            known = [address for address in self._known_archives(ask) if address != first]
            self._archives = [first, *known] if first else known
            self._live_status, self._refusal = reply.status, refusal
        return self.next_archive(ask, reply)

    @property
    def takes_pages(self) -> bool:
        """Whether a past log may be a page."""
        return self._validate_page is not None

    def _known_archives(self, ask: Ask) -> tuple[str, ...]:
        return archive_addresses(self.thread, ask.address, pages=self.takes_pages)

    def next_archive(self, ask: Ask, reply: Reply | None, refusal: str = "") -> Ask | Answer:
        """The next address of a past log, or that none has it; `refusal` names what lay at this one instead."""
        self._met = refusal or self._met
        if self._archives:
            return Ask(self._archives.pop(0), archived=True)
        return self.not_found(ask, reply, True)

    def not_found(self, ask: Ask, reply: Reply | None, searched: bool) -> Answer:
        """The thread is not where it lived, and no past log of it came."""
        if self._refusal:
            return self.tell(Refused, ask, reply, reason=self._refusal)
        wanted = retry_at(reply.headers, self.now) if reply else None
        return self.tell(
            Fallen, ask, reply, live_status=self._live_status, searched=searched, refused=self._met, retry_at=wanted
        )

    def found(self, ask: Ask, reply: Reply, **fields: Any) -> Fallen:
        """The thread has fallen and its past log is here."""
        return self.tell(Fallen, ask, reply, live_status=self._live_status, searched=True, **fields)

    def lost(self, ask: Ask, no_reply: NoReply) -> Answer:
        """A request without an answer."""
        if ask.archived:
            return self.not_found(ask, None, False)
        return self.failed(ask, None, no_reply.reason, no_reply.detail)

    def exhausted(self, ask: Ask) -> Answer:
        """The requests of a poll are used up (FORMATS 4.6)."""
        return self.not_found(ask, None, False) if ask.archived else self.failed(ask, None, "too_many_requests")
