"""Rulings whose post can't be found again: what the host decided is never lost in silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.app.book import games_opened, games_ruled, read_book
from referee.ledger import View
from referee.model import PostKey, Ruling

if TYPE_CHECKING:
    from referee.app.settings import Settings


class Orphan(Struct, frozen=True):
    """A ruling in force, and those of its posts whose content is in no post of the game."""

    ruling: Ruling
    posts: tuple[PostKey, ...]


def orphans(view: View, game: str) -> tuple[Orphan, ...]:
    """The rulings of a game that are about a post which is not there, as after a rebuild from other captures.

    It costs little: a poll without news asks it.
    """
    return tuple(_orphans(view, game))


def orphaned(view: View, game: str) -> list[Ruling]:
    """The rulings alone."""
    return [orphan.ruling for orphan in _orphans(view, game)]


class Forsaken(Struct, frozen=True):
    """A game of the ledger that no game of the settings is, as after it was given another name: its rulings are kept,
    and judge nothing."""

    game: str
    rulings: tuple[Ruling, ...]


def forsaken(view: View, settings: Settings) -> list[Forsaken]:
    """The games with rulings in force, or opened with a hand-over (those stand without rulings), that the settings do
    not name; it costs as little."""
    named = {game.name for game in settings.game}
    left = ((name, read_book(view, name).in_force) for name in games_ruled(view) if name not in named)
    opened = [Forsaken(name, ()) for name in games_opened(view) if name not in named]
    return [*(Forsaken(name, rulings) for name, rulings in left if rulings), *opened]


def _orphans(view: View, game: str) -> Iterator[Orphan]:
    for ruling in read_book(view, game).in_force:
        lost = tuple(post for post in ruling.posts if not _is_there(view, game, post))
        if lost:
            yield Orphan(ruling, lost)


def _is_there(view: View, game: str, post: PostKey) -> bool:
    return post.fingerprint is None or view.is_judged(game, post.thread, post.fingerprint)
