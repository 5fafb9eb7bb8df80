"""Open items, problems, standings and summaries: facts, for people, in both languages."""

from __future__ import annotations

from datetime import date
from time import thread_time
from typing import get_args

import pytest
from saying import LANGUAGES, assert_for_people, speaker
from scenario import play

from referee.model import OpenItem, Problem, Standing, ThreadRef
from referee.parse import Refusal
from referee.words import columns

THREAD = ThreadRef("entrance", "1178000000")
LINK = "http://etc.example.2ch.net/test/read.cgi/qa/1178000001/12"


def item(kind: str, why: str | None, *facts: str) -> OpenItem:
    return OpenItem(kind, THREAD, 5, why, facts)


@pytest.mark.parametrize(
    ("given", "ja"),
    [
        (item("erased", None), "見たときには削除されていた。サイコロだったかどうかは分からない (T8)"),
        (item("undated", None, "皇紀2667年 ID:aaaaaaaa0"), "時刻が読めない: 「皇紀2667年」 (T6)"),
        (item("undated", None, "HOST:p1234.example.ne.jp"), "時刻が書かれていない (T6)"),
        (item("random_square", None, "◆A", "354"), "◆A のランダムのマスは354 (M5)"),
        (item("random_square", None, "◆A", "None"), "◆A のランダムのマスは主が決める (M5)"),
        (item("exposure_shown", None, "◆A", "DI", "http://x.example/1.jpg"),
         "◆A が示したもの: デスクトップ、リモートホスト、画像リンク1つ (S6)"),
        (item("link_refused", "used", LINK), "リンク qa/1178000001/12 は振っていない: そのレスはもう使われている (X3)"),
        (item("link_refused", "wrong_board", LINK), "リンク qa/1178000001/12 は振っていない: 順番の板ではない (X3)"),
        (item("near_miss", "lookalike_trip", "◇AbCdEfGhIj"),
         "トリップに見える名前 「◇AbCdEfGhIj」 とID。トリップではない (N3)"),
        (item("near_miss", "same_id", "adfHm5TO0", "", "◆A"), "同じ日に同じID adfHm5TO0: トリップなし と ◆A (N3)"),
        (item("near_miss", "midnight", "2007-06-01T23:59:59.12+09:00"),
         "日付の変わり目のサイコロ: 2007-06-01 23:59:59.12 (N3)"),
        (item("trip_change", None, "adfHm5TO0", "◆A", "◆B"), "同じ日に同じID adfHm5TO0: ◆A のあと、初めての ◆B (N3)"),
        (item("claim_differs", None, "30", "5", "8"), "名前欄は30、計算では5→8マス (N1、罰なし)"),
        (item("claim_differs", None, "30", "8", "8"), "名前欄は30、計算では8マス (N1、罰なし)"),
        (item("correction", None, "◆A", "12"), "◆A が自分の >>12 を訂正している"),
        (item("ruling_orphaned", "void", "3"), "裁定3 (無効) のレスが見つからない (H3)"),
        (item("of_later", None), "主が見ておくとよいレス"),
    ],
)  # fmt: skip
def test_items(given: OpenItem, ja: str) -> None:
    assert speaker("ja").item(given) == ja
    assert_for_people(speaker("en").item(given), "en")


@pytest.mark.parametrize(
    "why", ["used", "no_right", "unreachable", "no_id_there", "no_trip_there", "wrong_board", "too_old"]
)
def test_every_reason_of_x3_has_its_own_sentence(why: str) -> None:
    for lang in LANGUAGES:
        said = speaker(lang).item(item("link_refused", why, LINK))
        assert said != speaker(lang).item(item("link_refused", "later", LINK))
        assert_for_people(said, lang)


def test_items_bear_missing_facts() -> None:
    later = ("trip_change", "claim_differs", "correction")
    for kind in ("undated", "random_square", "exposure_shown", "link_refused", "near_miss", *later):
        for why in (None, "same_id", "midnight", "lookalike_trip"):
            assert_for_people(speaker("ja").item(item(kind, why)), "ja")


@pytest.mark.parametrize(
    ("kind", "detail", "ja"),
    [
        ("broken_line", "", "壊れた行。レスとしては読めず、番号だけ数える"),
        ("bad_bytes", "", "文字として読めないところがある"),
        ("bad_stamp", "皇紀2667年", "時刻が読めない: 皇紀2667年"),
        ("bad_stamp", "皇紀2667年 p1234.example.ne.jp", "時刻が読めない: 皇紀2667年 ***"),
        ("bad_stamp", "皇紀2667年 192.0.2.7 発信元:h", "時刻が読めない: 皇紀2667年 ***"),
        ("bad_stamp", "HOST:p1234.example.ne.jp", "時刻が読めない"),
        ("bad_stamp", "2667", "時刻が読めない: 2667"),
        ("refused_source", "html", "スレとして受け取れない: HTMLのページ"),
        ("refused_source", "os:Permission denied", "スレとして受け取れない: 開けない (Permission denied)"),
        ("refused_source", "later_reason", "スレとして受け取れない"),
        ("seen_before", "3", "もう読んだレスなので数えない (3件)"),
        ("of_later", "", "読めなかったものがある"),
    ],
)
def test_problems(kind: str, detail: str, ja: str) -> None:
    problem = Problem(kind, THREAD, 5, "a.dat", detail)
    assert speaker("ja").problem(problem) == ja
    assert_for_people(speaker("en").problem(problem), "en")


