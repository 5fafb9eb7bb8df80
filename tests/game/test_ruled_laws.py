"""The laws of a game hold under any rulings: on games and rulings that hypothesis makes up."""

from __future__ import annotations

from collections import Counter

import msgspec
from helpers import evaluator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scenario import Play, table
from some_game import FIRST_DAY, TRIPS, elsewhere, games, idents, readings, stamps

from referee.game import Table, fold, index, standings
from referee.model import Act, Post, PostKey, Readings, Ruling, Thrown, Verdict
from referee.model.ruling import (
    AcceptLink,
    CarryOver,
    Chat,
    Count,
    Exposure,
    Join,
    NewRound,
    Opening,
    Outage,
    RandomSquare,
    SetSquare,
    ShiftDay,
    Stands,
    TakeRules,
    Void,
)

OTHER = evaluator(gift_to="shown", rest_unit="turns")
trips = st.sampled_from(TRIPS)
days = st.integers(FIRST_DAY, FIRST_DAY + 20)
some_stamps = days.flatmap(stamps)
openings = st.builds(
    Opening, trips, st.sampled_from((0, 111, 985)), rolls=st.integers(1, 3), held=st.sampled_from((1, 3)),
    pending=st.integers(0, 1), rest_until=st.none() | days, rolled_on=st.none() | days,
)  # fmt: skip
acts: st.SearchStrategy[Act] = st.one_of(
    st.sampled_from((Void(), Chat(), NewRound(), Stands(), Exposure(True), Exposure(False), TakeRules("other"))),
    st.builds(Count, st.none() | trips, st.none() | idents, st.none() | some_stamps),
    st.builds(SetSquare, st.sampled_from((0, 7, 999, 1000)), st.none() | trips),
    st.builds(RandomSquare, st.integers(0, 999)),
    st.builds(AcceptLink, number=st.none() | st.integers(1, 5), dice=st.none() | idents, at=st.none() | some_stamps),
    st.builds(Join, trips, trips),
    st.builds(CarryOver, st.lists(openings, max_size=3).map(tuple)),
    st.builds(Outage, some_stamps, some_stamps, st.sampled_from(("", "a5dMhaAn"))),
    st.builds(ShiftDay, days),
)


@st.composite
def ruled_games(draw: st.DrawFn) -> tuple[list[Post], Table]:
    """A game, and the table of a host who has said much about it."""
    posts, known, reading = draw(games()), draw(elsewhere()), draw(readings)
    made = []
    for number in range(1, draw(st.integers(1, 6)) + 1 if posts else 1):
        post = draw(st.sampled_from(posts))
        key = PostKey(post.thread, post.number, draw(st.sampled_from((post.fingerprint, None))))
        made.append(Ruling(number, (key,), draw(acts), "so be it"))
    plain = table(known, **reading)
    rules_of = {ruling.id: OTHER.digest for ruling in made if isinstance(ruling.act, TakeRules)}
    ruled = replace(plain, rulings=index(made), rules_of=rules_of)
    return posts, replace(ruled, others={OTHER.digest: replace(ruled, judge=OTHER)})


law = settings(max_examples=200, deadline=None, suppress_health_check=[*HealthCheck])


@law
@given(ruled_games())
def test_replay_in_any_cut_and_folding_end_where_one_replay_ends(given: tuple[list[Post], Table]) -> None:
    posts, at_table = given
    whole = Play(posts, at_table)
    stored = msgspec.json.decode(msgspec.json.encode(whole.verdicts), type=list[Verdict])
    assert stored == whole.verdicts
    assert fold(stored, at_table) == whole.state
    for cut in range(len(posts) + 1):
        first = Play(posts[:cut], at_table)
        second = Play(posts[cut:], at_table, first.state)
        assert first.verdicts + second.verdicts == whole.verdicts
        assert second.state == whole.state


@law
@given(ruled_games())
def test_no_ruling_makes_a_second_roll_of_a_day_or_leads_off_the_board(given: tuple[list[Post], Table]) -> None:
    posts, at_table = given
    played = Play(posts, at_table)
    days_rolled: Counter[tuple[str, int]] = Counter()
    for verdict in played.verdicts:
        assert (verdict.kind == "roll") == (verdict.roll is not None)
        for step in verdict.steps:
            if isinstance(step, Thrown) and step.linked is None:
                days_rolled[step.player, step.day] += 1
    if not at_table.judge.readings.showing_allows_second_roll:
        assert set(days_rolled.values()) <= {1}
    for player in played.state.players.values():
        assert 0 <= player.square <= 1000
        assert (player.home_at is not None) == (player.square == 1000)
    assert standings(played.state, Readings()) == standings(played.state, Readings())


@law
@given(ruled_games())
def test_what_was_undone_leaves_nothing(given: tuple[list[Post], Table]) -> None:
    posts, at_table = given
    plain = replace(at_table, rulings=index(()))
    assert Play(posts, plain).verdicts == Play(posts, table_without(at_table)).verdicts
    seen = replace(
        at_table, rulings=index([Ruling(1, (PostKey(p.thread, p.number),), Stands(), "seen") for p in posts])
    )
    for told, said in zip(Play(posts, seen).verdicts, Play(posts, plain).verdicts, strict=True):
        assert replace(told, rulings=()) == said


def table_without(at_table: Table) -> Table:
    return Table(at_table.judge, at_table.settings, at_table.linked)


def test_some_ruling_is_used() -> None:
    """The strategy makes rulings that change something."""
    changed = []

    @settings(max_examples=50, database=None, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck])
    @given(ruled_games())
    def look(given: tuple[list[Post], Table]) -> None:
        posts, at_table = given
        changed.append(Play(posts, at_table).verdicts != Play(posts, table_without(at_table)).verdicts)

    look()
    assert any(changed)
