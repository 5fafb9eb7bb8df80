"""Reading the state of a game after its last post (see `snapshots`); plain SQL, as in `desk`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from referee.ledger import codec
from referee.ledger.records import NO_POSTS
from referee.ledger.shelf import SEPARATOR, Origin, Past, Shelf
from referee.model import GameState, PlayerState

_SNAPSHOT = """
SELECT g.posts_digest, s.mark, s.ruleset, s.rulings, s.posts_digest, s.form, s.payload
FROM games AS g LEFT JOIN snapshots AS s ON s.game_id = g.id AND s.round = ? WHERE g.id = ?
"""
_PLAYERS = "SELECT trip, form, payload FROM players WHERE game_id = ? AND round = ?"
_PLAYER = f"{_PLAYERS} AND trip = ?"
_PIECES = "SELECT key, payload FROM pieces WHERE game_id = ? AND round = ? AND kind = ?"
_PIECE = f"{_PIECES} AND key = ?"


def get(
    raw: sqlite3.Connection, game: int, round_: int, ruleset: str, rulings: str, check: Callable[[], None]
) -> GameState | None:
    """The state after the last post, None where there is none that was made of this ruleset, these rulings, and the
    posts known now; without any post, the start. `check` is called before its maps read on: it raises when the
    transaction is over."""
    posts_now, mark, *made_of, form, payload = raw.execute(_SNAPSHOT, (round_, game)).fetchone()
    if posts_now == NO_POSTS:
        return GameState()
    if mark is None or made_of != [ruleset, rulings, posts_now]:
        return None
    reader = _Reader(raw, (game, round_, mark), check)
    return replace(
        codec.decode_state(form, payload),
        players=Shelf(reader.origin, reader.player, reader.players),
        used=Shelf(reader.origin, reader.used, reader.all_used),
        past=Shelf(reader.origin, reader.past, reader.all_past),
    )


class _Reader:
    """Reads entries of one snapshot."""

    def __init__(self, raw: sqlite3.Connection, origin: Origin, check: Callable[[], None]) -> None:
        self.origin = origin
        self._raw = raw
        self._check = check
        self._place = origin[:2]

    def player(self, trip: str) -> PlayerState | None:
        self._check()
        row = self._raw.execute(_PLAYER, (*self._place, trip)).fetchone()
        return None if row is None else codec.decode_player(*row[1:])

    def players(self) -> dict[str, PlayerState]:
        self._check()
        rows = self._raw.execute(_PLAYERS, self._place)
        return {trip: codec.decode_player(form, payload) for trip, form, payload in rows}

    def used(self, key: str) -> bool | None:
        return True if self._piece("used", key) is not None else None

    def all_used(self) -> dict[str, bool]:
        return dict.fromkeys(self._all("used"), True)

    def past(self, key: Past) -> bytes | None:
        packed = self._piece("past", SEPARATOR.join(key))
        return None if packed is None else codec.swapped(packed)

    def all_past(self) -> dict[Past, bytes]:
        return {cast("Past", tuple(key.split(SEPARATOR))): codec.swapped(one) for key, one in self._all("past").items()}

    def _piece(self, kind: str, key: str) -> bytes | None:
        self._check()
        row = self._raw.execute(_PIECE, (*self._place, kind, key)).fetchone()
        return None if row is None else bytes(row[1])

    def _all(self, kind: str) -> dict[str, bytes]:
        self._check()
        return {key: bytes(payload) for key, payload in self._raw.execute(_PIECES, (*self._place, kind))}
