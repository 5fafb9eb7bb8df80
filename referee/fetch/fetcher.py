"""Polls a thread: asks for what is new, and asks again where the answer is no answer, a bounded number of times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from datetime import datetime
from typing import TYPE_CHECKING

from referee.fetch.address import goes_by_numbers, host_of
from referee.fetch.answer import Answer, Failed, Page, Refused
from referee.fetch.client import NoReply, ask, user_agent
from referee.fetch.join import complete_end, last_line_start, last_number
from referee.fetch.statuses import handle, page_trouble
from referee.fetch.trip import Ask, Trip, Validate, ValidatePage
from referee.model import Held, ThreadRef

if TYPE_CHECKING:
    import httpx

    from referee.fetch.guard import Guard

#: The largest thread that is taken, packed or unpacked (bytes); boards close threads at 512 KB or 1 MB (FORMATS 1.10).
MAX_BYTES = 8 * 1024 * 1024
#: The same of a thread that strangers link (bytes).
MAX_LINKED_BYTES = 2 * 1024 * 1024
#: Requests that one poll may make, whatever the server does.
MAX_REQUESTS = 4
#: How many more it may make to find a past log, which is looked for once.
MORE = 4
#: Seconds between two requests of one poll.
STEP = 1.0
#: Seconds that one answer may take altogether.
DEADLINE = 60.0


class Fetcher:
    """Asks boards for threads through one client (FORMATS 3, 4.2, 4.3).

    `validate(body, key)` names what bytes are that are no thread; `validate_page(body, thread, held)` does the same for
    a past log that is a page (without it pages are not asked for); `contact` goes into the User-Agent; `pause(seconds)`
    waits between the requests of one poll. Requests to one host never overlap, also when threads share a Fetcher.
    """

    def __init__(
        self,
        client: httpx.Client,
        validate: Validate,
        *,
        contact: str = "",
        max_bytes: int = MAX_BYTES,
        max_requests: int = MAX_REQUESTS,
        deadline: float = DEADLINE,
        pause: Callable[[float], object] = time.sleep,
        validate_page: ValidatePage | None = None,
    ) -> None:
        self._client = client
        self._validate = validate
        self._validate_page = validate_page
        self._agent = user_agent(contact)
        self._max_bytes = max_bytes
        self._max_requests = max_requests
        self._deadline = deadline
        self._pause = pause
        self._turns: dict[str, threading.Lock] = {}
        self._turns_lock = threading.Lock()

    def fetch(
        self,
        address: str,
        thread: ThreadRef,
        held: Held,
        full: bool,
        now: datetime,
        at_most: int | None = None,
    ) -> Answer:
        """Poll a thread at its live address (`live_address`).

        `held` is what is known of it: only what is new is asked for, from the last complete line held on. `full` asks
        for the whole, unconditionally, which alone finds edits of the same length and lines removed. `now` (UTC) is
        written into captures. `at_most` bounds the requests of this poll further (what is left of a budget).

        Never raises for anything that a server or the network does.
        """
        with self._turn(host_of(address)):
            trip = Trip(thread, held, self._validate, now, self._validate_page)
            return self._poll(first_ask(address, held, full), trip, at_most)

    @contextmanager
    def guarded(self, guard: Guard) -> Iterator[Fetcher]:
        """A fetcher for what strangers link: it asks only whom the guard lets through, and takes less. It shares the
        turns of the hosts, and is closed when the block ends."""
        from referee.fetch.checked import open_checked

        with open_checked(guard, self._client.timeout) as client:
            careful = copy(self)
            careful._client, careful._max_bytes = client, min(self._max_bytes, MAX_LINKED_BYTES)
            yield careful

    def rest(self) -> None:
        """Wait as long as between two requests of one poll."""
        self._pause(STEP)

    def page(self, address: str, now: datetime) -> Page | Failed | Refused:
        """Ask once for a file of a board that is no thread; a redirect, or any other status than 200, is a failure.

        Never raises for anything that a server or the network does.
        """
        step = Ask(address)
        trip = Trip(ThreadRef("", ""), Held(), self._validate, now)
        trip.requests = 1
        headers = request_headers(step, trip.held, self._agent)
        with self._turn(host_of(address)):
            reply = ask(self._client, address, headers, self._max_bytes, self._deadline)
        if isinstance(reply, NoReply):
            return trip.failed(step, None, reply.reason, reply.detail)
        trip.received = reply.received
        if reply.status == 200 and not reply.fault:
            return trip.tell(Page, step, reply, body=reply.body, headers=reply.headers)
        return page_trouble(trip, step, reply)

    def _poll(self, step: Ask | Answer, trip: Trip, at_most: int | None) -> Answer:
        while isinstance(step, Ask):
            most = self._max_requests + (MORE if step.archived else 0)
            if trip.requests >= (most if at_most is None else min(at_most, most)):
                return trip.exhausted(step)
            if trip.requests:
                self._pause(STEP)
            trip.requests += 1
            headers = request_headers(step, trip.held, self._agent)
            reply = ask(self._client, trip.url(step), headers, self._max_bytes, self._deadline)
            if isinstance(reply, NoReply):
                return trip.lost(step, reply)
            trip.received += reply.received
            step = handle(trip, step, reply)
        return step

    def _turn(self, host: str) -> threading.Lock:
        """The lock of a host: one request at a time (FORMATS 4.6)."""
        with self._turns_lock:
            return self._turns.setdefault(host, threading.Lock())


def first_ask(address: str, held: Held, full: bool) -> Ask:
    """The first request of a poll: a delta where complete lines are held, else the whole."""
    can_join = complete_end(held.body) > 0 and not full
    if goes_by_numbers(address):
        can_join = can_join and last_number(held.body) is not None
    return Ask(address, ranged=can_join, conditional=can_join)


def request_headers(step: Ask, held: Held, agent: str) -> dict[str, str]:
    """The header fields of a request (FORMATS 4.2): a Range never together with gzip, the validators unchanged."""
    headers = {"User-Agent": agent, "Accept-Encoding": "identity" if step.by_bytes else "gzip"}
    if step.by_bytes:
        headers["Range"] = f"bytes={last_line_start(held.body)}-"
    if step.conditional and held.last_modified:
        headers["If-Modified-Since"] = held.last_modified
    if step.conditional and held.etag:
        headers["If-None-Match"] = held.etag
    return headers
