"""The state of a game, kept: a game played poll by poll through the ledger is the game played in one go."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from book import GAME, NOW, RULES, RULINGS, judged, poll, set_up, url_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenario import Play, play, read_posts, table
from some_game import elsewhere, games, readings

from referee.game import EMPTY, standings
from referee.ledger import Ledger, Total, open_ledger, whole
from referee.ledger.codec import encode_state
from referee.model import Capture, GameState, Post

TEXT = """
1 05-01 10:00 ◆A JO.JOdaa
2 05-01 10:05 ◆B CPPRa5d1
3 05-02 10:00 ◆A a5dMhaAn | @entrance2/11/5
== entrance/1178000001
1 05-03 10:00 ◆A PRPRPRd1
2 05-03 11:00 ◆C CNPRPRd1
"""


def stored(ledger: Ledger) -> GameState | None:
    with ledger.read() as view:
        state = view.snapshot(GAME, RULES, RULINGS)
        return None if state is None else whole(state)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(posts=games(), known=elsewhere(), reading=readings, cuts=st.sets(st.integers(1, 60), max_size=4))
def test_poll_by_poll_is_in_one_go(
    empty: Path, posts: list[Post], known: Any, reading: dict[str, Any], cuts: set[int]
) -> None:
    once = list({(post.thread.identity, post.fingerprint): post for post in posts}.values())
    at_table = table(known, **reading)
    played = Play(once, at_table)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copy(empty, folder))
        with open_ledger(url_of(path), now=NOW) as ledger:
            set_up(ledger)
            for part in parts(once, cuts):
                poll(ledger, part, at_table, second_rolls=bool(reading.get("showing_allows_second_roll")))
            with ledger.read() as view:
                assert [one.verdict for one in view.verdicts(GAME)] == played.verdicts
                assert [one.post for one in view.posts(GAME)] == once
                state = view.snapshot(GAME, RULES, RULINGS)
                assert (state or EMPTY) == played.state
                assert encode_state(whole(state or EMPTY)) == encode_state(played.state)
                assert standings(state or EMPTY, at_table.judge.readings) == played.standings
                assert list(view.totals(GAME)) == [
                    Total(trip, player.square, player.rolls, player.home_at)
                    for trip, player in sorted(played.state.players.items())
                ]
                assert view.verify_chain() is None
                assert view.posts_digest(GAME) == view.games()[0].posts_digest


def parts(posts: list[Post], cuts: set[int]) -> list[list[Post]]:
    """Cut at some places, and where a thread ends."""
    found: list[list[Post]] = []
    for place, post in enumerate(posts):
        if not found or place in cuts or found[-1][-1].thread.identity != post.thread.identity:
            found.append([])
        found[-1].append(post)
    return found


def test_a_snapshot_is_used_only_for_what_it_was_made_of(ledger: Ledger) -> None:
    posts, _, _ = read_posts(TEXT)
    for part in parts(posts, set()):
        poll(ledger, part, table())
    assert stored(ledger) is not None
    with ledger.read() as view:
        assert view.snapshot(GAME, "other rules", RULINGS) is None
        assert view.snapshot(GAME, RULES, "other rulings") is None
        assert view.snapshot(GAME, RULES, RULINGS, round=2) is None
    later = Play([*posts, *read_posts("== entrance/1178000001\n3 05-04 10:00 ◆A a5dMhaAn")[0]], table()).posts[-1]
    with ledger.write(NOW) as tx:
        capture = tx.add_capture(Capture(later.thread, "x", b"more", len(tx.held(later.thread).body)))
        tx.put_posts([later], capture, from_number=later.number)
        assert tx.snapshot(GAME, RULES, RULINGS) is None, "there are posts that it does not know"


def test_a_state_made_without_the_snapshot_takes_its_place_whole(ledger: Ledger) -> None:
    posts, _, _ = read_posts(TEXT)
    for part in parts(posts, set()):
        poll(ledger, part, table())
    other = play(TEXT.replace("PRPRPRd1", "a5dMhaAn").replace("◆C", "◆D")).state
    with ledger.write(NOW) as tx:
        tx.put_snapshot(GAME, other, RULES, RULINGS)
        assert whole(tx.snapshot(GAME, RULES, RULINGS) or EMPTY) == other
        state = tx.snapshot(GAME, RULES, RULINGS)
        assert state is not None
        tx.put_snapshot(GAME, state, RULES, RULINGS)
        tx.put_snapshot(GAME, state, RULES, RULINGS)  # read before the last one was written: written whole
        assert whole(tx.snapshot(GAME, RULES, RULINGS) or EMPTY) == other
        tx.forget_derived(GAME)
        assert tx.snapshot(GAME, RULES, RULINGS) == EMPTY, "a game without posts stands at the start"


def test_one_more_post_writes_what_it_touches(ledger: Ledger) -> None:
    players = "\n".join(f"{n} 05-01 10:00 ◆{n:03d} a5dMhaAn" for n in range(1, 200))
    first, _, _ = read_posts(players)
    poll(ledger, first, table())
    with ledger.read() as view:
        before = view._line.raw.execute("SELECT total_changes()").fetchone()[0]
    more, _, _ = read_posts("200 05-02 10:00 ◆007 a5dMhaAn")
    poll(ledger, more, table())
    with ledger.read() as view:
        raw = view._line.raw
        assert raw.execute("SELECT total_changes()").fetchone()[0] - before < 20
        assert raw.execute("SELECT count(*) FROM players").fetchone()[0] == 199


def test_a_state_is_of_no_use_after_its_transaction(ledger: Ledger) -> None:
    poll(ledger, read_posts("1 05-01 10:00 ◆A a5dMhaAn")[0], table())
    with ledger.read() as view:
        state = view.snapshot(GAME, RULES, RULINGS)
        assert state is not None
        assert state.players["◆A"].rolls == 1
        assert "◆B" not in state.players
        with pytest.raises(KeyError):
            state.players["◆B"]
        assert len(state.players) == 1
        kept = whole(state)
    with pytest.raises(RuntimeError, match="after its transaction"):
        state.players.get("◆C")
    assert list(kept.players) == ["◆A"]


def test_judging_reads_only_those_who_post(ledger: Ledger) -> None:
    first, _, _ = read_posts("\n".join(f"{n} 05-01 10:00 ◆{n} a5dMhaAn" for n in range(1, 30)))
    poll(ledger, first, table())
    with ledger.read() as view:
        state = view.snapshot(GAME, RULES, RULINGS)
        assert state is not None
        judged(read_posts("30 05-02 10:00 ◆7 PRPRPRd1")[0], table(), state)
        assert set(state.players._known) <= {"◆7", "◆29"}  # type: ignore[attr-defined]
