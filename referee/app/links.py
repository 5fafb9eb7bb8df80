"""Threads of other boards that extra rolls link to, as the ledger knows them: what is held, and what is wanted.

Verdicts follow from the posts in the ledger alone, those of linked threads among them: live play, a rebuild and an
audit with the same bytes (`--linked`) say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from referee.app.clock import iso
from referee.app.tables import GameTable
from referee.errors import RefereeError
from referee.fetch import live_address
from referee.game import Table
from referee.ledger import Declared, Tx, View
from referee.model import Cursor, Post, ThreadRef, Thrown, Verdict, Voided, parse_address

Identity = tuple[str, str, str]

#: How it stands with a linked thread (codes of `Cursor.why`): a post links to it; it failed too often, and is asked for
#: again when another post links to it; its host is none we know.
LINKED, GIVEN_UP, UNKNOWN_HOST = "linked", "given_up", "unknown_host"
#: Notes in the journal: why a linked thread did not come; that posts of a game link to a thread for an extra roll.
FAILED, LINKS = "linked/1", "link/1"
#: Reasons of X3 that a later reading of the thread may do away with, where the link names no number: the player may
#: have posted there since it was read.
_NOT_YET = frozenset({"no_trip_there", "too_old"})
#: How long a server may lag behind what people see on it.
_LAG = timedelta(minutes=15)
#: How many linked threads are in memory at a time.
_KEPT = 8


class LinkedStatus(Struct, frozen=True):
    """A linked thread that waits, or that did not come: why not (empty where it was not asked yet)."""

    cursor: Cursor
    reason: str

    @property
    def outcome(self) -> str:
        """As in a poll: `link_waits` or `link_failed`."""
        return "link_failed" if self.reason else "link_waits"

    def as_json(self) -> dict[str, object]:
        """One of the `linked` of `status --json`."""
        cursor = self.cursor
        return {
            "thread": str(cursor.thread),
            "address": cursor.address,
            "posts": cursor.posts,
            "polled_at": iso(cursor.polled_at),
            "next_at": iso(cursor.next_at),
            "why": cursor.why,
            "failures": cursor.failures,
            "reason": self.reason or None,
        }


def waiting_links(view: View) -> tuple[LinkedStatus, ...]:
    """The linked threads that wait, or that did not come."""
    waiting = [one for one in view.linked_cursors() if one.next_at is not None or one.why in (GIVEN_UP, UNKNOWN_HOST)]
    notes = view.notes(FAILED) if any(one.failures for one in waiting) else ()
    reasons = {tuple(note["thread"]): str(note["reason"]) for note in notes}
    return tuple(LinkedStatus(one, _reason(one, reasons)) for one in waiting)


def _reason(cursor: Cursor, reasons: Mapping[Identity, str]) -> str:
    if cursor.why == UNKNOWN_HOST:
        return UNKNOWN_HOST
    return reasons.get(cursor.thread.identity, "") if cursor.failures else ""


class Want(Struct, frozen=True):
    """A thread that a link leads to, which is not held, or not far enough; `url` is the link, `number` the post of it
    that is not there (None where it names none)."""

    thread: ThreadRef
    url: str
    number: int | None = None


def wants_of(verdicts: Iterable[Verdict]) -> dict[Identity, Want]:
    """What would have to be read so that refused links may count.

    Only links by players who have a right, of posts not used, are ever refused for these reasons (RULES X3).
    """
    found: dict[Identity, Want] = {}
    for verdict in verdicts:
        for item in verdict.items:
            if item.kind != "link_refused":
                continue
            address = parse_address(item.facts[0])
            if address is None:
                continue
            if item.why == "unreachable" or (item.why in _NOT_YET and address.number is None):
                known = found.get(address.thread.identity)
                if known is None or known.number is None:
                    found[address.thread.identity] = Want(address.thread, item.facts[0], address.number)
    return found


class LinkedPosts:
    """The posts of linked threads as first seen, for `Table.linked`; none of the game's own threads is one.

    Use it within the transaction, and make another one when posts were put in.
    """

    def __init__(self, view: View, game: str) -> None:
        self._view = view
        self._game = game
        self._latest: dict[Identity, Mapping[int, Post] | None] = {}

    def __call__(self, thread: ThreadRef) -> Mapping[int, Post] | None:
        """The posts of a thread by number; None where none is known."""
        identity = thread.identity
        if identity in self._own:
            return None
        if identity not in self._latest:
            while len(self._latest) >= _KEPT:
                del self._latest[next(iter(self._latest))]
            self._latest[identity] = self._read(thread)
        return self._latest[identity]

    @cached_property
    def _own(self) -> set[Identity]:
        return own_threads(self._view, self._game)

    def _read(self, thread: ThreadRef) -> Mapping[int, Post] | None:
        found: dict[int, Post] = {}
        for stored in self._view.posts(thread=thread) if self._view.knows(thread) else ():
            found.setdefault(stored.post.number, stored.post)
        return found or None


def own_threads(view: View, game: str) -> set[Identity]:
    """The threads of a game; none where the game is not known yet."""
    if view.game_settings(game) is None:
        return set()
    return {row.thread.identity for row in view.threads(game)}


def table_with_links(view: View, game: GameTable) -> Table:
    """The table of a game, with the linked threads that the ledger holds."""
    linked = LinkedPosts(view, game.name)
    others = {digest: replace(table, linked=linked) for digest, table in game.table.others.items()}
    return replace(game.table, linked=linked, others=others)


def games_linking(view: View, thread: ThreadRef) -> set[str]:
    """The games whose verdicts hang on a thread of another board."""
    return {note["game"] for note in view.notes(LINKS) if tuple(note["thread"]) == thread.identity}


def remember_links(tx: Tx, game: str, declared: Declared) -> None:
    """Note which threads of other boards declared verdicts hang on: when these have news, the game is judged anew."""
    verdicts = [verdict for _, verdict in (*declared.new, *declared.superseding)]
    linked = {identity: None for verdict in verdicts for identity in _hangs_on(verdict)}
    if linked:
        known = {tuple(note["thread"]) for note in tx.notes(LINKS) if note["game"] == game}
        for identity in linked:
            if identity not in known:
                tx.note(LINKS, {"game": game, "thread": identity})


def _hangs_on(verdict: Verdict) -> Iterator[Identity]:
    for step in verdict.steps:
        if isinstance(step, Thrown | Voided) and step.linked is not None:
            yield step.linked.thread.identity
    for item in verdict.items:
        if item.kind == "link_refused" and (address := parse_address(item.facts[0])) is not None:
            yield address.thread.identity


def ask_later(tx: Tx, game: str, declared: Declared) -> None:
    """What declared verdicts want is asked for at the next round: a thread never asked for, or one that a new post
    links to and that was read before. What waits already waits on."""
    fresh = wants_of(verdict for _, verdict in declared.new)
    wanted = {**wants_of(verdict for _, verdict in declared.superseding), **fresh}
    if not wanted:
        return
    known = {cursor.thread.identity: cursor for cursor in tx.linked_cursors()}
    own = own_threads(tx, game)
    for identity, want in wanted.items():
        cursor = known.get(identity)
        if cursor is not None:
            is_over = cursor.next_at is None and cursor.polled_at is not None and cursor.why != UNKNOWN_HOST
            if is_over and identity in fresh and (when := _when(cursor, want, tx.at)) is not None:
                tx.put_cursor(replace(cursor, next_at=when, why=LINKED))
        elif identity not in own and not tx.knows(want.thread):
            first = first_cursor(want)
            if first is not None:
                tx.put_thread(want.thread)
                tx.put_cursor(replace(first, next_at=tx.at))


def _when(cursor: Cursor, want: Want, now: datetime) -> datetime | None:
    """When a thread that was read is read again for a new link: at once. Where it was read for this very link, once
    more later if a post is missing that the link names: somebody saw it, so the server lags behind."""
    if cursor.polled_at != now:
        return now
    return now + _LAG if want.number is not None and not cursor.failures else None


def first_cursor(want: Want) -> Cursor | None:
    """How it stands with a thread before it was ever asked for; None where nobody can be asked."""
    try:
        return Cursor(want.thread, live_address(want.thread, want.url), why=LINKED)
    except RefereeError:
        return None
