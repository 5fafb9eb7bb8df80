"""Whatever bytes come: a page is read or refused by name, soon, and nothing is raised."""

from __future__ import annotations

from time import thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.model import Capture, Post, ThreadRef
from referee.parse import ReadThread
from referee.parse.recognise import read_page
from tests.generate.pages import FORMATS
from tests.generate.rows import FIVE

THREAD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")
BODIES = [form.page_bytes() for form in FORMATS]
PIECES = [
    b"<dt>", b"<dd>", b'<article id="', b'<section class="post-content">', b"</b>", b"<b>", b"\x81", b"\0", b"<!--",
    b"-->", b"<script>", b"</script>", b"&#55357;", b'<dl class="post" id=3>', "：".encode("cp932"), b"2007/05/01(",
    b"mailto:", b'<a href="', b'"', b"'", b">", b"<", b"<table>", b"</td>", b"<font color=#0000FF>", b"<svg>",
    b"<template>", b"<textarea>",
]  # fmt: skip


def check(body: bytes) -> ReadThread | str:
    read = read_page(Capture(THREAD, "x", body))
    if isinstance(read, str):
        return read
    numbers = [post.number for post in read.posts]
    assert numbers == sorted(set(numbers))
    assert numbers
    assert numbers[0] > 0
    for post in read.posts:
        check_post(post)
    return read


def check_post(post: Post) -> None:
    assert post.source == "html"
    assert (post.id is not None) == (post.id_kind == "shown")
    assert "\n" not in post.name.text


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(body: bytes) -> None:
    check(body)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=6)), max_size=30).map(b"".join))
def test_any_mark_up(body: bytes) -> None:
    check(body)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(BODIES), st.data())
def test_pages_that_were_spoiled(body: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(body)))
        end = min(len(body), start + data.draw(st.integers(0, 60)))
        body = body[:start] + data.draw(st.one_of(st.just(b""), st.sampled_from(PIECES))) + body[end:]
    check(body)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(BODIES), st.sampled_from(BODIES), st.integers(0, 3000))
def test_pages_that_grew_together(one: bytes, other: bytes, place: int) -> None:
    check(one[:place] + other + one[place:])


@pytest.mark.parametrize(
    "tangle",
    [
        "<b>",
        "<div>",
        "<font color={0}>x",
        "<p><font color={0}>x",
        "<dl>",
        "<table>",
        "<a href={0}>",
        "<span>",
        "<article id={0}>",
    ],
)
def test_a_page_that_never_closes_its_tags_is_done_with_soon(tangle: str) -> None:
    body = FORMATS[0].page_bytes()
    bad = "".join(tangle.format(number) for number in range(20_000)).encode()
    began = thread_time()
    assert check(body.replace(b"<dl", bad + b"<dl")) == "tangled"
    assert thread_time() - began < 2


_SOME = ("classic", "machi", "shitaraba", "open2ch", "div-dateid", "article")
#: Where a page may be as long as a file: in a body, in a name, behind it, behind a number, in a date.
_PLACES = ("おつ", "名無しさん", "</b>", "：", "2007/05/01(火) 12:34:56", "</a>", "<br>")


@pytest.mark.parametrize("place", _PLACES)
@pytest.mark.parametrize(
    "piece",
    [
        " ", "<br>", "<br> ", "&gt;", "a", "\n", "</b><b>", "</b>", "<a>x</a>", "：", "<img>", "<small>",
        "<span>x</span>",
        '<span class="AA">x</span>', '<span class="AA">', "mailto:", "<!-- -->", "<!--", "<script></script>", "1 ：",
        "名前 ：", "投稿日：", "[ x ]", "</dd>", "</div>", 'class="date" ', "<font color=green>x</font>", "<",
        ">",
    ],
)  # fmt: skip
def test_no_page_takes_more_than_its_time(place: str, piece: str) -> None:
    """Were any step quadratic in the length of a field, this test would not end."""
    for form in (form for form in FORMATS if form.name in _SOME):
        text = form.page(FIVE)
        at = text.find(place)
        body = text[:at] + piece * (40_000 // len(piece)) + text[at:]
        began = thread_time()
        check(body.encode(form.encoding))
        assert thread_time() - began < 2
