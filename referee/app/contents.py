"""The contents that rulings are about, as the ledger holds them."""

from __future__ import annotations

from collections.abc import Callable

from referee.ledger import View
from referee.model import Post, PostKey


def content_of(view: View, key: PostKey) -> Post | None:
    """The content of a post of a ruling, wherever it stands by now; None where its thread has it no more."""
    if key.fingerprint is None or not view.knows(key.thread):
        return None
    contents = (stored.post for stored in view.post_with(key.thread, key.fingerprint))
    return next((post for post in contents if post.fingerprint == key.fingerprint), None)


def trips_in(view: View) -> Callable[[PostKey], str | None]:
    """Tells the trip of who wrote a post of a ruling, None where there is none."""

    def trip_of(key: PostKey) -> str | None:
        post = content_of(view, key)
        return None if post is None else post.name.trip

    return trip_of
