"""ODD-INPUTS 14-21 and 25, against the fake board: what polling does where boards, or the way to them, misbehave."""

from __future__ import annotations

import time

import httpx
import pytest
from fakeboard import MISBEHAVIOURS, FakeBoard, FakeClock
from polling import Poller

from referee.fetch import Failed, Fallen, Grown, Refused, Unchanged, Whole
from referee.model import Held


@pytest.mark.parametrize("archive", ["kako", "oyster"])
def test_odd_14_moved_to_the_past_log_with_two_posts_more(poller: Poller, archive: str) -> None:
    poller.thread.post()
    poller.thread.post()
    poller.thread.fall(archive, status=302)
    answer = poller.get(Fallen)
    assert (answer.live_status, answer.requests) == (302, 2)
    assert answer.capture is not None
    assert answer.capture.body.count(b"\n") == 12
    assert answer.rewritten is None
    assert answer.address.endswith(poller.thread.archive_path)


def test_odd_15_fallen_at_1000_between_two_polls(poller: Poller) -> None:
    for _ in range(952):
        poller.thread.post()
    poller.poll()
    for _ in range(38):
        poller.thread.post()
    poller.thread.fill()
    poller.thread.append(poller.thread.lines[-1])
    poller.thread.fall("oyster")
    answer = poller.get(Fallen)
    assert answer.capture is not None
    assert answer.capture.body.count(b"\n") == 1002
    assert poller.held.body == poller.thread.dat


def test_odd_16_erased_with_the_same_length(poller: Poller) -> None:
    poller.thread.edit(3, poller.thread.lines[2] + " ながいながいながいながいながいながい".encode("cp932"))
    poller.poll(full=True)
    size = len(poller.thread.dat)
    poller.thread.erase(3, same_length=True)
    assert len(poller.thread.dat) == size
    assert poller.get(Unchanged).status == 206  # no delta can see it
    answer = poller.get(Whole, full=True)
    assert answer.rewritten is not None
    assert (answer.rewritten.kind, answer.rewritten.line) == ("edited", 3)
    assert answer.rewritten.byte == len(b"".join(line + b"\n" for line in poller.thread.lines[:2]))
    assert poller.is_same


def test_odd_16_erased_with_another_length(poller: Poller) -> None:
    poller.thread.erase(3)
    answer = poller.get(Whole)
    assert answer.requests == 2
    assert answer.rewritten is not None
    assert (answer.rewritten.kind, answer.rewritten.line, answer.rewritten.lost) == ("edited", 3, 0)
    assert poller.is_same


@pytest.mark.parametrize("number", [1, 3, 9, 10])
def test_odd_16_removed_so_that_numbers_move(poller: Poller, number: int) -> None:
    poller.thread.remove(number)
    answer = poller.get(Whole)
    assert answer.rewritten is not None
    assert answer.rewritten.line == number
    assert answer.rewritten.kind == ("shortened" if number == 10 else "removed")
    assert answer.rewritten.lost == 1
    assert poller.is_same


def test_odd_16_removed_while_a_post_of_the_same_length_came(poller: Poller) -> None:
    gone = poller.thread.lines[4]
    poller.thread.remove(5)
    poller.thread.append(gone[:-1] + b"x")
    poller.poll()
    answer = poller.poll(full=True)
    assert poller.is_same
    assert isinstance(answer, Whole | Unchanged)


def test_odd_17_edited_in_place(poller: Poller) -> None:
    line = poller.thread.lines[1]
    poller.thread.edit(2, line.replace(b"sage", b"SAGE"), silently=True)
    assert poller.get(Unchanged).status == 304  # a silent edit: only a full fetch finds it
    answer = poller.get(Whole, full=True)
    assert answer.rewritten is not None
    assert (answer.rewritten.kind, answer.rewritten.line) == ("edited", 2)
    assert poller.is_same
    asked = poller.board.log[-1].headers
    assert not {"if-modified-since", "if-none-match", "range"} & asked.keys()


@pytest.mark.parametrize(
    ("way", "requests"),
    [
        ("range_ignored", 1),
        ("no_content_range", 1),
        ("unknown_total", 1),
        ("range_elsewhere", 2),
        ("range_shifted", 2),
        ("range_garbled", 2),
        ("total_wrong", 2),
        ("part_empty", 2),
        ("part_short", 2),
        ("part_shorter_than_told", 2),
        ("part_packed", 2),
        ("bad_range_shorter", 2),
        ("bad_range_bare", 2),
    ],
)
def test_odd_18_no_post_twice_none_lost(poller: Poller, way: str, requests: int) -> None:
    poller.board.misbehave(way)
    for count in (1, 3, 0, 2):
        for _ in range(count):
            poller.thread.post()
        answer = poller.poll()
        assert isinstance(answer, Grown if count else Unchanged)
        if count:
            assert answer.requests == requests
        assert poller.is_same


