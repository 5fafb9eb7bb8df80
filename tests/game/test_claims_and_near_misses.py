"""What a player writes, and what the host is told: a case for each sentence of RULES, section N."""

from __future__ import annotations

import pytest
from scenario import Play, play, post, stamp, table

from referee.game.claims import read_name


def claims(name: str, ident: str = "a5dMhaAn") -> tuple[int | None, str]:
    """The total that a first roll of five squares claims under a name, and the name in the standings."""
    played = Play([post(1, stamp("05-01", "10:00"), "◆A", ident, name=name)], table())
    claim = played.verdicts[0].claim
    return claim.read if claim else None, played.row("◆A").name


def test_n1_in_a_post_that_rolls_the_total_before_or_after() -> None:
    play("""
        1 05-01 10:00 ◆A a5dMhaAn 5   => roll 0-5
        2 05-02 10:00 ◆A a4dMhaAn 5   => roll 5-9
        3 05-03 10:00 ◆A a4dMhaAn 13  => roll 9-13
        4 05-04 10:00 ◆A a4dMhaAn 5   => roll 13-17, claim_differs
        5 05-05 10:00 ◆A a4dMhaAn 歩く人 => roll 17-21
        """)


def test_n1_in_any_other_post_any_square_of_that_day() -> None:
    play("""
        > entrance2/11/5 05-01 10:05 ◆A a4dMhaAn
        1 05-01 10:00 ◆A PRd1MhaA                => roll 0-1
        2 05-01 10:06 ◆A - 1 | @entrance2/11/5   => chat no_id, extra 1-5
        3 05-01 10:07 ◆B CP5dhaMn                => roll 0-5, ◆A 5-15
        4 05-01 10:08 ◆A - sage 0                => chat no_id
        5 05-01 10:08 ◆A - sage 1                => chat no_id
        6 05-01 10:08 ◆A - sage 5                => chat no_id
        7 05-01 10:08 ◆A a9dMhaAn sage 15        => void second_of_day
        8 05-01 10:08 ◆A - sage 16               => chat no_id, claim_differs
        9 05-02 10:08 ◆A - 15                    => chat no_id
        10 05-02 10:08 ◆A - sage 5               => chat no_id, claim_differs
        11 05-02 10:09 ◆A a1dMhaAn 16            => roll 15-16
        12 05-02 10:10 ◆A - sage 15              => chat no_id
        """)


def test_n1_the_numbers_are_told_and_it_costs_nothing() -> None:
    played = play("1 05-01 10:00 ◆A a5dMhaAn\n2 05-02 10:00 ◆A a4dMhaAn 77歩 => roll 5-9, claim_differs")
    claim = played.verdicts[1].claim
    assert (claim.read, claim.before, claim.after) == (77, 5, 9)


def test_n1_who_never_rolled_claims_nothing() -> None:
    played = play("1 05-01 10:00 ◆A - 77歩 => chat no_id\n2 05-01 10:00 - a5dMhaAn 77歩 => chat no_trip")
    assert [verdict.claim for verdict in played.verdicts] == [None, None]


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("歩く人 12歩", 12), ("歩く人 １２歩", 12), ("12マス目の人", 12), ("累計12", 12), ("累計:12歩", 12),
        ("合計 12", 12),
        ("24歳 12歩", 12), ("12歩 24歳", 12), ("3号 累計12", 12), ("計１２", 12), ("歩く人12", 12), ("012", 12),
        ("0歩", 0),
        ("3号 7人目", None), ("歩く人", None), ("", None), ("１２歩の３号", 12), ("マス12 7", 12), ("12 歩 7", 12),
    ],
)  # fmt: skip
def test_n2_how_the_number_is_found(name: str, total: int | None) -> None:
    assert claims(name)[0] == total


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("歩く人 5歩", "歩く人"), ("歩く人5", "歩く人"), ("5マス目の人", "の人"), ("歩く人 累計5歩", "歩く人"),
        ("歩く人累計5", "歩く人"), ("さんぽ合計５歩", "さんぽ"), ("3号 7人目", "3号 7人目"), ("", ""),
    ],
)  # fmt: skip
def test_the_name_in_the_standings_is_without_the_total(typed: str, shown: str) -> None:
    assert claims(typed)[1] == shown


