"""Who rolls, and when: a case for each sentence of RULES, section T."""

from __future__ import annotations

import pytest
from scenario import Play, day, play, post, stamp, table

from referee.model import Name


def test_t1_a_first_roll_joins_at_the_start() -> None:
    played = play("""
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-02 10:00 ◆A a4dMhaAn => roll 5-9
        3 05-02 10:00 ◆B -        => chat no_id
        """)
    assert played.squares == {"◆A": 9}, "who only talks is no player"


def test_t2_once_a_day_and_sage_for_the_rest() -> None:
    play("""
        1 05-01 10:00 ◆A a5dMhaAn       => roll 0-5
        2 05-01 11:00 ◆A a4dMhaAn       => void second_of_day, please_sage
        3 05-01 12:00 ◆A a4dMhaAn sage  => void second_of_day
        4 05-01 12:00 ◆A -              => chat no_id, please_sage
        5 05-01 12:00 ◆A - mail?        => chat no_id
        6 05-02 00:00:31 ◆A -           => chat no_id
        7 05-02 10:00 ◆A a4dMhaAn       => roll 5-9
        8 ? - ◆A -                      => chat no_id
        9 05-02 10:00 ◆A ??? ageteoff   => chat no_id, please_sage
        """)


def test_t2_first_of_the_day_counts_every_post_with_that_trip() -> None:
    play("""
        1 05-01 09:00 ◆A -              => chat no_id
        2 05-01 09:01 ◆A -              => chat no_id
        3 05-01 09:02 ◆A a5dMhaAn       => roll 0-5
        4 05-02 09:00 ◆A - sage         => chat no_id
        5 05-02 09:01 ◆A -              => chat no_id, please_sage
        6 05-02 09:02 ◆A a5dMhaAn       => roll 5-10
        """)


def test_t2_a_post_whose_only_roll_is_an_extra_roll_gets_no_notice() -> None:
    play("""
        > entrance2/11/5 05-01 10:05 ◆A a5dMhaAn
        1 05-01 10:00 ◆A PRd1MhaA                     => roll 0-1
        2 05-01 10:06 ◆A - | つ @entrance2/11/5       => chat no_id, extra 1-6
        3 05-01 10:07 ◆A a9dMhaAn                     => void second_of_day, please_sage
        """)


@pytest.mark.parametrize("line", ["- a5dMhaAn", "- -", "- ???"])
def test_t3_without_a_genuine_trip_it_is_chat(line: str) -> None:
    play(f"1 05-01 10:00 {line} => chat no_trip")


@pytest.mark.parametrize("ident", ["-", "???"])
def test_t3_without_a_visible_id_it_is_chat(ident: str) -> None:
    play(f"1 05-01 10:00 ◆A {ident} => chat no_id")


def test_t4_resting_is_void_and_home_is_chat() -> None:
    play(
        """
        1 05-01 10:00 ◆A aYd5MhaA       => roll 995-1000, rest 05-02
        2 05-02 10:00 ◆A a5dMhaAn       => chat home, rest 05-02
        3 05-02 10:00 ◆B aYYYd5hA       => roll 0-305, rest 05-05
        4 05-03 10:00 ◆B a5dMhaAn       => void resting, rest 05-05
        5 05-05 23:59 ◆B YJO5CNdh       => void resting, rest 05-05
        6 05-06 10:00 ◆B a5dMhaAn       => roll 305-310
        """,
        start={"◆A": 995},
    )


REASONS = {
    "erased": "1 05-01 10:00 ◆A a5dMhaAn erased => erased, !erased",
    "notice": "1 05-01 10:00 - - notice         => notice",
    "unreadable": "1 ? - ◆A a5dMhaAn broken     => chat unreadable",
    "no_trip": "1 ? - - -                       => chat no_trip",
    "no_id": "1 ? - ◆H -                        => chat no_id",
    "undated": "1 ? - ◆H a5dMhaAn               => void undated, !undated",
}


@pytest.mark.parametrize("reason", REASONS)
def test_t4_the_first_reason_that_fits_is_given(reason: str) -> None:
    played = play(REASONS[reason], start={"◆H": 5})
    assert played.verdicts[0].why in (reason, None)


def test_t4_home_before_second_of_day_before_resting() -> None:
    play(
        """
        1 05-01 10:00 ◆A aYd5MhaA  => roll 995-1000, rest 05-02
        2 05-01 11:00 ◆A a5dMhaAn sage => chat home, rest 05-02
        3 05-02 10:00 ◆B aYd5MhaA  => roll 0-5, rest 05-03
        4 05-01 10:00 ◆B aYYd5haA  => roll 5-10, rest 05-05
        5 05-02 10:00 ◆B a5dMhaAn sage  => void second_of_day, rest 05-05
        6 05-03 10:00 ◆B a5dMhaAn  => void resting, rest 05-05
        """,
        start={"◆A": 995},
    )


