"""When to look for the next thread of a game: near the end of its newest one, and for a search, now and then."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from referee.app import pace
from referee.app.places import Place
from referee.app.search import Search
from referee.app.settings import Game, Settings
from referee.fetch import Manners, host_of, requests_left, subject_address
from referee.ledger import View
from referee.model import Cursor

#: How long after its end a thread's successor is looked for.
_LOOKED_FOR = timedelta(hours=48)
#: Requests that one look may make: the list, and the first posts of two candidates.
REQUESTS = 3


class Look(Struct, frozen=True):
    """A look that is due: at the list of a board, for a search of a game or for the successor of a place."""

    game: Game
    address: str
    search: Search | None = None
    place: Place | None = None

    @property
    def subject(self) -> str:
        """The list that is asked for."""
        return subject_address(self.address)


def due(view: View, settings: Settings, places: Sequence[Place], now: datetime) -> list[Look]:
    """The looks that are due now; a list is asked for no more often than a quiet thread (`polling.slowest`)."""
    every = timedelta(seconds=settings.polling.slowest)
    manners = Manners(gap=settings.polling.interval, budget=settings.polling.requests_per_day)
    found = []
    for game in settings.game:
        looks = [Look(game, search.address, search=search) for search in game.searches]
        newest = next((place for place in reversed(places) if game.name in place.games), None)
        if newest is not None and _nears_its_end(view.cursor(newest.thread), now):
            looks.append(Look(game, newest.address, place=newest))
        found += [look for look in looks if _may(view, look, now, every, manners)]
    return found


def _nears_its_end(cursor: Cursor | None, now: datetime) -> bool:
    if cursor is None or not cursor.posts:
        return False
    if cursor.life == "live":
        return cursor.posts >= pace.NEAR_END
    return cursor.ended_at is not None and now - cursor.ended_at < _LOOKED_FOR


def _may(view: View, look: Look, now: datetime, every: timedelta, manners: Manners) -> bool:
    """Whether the list is due and its host may be asked; a list is counted like a host of its own, for its pace."""
    listed, host = view.host_use(look.subject), view.host_use(host_of(look.address))
    if listed.asked_at is not None and timedelta() <= now - listed.asked_at < every:
        return False
    if host.quiet_until is not None and host.quiet_until > now:
        return False
    return requests_left(host, now, manners) >= REQUESTS
