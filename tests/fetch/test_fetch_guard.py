"""Whom strangers' links may lead us to: names, addresses, redirects, and that nobody looks a name up twice."""

from __future__ import annotations

import socket
from typing import Any

import httpx
import pytest
from fakeboard import FakeBoard

from referee.fetch import Answer, Failed, Fetcher, Refused, Whole
from referee.fetch.client import Denied
from referee.fetch.guard import Guard, is_public
from referee.model import Held, ThreadRef
from referee.parse.recognise import refusal_of_growing

NAME = "hayabusa.open2ch.net"


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8", "203.104.209.71", "2606:4700::1111", "::ffff:8.8.8.8",
    ],
)  # fmt: skip
def test_open_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "198.18.0.1", "192.0.2.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0",
        "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::",
        "64:ff9b::7f00:1", "64:ff9b::a00:1", "::127.0.0.1", "2001:0:4136:e378:8000:63bf:80ff:fffe", "no address", "",
    ],
)  # fmt: skip
def test_addresses_that_are_not_of_the_open_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    ("host", "may"),
    [
        ("etc7.2ch.net", True), ("itest.5ch.net:443", True), ("jbbs.shitaraba.net", True), ("machi.to", True),
        ("eddibb.cc:80", True), ("etc7.2ch.net:8080", False), ("etc7.2ch.net:22", False), ("example.com", False),
        ("2ch.net.example.com", False), ("not2ch.net", False), ("localhost", False), ("127.0.0.1", False),
        ("[::1]", False), ("[::1]:80", False), ("169.254.169.254", False), ("", False), ("etc7.2ch.net.", False),
        ("bbs.example.jp", True), ("bbs.example.jp:443", True), ("bbs.example.jp:8080", False),
        ("127.0.0.1:8081", True), ("127.0.0.1:8082", False),
    ],
)  # fmt: skip
def test_known_hosts_and_named_ones(host: str, may: bool) -> None:
    assert Guard(frozenset({"bbs.example.jp", "127.0.0.1:8081"})).knows(host) is may


class Resolver:
    """A name server of its own: every name leads to one address; what was asked is kept."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
        self.asked: list[str] = []
        real = socket.getaddrinfo

        def resolve(name: Any, port: Any, *args: Any, **more: Any) -> list[Any]:
            text = name.decode() if isinstance(name, bytes) else str(name)
            if text[0].isdigit():
                return list(real(text, port, *args, **more))
            self.asked.append(text)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(socket, "getaddrinfo", resolve)


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    Resolver(monkeypatch, "8.8.8.8", "10.0.0.1")
    with pytest.raises(Denied) as denied:
        Guard().addresses("etc7.2ch.net", 443)
    assert denied.value.reason == "private_address"
    assert Guard(frozenset({"etc7.2ch.net"})).addresses("etc7.2ch.net", 443) == ["8.8.8.8", "10.0.0.1"]
    with pytest.raises(Denied) as denied:
        Guard().addresses("example.com", 443)
    assert denied.value.reason == "unknown_host"


def ask(client: httpx.Client, board: FakeBoard, *named: str, address: str = "") -> Answer:
    """A thread of the board, asked for under another name than its own."""
    fetcher = Fetcher(client, refusal_of_growing, pause=lambda _: None, deadline=2.0)
    thread = ThreadRef("entrance2", "1178000000", f"{NAME}:{board.port}", "open2ch")
    address = address or f"http://{NAME}:{board.port}/entrance2/dat/1178000000.dat"
    with fetcher.guarded(Guard(frozenset(named))) as careful:
        return careful.fetch(address, thread, Held(), True, board.clock())


def test_the_connection_goes_to_the_address_that_was_looked_at(
    client: httpx.Client, board: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.thread("entrance2", posts=3)
    resolver = Resolver(monkeypatch, "127.0.0.1")
    assert isinstance(ask(client, board, f"{NAME}:{board.port}"), Whole)
    assert resolver.asked == [NAME]  # once: no second answer can lead elsewhere
    assert board.log[-1].headers["host"] == f"{NAME}:{board.port}"


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("http://menu.open2ch.net/entrance2/dat/1178000000.dat", "private_address"),
        ("http://menu.open2ch.net:{port}/entrance2/dat/1178000000.dat", "unknown_host"),
    ],
)
def test_a_redirect_is_a_request_like_the_first(
    location: str, reason: str, client: httpx.Client, board: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = board.thread("entrance2", posts=3)
    thread.fall(None, status=302, location=location.format(port=board.port))
    resolver = Resolver(monkeypatch, "127.0.0.1")
    answer = ask(client, board, f"{NAME}:{board.port}")
    assert isinstance(answer, Failed)
    assert answer.reason == reason
    assert (board.requests, resolver.asked[0]) == (1, NAME)


def test_more_than_a_linked_thread_can_have_is_not_taken(
    client: httpx.Client, board: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = board.thread("entrance2")
    thread.lines = [b"x" * 3_000_000]
    Resolver(monkeypatch, "127.0.0.1")
    answer = ask(client, board, f"{NAME}:{board.port}")
    assert isinstance(answer, Refused)
    assert answer.reason == "too_large"


def test_a_name_without_address_and_an_address_that_does_not_answer(
    client: httpx.Client, board: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    Resolver(monkeypatch)
    answer = ask(client, board, f"{NAME}:{board.port}")
    assert isinstance(answer, Failed)
    assert answer.reason == "connect"
    board.thread("entrance2", posts=3)
    Resolver(monkeypatch, "127.0.0.2", "127.0.0.1")
    assert isinstance(ask(client, board, f"{NAME}:{board.port}"), Whole)  # the next of its addresses does
