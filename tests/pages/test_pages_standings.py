"""The standings in words: who may roll, what holds, what changed, who is away; and the board."""

from __future__ import annotations

import re

import pytest
from published import Site, pages_of, played
from scenario import day, play
from selectolax.lexbor import LexborHTMLParser, LexborNode

from referee.pages.board import as_text

WALK, REST, SHOW, EXTRA = "a5dMhaAn", "aYdMhaAn", "UPMdhaAn", "PRdMhaAn"


def standings(text: str, on: str, **more: object) -> LexborHTMLParser:
    return LexborHTMLParser(pages_of(played(play(text), day=day(on), **more))["index.html"])


def row(page: LexborHTMLParser, place: int = 0) -> LexborNode:
    return page.css("table.standings tbody tr")[place]


def turns(page: LexborHTMLParser, place: int = 0) -> list[str]:
    return [item.text(strip=True) for item in row(page, place).css("li.turn")]


@pytest.mark.parametrize(
    ("dice", "on", "told"),
    [
        (WALK, "05-01", ["今日はもう振った"]),
        (WALK, "05-02", ["振れる"]),
        (REST, "05-01", ["5/2(水)まで休み"]),
        (REST, "05-02", ["5/2(水)まで休み"]),
        (REST, "05-03", ["振れる"]),
        (SHOW, "05-02", ["晒し待ち: 食事 (5/3(木)まで休み)"]),
        (SHOW, "05-04", ["振れる"]),
        (EXTRA, "05-01", ["今日はもう振った", "entrance2であと1回振れる"]),
    ],
)
def test_may_i_roll_today(dice: str, on: str, told: list[str]) -> None:
    assert turns(standings(f"1 05-01 10:00:05 ◆A {dice} 歩く人", on)) == told


def test_after_the_boards_of_the_game_any_board_will_do() -> None:
    page = standings(
        """
        > entrance2/11/5 05-01 11:05 ◆A PRdMhaAn | a
        > qa/12/5 05-01 12:05 ◆A PRdMhaAn | a
        > pcqa/13/5 05-01 13:05 ◆A PRdMhaAn | a
        1 05-01 10:00:05 ◆A PRdMhaAn 歩く人
        2 05-01 11:10 ◆A - | @entrance2/11/5
        3 05-01 12:10 ◆A - | @qa/12/5
        4 05-01 13:10 ◆A - | @pcqa/13/5
        """,
        "05-01",
    )
    assert turns(page)[1] == "どの板でもあと1回振れる"


def test_what_holds_and_what_the_square_will_do() -> None:
    page = LexborHTMLParser(
        pages_of(played(play("1 05-01 10:00:05 ◆A JO7dhaMn 歩く人 累計9", start={"◆A": 104})))["index.html"]
    )
    notes = [item.text(strip=True) for item in row(page).css("li:not(.turn)")]
    assert notes[:2] == ["次回×7", "次の出目は×3 (111マス)"]
    assert "名前欄は9" in notes[-1]


def test_a_waiting_gift_is_told_to_those_who_can_take_it() -> None:
    page = standings(
        """
        1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
        2 05-01 10:00:06 ◆B CNd1haAM 風
        """,
        "05-02",
    )
    texts = [row(page, place).text() for place in (0, 1)]
    assert ["次に振ると+10" in text for text in texts] == [True, False]


def test_the_change_is_since_the_end_of_yesterday() -> None:
    game = """
        1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
        2 05-02 10:00:05 ◆A a7dMhaAn 歩く人
    """
    assert "前日比\u00a0+7" in row(standings(game, "05-02")).text()
    assert "前日比" not in row(standings(game, "05-03")).text()


