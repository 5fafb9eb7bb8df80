"""What is worth a note: between two looks at a game, and on the day on which a rest is over. No clock, no files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from referee.app.settings import Event
from referee.model import OpenItem, Spot, Standing, Verdict, passed


class Seen(Struct, frozen=True):
    """A player as last seen: `free_on` the day (ordinal) on which a rest is over, `told` such a day of which a note
    was made already."""

    name: str
    spot: Spot
    free_on: int | None = None
    told: int | None = None


class Notice(Struct, frozen=True, omit_defaults=True):
    """One thing to tell: `player` whom it is about (empty: the host alone), `by` those who passed him (trip, name,
    square) from rank `before` to `rank`; `number` the post of `thread`, or how many it has when it came to `mark` of
    them; `item` an open item, `verdict` what was declared."""

    event: Event
    game: str
    player: str = ""
    name: str = ""
    by: tuple[tuple[str, str, int], ...] = ()
    before: int = 0
    rank: int = 0
    square: int = 0
    thread: str = ""
    number: int = 0
    mark: int = 0
    item: OpenItem | None = None
    verdict: Verdict | None = None


def seen_now(rows: Sequence[Standing], before: Mapping[str, Seen]) -> dict[str, Seen]:
    """The players of a table, with what is remembered of each."""
    found = {}
    for row in rows:
        old = before.get(row.player)
        told = old.told if old else None
        rests = row.rest_until is not None and row.can_roll_on is not None and row.can_roll_on > row.rest_until
        free_on = row.can_roll_on if rests and row.can_roll_on != told else None
        if free_on is None and old is not None and old.free_on is not None and row.can_roll_on == old.free_on:
            free_on = old.free_on  # it ended before the day of the last post, and nobody told the player yet
        found[row.player] = Seen(row.name, Spot(row.rank, row.square, row.home), free_on, told)
    return found


def between(game: str, before: Mapping[str, Seen], after: Mapping[str, Seen]) -> Iterator[Notice]:
    """Who was passed, and who came home."""
    spots = {trip: one.spot for trip, one in after.items()}
    for trip, by in passed({trip: one.spot for trip, one in before.items()}, spots).items():
        now = after[trip]
        others = tuple((other, after[other].name, after[other].spot.square) for other in by)
        yield Notice(
            "passed", game, trip, now.name, others, before[trip].spot.rank, now.spot.rank, square=now.spot.square
        )
    for trip, now in after.items():
        if now.spot.home and not (trip in before and before[trip].spot.home):
            yield Notice("home", game, trip, now.name, rank=now.spot.rank, square=now.spot.square)


def rests_over(game: str, players: dict[str, Seen], today: int) -> Iterator[Notice]:
    """Who may roll again from a day on; they are remembered as told."""
    for trip, one in [*players.items()]:
        if one.free_on is not None and one.free_on <= today:
            players[trip] = Seen(one.name, one.spot, None, one.free_on)
            yield Notice("rest_ends", game, trip, one.name, rank=one.spot.rank, square=one.spot.square)


def of_verdict(game: str, verdict: Verdict, *, is_changed: bool) -> Iterator[Notice]:
    """What a verdict declared since the last look has to tell: that it says something else than before, or what it
    brings for the host."""
    thread, number = str(verdict.thread), verdict.number
    if is_changed:
        yield Notice(
            "changed_verdict", game, verdict.player or "", verdict.name, thread=thread, number=number, verdict=verdict
        )
        return
    for item in verdict.items:
        yield Notice("open_item", game, thread=thread, number=number, item=item)
