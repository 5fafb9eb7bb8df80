"""Feeds of a game, for readers that ask now and then: Atom (RFC 4287) and JSON Feed 1.1 of the same newest entries.

An entry is a verdict that has a page of its own, or the ranks of a day. Its identity is a UUID made of what never
changes: the game's name, the language, the thread, and the post's content (or the day).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache, partial
from hashlib import sha1
from heapq import nlargest
from html import escape

import msgspec
from msgspec import Struct

from referee.model import Thrown, Verdict
from referee.pages.basis import digest
from referee.pages.edition import Edition
from referee.pages.paths import FOLDERS, STANDINGS, has_page, thread_slug
from referee.pages.ranks import RankDay, rank_days
from referee.pages.view import Draft, Game, Page

ATOM, JSON = "feed.atom", "feed.json"
#: Entries in a feed; older ones stay on their pages.
NEWEST = 50
#: Players named in a line, and lines about the ranks of a day, before the rest is only counted.
_NAMED, _LINES = 8, 60
#: Names in the identity of entries are taken from here (RFC 9562, a name-based UUID).
_SPACE = bytes.fromhex("b1d3a6f0c8e24f5e9d6a0f7c5e3b2a19")
#: The time of what bears none, and has nothing before it that does.
_NEVER = datetime(1970, 1, 1)
#: What XML 1.0 can't hold, not even as a reference.
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Entry(Struct, frozen=True):
    """One entry, in words: `published` and `updated` are RFC 3339, `path` the page it is about, from the folder of the
    game, `elsewhere` the post on its board."""

    id: str
    kind: str
    title: str
    lines: tuple[str, ...]
    published: str
    updated: str
    path: str
    elsewhere: str | None = None


class _Due(Struct, frozen=True):
    """What may become an entry; times in the boards' clock, without a zone."""

    updated: datetime
    published: datetime
    place: int
    about: Verdict | RankDay


def feed_pages(editions: Sequence[Edition]) -> Iterator[Draft]:
    """Both feeds in each language, of the newest entries, the latest change first."""
    due = sorted(_due(editions[0].game), key=lambda one: (one.updated, one.place), reverse=True)[:NEWEST]
    made_of = [digest(*_made_of(editions[0], one)) for one in due]
    for edition in editions:
        yield from _Feed(edition, due, made_of).drafts()


class _Feed:
    """The feeds of a game in one language; of a feed that grows, only what is new is made."""

    def __init__(self, edition: Edition, due: Sequence[_Due], made_of: Sequence[bytes]) -> None:
        """`made_of` are the digests of what is due, in whatever language."""
        self._edition, self._due, self._made_of = edition, due, made_of
        game = edition.game
        named = [edition.who(trip) for trip in edition.tale.players]
        #: What each entry may tell besides that of which it is made.
        self._around = digest(named, game.threads, game.rulings, game.name, game.title, game.base)
        self._entry = cache(self._told)  # both feeds tell the same

    def drafts(self) -> Iterator[Draft]:
        """Both, still to be made."""
        yield self._edition.draft(ATOM, partial(self._page, ATOM, self._atom), self._made_of, self._around)
        yield self._edition.draft(JSON, partial(self._page, JSON, self._json), self._made_of, self._around)

    def _page(self, path: str, text: Callable[[], str]) -> Page:
        return Page(f"{FOLDERS[self._edition.lang]}{path}", text())

    def _atom(self) -> str:
        updated = max((one.updated for one in self._due), default=_NEVER)
        return atom(self._edition, _rfc3339(updated), self._entries(ATOM, _atom_entry))

    def _json(self) -> str:
        base = self._edition.game.base + FOLDERS[self._edition.lang] if self._edition.game.base else ""
        return json_feed(self._edition, base, self._entries(JSON, partial(_json_item, base)))

    def _entries(self, path: str, shaped: Callable[[Entry], str]) -> list[str]:
        """Every entry as it stands in the feed of a path."""

        def made(place: int) -> str:
            return shaped(self._entry(place))

        return [
            self._edition.kept(path, (made_of, self._around), partial(made, place))
            for place, made_of in enumerate(self._made_of)
        ]

    def _told(self, place: int) -> Entry:
        one = self._due[place]
        return _of_verdict(self._edition, one) if isinstance(one.about, Verdict) else _of_day(self._edition, one)


