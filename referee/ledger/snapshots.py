"""The state of a game after its last post, kept so that the next post needs only what it touches.

What grows with the game (players, linked posts used, fingerprints of earlier threads) lies in rows of its own, read
when asked for (`kept`) and written when changed; the rest is one small row. A snapshot is used only while ruleset,
rulings and posts are those that it was made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from immutables import Map
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from referee.ledger import codec
from referee.ledger.bulk import insert_rows
from referee.ledger.records import Total
from referee.ledger.shelf import SEPARATOR, Origin, Past, Shelf, whole
from referee.ledger.tables import games, pieces, players, snapshots
from referee.model import GameState, PlayerState


def put(core: Connection, game: int, round_: int, state: GameState, ruleset: str, rulings: str) -> None:
    """Write the state after the last post that is known now; only what changed since it was read, where it was read
    from the snapshot that stands."""
    mine = (snapshots.c.game_id == game, snapshots.c.round == round_)
    mark = core.scalar(select(snapshots.c.mark).where(*mine))
    row = {
        "mark": 1 if mark is None else mark + 1,
        "ruleset": ruleset,
        "rulings": rulings,
        "posts_digest": core.scalar(select(games.c.posts_digest).where(games.c.id == game)),
        "form": codec.STATE_FORM,
        "payload": codec.encode_state(replace(state, players=Map(), used=Map(), past=Map())),
    }
    entries = _changes(state, (game, round_, mark or 0))
    if entries is None:
        state = whole(state)
        entries = state.players, state.used, state.past
        for table in (players, pieces):
            core.execute(delete(table).where(table.c.game_id == game, table.c.round == round_))
    if mark is None:
        core.execute(insert(snapshots), {"game_id": game, "round": round_, **row})
    else:
        core.execute(update(snapshots).where(*mine).values(row))
    _write(core, game, round_, entries)


def drop(core: Connection, game: int) -> None:
    """Forget the snapshots of a game."""
    for table in (players, pieces, snapshots):
        core.execute(delete(table).where(table.c.game_id == game))


def totals(core: Connection, game: int, round_: int) -> Iterator[Total]:
    """The totals that stand beside each player's state, by trip."""
    rows = core.execute(
        select(players).where(players.c.game_id == game, players.c.round == round_).order_by(players.c.trip)
    )
    return (Total(row.trip, row.square, row.rolls, row.home_at) for row in rows)


_Entries = tuple[Mapping[str, PlayerState], Mapping[str, bool], Mapping[Past, bytes]]


def _changes(state: GameState, origin: Origin) -> _Entries | None:
    """What was set since the state was read; None where it was not read from the snapshot that stands."""
    known, used, past = cast("tuple[Any, Any, Any]", (state.players, state.used, state.past))
    if any(not isinstance(one, Shelf) or one.origin != origin for one in (known, used, past)):
        return None
    return known.changes, used.changes, past.changes


def _write(core: Connection, game: int, round_: int, entries: _Entries) -> None:
    known, used, past = entries
    place = {"game_id": game, "round": round_}
    rows = [
        {
            **place,
            "trip": trip,
            "square": player.square,
            "rolls": player.rolls,
            "home_at": player.home_at,
            "form": codec.PLAYER_FORM,
            "payload": codec.encode_player(player),
        }
        for trip, player in sorted(known.items())
    ]
    if rows:
        mine = (players.c.game_id == game, players.c.round == round_)
        core.execute(
            delete(players).where(*mine, players.c.trip == bindparam("old")), [{"old": row["trip"]} for row in rows]
        )
        insert_rows(core, players, rows)
    rows = [{**place, "kind": "used", "key": key, "payload": b""} for key in sorted(used)]
    rows += [
        {**place, "kind": "past", "key": SEPARATOR.join(key), "payload": codec.swapped(packed)}
        for key, packed in sorted(past.items())
    ]
    if rows:
        mine = (pieces.c.game_id == game, pieces.c.round == round_)
        old = (pieces.c.kind == bindparam("of_kind"), pieces.c.key == bindparam("old"))
        core.execute(delete(pieces).where(*mine, *old), [{"of_kind": row["kind"], "old": row["key"]} for row in rows])
        insert_rows(core, pieces, rows)
