"""The host's rulings, a case for each kind and for what each must leave alone (RULES H2 to H4)."""

from __future__ import annotations

import pytest
from helpers import evaluator
from msgspec.structs import replace
from scenario import Play, at, ordinal, play, read_posts, ruled, table

from referee.model import Act, Own
from referee.model.ruling import (
    AcceptLink,
    CarryOver,
    Chat,
    Count,
    Exposure,
    Join,
    NewRound,
    Opening,
    RandomSquare,
    SetSquare,
    Stands,
    TakeRules,
    Void,
)

A_JPG = "http://example.com/a.jpg"


def own(played: Play, number: int) -> Own:
    found = next(verdict.own for verdict in played.verdicts if verdict.number == number)
    assert found, "the referee's own verdict stays visible"
    return found


def test_void_takes_the_roll_and_keeps_the_day() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => void ruled, voided
        2 05-01 11:00 ◆A a5dMhaAn => void second_of_day
        3 05-02 11:00 ◆A a5dMhaAn => roll 0-5
        """,
        rulings=[(1, Void())],
    )
    thrown = own(played, 1).thrown
    assert thrown
    assert (own(played, 1).kind, thrown.roll.target) == ("roll", 5)
    assert played.verdicts[0].rulings == (1,)


def test_a_void_post_uses_up_no_state_and_is_nobodys_neighbour() -> None:
    play(
        """
        1 05-01 10:00 ◆A JO3dMhaA => roll 0-3
        2 05-02 10:00 ◆A a5dMhaAn => void ruled, voided
        3 05-02 11:00 ◆B CPdMhuan => roll 0-0, ◆A 3-13
        4 05-03 10:00 ◆A a5dMhaAn => roll 13-28
        5 05-03 10:00 ◆B CPdMh2an => void ruled, voided
        6 05-03 10:00 ◆C a2dMhaAn => roll 0-2
        """,
        rulings=[(2, Void()), (5, Void())],
    )


def test_void_takes_an_extra_roll_with_its_right() -> None:
    play(
        """
        > entrance2/11/5 05-01 10:05 ◆A a9dMhaAn
        > qa/11/5 05-01 10:07 ◆A a9dMhaAn
        1 05-01 10:00 ◆A PRdMhuan => roll 0-0
        2 05-01 10:06 ◆A - sage | @entrance2/11/5 => chat no_id, voided extra
        3 05-01 10:08 ◆A - sage | @qa/11/5 => chat no_id, !no_right
        """,
        rulings=[(2, Void())],
    )


def test_chat_frees_the_day() -> None:
    play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => chat ruled
        2 05-01 11:00 ◆A a7dMhaAn => roll 0-7
        """,
        rulings=[(1, Chat())],
    )


def test_chat_rolls_no_link_and_still_shows() -> None:
    play(
        f"""
        > entrance2/11/5 05-01 10:05 ◆A a9dMhaAn
        1 05-01 10:00 ◆A PRUPDuan => roll 0-0, rest 05-03
        2 05-02 10:06 ◆A - sage | @entrance2/11/5 {A_JPG} => chat ruled, shown D, !exposure_shown
        3 05-03 10:06 ◆A - sage | @entrance2/11/5 => chat no_id, extra 0-9
        """,
        rulings=[(2, Chat())],
    )


@pytest.mark.parametrize(
    ("line", "act", "told"),
    [
        ("2 ? 10:00 ◆A a5dMhaAn", Count(at=at("05-02", "10:00")), "roll 1-6"),
        ("2 05-02 10:00 ◆A ???", Count(dice="a5dMhaAn"), "roll 1-6"),
        ("2 05-02 10:00 - a5dMhaAn", Count(player="◆A"), "roll 1-6"),
        ("2 05-02 10:00 ◆A a5dMhaAn erased", Count(), "roll 1-6"),
        ("2 05-02 10:00 ◆A a5dMhaAn", Count(), "roll 1-6"),
        ("2 05-02 10:00 ◆A ???", Count(), "chat no_id, !count"),
        ("2 ? 10:00 ◆A a5dMhaAn", Count(), "void undated, !undated, !count"),
        ("2 05-02 10:00 - a5dMhaAn", Count(), "chat no_trip, !count"),
        ("2 05-01 23:00 ◆A a5dMhaAn", Count(), "void second_of_day, please_sage, !count"),
    ],
)
def test_count_makes_a_roll_of_what_has_dice_a_day_and_a_player(line: str, act: Act, told: str) -> None:
    play(f"1 05-01 10:00 ◆A a1dMhaAn => roll 0-1\n0 05-02 01:00 ◆B a7dMhaAn\n{line} => {told}", rulings=[(2, act)])


