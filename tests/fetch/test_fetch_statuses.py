"""FORMATS 4.3 row by row: what each status means, against the fake board."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest
from fakeboard import FakeBoard
from polling import Poller

from referee.fetch import Failed, Fallen, Grown, Refused, Unchanged, Whole
from referee.fetch.statuses import ARCHIVE, LIVE


def test_200_the_first_time(poller: Poller) -> None:
    poller.held = type(poller.held)()
    answer = poller.get(Whole)
    assert answer.rewritten is None
    assert answer.capture.from_byte == 0
    assert answer.capture.status == 200
    assert answer.complete == len(answer.whole) == len(poller.thread.dat)
    assert answer.capture.seen_at == poller.now
    assert "range" not in poller.board.log[-1].headers
    assert poller.board.log[-1].headers["accept-encoding"] == "gzip"


def test_200_in_place_of_206_keeps_what_is_new(poller: Poller) -> None:
    poller.board.misbehave("range_ignored")
    number = poller.thread.post("新しい")
    answer = poller.get(Grown)
    assert (answer.status, answer.requests, answer.full) == (200, 1, True)
    assert answer.capture.body.count(b"\n") == 2  # the last line held, and the new one
    assert poller.is_same
    assert poller.held.body.count(b"\n") == number == 11


def test_203_does_not_replace(poller: Poller) -> None:
    before = poller.held
    poller.board.misbehave("thread_203", path="/dat/")
    assert poller.get(Refused).reason == "not_authoritative"
    poller.board.misbehave("digest_203", path="/dat/")
    answer = poller.get(Refused)
    assert answer.reason == "digest"
    assert answer.requests == 4  # the past log was looked for
    assert poller.held == before


def test_206_brings_only_what_is_new(poller: Poller) -> None:
    poller.poll()
    start = poller.thread.dat.rfind(b"\n", 0, -1) + 1
    poller.thread.post("新しい")
    answer = poller.get(Grown)
    asked = poller.board.log[-1].headers
    assert asked["range"] == f"bytes={start}-"
    assert asked["accept-encoding"] == "identity"
    assert (answer.status, answer.capture.from_byte, answer.full) == (206, start, False)
    assert answer.whole == poller.thread.dat
    assert answer.capture.body == poller.thread.dat[start:]


def test_206_with_nothing_new(poller: Poller) -> None:
    poller.board.etag = False
    poller.thread.edit(2, poller.thread.lines[1])
    answer = poller.get(Unchanged)
    assert (answer.status, answer.full) == (206, False)


@pytest.mark.parametrize(
    "way", ["redirect_busy", "redirect_live_html", "redirect_other_thread", "redirect_page", "redirect_nowhere"]
)
def test_302_to_anything_but_the_thread_is_never_the_thread(poller: Poller, way: str) -> None:
    before = poller.held
    poller.board.misbehave(way, path="/dat/")
    answer = poller.get(Fallen)
    assert answer.live_status in (301, 302)
    assert (answer.capture, answer.searched, answer.requests) == (None, True, 4)
    assert poller.held == before
    assert all("1178000000.dat" in exchange.path for exchange in poller.board.log)


def test_302_to_no_address_at_all(poller: Poller) -> None:
    before = poller.held
    poller.board.misbehave("redirect_nonsense", path="/dat/")
    assert isinstance(poller.poll(), Failed | Fallen)  # httpx itself refuses it, httpx2 does not
    assert poller.held == before


@pytest.mark.parametrize("way", ["redirect_loop", "redirect_chain"])
def test_redirects_are_followed_a_few_times_only(poller: Poller, way: str) -> None:
    poller.board.misbehave(way)
    answer = poller.get(Failed)
    assert answer.reason == "redirect_loop"
    assert answer.requests <= 3


def test_304(poller: Poller) -> None:
    poller.poll()
    answer = poller.get(Unchanged)
    assert (answer.status, answer.requests) == (304, 1)
    asked = poller.board.log[-1].headers
    assert asked["if-modified-since"] == poller.held.last_modified
    assert asked["if-none-match"] == poller.held.etag
    assert asked["user-agent"].startswith("Monazilla/1.00 (referee/")
    assert asked["user-agent"].endswith("; host@example.jp)")


def test_308_is_followed_to_https_only_and_needs_tls(hasty: httpx.Client, board: FakeBoard) -> None:
    poller = Poller(hasty, board, board.thread(posts=10))
    poller.board.misbehave("redirect_https", path="/dat/")
    answer = poller.fetcher.fetch(poller.address, poller.ref, poller.held, False, poller.now)
    assert isinstance(answer, Failed)
    assert answer.reason in ("tls", "timeout")  # the fake board speaks no TLS
    assert answer.requests == 2
    assert answer.address.startswith("https://127.0.0.1:")
    assert answer.moved_to is None  # nothing stands there


@pytest.mark.parametrize(("way", "status"), [("forbidden_401", 401), ("forbidden_403", 403), ("page_wait_403", 403)])
def test_401_and_403_are_not_a_deletion(poller: Poller, way: str, status: int) -> None:
    poller.board.misbehave(way)
    answer = poller.get(Failed)
    assert (answer.reason, answer.status, answer.requests) == ("forbidden", status, 1)


def test_501_is_no_answer_to_a_delta(poller: Poller) -> None:
    poller.board.misbehave("error_501")
    answer = poller.get(Failed)
    assert (answer.reason, answer.requests) == ("server_error", 2)


@pytest.mark.parametrize("archive", ["kako", "oyster"])
@pytest.mark.parametrize("way", [None, "gone"])
def test_404_and_410_look_into_the_past_log(poller: Poller, archive: str, way: str | None) -> None:
    poller.thread.fall(archive)
    if way:
        poller.board.misbehave(way, path="/dat/")
    answer = poller.get(Fallen)
    assert answer.live_status == (410 if way else 404)
    assert answer.capture is not None
    assert answer.capture.body == poller.thread.dat
    assert answer.capture.source.endswith(poller.thread.archive_path)
    assert answer.rewritten is None


def test_404_where_the_past_log_can_not_be_asked(poller: Poller) -> None:
    poller.thread.fall("kako")
    poller.board.misbehave("busy_503_wait", path="/kako/")
    answer = poller.get(Fallen)
    assert (answer.capture, answer.searched) == (None, False)
    assert answer.retry_at == poller.now + timedelta(seconds=1800)


def test_416_that_means_nothing_new(poller: Poller) -> None:
    poller.board.misbehave("bad_range_held")
    poller.thread.edit(1, poller.thread.lines[0])
    answer = poller.get(Unchanged)
    assert (answer.status, answer.requests) == (416, 1)


@pytest.mark.parametrize("way", ["bad_range_shorter", "bad_range_bare"])
def test_416_that_means_shorter_or_nothing(poller: Poller, way: str) -> None:
    poller.board.misbehave(way)
    poller.thread.remove(3)
    answer = poller.get(Whole)
    assert answer.requests == 2
    assert answer.rewritten is not None
    assert (answer.rewritten.kind, answer.rewritten.line, answer.rewritten.lost) == ("removed", 3, 1)
    assert "range" not in poller.board.log[-1].headers
    assert poller.is_same


def test_500_on_every_delta_is_asked_once_more_whole(poller: Poller) -> None:
    poller.board.misbehave("delta_500")
    poller.thread.post()
    assert poller.get(Grown).requests == 2
    assert poller.is_same
    poller.poll()
    answer = poller.get(Unchanged)
    assert (answer.status, answer.requests) == (304, 2)  # the second request is conditional, so it costs little


def test_500_for_ever(poller: Poller) -> None:
    poller.board.misbehave("error_500")
    answer = poller.get(Failed)
    assert (answer.reason, answer.requests) == ("server_error", 2)


@pytest.mark.parametrize(
    ("way", "seconds"),
    [
        ("busy_502", None),
        ("busy_503", None),
        ("busy_522", None),
        ("busy_429", None),
        ("busy_503_wait", 1800),
        ("busy_429_wait", 600),
        ("busy_503_date", 900),
        ("busy_503_nonsense", None),
        ("busy_503_years", 86400),
    ],
)
def test_502_503_522_429_are_load(poller: Poller, way: str, seconds: int | None) -> None:
    poller.board.misbehave(way)
    answer = poller.get(Failed)
    assert (answer.reason, answer.requests, answer.host_wide) == ("busy", 1, True)
    assert answer.retry_at == (None if seconds is None else poller.now + timedelta(seconds=seconds))


@pytest.mark.parametrize("way", ["teapot_418", "odd_204", "odd_299"])
def test_any_other_status_is_no_thread(poller: Poller, way: str) -> None:
    poller.board.misbehave(way)
    assert poller.get(Failed).reason == "odd_status"


def test_400_for_a_range_is_asked_whole(poller: Poller) -> None:
    poller.board.misbehave("delta_400")
    poller.thread.post()
    assert poller.get(Grown).requests == 2
    assert poller.is_same


def test_an_eddist_board(poller: Poller) -> None:
    poller.board.misbehave("eddist")
    for _ in range(3):
        poller.thread.post()
        answer = poller.get(Grown)
        assert answer.status == 206
        assert answer.last_modified is None
        assert answer.etag == f'W/"{len(poller.thread.dat)}"'
        assert poller.get(Unchanged).status == 304
    poller.thread.remove(11)
    assert poller.get(Whole).requests == 2  # an empty or unfitting part, then the whole
    assert poller.is_same


def test_every_status_of_the_table_has_a_row() -> None:
    formats = {200, 203, 206, 301, 302, 304, 308, 401, 501, 403, 404, 416, 500, 502, 503, 522, 400, 429}
    assert formats <= LIVE.keys()
    assert all(status in LIVE for status in ARCHIVE)
