"""The host's rulings as the table has them: which of them are about a post, and what they make of it (RULES H3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.model import DAY_ONLY, Post, Ruling, Stamp
from referee.model.ruling import Act, Chat, Count, Outage, ShiftDay, Stands, Void

A = TypeVar("A", bound=Act)

_ByContent = dict[tuple[str, str, int], tuple[Ruling, ...]]


class Rulings(Struct, frozen=True):
    """Rulings in force, by the content of their posts and, where that is not known, by number; `outages` are in force
    for every post of their time."""

    by_content: _ByContent = {}
    by_number: _ByContent = {}
    outages: tuple[Ruling, ...] = ()

    def about(self, post: Post) -> tuple[Ruling, ...]:
        """The rulings about a post, in the order in which they were made."""
        board, key = post.thread.board, post.thread.key
        found = self.by_content.get((board, key, post.fingerprint), ())
        if self.by_number:
            found += self.by_number.get((board, key, post.number), ())
        if self.outages and post.id_kind == "hidden" and post.stamp is not None:
            found += tuple(one for one in self.outages if one not in found and _is_within(post.stamp, one))
        return found


NO_RULINGS = Rulings()


def index(rulings: Iterable[Ruling]) -> Rulings:
    """Rulings (undone ones left out) ready to be asked for."""
    table = Rulings({}, {}, ())
    outages: list[Ruling] = []
    for ruling in sorted(rulings, key=lambda one: one.id):
        for post in ruling.posts:
            known, content = (
                (table.by_number, post.number) if post.fingerprint is None else (table.by_content, post.fingerprint)
            )
            place = (post.thread.board, post.thread.key, content)
            known[place] = (*known.get(place, ()), ruling)
        if isinstance(ruling.act, Outage):
            outages.append(ruling)
    return replace(table, outages=tuple(outages))


def also(rulings: Rulings, ruling: Ruling) -> Rulings:
    """Rulings, and one more about posts that are named by their content."""
    by_content = dict(rulings.by_content)
    for post in ruling.posts:
        assert post.fingerprint is not None
        place = (post.thread.board, post.thread.key, post.fingerprint)
        by_content[place] = (*by_content.get(place, ()), ruling)
    return replace(rulings, by_content=by_content)


def first(rulings: Iterable[Ruling], kind: type[A]) -> A | None:
    """The first ruling of a kind, as what it says."""
    return next((one.act for one in rulings if isinstance(one.act, kind)), None)


def verdict_ruled(rulings: Iterable[Ruling]) -> Ruling | None:
    """The ruling that says what the post is: void, chat, or a roll."""
    return next((one for one in rulings if isinstance(one.act, Void | Chat | Count)), None)


def day_ruled(rulings: tuple[Ruling, ...]) -> int | None:
    """The day (an ordinal) on which a post counts by the host's word; None where no ruling says one."""
    shift, count = first(rulings, ShiftDay), first(rulings, Count)
    if count is not None and count.at is not None:
        return count.at.day
    return shift.day if shift is not None else None


def as_ruled(post: Post, rulings: tuple[Ruling, ...]) -> Post:
    """A post with what the host says of it: for one that counts its player, dice and time.

    The day on which it counts is told by `day_ruled`: a stamp that the board printed stays, since rights to extra rolls
    come at the time at which the post was made (X2).
    """
    shift, count, outage = first(rulings, ShiftDay), first(rulings, Count), first(rulings, Outage)
    if shift is not None and post.stamp is None:
        post = replace(post, stamp=Stamp(shift.day, 0, DAY_ONLY))
    if count is not None:
        trip = count.player or post.name.trip
        post = replace(post, name=replace(post.name, trip=trip), stamp=count.at or post.stamp, status="normal")
        if count.dice is not None:
            post = replace(post, id=count.dice, dice_id=count.dice, id_kind="shown")
    if outage is not None and post.dice_id is None and post.stamp is not None and post.id_kind == "hidden":
        post = replace(post, dice_id=outage.dice)
    return post


def _is_within(stamp: Stamp, ruling: Ruling) -> bool:
    """Whether a stamp lies in the time of an outage, compared as coarsely as the coarser of the two is printed."""
    act = ruling.act
    return isinstance(act, Outage) and not stamp.is_older_than(act.since) and not act.until.is_older_than(stamp)


def only_seen(rulings: Iterable[Ruling]) -> bool:
    """Whether the rulings leave everything as the referee says."""
    return all(isinstance(one.act, Stands) for one in rulings)
