"""A page per player: every roll with its letters and its sum, gifts, records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from markupsafe import Markup
from msgspec import Struct

from referee.model import Thrown
from referee.pages.basis import digest
from referee.pages.edition import Edition
from referee.pages.hall import Link, post_link, posts_of, value_of
from referee.pages.paths import player_path
from referee.pages.records import ALWAYS, RECORDS, HomeComing, home_comings, records
from referee.pages.shapes import as_html
from referee.pages.tale import Chapter, Event, Gift
from referee.pages.view import Draft, Page
from referee.words.tongue import plain, signed


class Line(Struct, frozen=True):
    """One move of the player; `why` names the post and thread in full, for who hears links alone, `elsewhere` is where
    the post of another board is read that the note tells of."""

    day: str
    place: str
    path: str
    why: str
    note: str
    elsewhere: str
    dice: Markup
    sums: tuple[str, ...]
    origin: int
    target: str
    steps: str


def player_pages(editions: Sequence[Edition]) -> Iterator[Draft]:
    """A page for everybody who ever rolled or was moved, and for whom a hand-over brought, in each language: all pages
    lead there."""
    one = editions[0]  # all but words and names is the same in each
    standings = {row.player: row for row in one.game.standings}
    homes: dict[str, list[HomeComing]] = defaultdict(list)
    for home in home_comings(one.game, one.tale):
        homes[home.standing.player].append(home)
    chapters = {trip: chapter for trip, chapter in one.tale.players.items() if chapter.events}
    tables = (*(one.standings for one in one.game.rounds), one.game.standings)
    brought = {
        row.player: Chapter(row.player, square=row.square)
        for rows in tables
        for row in rows
        if row.player not in chapters
    }
    for chapter in (*chapters.values(), *brought.values()):
        row, came = standings.get(chapter.trip), homes[chapter.trip]
        rank, rolls = (None, 0) if row is None else (row.rank, row.rolls)
        moves = [
            (one.bases.of(event.verdict), one.places.of(event.verdict), event.kind, event.origin, event.target)
            for event in chapter.events
        ]
        made_of = digest(rank, chapter.square, rolls, moves, [(home.round, home.place) for home in came])
        gifts = (*chapter.given, *chapter.received)
        for edition in editions:
            make = partial(_player_page, edition, chapter, rank, rolls, came)
            given = [(edition.who(gift.other or ""), gift.steps, gift.lost) for gift in gifts]
            yield edition.draft(player_path(chapter.trip), make, edition.who(chapter.trip), made_of, given)


def _player_page(edition: Edition, chapter: Chapter, rank: int | None, rolls: int, homes: Sequence[HomeComing]) -> Page:
    path = player_path(chapter.trip)
    lines = map(partial(_line, edition), chapter.events, (None, *chapter.events))
    return edition.page(
        path,
        "player.html",
        edition.who(chapter.trip),
        rank=rank,
        square=chapter.square,
        records=list(_records(edition, chapter, rolls, homes)),
        moves=as_html("".join(edition.pieces.shaped("move", line, path) for line in lines)),
        total=signed(sum(event.target - event.origin for event in chapter.events if event.target is not None)),
        given=[_gift(edition, gift, is_given=True) for gift in chapter.given],
        received=[_gift(edition, gift, is_given=False) for gift in chapter.received],
        legend=edition.drawing.legend(),
    )


def _day(edition: Edition, event: Event | Gift) -> str:
    stamp = event.verdict.stamp
    return "" if stamp is None else edition.speaker.day(stamp.day)


def _line(edition: Edition, event: Event, before: Event | None) -> Line:
    step, verdict = event.step, event.verdict
    roll = step.roll if isinstance(step, Thrown) else None
    place = f"{verdict.thread.board}/{verdict.thread.key}/{verdict.number}"
    return Line(
        day=_day(edition, event),
        place=edition.post(verdict, before.verdict if before else None),
        path=edition.places.of(verdict),
        why=edition.say("why_of", place=plain(place, 60)),
        note=_note(edition, event),
        elsewhere=_elsewhere(edition, event),
        dice=edition.dice.letters(roll) if roll else Markup(),
        sums=tuple(edition.speaker_of(verdict).sums(roll)) if roll else (),
        origin=event.origin,
        target=edition.say("undecided") if event.target is None else str(event.target),
        steps="" if event.target is None else signed(event.target - event.origin),
    )


def _note(edition: Edition, event: Event) -> str:
    step = event.step
    if isinstance(step, Thrown):
        if step.linked is None:
            return ""
        place = plain(f"{step.linked.thread.board}/{step.linked.number}", 40)
        return edition.say("extra_on", place=place)
    return edition.say(f"event_{event.kind}")


def _elsewhere(edition: Edition, event: Event) -> str:
    linked = event.step.linked if isinstance(event.step, Thrown) else None
    return "" if linked is None else edition.linked_address(linked) or ""


def _records(
    edition: Edition, chapter: Chapter, rolls: int, homes: Sequence[HomeComing]
) -> Iterator[tuple[str, str, tuple[Link, ...], str]]:
    """Title, value, the posts that made it, and how many more there are; of who only came by a hand-over nothing but
    the number of rolls is known."""
    say = edition.say
    found = {one.key: one for one in records(chapter)}
    if not chapter.events:
        yield say("roll_count"), say("times_n", n=rolls), (), ""
    for key in RECORDS if chapter.events else ():
        if key in found:
            yield say(key), value_of(edition, found[key]), *posts_of(edition, found[key])
        elif key in ALWAYS:
            yield say(key), say("times_n", n=0), (), ""
    for home in homes:
        value = say("home_in", number=home.round, place=home.place)
        yield say("home"), value, () if home.verdict is None else (post_link(edition, home.verdict),), ""


def _gift(edition: Edition, gift: Gift, *, is_given: bool) -> tuple[str, str, str, str]:
    """Day, post, its page, and what was given or received."""
    fields: dict[str, object] = {"kind": gift.kind, "steps": gift.steps}
    if gift.other is not None:
        key = "gift_to" if is_given else "gift_from"
        fields["player"] = edition.who(gift.other)
    else:
        key = "gift_to_come" if gift.kind == "CN" and not gift.lost else "gift_to_nobody"
    text = edition.say(key, **fields)
    if gift.lost:
        why = edition.say("gift_lost_by_round") if gift.other is None else edition.say("gift_lost_by_jump")
        text = f"{text} ({why})"
    return _day(edition, gift), edition.post(gift.verdict), edition.places.of(gift.verdict), text