def test_count_sets_a_rest_aside_but_not_a_day_that_is_used() -> None:
    play(
        """
        1 05-01 10:00 ◆A YdMhuaan => roll 0-0, rest 05-02
        2 05-02 10:00 ◆A a5dMhaAn => roll 0-5, rest 05-02
        3 05-02 11:00 ◆A a5dMhaAn => void second_of_day, please_sage, rest 05-02, !count
        """,
        rulings=[(2, Count()), (3, Count())],
    )


def test_count_of_the_second_post_where_the_first_is_chat() -> None:
    play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => chat ruled
        2 05-01 11:00 ◆A a7dMhaAn => roll 0-7
        """,
        rulings=[(1, Chat()), (2, Count())],
    )


def test_a_square_is_set_after_the_post_and_does_not_land() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5, ◆A set 5-300
        2 05-01 11:00 - - => chat no_trip, ◆A set 300-40, ◆B set 0-7
        3 05-02 10:00 ◆A a5dMhaAn => roll 40-45
        """,
        rulings=[(1, SetSquare(300)), (2, SetSquare(40, "◆A")), (2, SetSquare(7, "◆B"))],
    )
    assert played.squares == {"◆A": 45}, "who never rolled is no player yet"


def test_a_square_can_bring_home_and_back_into_play() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5, ◆A set 5-1000
        2 05-01 11:00 ◆B a7dMhaAn => roll 0-7
        3 05-02 10:00 ◆A a5dMhaAn => chat home
        4 05-03 10:00 - - => chat no_trip, ◆A set 1000-990
        5 05-03 11:00 ◆A a5dMhaAn => roll 990-995
        """,
        rulings=[(1, SetSquare(1000)), (4, SetSquare(990, "◆A"))],
    )
    assert played.row("◆A").home_on is None


def test_a_random_square_by_ruling_where_it_is_open_and_where_the_seed_chose() -> None:
    text = "55 05-02 10:00 ◆A adfHm5TO => roll 0-620"
    play(text, rulings=[(55, RandomSquare(600))])
    assert play(text.replace("620", "354") + ", !random_square").squares == {"◆A": 354}
    assert play("1 05-02 10:00 ◆A a5dMhaAn => roll 0-5, !random", rulings=[(1, RandomSquare(5))]).squares


def test_an_exposure_accepted_and_refused() -> None:
    play(
        f"""
        1 05-01 10:00 ◆A UPDUPIan => roll 0-1, rest 05-05
        2 05-02 10:00 ◆A - sage | {A_JPG} => chat no_id, rest 05-05
        3 05-02 10:00 ◆A - sage => chat no_id, shown I, rest 05-03
        4 05-02 10:00 ◆A - sage => chat no_id, shown D
        5 05-03 10:00 ◆A a5dMhaAn => roll 1-6
        6 05-03 10:01 ◆A - sage => chat no_id, !exposure
        """,
        rulings=[(2, Exposure(False)), (3, Exposure(True, ("I",))), (4, Exposure(True)), (6, Exposure(True))],
    )


@pytest.mark.parametrize(
    ("there", "link", "act", "told"),
    [
        ("> news/11/5 05-01 10:05 ◆A a9dMhaAn", "@news/11/5", AcceptLink(), "extra 0-9"),
        ("> entrance2/11/5 05-01 10:05 ◆Z a9dMhaAn", "@entrance2/11/5", AcceptLink(), "extra 0-9"),
        ("> entrance2/11/5 04-01 10:05 ◆A a9dMhaAn", "@entrance2/11/5", AcceptLink(), "extra 0-9"),
        ("", "@entrance2/11/5", AcceptLink(dice="a7dMhaAn"), "extra 0-7"),
        ("", "@entrance2/11/", AcceptLink(number=5, dice="a7dMhaAn"), "extra 0-7"),
        ("", "@entrance2/11/5", AcceptLink(), "!unreachable, !link"),
        ("> entrance2/11/5 05-01 10:05 ◆A -", "@entrance2/11/5", AcceptLink(), "!no_id_there, !link"),
    ],
)
def test_a_link_accepted(there: str, link: str, act: Act, told: str) -> None:
    play(
        f"""
        {there}
        1 05-01 10:00 ◆A PRdMhuan => roll 0-0
        2 05-01 10:06 ◆A - sage | {link} => chat no_id, {told}
        """,
        rulings=[(2, act)],
    )


def test_a_link_accepted_without_a_right_takes_none_and_rolls_one_post_once() -> None:
    play(
        """
        > entrance2/11/5 05-01 10:05 ◆A a9dMhaAn
        1 05-01 10:00 ◆A a1dMhuan => roll 0-1
        2 05-01 10:06 ◆A - sage | @entrance2/11/5 => chat no_id, extra 1-10
        3 05-01 10:07 ◆A - sage | @entrance2/11/5 => chat no_id, !used, !link
        """,
        rulings=[(2, AcceptLink()), (3, AcceptLink())],
    )


def test_joined_trips_are_one_player_from_a_post_on() -> None:
    played = play(
        """
        > entrance2/11/5 05-03 10:05 ◆A2 a9dMhaAn
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-02 10:00 ◆A2 a7dMhaAn => roll 5-12, ◆A2 is ◆A
        3 05-02 11:00 ◆A a7dMhbAn => void second_of_day, please_sage
        4 05-03 10:00 ◆A3 PRdMhaAn => roll 12-12, ◆A3 is ◆A
        5 05-03 10:06 ◆A - | @entrance2/11/5 => chat no_id, extra 12-21
        """,
        rulings=[(2, Join("◆A2", "◆A")), (4, Join("◆A3", "◆A2"))],
    )
    assert played.squares == {"◆A": 21}


def test_a_new_round_begins_with_its_post() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A JOdMh5an => roll 0-5
        2 05-01 10:01 ◆B CNYMh5an => roll 0-5, rest 05-02
        3 05-02 10:00 ◆B a7dMhaAn => roll 0-7, round 2
        4 05-02 10:01 ◆A a9dMhaAn => roll 0-9
        """,
        rulings=[(3, NewRound())],
    )
    assert played.state.round == 2
    assert played.state.waiting == ()