def _made_of(edition: Edition, due: _Due) -> tuple[object, ...]:
    about = due.about
    if isinstance(about, Verdict):
        return due.published, due.updated, edition.bases.of(about), edition.places.of(about)
    first = thread_slug(about.verdicts[0].thread)
    return due.published, due.updated, about.day, first, about.before, about.after


def _due(game: Game) -> Iterator[_Due]:
    """The newest verdicts, and the ranks of each day: a verdict is as new as its post, or as its last change, the ranks
    of a day as what moved them last."""
    times: dict[int, tuple[datetime, datetime, int]] = {}
    changed = game.changed
    stamp = next((one.stamp for one in game.verdicts if one.stamp is not None), None)
    for place, verdict in enumerate(game.verdicts):
        stamp = verdict.stamp or stamp
        if not has_page(verdict):
            continue
        at = _NEVER if stamp is None else stamp.moment
        again = changed.get((verdict.thread.identity, verdict.fingerprint)) if changed else None
        times[id(verdict)] = max(at, again or at), at, place
    for updated, published, place in nlargest(NEWEST, times.values(), key=lambda one: (one[0], one[2])):
        yield _Due(updated, published, place, game.verdicts[place])
    for day in rank_days(game.verdicts, game.start):
        if day.moved:
            moves = [times[id(verdict)] for verdict in day.verdicts]
            updated, published = max(updated for updated, *_ in moves), max(at for _, at, _ in moves)
            yield _Due(updated, published, len(game.verdicts) + moves[-1][2], day)


def _rfc3339(at: datetime) -> str:
    return f"{at.isoformat(timespec='seconds')}+09:00"


def _of_verdict(edition: Edition, due: _Due) -> Entry:
    verdict = due.about
    assert isinstance(verdict, Verdict)
    speaker = edition.speaker_of(verdict)
    rulings = [one for one in edition.game.rulings if one.id in verdict.rulings]
    told = [
        f"{edition.say('ruling_no', numbers=one.id)} … {speaker.ruling(one)} {speaker.ruling_reason(one)}"
        for one in rulings
    ]
    return Entry(
        id=_urn(edition, thread_slug(verdict.thread), str(verdict.fingerprint)),
        kind=verdict.kind,
        title=_title(edition, verdict),
        lines=(*speaker.full(verdict).splitlines(), *told),
        published=_rfc3339(due.published),
        updated=_rfc3339(due.updated),
        path=edition.places.of(verdict),
        elsewhere=edition.post_address(verdict),
    )


def _title(edition: Edition, verdict: Verdict) -> str:
    """Who went from where to where; else the verdict in a line."""
    throws = [step for step in verdict.steps if isinstance(step, Thrown) and step.player == verdict.player]
    if not throws or verdict.player is None:
        return edition.speaker_of(verdict).short(verdict)
    target = throws[-1].roll.target
    shown = edition.say("undecided") if target is None else target
    return edition.say("feed_moved", player=edition.who(verdict.player), origin=throws[0].roll.origin, target=shown)


def _of_day(edition: Edition, due: _Due) -> Entry:
    day = due.about
    assert isinstance(day, RankDay)
    return Entry(
        id=_urn(edition, "ranks", thread_slug(day.verdicts[0].thread), str(day.day)),
        kind="ranks",
        title=edition.say("feed_ranks", day=edition.speaker.day(day.day)),
        lines=tuple(_ranks(edition, day)),
        published=_rfc3339(due.published),
        updated=_rfc3339(due.updated),
        path=STANDINGS,
    )


def _ranks(edition: Edition, day: RankDay) -> Iterator[str]:
    """Who came home, who passed whom, and who else stands on another rank, in the order of the table."""
    say, lines, passed = edition.say, list[str](), day.passed
    by_passer: dict[str, list[str]] = {}
    for slower, passers in passed.items():
        for passer in passers:
            by_passer.setdefault(passer, []).append(slower)
    for trip, spot in day.after.items():
        if spot.home and not (trip in day.before and day.before[trip].home):
            lines.append(say("feed_home", player=edition.who(trip)))
    for trip in day.moved:
        before, who = day.before.get(trip), edition.who(trip)
        behind = by_passer.get(trip, [])
        others, after = _named(edition, behind), day.after[trip].rank
        if before is None and behind:
            lines.append(say("feed_new_passed", player=who, others=others, after=after))
        elif before is None:
            lines.append(say("feed_new", player=who, after=after))
        elif behind:
            lines.append(say("feed_passed", player=who, others=others, before=before.rank, after=after))
        elif trip not in passed:  # of who was passed the others tell
            lines.append(say("feed_rank", player=who, before=before.rank, after=after))
    yield from lines[:_LINES]
    if len(lines) > _LINES:
        yield edition.speaker.more(len(lines) - _LINES)


