"""Exposures, and what pays them: a case for each sentence of RULES, S5 and S6."""

from __future__ import annotations

import pytest
from scenario import play

from referee.model import GameSettings

A_JPG, B_PNG = "http://example.com/a.jpg", "ttp://example.com/b.png?x=1"
SHOWN = "!exposure_shown"


def test_s5_two_days_for_each_and_all_y_of_that_roll_void() -> None:
    play("""
        1 05-01 10:00 ◆A UPDY1hMf => roll 0-1, rest 05-03
        2 05-03 10:00 ◆A a5dMhaAn => void resting, rest 05-03
        3 05-04 10:00 ◆A UPKUPM1h => roll 1-2, rest 05-08
        4 05-09 10:00 ◆A a5dMhaAn => roll 2-7
        """)


def test_s5_days_that_come_from_y_alone_are_void_too() -> None:
    play("""
        > entrance2/11/5 05-02 10:05 ◆A UPDd1haM
        1 05-01 10:00 ◆A PRYYdYYd            => roll 0-0, rest 05-05
        2 05-02 10:06 ◆A - | @entrance2/11/5 => chat no_id, extra 0-1, rest 05-04
        3 05-04 10:00 ◆A a1dMhaAn            => void resting, rest 05-04
        4 05-05 10:00 ◆A a1dMhaAn            => roll 1-2
        """)


def test_s5_exposures_owed_already_are_added_to() -> None:
    play(f"""
        > entrance2/11/5 05-02 10:05 ◆A UPMd1haM
        1 05-01 10:00 ◆A PRUPDd1h            => roll 0-1, rest 05-03
        2 05-02 10:06 ◆A - | @entrance2/11/5 => chat no_id, extra 1-2, rest 05-05
        3 05-02 10:07 ◆A - sage | {A_JPG}    => chat no_id, shown D, rest 05-03, {SHOWN}
        4 05-03 10:07 ◆A a5dMhaAn            => void resting, rest 05-03
        5 05-04 10:07 ◆A a5dMhaAn            => roll 2-7
        """)


def test_s5_each_thing_shown_takes_two_days_off_at_once() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPKUPMupr => roll 0-0, rest 05-07
        2 05-02 10:00 ◆A a5dMhaAn | {A_JPG} => void resting, shown K, rest 05-05, {SHOWN}
        3 05-03 10:00 ◆A - | {B_PNG} => chat no_id, shown M, rest 05-03, {SHOWN}
        4 05-04 10:00 ◆A a5dMhaAn => roll 0-5
        """, dice="all")  # fmt: skip


def test_s5_days_already_sat_count() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPKUPM1d => roll 0-1, rest 05-05
        2 05-04 10:00 ◆A a5dMhaAn | {A_JPG} => roll 1-6, shown K, {SHOWN}
        """)


def test_s5_free_when_nothing_is_owed_and_the_showing_post_may_roll() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPK1dhaM => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A a5dMhaAn | {A_JPG} => roll 1-6, shown K, {SHOWN}
        3 05-03 10:00 ◆A a5dMhaAn => roll 6-11
        """)


def test_s5_but_not_on_the_day_of_the_roll_itself() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPK1dhaM => roll 0-1, rest 05-03
        2 05-01 11:00 ◆A a5dMhaAn sage | {A_JPG} => void second_of_day, shown K, {SHOWN}
        3 05-02 10:00 ◆A a5dMhaAn => roll 1-6
        """)


