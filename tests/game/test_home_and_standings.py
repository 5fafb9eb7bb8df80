"""Home, and the table of the game: RULES H1, M6, and DESIGN's `standings`."""

from __future__ import annotations

from scenario import day, play

from referee.model import GameSettings


def test_h1_the_first_one_home_and_the_others_play_on() -> None:
    played = play(
        """
        1 05-01 10:00 ◆B a5dMhaAn => roll 990-995
        2 05-02 10:00 ◆A a9dMhaAn => roll 995-1000
        3 05-02 11:00 ◆B a5dMhaAd => roll 995-1000
        4 05-02 12:00 ◆C a5dMhaAf => roll 995-1000
        5 05-03 12:00 ◆A a5dMhaAn => chat home
        6 05-03 12:00 ◆D a5dMhaAh => roll 0-5
        """,
        start={"◆A": 995, "◆B": 990, "◆C": 995},
    )
    assert [(row.rank, row.player, row.home, row.rolls) for row in played.standings] == [
        (1, "◆A", True, 2), (2, "◆B", True, 3), (3, "◆C", True, 2), (4, "◆D", False, 1),
    ]  # fmt: skip
    assert played.verdicts[1].roll.roll.overshoot == 4
    assert played.row("◆A").can_roll_on is None


def test_equal_squares_share_the_rank_and_who_got_there_first_stands_first() -> None:
    played = play("""
        1 05-01 10:00 ◆A a0dMhaAn => roll 0-0
        2 05-01 10:01 ◆B a5dMhaAn => roll 0-5
        3 05-01 10:02 ◆C a5dMhaAd => roll 0-5
        4 05-01 10:03 ◆D a3dMhaAn => roll 0-3
        5 05-02 10:00 ◆D a2dMhaAn => roll 3-5
        6 05-02 10:01 ◆B a0dMhaAd => roll 5-5
        7 05-02 10:02 ◆E a7dMhaAd => roll 0-7
        """)
    rows = [(row.rank, row.player, row.square) for row in played.standings]
    assert rows == [(1, "◆E", 7), (2, "◆B", 5), (2, "◆C", 5), (2, "◆D", 5), (5, "◆A", 0)]


def test_who_leaves_and_comes_back_stands_last_among_equals() -> None:
    played = play("""
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-01 10:01 ◆B a5dMhaAd => roll 0-5
        3 05-02 10:00 ◆A a5dMhaAn => roll 5-10
        4 05-03 10:00 ◆A a/dMhaAn => roll 10-5
        """)
    assert [(row.rank, row.player) for row in played.standings] == [(1, "◆B"), (1, "◆A")]


def test_a_row_tells_states_rights_rests_and_rolls() -> None:
    played = play("""
        > entrance2/11/5 05-01 10:05 ◆A JO3PRPR+
        1 05-01 10:00 ◆A PRd1MhaA 散歩の人 0歩 => roll 0-1
        2 05-01 10:06 ◆A - 歩人 累計9 | @entrance2/11/5 => chat no_id, extra 1-9
        3 05-01 11:00 ◆B JOaYd1hM 7歩 => roll 0-1, claim_differs, rest 05-02
        """)
    one, two = played.row("◆A"), played.row("◆B")
    assert (one.rolls, one.held, one.chance, one.extra_rolls, one.rest_until) == (2, 3, False, 2, None)
    assert (two.rolls, two.held, two.chance, two.extra_rolls, two.rest_until) == (1, 1, True, 0, day("05-02"))
    assert (one.name, two.name) == ("歩人", ""), "as typed in the latest roll, without the claimed total"
    assert (one.can_roll_on, two.can_roll_on) == (day("05-02"), day("05-03"))


def test_a_rest_that_ended_before_the_last_post_seen_is_told_no_more() -> None:
    text = "1 05-01 10:00 ◆A aYd1MhaA\n2 {} 10:00 - - => chat no_trip"
    assert play(text.format("05-02")).row("◆A").rest_until == day("05-02")
    assert play(text.format("05-03")).row("◆A").rest_until is None
    assert play(text.format("05-03")).row("◆A").can_roll_on == day("05-03")


def test_can_roll_on_after_a_morning_with_y() -> None:
    text = """
        > entrance2/11/5 05-02 09:00 ◆A aYd5MhaA
        1 05-01 10:00 ◆A PRd1MhaA
        2 05-02 09:05 ◆A - | @entrance2/11/5
        {}"""
    assert play(text.format("")).row("◆A").can_roll_on == day("05-02"), "the daily roll of that day is free"
    assert play(text.format("3 05-03 09:00 - -")).row("◆A").can_roll_on == day("05-04"), "that day is gone"
    assert play(text.format("3 05-02 09:06 ◆A a1dMhaAn")).row("◆A").can_roll_on == day("05-04")


def test_only_who_rolled_stands_in_the_table() -> None:
    played = play("""
        1 05-01 10:00 ◆A -        => chat no_id
        2 ?     -     ◆B a5dMhaAn => void undated, !undated
        3 05-01 10:00 -  a5dMhaAn => chat no_trip
        """)
    assert played.standings == ()


def test_m5_a_random_square_waits_where_the_host_rules_it() -> None:
    text = """
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        55 05-02 10:00 ◆A adfHm5TO => roll 5-{}, !random_square
        56 05-03 10:00 ◆A a1dMhaAn => roll {}
        """
    play(text.format("354", "354-355"))
    play(text.format("?", "5-6"), GameSettings(random="ruling"))


def test_h1_the_day_of_coming_home_is_known_also_when_a_gift_carried_there() -> None:
    played = play(
        """
        1 05-02 10:00 ◆A a1dMhaAn
        2 05-03 10:00 ◆B CPd1MhaA
        3 05-04 10:00 ◆B GOGd9MhA
        """,
        start={"◆A": 990, "◆B": 900},
    )
    first = played.standings[0]
    assert (first.player, first.home) == ("◆A", True)
    assert first.home_on == day("05-03")
