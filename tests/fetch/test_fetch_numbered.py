"""したらば and まち on the wire: what is new by `N-`, errors that come with 200, packed past logs (FORMATS 3, 4.1)."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from fakeboard import FakeBoard, FakeThread
from fakeboard.numbered import NumberedThread
from hypothesis import given
from hypothesis import strategies as st
from polling import Poller

from referee.fetch import Failed, Fallen, Fetcher, Grown, Refused, Unchanged, Whole, live_address
from referee.fetch.join import is_other_thread, last_number
from referee.model import Held, parse_address
from referee.parse.recognise import refusal_of_growing

Opens = Callable[[FakeBoard], NumberedThread]
Opened = Callable[[Opens], tuple[Poller, NumberedThread]]
BOARDS: list[Opens] = [lambda board: board.shitaraba(posts=10), lambda board: board.machi(posts=10)]
both = pytest.mark.parametrize("opens", BOARDS, ids=["jbbs", "machi"])


@pytest.fixture
def opened(client: httpx.Client, board: FakeBoard) -> Opened:
    """Opens a thread of ten posts that has been read; nothing is asked yet."""

    def make(opens: Opens) -> tuple[Poller, NumberedThread]:
        thread = opens(board)
        poller = Poller(client, board, thread)
        assert isinstance(poller.poll(), Whole)
        assert poller.is_same
        board.forget()
        return poller, thread

    return make


@both
def test_only_what_is_new_is_asked_for_by_number(opens: Opens, opened: Opened) -> None:
    poller, thread = opened(opens)
    thread.post("あたらしい")
    answer = poller.get(Grown)
    (asked,) = poller.board.log
    assert asked.path == f"{thread.path}10-"
    assert "range" not in asked.headers
    assert asked.headers["accept-encoding"] == "gzip"
    assert not answer.full
    assert answer.capture.source.endswith("/10-")
    assert answer.capture.from_byte == len(thread.dat) - len(answer.capture.body)
    assert poller.is_same


@both
def test_nothing_new_costs_one_line_or_less(opens: Opens, opened: Opened) -> None:
    poller, _ = opened(opens)
    poller.get(Unchanged)
    poller.get(Unchanged)
    assert [exchange.path[-3:] for exchange in poller.board.log] == ["10-", "10-"]
    assert poller.board.log[-1].status == 304


@both
def test_the_last_post_held_erased_or_removed_is_found_at_once(opens: Opens, opened: Opened) -> None:
    poller, thread = opened(opens)
    thread.erase(10)
    thread.post()
    rewritten = poller.get(Whole).rewritten
    assert rewritten is not None
    assert (rewritten.kind, rewritten.line) == ("edited", 10)
    thread.remove(11)
    rewritten = poller.get(Whole).rewritten
    assert rewritten is not None
    assert rewritten.kind == "shortened"
    assert poller.is_same


@both
def test_a_removal_further_up_is_found_by_a_full_fetch(opens: Opens, opened: Opened) -> None:
    poller, thread = opened(opens)
    thread.remove(4)
    thread.post()
    assert not poller.is_same
    poller.get(Grown)
    rewritten = poller.get(Whole, full=True).rewritten
    assert rewritten is not None
    assert (rewritten.kind, rewritten.line, rewritten.lost) == ("removed", 4, 1)
    assert poller.is_same


@both
@pytest.mark.parametrize("archive", [None, "storage"])
def test_a_thread_that_is_gone_says_so_with_200(opens: Opens, archive: str | None, opened: Opened) -> None:
    poller, thread = opened(opens)
    thread.fall(archive)
    answer = poller.get(Fallen)
    assert (answer.live_status, answer.capture, answer.searched, answer.requests) == (200, None, True, 1)
    assert poller.held.body == thread.dat


@both
def test_a_page_or_nothing_in_the_place_of_the_thread_is_refused(opens: Opens, opened: Opened) -> None:
    poller, thread = opened(opens)
    for name, reason in (("page_busy", "html"), ("nothing", "empty"), ("moved_notice", "moved_notice")):
        poller.board.misbehave(name, path="/bbs/")
        assert poller.get(Refused).reason == reason
        poller.board.behave()
    assert poller.held.body == thread.dat


@both
@pytest.mark.parametrize("name", ["cut", "cut_unframed", "error_500", "busy_503", "forbidden_403", "part_unasked"])
def test_trouble_on_the_way_never_harms_what_is_held(name: str, opens: Opens, opened: Opened) -> None:
    poller, thread = opened(opens)
    held = poller.held.body
    for _ in range(3):
        thread.post()
    poller.board.misbehave(name, path="/bbs/")
    answer = poller.poll()
    assert isinstance(answer, Failed | Refused | Grown)
    assert thread.dat.startswith(poller.held.body)
    assert poller.held.body.startswith(held)
    poller.board.behave()
    poller.poll()
    assert poller.is_same


DEEDS = st.lists(st.sampled_from(["post", "post", "erase", "remove", "poll", "full"]), max_size=25)


@both
@given(deeds=DEEDS)
def test_whatever_happens_what_is_held_is_put_together_right(
    opens: Opens, deeds: list[str], client: httpx.Client, any_numbered: Callable[[Opens], NumberedThread]
) -> None:
    thread = any_numbered(opens)
    poller = Poller(client, thread.home, thread)  # type: ignore[attr-defined]
    poller.poll()
    for deed in deeds:
        if deed in ("erase", "remove") and len(thread.lines) > 1:
            getattr(thread, deed)(int(thread.lines[len(thread.lines) // 2].partition(b"<>")[0]))
        elif deed == "post":
            thread.post()
        elif deed in ("poll", "full"):
            poller.poll(full=deed == "full")
            assert deed == "poll" or poller.is_same
    poller.poll(full=True)
    assert poller.is_same


@pytest.fixture(scope="module")
def any_numbered() -> object:
    """Opens a new thread on a board that lasts; it knows its `home`."""
    from itertools import count

    from fakeboard import FakeClock

    numbers = count(1178000000)
    with FakeBoard(FakeClock()) as home:

        def make(opens: Opens) -> NumberedThread:
            kind = home.shitaraba if "shitaraba" in opens.__code__.co_names else home.machi
            thread = kind(key=str(next(numbers)), posts=3)
            thread.home = home  # type: ignore[attr-defined]
            return thread

        yield make


@pytest.mark.parametrize(
    ("body", "number"),
    [
        (b"1<>a\n12<>b\n13<>half", 12),
        (b"1<>a\n", 1),
        (b"x<>a\n", None),
        (b"", None),
        (b"1<>a", None),
        (b"9999999<>\n", None),
    ],
)
def test_the_number_of_the_last_complete_line(body: bytes, number: int | None) -> None:
    assert last_number(body) == number


def test_the_date_of_a_numbered_line_is_its_fourth_field() -> None:
    line = "%d<>a<>2007/05/01(火) 12:00:0%d<>2008/04/12(土) 01:36:1%d<>x<>t<>id\n"
    held = "".join(line % (n, n, n) for n in range(1, 5)).encode("euc_jp")
    other = "".join(line % (n, n, n + 4) for n in range(1, 5)).encode("euc_jp")
    assert is_other_thread(held, other)
    assert not is_other_thread(held, held)


def test_a_packed_past_log_is_unpacked(client: httpx.Client, board: FakeBoard) -> None:
    thread = board.thread(posts=10)
    thread.is_packed = True
    poller = Poller(client, board, thread)
    poller.poll()
    thread.post()
    thread.fall("kako")
    answer = poller.get(Fallen)
    assert answer.capture is not None
    assert answer.capture.source.endswith(".dat.gz")
    assert answer.capture.body == thread.dat


def test_a_past_log_that_lies_further_down_the_list_is_found(client: httpx.Client, board: FakeBoard) -> None:
    thread = board.thread(key="1000888777", posts=5)
    thread.is_packed = True
    poller = Poller(client, board, thread)
    poller.poll()
    thread.fall("oyster")
    thread.is_packed = False
    address = parse_address(thread.url)
    assert address is not None
    fetcher = Fetcher(client, refusal_of_growing, pause=lambda _: None)
    answer = fetcher.fetch(live_address(address.thread, thread.url), address.thread, poller.held, False, poller.now, 99)
    assert isinstance(answer, Fallen)
    assert answer.capture is not None
    assert answer.requests == 6  # its live address, then every form of kako, then oyster


def test_pages_of_past_logs_are_asked_for_only_where_they_can_be_read(client: httpx.Client, board: FakeBoard) -> None:
    thread: FakeThread = board.thread(posts=5)
    thread.fall(None)
    address = parse_address(thread.url)
    assert address is not None
    for validate_page, asked in ((None, 0), (lambda *_: None, 1)):
        board.forget()
        fetcher = Fetcher(client, refusal_of_growing, pause=lambda _: None, validate_page=validate_page)
        fetcher.fetch(live_address(address.thread, thread.url), address.thread, Held(), True, board.clock())
        assert sum(exchange.path.endswith(".html") for exchange in board.log) == asked