def test_t5_sage_does_not_matter() -> None:
    play("1 05-01 10:00 ◆A a5dMhaAn sage => roll 0-5")


def test_t6_numbers_order_and_stamps_date() -> None:
    play("""
        1 05-02 00:10 ◆A a5dMhaAn  => roll 0-5
        2 05-01 23:00 ◆A a4dMhaAn  => roll 5-9
        3 05-02 00:20 ◆A a3dMhaAn sage => void second_of_day
        4 ?     -     ◆B a3dMhaAn  => void undated, !undated
        5 05-01 23:00 ◆B a3dMhaAn  => roll 0-3
        """)


def test_t7_the_dice_are_the_first_8() -> None:
    posts = [
        post(1, stamp("05-01", "10:00"), "◆A", "a5dMhaAn0"),
        post(2, stamp("05-01", "10:00"), "◆B", "a5dMhaJONIKU"),
        post(3, stamp("05-01", "10:00"), "◆C", "5TO"),
    ]
    played = Play(posts, table())
    assert [verdict.dice for verdict in played.verdicts] == ["a5dMhaAn", "a5dMhaJO", "5TO"]
    assert played.player("◆B").held == 10, "the end of the ID is the last die"
    assert played.verdicts[2].steps[0].roll.is_random, "an ID of fewer counts with all it has"


def test_t7_marks_that_boards_append_are_no_dice() -> None:
    marked = post(1, stamp("05-01", "10:00"), "◆A", "a5dMhaA●")
    shown = type(marked)(*[getattr(marked, f) for f in marked.__struct_fields__[:8]], "a5dMhaA", *[
        getattr(marked, f) for f in marked.__struct_fields__[9:]
    ])  # fmt: skip
    verdict = Play([shown], table()).verdicts[0]
    assert (verdict.id, verdict.dice) == ("a5dMhaA●", "a5dMhaA")


def test_t8_server_lines_are_never_players() -> None:
    played = play("""
        1001 05-01 10:00 ◆A a5dMhaAn notice => notice
        1002 05-01 10:00 ◆A a5dMhaAn erased => erased, !erased
        1003 05-01 10:00 ◆A a5dMhaAn broken => chat unreadable
        """)
    assert played.standings == ()


def test_t9_a_game_goes_over_several_threads() -> None:
    played = play("""
        > entrance2/11/5 05-02 10:05 ◆A a7dMhaAn
        998 05-01 10:00 ◆A UPDPRCN1 => roll 0-1, rest 05-03
        999 05-01 10:01 ◆C a0dMhaAn => roll 0-10
        1000 05-01 10:02 ◆C - sage | http://example.com/a.jpg => chat no_id
        == entrance/1178000001
        1 05-01 10:03 ◆D CPCNa2dh => roll 0-2, ◆C 10-20
        2 05-02 10:00 ◆A - | @entrance2/11/5 http://example.com/a.jpg => chat no_id, shown D, extra 1-8, !exposure_shown
        3 05-02 11:00 ◆B PLTO+dha => roll 0-3
        4 05-03 11:00 ◆B PLd1MhaA => roll 3-8
        """)
    assert played.player("◆B").square == 8, "PL and TO use the number in the new thread"


def test_an_undated_post_before_any_other_is_a_verdict_too() -> None:
    played = play("""
        1 ? - ◆A a5dMhaAn => void undated, !undated
        2 ? - ◆A - | http://example.com/a.jpg @entrance2/1/1 => chat no_id
        """)
    assert played.state.day is None


def test_every_day_of_a_year_rolls_once() -> None:
    posts = []
    for offset in range(365):
        for hour in ("09", "21"):
            at = stamp("01-01", f"{hour}:00")
            assert at
            moved = type(at)(at.day + offset, at.millis, at.digits)
            posts.append(post(len(posts) + 1, moved, "◆A", "a1dMhaAn", mail="sage"))
    played = Play(posts, table())
    kinds = [verdict.kind for verdict in played.verdicts]
    assert kinds == ["roll", "void"] * 365
    assert played.player("◆A").rolled.last == day("12-31")


def test_a_name_alone_is_no_trip() -> None:
    named = post(1, stamp("05-01", "10:00"), "-", "a5dMhaAn")
    fake = Name("太郎◆A", "太郎◆A", "太郎◆A", None, "◆A")
    changed = type(named)(*[fake if f == "name" else getattr(named, f) for f in named.__struct_fields__])
    assert Play([changed], table()).said == ["chat no_trip, !lookalike_trip"]
