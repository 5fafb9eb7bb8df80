"""Ranks day by day: a walk of its own over the verdicts, which ends where the game ends, whatever was ruled."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenario import Play, play
from test_ruled_laws import ruled_games

from referee.game import Table, fold, standings
from referee.model import Post, Readings, Standing
from referee.pages.ranks import rank_days


def as_ranked(rows: tuple[Standing, ...]) -> list[tuple[str, int, int, bool]]:
    return [(row.player, row.rank, row.square, row.home) for row in rows]


@settings(max_examples=200, deadline=None, suppress_health_check=[*HealthCheck])
@given(ruled_games())
def test_the_last_day_ends_with_the_standings_under_any_rulings(given: tuple[list[Post], Table]) -> None:
    played = Play(*given)
    days = rank_days(played.verdicts)
    if any(verdict.counts_on is not None for verdict in played.verdicts):
        after = days[-1].after if days else {}
        told = [(trip, spot.rank, spot.square, spot.home) for trip, spot in after.items()]
        assert told == as_ranked(standings(played.state, Readings()))
    assert [day.day for day in days] == sorted({day.day for day in days})


@settings(max_examples=200, deadline=None, suppress_health_check=[*HealthCheck])
@given(ruled_games(), st.floats(0, 1))
def test_from_where_others_judged_it_too(given: tuple[list[Post], Table], part: float) -> None:
    """As in a game that was handed over: of what was before only the players are known."""
    played = Play(*given)
    cut = round(part * len(played.verdicts))
    before, after = played.verdicts[:cut], played.verdicts[cut:]
    days = rank_days(after, fold(before, given[1]).players)
    if days:
        told = [(trip, spot.rank, spot.square, spot.home) for trip, spot in days[-1].after.items()]
        assert told == as_ranked(standings(played.state, Readings()))


def test_a_day_is_compared_with_the_day_before() -> None:
    one = play("""
        1 05-01 10:00:05 ◆A a9dMhaAn
        2 05-01 10:00:06 ◆B a5dMhaAn
        3 05-02 10:00:05 ◆B a1dMhaAn
        4 05-03 10:00:05 ◆B a9dMhaAn
        5 05-03 10:00:06 ◆A a1dMhaAn
        6 05-02 23:59:59 ◆C a1dMhaAn
    """)
    days = rank_days(one.verdicts)
    assert [len(day.verdicts) for day in days] == [2, 1, 3], "a post of an earlier day counts on the day under way"
    assert [day.passed for day in days] == [{}, {}, {"◆A": ("◆B",)}]
    assert [day.moved for day in days] == [["◆A", "◆B"], [], ["◆B", "◆A", "◆C"]]
