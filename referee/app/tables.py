"""A game of the settings, set up to be judged: its ruleset and its table."""

from __future__ import annotations

from msgspec import Struct

from referee.app.rulesets import find_ruleset
from referee.app.settings import Game
from referee.game import Table
from referee.rules import Evaluator

#: The digest of no rulings; the host's rulings come with a later part.
NO_RULINGS = ""


class GameTable(Struct, frozen=True):
    """A game ready to be judged."""

    name: str
    table: Table
    digest: str
    second_rolls: bool


def game_table(game: Game) -> GameTable:
    """The table of a game.

    Raises:
        RulesetError: its ruleset is bad.
    """
    ruleset = find_ruleset(game.ruleset, (), game.readings)
    evaluator = Evaluator(ruleset)
    return GameTable(
        game.name, Table(evaluator, game.settings), ruleset.digest, ruleset.values.showing_allows_second_roll
    )
