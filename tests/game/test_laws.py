"""The laws of a game (DESIGN, "The nouns"), on games that hypothesis makes up, from the start and from near home."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from scenario import Play, standing_on, table
from some_game import TRIPS, elsewhere, games, readings

from referee.game import EMPTY, fold, gifts_waiting, replay, standings
from referee.model import GameSettings, GameState, Given, Post, Readings, Shown, Thrown, Verdict

Elsewhere = dict[tuple[str, str], dict[int, Post]]
NEAR_HOME = standing_on({trip: 985 + place for place, trip in enumerate(TRIPS)})

starts = st.sampled_from((EMPTY, NEAR_HOME))
settings_of_a_game = st.builds(
    GameSettings,
    extra_boards=st.sampled_from((("entrance2", "qa", "pcqa"), (), ("news",))),
    exposures=st.sampled_from(("link", "link", "link", "ruling")),
    random=st.sampled_from(("seeded", "ruling")),
)
ANY_GAME = (games(), elsewhere(), settings_of_a_game, readings, starts)
law = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def as_bytes(verdicts: list[Verdict], state: GameState) -> bytes:
    return msgspec.msgpack.encode([verdicts, standings(state, Readings()), gifts_waiting(state)])


@law
@given(*ANY_GAME)
def test_replay_in_any_cut_is_replay_in_one_go(
    posts: list[Post], known: Elsewhere, chosen: GameSettings, reading: dict[str, Any], start: GameState
) -> None:
    at_table = table(known, chosen, **reading)
    whole = Play(posts, at_table, start)
    for cut in range(len(posts) + 1):
        first = Play(posts[:cut], at_table, start)
        second = Play(posts[cut:], at_table, first.state)
        assert first.verdicts + second.verdicts == whole.verdicts
        assert second.state == whole.state


@law
@given(*ANY_GAME)
def test_folding_stored_verdicts_is_replaying_posts(
    posts: list[Post], known: Elsewhere, chosen: GameSettings, reading: dict[str, Any], start: GameState
) -> None:
    at_table = table(known, chosen, **reading)
    played = Play(posts, at_table, start)
    stored = msgspec.json.decode(msgspec.json.encode(played.verdicts), type=list[Verdict])
    assert stored == played.verdicts, "a verdict outlives its bytes"
    assert fold(stored, at_table, start) == played.state
    state = start
    for _, verdict, after in replay(posts, at_table, start):
        state = fold([verdict], at_table, state)
        assert state == after


@law
@given(*ANY_GAME)
def test_replay_twice_gives_the_same_bytes_and_the_same_posts_again_add_nothing(
    posts: list[Post], known: Elsewhere, chosen: GameSettings, reading: dict[str, Any], start: GameState
) -> None:
    at_table = table(known, chosen, **reading)
    one, two = Play(posts, at_table, start), Play(posts, table(known, chosen, **reading), start)
    assert as_bytes(one.verdicts, one.state) == as_bytes(two.verdicts, two.state)
    assert list(replay(posts, at_table, one.state)) == []
    twice = Play([post for post in posts for _ in (1, 2)], at_table, start)
    assert (twice.verdicts, twice.state) == (one.verdicts, one.state)


@law
@given(*ANY_GAME)
def test_exactly_one_verdict_for_every_post(
    posts: list[Post], known: Elsewhere, chosen: GameSettings, reading: dict[str, Any], start: GameState
) -> None:
    different = {(post.thread.identity, post.fingerprint): post for post in posts}
    verdicts = Play(posts, table(known, chosen, **reading), start).verdicts
    assert [(verdict.thread, verdict.number, verdict.fingerprint) for verdict in verdicts] == [
        (post.thread, post.number, post.fingerprint) for post in different.values()
    ]
    assert all((verdict.kind == "roll") == (verdict.roll is not None) for verdict in verdicts)
    assert all((verdict.why is None) == (verdict.kind in ("roll", "erased", "notice")) for verdict in verdicts)


@law
@given(*ANY_GAME)
def test_squares_stay_on_the_board_and_home_is_1000(
    posts: list[Post], known: Elsewhere, chosen: GameSettings, reading: dict[str, Any], start: GameState
) -> None:
    at_table = table(known, chosen, **reading)
    squares = {trip: player.square for trip, player in start.players.items()}
    for _, verdict, state in replay(posts, at_table, start):
        for step in verdict.steps:
            origin, target = squares.get(step.player, 0), squares.get(step.player, 0)
            if isinstance(step, Thrown):
                assert step.roll.origin == origin
                target = origin if step.roll.target is None else step.roll.target
            elif isinstance(step, Given):
                assert step.origin == origin
                target = step.target
            squares[step.player] = target
        assert {trip: player.square for trip, player in state.players.items() if trip in squares} == squares
        assert all(0 <= player.square <= 1000 for player in state.players.values())
        assert all((player.home_at is not None) == (player.square == 1000) for player in state.players.values())
    assert gifts_waiting(state if posts else start) >= 0


@law
@given(games(), elsewhere(), settings_of_a_game, starts)
def test_nobody_rolls_twice_on_a_day_or_after_coming_home(
    posts: list[Post], known: Elsewhere, chosen: GameSettings, start: GameState
) -> None:
    days: Counter[tuple[str, int]] = Counter()
    home: set[str] = set()
    linked: Counter[tuple[str, str, int]] = Counter()
    for _, verdict, state in replay(posts, table(known, chosen), start):
        for step in verdict.steps:
            if isinstance(step, Thrown):
                assert step.player not in home
                if step.linked is None:
                    days[step.player, step.day] += 1
                else:
                    linked[step.linked.thread.board, step.linked.thread.key, step.linked.number] += 1
            elif isinstance(step, Given):
                assert step.player not in home
                assert step.giver != step.player
            elif isinstance(step, Shown):
                assert len(step.links) <= len(step.paid)
        home = {trip for trip, player in state.players.items() if player.home_at is not None}
    assert set(days.values()) | set(linked.values()) <= {1}


@law
@given(*ANY_GAME)
def test_the_standings_are_in_order(
    posts: list[Post], known: Elsewhere, chosen: GameSettings, reading: dict[str, Any], start: GameState
) -> None:
    rows = Play(posts, table(known, chosen, **reading), start).standings
    squares = [row.square for row in rows]
    assert squares == sorted(squares, reverse=True)
    for place, row in enumerate(rows, 1):
        same = [other for other in rows if other.square == row.square and not other.home]
        assert row.rank == (place if row.home else rows.index(same[0]) + 1)
        assert (row.can_roll_on is None) == row.home


def test_the_games_made_up_are_rich() -> None:
    """The laws hold for empty games too: what hypothesis makes up must hold what they are about, again and again."""
    met: Counter[str] = Counter()

    @settings(law, max_examples=200, derandomize=True, phases=[Phase.generate], database=None)
    @given(games(), elsewhere(), starts)
    def play_some(posts: list[Post], known: Elsewhere, start: GameState) -> None:
        played = Play(posts, table(known), start)
        steps = [step for verdict in played.verdicts for step in verdict.steps]
        rolls = [step.roll for step in steps if isinstance(step, Thrown)]
        met["extra"] += any(isinstance(step, Thrown) and step.linked for step in steps)
        met["shown"] += any(isinstance(step, Shown) for step in steps)
        met["given"] += any(isinstance(step, Given) for step in steps)
        met["home"] += any(roll.home for roll in rolls)
        met["jump"] += any(roll.jump is not None for roll in rolls)
        met["chance"] += any(roll.by_chance for roll in rolls)
        met["one more roll"] += any(roll.next.rolls > 1 for roll in rolls)
        met["second thread"] += bool(played.state.past)
        met.update({verdict.why or verdict.kind for verdict in played.verdicts})
        met.update({item.why or item.kind for verdict in played.verdicts for item in verdict.items})

    play_some()
    wanted = ["extra", "shown", "given", "home", "jump", "chance", "one more roll", "second thread"]
    wanted += ["resting", "second_of_day", "undated", "erased", "notice", "unreadable", "no_trip", "no_id"]
    wanted += ["no_right", "unreachable", "no_trip_there", "wrong_board", "used", "same_id", "midnight"]
    assert {event: met[event] for event in wanted if met[event] < 3} == {}, "rare"