def test_a_stamp_of_a_wrong_month_moves_no_other_post_into_today() -> None:
    game = """
        1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
        2 12-02 10:00:05 ◆B a1dMhaAn 風
        3 05-02 10:00:05 ◆A a7dMhaAn 歩く人
        4 05-03 10:00:05 - a7dMhaAn 名無し
    """
    assert "前日比" not in row(standings(game, "05-03")).text()
    assert "前日比\u00a0+7" in row(standings(game, "05-02")).text()


def test_several_extra_rolls_are_owed_on_one_board_after_the_other() -> None:
    page = standings("1 05-01 10:00:05 ◆A PRdPRaPR 歩く人\n2 05-01 10:00:06 ◆B PRPRPRPR 風", "05-01")
    assert [turns(page, place)[1] for place in (0, 1)] == [
        "あと4回振れる (entrance2→qa→pcqa→好きな板の順)",
        "あと3回振れる (entrance2→qa→pcqaの順)",
    ]


def test_an_extra_roll_of_the_next_turn_has_its_board_too() -> None:
    page = standings("1 05-01 10:00:05 ◆A JO+dhaMn 歩く人", "05-01")
    assert "次回のあと、もう1回振れる (entrance2)" in [item.text() for item in row(page).css("li")]


def test_what_the_host_may_still_decide_is_told_beside_the_square() -> None:
    game = play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-01 10:00:06 ◆B a7dMhaAn 風")
    page = LexborHTMLParser(pages_of(played(game, may_stand={"◆A": (0, 12)}))["index.html"])
    assert [one.text(strip=True) for one in row(page, 1).css("td.n span")] == [
        "前日比\u00a0+5",
        "裁定しだいで 0\u2060–\u206012",
    ]
    assert "裁定しだい" not in row(page, 0).text()


def test_a_last_roll_in_an_earlier_thread_is_named_with_it() -> None:
    page = standings(
        """
        1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
        2 05-01 10:00:06 ◆B a7dMhaAn 風
        == entrance/1178000001
        1 05-02 10:00:05 ◆A a7dMhaAn 歩く人
        """,
        "05-02",
    )
    assert [row(page, place).css("p a")[0].text() for place in (0, 1)] == [">>1 5/2(水)", "1スレ目 >>2 5/1(火)"]


def test_who_is_away_for_more_than_a_fortnight_is_grey_and_says_so() -> None:
    game = "1 05-01 10:00:05 ◆A a5dMhaAn 歩く人"
    there, gone = row(standings(game, "05-15")), row(standings(game, "05-16"))
    assert there.attributes.get("class") is None
    assert gone.attributes["class"] == "away"
    assert "最後の書き込みは5/1(火)" in gone.text()


def test_those_home_stand_first_with_day_and_rolls() -> None:
    page = LexborHTMLParser(
        pages_of(
            played(
                play(
                    """
                    1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
                    2 05-01 10:00:06 ◆B 999dhaAM 風
                    """,
                    start={"◆B": 990},
                )
            )
        )["index.html"]
    )
    assert [title.text() for title in page.css("h2")] == ["あがった人", "まだの人", "スレ"]
    assert turns(page) == ["5/1(火)にあがり、サイコロ2回"]


def test_the_cut_the_day_and_the_last_poll_are_named() -> None:
    page = standings("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人", "05-02", open_items=2)
    notes = [item.text() for item in page.css("ul.notes li")]
    assert notes == [
        "IDすごろく の1レス目 (2007-05-01 10:00:05 JST) まで",
        "5/2(水)の時点",
        "最後に読んだ時刻: 2007-05-20 12:00 JST",
        "主の判断待ち: 2件",
    ]
    assert page.css_first("h1 .live").text() == "速報"  # type: ignore[union-attr]


def test_a_game_without_posts_has_pages() -> None:
    site = pages_of(played(play("")))
    assert "まだ誰も振っていない" in site["index.html"]
    assert "まだレスがない" in site["index.html"]


def test_a_game_in_which_no_post_has_a_time_has_pages() -> None:
    """No day is known then, and none is told."""
    site = pages_of(played(play("1 ? --:-- ◆A a5dMhaAn\n2 ? --:-- ◆B -")))
    assert "時点" not in site["index.html"]
    assert "2レス目まで" in site["index.html"]


