"""Looks for the next thread of a game: proposes it to the host, or goes on in it by a sign that the settings name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from referee.app.lookout import REQUESTS, Look
from referee.app.places import FOLLOWED, PROPOSED, Place, enter
from referee.app.settings import Settings
from referee.errors import RefereeError
from referee.fetch import Fetcher, Page, Whole, counted, host_of, live_address
from referee.game.successor import (
    MOST,
    NO_TIMES,
    OPENING_SIGNS,
    Ending,
    candidates,
    ranked,
    to_follow,
    with_reasons,
)
from referee.game.titles import matches
from referee.ledger import Ledger, View
from referee.model import Candidate, Capture, Held, HostUse, ListedThread, Post, Reason, ThreadList, ThreadRef
from referee.parse.listing import read_threads
from referee.parse.recognise import read_thread

#: So many candidates are asked for their first post.
_OPENED = REQUESTS - 1
#: The most threads that one search brings into a game at once.
_MOST_FOUND = 50


class Found(Struct, frozen=True):
    """A thread that was found: `place` where a game goes on in it, None where the host is asked.

    `is_opened`: its first post was looked at.
    """

    game: str
    candidate: Candidate
    address: str
    place: Place | None = None
    is_opened: bool = False


class Follower:
    """Makes looks; the first post of a thread is read once, and remembered in the journal by what it told."""

    def __init__(self, settings: Settings, ledger: Ledger, fetcher: Fetcher) -> None:
        self._settings = settings
        self._ledger = ledger
        self._fetcher = fetcher
        self._openings: dict[tuple[str, str, str], Post | None] = {}

    def look(self, look: Look, places: Sequence[Place], now: datetime) -> list[Found]:
        """Ask for a list and for what it leads to; what is new is written down and told. A list that does not come is
        asked for again at its time.

        Raises:
            LedgerError: it can't be written down.
        """
        page = self._fetcher.page(look.subject, now)
        requests = page.requests
        found: list[Found] = []
        if isinstance(page, Page):
            listed = read_threads(page.body)
            if look.search is not None:
                found = self._by_search(look, listed, places)
            else:
                found, more = self._successors(look, listed.threads, places, now)
                requests += more
        return self._write_down(look, found, requests, now)

    def _by_search(self, look: Look, listed: ThreadList, places: Sequence[Place]) -> list[Found]:
        """Threads of a title that was asked for, oldest first: the host has named them by it."""
        search = look.search
        assert search is not None
        if listed.is_numbered and search.board.family == "0ch":
            search = search.as_numbered()
        found = []
        wanted = [
            one for one in listed.threads if matches(search.title, one.title) and not one.key.startswith(NO_TIMES)
        ]
        for one in sorted(wanted, key=lambda one: int(one.key))[:_MOST_FOUND]:
            thread = ThreadRef(search.board.board, one.key, search.board.host, search.board.family)
            if any(place.thread.is_same(thread) and look.game.name in place.games for place in places):
                continue
            candidate = Candidate(thread, one.title, one.posts, MOST, (Reason("search"),))
            address = search.address_of(thread)
            found.append(Found(look.game.name, candidate, address, Place(thread, address, (look.game.name,))))
        return found

    def _successors(
        self, look: Look, listed: Sequence[ListedThread], places: Sequence[Place], now: datetime
    ) -> tuple[list[Found], int]:
        """Candidates for the thread after that of the look, and the requests that it took to read their beginnings."""
        assert look.place is not None
        with self._ledger.read() as view:
            ending = self._ending(view, look, places)
            opened = _opened(view, look.game.name)
        first = candidates(ending, listed)
        requests = 0
        for candidate in first[:_OPENED]:
            identity = candidate.thread.identity
            if identity not in self._openings and identity not in opened:
                self._openings[identity], more = self._opening(candidate.thread, look.address, now)
                requests += more
        openings = {
            one.thread.key: post for one in first if (post := self._openings.get(one.thread.identity)) is not None
        }
        everything = candidates(ending, listed, openings)
        all_of = ranked([with_reasons(one, opened.get(one.thread.identity, ())) for one in everything])
        follows = to_follow(all_of, look.game.next_signs) if look.game.next_thread == "follow" else None
        found = []
        for candidate in all_of:
            address = live_address(candidate.thread, look.address)
            place = Place(candidate.thread, address, (look.game.name,)) if candidate is follows else None
            identity = candidate.thread.identity
            found.append(
                Found(look.game.name, candidate, address, place, identity in self._openings or identity in opened)
            )
        return found, requests

    def _ending(self, view: View, look: Look, places: Sequence[Place]) -> Ending:
        assert look.place is not None
        thread = look.place.thread
        posts = [stored.post for stored in view.posts(thread=thread)]
        title = view.title(thread) or look.game.title
        known = [place.thread for place in places if look.game.name in place.games]
        return Ending(thread, title, posts, look.game.host, known)

    def _opening(self, thread: ThreadRef, near: str, now: datetime) -> tuple[Post | None, int]:
        """The first post of a thread that stands beside the address `near`."""
        try:
            address = live_address(thread, near)
        except RefereeError:
            return None, 0
        answer = self._fetcher.fetch(address, thread, Held(), True, now, 1)
        if not isinstance(answer, Whole):
            return None, answer.requests
        posts = read_thread(Capture(thread, address, answer.whole[: answer.complete])).posts
        return (posts[0] if posts and posts[0].number == 1 else None), answer.requests

    def _write_down(self, look: Look, found: list[Found], requests: int, now: datetime) -> list[Found]:
        """Count the requests, and keep what was not known yet; that is told."""
        host = host_of(look.address)
        with self._ledger.write(now) as tx:
            tx.put_host_use(counted(tx.host_use(host), requests, now))
            tx.put_host_use(HostUse(look.subject, asked_at=now))
            told = {
                (kind, note["game"], *note["thread"]): note["score"]
                for kind in (FOLLOWED, PROPOSED)
                for note in tx.notes(kind)
            }
            fresh = []
            for one in found:
                kind = FOLLOWED if one.place is not None else PROPOSED
                thread = one.candidate.thread
                name = (kind, one.game, thread.board, thread.key, thread.host, thread.family)
                if told.get(name, -1) >= one.candidate.score:
                    continue
                tx.note(kind, note_of(one))
                if one.place is not None:
                    enter(tx, one.place, self._settings.game)
                fresh.append(one)
        return fresh


def note_of(found: Found) -> dict[str, object]:
    """What the journal keeps of a thread that was found."""
    thread = found.candidate.thread
    return {
        "game": found.game,
        "thread": [thread.board, thread.key, thread.host, thread.family],
        "address": found.address,
        "title": found.candidate.title,
        "score": found.candidate.score,
        "opened": found.is_opened,
        "reasons": [[reason.sign, reason.number] for reason in found.candidate.reasons],
    }


def _opened(view: View, game: str) -> dict[tuple[str, str, str], list[Reason]]:
    """What the first posts told of threads that were looked at by an earlier run: each is read once."""
    return {
        ThreadRef(*note["thread"]).identity: [
            Reason(sign, number) for sign, number in note["reasons"] if sign in OPENING_SIGNS
        ]
        for note in view.notes(PROPOSED)
        if note["game"] == game and note["opened"]
    }


def proposals(ledger: Ledger, places: Sequence[Place]) -> list[Found]:
    """What the host was asked about and has not settled: the latest word on each thread that is none of the game's."""
    found: dict[tuple[str, tuple[str, str, str]], Found] = {}
    with ledger.read() as view:
        notes = view.notes(PROPOSED)
    for note in notes:
        thread = ThreadRef(*note["thread"])
        reasons = tuple(Reason(sign, number) for sign, number in note["reasons"])
        candidate = Candidate(thread, note["title"], None, note["score"], reasons)
        found[note["game"], thread.identity] = Found(note["game"], candidate, note["address"])
    newest = {
        game: max((place.thread.key for place in places if game in place.games), key=_as_number, default="0")
        for game, _ in found
    }
    return [
        one
        for (game, _), one in found.items()
        if _as_number(one.candidate.thread.key) > _as_number(newest[game])
        and not any(place.thread.is_same(one.candidate.thread) for place in places if game in place.games)
    ]


def _as_number(key: str) -> int:
    return int(key) if key.isascii() and key.isdecimal() else 0
