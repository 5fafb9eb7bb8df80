"""The hall of fame: who was first home in each round (一番乗り), who came after, and the records of the whole game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from msgspec import Struct

from referee.model import Verdict
from referee.pages.edition import NAME, Edition
from referee.pages.paths import HALL, ROUNDS, STORY, player_path
from referee.pages.records import IN_DAYS, RECORDS, SIGNED, HomeComing, Record, holders, home_comings, records
from referee.pages.view import Draft, Page
from referee.words.tongue import shown, signed

#: More holders of one record than these are no news: how many there are is told instead.
_MANY = 3
#: Posts listed of one holder; a count has no more of them than it says.
_POSTS = 12

#: A post: what is read, and where its verdict lies.
Link = tuple[str, str]


class Arrival(Struct, frozen=True):
    """One player home, in words."""

    place: int
    player: str
    name: str
    trip: str
    path: str
    day: str
    rolls: str
    days: str
    post: Link | None


class Held(Struct, frozen=True):
    """A record in words; without `holders` too many share it."""

    title: str
    value: str
    holders: tuple[tuple[str, str, tuple[Link, ...], str], ...]
    shared: str


def hall_pages(editions: Sequence[Edition]) -> Iterator[Draft]:
    """The hall of fame in each language; the newest round stands first."""
    game, tale = editions[0].game, editions[0].tale
    found = [one for chapter in tale.players.values() for one in records(chapter)]
    held = [best for key in RECORDS if (best := holders(key, found))]
    homes = home_comings(game, tale)
    for edition in editions:
        told = [(one.key, edition.who(one.trip), one.value, posts_of(edition, one)) for best in held for one in best]
        arrived = [(home.round, home.place, arrival(edition, home)) for home in homes]
        yield edition.draft(HALL, partial(_hall_page, edition, held, homes), told, arrived, len(game.rounds))


def _hall_page(edition: Edition, held: Sequence[Sequence[Record]], homes: Sequence[HomeComing]) -> Page:
    return edition.page(
        HALL,
        "hall.html",
        edition.say("hall"),
        rounds=list(reversed(_rounds(edition, homes))),
        records=[_held(edition, best) for best in held],
        more=[(ROUNDS, edition.say("rounds")), (STORY, edition.say("story"))],
    )


def _rounds(edition: Edition, found: Sequence[HomeComing]) -> list[tuple[str, str, list[Arrival]]]:
    """Each round by its anchor and title, with who is home."""
    homes = {number: list(rows) for number, rows in groupby(found, _round_of)}
    first = edition.game.first_round
    numbers = range(first, first + len(edition.game.rounds) + 1)
    return [
        (f"round-{one}", edition.say("round_no", number=one), [arrival(edition, home) for home in homes.get(one, ())])
        for one in numbers
    ]


def _round_of(home: HomeComing) -> int:
    return home.round


def arrival(edition: Edition, home: HomeComing) -> Arrival:
    """Who came home, when, with how many rolls, and after how many days."""
    row, say = home.standing, edition.say
    return Arrival(
        place=home.place,
        player=edition.who(row.player),
        name=shown(row.name, NAME),
        trip=edition.trip(row.player),
        path=player_path(row.player),
        day="" if row.home_on is None else edition.speaker.full_day(row.home_on),
        rolls=say("rolls_made", rolls=row.rolls),
        days="" if home.days is None else say("day_no", n=home.days),
        post=None if home.verdict is None else post_link(edition, home.verdict),
    )


def post_link(edition: Edition, verdict: Verdict, before: Verdict | None = None) -> Link:
    """A post as players point at it, behind the one told before it, and the page of its verdict."""
    return edition.post(verdict, before), edition.places.of(verdict)


def value_of(edition: Edition, record: Record) -> str:
    """The number of a record with what it counts."""
    if record.key in SIGNED:
        return signed(record.value)
    return edition.say("days_n" if record.key in IN_DAYS else "times_n", n=record.value)


def posts_of(edition: Edition, record: Record) -> tuple[tuple[Link, ...], str]:
    """The posts that made a record, as many as are told, and how many more there are; of the number of rolls none:
    they are all on the player's page."""
    if record.key == "roll_count":
        return (), ""
    told = record.verdicts[:_POSTS]
    links = tuple(post_link(edition, one, before) for one, before in zip(told, (None, *told), strict=False))
    more = len(record.verdicts) - len(links)
    return links, edition.speaker.more(more) if more else ""


def _held(edition: Edition, found: Sequence[Record]) -> Held:
    few = found if len(found) <= _MANY else ()
    return Held(
        edition.say(found[0].key),
        value_of(edition, found[0]),
        tuple((edition.who(one.trip), player_path(one.trip), *posts_of(edition, one)) for one in few),
        "" if few else edition.say("shared_by", count=len(found)),
    )
