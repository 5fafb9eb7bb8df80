"""The contents that rulings are about, as the ledger holds them."""

from __future__ import annotations

from collections.abc import Callable

from referee.ledger import View
from referee.model import Post, PostKey


def content_of(view: View, game: str, key: PostKey) -> Post | None:
    """The content of a post of a ruling, wherever it stands by now; None where no thread of the game has it."""
    for stored in view.versions(key.thread, key.number) if view.knows(key.thread) else ():
        if stored.post.fingerprint == key.fingerprint:
            return stored.post
    for row in view.threads(game):
        if (row.thread.board, row.thread.key) == (key.thread.board, key.thread.key):
            for stored in view.posts(game, row.thread):
                if stored.post.fingerprint == key.fingerprint:
                    return stored.post
    return None


def trips_in(view: View, game: str) -> Callable[[PostKey], str | None]:
    """Tells the trip of who wrote a post of a ruling, None where there is none."""

    def trip_of(key: PostKey) -> str | None:
        post = content_of(view, game, key)
        return None if post is None else post.name.trip

    return trip_of
