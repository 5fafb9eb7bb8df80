"""The next rolls: from which day on each player may roll, and what that roll will be worth; and as calendars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from msgspec import Struct

from referee.model import Stamp, Standing
from referee.pages.calendar import Entry, calendar
from referee.pages.edition import NAME, Edition
from referee.pages.leaves import Leaf, leaves
from referee.pages.paths import CALENDAR, FOLDERS, TOMORROW, calendar_path, player_path, slug, thread_slug
from referee.pages.turns import Turn, held, next_roll, turns
from referee.pages.view import Draft, Page
from referee.words.tongue import shown

#: Players on one page; more of them go on on the next.
A_PAGE = 60
#: Who makes the calendars.
PRODUCT = "-//referee//ID-sugoroku//"


class Row(Struct, frozen=True):
    """One player, in words; `page` is the path of his page, `on` the day in ISO form, nothing where no day is known, as
    for those home."""

    page: str
    name: str
    trip: str
    square: int
    is_home: bool
    on: str
    day: str
    turns: tuple[Turn, ...]
    notes: tuple[str, ...]
    calendar: tuple[str, str] | None


def tomorrow_pages(edition: Edition) -> Iterator[Draft]:
    """The next rolls on as many pages as they need, the calendar of all, and one of each player."""
    ordered = sorted(edition.game.standings, key=partial(_order, edition))
    today = edition.day_told() if ordered else ""
    for leaf in leaves(edition, ordered, TOMORROW, "tomorrow/{}.html", A_PAGE):
        rows = [_row(edition, one) for one in leaf.rows]
        make = partial(_tomorrow_page, edition, leaf, rows, today)
        yield edition.draft(leaf.path, make, rows, today, leaf.more)
    entries = {one.player: entry for one in ordered if (entry := _entry(edition, one)) is not None}
    yield _calendar(edition, CALENDAR, edition.say("tomorrow"), list(entries.values()))
    for one in ordered:
        mine = [entries[one.player]] if one.player in entries else []
        yield _calendar(edition, calendar_path(one.player), _name(edition, one), mine)


def _tomorrow_page(edition: Edition, leaf: Leaf[Standing], rows: Sequence[Row], today: str) -> Page:
    return edition.page(
        leaf.path,
        "tomorrow.html",
        edition.say("tomorrow"),
        rows=[edition.row("next", leaf.path, row) for row in rows if not row.is_home],
        home=[row for row in rows if row.is_home],
        today=today,
        calendar=CALENDAR,
        more=leaf.more,
    )


def _calendar(edition: Edition, path: str, name: str, entries: Sequence[Entry]) -> Draft:
    def make() -> Page:
        return Page(f"{FOLDERS[edition.lang]}{path}", calendar(PRODUCT, f"{name} - {edition.title}", entries))

    return edition.draft(path, make, name, entries)


def _name(edition: Edition, one: Standing) -> str:
    return shown(one.name, NAME) or edition.trip(one.player)


def _next(edition: Edition, one: Standing) -> int | None:
    """The day on which a player may roll next; None where any day will do, and for who is home."""
    return None if one.can_roll_on is None else next_roll(edition.game, one)


def _order(edition: Edition, one: Standing) -> tuple[bool, int, int]:
    """By day, those who may roll on any day first; those home behind all, as they came in."""
    return one.home, _next(edition, one) or 0, one.rank


def _row(edition: Edition, one: Standing) -> Row:
    on = _next(edition, one)
    return Row(
        page=player_path(one.player),
        name=shown(one.name, NAME),
        trip=edition.trip(one.player),
        square=one.square,
        is_home=one.home,
        on="" if on is None else date.fromordinal(on).isoformat(),
        day=edition.say("any_day") if on is None else edition.speaker.day(on),
        turns=tuple(turns(edition, one, edition.game.players[one.player])),
        notes=tuple(_notes(edition, one)),
        calendar=None
        if on is None
        else (calendar_path(one.player), edition.say("calendar_of", player=edition.who(one.player))),
    )


def _notes(edition: Edition, one: Standing) -> Iterator[str]:
    """What holds for the next roll, and what waits for it."""
    if one.home:
        return
    yield from held(edition, one, edition.game.players[one.player])
    if gift := edition.game.gifts.get(one.player, 0):
        yield edition.say("gift_waits", steps=gift)


def _entry(edition: Edition, one: Standing) -> Entry | None:
    """The day in the calendar: told by what is the player's own alone, so that it changes only with what he does, and
    at midnight while he may roll already."""
    on = _next(edition, one)
    if on is None:
        return None
    player, chapter = edition.game.players[one.player], edition.tale.players.get(one.player)
    rest, threads = player.rest, edition.game.threads
    facts = [edition.say("stands_on", square=one.square), *held(edition, one, player)]
    if rest is not None and rest.owed and one.rest_until is not None:
        facts.append(edition.say("shows_sooner", things=edition.speaker.things(rest.owed)))
    facts += [turn.text for turn in turns(edition, one, player) if turn.sign == "extra"]
    game = thread_slug(threads[0].ref) if threads else ""
    return Entry(
        uid=f"{slug(one.player.removeprefix('◆'))}.{game}@referee",
        day=on,
        stamp=Stamp(on, 0, 0) if on != one.can_roll_on else chapter.changed if chapter else None,
        title=edition.say("can_roll", player=_name(edition, one)),
        text="\n".join(facts),
    )
