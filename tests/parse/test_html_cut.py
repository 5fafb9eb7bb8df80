"""A page cut at any byte: what is read is what stood whole before the cut, and the cut is told."""

from __future__ import annotations

import pytest

from referee.model import Capture, ThreadRef
from referee.parse import ReadThread
from referee.parse.recognise import read_page
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import BOARD, FIVE, KEY

ROWS = (FIVE[0], FIVE[1], FIVE[2])


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_no_cut_raises_or_makes_a_wrong_post(form: Format) -> None:
    body = form.page_bytes(ROWS)
    ref = ThreadRef(BOARD, KEY, None, form.family)
    whole = read_page(Capture(ref, "x", body))
    assert isinstance(whole, ReadThread)
    seen = {0}
    for end in range(len(body)):
        read = read_page(Capture(ref, "x", body[:end]))
        if isinstance(read, str):
            assert read in ("empty", "no_posts", "unknown_page")
            continue
        count = len(read.posts)
        assert read.posts == whole.posts[:count], f"cut at byte {end}"
        assert ("cut_page" in {problem.kind for problem in read.problems}) == (b"</body>" not in body[:end])
        seen.add(count)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_cut_in_a_body_is_told_with_the_number_of_its_post(form: Format) -> None:
    body = form.page_bytes(ROWS)
    cut = body.index("きょうの".encode(form.encoding)) + 4
    read = read_page(Capture(ThreadRef(BOARD, KEY, None, form.family), "x", body[:cut]))
    assert isinstance(read, ReadThread)
    assert [post.number for post in read.posts] == [1, 2]
    assert [(problem.kind, problem.number) for problem in read.problems] == [("cut_page", 3)]
