"""Captures: every byte as received, each kept once, and the dat put together again."""

from __future__ import annotations

import zlib

import pytest
from book import NEXT, NOW, THREAD
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.errors import LedgerConflict
from referee.ledger import Ledger
from referee.ledger.captures import common_length
from referee.model import Capture, Cursor, Held, ThreadRef


def add(ledger: Ledger, body: bytes, from_byte: int = 0, thread: ThreadRef = THREAD) -> int:
    with ledger.write(NOW) as tx:
        return tx.add_capture(
            Capture(thread, "http://example.com/x.dat", body, from_byte, NOW, 206, (("Date", "now"), ("ETag", '"é"')))
        )


def held(ledger: Ledger, thread: ThreadRef = THREAD) -> bytes:
    with ledger.read() as view:
        return view.held(thread).body


def test_a_thread_is_put_together_from_its_captures(ledger: Ledger) -> None:
    assert held(ledger) == b""
    add(ledger, b"one\ntwo\n")
    add(ledger, b"two\nthree\n", 4)
    add(ledger, b"other\n", thread=NEXT)
    add(ledger, b"three\nfour\n", 8)
    assert held(ledger) == b"one\ntwo\nthree\nfour\n"
    assert held(ledger, NEXT) == b"other\n"


def test_a_full_fetch_in_which_a_line_was_changed_or_cut(ledger: Ledger) -> None:
    add(ledger, b"one\ntwo\nthree\n")
    add(ledger, b"one\nTWO\nthree\n")
    assert held(ledger) == b"one\nTWO\nthree\n"
    add(ledger, b"one\nTWO\n")
    assert held(ledger) == b"one\nTWO\n"
    add(ledger, b"")
    assert held(ledger) == b""


def test_captures_come_back_as_received(ledger: Ledger) -> None:
    add(ledger, b"one\ntwo\n")
    second = add(ledger, b"two\nthree\n", 4)
    add(ledger, b"one\ntwo\nthree\n")
    with ledger.read() as view:
        stored = list(view.captures(THREAD))
        assert [one.capture.body for one in stored] == [b"one\ntwo\n", b"two\nthree\n", b"one\ntwo\nthree\n"]
        assert [one.whole for one in stored] == [b"one\ntwo\n", b"one\ntwo\nthree\n", b"one\ntwo\nthree\n"]
        assert [one.new_from for one in stored] == [0, 8, 14]
        assert stored[1].capture.headers == (("Date", "now"), ("ETag", '"é"'))
        assert (stored[1].capture.seen_at, stored[1].capture.status) == (NOW, 206)
        assert [one.id for one in view.captures(after=second)] == [second + 1]
        assert list(view.captures(NEXT)) == []


def test_what_was_held_is_not_kept_twice(ledger: Ledger) -> None:
    body = bytes(range(256)) * 400
    add(ledger, body)
    for _ in range(24):
        add(ledger, body)
    with ledger.read() as view:
        sizes = [len(row[0]) for row in view._line.raw.execute("SELECT body FROM captures ORDER BY id")]
    assert max(sizes[1:]) == len(zlib.compress(b""))


def add_page(ledger: Ledger, body: bytes) -> int:
    with ledger.write(NOW) as tx:
        return tx.add_capture(Capture(THREAD, "http://example.com/x.html", body, 0, NOW, 200, form="page"))


def test_pages_stand_beside_the_dat(ledger: Ledger) -> None:
    """What is held for a delta is never a page; pages come newest first, equal ones once, up to a capture."""
    add(ledger, b"one\ntwo\n")
    first = add_page(ledger, b"<html>one two")
    add(ledger, b"two\nthree\n", 4)
    second = add_page(ledger, b"<html>one two three")
    add_page(ledger, b"<html>one two")
    assert held(ledger) == b"one\ntwo\nthree\n"
    with ledger.read() as view:
        assert [page.body for page in view.pages(THREAD)] == [b"<html>one two", b"<html>one two three"]
        assert [page.body for page in view.pages(THREAD, second)] == [b"<html>one two three", b"<html>one two"]
        assert [page.body for page in view.pages(THREAD, first)] == [b"<html>one two"]
        assert view.pages(THREAD, first - 1) == view.pages(NEXT) == ()
        assert [one.capture.body for one in view.captures(THREAD) if one.capture.form == "page"] == [
            b"<html>one two", b"<html>one two three", b"<html>one two",
        ]  # fmt: skip
        assert view.verify_chain() is None


@pytest.mark.parametrize("form", ["page", "lines"])
def test_what_a_capture_is_of_is_covered_by_the_chain(ledger: Ledger, form: str) -> None:
    add(ledger, b"one\n")
    add_page(ledger, b"<html>one")
    with ledger.write(NOW) as tx:
        tx._line.raw.execute("UPDATE captures SET form = ? WHERE form <> ?", (form, form))
        broken = tx.verify_chain()
    assert broken is not None
    assert (broken.table, broken.row) == ("captures", "1" if form == "page" else "2")


def test_a_page_again_costs_nothing(ledger: Ledger) -> None:
    page = bytes(range(256)) * 400
    add_page(ledger, page)
    add_page(ledger, page)
    with ledger.read() as view:
        (_, again) = (row[0] for row in view._line.raw.execute("SELECT body FROM captures ORDER BY id"))
    assert len(again) == len(zlib.compress(b""))


def test_a_hole_is_refused(ledger: Ledger) -> None:
    add(ledger, b"one\n")
    with pytest.raises(LedgerConflict, match="do not join the 4 held"):
        add(ledger, b"x", 5)
    with pytest.raises(LedgerConflict, match="has no thread entrance/9"):
        add(ledger, b"x", thread=ThreadRef("entrance", "9"))


def test_held_has_the_headers_of_its_cursor(ledger: Ledger) -> None:
    add(ledger, b"one\n")
    with ledger.write(NOW) as tx:
        tx.put_cursor(Cursor(THREAD, "http://example.com/", last_modified="Sun, 01 Mar", etag='"1"'))
        assert tx.held(THREAD) == Held(b"one\n", "Sun, 01 Mar", '"1"')


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(st.integers(0, 12), st.text("ab\n", max_size=12)), min_size=1, max_size=8))
def test_any_captures_come_back(ledger: Ledger, steps: list[tuple[int, str]]) -> None:
    with ledger.write(NOW) as tx:
        dat, after, expected = tx.held(THREAD).body, 0, []
        for start, text in steps:
            body, start = text.encode(), min(start, len(dat))
            number = tx.add_capture(Capture(THREAD, "x", body, start, NOW))
            after = after or number - 1
            dat = dat[:start] + body
            expected.append((body, dat))
            assert tx.held(THREAD).body == dat
        assert [(one.capture.body, one.whole) for one in tx.captures(THREAD, after)] == expected
        assert tx.verify_chain() is None


@given(st.binary(max_size=40), st.integers(0, 10), st.binary(max_size=40))
def test_common_length(held: bytes, start: int, body: bytes) -> None:
    start = min(start, len(held))
    length = common_length(held, start, body)
    assert held[start : start + length] == body[:length]
    assert held[start + length : start + length + 1] != body[length : length + 1] or length in (
        len(body),
        len(held) - start,
    )
