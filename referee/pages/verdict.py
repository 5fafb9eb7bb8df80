"""A small page for each verdict, made to be quoted: the sum under the letters, rulings and the referee's own beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from markupsafe import Markup
from msgspec import Struct

from referee.model import Ruling, Thrown, Verdict
from referee.model.game import Step
from referee.pages.basis import digest
from referee.pages.edition import TRIP, Edition
from referee.pages.letters import Drawn, drawn, legend, others_told
from referee.pages.paths import has_page, player_path, rules_path, thread_path
from referee.pages.versions import version_lines, versions_of
from referee.pages.view import Draft, Page
from referee.words.rolls import is_lost
from referee.words.tongue import plain, shown


class Part(Struct, frozen=True):
    """One thing that a post did: a roll drawn, or lines."""

    roll: Drawn | None = None
    lines: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class Ruled(Struct, frozen=True):
    """One ruling in words."""

    title: str
    text: str
    reason: str
    posts: tuple[str, ...] = ()


def verdict_pages(edition: Edition) -> Iterator[Draft]:
    """A page for each verdict that is more than chat."""
    rulings = {ruling.id: ruling for ruling in edition.game.rulings}
    known_rulings = {number: digest(ruling) for number, ruling in rulings.items()}
    for verdict in edition.game.verdicts:
        if not has_page(verdict):
            continue
        players = dict.fromkeys(step.player for step in verdict.steps if step.player in edition.tale.players)
        yield edition.draft(
            edition.places.roll_path(verdict),
            partial(_verdict_page, edition, verdict, rulings, tuple(players)),
            edition.bases.of(verdict),
            edition.places.anchor(verdict),
            edition.post_address(verdict),
            [edition.who(trip) for trip in players],
            [known_rulings.get(number) for number in verdict.rulings],
            versions_of(edition, verdict),
        )


def _verdict_page(edition: Edition, verdict: Verdict, rulings: Mapping[int, Ruling], players: tuple[str, ...]) -> Page:
    speaker, say = edition.speaker_of(verdict), edition.say
    place = f"{verdict.thread.board}/{verdict.thread.key}/{verdict.number}"
    book = edition.book(verdict.ruleset)
    head = speaker.head(verdict)
    parts = [_part(edition, verdict, step) for step in verdict.steps]
    used = {mark for part in parts if part.roll for mark in part.roll.marks}
    who = plain(verdict.player, TRIP) if verdict.player else shown(verdict.name, TRIP)
    return edition.page(
        edition.places.roll_path(verdict),
        "verdict.html",
        say("verdict_of", place=plain(f"{place} {who}", 80)),
        lead=head[0],
        declared=head[1:],
        parts=parts,
        tail=speaker.tail(verdict),
        rulings=[ruled(edition, rulings[number]) for number in verdict.rulings if number in rulings],
        versions=version_lines(edition, verdict),
        own=speaker.own(verdict.own) if verdict.own is not None else "",
        address=edition.post_address(verdict),
        thread=f"{thread_path(verdict.thread)}#{edition.places.anchor(verdict)}",
        players=[(player_path(trip), say("page_of", player=edition.who(trip))) for trip in players],
        rules=(rules_path(verdict.ruleset), say("judged_by", name=shown(book.name, 40), digest=verdict.ruleset[:12]))
        if book
        else None,
        legend=legend(edition, used),
    )


def _part(edition: Edition, verdict: Verdict, step: Step) -> Part:
    speaker = edition.speaker_of(verdict)
    if isinstance(step, Thrown):
        others = others_told(edition, speaker, edition.game.otherwise(verdict, step))
        return Part(drawn(edition, speaker, step, lost=is_lost(verdict, step)), others=others)
    return Part(lines=tuple(speaker.step(verdict, step)))


def ruled(edition: Edition, ruling: Ruling, *, names_posts: bool = False) -> Markup:
    """A ruling with its reason, and the posts that it is about."""
    title = edition.say("ruling_no", numbers=ruling.id)
    posts = tuple(f">>{post.number}" for post in ruling.posts) if names_posts else ()
    told = Ruled(title, edition.speaker.ruling(ruling), edition.speaker.ruling_reason(ruling), posts)
    return edition.part("ruling", told)