def test_odd_18_416_that_tells_the_length_held(poller: Poller) -> None:
    poller.board.misbehave("bad_range_held")
    poller.thread.edit(4, poller.thread.lines[3])
    assert poller.get(Unchanged).requests == 1
    poller.thread.post()
    assert poller.get(Grown).requests == 2  # the length told is another
    assert poller.is_same


def test_odd_19_304_for_ever(poller: Poller) -> None:
    poller.board.misbehave("not_modified")
    poller.thread.post()
    assert [poller.get(Unchanged).requests for _ in range(3)] == [1, 1, 1]
    answer = poller.get(Unchanged, full=True)
    assert not answer.full  # so the full fetch stays due
    poller.held = Held()
    assert poller.get(Failed).reason == "unasked"


def test_odd_19_404_for_ever(poller: Poller) -> None:
    before = poller.held
    poller.board.misbehave("not_found")
    for _ in range(3):
        answer = poller.get(Fallen)
        assert (answer.capture, answer.searched, answer.requests) == (None, True, 4)
    assert poller.held == before
    assert poller.pauses == [1.0] * 9


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("cut", "cut"),
        ("cut_chunked", "cut"),
        ("cut_unframed", "cut"),
        ("length_too_large", "cut"),
        ("packed_cut", "cut"),
        ("packed_garbled", "garbled"),
        ("no_answer", "protocol"),
        ("no_http", "protocol"),
    ],
)
@pytest.mark.parametrize("full", [False, True])
def test_odd_19_a_broken_body_is_never_the_thread(poller: Poller, way: str, reason: str, full: bool) -> None:
    before = poller.held
    poller.thread.post()
    poller.board.misbehave(way)
    answer = poller.get(Failed, full=full)
    assert answer.reason == reason
    assert poller.held == before
    poller.board.behave()
    poller.poll(full=full)
    assert poller.is_same


def test_odd_19_silence(hasty: httpx.Client, board: FakeBoard) -> None:
    poller = Poller(hasty, board, board.thread(posts=10))
    board.misbehave("silent")
    answer = poller.fetcher.fetch(poller.address, poller.ref, poller.held, False, poller.now)
    board.closing.set()
    assert isinstance(answer, Failed)
    assert (answer.reason, answer.requests, answer.host_wide) == ("timeout", 1, True)


def test_odd_19_one_byte_now_and_then(board: FakeBoard, client: httpx.Client, poller: Poller) -> None:
    slow = Poller(client, board, poller.thread, deadline=0.3)
    board.misbehave("drip")
    answer = slow.get(Failed)
    assert answer.reason == "timeout"


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("page_busy", "html"),
        ("page_wait", "html"),
        ("digest", "digest"),
        ("moved_notice", "moved_notice"),
        ("no_such_page", "html"),
        ("no_such_thread", "other_thread"),
        ("nothing", "empty"),
        ("bomb", "too_large"),
        ("huge", "too_large"),
        ("packed_with_br", "encoding"),
    ],
)
@pytest.mark.parametrize("full", [False, True])
def test_odd_20_refused_with_its_name(poller: Poller, way: str, reason: str, full: bool) -> None:
    before = poller.held
    poller.board.misbehave(way, path="/dat/")
    answer = poller.get(Refused, full=full)
    assert answer.reason == reason
    assert poller.held == before


@pytest.mark.parametrize("way", ["page_busy", "no_such_page", "digest", "moved_notice", "nothing", "bomb"])
def test_odd_20_refused_the_first_time_too(poller: Poller, way: str) -> None:
    poller.held = Held()
    poller.board.misbehave(way)
    poller.get(Refused)
    assert poller.held == Held()


def test_odd_20_a_digest_in_place_of_a_fallen_thread_leads_to_its_past_log(poller: Poller) -> None:
    poller.thread.post()
    poller.thread.archive = "kako"
    for way in ("digest", "digest_203", "thread_203"):
        poller.board.misbehave(way, path="/dat/")
        assert poller.get(Fallen).capture is not None
        assert poller.is_same


def test_odd_20_a_page_in_place_of_the_past_log(poller: Poller) -> None:
    poller.thread.fall("oyster")
    poller.board.misbehave("page_busy", path="/kako/")
    answer = poller.get(Fallen)
    assert answer.capture is not None
    assert "/oyster/" in answer.capture.source


