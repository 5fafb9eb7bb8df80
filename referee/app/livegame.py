"""One game as it stands: its pages still to be made, and what the API tells of it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import structs

from referee.app.ledgersite import at_moment, game_of_ledger, moment
from referee.app.settings import Game
from referee.app.tables import GameTable
from referee.app.tell import table_in
from referee.ledger import View
from referee.model import Cursor
from referee.pages import Draft, FirstHome, build, first_homes


class LiveGame:
    """A game of one state of the ledger, at a moment that moves on.

    Raises:
        UsageError: the ledger does not know the game yet, or it was judged by other rules.
    """

    def __init__(
        self,
        view: View,
        game: Game,
        table: GameTable,
        known: Hashable,
        templates: Mapping[str, str],
        now: datetime,
    ) -> None:
        self.known, self._table, self._templates, self._name = known, table, templates, game.name
        self._game = structs.replace(game_of_ledger(view, game, table, now), has_form=True)
        self._drafts: dict[str, Draft] = {}
        self._standings = b""

    def move_on(self, cursors: Sequence[Cursor], now: datetime) -> None:
        """Be at a later moment: another day, another last poll."""
        later = at_moment(self._game, moment(cursors, now))
        if not self._drafts or later != self._game:
            self._game = later
            self._drafts = {draft.path: draft for draft in build(later, self._templates)}

    def draft(self, path: str) -> Draft | None:
        """A page of the game; None where there is none."""
        return self._drafts.get(path)

    @property
    def first_homes(self) -> list[FirstHome]:
        """Who was the first home in each round."""
        return first_homes(self._game)

    def table_json(self, view: View) -> bytes:
        """`standings --json`."""
        if not self._standings:
            self._standings = msgspec.json.encode(table_in(view, self._table, dict(self._game.spans)).as_json())
        return self._standings

    def summary(self, folder: str) -> dict[str, object]:
        """What the API tells of the game."""
        game = self._game
        return {
            "name": self._name,
            "title": game.title,
            "folder": folder,
            "life": game.life,
            "posts": len(game.verdicts),
            "players": len(game.standings),
            "open_items": game.open_items,
            "polled_at": None if game.polled_at is None else f"{game.polled_at.replace(' ', 'T')}+09:00",
            "ruleset": game.ruleset,
            "threads": [{"thread": str(one.ref), "title": one.title, "address": one.address} for one in game.threads],
        }
