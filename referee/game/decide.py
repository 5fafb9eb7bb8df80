"""What the referee declares about one post; it says, and changes nothing (RULES T, S, G, X, N, H)."""

from __future__ import annotations

from referee.game.handover import is_covered
from referee.game.opened import OpenGame
from referee.game.ruled import decide_ruled, set_aside
from referee.game.rulings import NO_RULINGS
from referee.game.table import Table
from referee.game.unruled import handed_over, unruled
from referee.model import GameState, Post, Verdict


def decide(state: GameState, post: Post, table: Table) -> Verdict:
    """The verdict on a post, given the game so far: exactly one for every post, whatever the post is."""
    return decide_in(OpenGame(state), post, table)


def decide_in(game: OpenGame, post: Post, table: Table) -> Verdict:
    """The verdict on a post in a game that is open for it. Its steps are taken there, each before the next is decided.

    What is left is the post itself (`evolve.take_post`).
    """
    if table.handed is not None and is_covered(game, post, table.handed):
        return set_aside(handed_over(game, post, table), post, table.rulings.about(post))
    if table.rulings is not NO_RULINGS:
        rulings = table.rulings.about(post)
        if rulings:
            return decide_ruled(game, post, table, rulings)
    return unruled(game, post, table if game.ruleset is None else table.under(game.ruleset))
