"""The fake board: what stands at which path, over real HTTP on loopback, with everything counted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

from .clock import http_date
from .files import Request, Response, pack, serve_file
from .misbehave import MISBEHAVIOURS, Call
from .numbered import MachiThread, NumberedThread, ShitarabaThread
from .pages import NO_SUCH_PAGE, setting_txt, subback, subject_txt, thread_page
from .thread import FakeThread

T = TypeVar("T", bound=FakeThread)


@dataclass
class Exchange:
    """One request and what became of it; bytes with headers, names of header fields in small letters."""

    method: str
    path: str
    headers: dict[str, str]
    status: int
    received: int
    sent: int
    at: datetime


@dataclass
class _Order:
    """A misbehaviour under way: for paths that contain `path`, `times` more requests (None: for ever)."""

    name: str
    path: str
    times: int | None


@dataclass
class _State:
    threads: dict[tuple[str, str], FakeThread] = field(default_factory=dict)
    orders: list[_Order] = field(default_factory=list)
    log: list[Exchange] = field(default_factory=list)


class FakeBoard:
    """A server of boards on 127.0.0.1; a context manager. `clock` gives the board's time (UTC), real time by default.

    `etag` False is a server without ETags. `subject_lag` is how many posts subject.txt is behind.
    """

    def __init__(self, clock: Callable[[], datetime] | None = None, port: int = 0, etag: bool = True) -> None:
        self.clock = clock or (lambda: datetime.now(UTC))
        self.etag = etag
        self.subject_lag = 0
        self.settings = {"BBS_TITLE": "ラウンジ", "BBS_NONAME_NAME": "名無しさん", "BBS_FORCE_ID": "checked"}
        #: Files by path: pages of a board, menus, and what stands in the place of anything else there.
        self.files: dict[str, bytes] = {}
        self.closing = threading.Event()
        self.busy = self.busiest = 0
        self._state = _State()
        self._lock = threading.RLock()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.board = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.002,), daemon=True)

    def __enter__(self) -> FakeBoard:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def origin(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self.port}"

    def thread(
        self, board: str = "entrance", key: str = "1178000000", title: str = "IDすごろく その2", posts: int = 0
    ) -> FakeThread:
        """Open a thread with some posts, or find the one that stands there."""
        return self._open(FakeThread, board, key, title, posts)

    def shitaraba(
        self, board: str = "game/10000", key: str = "1178000000", title: str = "IDすごろく その2", posts: int = 0
    ) -> ShitarabaThread:
        """The same as したらば has it."""
        return self._open(ShitarabaThread, board, key, title, posts)

    def machi(
        self, board: str = "kanto", key: str = "1178000000", title: str = "IDすごろく その2", posts: int = 0
    ) -> MachiThread:
        """The same as まち has it."""
        return self._open(MachiThread, board, key, title, posts)

    def _open(self, kind: type[T], board: str, key: str, title: str, posts: int) -> T:
        with self._lock:
            known = self._state.threads.get((board, key))
            if known is None:
                known = self._state.threads[board, key] = kind(self.origin, board, key, title, self.clock)
            assert isinstance(known, kind)
            for _ in range(posts):
                known.post()
            return known

    def misbehave(self, name: str, times: int | None = None, path: str = ".dat") -> None:
        """Misbehave in a way of `MISBEHAVIOURS`, for paths that contain `path`, so many times (None: until `behave`).

        Later orders stand before earlier ones.
        """
        if name not in MISBEHAVIOURS:
            raise KeyError(f"{name}: no such misbehaviour; there are {', '.join(MISBEHAVIOURS)}")
        with self._lock:
            self._state.orders.insert(0, _Order(name, path, times))

    def behave(self) -> None:
        """Be a good board again."""
        with self._lock:
            self._state.orders.clear()

    @property
    def log(self) -> list[Exchange]:
        """What was asked so far, in order."""
        with self._lock:
            return list(self._state.log)

    @property
    def requests(self) -> int:
        """How many requests came."""
        return len(self._state.log)

    @property
    def sent(self) -> int:
        """Bytes sent to clients, headers included."""
        return sum(exchange.sent for exchange in self.log)

    @property
    def received(self) -> int:
        """Bytes of requests."""
        return sum(exchange.received for exchange in self.log)

    def forget(self) -> None:
        """Count from 0 again."""
        with self._lock:
            self._state.log.clear()

    def record(self, exchange: Exchange) -> None:
        with self._lock:
            self._state.log.append(exchange)

    def enter(self, step: int) -> None:
        """Count requests that are being answered; `busiest` is the most at one time."""
        with self._lock:
            self.busy += step
            self.busiest = max(self.busiest, self.busy)

    def answer(self, request: Request) -> Response:
        """What is sent for a request."""
        with self._lock:
            good, content = self._good(request)
            order = next((one for one in self._state.orders if one.path in request.path), None)
            if order is None:
                return good
            if order.times is not None:
                order.times -= 1
                if order.times <= 0:
                    self._state.orders.remove(order)
        return MISBEHAVIOURS[order.name](Call(request, content, good, self.clock()))

    def _good(self, request: Request) -> tuple[Response, bytes]:
        """What a good board sends, and the whole file it is about."""
        path = request.path.partition("?")[0]
        parts = path.strip("/").split("/")
        if path in self.files:
            return Response(200, [("Content-Type", "text/html; charset=Shift_JIS")], self.files[path]), b""
        if parts[:2] == ["test", "read.cgi"] and len(parts) >= 4:
            return self._page(request, parts[2], parts[3]), b""
        for thread in self._state.threads.values():
            if isinstance(thread, NumberedThread):
                if path.startswith(thread.path):
                    return thread.serve(request) if thread.live_status == 200 else thread.gone(), thread.dat
                continue
            if path == thread.path and thread.live_status == 200:
                return self._dat(request, thread), thread.dat
            if path == thread.path:
                headers = [("Location", thread.location)] if thread.location else []
                return Response(thread.live_status, headers, b"<html>no such thread</html>"), thread.dat
            if path == thread.archive_path and not thread.is_packed:
                return self._dat(request, thread), thread.dat
            if thread.archive_path and path == f"{thread.archive_path}.gz" and thread.is_packed:
                return Response(200, [("Content-Type", "application/x-gzip")], pack(thread.dat)), thread.dat
        live = [thread for thread in self._state.threads.values() if thread.live_status == 200]
        board, name = "/".join(parts[:-1]), parts[-1]
        if path.startswith("/bbs/api/setting.cgi/"):
            board, name = path.removeprefix("/bbs/api/setting.cgi/").strip("/"), "SETTING.TXT"
        here = [thread for thread in live if thread.board == board]
        if any(board == known for known, _ in self._state.threads):
            changed = max((thread.changed for thread in here), default=self.clock())
            if name == "subject.txt":
                listing = subject_txt(here, self.subject_lag)
                return serve_file(request, listing, changed, ""), listing
            if name == "SETTING.TXT" and self.settings:
                return serve_file(request, setting_txt(board, self.settings), changed, ""), b""
            if name == "subback.html":
                return Response(200, [("Content-Type", "text/html; charset=Shift_JIS")], subback(here)), b""
        return Response(404, [("Content-Type", "text/html")], NO_SUCH_PAGE), b""

    def _dat(self, request: Request, thread: FakeThread) -> Response:
        dat = thread.dat
        tag = f'"10c8b18-{len(dat):x}-{int(thread.changed.timestamp() * 1e6):x}"' if self.etag else ""
        return serve_file(request, dat, thread.changed, tag)

    def _page(self, request: Request, board: str, key: str) -> Response:
        thread = self._state.threads.get((board, key))
        body = thread_page(thread) if thread else NO_SUCH_PAGE
        return Response(200 if thread else 404, [("Content-Type", "text/html; charset=Shift_JIS")], body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    board: FakeBoard

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away in the middle is nothing to talk about."""


