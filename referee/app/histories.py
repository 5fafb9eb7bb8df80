"""A game as it would be under other rules or rulings: judged from its first post on, and never written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.app.collector import collecting_rarely
from referee.app.effect import Effect, effect_of
from referee.app.links import table_with_links
from referee.app.named import NumbersNow
from referee.app.tables import GameTable
from referee.game import judge_posts, standings
from referee.ledger import View
from referee.model import Post, Standing, Verdict


class History(Struct, frozen=True):
    """A game judged from its first post on: its verdicts, and the standings after them."""

    verdicts: Sequence[Verdict]
    standings: tuple[Standing, ...]

    def against(self, other: History) -> Effect:
        """What is otherwise in another history of the same game."""
        return effect_of(self.verdicts, other.verdicts, self.standings, other.standings)


def posts_of(view: View, game: str) -> list[Post]:
    """The posts that a game is judged by, in order."""
    return [stored.post for stored in view.posts(game)]


def history(view: View, game: GameTable, posts: Iterable[Post]) -> History:
    """The game under its rules and rulings, with the linked threads that the ledger holds; its verdicts have the
    numbers that mean their posts now, since what differs is told to be looked up, and perhaps pasted."""
    numbers = NumbersNow(view)
    with collecting_rarely():
        verdicts, state = judge_posts(posts, table_with_links(view, game), game.start)
    return History(list(map(numbers.renumbered, verdicts)), standings(state, game.readings(state.ruleset)))
