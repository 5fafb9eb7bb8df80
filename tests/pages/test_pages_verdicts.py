"""A verdict's page: the sum under the letters, extra rolls, rulings with the referee's own verdict beside."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from published import pages_of, played
from scenario import Play, play
from selectolax.lexbor import LexborHTMLParser

from referee.model import LinkedPost, PostKey, Ruling, Stamp, ThreadRef
from referee.model.ruling import Act, NewRound, Void
from referee.pages.edition import Edition

REASON = "友人のIDだった"


def verdict_page(game: Play, number: int, *acts: tuple[int, Act]) -> LexborHTMLParser:
    posts = {post.number: PostKey(post.thread, post.number, post.fingerprint) for post in game.posts}
    rulings = tuple(Ruling(place, (posts[no],), act, REASON) for place, (no, act) in enumerate(acts, 1))
    return LexborHTMLParser(pages_of(played(game, rulings=rulings))[f"rolls/entrance-1178000000-{number}.html"])


def lines(page: LexborHTMLParser) -> list[tuple[int, str, str]]:
    """Of each finding: how many columns stand before its letters, the letters, and what they mean."""
    found = []
    for row in page.css("table.roll tbody tr"):
        *before, text = row.css("td")
        die = row.css_first("td.die")
        spans = [int(cell.attributes.get("colspan") or 1) for cell in before]
        columns = len(page.css("table.roll thead th.die"))
        assert sum(spans) == columns, "each finding has a line of its own under all letters"
        first = spans[0] if before and "die" not in (before[0].attributes.get("class") or "") else 0
        found.append((first, die.text() if die else "", text.text(strip=True)))
    return found


def test_each_finding_stands_under_its_letters_and_the_sum_below() -> None:
    page = verdict_page(play("1 05-01 10:00:05 ◆A aGBd5haA 歩く人", start={"◆A": 111}), 1)
    assert [cell.text() for cell in page.css("table.roll thead th.die")] == list("aGBd5haA")
    found = lines(page)
    assert [line[:2] for line in found] == [(1, "G"), (2, "B"), (4, "5"), (8, "")]
    assert found[0][2].startswith("G +10")
    assert [item.text() for item in page.css("ul.sums li")][:2] == [
        "合計: 数字 5 + 点 10 = 15",
        "出目: 15 ×2 (B/W) ×3 (111マス) = 90",
    ]


def test_marks_go_with_what_letters_do() -> None:
    page = verdict_page(play("1 05-01 10:00:05 ◆A GSBTO5YJ 歩く人"), 1)
    marks = {cell.text(): (cell.attributes.get("class") or "") for cell in page.css("table.roll thead th.die")}
    assert marks["G"] == "die m-plus"
    assert marks["S"] == "die m-minus"
    assert marks["B"] == "die m-times"
    assert marks["T"] == marks["O"] == marks["5"] == "die m-jump"
    assert marks["Y"] == "die m-rest"


def test_an_extra_roll_is_drawn_before_the_posts_own() -> None:
    game = play(
        """
        > entrance2/11/5 05-01 11:05 ◆A a7dMhaAn | a
        1 05-01 10:00:05 ◆A PRdMhaAn 歩く人
        2 05-02 11:10 ◆A a5dMhaAn 歩く人 | @entrance2/11/5
        """
    )
    page = verdict_page(game, 2)
    dice = ["".join(cell.text() for cell in table.css("thead th.die")) for table in page.css("table.roll")]
    assert dice == ["a7dMhaAn", "a5dMhaAn"]
    assert "もう一度のサイコロ: entrance2/11/5" in (page.css_first("main").text())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("thread", "address"),
    [
        (ThreadRef("qa", "1178", "etc.2ch.net", "2ch"), "https://etc.2ch.net/test/read.cgi/qa/1178/5"),
        (ThreadRef("otaku/1", "1178", "jbbs.shitaraba.net", "jbbs"),
         "https://jbbs.shitaraba.net/bbs/read.cgi/otaku/1/1178/5"),
        (ThreadRef("qa", "1178"), None),
    ],
)  # fmt: skip
def test_where_the_post_of_an_extra_roll_is_read(thread: ThreadRef, address: str | None) -> None:
    game = played(play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人"))
    linked = LinkedPost(thread, 5, Stamp(732797, 0, 0), "a5dMhaAn", "a5dMhaAn")
    edition: Any = SimpleNamespace(game=game)
    assert Edition.linked_address(edition, linked) == address


def test_a_ruling_stands_with_its_reason_and_the_referees_own_verdict_beside() -> None:
    game = play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-02 10:00:05 ◆A a7dMhaAn 歩く人", rulings=[(2, Void())])
    page = verdict_page(game, 2, (2, Void()))
    ruling = page.css_first(".ruling")
    assert ruling is not None
    assert "裁定1" in ruling.text()
    assert REASON in ruling.text()
    own = page.css_first(".own")
    assert own is not None
    assert "+7" in own.text()
    pages = pages_of(played(game, rulings=(Ruling(1, (PostKey(game.posts[1].thread, 2),), Void(), REASON),)))
    thread = LexborHTMLParser(pages["threads/entrance-1178000000.html"])
    assert REASON in thread.css_first(".ruling").text()  # type: ignore[union-attr]


def test_a_new_round_is_a_move_of_everybody_to_the_start() -> None:
    game = play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-02 10:00:05 ◆A a7dMhaAn 歩く人", rulings=[(2, NewRound())])
    page = LexborHTMLParser(pages_of(played(game))["players/A.html"])
    moves = [[cell.text() for cell in row.css("td.n")] for row in page.css("table.moves tbody tr")]
    assert moves == [["0", "+5", "5"], ["5", "-5", "0"], ["0", "+7", "7"]]


def test_two_posts_judged_under_one_number_have_two_addresses() -> None:
    game = play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-02 10:00:05 ◆A a7dMhaAn 歩く人")
    both = [replace(verdict, number=1) for verdict in game.verdicts]
    site = pages_of(replace(played(game), verdicts=both))
    assert {path for path in site if path.startswith("rolls/")} == {
        "rolls/entrance-1178000000-1.html",
        "rolls/entrance-1178000000-1-v2.html",
    }
    thread = LexborHTMLParser(site["threads/entrance-1178000000.html"])
    assert [item.attributes["id"] for item in thread.css("ol.posts li")] == ["p1", "p1-v2"]


def test_the_outcome_by_other_readings_stands_under_the_sum() -> None:
    page = verdict_page(play("1 05-01 10:00:05 ◆A TO3dMhaA 歩く人"), 1)
    others = [item.text() for item in page.css("ul.others li")]
    assert others == [
        "follower_digit_counts = false: TO3dMhaA 出目0 0→300(ぶっ飛び)→320マス",
        "land_after_jump = false: TO3dMhaA 出目+3 0→300(ぶっ飛び)マス",
    ]
    assert not verdict_page(play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人"), 1).css("ul.others")


def test_dice_that_nobody_would_type_are_judged_all_the_same() -> None:
    """A board may show `?` alone; it is a die that does nothing, by any reading."""
    page = verdict_page(play("1 05-01 10:00:05 ◆A ? 歩く人"), 1)
    assert page.css("ul.sums")
    assert not page.css("ul.others")
