"""The fold of `decide` and `evolve` over the posts of a game; live play, rebuild and audit all come through here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.game.decide import decide_and_step
from referee.game.evolve import after_post, evolve, has_seen, with_seen
from referee.game.table import Table
from referee.model import GameState, Post, Verdict

#: The game before the first post.
EMPTY = GameState()


def judge_posts(posts: Iterable[Post], table: Table, state: GameState) -> tuple[list[Verdict], GameState]:
    """The verdicts on posts, in order, and the state after the last one.

    A post that the state has seen already adds nothing and is passed over.
    """
    verdicts: list[Verdict] = []
    fresh: set[int] = set()  # of the state's thread, to be added to what it has seen
    for post in posts:
        thread = post.thread
        if fresh and state.thread is not thread and state.thread and state.thread.identity != thread.identity:
            state, fresh = with_seen(state, fresh), set()
        if post.fingerprint in fresh or has_seen(state, thread, post.fingerprint):
            continue
        # `decide` has folded the steps already to look at each; what is left is the post itself.
        verdict, stepped = decide_and_step(state, post, table)
        state = after_post(stepped, verdict)
        fresh.add(post.fingerprint)
        verdicts.append(verdict)
    return verdicts, with_seen(state, fresh) if fresh else state


def replay(posts: Iterable[Post], table: Table, start: GameState = EMPTY) -> Iterator[tuple[Post, Verdict, GameState]]:
    """Judge posts one by one: each that was not seen before, with its verdict and the state after it."""
    state = start
    for post in posts:
        verdicts, state = judge_posts((post,), table, state)
        for verdict in verdicts:
            yield post, verdict, state


def fold(verdicts: Iterable[Verdict], table: Table, start: GameState = EMPTY) -> GameState:
    """The state after stored verdicts, without the posts."""
    state = start
    for verdict in verdicts:
        state = evolve(state, verdict, table.judge.readings)
    return state
