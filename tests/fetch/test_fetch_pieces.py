"""The small pieces of polling: header fields, unpacking, joining."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.fetch.body import Body, BodyError
from referee.fetch.fields import ContentRange, content_range, field, http_date, retry_at, validators
from referee.fetch.join import complete_end, is_other_thread, joins, last_line_start, rewritten

NOW = datetime(2007, 5, 1, 12, 0, tzinfo=UTC)
LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"cc\n", b"\r\n", b"\n"]), max_size=8)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bytes 0-9/10", ContentRange(0, 9, 10)),
        ("bytes 5-9/*", ContentRange(5, 9, None)),
        ("Bytes */10", ContentRange(None, None, 10)),
        ("bytes */*", ContentRange(None, None, None)),
        ("bytes", None),
        ("bytes x-9/10", None),
        ("bytes 0-９/10", None),
        ("", None),
    ],
)
def test_content_range(text: str, told: ContentRange | None) -> None:
    assert content_range((("content-RANGE", text),)) == told


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ({"Retry-After": "120"}, 120),
        ({"Retry-After": " 0 "}, 0),
        ({"Retry-After": "99999999999999999999"}, 86400),
        ({"Retry-After": "-5"}, None),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "１２０"}, None),
        ({"Retry-After": "Tue, 01 May 2007 12:10:00 GMT"}, 600),
        ({"Retry-After": "Tue, 01 May 2007 11:00:00 GMT"}, 0),
        ({"Retry-After": "Fri, 01 May 2037 11:00:00 GMT"}, 86400),
        ({"Retry-After": "Wed, 02 May 2007 12:10:00 GMT", "Date": "Wed, 02 May 2007 12:00:00 GMT"}, 600),
        ({}, None),
    ],
)
def test_retry_after(fields: dict[str, str], seconds: int | None) -> None:
    expected = None if seconds is None else NOW + timedelta(seconds=seconds)
    assert retry_at(tuple(fields.items()), NOW) == expected


@given(st.text())
def test_any_text_as_a_date(text: str) -> None:
    moment = http_date(text)
    assert moment is None or moment.tzinfo is UTC
    retry_at((("Retry-After", text),), NOW)
    content_range((("Content-Range", text),))


def test_validators_are_kept_unchanged_or_left_out() -> None:
    old, late = "Tue, 1 May 2007 11:59:59 gmt", "Tue, 01 May 2007 12:00:00 GMT"
    date = ("Date", late)
    assert validators((("Last-Modified", old), ("ETag", 'W/"x"'), date), True) == (old, 'W/"x"')
    assert validators((("Last-Modified", late), ("ETag", '"x"'), date), True) == (late, '"x"')
    assert validators((("Last-Modified", old), date), True) == (old, None)
    assert validators((("Last-Modified", late), date), True) == (None, None)
    assert validators((("Last-Modified", "nonsense"), date), True) == ("nonsense", None)
    assert validators((("Last-Modified", old), ("ETag", '"x-gzip"'), date), True) == (old, None)
    assert validators((("ETag", '"x-gzip"'),), True) == (None, '"x-gzip"')
    assert validators((("Last-Modified", old), ("ETag", '"x"')), False) == (None, None)
    assert field((("A", "1"), ("a", "2")), "A") == "1"


def unpack(encoding: str, data: bytes, limit: int = 10_000, step: int = 7) -> bytes:
    body = Body(encoding, limit)
    for place in range(0, len(data), step):
        body.feed(data[place : place + step])
    return body.finish()


@given(st.binary(max_size=300), st.integers(1, 50))
def test_unpacking_in_any_pieces(data: bytes, step: int) -> None:
    assert unpack("", data, step=step) == unpack("identity", data, step=step) == data
    assert unpack("gzip", gzip.compress(data), step=step) == unpack(" X-GZIP", gzip.compress(data), step=step) == data
    assert unpack("gzip", gzip.compress(data) + gzip.compress(b"x") + b"\0\0", step=step) == data + b"x"


@pytest.mark.parametrize(
    ("encoding", "data", "fault"),
    [
        ("br", b"x", "encoding"),
        ("gzip, gzip", b"x", "encoding"),
        ("gzip", b"no gzip at all", "garbled"),
        ("gzip", gzip.compress(b"x" * 100)[:-9], "cut"),
        ("gzip", gzip.compress(bytes(20_000)), "too_large"),
        ("deflate", b"x", "encoding"),
        ("", bytes(10_001), "too_large"),
        ("gzip", gzip.compress(b"") * 600, "too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
def test_bodies_that_can_not_be_taken(encoding: str, data: bytes, fault: str) -> None:
    with pytest.raises(BodyError, match=fault):
        unpack(encoding, data)


@given(LINES, st.binary(max_size=3), st.binary(max_size=6))
def test_joining(lines: list[bytes], half: bytes, more: bytes) -> None:
    held = b"".join(lines) + half.replace(b"\n", b"")
    start, end = last_line_start(held), complete_end(held)
    assert end == len(b"".join(lines))
    assert 0 <= start <= end
    assert held[start:end] == (lines[-1].replace(b"\n", b"") + b"\n" if lines else b"")
    assert joins(held, held[start:end] + more) is bool(lines)
    assert rewritten(held, held[:end] + more) is None


@given(LINES, LINES)
def test_the_first_line_that_differs(old: list[bytes], new: list[bytes]) -> None:
    held, body = b"".join(old), b"".join(new)
    found = rewritten(held, body)
    if found is None:
        assert body.startswith(held)
        return
    before = held[: found.byte]
    assert before.count(b"\n") == found.line - 1
    assert body.startswith(before)
    rest_held, rest = held[found.byte :].split(b"\n")[0], body[found.byte :].split(b"\n")[0]
    assert rest_held != rest or found.kind == "shortened" or not body[found.byte :].count(b"\n")
    if found.kind == "removed":
        assert (
            b"".join(old[found.line - 1 + found.lost :])
            == body[found.byte :][: len(b"".join(old[found.line - 1 + found.lost :]))]
        )
    if found.kind == "shortened":
        assert len(new) == len(old) - found.lost


def line(number: int, name: str = "x") -> bytes:
    return f"{name}<>sage<>2007/05/01(K) 12:00:{number:02d}.00 ID:abc{number:05d}<> body <>\n".encode()


ERASED = "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん\n".encode("cp932")


@pytest.mark.parametrize(
    ("held", "body", "is_other"),
    [
        ([line(1), line(2)], [line(3), line(4)], True),
        ([line(1), line(2), line(3)], [line(9)], True),
        ([line(1), line(2)], [line(3), line(4), line(5)], False),
        ([line(n) for n in range(8)], [line(n) for n in range(20, 29)], False),
        ([line(n) for n in range(9)], [line(n) for n in range(20, 59)], True),
        ([line(1), line(2)], [line(1, "名"), line(2, "無"), line(3)], False),
        ([line(1), line(2)], [ERASED, ERASED, line(3)], False),
        ([line(1), line(2), line(3)], [ERASED, line(4)], False),
        ([line(1), line(2)], [line(2)], False),
        ([line(1)], [line(7)], False),
        ([], [line(7)], False),
        ([ERASED, ERASED], [line(7), line(8)], False),
        ([b"1,2,3,4\n"] * 3, [line(7)], False),
    ],
)
def test_another_thread(held: list[bytes], body: list[bytes], is_other: bool) -> None:
    assert is_other_thread(b"".join(held), b"".join(body)) is is_other
