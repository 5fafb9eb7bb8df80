"""Where players may still stand while items are open: each replayed as the host could rule it (part 4)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scenario import Play, play, table
from some_game import elsewhere, games

from referee.game import NO_RULINGS, RANGED, index, ranges
from referee.game.ranges import alternatives, is_ranged
from referee.model import GameSettings, OpenItem, Post, PostKey, Ruling

RULED = GameSettings(exposures="ruling", random="ruling")


def spans(played: Play) -> dict[str, tuple[int, int]]:
    """The ranges of a game in which nothing is settled."""
    items: dict[tuple[tuple[str, str, str], int], list[OpenItem]] = {}
    for verdict in played.verdicts:
        for item in verdict.items:
            items.setdefault((verdict.thread.identity, verdict.fingerprint), []).append(item)
    return ranges(played.posts, played.table, items)


def test_where_nothing_is_open_there_is_no_range() -> None:
    assert spans(play("1 05-01 10:00 ◆A a5dMhaAn")) == {}


def test_an_undated_post_may_count_on_the_day_of_the_post_before() -> None:
    told = """
        1 05-01 10:00 ◆A a5dMhaAn
        2 05-02 10:00 ◆B a4dMhaAn
        3 ? ? ◆A a7dMhaAn => void undated, !undated
    """
    assert spans(play(told)) == {"◆A": (5, 12)}


def test_an_undated_post_of_a_day_that_is_used_changes_nothing() -> None:
    told = """
        1 05-01 10:00 ◆A a5dMhaAn
        2 ? ? ◆A a7dMhaAn => void undated, !undated
    """
    assert spans(play(told)) == {}


def test_what_was_shown_may_be_refused_and_then_the_next_roll_falls_away() -> None:
    told = """
        1 05-01 10:00 ◆A UPM1dadd => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A - | http://x.example/a.jpg => chat no_id, shown M, !exposure_shown
        3 05-02 11:00 ◆A a5dMhaAn => roll 1-6
    """
    assert spans(play(told)) == {"◆A": (1, 6)}


def test_what_waits_for_a_ruling_may_be_accepted() -> None:
    told = """
        1 05-01 10:00 ◆A UPM1dadd => roll 0-1, rest 05-03
        2 05-02 10:00 ◆A - | http://x.example/a.jpg => chat no_id, rest 05-03, !exposure_shown
        3 05-02 11:00 ◆A a5dMhaAn => void resting, please_sage, rest 05-03
    """
    assert spans(play(told, RULED)) == {"◆A": (1, 6)}


def test_a_refused_link_may_be_accepted_where_its_post_is_at_hand() -> None:
    told = """
        > qa/11/5 05-01 10:05 ◆A a3dMhaAn
        1 05-01 10:00 ◆A PRd1dada => roll 0-1
        2 05-01 11:00 ◆A - | @qa/11/5 => chat no_id, please_sage, !wrong_board
    """
    assert spans(play(told)) == {"◆A": (1, 4)}


def test_a_link_to_what_is_not_at_hand_has_no_alternative() -> None:
    told = """
        1 05-01 10:00 ◆A PRd1dada => roll 0-1
        2 05-01 11:00 ◆A - | @entrance2/11/5 => chat no_id, please_sage, !unreachable
    """
    assert spans(play(told)) == {}


def test_a_roll_after_midnight_may_belong_to_the_day_before() -> None:
    told = """
        1 05-01 10:00 ◆A a5dMhaAn
        2 05-02 00:00:10 ◆A a7dMhaAn => roll 5-12, !midnight
        3 05-02 10:00 ◆A a9dMhaAn => void second_of_day, please_sage
    """
    assert spans(play(told)) == {"◆A": (12, 14)}  # void on the first, so that the third post rolls


def test_a_random_square_that_nobody_chose_is_tried_at_its_ends() -> None:
    told = "1 05-01 10:00 ◆A adfHm5TO => roll 0-?, !random_square"
    assert spans(play(told, RULED)) == {"◆A": (0, 999)}
    assert spans(play("1 05-01 10:00 ◆A adfHm5TO")) == {}  # the seed has chosen


def beside(played: Play, kind: str, number: int, *facts: str) -> dict[str, tuple[int, int]]:
    """The ranges where only an item is open that is told of a whole game."""
    (post,) = (post for post in played.posts if post.number == number)
    item = OpenItem(kind, post.thread, number, None, facts)
    return ranges(played.posts, played.table, {(post.thread.identity, post.fingerprint): [item]})


def test_a_name_that_looks_like_a_trip_may_count_for_that_player() -> None:
    told = """
        1 05-01 10:00 ◆A a5dMhaAn
        2 05-02 10:00 ◇A a7dMhaAn => chat no_trip, !lookalike_trip
        3 05-02 11:00 ◆A a9dMhaAn
    """
    assert spans(play(told)) == {"◆A": (12, 14)}


def test_a_total_that_is_claimed_may_be_right_but_home_is_the_last_square() -> None:
    played = play("1 05-01 10:00 ◆A a5dMhaAn\n2 05-02 10:00 ◆A a4dMhaAn 歩く人 100歩\n3 05-03 10:00 ◆A a3dMhaAn")
    assert beside(played, "claim_differs", 2, "100", "5", "9") == {"◆A": (12, 103)}
    assert beside(played, "claim_differs", 2, "1012", "5", "9") == {"◆A": (12, 1000)}
    assert beside(played, "claim_differs", 2, "0", "5", "9") == {"◆A": (3, 12)}


def test_a_trip_that_may_be_a_players_new_one_may_be_joined() -> None:
    """The joined trip has no row then: what it may have is told of the player alone."""
    told = """
        1 05-01 10:00 ◆A a5dMhaAn
        2 05-02 10:00 ◆B a7dMhaAn
        3 05-03 10:00 ◆B a2dMhaAn
    """
    assert beside(play(told), "trip_change", 2, "a7dMhaAn", "◆A", "◆B") == {"◆A": (5, 14)}


def test_others_are_told_too_and_each_item_is_taken_alone() -> None:
    told = """
        1 05-01 10:00 ◆A a1dMhaAn
        2 05-01 11:00 ◆B a1dMhaAd
        3 05-02 10:00 ◆C a1dMhada
        4 ? ? ◆A CPaddadd => void undated, !undated
        5 ? ? ◆B a7dMhaAn => void undated, !undated
    """
    assert spans(play(told)) == {"◆B": (1, 8), "◆C": (1, 11)}


@pytest.mark.parametrize("kind", sorted(RANGED))
def test_the_game_itself_is_left_as_it_is(kind: str) -> None:
    played = play("1 05-01 10:00 ◆A a5dMhaAn\n2 05-02 10:00 ◆A a4dMhaAn")
    (_, last) = played.posts
    is_near_miss = kind in ("midnight", "lookalike_trip")
    facts = {"claim_differs": ("7", "5", "9"), "trip_change": ("a4dMhaAn", "◆B", "◆A"), "lookalike_trip": ("◇B",)}
    known = facts.get(kind, ("http://x.example/1",))
    item = OpenItem("near_miss" if is_near_miss else kind, last.thread, 2, kind, known)
    ranges(played.posts, played.table, {(last.thread.identity, last.fingerprint): [item]})
    assert played.table.rulings == NO_RULINGS
    assert Play(played.posts, played.table).verdicts == played.verdicts


def test_a_square_that_the_seed_chose_has_no_other_outcome() -> None:
    post = play("1 05-01 10:00 ◆A a5dMhaAn").posts[0]
    item = OpenItem("random_square", post.thread, 1, None, ("◆A", "500"))
    assert not is_ranged(item, table())
    assert is_ranged(item, table(settings=RULED))


@settings(max_examples=100, deadline=None, suppress_health_check=[*HealthCheck])
@given(games(), elsewhere(), st.sampled_from((GameSettings(), RULED)))
def test_ranges_are_what_whole_games_come_to(
    posts: list[Post], others: dict[tuple[str, str], dict[int, Post]], chosen: GameSettings
) -> None:
    """As if each ruling had been made, and the game judged anew from its first post."""
    at_table = table(others, chosen)
    played = Play(posts, at_table)
    found = [squares(played)]
    day = None
    of = {(post.thread.identity, post.fingerprint): post for post in posts}
    for verdict in played.verdicts:
        post = of[verdict.thread.identity, verdict.fingerprint]
        for item in verdict.items:
            acts = list(alternatives(item, post, day, at_table))
            assert is_ranged(item, at_table) or not acts  # what may not differ need not be played
            for act in acts:
                ruling = Ruling(1, (PostKey(post.thread, post.number, post.fingerprint),), act, "what if")
                found.append(squares(Play(posts, replace(at_table, rulings=index([ruling])))))
        day = verdict.stamp.day if verdict.stamp is not None else day
    wide = {
        trip: (min(one[trip] for one in found if trip in one), max(one[trip] for one in found if trip in one))
        for trip in {trip for one in found for trip in one}
    }
    assert spans(played) == {trip: span for trip, span in wide.items() if span[0] != span[1]}


def squares(played: Play) -> dict[str, int]:
    return {row.player: row.square for row in played.standings}