class _Handler(BaseHTTPRequestHandler):
    """Reads a request, writes the answer in one go (two small writes would wait for each other), counts both."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60
    server: _Server

    def do_GET(self) -> None:
        board = self.server.board
        board.enter(1)
        try:
            self._answer(board)
        finally:
            board.enter(-1)

    do_HEAD = do_GET  # noqa: N815

    def _answer(self, board: FakeBoard) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers)
        response = board.answer(request)
        received = len(self.raw_requestline) + 2 + sum(len(n) + len(v) + 4 for n, v in self.headers.items())
        data, closes = wire(response, http_date(board.clock()), self.command)
        if response.hang:
            board.closing.wait(20)
            data, closes = b"", True
        board.record(Exchange(self.command, self.path, headers, response.status, received, len(data), board.clock()))
        self.close_connection = closes or headers.get("connection", "").lower() == "close"
        if response.drip:
            for place in range(len(data)):
                self.wfile.write(data[place : place + 1])
                if place > 200 and board.closing.wait(response.drip):
                    break
            return
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def wire(response: Response, date: str, method: str = "GET") -> tuple[bytes, bool]:
    """The bytes of an answer, and whether the connection is closed after them."""
    if response.raw is not None:
        return response.raw, True
    has_body = response.status not in (204, 304)
    body = response.body if has_body else b""
    closes = response.cut is not None
    headers = [("Date", date), ("Server", "Apache"), *response.headers]
    if response.chunked:
        headers.append(("Transfer-Encoding", "chunked"))
        sent = body if response.cut is None else body[: response.cut]
        step = 1000
        body = b"".join(
            b"%x\r\n%s\r\n" % (len(piece), piece)
            for piece in (sent[place : place + step] for place in range(0, len(sent), step))
        )
        body += b"" if response.cut is not None else b"0\r\n\r\n"
    elif response.length is None:
        headers.append(("Connection", "close"))
        closes = True
    elif has_body:
        headers.append(("Content-Length", str(len(body) if response.length == -1 else response.length)))
        body = body if response.cut is None else body[: response.cut]
    try:
        phrase = HTTPStatus(response.status).phrase
    except ValueError:
        phrase = "Unknown"
    head = f"HTTP/1.1 {response.status} {phrase}\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers)
    return head.encode("latin-1") + b"\r\n" + (b"" if method == "HEAD" else body), closes
