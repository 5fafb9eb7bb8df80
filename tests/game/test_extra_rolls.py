"""Extra rolls on other boards: a case for each sentence of RULES, section X."""

from __future__ import annotations

import pytest
from scenario import day, play, read_posts, say, stamp, table

from referee.game import EMPTY, replay
from referee.model import GameSettings

#: Who asks, on whose link, what the referee says; the right is of 05-01 10:00:30.
RIGHT = "1 05-01 10:00:30 ◆A PRd1MhaA => roll 0-1\n"


def test_x1_the_boards_in_their_order_then_any() -> None:
    play("""
        > entrance2/11/1 05-01 11:00 ◆A PRd1MhaA
        > qa/11/2        05-01 11:01 ◆A PRd1MhaA
        > pcqa/11/3      05-01 11:02 ◆A PRd1MhaA
        > news/11/4      05-01 11:03 ◆A PRd1MhaA
        > qa/11/5        05-01 11:04 ◆A a2dMhaAn
        1 05-01 10:00 ◆A PRd1MhaA            => roll 0-1
        2 05-01 12:00 ◆A - | @qa/11/2        => chat no_id, please_sage, !wrong_board
        3 05-01 12:00 ◆A - | @entrance2/11/1 @qa/11/2 @pcqa/11/3 => chat no_id, extra 1-2, extra 2-3, extra 3-4
        4 05-01 12:00 ◆A - | @news/11/4      => chat no_id, extra 4-5
        5 05-01 12:00 ◆A - | @qa/11/5        => chat no_id, extra 5-7
        6 05-01 12:00 ◆A - sage | @qa/11/5   => chat no_id, !used
        """)


def test_x1_counted_anew_from_each_daily_roll() -> None:
    play("""
        > entrance2/11/1 05-01 11:00 ◆A a1dMhaAn
        > entrance2/11/2 05-02 11:00 ◆A a1dMhaAn
        1 05-01 10:00 ◆A PRd1MhaA            => roll 0-1
        2 05-01 12:00 ◆A - | @entrance2/11/1 => chat no_id, extra 1-2
        3 05-02 10:00 ◆A PRd1MhaA            => roll 2-3
        4 05-02 12:00 ◆A - | @entrance2/11/2 => chat no_id, extra 3-4
        """)


def test_x1_the_setting_names_the_boards() -> None:
    text = "> news/11/1 05-01 11:00 ◆A a1dMhaAn\n" + RIGHT + "2 05-01 12:00 ◆A - sage | @news/11/1 => chat no_id, {}"
    play(text.format("extra 1-2"), GameSettings(extra_boards=("news",)))
    play(text.format("extra 1-2"), GameSettings(extra_boards=()))
    play(text.format("!wrong_board"))


def test_x2_rolled_at_the_place_and_on_the_day_of_the_linking_post() -> None:
    played = play("""
        > entrance2/11/5 05-01 10:05 ◆A aYd1MhaA
        1 05-01 10:00 ◆A PRd1MhaA            => roll 0-1
        2 05-03 12:00 ◆A - | @entrance2/11/5 => chat no_id, extra 1-2, rest 05-04
        """)
    assert played.row("◆A").rest_until == day("05-04")


def test_x2_number_and_seconds_of_the_linked_post() -> None:
    play("""
        > entrance2/11/78 05-01 10:05:49 ◆A PLPTd1ha
        > qa/11/55        05-01 10:06:49 ◆A PRTO+dha
        > pcqa/1178000000/55 05-01 10:07:49 ◆A adfHm5TO
        1 05-01 10:00:01 ◆A PRPRPRd1                 => roll 0-1
        999 05-01 12:00:02 ◆A - | @entrance2/11/78   => chat no_id, extra 1-30
        1000 05-01 12:00:02 ◆A - | @qa/11/55         => chat no_id, extra 30-55
        1001 05-01 12:00 ◆A - | @pcqa/1178000000/55  => chat no_id, extra 55-134, !random_square
        """)


@pytest.mark.parametrize("link", ["@entrance2/11", "@entrance2/11/", "@entrance2/11/2-9", "@entrance2/11/l50"])
def test_x2_a_link_to_the_thread_means_the_players_first_post_not_older_than_the_right(link: str) -> None:
    posts = """
        > entrance2/11/2 05-01 09:00 ◆A a2dMhaAn
        > entrance2/11/3 05-01 11:00 ◆X a3dMhaAn | IDすごろくから
        > entrance2/11/4 05-01 11:01 ◆A a4dMhaAn
        > entrance2/11/5 05-01 11:02 ◆A a5dMhaAn
        """
    play(f"{posts}\n{RIGHT}\n2 05-01 12:00 ◆A - | {link} => chat no_id, extra 1-5")


def test_x2_else_the_other_trip_case() -> None:
    play(f"""
        > entrance2/11/3 05-01 11:00 ◆X a3dMhaAn
        > entrance2/11/4 05-01 11:00 -  a4dMhaAn | IDすごろくから
        > entrance2/11/5 05-01 11:00 ◆Y a5dMhaAn すごろく
        {RIGHT}
        2 05-01 12:00 ◆A - | @entrance2/11 => chat no_id, extra 1-6
        """)


