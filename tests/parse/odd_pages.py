"""What the tests of odd pages share: pages of a few rows, read and compared with the dat of the same rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.model import Capture, Post, ThreadRef
from referee.parse import ReadThread, read_dat
from referee.parse.recognise import read_page
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import BOARD, FIVE, KEY, Row
from tests.parse.test_html_fixtures import comparable, page

THREAD = ThreadRef(BOARD, KEY, None, "2ch")
FORM = {form.name: form for form in FORMATS}
PLAIN = replace(FIVE[2], number=2, body=" x ")
#: The generations that differ most: lists, lists that are closed, cells with date and ID in one, cells of their own.
SOME = pytest.mark.parametrize("name", ["classic", "classic-0ch", "div-dateid", "article"])
STAMP = "2007/05/01(火) 12:00:00"


def read(form: Format, *rows: Row) -> ReadThread:
    """A page of a first post and some rows."""
    return page(form, form.page_bytes([FIVE[0], *rows]))


def one(form: Format, row: Row) -> Post:
    """The second post of a page, which must be what the dat of the same row says."""
    got = read(form, replace(row, number=2)).posts[1]
    body = form.dat_bytes([FIVE[0], replace(row, number=2)])
    expected = read_dat(Capture(ThreadRef(BOARD, KEY, None, form.family), "x", body)).posts[1]
    assert comparable(got, form) == comparable(expected, form)
    return got


def from_html(html: str, encoding: str = "cp932") -> ReadThread:
    got = read_page(Capture(THREAD, "x", html.encode(encoding, "xmlcharrefreplace")))
    assert isinstance(got, ReadThread)
    return got


def kinds(read: ReadThread) -> list[tuple[str, int | None]]:
    return [(problem.kind, problem.number) for problem in read.problems]
