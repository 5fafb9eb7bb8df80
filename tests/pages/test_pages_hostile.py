"""Names, titles, trips, IDs and reasons made to break a page (ODD-INPUTS 32): they stay text."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

import pytest
from msgspec.structs import replace
from published import Site, html_of, pages_of, played
from scenario import HOME_THREAD, play
from selectolax.lexbor import LexborHTMLParser

from referee.app.site import templates
from referee.model import PostKey, Ruling
from referee.model.ruling import SetSquare
from referee.pages import front_page

NASTY = [
    "<script>alert(1)</script>",
    '"><img/onerror=alert(1)/src=x>',
    "'onmouseover='alert(1)",
    "</title></main><h1>x</h1>",
    "{{7*7}}{%raw%}&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "名" * 3000,
    "\u202e\u2066evil\u200f\u0301\u0301\u0301\u0301\u0301\u0301",
    "203.0.113.7",
    "../../etc/passwd",
]
PLAIN = "歩く人"
#: What the checker page runs, and its data: the same whatever people are called.
SCRIPT = re.compile("<script.*?</script>", re.DOTALL)


def hostile(text: str) -> Site:
    """A small game in which everything that people choose is the text; spaces would part a scenario's words."""
    word = text.replace("|", "").replace(" ", "")
    one = play(f"""
        1 05-01 10:00:05 ◆A a5dMhaAn {word}
        2 05-01 10:00:06 ◆B CPd5haAn {word}
        3 05-01 10:00:07 - xxxxxxx3 {word}
    """)
    # Servers make trips, and none is an address.
    trip, ident = f"◆{text}".replace("203.0.113.7", "x"), f"{text[:8]:n<8}"
    verdicts = []
    for verdict in one.verdicts:
        steps = tuple(replace(step, player=trip) if step.player == "◆A" else step for step in verdict.steps)
        player = trip if verdict.player == "◆A" else verdict.player
        verdicts.append(replace(verdict, player=player, steps=steps, id=ident, rulings=(1,), claim=None, notices=()))
    states = {trip if key == "◆A" else key: state for key, state in one.state.players.items()}
    ruling = Ruling(1, (PostKey(HOME_THREAD, 1),), SetSquare(7, trip), text, author=text)
    game = played(one, rulings=(ruling,), title=text)
    rows = tuple(replace(row, player=trip if row.player == "◆A" else row.player, name=text) for row in game.standings)
    return pages_of(replace(game, verdicts=verdicts, standings=rows, players=states, boards={trip: text}))


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
    page = LexborHTMLParser(front_page([(text, text) for text in NASTY], templates()).text)
    assert page.css("script, img, h1 h1") == []
    assert len(page.css("li")) == len(NASTY)
    for node in page.css("a"):
        assert str(node.attributes["href"]).count("/") in (1, 2)