def test_s5_what_was_not_shown_is_forgotten() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPK1dhaM => roll 0-1, rest 05-03
        2 05-04 10:00 ◆A - sage | {A_JPG} => chat no_id
        3 05-05 10:00 ◆A UPMd1haM => roll 1-2, rest 05-07
        4 05-06 10:00 ◆A a5dMhaAn | {A_JPG} => roll 2-7, shown M, {SHOWN}
        """)


@pytest.mark.parametrize("ending", "jpg jpeg png gif webp bmp JPG jpg?size=1".split())  # noqa: SIM905
def test_s6_a_link_to_a_picture_pays(ending: str) -> None:
    play(f"""
        1 05-01 10:00 ◆A UPK1dhaM => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A - | ttp://example.com/a.{ending} => chat no_id, shown K, {SHOWN}
        """)


@pytest.mark.parametrize("body", ["http://example.com/a.html", "見せた", "http://example.com/", "a.jpg"])
def test_s6_nothing_else_does(body: str) -> None:
    play(f"""
        1 05-01 10:00 ◆A UPK1dhaM => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A - | {body} => chat no_id, rest 05-03
        """)


def test_s6_the_oldest_owed_first_each_link_once() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPKUPM1d => roll 0-1, rest 05-05
        2 05-02 10:00 ◆A - | {A_JPG} {A_JPG} => chat no_id, shown K, rest 05-03, {SHOWN}
        3 05-02 10:01 ◆A - sage | {A_JPG} => chat no_id, rest 05-03
        4 05-02 10:02 ◆A - sage | {A_JPG} {B_PNG} => chat no_id, shown M, {SHOWN}
        """)


def test_s6_two_links_pay_two() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPKUPM1d => roll 0-1, rest 05-05
        2 05-02 10:00 ◆A a5dMhaAn | {A_JPG} {B_PNG} => roll 1-6, shown KM, {SHOWN}
        """)


def test_s6_a_host_name_pays_i_and_no_picture_does() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPIUPR1d => roll 0-2, rest 05-05
        2 05-02 10:00 ◆A - | {A_JPG} {B_PNG} => chat no_id, shown R, rest 05-03, {SHOWN}
        3 05-02 11:00 ◆A - sage host => chat no_id, shown I, {SHOWN}
        4 05-03 10:00 ◆A UPDd1haM => roll 2-3, rest 05-05
        5 05-04 10:00 ◆A - host => chat no_id, rest 05-05
        """)


def test_s6_the_post_that_brought_it_does_not_count() -> None:
    play(f"""
        > entrance2/11/5 05-02 10:05 ◆A UPMd1haM
        1 05-01 10:00 ◆A UPKPR1dh | {A_JPG} => roll 0-1, rest 05-03
        2 05-04 10:06 ◆A - | @entrance2/11/5 {B_PNG} => chat no_id, extra 1-2, rest 05-06
        3 05-05 10:06 ◆A - | {B_PNG} => chat no_id, shown M, {SHOWN}
        """)


def test_s6_others_pay_nothing() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPK1dhaM => roll 0-1, rest 05-03
        2 05-02 10:00 ◆B - | {A_JPG} => chat no_id
        3 05-02 10:00 -  - | {A_JPG} => chat no_trip
        4 05-02 10:01 ◆A a5dMhaAn => void resting, rest 05-03
        """)


def test_s7_while_an_exposure_is_owed_y_adds_nothing() -> None:
    play(f"""
        > entrance2/11/5 05-02 10:05 ◆A YYYdahaM
        1 05-01 10:00 ◆A UPKPR1dh            => roll 0-1, rest 05-03
        2 05-02 10:06 ◆A - | @entrance2/11/5 => chat no_id, extra 1-301, rest 05-03
        3 05-02 10:07 ◆A - sage | {A_JPG}    => chat no_id, shown K, {SHOWN}
        4 05-02 10:08 ◆A a5dMhaAn            => roll 301-306
        """)


def test_things_may_be_shown_from_the_day_of_the_roll_on() -> None:
    play(f"""
        1 05-05 00:10 ◆A UPK1dhaM => roll 0-1, rest 05-07
        2 05-04 23:55 ◆A - sage | {A_JPG} => chat no_id, rest 05-07
        3 05-05 00:11 ◆A - sage | {A_JPG} => chat no_id, shown K, {SHOWN}
        """)


def test_where_the_host_rules_on_exposures_a_link_is_listed_only() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPK1dhaM => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A a5dMhaAn | {A_JPG} => void resting, rest 05-03, {SHOWN}
        """, GameSettings(exposures="ruling"))  # fmt: skip
