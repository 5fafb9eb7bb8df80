"""A game of the settings, set up to be judged: its ruleset, its table, and the host's rulings."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.app.handedform import handover_json
from referee.app.rulesets import file_text, find_ruleset
from referee.app.settings import Game, beside
from referee.game import EMPTY, Table, index, opening_state
from referee.model import Act, GameState, Handover, Readings, Ruling
from referee.model.ruling import TakeRules
from referee.rules import Evaluator, Ruleset

_to_json = msgspec.json.Encoder(order="deterministic").encode


class GameTable(Struct, frozen=True):
    """A game ready to be judged.

    `rulings` are those in force, `rulings_digest` the SHA-256 (hex) of what they say and of the hand-over, empty where
    there is none; `folder` is where rulesets that rulings name are looked for; `start` is the state before the first
    post, after a hand-over where the game opened with one.
    """

    name: str
    table: Table
    ruleset: Ruleset
    folder: str = ""
    rulings: tuple[Ruling, ...] = ()
    rulings_digest: str = ""
    start: GameState = EMPTY

    @property
    def digest(self) -> str:
        """The digest of the ruleset, readings in force."""
        return self.ruleset.digest

    @property
    def second_rolls(self) -> bool:
        """Whether a day may have two rolls of a player, by any ruleset that is ever in force."""
        tables = (self.table, *self.table.others.values())
        return any(table.judge.readings.showing_allows_second_roll for table in tables)

    def readings(self, ruleset: str | None) -> Readings:
        """The readings in force while a ruling has put a ruleset (its digest) in force, or none has."""
        return self.table.under(ruleset).judge.readings

    def under_rules(self, ruleset: Ruleset) -> GameTable:
        """The game under another ruleset instead of its own, and the same rulings.

        Raises:
            RulesetError: as `ruled`.
        """
        table = replace(self.table, judge=Evaluator(ruleset))
        return replace(self, table=table, ruleset=ruleset).ruled(self.rulings)

    def kept(self, act: Act) -> Act:
        """What a ruling says, with the text of the ruleset file that it names: the file may change or go.

        Raises:
            RulesetError: no such file.
        """
        return replace(act, text=file_text(beside(act.name, Path(self.folder)))) if isinstance(act, TakeRules) else act

    def opened_with(self, handed: Handover | None) -> GameTable:
        """The game as it goes on after a hand-over; as it is where there is none."""
        if handed is None:
            return self
        return replace(self, table=replace(self.table, handed=handed), start=opening_state(handed))

    def ruled(self, rulings: Sequence[Ruling]) -> GameTable:
        """The game under some rulings.

        Raises:
            RulesetError: a ruling names a ruleset that can't be used.
        """
        rulings, handed = tuple(rulings), self.table.handed
        if not rulings and handed is not None:
            return replace(self, table=_plain(self.table), rulings=(), rulings_digest=_digest(handover_json(handed)))
        if not rulings:
            return replace(self, table=_plain(self.table), rulings=(), rulings_digest="")
        judges, rules_of = {}, {}
        for ruling in rulings:
            if isinstance(ruling.act, TakeRules):
                act = ruling.act
                ruleset = find_ruleset(beside(act.name, Path(self.folder)), (), act.readings, act.text)
                judges[ruleset.digest] = Evaluator(ruleset)
                rules_of[ruling.id] = ruleset.digest
        told = [(ruling.id, ruling.posts, ruling.act) for ruling in rulings]
        digest = _digest([told, sorted(rules_of.items()), *([] if handed is None else [handover_json(handed)])])
        table = replace(_plain(self.table), rulings=index(rulings), rules_of=rules_of)
        others = {one: replace(table, judge=judge) for one, judge in judges.items()}
        return replace(self, table=replace(table, others=others), rulings=rulings, rulings_digest=digest)


def _digest(told: object) -> str:
    return sha256(_to_json(told)).hexdigest()


def _plain(table: Table) -> Table:
    return Table(table.judge, table.settings, table.linked, handed=table.handed)


def game_table(game: Game, folder: str = "") -> GameTable:
    """The table of a game, without rulings.

    Raises:
        RulesetError: its ruleset is bad.
    """
    ruleset = find_ruleset(game.ruleset, (), game.readings)
    return GameTable(game.name, Table(Evaluator(ruleset), game.settings), ruleset, folder)
