"""A small page for each verdict, made to be quoted: the sum under the letters, rulings and the referee's own beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from markupsafe import Markup
from msgspec import Struct

from referee.model import Ruling, Thrown, Verdict
from referee.model.game import Step
from referee.pages.basis import digest
from referee.pages.edition import TRIP, Edition
from referee.pages.paths import ROLLS, has_page, player_path, rules_path, thread_path
from referee.pages.pieces import Remembered
from referee.pages.shapes import as_html
from referee.pages.versions import version_lines, versions_of
from referee.pages.view import Draft, Page
from referee.words.rolls import is_lost
from referee.words.tongue import plain, shown
from referee.words.width import clean, cut


class Part(Struct, frozen=True):
    """One thing that a post did: a roll as HTML (`head` tells where it was made, if not in the post, `address` leads
    there), or lines."""

    head: str = ""
    address: str = ""
    roll: Markup = Markup()
    others: Markup = Markup()
    lines: tuple[str, ...] = ()


class Content(Struct, frozen=True):
    """What the page of a verdict tells."""

    heading: str
    lead: str
    declared: tuple[str, ...]
    parts: tuple[Part, ...]
    tail: tuple[str, ...]
    rulings: tuple[Markup, ...]
    own: str
    versions: tuple[str, ...]
    legend: Markup
    thread: str
    players: Markup
    rules: Markup
    address: str


class Ruled(Struct, frozen=True):
    """One ruling in words."""

    title: str
    text: str
    reason: str
    posts: str = ""


class _Ways(Struct, frozen=True):
    """What many of the pages lead to, made once: players by trip, rules by digest."""

    players: Remembered[str]
    rules: Mapping[str, Markup]


def verdict_pages(editions: Sequence[Edition]) -> Iterator[Draft]:
    """A page for each verdict that is more than chat, in each language."""
    one = editions[0]  # all but words and names is the same in each
    places, bases, people = one.places, one.bases, one.tale.players
    rulings = {ruling.id: ruling for ruling in one.game.rulings}
    known_rulings = {number: digest(ruling) for number, ruling in rulings.items()}
    written = [(edition, _ways(edition)) for edition in editions]
    for verdict in one.game.verdicts:
        if not has_page(verdict):
            continue
        players = tuple(dict.fromkeys([step.player for step in verdict.steps if step.player in people]))
        path = places.roll_path(verdict)
        made_of = (
            bases.of(verdict),
            places.anchor(verdict),
            one.post_address(verdict),
            [known_rulings.get(number) for number in verdict.rulings],
            versions_of(one, verdict),
        )
        for edition, ways in written:
            make = partial(_verdict_page, edition, verdict, rulings, players, ways)
            yield edition.draft(path, make, made_of, list(map(edition.who, players)))


def _ways(edition: Edition) -> _Ways:
    def way(target: str, text: str) -> Markup:
        return edition.pieces.shaped("way", (target, text), ROLLS)

    books = {digest: book for digest in edition.game.books if (book := edition.book(digest))}
    return _Ways(
        Remembered(make=lambda trip: way(player_path(trip), edition.say("page_of", player=edition.who(trip)))),
        {
            digest: way(rules_path(digest), edition.say("judged_by", name=shown(book.name, 40), digest=digest[:12]))
            for digest, book in books.items()
        },
    )


def _verdict_page(
    edition: Edition, verdict: Verdict, rulings: Mapping[int, Ruling], players: tuple[str, ...], ways: _Ways
) -> Page:
    speaker, place = edition.speaker_of(verdict), f"{verdict.thread.board}/{verdict.thread.key}/{verdict.number}"
    who = plain(verdict.player, TRIP) if verdict.player else shown(verdict.name, TRIP)
    lead, *declared = speaker.head(verdict)
    parts = [_part(edition, verdict, number, step) for number, step in enumerate(verdict.steps, 1)]
    content = Content(
        heading=edition.say("verdict_of", place=cut(f"{clean(place)} {who}", 80)),
        lead=lead,
        declared=tuple(declared),
        parts=tuple(part for part, _ in parts),
        tail=tuple(speaker.tail(verdict)),
        rulings=tuple(ruled(edition, rulings[number]) for number in verdict.rulings if number in rulings),
        own=speaker.own(verdict.own) if verdict.own is not None else "",
        versions=version_lines(edition, verdict),
        legend=edition.drawing.legend(frozenset[str]().union(*(marks for _, marks in parts))),
        thread=f"{thread_path(verdict.thread)}#{edition.places.anchor(verdict)}",
        players=as_html("".join(map(ways.players.__getitem__, players))),
        rules=ways.rules.get(verdict.ruleset, Markup()),
        address=edition.post_address(verdict) or "",
    )
    return edition.filled(edition.places.roll_path(verdict), "verdict", content.heading, content)


def _part(edition: Edition, verdict: Verdict, number: int, step: Step) -> tuple[Part, frozenset[str]]:
    """What a step did, and the marks that it shows."""
    speaker = edition.speaker_of(verdict)
    if not isinstance(step, Thrown):
        return Part(lines=tuple(speaker.step(verdict, step))), frozenset()
    drawn = edition.drawing.roll(speaker, step.roll, number, lost=is_lost(verdict, step))
    others = edition.drawing.others(speaker, edition.game.otherwise(verdict, step), 2)
    address = edition.linked_address(step.linked) if step.linked is not None else None
    return Part(speaker.extra_head(step), address or "", drawn.html, others), drawn.marks


def ruled(edition: Edition, ruling: Ruling, *, names_posts: bool = False) -> Markup:
    """A ruling with its reason, and the posts that it is about."""
    title = edition.say("ruling_no", numbers=ruling.id)
    posts = " ".join(f">>{post.number}" for post in ruling.posts) if names_posts else ""
    told = Ruled(title, edition.speaker.ruling(ruling), edition.speaker.ruling_reason(ruling), posts)
    return edition.pieces.shaped("ruling", told)