@pytest.mark.parametrize("piece", ["a", "a.", "a-1.", "1:", "1.", "皇紀 ", "ID", "\u0301", "p1234.example.ne.jp "])
def test_a_date_field_as_long_as_a_file_is_told_at_once(piece: str) -> None:
    field = piece * (200_000 // len(piece))
    began = thread_time()
    for lang in LANGUAGES:
        for said in (
            speaker(lang).problem(Problem("bad_stamp", THREAD, 5, "a.dat", field)),
            speaker(lang).item(item("undated", None, field)),
        ):
            assert columns(said) < 120
            assert "example" not in said
            assert_for_people(said, lang)
    assert thread_time() - began < 2


def test_half_a_host_is_not_shown_either() -> None:
    """Where the field is cut, what may be the beginning of a host goes with it."""
    for length in range(960, 1010):
        field = "\u200b" * length + "p1234.example.ne.jp" + " " * 100
        for said in (
            speaker("ja").problem(Problem("bad_stamp", THREAD, 5, "a.dat", field)),
            speaker("ja").item(item("undated", None, field)),
        ):
            assert "p1" not in said
            assert "example" not in said


def test_every_refusal_of_parse_has_words() -> None:
    for lang in LANGUAGES:
        told = {speaker(lang).refusal(code) for code in (*get_args(Refusal), "no_threads", "missing")}
        assert "" not in told
        assert len(told) == len(get_args(Refusal)) + 2
        assert speaker(lang).refusal("of_later") == ""


def test_standings() -> None:
    game = play("""
        1 06-01 10:00 ◆A JO3YPRhh 歩く人 3歩
        2 06-01 10:01 ◆B JOadMhaA
    """)
    say = speaker("ja")
    assert say.standing_header() == ("順位", "プレイヤー", "名前", "マス", "回数", "休み", "状態", "次に振れる日")
    assert say.standing_row(game.standings[0]) == (
        "1", "◆A", "歩く人", "3", "1", "6/2(土)", "次回×3、あと1回振れる", "6/3(日)",
    )  # fmt: skip
    assert say.state_words(game.standings[0]) == "6/2(土)まで休み、次回×3、あと1回振れる"
    assert say.state_words(game.standings[1]) == "chance状態"
    assert say.standing_row(game.standings[0], (0, 19))[3] == "3 (0–19)"
    home = Standing(1, "◆A", "", 1000, True, 9, None, 1, False, 0, None)
    assert say.state_words(home) == "あがり"
    assert say.standing_row(home)[-1] == ""
    assert speaker("en").state_words(home) == "home"


def test_summaries() -> None:
    assert (
        speaker("ja").thread_line("entrance/1178000000", "IDすごろく", 5) == "entrance/1178000000 「IDすごろく」 5レス"
    )
    assert speaker("ja").summary(1000, 30, 10) == "1000レス中、サイコロ30回、次の人へのボーナス10"
    assert speaker("en").summary(1000, 30, 0) == "posts 1000, rolls 30"
    assert speaker("ja").items_header(3) == "主の確認用 (3件):"
    assert speaker("ja").more(7) == "ほか7件"
    assert speaker("en").reading("a\u202eb") == "a reading that mattered: ab"
    assert speaker("ja").day(date(2007, 6, 3).toordinal()) == "6/3(日)"
    assert speaker("en").day(date(2007, 6, 3).toordinal()) == "2007-06-03"


@pytest.mark.parametrize(
    ("kind", "detail", "ja"),
    [
        ("cut_page", "", "ページがここで切れている。切れたレスは読まない"),
        ("gap", "46", "このページにない番号: 46"),
        ("gap", "46-994", "このページにない番号: 46-994"),
        ("page_adds", "11-12", "datにないのでHTMLから読んだレス: 11-12"),
        ("page_differs", "name,body", "HTMLとdatが違う。datのほうを読む: 名前, 本文"),
        ("page_differs", "", "HTMLとdatが違う。datのほうを読む"),
        ("page_renumbered", "3", "HTMLでは番号がずれているレス (3件)"),
        ("number_twice", "", "同じ番号のレスが2つあり、中身が違う。はじめのものを読む"),
        ("unnumbered", "", "番号のないレスがある。数えない"),
    ],
)
def test_problems_of_pages(kind: str, detail: str, ja: str) -> None:
    problem = Problem(kind, THREAD, 5, "a.html", detail)
    assert speaker("ja").problem(problem) == ja
    assert_for_people(speaker("en").problem(problem), "en")
