"""The server's life: one process, one socket, a clean end."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.app import clock
from referee.app.live import Live
from referee.errors import UsageError
from referee.web.limits import Limits
from referee.web.site import make_app

#: Seconds for which a connection may be silent between requests, and for which it may take to ask one.
_SILENT, _ASKING = 15, 10.0
#: Seconds for requests that are under way when the server is told to stop.
_PARTING = 5
#: Bytes of the head of a request.
_HEAD = 16 * 1024
#: Connections for each request that may be at work.
_CONNECTIONS = 4


class _Impatient(H11Protocol):
    """Closes a connection that takes too long to ask: slow heads would fill the house."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()  # half a head: what is still to come has its time
        elif self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(_ASKING, self._give_up)

    def _give_up(self) -> None:
        self._patience = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bind(host: str, port: int) -> socket.socket:
    """A socket to be served; port 0 takes a free one.

    Raises:
        UsageError: it can't be had.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # Without the protocol asyncio would not know it for TCP, and leave small packets waiting for each other.
        found = socket.socket(family, kind, protocol)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
            found.listen(128)  # who asks from now on waits until the loop runs
        except BaseException:
            found.close()
            raise
    except OSError as error:
        what = f"can't be served ({error.strerror or error})"
        raise UsageError(f"{host}:{port}", what, "choose another --host or --port") from None
    return found


def address_of(bound: socket.socket) -> str:
    """The address under which a socket is reached."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    file: str | None,
    host: str,
    port: int,
    rate: int,
    proxies: Sequence[str],
    tell: Callable[[str], object],
    *,
    logs: bool = False,
) -> None:
    """Serve the games of a folder until told to stop; the arguments are those of `referee serve`, `rate` counts the
    requests a minute of one asker.

    Raises:
        UsageError: the settings are wrong, or the address can't be served.
        LedgerError: the ledger can't be read.
    """
    live = Live(file, clock.now, tell)
    try:
        with bind(host, port) as bound:
            if not is_loopback(host):
                tell(f"{host} is reached from outside: this is read-only, and should stand behind a proxy")
            run(live, bound, Limits(per_minute=rate, burst=max(rate // 5, 1)), ",".join(proxies), tell, logs=logs)
    finally:
        live.close()


def run(
    live: Live, bound: socket.socket, limits: Limits, proxies: str, tell: Callable[[str], object], *, logs: bool
) -> None:
    """Serve until SIGTERM or SIGINT; requests under way are finished first.

    `proxies` are the addresses whose word on who asks is believed (X-Forwarded-For).
    """
    # What uvicorn warns of is about single requests, which anybody can make wrong; failures still are told.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    config = uvicorn.Config(
        make_app(live, limits, tell, logs=logs),
        http=_Impatient,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=proxies,
        limit_concurrency=limits.at_work * _CONNECTIONS,
        timeout_keep_alive=_SILENT,
        timeout_graceful_shutdown=_PARTING,
        h11_max_incomplete_event_size=_HEAD,
    )
    server = uvicorn.Server(config)

    def stop(number: int, frame: FrameType | None) -> None:
        """The end is asked for: before uvicorn listens for it, or again by uvicorn when it has come."""
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    tell(f"serving {address_of(bound)} (stop: Ctrl+C or SIGTERM)")
    server.run(sockets=[bound])
