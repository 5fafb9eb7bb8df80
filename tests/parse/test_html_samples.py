"""The real pages beside the project: every post that stands in their source is read, and read right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.model import Capture, ThreadRef
from referee.parse import ReadThread, looks_like_thread, read_dat
from referee.parse.content import content_key
from referee.parse.recognise import read_page

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "formats" / "samples"
pytestmark = pytest.mark.skipif(not SAMPLES.exists(), reason="the real samples do not lie beside this checkout")

#: Page → its posts, genuine trips, visible IDs, erased posts, notices: counted in its source (INDEX.md for the dats).
PAGES = {
    "5ch_html_v08_2023_cut.html": (53, 0, 51, 0, 2),
    "ex0ch_readcgi_5ch.html": (28, 9, 20, 2, 1),
    "ex0ch_readcgi_original.html": (28, 9, 20, 2, 1),
    "open2ch_2016_read.html": (6, 0, 6, 0, 0),
    "zerochplus_read.html": (6, 3, 6, 0, 0),
}
#: Fragments → what begins a post in them.
FRAGMENTS = {
    "2ch_html_2001_fragments.txt": r"<dt>",
    "2ch_html_2015_dt_fragments.txt": r"<dt>",
    "5ch_html_2017_dateNG_fragments.txt": r'<div class="post"',
    "5ch_html_2017_fragments.txt": r'<(?:div|dl) class="post"',
    "5ch_html_2023_article_fragments.txt": r"<article",
    "5ch_html_2024_donguri_fragments.txt": r"<article",
    "5ch_html_name_fragments.txt": r'<div class="post"',
    "pink_html_2017_fragments.txt": r'<(?:div|dl) class="post"',
}


def read(name: str, body: bytes | None = None) -> ReadThread:
    capture = Capture(
        ThreadRef("entrance", "1178000000"), name, (SAMPLES / name).read_bytes() if body is None else body
    )
    page = read_page(capture)
    assert isinstance(page, ReadThread)
    return page


def fragments(name: str) -> list[str]:
    """The posts of a collection, each by itself: they come from many threads."""
    text = (SAMPLES / name).read_text("utf-8-sig")
    starts = [match.start() for match in re.finditer(FRAGMENTS[name], text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@pytest.mark.parametrize("name", PAGES)
def test_every_post_of_a_page_is_read(name: str) -> None:
    assert looks_like_thread((SAMPLES / name).read_bytes()) == "html"
    page = read(name)
    assert (
        len(page.posts),
        sum(post.name.trip is not None for post in page.posts),
        sum(post.id_kind == "shown" for post in page.posts),
        sum(post.status == "erased" for post in page.posts),
        sum(post.status == "server_notice" for post in page.posts),
    ) == PAGES[name]
    assert page.title
    assert len({post.fingerprint for post in page.posts}) == len(page.posts)
    assert {problem.kind for problem in page.problems} <= {"gap"}


@pytest.mark.parametrize("name", FRAGMENTS)
def test_every_fragment_is_one_post(name: str) -> None:
    for fragment in fragments(name):
        (post,) = read(name, fragment.encode()).posts
        assert post.number == int(re.search(r"\d+", fragment)[0])  # type: ignore[index]
        assert post.status == "normal"
        assert post.name.typed or "<small>" in post.name.raw or " </b>" in post.name.raw
        assert not re.search(r"</?(?:a|font)\b", post.name.raw.replace("<font color=\"#FF8C00\">", "").replace(
            '<font color="#fc0584">', "").replace("</font>", ""))  # fmt: skip
        assert re.sub(r"\s|<[^>]*>", "", post.body)
        is_undated = 'class="date">NG<' in fragment
        assert (post.stamp is None) == is_undated
        shown = re.search(r"ID:([\w+/]{8,9})", fragment.split("post-content")[0].split('"message')[0].split("<dd")[0])
        assert post.id == (shown[1] if shown else None)


@pytest.mark.parametrize(
    ("page", "dat"),
    [
        ("ex0ch_readcgi_original.html", "ex0ch_stopped.dat"),
        ("ex0ch_readcgi_5ch.html", "ex0ch_stopped.dat"),
        ("zerochplus_read.html", "zerochplus.dat"),
    ],
)
def test_a_page_says_what_the_dat_of_the_same_thread_says(page: str, dat: str) -> None:
    expected = read_dat(Capture(ThreadRef("entrance", "1178000000"), dat, (SAMPLES / dat).read_bytes())).posts
    posts = read(page).posts
    assert [content_key(post) for post in posts] == [content_key(post) for post in expected]
    assert [post.body.strip() for post in posts] == [post.body.strip() for post in expected]
    assert [post.name.raw for post in posts] == [post.name.raw for post in expected]
    assert [post.links for post in posts] == [post.links for post in expected]
    if page != "ex0ch_readcgi_5ch.html":
        kept = [post for post in expected if post.status != "erased"]  # an erased line ends in a field that no page has
        assert [post.fingerprint for post in posts if post.status != "erased"] == [post.fingerprint for post in kept]
        assert [post.mail for post in posts] == [post.mail for post in expected]


def test_the_posts_of_open2ch_are_those_of_its_dat() -> None:
    dat = "open2ch_2016.dat"
    expected = read_dat(Capture(ThreadRef("entrance", "1178000000"), dat, (SAMPLES / dat).read_bytes())).posts
    posts = read("open2ch_2016_read.html").posts  # the words of the dat are replaced
    assert [(post.number, post.name, post.mail, post.date, post.stamp, post.id) for post in posts] == [
        (post.number, post.name, post.mail, post.date, post.stamp, post.id) for post in expected
    ]


def test_numbers_that_were_cut_out_of_a_page_are_a_gap() -> None:
    page = read("5ch_html_v08_2023_cut.html")
    assert [post.number for post in page.posts] == [*range(1, 46), *range(995, 1003)]
    assert [(problem.kind, problem.number, problem.detail) for problem in page.problems] == [("gap", 46, "46-994")]


@pytest.mark.parametrize("name", ["5ch_bbsmenu.html"])
def test_other_pages_are_refused(name: str) -> None:
    assert (
        read_page(Capture(ThreadRef("entrance", "1178000000"), name, (SAMPLES / name).read_bytes())) == "unknown_page"
    )
