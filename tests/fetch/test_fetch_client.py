"""The client: what sockets can't be made to do, moves between hosts, politeness between threads, what is imported."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime

import httpx
import pytest
from fakeboard import FakeBoard
from polling import Poller

from referee import __version__
from referee.fetch import Answer, Failed, Fallen, Fetcher, Page, Refused, Whole, subject_address, user_agent
from referee.fetch.trust import trusting_late
from referee.model import Held, ThreadRef
from referee.parse import looks_like_thread

NOW = datetime(2026, 5, 1, tzinfo=UTC)
THREAD = ThreadRef("e", "1178000000", "a.5ch.net", "2ch")
ADDRESS = "https://a.5ch.net/e/dat/1178000000.dat"
DAT = "親<>sage<>2007/05/01(火) 12:00:00.00 ID:abcd1234<> あ <>題\n".encode("cp932")

Mocked = Callable[[Callable[[httpx.Request], httpx.Response]], httpx.Client]


def fetch(client: httpx.Client, address: str = ADDRESS, held: Held | None = None, full: bool = False) -> Answer:
    fetcher = Fetcher(client, looks_like_thread, pause=lambda seconds: None)
    return fetcher.fetch(address, THREAD, held or Held(), full, NOW)


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (socket.gaierror(-2, "Name or service not known"), "dns"),
        (ssl.SSLCertVerificationError("certificate verify failed"), "tls"),
        (ConnectionRefusedError(111, "refused"), "connect"),
    ],
)
def test_no_way_to_the_server(mocked: Mocked, cause: Exception, reason: str) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(str(cause), request=request) from cause

    told = fetch(mocked(answer))
    assert isinstance(told, Failed)
    assert (told.reason, told.requests, told.status) == (reason, 1, None)
    assert told.host_wide is (reason != "tls")  # a bad certificate speaks for one address, not for the host
    assert told.detail == str(cause)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (httpx.ConnectTimeout, "timeout"),
        (httpx.ReadTimeout, "timeout"),
        (httpx.PoolTimeout, "timeout"),
        (httpx.ReadError, "network"),
        (httpx.WriteError, "network"),
        (httpx.ProxyError, "network"),
        (httpx.RemoteProtocolError, "protocol"),
        (httpx.LocalProtocolError, "protocol"),
        (httpx.UnsupportedProtocol, "bad_address"),
        (httpx.DecodingError, "network"),
    ],
)
def test_every_error_of_httpx_is_a_value(mocked: Mocked, error: type[httpx.RequestError], reason: str) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error("no", request=request)

    told = fetch(mocked(answer))
    assert isinstance(told, Failed)
    assert told.reason == reason


@pytest.mark.parametrize("address", ["http://[::1/e/dat/1.dat", "http://a b/e/dat/1.dat", "nonsense", "ftp://a/e", ""])
def test_addresses_that_are_none(client: httpx.Client, address: str) -> None:
    told = fetch(client, address)
    assert isinstance(told, Failed)
    assert told.reason in ("bad_address", "dns")


def test_a_name_that_does_not_exist(client: httpx.Client) -> None:
    told = fetch(client, "http://no-such-board.invalid/e/dat/1178000000.dat")
    assert isinstance(told, Failed)
    assert told.reason in ("dns", "timeout")


def test_a_port_where_nobody_listens(client: httpx.Client) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        told = fetch(client, f"http://127.0.0.1:{free.getsockname()[1]}/e/dat/1178000000.dat")
    assert isinstance(told, Failed)
    assert told.reason == "connect"


def test_tls_where_none_is_spoken(hasty: httpx.Client, board: FakeBoard) -> None:
    told = fetch(hasty, board.origin.replace("http:", "https:") + "/e/dat/1178000000.dat")
    assert isinstance(told, Failed)
    assert told.reason in ("tls", "timeout")


def test_trusted_certificates_are_read_when_first_needed() -> None:
    context = trusting_late()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert context.cert_store_stats()["x509_ca"] == 0
    one, other = socket.socketpair()
    with one, other:
        other.close()
        with pytest.raises(OSError):  # noqa: PT011
            context.wrap_socket(one, server_hostname="a.5ch.net")
    assert context.cert_store_stats()["x509_ca"] > 0


@pytest.mark.parametrize(
    ("status", "moved_to"), [(301, "https://b.5ch.io/e/dat/1178000000.dat"), (302, None), (307, None)]
)
def test_a_server_that_moved_is_followed(mocked: Mocked, status: int, moved_to: str | None) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.host == "a.5ch.net":
            return httpx.Response(status, headers={"Location": "https://b.5ch.io/e/dat/1178000000.dat"})
        return httpx.Response(200, content=DAT)

    told = fetch(mocked(answer))
    assert isinstance(told, Whole)
    assert (told.address, told.requests) == ("https://b.5ch.io/e/dat/1178000000.dat", 2)
    assert told.moved_to == moved_to
    assert told.capture.source == told.address


def test_308_from_http_to_https(mocked: Mocked) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.method == "GET"
        if request.url.scheme == "http":
            return httpx.Response(308, headers={"Location": str(request.url.copy_with(scheme="https"))})
        assert request.headers["range"] == "bytes=0-"
        return httpx.Response(206, content=DAT, headers={"Content-Range": f"bytes 0-{len(DAT) - 1}/{len(DAT)}"})

    told = fetch(mocked(answer), ADDRESS.replace("https", "http"), Held(DAT))
    assert (told.requests, told.moved_to) == (2, ADDRESS)


def test_a_move_is_never_to_another_family(mocked: Mocked) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.url.host == "a.5ch.net"
        if "/dat/" in request.url.path:
            return httpx.Response(301, headers={"Location": "https://a.5ch.net.example/e/dat/1178000000.dat"})
        return httpx.Response(404)

    assert isinstance(fetch(mocked(answer)), Fallen)


def test_strange_header_fields_go_there_and_back(mocked: Mocked) -> None:
    tag = b'"\xe9\x82\xa6"'

    def answer(request: httpx.Request) -> httpx.Response:
        if "if-none-match" in request.headers:
            assert dict(request.headers.raw)[b"If-None-Match"] == tag
            return httpx.Response(304)
        return httpx.Response(200, content=DAT, headers=[(b"ETag", tag)])

    client = mocked(answer)
    told = fetch(client)
    assert isinstance(told, Whole)
    assert fetch(client, held=Held(DAT, None, told.etag)).status == 304


def test_cookies_are_not_kept(mocked: Mocked) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert "cookie" not in request.headers
        return httpx.Response(200, content=DAT, headers={"Set-Cookie": "who=me; Path=/"})

    client = mocked(answer)
    fetch(client)
    assert isinstance(fetch(client), Whole)


def test_the_user_agent() -> None:
    assert user_agent() == f"Monazilla/1.00 (referee/{__version__})"
    assert user_agent("me@example.jp") == f"Monazilla/1.00 (referee/{__version__}; me@example.jp)"
    assert user_agent("あ\r\nX: y(z)") == f"Monazilla/1.00 (referee/{__version__}; X: yz)"


def test_requests_to_one_host_never_overlap(client: httpx.Client, board: FakeBoard) -> None:
    pollers = [Poller(client, board, board.thread(key=str(1178000000 + n), posts=3)) for n in range(6)]
    fetcher = pollers[0].fetcher
    jobs = [threading.Thread(target=fetcher.fetch, args=(one.address, one.ref, one.held, True, NOW)) for one in pollers]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert board.requests == 6
    assert board.busiest == 1


def test_a_page_of_a_board(client: httpx.Client, board: FakeBoard) -> None:
    poller = Poller(client, board, board.thread(posts=3))
    address = subject_address(poller.address)
    page = poller.fetcher.page(address, NOW)
    assert isinstance(page, Page)
    assert page.body.decode("cp932") == "1178000000.dat<>IDすごろく その2 (3)\n"
    assert (page.status, page.requests, page.received > len(page.body)) == (200, 1, True)
    for way, reason in {
        "not_found": "odd_status",
        "redirect_busy": "odd_status",
        "busy_503_wait": "busy",
        "forbidden_403": "forbidden",
        "error_500": "server_error",
        "cut_unframed": "odd_status",
        "no_http": "protocol",
    }.items():
        board.misbehave(way, path="subject.txt")
        told = poller.fetcher.page(address, NOW)
        assert isinstance(told, Page if way == "cut_unframed" else Failed)
        assert isinstance(told, Page) or told.reason == reason
    board.misbehave("huge", path="subject.txt")
    assert isinstance(poller.fetcher.page(address, NOW), Refused)
    assert subject_address("http://a.jp/") == ""


def test_a_small_cap(client: httpx.Client, board: FakeBoard) -> None:
    poller = Poller(client, board, board.thread(posts=10), max_bytes=600)
    assert poller.get(Refused).reason == "too_large"


def test_what_is_imported() -> None:
    """Nothing of httpx before a client is opened, and never the heavy ones."""
    program = """if True:
        import sys
        import referee.fetch as fetch
        assert "httpx" not in sys.modules and "email.utils" not in sys.modules
        with fetch.open_client():
            pass
        heavy = {"alembic", "apscheduler", "jinja2", "selectolax", "sqlalchemy", "asyncio.base_events", "referee.parse"}
        assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()
    """
    subprocess.run([sys.executable, "-c", program], check=True)
