"""Posts of a page whose tags are damaged: never left out in silence."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from generate.pages import FORMATS, Format
from generate.rows import FIVE

from referee.model import Capture, ThreadRef
from referee.parse.html import read_page
from referee.parse.html_generations import GENERATIONS

EVERY = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def read(form: Format, text: str) -> tuple[list[int], list[tuple[str, int | None]]]:
    """The numbers of the posts of a page, and what was told of it."""
    body = text.encode(form.encoding, "xmlcharrefreplace")
    page = read_page(Capture(ThreadRef("entrance", "1178000000", None, form.family), "x.html", body))
    assert not isinstance(page, str)
    return [post.number for post in page.posts], [(one.kind, one.number) for one in page.problems]


def begins(text: str) -> list[re.Match[str]]:
    """Where the posts of a page begin, as its generation says."""
    found = ([begin for begin in one.begins.finditer(text) if "id=9>" not in begin[0]] for one in GENERATIONS)
    return next(some for some in found if len(some) == len(FIVE))


@EVERY
@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_post_whose_first_tag_is_damaged_is_told(form: Format, number: int) -> None:
    text = form.page(FIVE)
    begin = begins(text)[number - 1]
    for tag in (begin[0].replace("class", "clss"), begin[0].replace("<", "<q", 1), "", "<" + begin[0][2:]):
        numbers, told = read(form, text[: begin.start()] + tag + text[begin.end() :])
        assert number in numbers or told, (tag, numbers)
        assert not set(numbers) - {1, 2, 3, 4, 5}


def test_a_damaged_last_post_is_told_with_its_number() -> None:
    for name in ("dl-post", "article", "classic"):
        form = next(one for one in FORMATS if one.name == name)
        text = form.page(FIVE)
        begin = begins(text)[-1]
        assert read(form, text[: begin.start()] + text[begin.end() :]) == ([1, 2, 3, 4], [("unread_post", 5)])


@EVERY
def test_a_whole_page_has_no_lost_posts(form: Format) -> None:
    assert read(form, form.page(FIVE)) == ([1, 2, 3, 4, 5], [])


def test_what_people_type_is_no_lost_post() -> None:
    typed = " 5 ：&lt;b&gt;名無し&lt;/b&gt;：2007/05/01(火) 12:00:00 ID:a5dMhaAn<br> class=&quot;number&quot;&gt;9 "
    for form in FORMATS:
        assert read(form, form.page([FIVE[0], replace(FIVE[1], body=typed)])) == ([1, 2], [])


def test_a_number_that_no_post_has_is_told_and_not_read() -> None:
    for name in ("classic", "article"):
        form = next(one for one in FORMATS if one.name == name)
        text = form.page([*FIVE[:4]])
        begin = begins(form.page(FIVE))[3]
        for far in ("99999999", "20001"):
            body = text[: begin.start()] + re.sub(r"(?<!\d)4(?!\d)", far, text[begin.start() :], count=3)
            numbers, told = read(form, body)
            assert numbers == [1, 2, 3]
            assert ("bad_number", None) in told
