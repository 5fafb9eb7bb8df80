"""Names, titles, trips, IDs and reasons made to break a page (ODD-INPUTS 32): they stay text."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

import pytest
from hostile import NASTY, hostile
from published import html_of, pages_of, played
from scenario import play
from selectolax.lexbor import LexborHTMLParser

from referee.app.site import templates
from referee.pages import FirstHome, front_page

PLAIN = "歩く人"
#: What the checker page runs, and its data: the same whatever people are called.
SCRIPT = re.compile("<script.*?</script>", re.DOTALL)


def shape(page: LexborHTMLParser) -> list[tuple[str, tuple[str, ...]]]:
    """The elements of a page in order, each with the names of its attributes."""
    return [(node.tag or "", tuple(sorted(node.attributes))) for node in page.css("*")]


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_a_nasty_text_stays_text(text: str) -> None:
    """Page by page the elements and attributes are those of the same game with a harmless name."""
    pages, harmless = hostile(text), hostile(PLAIN)
    assert len(pages) == len(harmless)
    shapes = sorted(shape(page) for path, page in html_of(pages) if "rules" not in path)
    assert shapes == sorted(shape(page) for path, page in html_of(harmless) if "rules" not in path)


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_paths_and_links_stay_within_the_site(text: str) -> None:
    for path, page in html_of(hostile(text)):
        assert ".." not in PurePosixPath(path).parts
        assert max(len(part.encode()) for part in PurePosixPath(path).parts) <= 120
        for node in page.css("a"):
            href = str(node.attributes["href"])
            assert ":" not in href or href.startswith("https://etc.example.2ch.net/test/read.cgi/"), href


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_pages_stay_small_clean_and_tell_no_address(text: str) -> None:
    for path, page in hostile(text).items():
        assert len(SCRIPT.sub("", page)) < 60_000, path
        assert not {character for character in page if unicodedata.category(character) in ("Cf", "Cs")}, path
        assert "203.0.113.7" not in page, path


def test_a_shared_id_or_a_look_alike_is_no_business_of_the_pages() -> None:
    """What the host may want to look at is not told to everybody."""
    site = pages_of(
        played(
            play("""
                1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
                2 05-01 10:01:05 ◇A a5dMhaAn 歩く人
                3 05-01 10:02:05 ◆B a5dMhaAn 風
            """)
        )
    )
    assert not [path for path, text in site.items() if "N3" in text and "/rules/" not in f"/{path}"]


def test_the_front_page_escapes_too() -> None:
    homes = {text: [FirstHome(1, "◆A", text, None, "")] for text in NASTY}
    told = LexborHTMLParser(front_page([(text, text) for text in NASTY], templates(), homes=homes).text)
    assert told.css("script, img, h1 h1") == []
    assert len(told.css("li li")) == len(NASTY)
    assert "203.0.113.7" not in told.html
    page = LexborHTMLParser(front_page([(text, text) for text in NASTY], templates()).text)
    assert page.css("script, img, h1 h1") == []
    assert len(page.css("li")) == len(NASTY)
    for node in page.css("a"):
        assert str(node.attributes["href"]).count("/") in (1, 2)
