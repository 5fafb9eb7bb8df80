"""The archive of rounds: how each one ended, which threads it was played in, and after which post it was cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from referee.model import Standing, Verdict
from referee.pages.cut import cut_told
from referee.pages.edition import Edition
from referee.pages.hall import post_link
from referee.pages.paths import HALL, ROUNDS, STANDINGS, STORY, player_path, round_path, thread_path
from referee.pages.view import Draft, Page, Round


class Row(Struct, frozen=True):
    """One player at the end of a round, in words."""

    rank: int
    player: str
    path: str
    square: int
    home: str
    rolls: int


def archive_pages(edition: Edition, story: Mapping[int, str]) -> Iterator[Draft]:
    """The list of rounds, and a page for each one that is over; `story` tells where each begins in the story."""
    rounds = edition.game.rounds
    leads = [_lead(edition, one) for one in rounds]
    yield edition.draft(ROUNDS, partial(_list_page, edition, leads), leads)
    for one, lead in zip(rounds, leads, strict=True):
        told = story.get(one.number, STORY)
        verdicts = edition.game.verdicts[one.first : one.end]
        threads = {verdict.thread.identity: verdict.thread for verdict in verdicts}
        titles = [(thread_path(thread), edition.thread_title(thread)) for thread in threads.values()]
        ends = [_post(edition, verdict) for verdict in (*verdicts[-1:], edition.game.verdicts[one.end])]
        names = [edition.who(row.player) for row in one.standings]
        cut = cut_told(edition, verdicts) if verdicts else ""
        make = partial(_round_page, edition, one, lead, titles, told, cut)
        yield edition.draft(round_path(one.number), make, one.standings, names, lead, titles, ends, told, cut)


def _post(edition: Edition, verdict: Verdict) -> tuple[bytes, str]:
    return edition.bases.of(verdict), edition.places.of(verdict)


def _list_page(edition: Edition, leads: Sequence[str]) -> Page:
    rounds = edition.game.rounds
    return edition.page(
        ROUNDS,
        "rounds.html",
        edition.say("rounds"),
        rounds=[
            (round_path(one.number), edition.say("round_no", number=one.number), lead)
            for one, lead in zip(rounds, leads, strict=True)
        ],
        now=(STANDINGS, edition.say("round_no", number=edition.game.first_round + len(rounds))),
    )


def _lead(edition: Edition, one: Round) -> str:
    """Who stood first, and since when to when it lasted."""
    verdicts = edition.game.verdicts[one.first : one.end]
    days = [day for verdict in verdicts if (day := verdict.counts_on) is not None]
    span = (
        edition.say("from_to", first=edition.speaker.full_day(min(days)), last=edition.speaker.full_day(max(days)))
        if days
        else ""
    )
    if not one.standings:
        return span or edition.say("nobody")
    first = one.standings[0]
    key = "was_home_first" if first.home else "was_first"
    told = edition.say(key, player=edition.who(first.player), square=first.square)
    return edition.speaker.listed([part for part in (span, told) if part])


def _round_page(
    edition: Edition, one: Round, lead: str, threads: Sequence[tuple[str, str]], told: str, cut: str
) -> Page:
    game, say = edition.game, edition.say
    return edition.page(
        round_path(one.number),
        "round.html",
        say("round_no", number=one.number),
        lead=lead,
        cut=(cut, post_link(edition, game.verdicts[one.end - 1])) if cut else None,
        opened=post_link(edition, game.verdicts[one.end]),
        rows=[_row(edition, row) for row in one.standings],
        threads=threads,
        more=[
            (f"{HALL}#round-{one.number}", say("hall")),
            (told, say("story")),
            (ROUNDS, say("rounds")),
        ],
    )


def _row(edition: Edition, row: Standing) -> Row:
    home = "" if row.home_on is None else edition.speaker.full_day(row.home_on)
    if row.home and not home:
        home = edition.say("home")
    return Row(row.rank, edition.who(row.player), player_path(row.player), row.square, home, row.rolls)
