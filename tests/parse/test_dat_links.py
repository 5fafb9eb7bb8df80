"""Links in bodies: every form of FORMATS 1.9, in reading order, each address once."""

from __future__ import annotations

import pytest

from referee.model import ThreadRef
from referee.parse.link import read_links

THREAD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")
OTHER = ThreadRef("entrance2", "1170000000", "etc7.2ch.net", "2ch")


@pytest.mark.parametrize(
    "body",
    [
        " http://etc7.2ch.net/test/read.cgi/entrance2/1170000000/6 <br> おまけ",
        "ttp://etc7.2ch.net/test/read.cgi/entrance2/1170000000/6",
        "ここ→tp://etc7.2ch.net/test/read.cgi/entrance2/1170000000/6です",
        "(http://etc7.2ch.net/test/read.cgi/entrance2/1170000000/6)",
        "etc7.2ch.net/test/read.cgi/entrance2/1170000000/6",
        "http://ime.nu/etc7.2ch.net/test/read.cgi/entrance2/1170000000/6",
        '<a href="http://jump.5ch.net/?http://etc7.2ch.net/test/read.cgi/entrance2/1170000000/6">'
        "http://etc7.2ch.net/test/read.cgi/entrance2/1170000000/6</a>",
        '<a href="../test/read.cgi/entrance2/1170000000/6" target="_blank">おまけ</a>',
        "<a href=/test/read.cgi/entrance2/1170000000/6>おまけ</a>",
        "http://etc7.2ch.net/test/read.cgi?bbs=entrance2&amp;key=1170000000&amp;st=6&amp;to=6",
        "http://etc7.2ch.net/test/read.cgi/entrance2/1170000000/6&gt;&gt;1",
    ],
)
def test_a_post_of_another_thread(body: str) -> None:
    (link,) = read_links(body, THREAD)
    assert (link.thread, link.number, link.picture) == (OTHER, 6, False)
    assert link.url.startswith("http://etc7.2ch.net/test/read.cgi")


@pytest.mark.parametrize(
    "body",
    [
        '<a href="../test/read.cgi/entrance/1178000000/5" target="_blank">&gt;&gt;5</a>',
        '<a href="../test/read.cgi/entrance/1178000000/5" rel="noopener noreferrer" target="_blank">&gt;&gt;5</a>',
        '<a href="/test/read.cgi/entrance/1178000000/141" target="_blank">&gt&gt141</a>',
        '<a href="https://krsw.5ch.net/test/read.cgi/entrance/1178000000/5">&gt;&gt;5</a>',
        "&gt;&gt;5 ＞＞6",
        " sssp://img.5ch.net/ico/nida.gif <br> x",
        '<img src="http://img.5ch.net/ico/nida.gif">',
        "ftp://example.jp/a.jpg",
        '<a href="javascript:be(1);">?</a> read.cgi は tp',
    ],
)
def test_what_is_no_link_of_the_player(body: str) -> None:
    assert read_links(body, THREAD) == ()


@pytest.mark.parametrize(
    ("url", "is_picture"),
    [
        ("http://img.example.jp/a.jpg", True),
        ("ttp://img.example.jp/a.JPEG", True),
        ("https://img.example.jp/x/a.png?name=orig", True),
        ("https://img.example.jp/a.gif", True),
        ("https://img.example.jp/a.webp.", True),
        ("https://img.example.jp/a.bmp#top", True),
        ("https://img.example.jp/a.jpg/", False),
        ("https://img.example.jp/?a.jpg", False),
        ("https://example.jpg", False),
        ("https://img.example.jp/a.jpgx", False),
        ("https://img.example.jp/a.svg", False),
    ],
)
def test_a_picture_is_known_by_the_end_of_its_path(url: str, is_picture: bool) -> None:
    (link,) = read_links(f" 机 {url} <br> ", THREAD)
    assert link.picture is is_picture


def test_links_stand_in_reading_order_and_once() -> None:
    body = (
        "http://b.example.jp/2.jpg <br> ttp://a.example.jp/1.jpg　http://b.example.jp/2.jpg http://B.example.jp/2.jpg"
    )
    assert [link.url for link in read_links(body, THREAD)] == ["http://b.example.jp/2.jpg", "http://a.example.jp/1.jpg"]


def test_a_relative_link_in_a_thread_without_host_keeps_board_and_key() -> None:
    body = '<a href="../test/read.cgi/qa/1170000000/6">x</a>'
    (link,) = read_links(body, ThreadRef("entrance", "1178000000"))
    assert (link.url, link.thread, link.number) == ("/test/read.cgi/qa/1170000000/6", ThreadRef("qa", "1170000000"), 6)


@pytest.mark.parametrize(
    ("other", "links"),
    [
        ("http://img.example.jp/a.jpg", 1),
        ('<a href="//img.example.jp/a.jpg">絵</a>', 1),
        ("img.example.jp/test/read.cgi/entrance/1178000000/", 1),
        ("絵 <br> tp", 0),
    ],
)
@pytest.mark.parametrize("place", ["{0}{1}", "{1} {0}", "{0}{0} {1} {0}"])
def test_a_link_beside_anchors_is_found_wherever_it_stands(other: str, links: int, place: str) -> None:
    anchor = '<a href="../test/read.cgi/entrance/1178000000/5" target="_blank">&gt;&gt;5</a>'
    assert len(read_links(place.format(anchor, other), THREAD)) == links
