"""A page per thread: every post with its verdict, the rulings on them, and the rules in force; and a page of rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from markupsafe import Markup
from msgspec import Struct

from referee.model import OpenItem, Thrown, Verdict
from referee.pages.edition import IDENT, NAME, Edition
from referee.pages.paths import has_page, rules_path, thread_path
from referee.pages.verdict import ruled
from referee.pages.versions import version_lines, versions_of
from referee.pages.view import Draft, Page, Thread
from referee.words.tongue import shown


class Line(Struct, frozen=True):
    """One post with its verdict; `path` is that of its own page, empty where it has none."""

    anchor: str
    number: int
    name: str
    time: str
    ident: str
    texts: tuple[str, ...]
    notes: tuple[str, ...]
    versions: tuple[str, ...]
    path: str
    address: str | None
    kind: str


def thread_pages(edition: Edition) -> Iterator[Draft]:
    """A page for each thread of the game."""
    posts: dict[tuple[str, str, str], list[Verdict]] = defaultdict(list)
    for verdict in edition.game.verdicts:
        posts[verdict.thread.identity].append(verdict)
    for thread in edition.game.threads:
        verdicts = posts[thread.ref.identity]
        bases = [
            (edition.bases.of(verdict), edition.places.anchor(verdict), versions_of(edition, verdict))
            for verdict in verdicts
        ]
        yield edition.draft(
            thread_path(thread.ref),
            partial(_thread_page, edition, thread, verdicts),
            thread,
            bases,
            edition.game.rulings,
            [item for _, item in _waiting(edition, verdicts)],
            _hidden(edition, verdicts),
        )


def _thread_page(edition: Edition, thread: Thread, verdicts: Sequence[Verdict]) -> Page:
    about = {number for verdict in verdicts for number in verdict.rulings}
    books = [edition.book(digest) for digest in dict.fromkeys(verdict.ruleset for verdict in verdicts)]
    return edition.page(
        thread_path(thread.ref),
        "thread.html",
        edition.thread_title(thread.ref),
        address=thread.address,
        count=edition.say("count_posts", count=len(verdicts)),
        lines=[_post(edition, thread, verdict) for verdict in verdicts],
        waits=_open(edition, verdicts),
        hidden=_hidden(edition, verdicts),
        rulings=[ruled(edition, ruling, names_posts=True) for ruling in edition.game.rulings if ruling.id in about],
        books=[(rules_path(book.digest), shown(book.name, 40), book.digest[:12]) for book in books if book],
    )


def _open(edition: Edition, verdicts: Sequence[Verdict]) -> list[tuple[str, str, str]]:
    """What waits for the host: the post, its place on the page, and the fact. Near misses are only counted."""
    return [
        (f">>{verdict.number}", edition.places.anchor(verdict), edition.speaker_of(verdict).item(item))
        for verdict, item in _waiting(edition, verdicts)
    ]


def _waiting(edition: Edition, verdicts: Sequence[Verdict]) -> Iterator[tuple[Verdict, OpenItem]]:
    waits = edition.game.waits
    for verdict in verdicts if waits else ():
        for item in waits.get((verdict.thread.identity, verdict.fingerprint), ()):
            if item.kind != "near_miss":
                yield verdict, item


def _hidden(edition: Edition, verdicts: Sequence[Verdict]) -> int:
    """How many near misses wait: so that what is counted on the standings can be added up again."""
    waits = edition.game.waits
    posts = ((verdict.thread.identity, verdict.fingerprint) for verdict in verdicts)
    return sum(item.kind == "near_miss" for post in posts for item in waits.get(post, ()))


def _post(edition: Edition, thread: Thread, verdict: Verdict) -> Markup:
    """A post with its verdict as a piece of the page: of a thread that grows, only what is new is made."""
    anchor, versions = edition.places.anchor(verdict), versions_of(edition, verdict)
    made_of = (edition.bases.of(verdict), anchor, thread.address, versions)
    return edition.piece("post", thread_path(thread.ref), made_of, lambda: _line(edition, thread, verdict))


def _line(edition: Edition, thread: Thread, verdict: Verdict) -> Line:
    speaker = edition.speaker_of(verdict)
    extras = [step for step in verdict.steps if isinstance(step, Thrown) and step.linked is not None]
    texts = [*(speaker.short(verdict, step) for step in extras), speaker.short(verdict)]
    items = [speaker.item(item) for item in verdict.items if item.kind != "near_miss"]
    return Line(
        anchor=edition.places.anchor(verdict),
        number=verdict.number,
        name=shown(verdict.name, NAME),
        time=edition.time(verdict.stamp) or edition.say("undated"),
        ident=shown(verdict.id or "", IDENT),
        texts=tuple(texts),
        notes=tuple(items),
        versions=version_lines(edition, verdict),
        path=edition.places.of(verdict) if has_page(verdict) else "",
        address=f"{thread.address}{verdict.number}" if thread.address else None,
        kind=verdict.kind,
    )
