"""Gifts: a case for each sentence of RULES, section G."""

from __future__ import annotations

from scenario import play

from referee.game import gifts_waiting
from referee.model import Given


def test_g1_cp_goes_to_the_roller_before_and_cn_to_the_next() -> None:
    played = play("""
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-01 10:01 ◆B CPCNd1ha => roll 0-1, ◆A 5-15
        3 05-01 10:02 ◆C a2dMhaAn => roll 0-12
        """)
    assert gifts_waiting(played.state) == 0
    assert [step.roll.bonus for step in played.verdicts[2].steps] == [10]


def test_g1_passed_over() -> None:
    play("""
        1 05-01 10:00 ◆A a5dMhaAn      => roll 0-5
        2 05-01 10:01 ◆D aYd5MhaA      => roll 0-5, rest 05-02
        3 05-02 10:00 ◆A a5dMhaAn      => roll 5-10
        4 05-02 10:01 ◆A a5dMhaAn sage => void second_of_day
        5 05-02 10:02 -  a5dMhaAd      => chat no_trip
        6 05-02 10:03 ◆D a6dMhaAd      => void resting, rest 05-02
        7 05-02 10:03 ◆C ???           => chat no_id
        8 ?     -     ◆C a5dMhaAd      => void undated, !undated
        9 05-02 10:04 ◆B CPd1haMn      => roll 0-1, ◆A 10-20
        """)


def test_g1_the_givers_own_rolls_are_passed_over() -> None:
    play("""
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-01 10:01 ◆B a5dMhaAn => roll 0-5, !same_id
        3 05-02 10:00 ◆B CPCNd1ha => roll 5-6, ◆A 5-15
        4 05-03 10:00 ◆B CPd1haMn => roll 6-7, ◆A 15-25
        5 05-04 10:00 ◆A a1dMhaAn => roll 25-36
        """)


def test_g1_rolls_on_extra_boards_give_but_receive_nothing_and_are_nobodys_neighbour() -> None:
    played = play("""
        > entrance2/11/5 05-01 10:05 ◆A CPCNCNd1
        1 05-01 09:00 ◆B a5dMhaAn            => roll 0-5
        2 05-01 10:00 ◆A PRCPd1ha            => roll 0-1, ◆B 5-15
        3 05-01 10:10 ◆D CNd1haMn            => roll 0-1
        4 05-01 10:20 ◆A - | @entrance2/11/5 => chat no_id, extra 1-2, ◆D 1-11
        5 05-01 10:30 ◆C CPd1haMn            => roll 0-31, ◆D 11-21
        """)
    assert gifts_waiting(played.state) == 0
    given = {v.number: step.extra for v in played.verdicts for step in v.steps if isinstance(step, Given)}
    assert given == {2: None, 4: 0, 5: None}, "a gift knows the extra roll that gave it"


def test_g2_a_movement_of_its_own_after_the_givers_all_in_one_go() -> None:
    play(
        """
        1 05-01 10:00 ◆A a0dMhaAn => roll 80-80
        2 05-01 10:01 ◆B CPCPd1ha => roll 0-1, ◆A 80-120
        3 05-01 10:02 ◆C a0dMhaAd => roll 111-111
        4 05-01 10:03 ◆D CPCPCPd1 => roll 0-1, ◆C 111-141
        """,
        start={"◆A": 80, "◆C": 111},
    )


def test_g2_home_by_a_gift_comes_after_the_giver() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A a0dMhaAn => roll 995-995
        2 05-01 10:01 ◆B CP5dhaMn => roll 996-1000, ◆A 995-1000
        3 05-01 10:02 ◆C a1dMhaAn => roll 0-1
        4 05-02 10:02 ◆D CPa1dhMn => roll 0-1, ◆C 1-11
        5 05-03 10:02 ◆A a1dMhaAn => chat home
        """,
        start={"◆A": 995, "◆B": 996},
    )
    assert list(played.squares) == ["◆B", "◆A", "◆C", "◆D"], "the order of coming home"


def test_g2_no_earlier_roller_or_one_already_home_and_it_is_lost() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A CPd1haMn => roll 0-1
        2 05-01 10:01 ◆H a5dMhaAn => roll 995-1000
        3 05-01 10:02 ◆B CPd1haMn => roll 0-1, !same_id
        """,
        start={"◆H": 995},
    )
    assert played.squares == {"◆H": 1000, "◆A": 1, "◆B": 1}


def test_g3_cn_waits_across_days_and_threads_also_when_the_giver_is_home() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A CN5dhaMn => roll 995-1000
        2 05-01 10:01 ◆B - sage   => chat no_id
        == entrance/1178000001
        1 05-09 10:00 ◆B a1dMhaAn => roll 0-11
        2 05-10 10:00 ◆C a1dMhaAn => roll 0-1
        """,
        start={"◆A": 995},
    )
    assert played.verdicts[2].roll.gift == 10


def test_g3_each_waits_for_someone_other_than_its_giver() -> None:
    played = play("""
        1 05-01 10:00 ◆A CNCNd1ha => roll 0-1
        2 05-02 10:00 ◆A CNd1haMn => roll 1-2
        3 05-02 10:01 ◆B CNd1haMn => roll 0-31, !same_id
        4 05-03 10:00 ◆B a1dMhaAn => roll 31-32
        """)
    assert gifts_waiting(played.state) == 10
    assert played.state.waiting == (("◆B", 10),)


def test_g3_a_jump_loses_it() -> None:
    played = play("""
        1 05-01 10:00 ◆A CNd1haMn => roll 0-1
        2 05-01 10:01 ◆B TO5dhaMn => roll 0-520
        3 05-01 10:02 ◆C JOdaMhnv => roll 0-0
        4 05-02 10:00 ◆A CNd2haMn => roll 1-3
        5 05-02 10:01 ◆C a1dMhaAn => roll 0-0
        6 05-02 10:02 ◆D a1dMhaAd => roll 0-1
        """)
    assert gifts_waiting(played.state) == 0
    assert [verdict.roll.gift for verdict in played.verdicts] == [0, 10, 0, 0, 10, 0], "told, though it is lost"


def test_g3_the_bonus_is_one_movement_with_the_roll() -> None:
    play("1 05-01 10:00 ◆A CNd1haMn\n2 05-01 10:01 ◆B a5dMhaAn => roll 85-120", start={"◆B": 85})


def test_a_received_gift_holds_under_xx() -> None:
    play("1 05-01 10:00 ◆A CNd1haMn\n2 05-01 10:01 ◆B XX5dMhan => roll 0-15")


def test_cp_of_an_extra_roll_and_of_the_daily_roll_in_one_post_are_two_movements() -> None:
    played = play(
        """
        > entrance2/11/5 05-02 09:00 ◆A CPd1haMn
        1 05-01 09:00 ◆A PRd1MhaA => roll 0-1
        2 05-01 10:00 ◆B a0dMhaAn => roll 90-90
        3 05-02 10:00 ◆A CPd2haMn | @entrance2/11/5 => roll 2-4, extra 1-2, ◆B 90-120, ◆B 120-130
        """,
        start={"◆B": 90},
    )
    assert [step.extra for step in played.verdicts[2].steps if isinstance(step, Given)] == [0, None]
