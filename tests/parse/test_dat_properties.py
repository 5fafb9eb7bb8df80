"""Laws of reading: nothing raises, no line is lost, and a cut never changes what stands before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.model import Capture, ThreadRef
from referee.parse import looks_like_thread, plain_text, read_dat
from referee.parse.ident import USUAL_IDENT, read_ident
from referee.parse.name import read_name
from referee.parse.stamp import StampReader, read_any_stamp

FIXTURES = sorted((Path(__file__).resolve().parents[2] / "fixtures" / "dat").glob("*.dat"))
THREAD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")

#: Pieces of dats, so that random files come near to real ones.
PIECES = st.sampled_from(
    [
        b"<>",
        b"\n",
        b"\r",
        b"\0",
        b"<",
        b"</b>",
        "</b>◆".encode("cp932"),
        b" <b>",
        "あぼーん".encode("cp932"),
        b",",
        b"\x81",
        b"2007/05/01(\x89\xce) 12:00:00",
        b" ID:a5dMhaAn",
        b"ID:???",
        b"http://a.jp/x.png",
        "歩く".encode(),
        b"&#55357;",
        b"<?xml",
        b"<![CDATA[",
        b"]]>",
        b"\xef\xbb\xbf",
        b"/test/read.cgi/a/1/",
        b"<a href=",
        b">",
        b"\xff",
        b" ",
    ]
)
BODIES = st.one_of(st.binary(max_size=300), st.lists(PIECES, max_size=60).map(b"".join))


@given(BODIES)
def test_any_bytes_are_read_and_every_line_is_one_post(body: bytes) -> None:
    thread = read_dat(Capture(THREAD, "x", body))
    assert [post.number for post in thread.posts] == list(range(1, len(thread.posts) + 1))
    if not body.lstrip(b"\xef\xbb\xbf").lstrip().startswith(b"<?xml"):
        rest = body.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").rstrip(b"\r")
        assert len(thread.posts) == rest.count(b"\n") + (rest != b"" and not rest.endswith(b"\n"))
    assert len({post.fingerprint for post in thread.posts}) == len(thread.posts)
    looks_like_thread(body)


@given(BODIES)
def test_reading_twice_gives_the_same(body: bytes) -> None:
    assert read_dat(Capture(THREAD, "x", body)) == read_dat(Capture(THREAD, "x", body))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
@pytest.mark.parametrize("encoding", ["cp932", "utf-8"])
def test_a_cut_at_any_byte_changes_no_post_before_it(path: Path, encoding: str) -> None:
    body = path.read_bytes()
    if encoding == "utf-8":
        body = body.decode("cp932", "replace").encode()
    whole = read_dat(Capture(THREAD, "x", body)).posts
    for end in range(len(body)):
        posts = read_dat(Capture(THREAD, "x", body[:end])).posts
        complete = body[:end].count(b"\n")
        assert posts[:complete] == whole[:complete]
        assert len(posts) - complete in (0, 1)
        looks_like_thread(body[:end])


@given(st.text(), st.sampled_from(["", "2ch", "eddist", "jbbs", "machi"]))
def test_any_name_is_read(raw: str, family: str) -> None:
    name = read_name(raw, family)
    assert name.raw == raw
    assert not set(name.text) & set("\u202e\u2066\u200f\n\0")


@example("\xad </b>◆0000000000 <b>")
@given(st.from_regex(r"[^<&◆◇]{0,9} </b>◆[0-9A-Za-z./]{10} <b>", fullmatch=True))
def test_the_usual_name_is_read_as_any_other(raw: str) -> None:
    usual, other = read_name(raw), read_name(f"{raw}</b><b>")
    assert (usual.text, usual.typed, usual.trip, usual.cap) == (other.text, other.typed, other.trip, other.cap)


@given(st.from_regex(r"20[0-9]{2}/[01][0-9]/[0-3][0-9]\(.\) [0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{1,3})?( .*)?"))
def test_the_usual_stamp_is_read_as_any_other(field: str) -> None:
    assert StampReader().read(field) == read_any_stamp(field)


@given(st.from_regex(USUAL_IDENT, fullmatch=True))
def test_the_usual_id_is_read_as_any_other(rest: str) -> None:
    ident = read_ident(rest)
    assert ident.id == ident.dice_id == rest[4:]


@given(st.text())
def test_plain_text_never_raises(text: str) -> None:
    plain_text(text)


@pytest.mark.parametrize(
    "piece",
    [
        "<a ",
        "<a href=",
        "●",
        "</b>",
        "</b>◆",
        " ",
        "　",
        "<!---->",
        "<small>",
        "[転載",
        "©",
        "&#55357;",
        "http://a.jp/",
        ")",
        "a.",
        "a:",
        "(",
        "ime.nu/",
        "test/read.cgi/",
        "<>",
        ",",
        "◆",
        "\x81",
        "12:",
        "<?xml",
        "<![CDATA[",
    ],
)
def test_long_lines_take_no_more_than_their_time(piece: str) -> None:
    """Were any step quadratic in the length of a field, this test would not end."""
    long = piece * (60_000 // len(piece))
    date = "2007/05/01(火) 12:00:00"
    for line in (long, f"{long}x<><>{date} ID:{long}x<> http://a.jp/{long}x <>{long}x", f"<>{long}<>{long}<>{long}<>"):
        body = line.encode("cp932", "xmlcharrefreplace")
        read_dat(Capture(THREAD, "x", body))
        looks_like_thread(body)


@pytest.mark.parametrize("date", ["あぼーん ID:a5dMhaAn0", "あぼーん", "あぼーん ID:DELETED"])
def test_nobodys_id_is_shown_in_an_erased_post(date: str) -> None:
    line = f"A<><>2007/05/01(火) 12:00:00 ID:a5dMhaAn<> x <>題\nあぼーん<>あぼーん<>{date}<>あぼーん<>\n".encode(
        "cp932"
    )
    post = read_dat(Capture(ThreadRef("entrance", "1178000000"), "x", line)).posts[1]
    assert (post.status, post.id, post.dice_id) == ("erased", None, None)
    assert post.id_kind != "shown"
