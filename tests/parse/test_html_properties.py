"""Whatever bytes come: a page is read or refused by name, soon, and nothing is raised."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.model import Capture, Post, ThreadRef
from referee.parse import ReadThread, read_page
from tests.generate.pages import FORMATS

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
    began = perf_counter()
    assert check(body.replace(b"<dl", bad + b"<dl")) == "tangled"
    assert perf_counter() - began < 2


@pytest.mark.parametrize(
    "piece", [b" ", b"<br>", b"<br> ", b"&gt;", b"a", b"\n", b"</b><b>", b"<a>x</a>", "：".encode("cp932"), b"<img>"]
)
def test_a_body_as_long_as_a_file_is_read_at_once(piece: bytes) -> None:
    for body in BODIES:
        whole = body.replace("おつ".encode("cp932"), piece * (200_000 // len(piece)))
        began = perf_counter()
        check(whole)
        assert perf_counter() - began < 2


@pytest.mark.parametrize(
    "piece", [b" ", b"</b><b>", b"</b>", b"a", "：".encode("cp932"), b"<small>", b"<span>x</span>", b"&gt;"]
)
def test_a_name_as_long_as_a_file_is_read_at_once(piece: bytes) -> None:
    for body in BODIES:
        whole = body.replace("名無しさん".encode("cp932"), piece * (50_000 // len(piece)))
        began = perf_counter()
        check(whole)
        assert perf_counter() - began < 2