def _named(edition: Edition, trips: list[str]) -> str:
    named = edition.speaker.listed([edition.who(trip) for trip in trips[:_NAMED]])
    return f"{named} {edition.speaker.more(len(trips) - _NAMED)}" if len(trips) > _NAMED else named


def _urn(edition: Edition, *parts: str) -> str:
    """A name that stays: `urn:uuid:` with a UUID of version 5."""
    name = "\0".join((edition.game.name or edition.game.title, edition.lang, *parts)).encode("utf-8", "replace")
    raw = bytearray(sha1(_SPACE + name, usedforsecurity=False).digest()[:16])
    raw[6], raw[8] = raw[6] & 0x0F | 0x50, raw[8] & 0x3F | 0x80
    digits = raw.hex()
    return f"urn:uuid:{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def _feed_urn(edition: Edition) -> str:
    """The feed's own name; of two games called the same, the first thread tells which."""
    threads = edition.game.threads
    return _urn(edition, "feed", thread_slug(threads[0].ref) if threads else "")


def _feed_title(edition: Edition) -> str:
    return f"{edition.title} - {edition.say('feed')}"


# Atom


def atom(edition: Edition, updated: str, entries: Sequence[str]) -> str:
    """The feed as Atom, its entries as `_atom_entry` made them; links are relative, to `xml:base` where the settings
    tell where the site stands."""
    folder, base = FOLDERS[edition.lang], edition.game.base
    where = f" xml:base={_quoted(base + folder)}" if base else ""
    head = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{edition.lang}"{where}>',
        "<generator>referee</generator>",
        f"<id>{_feed_urn(edition)}</id>",
        f"<title>{_xml(_feed_title(edition))}</title>",
        f"<updated>{updated}</updated>",
        "<author><name>referee</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{ATOM}"/>',
        f'<link rel="alternate" type="text/html" href="{STANDINGS}"/>',
    ]
    return "\n".join([*head, *entries, "</feed>", ""])


def _atom_entry(entry: Entry) -> str:
    via = f'<link rel="related" type="text/html" href={_quoted(entry.elsewhere)}/>\n' if entry.elsewhere else ""
    lines = "\n".join(f"<p>{_xml(line)}</p>" for line in entry.lines)
    return (
        f"<entry>\n<id>{entry.id}</id>\n<title>{_xml(entry.title)}</title>\n"
        f"<published>{entry.published}</published>\n<updated>{entry.updated}</updated>\n"
        f'<category term="{entry.kind}"/>\n'
        f'<link rel="alternate" type="text/html" href={_quoted(entry.path)}/>\n{via}'
        f'<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\n{lines}\n</div></content>\n</entry>'
    )


def _xml(text: str) -> str:
    return escape(_NO_XML.sub("", text), quote=False)


def _quoted(text: str) -> str:
    return f'"{escape(_NO_XML.sub("", text))}"'


# JSON Feed


def json_feed(edition: Edition, base: str, items: Sequence[str]) -> str:
    """The feed as JSON Feed 1.1, its items as `_json_item` made them; its addresses begin with `base`, and are whole
    where the settings tell where the site stands."""
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "_referee": {"generator": "referee"},
        "title": _feed_title(edition),
        "home_page_url": base + STANDINGS,
        "feed_url": base + JSON,
        "language": edition.lang,
        "authors": [{"name": "referee"}],
        "items": [msgspec.Raw(item.encode()) for item in items],
    }
    return msgspec.json.format(msgspec.json.encode(feed), indent=1).decode() + "\n"


def _json_item(base: str, entry: Entry) -> str:
    elsewhere = {"external_url": entry.elsewhere} if entry.elsewhere else {}
    item = {
        "id": entry.id,
        "url": base + entry.path,
        **elsewhere,
        "title": entry.title,
        "content_text": "\n".join(entry.lines),
        "date_published": entry.published,
        "date_modified": entry.updated,
        "tags": [entry.kind],
    }
    return msgspec.json.encode(item).decode()
