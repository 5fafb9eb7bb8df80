"""What two rulings of the host can't both say (RULES H3); asked before one is taken into the book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from referee.model import PostKey, Ruling, Thrown, Verdict, Voided
from referee.model.ruling import CarryOver, Chat, Count, Join, Outage, SetSquare, Void

#: `other` two different things about the same · `twice` the same again · `alias` one trip joined to two players ·
#: `ring` trips joined in a ring · `outage` one time with two dice.
Why = Literal["other", "twice", "alias", "ring", "outage"]
#: Tells the trip of who wrote a post, None where there is none.
TripOf = Callable[[PostKey], str | None]
_Key = tuple[str, str, int | None, int]


class Contradiction(Struct, frozen=True):
    """Why a ruling can't be beside an earlier one (its id), and the post that both are about, where that is why."""

    why: Why
    other: int
    post: PostKey | None = None


def contradiction(ruling: Ruling, others: Iterable[Ruling], trip_of: TripOf = lambda _: None) -> Contradiction | None:
    """The first contradiction of a ruling with others in force; None where it can stand beside all of them.

    `trip_of` is asked where a square is set for who wrote the post.
    """
    others = [other for other in others if other.id != ruling.id]
    mine = {_key(post): post for post in ruling.posts}
    for other in others:
        shared = next((mine[key] for key in map(_key, other.posts) if key in mine), None)
        if isinstance(ruling.act, SetSquare) and isinstance(other.act, SetSquare):
            why = None if shared is None else _squares(ruling, other, shared, others, trip_of)
        else:
            why = _between(ruling, other, shared)
        if why is not None:
            return Contradiction(why, other.id, shared)
    ring = _ring(ruling, others)
    return None if ring is None else Contradiction("ring", ring)


def _between(ruling: Ruling, other: Ruling, shared: PostKey | None) -> Why | None:
    one, two = ruling.act, other.act
    same: Why = "twice" if one == two else "other"
    if isinstance(one, Join) and isinstance(two, Join) and one.alias == two.alias:
        return "twice" if one.player == two.player else "alias"
    if isinstance(one, Outage) and isinstance(two, Outage):
        overlap = not one.until.is_older_than(two.since) and not two.until.is_older_than(one.since)
        if overlap:
            return same if one.dice == two.dice and shared is not None else _two_dice(one, two)
        return None
    if shared is None:
        return None
    if isinstance(one, Void | Chat | Count) and isinstance(two, Void | Chat | Count):
        return same
    if type(one) is not type(two) or isinstance(one, Join):
        return None
    if isinstance(one, CarryOver) and isinstance(two, CarryOver):
        named = {row.player for row in one.players}
        return same if any(row.player in named for row in two.players) else None
    return same


def _squares(ruling: Ruling, other: Ruling, post: PostKey, others: Sequence[Ruling], trip_of: TripOf) -> Why | None:
    """Two squares set after one post: of one player they are the same or contradict each other."""
    one, two = ruling.act, other.act
    assert isinstance(one, SetSquare)
    assert isinstance(two, SetSquare)
    if one.player != two.player:
        players = {_joined(act.player or _writer(post, others, trip_of), post, others) for act in (one, two)}
        if len(players) > 1:
            return None
    return "twice" if one.square == two.square else "other"


def _writer(post: PostKey, others: Iterable[Ruling], trip_of: TripOf) -> str | None:
    """Who wrote a post: whom the host counts it for, else its trip."""
    for other in others:
        if isinstance(other.act, Count) and other.act.player and _key(post) in map(_key, other.posts):
            return other.act.player
    return trip_of(post)


def _joined(trip: str | None, post: PostKey, others: Iterable[Ruling]) -> str | None:
    """The player that a trip plays for by the time of a post: joins of later posts do not hold yet."""
    joins = {
        other.act.alias: other.act.player
        for other in others
        if isinstance(other.act, Join) and _age(other.posts[0]) <= _age(post)
    }
    seen = set[str]()
    while trip in joins and trip not in seen:
        seen.add(trip)
        trip = joins[trip]
    return trip


def _age(post: PostKey) -> tuple[int, str, int]:
    """Where a post stands in time: the keys of threads are the seconds of their making."""
    return len(post.thread.key), post.thread.key, post.number


def _two_dice(one: Outage, two: Outage) -> Why | None:
    return None if one.dice == two.dice else "outage"


def _key(post: PostKey) -> _Key:
    """A post by its content, by its number where that is not known."""
    number = 0 if post.fingerprint is not None else post.number
    return post.thread.board, post.thread.key, post.fingerprint, number


def _ring(ruling: Ruling, others: Sequence[Ruling]) -> int | None:
    """The ruling (its id) that joins a trip back to where one begins; None where none does."""
    act = ruling.act
    if not isinstance(act, Join):
        return None
    joined = {other.act.alias: (other.act.player, other.id) for other in others if isinstance(other.act, Join)}
    player, seen = act.player, set[str]()
    while player in joined and player not in seen:
        seen.add(player)
        player, last = joined[player]
        if player == act.alias:
            return last
    return None


class DayTaken(Struct, frozen=True):
    """A post that the host counts, and the one by which its player rolled on that day already."""

    ruling: int
    post: Verdict
    by: Verdict


def day_taken(verdicts: Iterable[Verdict], rulings: Iterable[Ruling]) -> DayTaken | None:
    """The first post of rulings that should count and does not, its player having rolled on that day (T1).

    `verdicts` are all of the game, in order, as they are under the rulings.
    """
    counting = {ruling.id for ruling in rulings if isinstance(ruling.act, Count)}
    if not counting:
        return None
    used: dict[tuple[str, int], Verdict] = {}
    for verdict in verdicts:
        ruled = next((one for one in verdict.rulings if one in counting), None)
        day = verdict.counts_on
        if ruled is not None and verdict.why == "second_of_day" and verdict.player and day is not None:
            by = used.get((verdict.player, day))
            if by is not None:
                return DayTaken(ruled, verdict, by)
        for step in verdict.steps:
            if isinstance(step, Thrown | Voided) and step.linked is None:
                used[step.player, step.day] = verdict
    return None
