"""A page per thread: every post with its verdict, the rulings on them, and the rules in force; and a page of rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from markupsafe import Markup
from msgspec import Struct

from referee.model import OpenItem, Thrown, Verdict
from referee.pages.basis import digest
from referee.pages.edition import IDENT, NAME, Edition
from referee.pages.paths import has_page, rules_path, thread_path
from referee.pages.verdict import ruled
from referee.pages.versions import version_lines, versions_of
from referee.pages.view import Draft, Page, Thread
from referee.words.tongue import shown

#: So many posts of a page are kept as one piece, and made again when any of them is otherwise, or one more.
GROUP = 16
#: What is told to the host alone (N3): beside a post it would read like an accusation. A trip that may have changed is
#: one ID under two trips, as `referee open` lists it.
HOSTS_ALONE = ("near_miss", "trip_change")


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


class _Told(Struct, frozen=True):
    """A thread with its verdicts by groups, each with all that it tells (a digest); what waits for the host there, and
    how many near misses: so that what is counted on the standings can be added up again."""

    thread: Thread
    groups: Sequence[tuple[bytes, Sequence[Verdict]]]
    waits: Sequence[tuple[Verdict, OpenItem]]
    hidden: int

    @property
    def verdicts(self) -> Iterator[Verdict]:
        """All of them, in order."""
        return chain.from_iterable(verdicts for _, verdicts in self.groups)


def thread_pages(editions: Sequence[Edition]) -> Iterator[Draft]:
    """A page for each thread of the game, in each language."""
    posts: dict[tuple[str, str, str], list[Verdict]] = defaultdict(list)
    for verdict in editions[0].game.verdicts:
        posts[verdict.thread.identity].append(verdict)
    for thread in editions[0].game.threads:
        told = _told(editions[0], thread, posts[thread.ref.identity])
        made_of = (thread, [group for group, _ in told.groups], [item for _, item in told.waits], told.hidden)
        for edition in editions:
            make = partial(_thread_page, edition, told)
            yield edition.draft(thread_path(thread.ref), make, *made_of, edition.game.rulings)


def _told(edition: Edition, thread: Thread, verdicts: Sequence[Verdict]) -> _Told:
    """What the page of a thread tells, in whatever language."""
    found = list(_waiting(edition, thread, verdicts))
    return _Told(
        thread,
        [
            (_made_of(edition, thread, group), group)
            for group in (verdicts[first : first + GROUP] for first in range(0, len(verdicts), GROUP))
        ],
        [(verdict, item) for verdict, item in found if item.kind not in HOSTS_ALONE],
        sum(item.kind in HOSTS_ALONE for _, item in found),
    )


def _made_of(edition: Edition, thread: Thread, verdicts: Sequence[Verdict]) -> bytes:
    posts = [(edition.bases.of(one), edition.places.anchor(one), versions_of(edition, one)) for one in verdicts]
    return digest(thread.address, posts)


def _waiting(edition: Edition, thread: Thread, verdicts: Sequence[Verdict]) -> Iterator[tuple[Verdict, OpenItem]]:
    waits, identity = edition.game.waits, thread.ref.identity
    for verdict in verdicts if waits else ():
        for item in waits.get((identity, verdict.fingerprint), ()):
            yield verdict, item


def _thread_page(edition: Edition, told: _Told) -> Page:
    thread, verdicts = told.thread, list(told.verdicts)
    about = {number for verdict in verdicts for number in verdict.rulings}
    books = [edition.book(ruleset) for ruleset in dict.fromkeys(verdict.ruleset for verdict in verdicts)]
    return edition.page(
        thread_path(thread.ref),
        "thread.html",
        edition.thread_title(thread.ref),
        address=thread.address,
        count=edition.say("count_posts", count=len(verdicts)),
        posts=[_posts(edition, thread, made_of, group) for made_of, group in told.groups],
        waits=[_open(edition, verdict, item) for verdict, item in told.waits],
        hidden=told.hidden,
        rulings=[ruled(edition, ruling, names_posts=True) for ruling in edition.game.rulings if ruling.id in about],
        books=[(rules_path(book.digest), shown(book.name, 40), book.digest[:12]) for book in books if book],
    )


def _open(edition: Edition, verdict: Verdict, item: OpenItem) -> tuple[str, str, str]:
    """What waits for the host: the post, its place on the page, and the fact. Near misses are only counted."""
    return f">>{verdict.number}", edition.places.anchor(verdict), edition.speaker_of(verdict).item(item)


def _posts(edition: Edition, thread: Thread, made_of: bytes, verdicts: Sequence[Verdict]) -> Markup:
    """Some posts with their verdicts as a piece of the page: of a thread that grows, only the last one is made."""
    line = partial(_line, edition, thread)
    return edition.piece("post", thread_path(thread.ref), made_of, lambda: map(line, verdicts))


def _line(edition: Edition, thread: Thread, verdict: Verdict) -> Line:
    speaker = edition.speaker_of(verdict)
    extras = [step for step in verdict.steps if isinstance(step, Thrown) and step.linked is not None]
    texts = [*(speaker.short(verdict, step) for step in extras), speaker.short(verdict)]
    items = [speaker.item(item) for item in verdict.items if item.kind not in HOSTS_ALONE]
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
