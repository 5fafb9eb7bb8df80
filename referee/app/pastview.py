"""A game as it stood: the state after a day, or after a post."""

from __future__ import annotations

from itertools import islice

from referee.app.named import find_post
from referee.app.tables import GameTable
from referee.errors import UsageError
from referee.game import fold
from referee.ledger import View
from referee.model import GameState


def state_after(view: View, game: GameTable, count: int) -> GameState:
    """The state after so many verdicts of a game."""
    return fold((stored.verdict for stored in islice(view.verdicts(game.name), count)), game.table, game.start)


def count_of_day(view: View, game: str, day: int) -> int:
    """How many verdicts of a game stand up to the last post that counts on a day (an ordinal), or before it."""
    count = 0
    for place, stored in enumerate(view.verdicts(game), 1):
        counted = stored.verdict.counts_on
        if counted is not None and counted <= day:
            count = place
    return count


def count_of_post(view: View, game: str, post: str) -> int:
    """How many verdicts of a game stand up to a post (`N`, `THREAD/N`), itself included.

    Raises:
        UsageError: it names none that was judged.
    """
    thread, number = find_post(view, game, post)
    count = 0
    for place, stored in enumerate(view.verdicts(game), 1):
        verdict = stored.verdict
        if verdict.thread.is_same(thread) and verdict.number == number:
            count = place
    if not count:
        raise UsageError(post, "no verdict", "the post was not seen; see: referee status")
    return count
