"""Limits, headers, logs, failures; and no question that anybody can ask ends in a failure."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from urllib.parse import quote, urlencode

import pytest
from fakeboard import FakeThread
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from served import Served, Ticks

from referee.app.checkform import FIELDS
from referee.web.limits import Askers, Limits, asker_of

PATHS = ["/", "/sugoroku/", "/sugoroku/check", "/api/judge", "/api/games/sugoroku/posts/", "/nope", "/openapi.json"]


def test_safe_headers_are_on_every_answer(serve: Callable[..., Served]) -> None:
    site = serve(Limits(per_minute=0, address=2000))
    asked = [*PATHS, "/health", "/metrics", "/sugoroku", "/sugoroku/check?square=x", "/?" + "x" * 3000]
    statuses = set()
    for path in asked:
        answer = site.get(path)
        statuses.add(answer.status_code)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        for name in ("opener", "resource"):
            assert answer.headers[f"cross-origin-{name}-policy"] == "same-origin"
        assert "server" not in answer.headers
        if answer.content:
            policy = answer.headers["content-security-policy"]
            assert policy.startswith("default-src 'none'")
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
    assert statuses == {200, 308, 400, 404, 414}


def test_long_addresses_and_large_bodies(serve: Callable[..., Served]) -> None:
    site = serve(Limits(per_minute=0, body=1000, address=500))
    assert site.get("/api/judge?id=a5dMhaAn&lang=" + "x" * 500).status_code == 414
    assert site.get("/" + "x" * 600).status_code == 414
    assert site.client.post("/api/judge", content=b"x" * 1001).status_code == 413
    assert site.client.post("/api/judge", content=iter([b"[" + b" " * 600, b" " * 600])).status_code == 413
    assert site.client.post("/api/judge", content=b'[{"id":"a5dMhaAn"}]').status_code == 200


def test_who_asks_too_often_waits(serve: Callable[..., Served]) -> None:
    site = serve(Limits(per_minute=60, burst=3))
    assert [site.get("/health").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = site.get("/")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == 1
    assert "間をおいて" in answer.text


def test_buckets_fill_again_and_are_bounded() -> None:
    ticks = Ticks()
    askers = Askers(Limits(per_minute=60, burst=2), ticks)
    assert [askers.wait("a") for _ in range(3)] == [0, 0, 1.0]
    assert askers.wait("b") == 0
    ticks.now += 0.5
    assert askers.wait("a") == pytest.approx(0.5)
    ticks.now += 0.5
    assert askers.wait("a") == 0
    for number in range(20_000):
        askers.wait(str(number))
    assert len(askers._buckets) <= 10_000


@pytest.mark.parametrize(
    ("host", "asker"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("2001:db8:1:2::9", "2001:0db8:0001:0002"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80:0000:0000:0000"),
        ("testclient", "testclient"),
        ("::x", "::x"),
    ],
)
def test_a_subscriber_is_one_asker(host: str, asker: str) -> None:
    assert asker_of(host) == asker


def test_requests_beyond_those_at_work_are_sent_away(
    serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = serve(Limits(per_minute=0, at_work=1))
    inside, go = Event(), Event()

    def slow() -> object:
        inside.set()
        go.wait(10)
        return site.live.__class__.health(site.live)

    monkeypatch.setattr(site.live, "health", slow)
    done: list[int] = []
    with site.client:
        first = Thread(target=lambda: done.append(site.get("/health").status_code))
        first.start()
        assert inside.wait(10)
        answer = site.get("/sugoroku/")
        go.set()
        first.join(10)
    assert (answer.status_code, answer.headers["retry-after"], done) == (503, "1", [200])


def test_what_takes_too_long_is_given_up(serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch) -> None:
    site = serve(Limits(per_minute=0, seconds=0.1))
    monkeypatch.setattr(site.live, "health", lambda: time.sleep(1.0))
    begin = time.monotonic()
    assert site.get("/health").status_code == 503
    assert time.monotonic() - begin < 0.9


def test_a_failure_of_ours_is_one_sentence_and_one_line(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError("secret\nthings")

    monkeypatch.setattr(site.live, "page", broken)
    answer = site.get("/sugoroku/nope%09.html")
    assert answer.status_code == 500
    assert "まちがい" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    (line,) = site.told
    assert line.startswith("GET /sugoroku/nope")
    assert "ZeroDivisionError: secret things (broken, line " in line
    assert "\n" not in line


def test_logs_tell_no_address_and_no_query(serve: Callable[..., Served]) -> None:
    site = serve(logs=True)
    site.get("/sugoroku/check?id=a5dMhaAn", x_forwarded_for="203.0.113.7")
    (line,) = site.told
    assert line.startswith("GET /sugoroku/check 200 ")
    for word in ("203.0.113.7", "testclient", "a5dMhaAn"):
        assert word not in line


NEVER_500 = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
PRINTABLE = "".join(chr(code) for code in range(33, 127) if chr(code) != "#")
VALUES = ["a5dMhaAn", "1", "-1", "١", "１", "9" * 30, "ja", "sugoroku", "\x00", "%", "+"]
ODD = st.text(max_size=30) | st.sampled_from(VALUES)
NAMES = st.sampled_from([*FIELDS, "lang", "game"]) | st.text(max_size=8)
FORMS = st.sampled_from(["/sugoroku/check", "/sugoroku/en/check", "/api/judge"])


@NEVER_500
@given(
    st.lists(st.tuples(NAMES, ODD), max_size=6),
    FORMS,
)
def test_no_query_makes_a_failure(site: Served, fields: list[tuple[str, str]], path: str) -> None:
    told = [(name.encode("utf-8", "replace"), value.encode("utf-8", "replace")) for name, value in fields]
    assert site.get(f"{path}?{urlencode(told)}").status_code in (200, 400, 404)
    assert site.told == []


@NEVER_500
@given(st.binary(max_size=40), st.sampled_from(PATHS), st.text(PRINTABLE, max_size=20))
def test_no_bytes_make_a_failure(site: Served, more: bytes, path: str, query: str) -> None:
    """Paths and queries as bytes that a client may send as they are."""
    raw = path + quote(more, safe="/%?&=+")
    answer = site.get(f"{raw}?{query}")
    assert answer.status_code in (200, 304, 308, 400, 404, 405, 503)
    assert not any("Error" in line for line in site.told)


@NEVER_500
@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode) | st.just(b'[{"id":"a","second":1e400}]'))
def test_no_body_makes_a_failure(site: Served, body: bytes) -> None:
    assert site.client.post("/api/judge", content=body).status_code in (200, 400)
    assert site.told == []


def test_pages_are_whole_while_polls_write(site: Served, thread: FakeThread) -> None:
    """Readers ask from threads of their own while the ledger is written."""
    stop, failures = Event(), list[object]()

    def read() -> None:
        while not stop.is_set():
            for path in ("/sugoroku/", "/api/games/sugoroku/standings", "/sugoroku/board.html", "/health"):
                answer = site.get(path)
                if answer.status_code != 200 or not answer.content:
                    failures.append((path, answer.status_code))
            site.later()

    with site.client:
        readers = [Thread(target=read) for _ in range(3)]
        for reader in readers:
            reader.start()
        for number in range(8):
            thread.post(f"{number}", ident="a5dMhaAn")
            site.scene.poll(90, hurry=True)
        stop.set()
        for reader in readers:
            reader.join(20)
    assert failures == []
    site.later()
    assert site.get("/health").json()["games"][0]["posts"] == 38
    assert site.get("/api/games/sugoroku").json()["posts"] == 38
    assert [line for line in site.told if "Error" in line] == []
