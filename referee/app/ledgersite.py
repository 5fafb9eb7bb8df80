"""What the pages of a game are made of, from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from referee.app.book import ruled
from referee.app.changes import changes
from referee.app.clock import JST
from referee.app.named import NumbersNow, judged_state, must_know
from referee.app.orphans import orphaned
from referee.app.settings import Game
from referee.app.site import address_of, open_things, put_together, scanned
from referee.app.spans import spans
from referee.app.tables import GameTable
from referee.app.versions import versions_of
from referee.ledger import View
from referee.model import Cursor
from referee.pages import Game as PagesGame
from referee.pages import Thread, slug


class Moment(Struct, frozen=True):
    """What pages tell that changes though the game does not: the day (ordinal, JST), the last poll (JST, to the
    minute), and whether a thread of the game runs."""

    today: int
    polled_at: str | None
    runs: bool


def cursors_of(view: View, game: str) -> list[Cursor]:
    """How it stands with the polling of the threads of a game, in order."""
    return [cursor for row in view.threads(game) if (cursor := view.cursor(row.thread)) is not None]


def moment(cursors: Sequence[Cursor], now: datetime) -> Moment:
    """The moment of a game, of the polling of its threads."""
    polled = max((cursor.polled_at for cursor in cursors if cursor.polled_at is not None), default=None)
    newest = next((cursor for cursor in reversed(cursors) if cursor.posts), None)
    return Moment(
        now.astimezone(JST).date().toordinal(),
        None if polled is None else polled.astimezone(JST).strftime("%Y-%m-%d %H:%M"),
        newest is None or newest.life == "live",
    )


def at_moment(game: PagesGame, at: Moment) -> PagesGame:
    """The same game at a later moment; whether a thread of it runs has not changed."""
    return replace(game, day=max(game.day, at.today) if at.runs else game.day, polled_at=at.polled_at)


def game_of_ledger(view: View, game: Game, table: GameTable, now: datetime, site_url: str = "") -> PagesGame:
    """A game as the ledger knows it; to be used while the view lasts. `site_url` is where the site stands on the web.

    Raises:
        UsageError: the ledger does not know the game yet, or it was judged by other rules.
    """
    must_know(view, game.name)
    table = ruled(view, table)
    state = judged_state(view, table)
    rows, cursors = view.threads(game.name), cursors_of(view, game.name)
    at = moment(cursors, now)
    standing = list(view.verdicts(game.name))
    verdicts = [stored.verdict for stored in standing]
    urls = {str(cursor.thread): cursor.address for cursor in cursors}
    scan = scanned(table, verdicts, NumbersNow(view))
    open_items = open_things(scan, orphaned(view, game.name))
    return put_together(
        game.title or game.name,
        verdicts,
        state,
        table,
        [Thread(row.thread, row.title or "", address_of(row.thread, urls.get(str(row.thread), ""))) for row in rows],
        day=max(at.today, state.day or 0) if at.runs else state.day or at.today,
        life="live" if at.runs or open_items else "final",
        polled_at=at.polled_at,
        open_items=open_items,
        may_stand=spans(view, table, state, scan, verdicts),
        versions=versions_of(view, game.name, verdicts),
        base=f"{site_url.rstrip('/')}/{slug(game.name)}/" if site_url else "",
        changed=changes(view, game.name, standing),
    )