@pytest.mark.parametrize(
    ("last", "told", "en"),
    [
        ("2 05-02 --:-- ◆B -", "2レス目 (2007-05-02 JST) まで", "After post 2 of IDすごろく, 2007-05-02 JST"),
        (
            "2 ? --:-- - - notice",
            "2レス目まで (時刻の読める最後のレスは>>1、2007-05-01 10:00:05 JST)",
            "After post 2 of IDすごろく (the last post whose time can be read: >>1, 2007-05-01 10:00:05 JST)",
        ),
        (
            "== entrance/1178000001\n1 ? --:-- - - erased",
            "1レス目まで (時刻の読める最後のレスは1スレ目 >>1、2007-05-01 10:00:05 JST)",
            "(the last post whose time can be read: thread 1 >>1, 2007-05-01 10:00:05 JST)",
        ),
    ],
)
def test_a_cut_without_a_time_has_that_of_the_post_before(last: str, told: str, en: str) -> None:
    game = played(play(f"1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n{last}"))
    site = pages_of(game)
    assert told in _text(site["index.html"])
    assert en in _text(site["en/index.html"])


def _text(page: str) -> str:
    body = LexborHTMLParser(page).body
    assert body is not None
    return body.text()


def crowd(count: int) -> Site:
    lines = [f"{n} 05-01 10:00:05 ◆{n:03} a{n % 9}dMha{n % 7}n 人{n}" for n in range(1, count + 1)]
    return pages_of(played(play("\n".join(lines))))


def test_many_players_go_on_on_a_second_page() -> None:
    site = crowd(130)
    pages = [LexborHTMLParser(site[path]) for path in ("index.html", "standings-2.html", "standings-3.html")]
    players = [trip.text() for page in pages for trip in page.css("table.standings th > .trip")]
    assert len(set(players)) == len(players) == 130
    assert all(len(site[path].encode()) < 60_000 for path in ("index.html", "standings-2.html"))
    assert len(pages[0].css("ul.more a")) == 3


def test_the_text_board_holds_only_signs_of_one_width() -> None:
    played_ = play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-01 10:00:06 ◆B a5dMhaAn 風\n3 05-01 10:01 ◆C a1dMhaAn 雨")
    lines = as_text(played_.standings, 1000, {111: 3})
    assert [len(line) for line in lines] == [24] * 10 + [5]
    assert lines[0] == "００００●◎" + "□" * 18
    assert lines[1] == "０１００□□★" + "□" * 17
    assert all(re.fullmatch("[０-９]{4}[□●◎★]+", line) for line in lines)


def test_the_board_shows_every_player_and_every_square_that_does_something() -> None:
    site = crowd(20)
    page = LexborHTMLParser(site["board.html"])
    squares = {int(cell.text()) for cell in page.css("table.pieces td.n")}
    assert len(page.css("svg g.piece")) == len(squares)
    assert [len(page.css(f"svg g.{kind}")) for kind in ("by3", "by2", "back", "hundred")] == [9, 7, 7, 9]
    assert len(page.css("table.pieces tbody tr")) == 20
    told = {square for item in page.css("figcaption li") for square in re.findall(r"\d{3,}", item.text())}
    titles = [node.text() for kind in ("by3", "by2", "back") for node in page.css(f"svg g.{kind} title")]
    assert {square for title in titles for square in re.findall(r"\d{3,}", title)} == told - {"100"}


def test_a_rank_of_three_digits_stays_within_its_piece() -> None:
    ranks = LexborHTMLParser(crowd(150)["board.html"]).css("svg g.piece text")
    assert {len(one.text()) for one in ranks} == {1, 2, 3}
    assert all(("textLength" in one.attributes) == (len(one.text()) == 3) for one in ranks)