@pytest.mark.parametrize("way", ["wrong_charset", "charset_unknown", "unframed", "chunked", "packed_unasked"])
@pytest.mark.parametrize("full", [False, True])
def test_odd_20_what_does_not_matter_does_not_matter(poller: Poller, way: str, full: bool) -> None:
    poller.board.misbehave(way)
    poller.thread.post("①髙")
    poller.get(Grown, full=full)
    assert poller.is_same


def test_odd_21_a_line_still_being_written(poller: Poller) -> None:
    line = poller.thread.lines[9].replace(b"ID:", b"ID:y")
    poller.thread.begin_line(line[:20])
    answer = poller.get(Grown)
    assert answer.complete == len(poller.thread.dat) - 20
    assert (answer.last_modified, answer.etag) == (None, None)  # the rest may come in the same second
    poller.thread.begin_line(line[20:30])
    assert poller.get(Grown, wait=0).complete == answer.complete
    poller.thread.end_line(line[30:])
    answer = poller.get(Grown, wait=0)
    assert answer.complete == len(answer.whole)
    assert answer.capture.from_byte == len(b"".join(one + b"\n" for one in poller.thread.lines[:9]))
    assert poller.is_same
    assert poller.get(Unchanged).requests == 1


def test_odd_21_the_first_line_still_being_written(client: httpx.Client, board: FakeBoard) -> None:
    thread = board.thread(posts=1)
    line = thread.lines.pop()
    thread.begin_line(line[:60])
    poller = Poller(client, board, thread)
    assert poller.get(Whole).complete == 0
    thread.end_line(line[60:])
    answer = poller.get(Whole)
    assert (answer.complete, answer.rewritten) == (len(line) + 1, None)


def test_two_posts_in_one_second_without_an_etag(poller: Poller, clock: FakeClock) -> None:
    """Last-Modified has seconds only: the second post must not hide behind a 304 until a third comes."""
    poller.board.etag = False
    poller.poll()
    poller.thread.post()
    poller.get(Grown, wait=0.2)
    clock.advance(0.2)
    poller.thread.post()
    assert poller.get(Grown).complete == len(poller.thread.dat)
    assert poller.get(Unchanged).status == 304


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo", ""])
def test_odd_25_the_zone_and_a_clock_a_day_off_change_nothing(
    poller: Poller, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        poller.poll()
        assert poller.get(Unchanged).status == 304
        poller.board.misbehave("busy_503_date")
        wrong = poller.now.replace(day=poller.now.day + 1)
        answer = poller.fetcher.fetch(poller.address, poller.ref, poller.held, False, wrong)
        assert isinstance(answer, Failed)
        assert answer.retry_at is not None
        assert (answer.retry_at - wrong).total_seconds() == 900
    finally:
        monkeypatch.undo()
        time.tzset()


#: Answers that tell something about the thread itself; all else leaves what is held alone.
FINE = (Grown, Unchanged, Whole, Fallen)


@pytest.mark.parametrize("way", sorted(MISBEHAVIOURS.keys() - {"silent", "drip", "redirect_https"}))
@pytest.mark.parametrize("full", [False, True])
def test_whatever_the_board_does_requests_are_bounded_and_nothing_is_lost(poller: Poller, way: str, full: bool) -> None:
    poller.thread.post()
    poller.board.misbehave(way)
    for _ in range(2):
        answer = poller.poll(full=full)
        assert 1 <= answer.requests <= 4
        assert poller.held.body in (poller.thread.dat, b"".join(one + b"\n" for one in poller.thread.lines[:10]))
        assert isinstance(answer, (*FINE, Refused, Failed))
    poller.board.behave()
    poller.poll(full=True)
    assert poller.is_same


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.parametrize("way", ["not_found", "part_empty", "redirect_chain"])
def test_a_budget_that_runs_out_in_the_middle(poller: Poller, most: int, way: str) -> None:
    poller.board.misbehave(way)
    poller.thread.post()
    answer = poller.poll(at_most=most)
    assert answer.requests <= most
    if isinstance(answer, Failed):
        assert answer.reason == "too_many_requests"


def test_odd_20_a_notice_taken_for_the_thread_gives_way_to_it(poller: Poller) -> None:
    """On the first poll nothing is held that could tell a notice with two normal-looking posts from a thread."""
    poller.held = Held()
    poller.board.misbehave("no_such_thread", times=1)
    assert poller.get(Whole).complete < len(poller.thread.dat)
    answer = poller.get(Whole)
    assert answer.rewritten is not None
    assert (answer.rewritten.kind, answer.rewritten.line) == ("edited", 1)
    assert poller.is_same
