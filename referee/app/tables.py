"""A game of the settings, set up to be judged: its ruleset and its table."""

from __future__ import annotations

from msgspec import Struct

from referee.app.rulesets import find_ruleset
from referee.app.settings import Game
from referee.game import Table
from referee.rules import Evaluator, Ruleset

#: The digest of no rulings; the host's rulings come with a later part.
NO_RULINGS = ""


class GameTable(Struct, frozen=True):
    """A game ready to be judged."""

    name: str
    table: Table
    ruleset: Ruleset

    @property
    def digest(self) -> str:
        """The digest of the ruleset, readings in force."""
        return self.ruleset.digest

    @property
    def second_rolls(self) -> bool:
        """Whether a day may have two rolls of a player."""
        return self.ruleset.values.showing_allows_second_roll


def game_table(game: Game) -> GameTable:
    """The table of a game.

    Raises:
        RulesetError: its ruleset is bad.
    """
    ruleset = find_ruleset(game.ruleset, (), game.readings)
    return GameTable(game.name, Table(Evaluator(ruleset), game.settings), ruleset)