def test_x2_only_older_ones_are_too_old() -> None:
    play(f"""
        > entrance2/11/3 05-01 09:00 ◆A a3dMhaAn
        > qa/11/3 05-01 09:00 ◆Z a3dMhaAn
        {RIGHT}
        2 05-01 12:00 ◆A - sage | @entrance2/11 => chat no_id, !too_old
        3 05-01 12:00 ◆A - sage | @qa/11 => chat no_id, !no_trip_there
        4 05-01 12:00 ◆A - sage | @pcqa/11 => chat no_id, !unreachable
        """)


#: Linked posts, links, and what is said: each reason with all later ones fitting too, so that the order is tried.
REASONS = {
    "used": (
        "> entrance2/11/5 05-01 10:05 ◆A a5dMhaAn",
        "2 05-01 11:00 ◆A - | @entrance2/11/5 => chat no_id, extra 1-6\n"
        "3 05-01 11:01 ◆A - sage | @entrance2/11/5 => chat no_id, !used",
    ),
    "used before no_right of another": (
        "> entrance2/11/5 05-01 10:05 ◆A a5dMhaAn",
        "2 05-01 11:00 ◆A - | @entrance2/11/5 => chat no_id, extra 1-6\n"
        "3 05-01 11:01 ◆B a1dMhaAn | @entrance2/11/5 => roll 0-1\n"
        "4 05-01 11:02 ◆B - sage | @entrance2/11/5 => chat no_id, !used",
    ),
    "no_right": (
        "",
        "2 05-01 11:00 ◆B a1dMhaAn => roll 0-1\n3 05-01 11:01 ◆B - sage | @news/9/9 => chat no_id, !no_right",
    ),
    "links by others are just links": ("", "2 05-01 11:01 ◆B - | @news/9/9 => chat no_id\n3 05-01 11:02 - - | @qa/9/9"),
    "unreachable thread": ("", "2 05-01 11:01 ◆A - sage | @news/9/9 => chat no_id, !unreachable"),
    "unreachable number": (
        "> entrance2/11/5 05-01 10:05 ◆A a5dMhaAn",
        "2 05-01 11:01 ◆A - sage | @entrance2/11/6 => chat no_id, !unreachable",
    ),
    "no_id_there": ("> news/11/5 04-01 10:05 ◆X -", "2 05-01 11:01 ◆A - sage | @news/11/5 => chat no_id, !no_id_there"),
    "no_id_there, erased": (
        "> entrance2/11/5 05-01 10:05 ◆A a5dMhaAn erased",
        "2 05-01 11:01 ◆A - sage | @entrance2/11/5 => chat no_id, !no_id_there",
    ),
    "no_trip_there": (
        "> news/11/5 04-01 10:05 ◆X a5dMhaAn\n> news/11/6 04-01 10:05 - a5dMhaAn | IDすごろく",
        "2 05-01 11:01 ◆A - sage | @news/11/5 @news/11/6 => chat no_id, !no_trip_there, !no_trip_there",
    ),
    "wrong_board": (
        "> qa/11/5 04-01 10:05 ◆A a5dMhaAn",
        "2 05-01 11:01 ◆A - sage | @qa/11/5 => chat no_id, !wrong_board",
    ),
    "too_old": (
        "> entrance2/11/5 05-01 10:00:29 ◆A a5dMhaAn\n> entrance2/11/6 ? - ◆A a5dMhaAn",
        "2 05-01 11:01 ◆A - sage | @entrance2/11/5 @entrance2/11/6 => chat no_id, !too_old, !too_old",
    ),
}


@pytest.mark.parametrize("reason", REASONS)
def test_x3_the_first_failure_is_the_reason(reason: str) -> None:
    elsewhere, lines = REASONS[reason]
    play(f"{elsewhere}\n{RIGHT}{lines}")


def test_x3_no_right_for_a_player_who_is_home() -> None:
    played = play(
        """
        > entrance2/11/5 05-01 10:05 ◆A a5dMhaAn
        1 05-01 10:00 ◆A PRd5MhaA => roll 995-1000
        2 05-01 10:10 ◆A - sage | @entrance2/11/5 => chat no_id, !no_right
        """,
        start={"◆A": 995},
    )
    assert played.row("◆A").extra_rolls == 0


def test_x3_the_right_stays() -> None:
    played = play(f"""
        > entrance2/11/5 05-01 10:05 ◆A a5dMhaAn
        {RIGHT}
        2 05-01 11:00 ◆A - sage | @news/9/9 => chat no_id, !unreachable
        3 05-01 11:00 ◆A - sage | @entrance2/11/5 => chat no_id, extra 1-6
        """)
    assert played.row("◆A").rolls == 2


