"""The switches that only a game shows (RULES, "Readings"): the default and each alternative on the same posts.

The other switches are tried in tests/rules/test_readings.py.
"""

from __future__ import annotations

from scenario import play

A_JPG = "http://example.com/a.jpg"


def test_roll_on_sage() -> None:
    text = "1 05-01 10:00 ◆A a5dMhaAn sage => {}\n2 05-01 11:00 ◆A a4dMhaAn => {}"
    play(text.format("roll 0-5", "void second_of_day, please_sage"))
    play(text.format("chat sage", "roll 0-4"), roll_on_sage=False)


def test_dice() -> None:
    text = "1 05-01 10:00 ◆A a5dMhaJO1 => roll 0-{}\n2 05-02 10:00 ◆A a1dMhaAn => roll {}"
    play(text.format(5, "5-15"))
    play(text.format(6, "6-7"), dice="all")


def test_dice_of_an_extra_roll() -> None:
    text = """
        > entrance2/11/5 05-01 10:05 ◆A a5dMhaAn9
        1 05-01 10:00 ◆A PRd1MhaA => roll 0-1
        2 05-01 11:00 ◆A - | @entrance2/11/5 => chat no_id, extra {}
        """
    play(text.format("1-6"))
    play(text.format("1-15"), dice="all")


def test_rest_unit() -> None:
    text = """
        1 05-01 10:00 ◆A YYd1MhaA      => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A a5dMhaAn      => void resting, rest 05-03
        3 05-02 11:00 ◆A a5dMhaAn sage => void resting, rest 05-03
        4 05-09 10:00 ◆A a5dMhaAn      => {}
        5 05-09 11:00 ◆A a4dMhaAn sage => {}
        6 05-10 10:00 ◆A a3dMhaAn      => {}
        """
    play(text.format("roll 1-6", "void second_of_day", "roll 6-9"))
    turns = play(text.format("void resting, rest 05-09", "void resting, rest 05-09", "roll 1-4"), rest_unit="turns")
    assert turns.player("◆A").rest is None


def test_rest_unit_turns_and_exposures() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPDUPM1h      => roll 0-1, rest 05-05
        2 05-09 10:00 ◆A a5dMhaAn      => void resting, rest 05-12
        3 05-19 10:00 ◆A - | {A_JPG}   => chat no_id, shown D, rest 05-19, !exposure_shown
        4 05-20 10:00 ◆A a5dMhaAn      => void resting, rest 05-20
        5 05-21 10:00 ◆A a5dMhaAn      => roll 1-6
        """, rest_unit="turns")  # fmt: skip


def test_rest_unit_turns_adds_a_new_rest_to_the_turns_left() -> None:
    play("""
        > entrance2/11/5 05-04 09:00 ◆A aYd1MhaA
        1 05-01 10:00 ◆A PRaYd1ha            => roll 0-1, rest 05-02
        2 05-04 10:00 ◆A - | @entrance2/11/5 => chat no_id, extra 1-2, rest 05-05
        3 05-05 10:00 ◆A a5dMhaAn            => void resting, rest 05-06
        4 05-06 10:00 ◆A a5dMhaAn            => void resting, rest 05-06
        5 05-07 10:00 ◆A a5dMhaAn            => roll 2-7
        """, rest_unit="turns")  # fmt: skip


def test_showing_allows_second_roll() -> None:
    text = f"""
        1 05-01 10:00 ◆A UPKd1haM                  => roll 0-1, rest 05-03
        2 05-01 11:00 ◆A a5dMhaAn sage | {A_JPG}   => {{}}
        3 05-01 12:00 ◆A a4dMhaAn sage             => void second_of_day
        4 05-02 10:00 ◆A a4dMhaAn                  => roll {{}}
        """
    play(text.format("void second_of_day, shown K, !exposure_shown", "1-5"))
    play(text.format("roll 1-6, shown K, !exposure_shown", "6-10"), showing_allows_second_roll=True)


def test_showing_a_part_allows_no_second_roll() -> None:
    play(f"""
        1 05-01 10:00 ◆A UPKUPM1d                => roll 0-1, rest 05-05
        2 05-01 11:00 ◆A a5dMhaAn sage | {A_JPG} => void second_of_day, shown K, rest 05-03, !exposure_shown
        """, showing_allows_second_roll=True)  # fmt: skip


def test_gift_to_reaches_who_showed_a_first_id_while_resting() -> None:
    text = """
        1 05-01 10:00 ◆A aYd5MhaA      => roll 0-5, rest 05-02
        2 05-01 10:01 ◆B CNd1haMn      => roll 0-1
        3 05-02 10:00 ◆A a5dMhaAn      => {}
        4 05-02 10:01 ◆A a5dMhaAn sage => void resting, rest 05-02
        5 05-02 10:02 ◆C a2dMhaAn      => roll {}
        6 05-02 10:03 ◆A a5dMhaAn sage => void resting, rest 05-02
        7 05-03 10:04 ◆D CPd1haMn      => roll 0-1, ◆C {}
        """
    play(text.format("void resting, rest 05-02", "0-12", "12-22"))
    play(text.format("void resting, ◆A 5-15, rest 05-02", "0-2", "2-12"), gift_to="shown")


def test_gift_to_cp_finds_the_resting_too() -> None:
    text = """
        1 05-01 10:00 ◆A aYd5MhaA => roll 0-5, rest 05-02
        2 05-01 10:01 ◆B a1dMhaAn => roll 0-1
        3 05-02 10:00 ◆A a5dMhaAn => void resting, rest 05-02
        4 05-02 10:01 ◆C CPd1haMn => roll 0-1, {}
        """
    play(text.format("◆B 1-11"))
    play(text.format("◆A 5-15"), gift_to="shown")


def test_gift_to_moves_at_once_even_home() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A aYd5MhaA => roll 980-985, rest 05-02
        2 05-01 10:01 ◆B CNCNd1ha => roll 0-1
        3 05-02 10:00 ◆A a5dMhaAn => void resting, ◆A 985-1000, rest 05-02
        """,
        start={"◆A": 980},
        gift_to="shown",
    )
    assert played.row("◆A").home
