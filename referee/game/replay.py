"""The fold of `decide` and `evolve` over the posts of a game; live play, rebuild and audit all come through here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.game.decide import decide_in
from referee.game.evolve import evolve_in, take_post
from referee.game.opened import OpenGame
from referee.game.rulings import NO_RULINGS
from referee.game.table import Table
from referee.game.unruled import unruled
from referee.model import GameState, Post, Verdict

#: The game before the first post.
EMPTY = GameState()


def judge_posts(posts: Iterable[Post], table: Table, state: GameState) -> tuple[list[Verdict], GameState]:
    """The verdicts on posts, in order, and the state after the last one.

    A post that the state has seen already adds nothing and is passed over.
    """
    game = OpenGame(state)
    return judge_in(game, posts, table), game.close()


def judge_in(game: OpenGame, posts: Iterable[Post], table: Table) -> list[Verdict]:
    """The verdicts on posts, in order, in a game that is open for them (see `judge_posts`)."""
    verdicts: list[Verdict] = []
    # Nearly every game is one without a ruling: then nothing asks for one.
    is_plain = table.rulings is NO_RULINGS and game.ruleset is None and table.handed is None
    decide_one = unruled if is_plain else decide_in
    for post in posts:
        is_seen = post.fingerprint in game.seen if post.thread is game.thread else game.has_seen(post)
        if is_seen:
            continue
        verdict = decide_one(game, post, table)
        take_post(game, verdict)
        verdicts.append(verdict)
    return verdicts


def replay(posts: Iterable[Post], table: Table, start: GameState = EMPTY) -> Iterator[tuple[Post, Verdict, GameState]]:
    """Judge posts one by one: each that was not seen before, with its verdict and the state after it."""
    state = start
    for post in posts:
        verdicts, state = judge_posts((post,), table, state)
        for verdict in verdicts:
            yield post, verdict, state


def fold(verdicts: Iterable[Verdict], table: Table, start: GameState = EMPTY) -> GameState:
    """The state after stored verdicts, without the posts."""
    game = OpenGame(start)
    for verdict in verdicts:
        evolve_in(game, verdict, table.readings_of(verdict.ruleset))
    return game.close()
