"""The page in front of the games, and the cut of a round: what stands where of several rounds."""

from __future__ import annotations

from published import pages_of
from selectolax.lexbor import LexborHTMLParser
from test_pages_archive import ROUNDS, ruled_play

from referee.app.site import templates
from referee.model.ruling import NewRound, SetSquare
from referee.pages import first_homes, front_page


def test_the_front_page_tells_the_first_home_of_each_round_the_newest_first() -> None:
    """◆A was the first in the first round, nobody came home in the second; in a third ◆C is."""
    game = ruled_play(
        ROUNDS, (3, SetSquare(1000)), (4, SetSquare(1000)), (11, NewRound()), (14, NewRound()), (15, SetSquare(1000))
    )
    homes = first_homes(game)
    assert [(one.round, one.player, one.name, one.home_on) for one in homes] == [
        (1, "◆A", "歩く人", "2007-05-02"),
        (3, "◆C", "ねこ", "2007-05-10"),
    ]
    page = LexborHTMLParser(front_page([("g", "G"), ("h", "H")], templates(), homes={"g": homes}).text)
    assert [node.text(strip=True) for node in page.css("li li")] == [
        "第3回 / round 3:ねこ (◆C)2007-05-10",
        "第1回 / round 1:歩く人 (◆A)2007-05-02",
    ]
    links = [str(node.attributes["href"]) for node in page.css("li li a")]
    assert links == ["g/hall.html#round-3", "g/hall.html#round-1"]
    anchors = {f"round-{number}" for number in (1, 2, 3)}
    hall = LexborHTMLParser(pages_of(game)["hall.html"])
    assert {str(node.attributes["id"]) for node in hall.css("[id^=round-]")} == anchors
    assert len(page.css("li p")) == 1, "nothing of the game where nobody is home"


def test_the_cut_of_a_round_has_a_time_too() -> None:
    game = ruled_play(ROUNDS.replace("5 05-06 11:00:05 ◆C CPd7mhan ねこ", "5 ? --:-- - - notice"), (11, NewRound()))
    told = "5レス目まで (時刻の読める最後のレスは>>4、2007-05-02 11:00:05 JST)"
    assert told in pages_of(game)["rounds/1.html"].replace("&gt;", ">")
