"""One polite round over the threads that are due: ask, read, judge, remember; one poll is one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from referee.app import pace
from referee.app.answers import PAGE, brought, end_of_capture, is_gone, is_nowhere, outcome_of, was_touched
from referee.app.filedoor import FileDoor
from referee.app.places import UNJUDGED, Place, enter, joined, settings_of, threads_of
from referee.errors import LedgerConflict, RulesetError
from referee.fetch import (
    Answer,
    Failed,
    Fallen,
    Fetcher,
    Grown,
    Manners,
    Page,
    Refused,
    Unchanged,
    Whole,
    back_off,
    counted,
    host_of,
    may_ask,
    quieted,
    requests_left,
)
from referee.ledger import Declared, Ledger, Tx
from referee.model import Candidate, Capture, Cursor, Held, HostUse, Problem, ThreadRef

if TYPE_CHECKING:  # what judges is imported when there is something to judge
    from referee.app.follow import Follower
    from referee.app.ingest import Ingested
    from referee.app.linked import Linker
    from referee.app.open import Folder
    from referee.app.settings import Game
    from referee.app.tables import GameTable

#: At this poll in a row it is looked for on another server: its board may have moved.
_LOOK_ELSEWHERE = 2


class Polled(Struct, frozen=True):
    """What became of one thread in a round: an outcome (`waits unchanged grown rewritten fallen refused failed`), a
    reason where there is one, and when it is polled next, and why then; `trouble` is an error that stopped it.
    `anew` is what was declared before it, of games that were judged anew; `refusals` tell of games that can't be
    judged by their rules, each once; `problems` are those of a past log that is a page, as an audit tells them.

    A thread that was found (`candidate`) is `proposed` to the host, or `followed`: polled from now on at `address`.
    Threads that new posts link to stand in `linked`, with outcomes of their own: `linked` (read), `link_waits`,
    `link_failed`; `settled` counts verdicts that one of them changed.
    """

    thread: ThreadRef
    outcome: str
    reason: str = ""
    next_at: datetime | None = None
    why: str = ""
    requests: int = 0
    received: int = 0
    news: Ingested | None = None
    trouble: str = ""
    problems: tuple[Problem, ...] = ()
    candidate: Candidate | None = None
    address: str = ""
    anew: tuple[Declared, ...] = ()
    refusals: tuple[RulesetError, ...] = ()
    linked: tuple[Polled, ...] = ()
    settled: int = 0

    @property
    def declared(self) -> tuple[Declared, ...]:
        """All that was declared, of every game."""
        return (*self.anew, *(declared for _, declared in (self.news.declared if self.news else ())))


class Poller:
    """Polls the threads of the settings; what judges them is set up when the first news comes."""

    def __init__(self, folder: Folder, ledger: Ledger, fetcher: Fetcher, jitter: Callable[[], float]) -> None:
        self._folder = folder
        self._settings = folder.settings
        self._ledger = ledger
        self._fetcher = fetcher
        self.places = folder.places
        self._jitter = jitter
        polling = self._settings.polling
        self._manners = Manners(gap=polling.interval, budget=polling.requests_per_day)
        self._turns = {place.host: Lock() for place in self.places}
        self._tried: set[ThreadRef] = set()
        self._settled: set[str] = set()
        self._looking = Lock()
        self._untold: tuple[RulesetError, ...] = ()
        self.rulings = FileDoor(folder, ledger)

    @cached_property
    def _tables(self) -> dict[str, GameTable]:
        """The games that can be judged; a bad ruleset stops its own game alone, unless there is no other."""
        usable, refused = self._folder.usable_tables()
        if not usable:
            raise refused[0][1]
        self._untold = tuple(error for _, error in refused)
        return {table.name: table for table in usable}

    def round(self, clock: Callable[[], datetime], *, hurry: bool = False) -> Iterator[Polled]:
        """Poll every thread that is due (with `hurry` whether due or not), one after the other; then the linked threads
        that wait; then look for threads that games go on in.

        A thread whose news contradict the ledger is told (`trouble`) and does not stop the others.

        Raises:
            LedgerError: the ledger or the disk failed. RulesetError: no game can be judged by its rules.
        """
        self.rulings.take(clock())
        for place in self.places:
            try:
                polled = self.poll(place, clock(), hurry=hurry)
                yield polled
                yield from polled.linked
            except LedgerConflict as error:
                yield Polled(place.thread, "failed", "conflict", trouble=str(error))
        yield from self.links(clock())
        yield from self.look(clock())
        self.rulings.take(clock())  # a row may be about a post that came just now, or the rules had changed

    def links(self, now: datetime) -> Iterator[Polled]:
        """Ask for linked threads that wait for their turn, never in a hurry; nothing is imported where none does.

        Raises:
            LedgerError: the ledger or the disk failed. RulesetError: a game's ruleset is bad.
        """
        with self._ledger.read() as view:
            waiting = any(one.next_at is not None or one.why == "unknown_host" for one in view.linked_cursors())
        if waiting:
            self._judge_anew(now)
            yield from self._linker.later(now)

    @cached_property
    def _linker(self) -> Linker:
        from referee.app.linked import Linker

        return Linker(self._settings, self._ledger, self._fetcher, self._tables, lambda: self.places, self._jitter)

    def look(self, now: datetime) -> Iterator[Polled]:
        """Look for threads that games go on in, where that is due; those that are followed are polled from now on.

        Raises:
            LedgerError: the ledger or the disk failed.
        """
        from referee.app.lookout import due

        if not self._looking.acquire(blocking=False):
            return
        try:
            with self._ledger.read() as view:
                looks = due(view, self._settings, self.places, now)
            for look in looks:
                for found in self._follower.look(look, self.places, now):
                    if found.place is not None:
                        self._adopt(found.place)
                    outcome = "proposed" if found.place is None else "followed"
                    yield Polled(found.candidate.thread, outcome, candidate=found.candidate, address=found.address)
        finally:
            self._looking.release()

    @cached_property
    def _follower(self) -> Follower:
        from referee.app.follow import Follower

        return Follower(self._settings, self._ledger, self._fetcher)

    def _adopt(self, place: Place) -> None:
        """One thread more; it may be in another game already."""
        self._turns.setdefault(place.host, Lock())
        self.places = joined(self.places, place)

    def poll(self, place: Place, now: datetime, *, hurry: bool = False) -> Polled:
        """Poll one thread, if it may be asked now.

        Raises:
            LedgerError: the ledger or the disk failed; nothing is lost, the next poll asks again.
            RulesetError: no game can be judged by its rules. One of several that can't is told (`refusals`): what comes
                for it meanwhile is kept, and judged when its rules are mended.
        """
        anew = self._judge_anew(now)
        place = next((one for one in self.places if one.thread == place.thread), place)  # as it is by now
        turn = self._turns[place.host]
        if not turn.acquire(blocking=False):  # another thread of that host is being asked: its turn first
            return self._with_more(self._not_yet(place, now), anew)
        try:
            return self._with_more(self._poll(place, now, hurry), anew)
        finally:
            self._tried.add(place.thread)
            turn.release()

    def _with_more(self, polled: Polled, anew: list[Declared]) -> Polled:
        untold, self._untold = self._untold, ()
        return replace(polled, anew=tuple(anew), refusals=untold)

    def _poll(self, place: Place, now: datetime, hurry: bool) -> Polled:
        with self._ledger.read() as view:
            before = view.cursor(place.thread)
            if before is None and any(view.cursor(earlier.thread) is None for earlier in self._before(place)):
                return self._not_yet(place, now)
            cursor = before or Cursor(place.thread, place.address)
            # Where it moved to counts while it is found there; after that what the host wrote down.
            address = place.address if cursor.failures else cursor.address
            host = host_of(address)
            use = view.host_use(host)
            may = may_ask(cursor, use, now, self._manners, hurry)
            if not may.allowed:
                return Polled(place.thread, "waits", may.why, may.until, may.why)
            known = cursor.polled_at is not None
            held = view.held(place.thread) if known else Held()
        full = pace.wants_full(cursor, now, self._settings.polling)
        left = requests_left(use, now, self._manners)
        answer = self._fetcher.fetch(address, place.thread, held, full and known, now, left)
        spent = Counter({host: answer.requests})
        if known and is_nowhere(answer) and cursor.failures + 1 == _LOOK_ELSEWHERE:
            answer = self._elsewhere(place.thread, address, held, answer, spent, now)
        linked: tuple[Polled, ...] = ()
        if isinstance(answer, Grown | Whole):
            linked = self._linker.before_judging(place, cursor, answer, held, now, spent[host])
        with self._ledger.write(now) as tx:
            use = counted(tx.host_use(host), spent.pop(host), now)
            for other, requests in spent.items():
                tx.put_host_use(counted(tx.host_use(other), requests, now))
            if tx.cursor(place.thread) != before:  # somebody polled it meanwhile: what we have is of yesterday
                tx.put_host_use(use)
                return self._not_yet(place, now)
            if not known:
                enter(tx, place, self._judged)
            return replace(self._take(tx, place, cursor, held, use, answer, now), linked=linked)

    def _elsewhere(
        self, thread: ThreadRef, address: str, held: Held, answer: Answer, spent: Counter[str], now: datetime
    ) -> Answer:
        """What a thread answers on the new server of its board; the old answer where there is none. `spent` counts the
        requests to each host."""
        from referee.app.moves import new_address

        def ask(page: str) -> Page | Failed | Refused:
            got = self._fetcher.page(page, now)
            spent[host_of(page)] += got.requests
            return got

        moved = new_address(ask, thread, address)
        if not moved:
            return answer
        there = self._fetcher.fetch(moved, thread, held, True, now)
        spent[host_of(moved)] += there.requests
        return replace(there, moved_to=moved) if isinstance(there, Unchanged | Grown | Whole) else answer

    @property
    def _judged(self) -> list[Game]:
        """The games that can be judged."""
        return [game for game in self._settings.game if game.name in self._tables]

    def _judge_anew(self, now: datetime) -> list[Declared]:
        """Games whose settings changed since they were judged are judged anew, and a game that came to the settings by
        the posts known of its threads: news or no news. What was declared."""
        declared = []
        for game in self._settings.game:
            if game.name in self._settled:
                continue
            with self._ledger.read() as view:
                kept = view.game_settings(game.name)
                read = [place for place in self.places if game.name in place.games and view.cursor(place.thread)]
            is_stale = bool(read) if kept is None else kept != settings_of(game)
            if is_stale and (table := self._tables.get(game.name)) is not None:  # a bad ruleset changes nothing
                from referee.app.book import ruled
                from referee.app.ingest import judge_all

                with self._ledger.write(now) as tx:
                    tx.put_game(game.name, settings_of(game))
                    moved = tx.order_threads(game.name, threads_of(game))
                    for place in read:
                        enter(tx, place, (game,))
                    cause = "seen" if kept is None else "order" if moved else "rules"
                    declared.append(judge_all(tx, ruled(tx, table), cause))
            self._settled.add(game.name)
        return declared

    def _before(self, place: Place) -> list[Place]:
        """The threads that come before one in its games and were not tried yet: a game is read in its order."""
        earlier = self.places[: self.places.index(place)]
        return [one for one in earlier if one.thread not in self._tried and not set(one.games).isdisjoint(place.games)]

    def _not_yet(self, place: Place, now: datetime) -> Polled:
        return Polled(place.thread, "waits", "pace", now + timedelta(seconds=self._manners.host_gap), "pace")

    def _take(
        self, tx: Tx, place: Place, cursor: Cursor, held: Held, use: HostUse, answer: Answer, now: datetime
    ) -> Polled:
        """Write what an answer brought, and when to ask again."""
        news = None
        new = brought(answer, held)
        if new is not None:
            goes_on = isinstance(answer, Grown) and cursor.life == "live"  # else known posts may be back
            from_number = cursor.posts + 1 if goes_on else 1
            news = self._ingest(tx, place, *new, from_number)
        elif isinstance(answer, Unchanged) and cursor.life == "ended":
            capture = Capture(place.thread, answer.address, held.body, 0, now, answer.status)
            news = self._ingest(tx, place, capture, held.body[: end_of_capture(capture, held.body, again=True)], 1)
        elif is_gone(answer, cursor) and cursor.posts:
            tx.set_thread_gone(place.thread)
        has_ended = news is not None and self._has_ended(place, cursor, held, news)
        after = self._cursor_after(place, cursor, answer, news, now, has_ended=has_ended)
        if isinstance(answer, Failed) and answer.host_wide and after.next_at is not None:
            use = quieted(use, after.next_at)
        tx.put_cursor(after)
        tx.put_host_use(use)
        outcome, reason = outcome_of(answer)
        if outcome == "rewritten" and news is not None and not news.merged.changes_known:
            outcome, reason = ("grown" if news.merged.new else "unchanged"), ""  # other bytes, the same posts
        problems = news.problems if news is not None and reason == PAGE else ()
        return Polled(
            place.thread, outcome, reason, after.next_at, after.why, answer.requests, answer.received, news,
            problems=problems,
        )  # fmt: skip

    def _ingest(self, tx: Tx, place: Place, capture: Capture, dat: bytes, from_number: int) -> Ingested:
        from referee.app.ingest import ingest

        enter(tx, place, self._judged)  # a game may have come to the settings since, or changed there
        games = [self._tables[name] for name in place.games if name in self._tables]
        for name in place.games:
            if name not in self._tables and tx.game_settings(name) is not None:
                tx.put_game(name, UNJUDGED)  # once its rules are mended it is judged anew, whatever they were before
        news = ingest(tx, place.thread, tx.add_capture(capture), dat, from_number, games, "seen")
        if news.merged.new and len(games) < len(self._tables):  # other games may link to this one's thread
            from referee.app.linked import settle

            settle(tx, place.thread, [table for table in self._tables.values() if table not in games])
        return news

    def _cursor_after(
        self, place: Place, cursor: Cursor, answer: Answer, news: Ingested | None, now: datetime, *, has_ended: bool
    ) -> Cursor:
        """Where the polling of the thread stands after an answer."""
        polling = self._settings.polling
        cursor = replace(cursor, address=answer.moved_to or (place.address if cursor.failures else cursor.address))
        failed = isinstance(answer, Failed | Refused) or (
            isinstance(answer, Fallen) and answer.capture is None and not is_gone(answer, cursor)
        )
        if failed:
            failures = cursor.failures + 1
            retry_at = answer.retry_at if isinstance(answer, Failed | Fallen) else None
            next_at, why = back_off(failures, now, self._jitter, retry_at, self._manners)
            return replace(cursor, polled_at=now, failures=failures, next_at=next_at, why=why)
        before = cursor
        cursor = replace(cursor, polled_at=now, failures=0)
        if isinstance(answer, Unchanged | Grown | Whole):
            cursor = replace(cursor, last_modified=answer.last_modified, etag=answer.etag)
        if getattr(answer, "full", False) or isinstance(answer, Fallen):
            cursor = replace(cursor, full_at=now)
        if news is not None:
            cursor = replace(cursor, posts=news.last_number, changed_at=now)
        elif was_touched(before, answer):
            cursor = replace(cursor, changed_at=now)
        if before.life == "ended":
            if news is None or isinstance(answer, Fallen) or has_ended:
                return self._after_end(cursor, now)
            cursor = replace(cursor, life="live", ended_at=None)  # it is back, and moves
        if isinstance(answer, Fallen) or has_ended:
            return self._end(replace(cursor, life="ended", ended_at=now), now)
        seconds = pace.after_news(news.posts, polling) if news is not None else pace.after_nothing(before, polling)
        due_at, why = pace.due(seconds, cursor, now, polling, self._jitter)
        return replace(cursor, next_at=due_at, why=why)

    def _has_ended(self, place: Place, cursor: Cursor, held: Held, news: Ingested) -> bool:
        from referee.app.ends import Extent, has_ended

        before, after = Extent(cursor.posts, held.body.rfind(b"\n") + 1), Extent(news.last_number, news.size)
        return has_ended(news.posts, place.thread.family, before, after)

    def _after_end(self, cursor: Cursor, now: datetime) -> Cursor:
        """An ended thread that was asked once more: whole at once after its end, then its audit, then never again."""
        if cursor.ended_at is not None and now >= cursor.ended_at + pace.AUDIT_AFTER:
            return replace(cursor, life="audited", next_at=None, why="ended")
        return self._end(cursor, now)

    def _end(self, cursor: Cursor, now: datetime) -> Cursor:
        next_at, why = pace.ended(cursor, now)
        return replace(cursor, next_at=next_at, why=why)
