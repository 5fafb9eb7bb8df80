"""Where posts stand in the order of a game: by the capture that showed them first, and their numbers there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, select, update

from referee.ledger.records import Edited
from referee.ledger.tables import posts
from referee.model import Post

#: The capture and the number by which a post stands in the order of the game.
Place = tuple[int, int]
#: More than any number of a post.
_FAR = 1 << 30


def in_order(fresh: Sequence[Post], edited: Sequence[Edited], capture: int) -> dict[int, Place]:
    """Where contents stand in the order of what is known, by fingerprint: behind all, by their numbers; where pages
    give numbers twice, in the order of the reading."""
    order: dict[int, Place] = {}
    last = 0
    for post in fresh:
        last = max(post.number, last + 1)
        order[post.fingerprint] = (capture, last)
    used = {number for _, number in order.values()}
    for one in edited:
        number = one.post.number
        while number in used:
            number += 1
        used.add(number)
        order[one.post.fingerprint] = (capture, number)
    return order


def before_known(
    core: Connection, thread: int, reading: Sequence[Post], fresh: Sequence[Post], known: Mapping[int, int]
) -> dict[int, Place]:
    """Where new posts stand that a reading has before known ones; what comes after them makes room. `known` gives the
    contents of the reading that are no new posts, each with one whose row is there."""
    new = {post.fingerprint for post in fresh}
    runs: dict[int, list[int]] = {}
    waiting: list[int] = []
    for post in reading:
        if post.fingerprint in new:
            waiting.append(post.fingerprint)
        elif waiting and post.fingerprint in known:
            runs[known[post.fingerprint]] = waiting
            waiting = []
    places: dict[int, Place] = {}
    for follower, run in runs.items():
        capture, number = _place_of(core, thread, follower)
        here = (posts.c.first_capture == capture, posts.c.first_number >= number)
        # Places are unique, row by row: all go out of the way first.
        core.execute(update(posts).where(*here).values(first_number=posts.c.first_number + _FAR))
        back = posts.c.first_number - _FAR + len(run)
        core.execute(update(posts).where(here[0], posts.c.first_number >= _FAR).values(first_number=back))
        for already, (its_capture, its_number) in places.items():
            if its_capture == capture and its_number >= number:
                places[already] = (its_capture, its_number + len(run))
        places.update({one: (capture, at) for at, one in enumerate(run, number)})
    return places


def _place_of(core: Connection, thread: int, fingerprint: int) -> Place:
    """Where the content that was first there, in the place of a known one, stands."""
    met: set[int] = set()
    while True:
        row = core.execute(
            select(posts.c.first_capture, posts.c.first_number, posts.c.replaces).where(
                posts.c.thread_id == thread, posts.c.fingerprint == fingerprint
            )
        ).one()
        met.add(fingerprint)
        if row.replaces is None or row.replaces in met:
            return row.first_capture, row.first_number
        fingerprint = row.replaces
