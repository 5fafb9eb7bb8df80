"""Past logs that are pages: found last, told from lines, and what lies in their place is named (FORMATS 4.1, 4.3)."""

from __future__ import annotations

import httpx
import pytest
from fakeboard import FakeBoard
from fakeboard.pages import leave_page
from polling import Poller

from referee.fetch import Fallen, archive_addresses, held_after
from referee.fetch.address import redirect_target
from referee.model import Held, ThreadRef

QA = ThreadRef("qa", "1686483985", "krsw.5ch.net", "2ch")
DAT = "https://krsw.5ch.net/qa/dat/1686483985.dat"


@pytest.fixture
def pages(client: httpx.Client, board: FakeBoard) -> Poller:
    """Polls a thread of ten posts; pages are taken if they hold the word 板."""
    word = "板".encode("cp932")
    one = Poller(client, board, board.thread(posts=10), validate_page=lambda body, *_: None if word in body else "odd")
    one.poll()
    one.thread.fall(None)
    return one


def test_a_page_is_no_lines(pages: Poller) -> None:
    page = leave_page(pages.board, pages.thread, "<html>板</html>".encode("cp932"))
    before = pages.held
    answer = pages.get(Fallen)
    assert answer.capture is not None
    assert (answer.capture.form, answer.capture.body, answer.capture.from_byte) == ("page", page, 0)
    assert (answer.searched, answer.refused, answer.rewritten) == (True, "", None)
    assert pages.held == before  # a delta joins lines


def test_lines_are_asked_for_first(pages: Poller) -> None:
    leave_page(pages.board, pages.thread, "<html>板</html>".encode("cp932"))
    pages.thread.fall("kako")
    answer = pages.get(Fallen)
    assert answer.capture is not None
    assert answer.capture.form == "lines"
    assert held_after(answer, Held()).body == pages.thread.dat


def test_what_lies_in_the_place_of_a_page_is_named(pages: Poller) -> None:
    leave_page(pages.board, pages.thread, b"<html>sorry</html>")
    answer = pages.get(Fallen)
    assert (answer.capture, answer.searched, answer.refused) == (None, True, "odd")


def test_the_validator_is_told_what_is_held(client: httpx.Client, board: FakeBoard) -> None:
    seen: list[tuple[ThreadRef, bytes]] = []

    def refuse(_body: bytes, thread: ThreadRef, held: bytes) -> str:
        seen.append((thread, held))
        return "odd"

    poller = Poller(client, board, board.thread(posts=3), validate_page=refuse)
    poller.poll()
    poller.thread.fall(None)
    leave_page(board, poller.thread)
    poller.poll()
    assert seen == [(poller.ref, poller.thread.dat)]


@pytest.mark.parametrize(
    ("location", "followed"),
    [
        ("/qa/kako/1686/16864/1686483985.html", True),
        ("https://kako.5ch.net/test/read.cgi/qa/1686483985/", True),
        ("https://kako.5ch.net/test/read.cgi/qa/1686483985", True),
        ("https://kako.5ch.net/test/read.cgi/qa/1686483985/l50", False),
        ("https://kako.5ch.net/test/read.cgi/qa/1686483986/", False),
        ("https://kako.example.jp/test/read.cgi/qa/1686483985/", False),
        ("https://krsw.5ch.net/test/read.cgi/qa/1686483985/", False),
        ("https://www2.5ch.net/live.html", False),
    ],
)
def test_redirects_to_pages_of_past_logs_are_followed_where_pages_are_read(location: str, followed: bool) -> None:
    assert redirect_target(QA, DAT, location) is None
    found = redirect_target(QA, DAT, location, pages=True)
    assert (found is not None and found[1]) == followed


@pytest.mark.parametrize(
    ("key", "pages"),
    [
        ("1686483985", ["kako/1686/16864/1686483985.html"]),
        ("978600696", ["kako/978/978600696.html"]),
        ("1000888777", ["kako/1000/10008/1000888777.html", "kako/100/1000888777.html"]),
    ],
)
def test_pages_come_last_in_every_folder(key: str, pages: list[str]) -> None:
    thread = ThreadRef("qa", key, "piza.2ch.net", "2ch")
    found = archive_addresses(thread, f"https://piza.2ch.net/qa/dat/{key}.dat", pages=True)
    assert [address.removeprefix("https://piza.2ch.net/qa/") for address in found[-len(pages) :]] == pages
    assert not any(address.endswith(".html") for address in found[: -len(pages)])