@pytest.mark.parametrize(
    ("granted", "made", "old"),
    [
        ("10:00:30.50", "10:00:30.49", True),
        ("10:00:30.50", "10:00:30", False),  # the coarser of the two precisions
        ("10:00:30.50", "10:00:29", True),
        ("10:00:30", "10:00:30.01", False),
        ("10:00:30", "10:00:--", False),
        ("10:00:30", "09:59:--", True),
        ("10:00:--", "10:00:01", False),
        ("10:00:30", "--:--", False),
        ("--:--", "00:00:01", False),
    ],
)
def test_x3_compared_at_the_coarser_precision(granted: str, made: str, old: bool) -> None:
    told = "!too_old" if old else "extra 1-6"
    play(f"""
        > entrance2/11/5 05-01 {made} ◆A a5dMhaAn
        1 05-01 {granted} ◆A PRd1MhaA
        2 05-01 23:00 ◆A - sage | @entrance2/11/5 => chat no_id, {told}
        """)


def test_x3_the_right_of_an_extra_roll_has_the_time_of_the_linked_post() -> None:
    play("""
        > entrance2/11/5 05-01 10:30 ◆A PRd1MhaA
        > qa/11/5 05-01 10:20 ◆A a5dMhaAn
        > qa/11/6 05-01 10:30 ◆A a5dMhaAn
        1 05-01 10:00 ◆A PRd1MhaA => roll 0-1
        2 05-01 12:00 ◆A - sage | @entrance2/11/5 @qa/11/5 @qa/11/6 => chat no_id, extra 1-2, extra 2-7, !too_old
        """)


def test_x3_the_right_of_jo_has_the_time_of_the_next_daily_roll() -> None:
    play("""
        > entrance2/11/5 05-02 09:59 ◆A a5dMhaAn
        > entrance2/11/6 05-02 10:00 ◆A a5dMhaAn
        1 05-01 10:00 ◆A JO.d1haM => roll 0-1
        2 05-02 10:00 ◆A a1dMhaAn => roll 1-2
        3 05-02 12:00 ◆A - sage | @entrance2/11/5 @entrance2/11/6 => chat no_id, extra 2-7, !too_old
        """)


def test_x4_the_right_lapses_with_the_next_daily_roll() -> None:
    played = play("""
        > entrance2/11/5 05-02 10:05 ◆A a5dMhaAn
        1 05-01 10:00 ◆A PRPRd1Mh => roll 0-1
        2 05-02 10:00 ◆A a1dMhaAn => roll 1-2
        3 05-02 10:10 ◆A - sage | @entrance2/11/5 => chat no_id, !no_right
        """)
    assert played.row("◆A").extra_rolls == 0


def test_x4_first_the_extra_roll_then_the_daily_roll() -> None:
    play("""
        > entrance2/11/5 05-02 09:00 ◆A JO3d4haM
        1 05-01 10:00 ◆A PRd1MhaA => roll 0-1
        2 05-02 10:00 ◆A a1dMhaAn | @entrance2/11/5 => roll 8-11, extra 1-8
        """)


def test_x4_rests_do_not_block_it() -> None:
    play("""
        > entrance2/11/5 05-02 09:00 ◆A a5dMhaAn
        1 05-01 10:00 ◆A PRY1dhaM => roll 0-1, rest 05-02
        2 05-02 10:00 ◆A a1dMhaAn | @entrance2/11/5 => void resting, extra 1-6, rest 05-02
        """)


def test_an_extra_roll_may_come_home_and_the_post_then_rolls_no_more() -> None:
    play(
        """
        > entrance2/11/5 05-02 09:00 ◆A a5dMhaAn
        1 05-01 10:00 ◆A PRd0MhaA => roll 995-995
        2 05-02 10:00 ◆A a1dMhaAn | @entrance2/11/5 => chat home, extra 995-1000
        """,
        start={"◆A": 995},
    )


def test_links_within_the_game_are_just_links() -> None:
    play(f"""
        {RIGHT}
        2 05-01 11:00 ◆A - sage | @entrance/1178000000/1 => chat no_id
        == entrance/1178000001
        1 05-01 12:00 ◆A - sage | 前スレ @entrance/1178000000/ @entrance/1178000001/2 => chat no_id
        """)


def test_links_to_an_earlier_thread_saved_without_a_host_are_just_links() -> None:
    text = f"""
        {RIGHT}
        == entrance/1178000001
        1 05-01 12:00 ◆A - sage | 前スレ @entrance/1178000000/
        2 05-01 12:01 ◆A - sage | 前スレ @entrance/1178000000/
        """
    posts, _, _ = read_posts(text)
    saved = []
    for line in posts:
        fields = {name: getattr(line, name) for name in line.__struct_fields__}
        fields["thread"] = type(line.thread)(line.thread.board, line.thread.key)
        saved.append(type(line)(**fields))
    assert [say(verdict) for _, verdict, _ in replay(saved, table(), EMPTY)][1:] == ["chat no_id"] * 2


def test_a_link_of_an_undated_post_is_placed_on_the_day_of_the_linked_one() -> None:
    played = play(f"""
        > entrance2/11/5 05-01 11:00 ◆A aYd5MhaA
        {RIGHT}
        2 05-02 11:00 ◆B a1dMhaAn => roll 0-1
        3 ? - ◆A - | @entrance2/11/5 => chat no_id, extra 1-6, rest 05-02
        """)
    thrown = played.verdicts[2].steps[0]
    assert thrown.at == stamp("05-01", "11:00")
