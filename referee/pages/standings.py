"""The standings: who stands where, and who may roll today."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from referee.model import PlayerState, Standing, Thrown
from referee.pages.cut import cut_told
from referee.pages.edition import NAME, Edition
from referee.pages.leaves import Leaf, leaves
from referee.pages.paths import STANDINGS, player_path, thread_path
from referee.pages.tale import Chapter
from referee.pages.turns import Turn, held, turns
from referee.pages.view import Draft, Game, Life, Page
from referee.words.tongue import shown, signed

#: Who has not posted for longer (days) is grey.
AWAY = 14
#: Players on one page; more of them go on on the next, so that a page stays light (60 KB).
A_PAGE = 60


class Row(Struct, frozen=True):
    """One player, in words; `page` is the path of his page."""

    rank: int
    page: str
    name: str
    trip: str
    square: int
    span: str
    change: str
    turns: tuple[Turn, ...]
    notes: tuple[str, ...]
    last: str
    last_at: str
    last_path: str
    is_away: bool


def standings_pages(edition: Edition) -> Iterator[Draft]:
    """The standings, on as many pages as they need."""
    for leaf in leaves(edition, edition.game.standings, STANDINGS, "standings-{}.html", A_PAGE):
        yield edition.draft(leaf.path, partial(_standings_page, edition, leaf))


def _standings_page(edition: Edition, leaf: Leaf[Standing]) -> Page:
    rows = [
        (row.home, edition.row("standing", leaf.path, _made_of(edition, row), partial(_row, edition, row)))
        for row in leaf.rows
    ]
    return edition.page(
        leaf.path,
        "standings.html",
        edition.say("standings"),
        parts=[
            (edition.say(key), [row for home, row in rows if home is wanted])
            for key, wanted in (("at_home", True), ("on_the_way", False))
        ],
        notes=list(_notes(edition)),
        lives=[(life, edition.say(key)) for life, key in _lives(edition.game)],
        more=leaf.more,
        threads=[(thread_path(thread.ref), edition.thread_title(thread.ref)) for thread in edition.game.threads],
    )


def _lives(game: Game) -> Iterator[tuple[Life, str]]:
    """How far the table is settled, with its label: what comes from saved threads is 速報 too while something waits for
    the host."""
    if game.life == "saved" and game.open_items:
        yield "live", "life_unsettled"
    yield game.life, f"life_{game.life}"


def _notes(edition: Edition) -> Iterator[str]:
    """The cut, the day, the last poll, what is open, and the gifts that wait."""
    game, say = edition.game, edition.say
    if not game.verdicts:
        yield say("no_posts")
    else:
        yield cut_told(edition, game.verdicts)
        if today := edition.day_told():
            yield today
    if game.polled_at is not None:
        yield say("polled", time=say("jst", time=game.polled_at))
    if game.open_items:
        yield say("open_items", count=game.open_items)
    waiting = max(game.gifts.values(), default=0)
    if waiting:
        yield say("gifts_waiting", steps=waiting)


def _made_of(edition: Edition, standing: Standing) -> object:
    """All that a row tells, beside what all pages of a game share; found in less time than the words."""
    game, trip = edition.game, standing.player
    chapter, player = edition.tale.players.get(trip), game.players[trip]
    last, claim = (chapter.last_throw, chapter.claim) if chapter else (None, None)
    return (
        standing,
        (player.rest, player.made, player.pending, player.posted.last, game.day in player.rolled),
        game.day,
        game.gifts.get(trip, 0),
        game.spans.get(trip),
        game.extra_boards,
        chapter.moved_today if chapter else 0,
        (edition.bases.of(last.verdict), edition.places.of(last.verdict), game.verdicts[-1].thread) if last else None,
        edition.bases.of(claim) if claim else None,
    )


def _row(edition: Edition, standing: Standing) -> Row:
    game, say = edition.game, edition.say
    chapter = edition.tale.players.get(standing.player)
    player = game.players[standing.player]
    change = chapter.moved_today if chapter else 0
    span = game.spans.get(standing.player)
    text, place, path = _last_roll(edition, chapter)
    return Row(
        rank=standing.rank,
        page=player_path(standing.player),
        name=shown(standing.name, NAME),
        trip=edition.trip(standing.player),
        square=standing.square,
        span=say("may_stand", low=span[0], high=span[1]) if span else "",
        change=say("since_yesterday", steps=signed(change)) if change else "",
        turns=tuple(turns(edition, standing, player)),
        notes=tuple(_states(edition, standing, player)),
        last=text,
        last_at=place,
        last_path=path,
        is_away=_away_since(edition, standing, player) is not None,
    )


def _last_roll(edition: Edition, chapter: Chapter | None) -> tuple[str, str, str]:
    """The last roll in a line, its post with its thread (where that is not the last one) and the day, and its page;
    nothing where none is known."""
    last = chapter.last_throw if chapter else None
    if last is None or not isinstance(last.step, Thrown):
        return "", "", ""
    verdict, roll = last.verdict, last.step.roll
    day = "" if verdict.stamp is None else f" {edition.speaker.day(verdict.stamp.day)}"
    place = edition.post(verdict, edition.game.verdicts[-1])  # what the cut names needs no thread
    return edition.speaker.short_roll(roll), f"{place}{day}", edition.places.of(verdict)


def _away_since(edition: Edition, standing: Standing, player: PlayerState) -> int | None:
    """The day of the last post of a player who has not posted for a fortnight; None where he has, or is home."""
    seen = player.posted.last
    return seen if not standing.home and seen is not None and edition.game.day - seen > AWAY else None


def _states(edition: Edition, standing: Standing, player: PlayerState) -> Iterator[str]:
    """What holds for a player: held states, what the square will do, gifts, rolls, a claim that differs, absence."""
    say, game = edition.say, edition.game
    if not standing.home:
        yield from held(edition, standing, player)
        if gift := game.gifts.get(standing.player, 0):
            yield say("gift_waits", steps=gift)
        yield say("rolls_made", rolls=standing.rolls)
    chapter = edition.tale.players.get(standing.player)
    claim = chapter.claim if chapter else None
    if claim is not None and "claim_differs" in claim.notices:
        yield edition.speaker.notice("claim_differs", claim)
    away = _away_since(edition, standing, player)
    if away is not None:
        yield say("away", day=edition.speaker.day(away))
