"""The place that knows httpx: one client for the process, one request at a time, and no exception of httpx beyond.

(`checked` makes another client of it, for what strangers link.)

Only public names that httpx2 has too are used, and all are imported inside functions: a command that fetches nothing
does not pay for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from referee import __version__
from referee.fetch.body import Body, BodyError
from referee.fetch.fields import Headers, field

if TYPE_CHECKING:
    import httpx

Denial = Literal["unknown_host", "private_address"]
Trouble = Literal["dns", "connect", "tls", "timeout", "network", "protocol", "bad_address"] | Denial
Fault = Literal["", "too_large", "encoding", "garbled", "cut", "timeout"]

#: Statuses whose body matters (FORMATS 4.3); of others only the status line and the fields are used.
_WITH_BODY = frozenset({200, 203, 206})
#: How much of a body that does not matter is read, so that the connection can be used again (bytes).
_DRAINED = 65_536
#: Seconds without a sign of life before a server counts as silent.
TIMEOUT = 15.0


class Reply(Struct, frozen=True):
    """An answer as it came.

    `headers` as received (names as spelled by the server); `body` unpacked, empty where `fault` says why it can't be
    taken; `framed`: the server said how long the body is, so that a cut would have shown; `received` in bytes, headers
    included.
    """

    status: int
    headers: Headers
    body: bytes
    received: int
    framed: bool
    fault: Fault = ""


class NoReply(Struct, frozen=True):
    """There was no answer; `reason` says why, `detail` is what the machine said."""

    reason: Trouble
    detail: str


class Denied(Exception):
    """A host that is not to be asked (see `guard`); `reason` says why."""

    def __init__(self, reason: Denial, host: str) -> None:
        super().__init__(f"{reason}: {host}")
        self.reason = reason


def user_agent(contact: str = "") -> str:
    """What we call ourselves (FORMATS 4.2): boards answer only to Monazilla; the contact is for their keepers."""
    name = f"referee/{__version__}"
    contact = "".join(c for c in contact if c.isascii() and c.isprintable() and c not in "()\\").strip()
    return f"Monazilla/1.00 ({name}; {contact})" if contact else f"Monazilla/1.00 ({name})"


@contextmanager
def open_client(timeout: float = TIMEOUT) -> Iterator[httpx.Client]:
    """The one client of a process, closed at the end; `timeout` in seconds for each step of a request.

    Proxies and certificates of the environment are honoured, as httpx does.
    """
    import httpx

    from referee.fetch.trust import trusting_late

    context = trusting_late()
    limits = httpx.Limits(max_connections=8, keepalive_expiry=90.0)
    with httpx.Client(verify=context, timeout=timeout, limits=limits, follow_redirects=False) as client:
        yield client


def ask(
    client: httpx.Client, address: str, headers: dict[str, str], max_bytes: int, deadline: float
) -> Reply | NoReply:
    """One GET, redirects not followed, body unpacked here and cut off at `max_bytes`; never raises for the network.

    `deadline` (seconds) is for the whole answer, against a server that sends one byte now and then.
    """
    import httpx

    until = time.monotonic() + deadline
    sent = [(name.encode("ascii"), value.encode("latin-1", "replace")) for name, value in headers.items()]
    try:
        with client.stream("GET", address, headers=sent, follow_redirects=False) as response:
            client.cookies.clear()  # nothing of one answer goes into the next request
            fields = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw)
            return _take(response, fields, max_bytes, until)
    except httpx.RequestError as error:
        return NoReply(trouble_of(error), str(error) or type(error).__name__)
    except (httpx.InvalidURL, ValueError) as error:  # UnicodeError is a ValueError
        return NoReply("bad_address", str(error))


def _take(response: httpx.Response, fields: Headers, max_bytes: int, until: float) -> Reply:
    """The body of an answer, whatever becomes of it."""
    import httpx

    status = response.status_code
    is_wanted = status in _WITH_BODY
    fault: Fault = ""
    content = b""
    size = 0
    try:
        is_read = response.is_stream_consumed  # as transports without a network hand it over: read and unpacked
        body = Body("" if is_read or not is_wanted else field(fields, "content-encoding") or "", max_bytes)
        for piece in [response.content] if is_read else response.iter_raw():
            size += len(piece)
            if time.monotonic() > until:
                raise httpx.ReadTimeout("the answer took too long")
            if is_wanted:
                body.feed(piece)
            elif size > _DRAINED:
                break
        content = body.finish()
    except BodyError as error:
        fault = error.fault
    except httpx.TimeoutException:
        fault = "timeout"
    except httpx.RequestError:
        fault = "cut"
    if fault or not is_wanted:
        content = b""
    framed = field(fields, "content-length") is not None or field(fields, "transfer-encoding") is not None
    framed = framed or bool(field(fields, "content-encoding"))
    size += len(f"HTTP/1.1 {status} {response.reason_phrase}\r\n\r\n") + sum(len(n) + len(v) + 4 for n, v in fields)
    return Reply(status, fields, content, size, framed, fault if is_wanted else "")


def trouble_of(error: httpx.RequestError) -> Trouble:
    """Why there was no answer."""
    import socket
    import ssl

    import httpx

    causes = list(_causes(error))
    denied = next((cause for cause in causes if isinstance(cause, Denied)), None)
    if denied is not None:
        return denied.reason
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return "tls"
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return "dns"
    if isinstance(error, httpx.TimeoutException):
        return "timeout"
    if isinstance(error, httpx.UnsupportedProtocol):
        return "bad_address"
    if isinstance(error, httpx.ConnectError):
        return "connect"
    return "protocol" if isinstance(error, httpx.ProtocolError) else "network"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and all that led to it; httpcore hands some on as arguments only."""
    seen: list[BaseException] = []
    waiting = [error]
    while waiting:
        one = waiting.pop()
        if one is None or any(one is other for other in seen):
            continue
        seen.append(one)
        yield one
        waiting += [one.__cause__, one.__context__, *(each for each in one.args if isinstance(each, BaseException))]