def test_n3_a_look_alike_trip_with_a_visible_id() -> None:
    play("""
        1 05-01 10:00 ◇A a5dMhaAn => chat no_trip, !lookalike_trip
        2 05-01 10:00 ◇A -        => chat no_trip
        3 05-01 10:00 ◇A ???      => chat no_trip
        """)


def test_n3_the_same_id_on_the_same_day_where_one_of_the_two_is_a_player() -> None:
    play("""
        1 05-01 10:00 -  a5dMhaAn => chat no_trip
        2 05-01 10:01 -  a5dMhaAn => chat no_trip
        3 05-01 10:02 ◆A a5dMhaAn => roll 0-5, !same_id
        4 05-01 10:03 -  a5dMhaAn => chat no_trip
        5 05-01 10:04 ◆A a5dMhaAn sage => void second_of_day
        6 05-01 10:05 ◆B a5dMhaAn => roll 0-5, !same_id, !same_id
        7 05-01 10:06 ◆B -        => chat no_id, please_sage
        8 05-02 10:07 ◆B a5dMhaAn => roll 5-10
        9 05-02 10:08 -  a5dMhaAn => chat no_trip, !same_id
        """)


def test_n3_two_posts_without_an_id_are_never_the_same_person() -> None:
    play("""
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-01 10:00 ◆B ???      => chat no_id
        3 05-01 10:00 -  ???      => chat no_trip
        4 05-01 10:00 ◆A ??? sage => chat no_id
        """)


def test_n3_once_per_pair_and_day() -> None:
    play("""
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-01 10:01 -  a5dMhaAn => chat no_trip, !same_id
        3 05-01 10:02 ◆A a6dMhaAn sage => void second_of_day
        4 05-01 10:03 -  a6dMhaAn => chat no_trip
        5 05-02 10:04 ◆A a6dMhaAn => roll 5-11
        6 05-02 10:05 -  a6dMhaAn => chat no_trip, !same_id
        """)


@pytest.mark.parametrize(
    ("time", "close"),
    [
        ("00:00:00", True), ("00:00:30", True), ("00:00:31", False), ("23:59:30", True), ("23:59:29", False),
        ("23:59:59.98", True), ("00:00:--", True), ("23:59:--", True), ("23:58:--", False), ("--:--", False),
    ],
)  # fmt: skip
def test_n3_a_roll_within_30_seconds_of_midnight(time: str, close: bool) -> None:
    told = ", !midnight" if close else ""
    play(f"1 05-01 {time} ◆A a5dMhaAn => roll 0-5{told}\n2 05-01 {time} ◆A a5dMhaAn sage => void second_of_day")


def test_n3_an_unreadable_stamp_is_listed_with_the_date_as_printed() -> None:
    played = play("1 ? - ◆A a5dMhaAn => void undated, !undated\n2 ? - ◆A -\n3 ? - - a5dMhaAn => chat no_trip")
    item = played.verdicts[0].items[0]
    assert (item.kind, item.number, item.facts) == ("undated", 1, ("皇紀2667年",))


@pytest.mark.parametrize(
    ("typed", "total", "rest"),
    [
        ("今日5歩 累計30歩", 30, "今日5歩"),
        ("+5歩 累計30", 30, "+5歩"),
        ("5歩計30歩", 30, "5歩"),
        ("今日計5 累計30", 30, "今日計5"),
        ("歩く人30歩(累計)", 30, "歩く人 )"),
        ("30累計 今日5歩", 30, "今日5歩"),
    ],
)
def test_n2_the_surest_word_wins_wherever_it_stands(typed: str, total: int, rest: str) -> None:
    assert read_name(typed) == (total, rest)
