"""States and rests: a case for each sentence of RULES, S1, S2, S4 and S7."""

from __future__ import annotations

import pytest
from scenario import day, play


def test_s1_states_hold_for_the_very_next_roll_and_are_used_up() -> None:
    play("""
        1 05-01 10:00 ◆A JO3d1haM => roll 0-4
        2 05-02 10:00 ◆A a5dMhaAn => roll 4-19
        3 05-03 10:00 ◆A a5dMhaAn => roll 19-24
        4 05-04 10:00 ◆A JOdaMhna => roll 24-24
        5 05-05 10:00 ◆A a5+MhaAn => roll 24-512
        6 05-06 10:00 ◆A a5+MhaAn => roll 512-522
        """)


def test_s1_an_extra_roll_uses_them_up_too() -> None:
    play("""
        > entrance2/11/5 05-01 10:05 ◆A a5dMhaAn
        1 05-01 10:00 ◆A PRJO3dhM        => roll 0-3
        2 05-01 10:06 ◆A - | @entrance2/11/5 => chat no_id, extra 3-18
        3 05-02 10:00 ◆A a5dMhaAn        => roll 18-23
        """)


def test_s1_used_up_however_the_roll_ends() -> None:
    played = play("""
        1 05-01 10:00 ◆A JO3JOdaM => roll 0-3
        2 05-02 10:00 ◆A a5dMhaAn => roll 3-1
        3 05-03 10:00 ◆A JO2daMhn => roll 1-3
        4 05-04 10:00 ◆A TO5daMhn => roll 3-520
        5 05-05 10:00 ◆A a5dMhaAn => roll 520-525
        """)
    assert (played.player("◆A").held, played.player("◆A").chance) == (1, False)


def test_s1_several_multiply_and_wait_through_rests_absences_and_void_posts() -> None:
    play("""
        1 05-01 10:00 ◆A JO2JO3Yh => roll 0-5, rest 05-02
        2 05-01 11:00 ◆A a9dMhaAn sage => void second_of_day, rest 05-02
        3 05-02 10:00 ◆A a9dMhaAn => void resting, rest 05-02
        4 05-20 10:00 ◆A a1dMhaAn => roll 5-11
        """)


def test_s2_one_more_roll_comes_with_the_next_daily_roll() -> None:
    play("""
        > entrance2/11/4 05-01 10:05 ◆A a5dMhaAn
        > entrance2/11/5 05-02 10:05 ◆A a5dMhaAn
        > qa/11/6        05-02 10:06 ◆A a6dMhaAn
        > pcqa/11/7      05-02 10:07 ◆A a7dMhaAn
        1 05-01 10:00 ◆A JO.JO+dh            => roll 0-5
        2 05-01 10:06 ◆A - | @entrance2/11/4 => chat no_id, please_sage, !no_right
        3 05-02 10:00 ◆A a1dMhaAn            => roll 5-6
        4 05-02 10:10 ◆A - | @entrance2/11/5 @qa/11/6 @pcqa/11/7 => chat no_id, extra 6-11, extra 11-17, !no_right
        """)


def test_s2_also_when_that_roll_is_a_chance_roll_and_from_an_extra_roll() -> None:
    play("""
        > entrance2/11/5 05-02 10:05 ◆A JO-d5haM
        > entrance2/11/6 05-03 10:05 ◆A a7dMhaAn
        1 05-01 10:00 ◆A JO.JOdha            => roll 0-0
        2 05-02 10:00 ◆A XXdMh+an            => roll 0-520
        3 05-02 10:10 ◆A - | @entrance2/11/5 => chat no_id, extra 520-525
        4 05-03 10:00 ◆A a1dMhaAn            => roll 525-526
        5 05-03 10:10 ◆A - | @entrance2/11/6 => chat no_id, extra 526-533
        """)