def test_a_day_that_was_rolled_on_stays_used_in_a_new_round() -> None:
    play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-01 11:00 - - => chat no_trip, round 2
        3 05-01 12:00 ◆A a5dMhaAn => void second_of_day
        """,
        rulings=[(2, NewRound())],
    )


def test_other_rules_from_a_post_on_and_never_backwards() -> None:
    posts, _, _ = read_posts("""
        1 05-01 10:00 ◆A a5dMhaAn
        2 05-02 10:00 ◆A a5dMhaAn sage
        3 05-03 10:00 ◆A a5dMhaAn sage
        """)
    strict = evaluator(roll_on_sage=False)
    rulings = ruled(posts, [(3, TakeRules("id-sugoroku", {"roll_on_sage": False}))])
    others = {strict.digest: replace(table(), judge=strict)}
    played = Play(posts, replace(table(), rulings=rulings, others=others, rules_of={1: strict.digest}))
    assert played.said == ["roll 0-5", "roll 5-10", "chat sage, other rules"]
    assert [verdict.ruleset == strict.digest for verdict in played.verdicts] == [False, False, True]


def test_an_opening_table_stands_before_its_post() -> None:
    rows = (
        Opening("◆B", 300, "びい", 12, rest_until=ordinal(5, 1), rolled_on=ordinal(4, 30)),
        Opening("◆H", 1000, "", 30, home_at=1),
        Opening("◆A", 123, "", 5, held=3, pending=1),
    )
    played = play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => roll 123-153, ◆B opens on 300, ◆H opens on 1000, ◆A opens on 123
        2 05-01 10:01 ◆B a6dMhaAn => void resting, rest 05-01
        3 05-01 10:02 ◆H a7dMhaAn => chat home
        4 05-02 10:02 ◆C TO+Mhaan => roll 0-4
        """,
        rulings=[(1, CarryOver(rows))],
    )
    assert [(row.player, row.rolls, row.extra_rolls) for row in played.standings] == [
        ("◆H", 30, 0), ("◆B", 12, 0), ("◆A", 6, 1), ("◆C", 1, 0),
    ]  # fmt: skip


def test_what_stands_is_as_the_referee_says_and_told_as_seen() -> None:
    played = play("1 05-01 23:59:50 ◆A a5dMhaAn => roll 0-5, !midnight", rulings=[(1, Stands())])
    assert (played.verdicts[0].rulings, played.verdicts[0].own) == ((1,), None)


def test_a_ruling_without_effect_is_told() -> None:
    play("1 05-01 10:00 ◆A - => chat no_id, !void", rulings=[(1, Void())])


def test_several_rulings_about_one_post_work_together() -> None:
    play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-02 00:00:01 ◆A2 adMhaaTO => roll 0-450, round 2, ◆A2 is ◆A, ◆A set 450-7, !midnight
        """,
        rulings=[(2, NewRound()), (2, Join("◆A2", "◆A")), (2, RandomSquare(450)), (2, SetSquare(7))],
    )
