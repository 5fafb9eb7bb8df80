"""Odd inputs that broke other programs (the list's "Counting" part); each test is named after its number."""

from __future__ import annotations

import msgspec
import pytest
from scenario import Play, play, post, read_posts, stamp, standing_on, table

from referee.game import replay
from referee.model import OWN_TEXT
from referee.model.ruling import AcceptLink, Count


def test_odd_26_the_same_post_twice_within_a_second() -> None:
    play("""
        1 05-01 10:00:00 ◆A a5dMhaAn | 振ります => roll 0-5
        2 05-01 10:00:00 ◆A a5dMhaAn | 振ります => void second_of_day, please_sage
        """)


def test_odd_27_two_posts_around_midnight_in_the_opposite_order() -> None:
    play("""
        1 05-02 00:00:00.02 ◆A a5dMhaAn => roll 0-5, !midnight
        2 05-01 23:59:59.98 ◆B CPd1haMn => roll 0-1, ◆A 5-15, !midnight
        3 05-01 23:59:59.98 ◆A a4dMhaAn => roll 15-19, !midnight
        4 05-02 00:00:00.02 ◆B a4dMhaAn => roll 1-5, !midnight
        5 05-02 00:00:00.02 ◆A a4dMhaAf sage => void second_of_day
        """)


OUR_TEXT = "1位 ◆A 500歩 5/2から 「a5dMhaAn」 出目5 0→500 ID:a5dMhaAn 累計500 ◆B 300歩"


def test_odd_28_our_own_text_is_never_a_claim_and_never_a_move() -> None:
    played = play(f"""
        1 05-01 10:00 ◆A a5dMhaAn           => roll 0-5
        2 05-01 10:01 -  -        | {OUR_TEXT} => chat no_trip
        3 05-01 10:02 ◆A - sage   | &gt; {OUR_TEXT} => chat no_id
        4 05-01 10:03 ◆B a1dMhaAn | &gt; {OUR_TEXT} => roll 0-1
        """)
    assert played.squares == {"◆A": 5, "◆B": 1}
    assert [verdict.claim for verdict in played.verdicts] == [None] * 4


def test_odd_28_a_pasted_text_with_our_mark_is_no_roll_whoever_pastes_it() -> None:
    played = play(f"""
        1 05-01 10:00 ◆A a5dMhaAn | {OWN_TEXT}5/1(火)の結果 <br> 1位 ◆B 300 => chat own_text
        2 05-01 10:01 ◆A a5dMhaAn | > {OWN_TEXT} それで => roll 0-5
        3 05-02 10:00 ◆A a5dMhaAn | {OWN_TEXT} 訂正 >>2 => roll 5-10
        """, rulings=[(3, Count())])  # fmt: skip
    assert played.squares == {"◆A": 10}


def test_odd_28_no_link_of_our_text_counts_whoever_adds_it_with_or_without_an_id() -> None:
    mark = f"<br>　{OWN_TEXT}順位表"  # pasted with an empty line first
    text = f"""
        > entrance2/11/5 05-01 10:05 ◆A a9dMhaAn
        1 05-01 10:00 ◆A PRUPM1d => roll 0-1, rest 05-03
        2 05-01 10:10 ◆A - sage | {mark} @entrance2/11/5 http://example.com/a.jpg => chat no_id, rest 05-03
        3 05-02 10:10 ◆A a5dMhaAn sage | {mark} @entrance2/11/5 http://example.com/a.jpg => chat own_text, rest 05-03
        """
    assert play(text).squares == {"◆A": 1}
    text = text.replace("chat no_id, rest", "chat no_id, extra 1-10, rest")
    assert play(text, rulings=[(2, AcceptLink())]).squares == {"◆A": 10}, "the host may still say that it counts"


RING = """
    > entrance2/11/5 05-02 10:05 ◆A a5dMhaAn
    1 05-01 23:50 ◆A CPCNPR1d 5歩
    2 05-01 23:51 ◆B CPCNd2ha
    3 05-01 23:59:45 ◆C CPCNUPK3
    4 05-02 00:00:15 ◆A CPCNd4ha
    5 05-02 00:01 ◆A - | @entrance2/11/5
    6 05-02 00:02 ◆C a1dMhaAn | http://example.com/a.jpg
    == entrance/1178000001
    1 05-02 00:03 ◆B CPCNd6ha
    2 ? - ◆B CPCNd6ha
    """


def as_bytes(played: Play) -> bytes:
    return msgspec.json.encode([played.verdicts, played.standings])


def test_odd_30_five_times_and_in_two_pieces_at_every_cut() -> None:
    posts, _, elsewhere = read_posts(RING)
    whole = Play(posts, table(elsewhere))
    assert {as_bytes(Play(posts, table(elsewhere))) for _ in range(5)} == {as_bytes(whole)}
    for cut in range(len(posts) + 1):
        first = Play(posts[:cut], table(elsewhere))
        second = Play(posts[cut:], table(elsewhere), first.state)
        assert first.verdicts + second.verdicts == whole.verdicts
        assert second.state == whole.state


def test_odd_31_cp_to_oneself_only_or_to_nobody() -> None:
    play("1 05-01 10:00 ◆A CPd1haMn => roll 0-1\n2 05-02 10:00 ◆A CPd1haMn => roll 1-2")


def test_odd_31_cp_in_a_ring_over_one_night() -> None:
    play("""
        1 05-01 23:58 ◆A CPd1haMn => roll 0-1
        2 05-01 23:58 ◆B CPd1haMd => roll 0-1, ◆A 1-11
        3 05-01 23:59 ◆C CPd1haMf => roll 0-1, ◆B 1-11
        4 05-02 00:01 ◆A CPd1haMn => roll 11-12, ◆C 1-11
        5 05-02 00:02 ◆B CPd1haMd => roll 11-12, ◆A 12-22
        6 05-02 00:03 ◆C CPd1haMf => roll 11-12, ◆B 12-22
        """)


@pytest.mark.parametrize("reach", [995, 999])
def test_odd_31_cp_to_one_already_home(reach: int) -> None:
    play(
        f"""
        1 05-01 10:00 ◆B a1dMhaAn => roll 0-1
        2 05-01 10:00 ◆A a5dMhaAn => roll {reach}-1000
        3 05-01 10:01 ◆C CPd1haMn => roll 0-1
        """,
        start={"◆A": reach},
    )


def test_the_same_thread_again_adds_nothing_though_another_came_between() -> None:
    posts, _, elsewhere = read_posts(RING)
    at_table = table(elsewhere)
    whole = Play(posts, at_table)
    assert list(replay(posts, at_table, whole.state)) == []
    late = post(9, stamp("05-03", "10:00"), "◆C", "a1dMhaAn")
    assert Play([*posts, *posts, late], at_table).verdicts[: len(posts)] == whole.verdicts


def test_a_start_with_players_is_a_game_like_any_other() -> None:
    start = standing_on({"◆A": 10})
    assert Play([], table(), start).squares == {"◆A": 10}