def test_xx_lifts_the_held_states_but_no_right_granted_already() -> None:
    played = play("""
        > entrance2/11/5 05-01 10:05 ◆A XX4dMhaA
        > qa/11/6        05-01 10:06 ◆A a6dMhaAn
        1 05-01 10:00 ◆A PRPRJO.h            => roll 0-0
        2 05-01 10:10 ◆A - | @entrance2/11/5 => chat no_id, extra 0-4
        3 05-01 10:11 ◆A - | @qa/11/6        => chat no_id, extra 4-10
        4 05-02 10:00 ◆A JO5JO.hd            => roll 10-15
        5 05-03 10:00 ◆A XX1dMhaA            => roll 15-16
        """)
    assert played.row("◆A").extra_rolls == 0


@pytest.mark.parametrize(("ident", "until"), [("aYd5MhaA", "05-02"), ("aYdYMhaA", "05-03"), ("YYaYd5hA", "05-04")])
def test_s4_n_rests_are_the_n_days_after_the_roll(ident: str, until: str) -> None:
    played = play(f"""
        1 05-01 10:00 ◆A {ident}
        2 {until} 23:59 ◆A a5dMhaAn sage
        3 05-05 00:01 ◆A a5dMhaAn
        """)
    assert [verdict.why for verdict in played.verdicts] == [None, "resting", None]
    assert played.verdicts[0].rest_until == day(until)


def test_s7_a_new_rest_is_added_to_the_days_left() -> None:
    play("""
        > entrance2/11/5 05-02 10:05 ◆A aYd5MhaA
        1 05-01 10:00 ◆A PRYYd1Mh => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A - | @entrance2/11/5 => chat no_id, extra 1-6, rest 05-04
        3 05-04 10:00 ◆A a5dMhaAn => void resting, rest 05-04
        4 05-05 10:00 ◆A a5dMhaAn => roll 6-11
        """)


def test_s7_at_the_earliest_from_the_day_after_its_roll() -> None:
    play("""
        > entrance2/11/5 05-07 09:00 ◆A aYd5MhaA
        1 05-01 10:00 ◆A PRaYd1Mh => roll 0-1, rest 05-02
        2 05-07 09:05 ◆A a2dMhaAn | @entrance2/11/5 => roll 6-8, extra 1-6, rest 05-08
        3 05-08 09:00 ◆A a2dMhaAn => void resting, rest 05-08
        4 05-09 09:00 ◆A a2dMhaAn => roll 8-10
        """)


def test_s7_an_extra_roll_in_the_morning_leaves_the_daily_roll_of_that_day_free() -> None:
    played = play("""
        > entrance2/11/5 05-02 09:00 ◆A aYd5MhaA
        1 05-01 10:00 ◆A PRd1MhaA => roll 0-1
        2 05-02 09:05 ◆A - | @entrance2/11/5 => chat no_id, extra 1-6, rest 05-03
        """)
    assert played.row("◆A").can_roll_on == day("05-02")
    play("""
        > entrance2/11/5 05-02 09:00 ◆A aYd5MhaA
        1 05-01 10:00 ◆A PRd1MhaA => roll 0-1
        2 05-02 09:05 ◆A - | @entrance2/11/5 => chat no_id, extra 1-6, rest 05-03
        3 05-02 12:00 ◆A aYd1MhaA => roll 6-7, rest 05-04
        4 05-04 12:00 ◆A a1dMhaAn => void resting, rest 05-04
        5 05-05 12:00 ◆A a1dMhaAn => roll 7-8
        """)


def test_each_roll_tells_its_own_last_day_of_rest() -> None:
    played = play("""
        > entrance2/11/5 05-02 09:00 ◆A aYd5MhaA
        1 05-01 10:00 ◆A PRd1MhaA => roll 0-1
        2 05-02 10:00 ◆A aYd1MhaA | @entrance2/11/5 => roll 6-7, extra 1-6, rest 05-04
        """)
    assert [step.rest_until for step in played.verdicts[1].steps] == [day("05-03"), day("05-04")]


def test_s7_never_in_force_on_days_before() -> None:
    play("""
        1 05-05 00:10 ◆A aYd5MhaA => roll 0-5, rest 05-06
        2 05-04 23:50 ◆A a5dMhaAn => roll 5-10, rest 05-06
        3 05-06 10:00 ◆A a5dMhaAn => void resting, rest 05-06
        """)
