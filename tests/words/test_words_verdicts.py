"""Verdicts in words: whole games in both languages, long names, and the sentences themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers import vectors
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from saying import LANGUAGES, LIMIT, assert_for_people, assert_short, speaker
from scenario import Play, play, post, stamp, table
from test_replay_vectors import read_game, read_links

from referee.model import GameSettings, Thrown, Verdict
from referee.words import columns

CASES = vectors("vectors-replay.json")


def played() -> Iterator[Play]:
    for case in CASES:
        yield Play(read_game(case), table(read_links(case)))


def verdict(text: str, **options: object) -> Verdict:
    """The verdict on the last post of a scenario."""
    return play(text, **options).verdicts[-1]  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_worked_games_in_words(lang: str) -> None:
    say = speaker(lang)
    for game in played():
        for told in game.verdicts:
            line = say.short(told)
            assert_short(line, lang)
            assert line.startswith(f">>{told.number} ")
            assert_for_people(say.full(told), lang)
            for item in told.items:
                assert_for_people(say.item(item), lang)
            for step in told.steps:
                if hasattr(step, "linked") and step.linked is not None:
                    assert_short(say.short(told, step), lang)
        for row in game.standings:
            assert len(say.standing_row(row)) == len(say.standing_header())
            assert_for_people(say.state_words(row), lang)


def claimed_by(name: str) -> int | None:
    """The total that the referee itself reads in a name."""
    posts = [post(1, stamp("06-01", "10:00"), "◆A", "a5dMhaAn"), post(2, None, "◆A", "-", name=name)]
    claim = Play(posts, table()).verdicts[-1].claim
    return claim.read if claim else None


def test_a_short_line_is_no_claim_of_its_post_number() -> None:
    assert claimed_by("12歩") == 12
    lines = {
        speaker(lang).short(replace(told, name="")): told.number
        for game in played()
        for told in game.verdicts
        for lang in LANGUAGES
        if told.roll is None or told.number not in (told.roll.roll.origin, told.roll.roll.target)
    }
    assert not [line for line, number in lines.items() if claimed_by(line) == number]


def test_full_text_names_what_happened() -> None:
    told = verdict("""
        1 06-01 10:00:05 ◆A CPd5MhaA 歩く人 12歩
        2 06-02 10:00:05 ◆B CPdMhaAY 走る人 12歩
    """)
    assert speaker("ja").full(told).splitlines() == [
        ">>2 走る人 12歩 ◆B 2007-06-02 10:00:05 ID:CPdMhaAY",
        "判定: サイコロ",
        "  T1: トリップとIDのあるレスは1日1回サイコロになる。初めての人はふりだしから",
        "サイコロ: CPdMhaAY",
        "  CP: 直前の人へ+10",
        "  P: P+その他 … なにもなし",
        "  Y: 1回休み",
        "合計: 数字 0 + 点 0 = 0",
        "出目: 0",
        "移動: 0→0マス",
        "  1回休み",
        "  直前の人へ+10",
        "CP: ◆A へ +10: 5→15マス (G2)",
        "お知らせ: 名前欄は12、計算では0マス (N1、罰なし)",
        "休み: 6/3(日)まで",
    ]


@pytest.mark.parametrize(
    ("scenario", "ja", "en"),
    [
        ("1 06-01 10:00 ◆A a5dMhaAn", ">>1 ◆A a5dMhaAn 出目+5 0→5マス", ">>1 ◆A a5dMhaAn roll +5 0→5"),
        ("1 06-01 10:00 - a5dMhaAn ななし", ">>1 ななし 雑談: トリップがない (T3)",
         ">>1 ななし chat: no genuine trip (T3)"),
        ("1 06-01 10:00 ◆A - sage", ">>1 ◆A 雑談: IDが見えない (T3)", ">>1 ◆A chat: no visible ID (T3)"),
        ("1 ? 10:00 ◆A a5dMhaAn", ">>1 ◆A 無効: 時刻が読めないので主の判断待ち (T6)",
         ">>1 ◆A void: its time can't be read, the host decides (T6)"),
        ("1 06-01 10:00 ◆A a5dMhaAn\n2 06-01 11:00 ◆A a6dMhaAn",
         ">>2 ◆A 無効: 今日は振り済み (T2) sageでおねがいします",
         ">>2 ◆A void: already rolled on this day (T2) sage, please"),
        ("1 06-01 10:00 ◆A YY5dMhaA\n2 06-02 11:00 ◆A a6dMhaAn",
         ">>2 ◆A 無効: 休み中 (T4) 6/3(日)まで休み", ">>2 ◆A void: at rest (T4) rests until 2007-06-03"),
        ("1 06-01 10:00 ◆A UPK5MhaA\n2 06-02 11:00 ◆A - | http://a.example.jp/1.jpg",
         ">>2 ◆A 雑談: IDが見えない (T3) 晒した: 顔", ">>2 ◆A chat: no visible ID (T3) shown: face"),
        ("1 06-01 10:00 ◆A a5dMhaAn 9歩", ">>1 ◆A a5dMhaAn 出目+5 0→5マス 名前欄9は計算では5",
         ">>1 ◆A a5dMhaAn roll +5 0→5 the name says 9, counted 5"),
        ("1 06-01 10:00 - - erased", ">>1 名無し 削除されたレス (T8)", ">>1 nameless erased post (T8)"),
        ("1 06-01 10:00 - - notice", ">>1 名無し サーバのお知らせ (T8)", ">>1 nameless notice of the server (T8)"),
    ],
)  # fmt: skip
def test_short(scenario: str, ja: str, en: str) -> None:
    told = verdict(scenario)
    assert speaker("ja").short(told) == ja
    assert speaker("en").short(told) == en


def test_an_extra_roll_has_its_own_line() -> None:
    told = verdict("""
        > entrance2/11/5 06-01 10:05 ◆A a2dMhaAn
        1 06-01 10:00 ◆A PRd5MhaA
        2 06-01 10:10 ◆A - sage | @entrance2/11/5
    """)
    (step,) = told.steps
    assert speaker("ja").short(told, step) == ">>2 ◆A もう一度 (entrance2/5) a2dMhaAn 出目+2 5→7マス"  # type: ignore[arg-type]
    assert speaker("ja").short(told) == ">>2 ◆A 雑談: IDが見えない (T3) 他板で1回振った"
    assert "もう一度のサイコロ: entrance2/11/5 2007-06-01 10:05:00 (X2)" in speaker("ja").full(told)
    assert "http" not in speaker("ja").full(told), "pasted, an address would count as a link"


LOST = "直前の人へ+10: 渡す相手なし (G2)"


@pytest.mark.parametrize(
    "scenario",
    [
        "1 06-01 10:00 ◆A CPd5MhaA",
        "1 06-01 10:00 ◆A a5dMhaAn\n2 06-02 10:00 ◆A CPd5MhaA",  # never to oneself
    ],
)
def test_a_gift_that_nobody_takes_is_told_as_such(scenario: str) -> None:
    told = verdict(scenario)
    assert LOST in speaker("ja").short(told)
    assert f"  {LOST}" in speaker("ja").full(told).splitlines()
    assert "+10 to the player before: nobody to take it (G2)" in speaker("en").short(told)


def test_a_gift_to_someone_who_is_home_is_lost() -> None:
    told = play(
        "1 06-01 10:00 ◆B a9dMhaAn\n2 06-01 11:00 ◆A CPd5MhaA", start={"◆A": 0, "◆B": 995}
    ).verdicts[-1]  # fmt: skip
    assert LOST in speaker("ja").short(told)


def test_a_gift_that_is_taken_is_not_lost() -> None:
    told = verdict("1 06-01 10:00 ◆B a5dMhaAn\n2 06-01 11:00 ◆A CPd5MhaA")
    for said in (speaker("ja").short(told), speaker("ja").full(told)):
        assert "直前の人へ+10" in said
        assert "渡す相手なし" not in said


def test_the_gift_of_an_extra_roll_is_told_by_its_own_step() -> None:
    taken = """
        > entrance2/11/5 06-01 10:05 ◆A CPdMhaAn
        1 06-01 09:00 ◆B a5dMhaAn
        2 06-01 10:00 ◆A PRd5MhaA
        3 06-01 10:10 ◆A - sage | @entrance2/11/5
    """
    for scenario, is_lost in ((taken, False), (taken.replace("1 06-01 09:00 ◆B a5dMhaAn", ""), True)):
        told = verdict(scenario)
        step = told.steps[0]
        assert isinstance(step, Thrown)
        assert (LOST in speaker("ja").short(told, step)) is is_lost
        assert (f"    {LOST}" in speaker("ja").full(told).splitlines()) is is_lost


def test_an_undecided_square_is_told_as_such() -> None:
    told = verdict("1 06-01 10:00 ◆A aHd5mnTO", settings=GameSettings(random="ruling"))
    assert speaker("ja").short(told) == ">>1 ◆A aHd5mnTO 出目+5 0→未定のマス (ランダム)"
    assert "主の確認用: ◆A のランダムのマスは主が決める (M5)" in speaker("ja").full(told)


def test_rests_as_turns_and_gifts_to_who_showed() -> None:
    told = verdict(
        """
        1 06-01 10:00 ◆A Y5dMhaAn
        2 06-01 11:00 ◆B CNd1MhaA
        3 06-02 10:00 ◆A a9dMhaAn
        """,
        rest_unit="turns",
        gift_to="shown",
    )
    full = speaker("ja").full(told)
    assert "CN: ◆A が受け取る +10: 5→15マス (G1)" in full
    assert "休み中のその日最初のID (S4)" in full


@given(st.text(max_size=300), st.text(max_size=300), st.text(max_size=300))
def test_long_and_odd_names_fit(name: str, trip: str, ident: str) -> None:
    base = verdict("1 06-01 10:00 ◆A a5dMhaAn\n2 06-01 11:00 ◆A a6dMhaAn 9歩")
    rolled = verdict("1 06-01 10:00 ◆A UPK5MhaA 9歩")
    for told in (base, rolled, replace(base, kind="chat", why="no_trip")):
        for player in (None, trip or None):
            odd = replace(told, name=name, player=player, id=ident, dice=ident[:8])
            for lang in LANGUAGES:
                line = speaker(lang).short(odd)
                assert columns(line) <= LIMIT
                assert len(line.splitlines()) == 1
                assert line.startswith(f">>{told.number} ")
                assert speaker(lang).full(odd)


def test_addresses_of_people_are_never_in_it() -> None:
    told = replace(verdict("1 06-01 10:00 - a5dMhaAn"), name="私は192.0.2.7と2001:db8:0:0:1:2:3:4")
    for lang in LANGUAGES:
        for text in (speaker(lang).short(told), speaker(lang).full(told)):
            assert "192.0.2.7" not in text
            assert "2001:db8" not in text
            assert "***" in text


def test_a_shared_id_is_no_part_of_a_verdict() -> None:
    told = verdict("1 06-01 10:00 ◆A a5dMhaAn\n2 06-01 11:00 ◆B a5dMhaAn")
    assert [item.why for item in told.items] == ["same_id"]
    assert "◆A" not in speaker("ja").full(told)


def test_unknown_codes_have_a_sentence() -> None:
    told = replace(verdict("1 06-01 10:00 ◆A a5dMhaAn"), kind="void", why="voided_by_host")
    for lang in LANGUAGES:
        assert_short(speaker(lang).short(told), lang)
        assert_for_people(speaker(lang).full(told), lang)
        assert_for_people(speaker(lang).notice("later_notice", told), lang)
        assert_for_people(speaker(lang).kind("later_kind"), lang)
    assert [speaker("ja").kind(code) for code in ("roll", "extra", "void", "chat", "erased", "notice")] == [
        "サイコロ", "もう一度のサイコロ", "無効", "雑談", "削除されたレス", "サーバのお知らせ",
    ]  # fmt: skip
