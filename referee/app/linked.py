"""Extra rolls live: linked threads of other boards are read when they may count, politely and each as rarely as can be.

A link is a stranger's wish. Only such by players who have a right lead to a request (`links.wants_of`), only to hosts
that the guard lets through, within the budget of the host and a smaller one of all links together. What comes is kept
like any capture, and verdicts that hang on it are declared anew in the same transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime

from msgspec.structs import replace

from referee.app.answers import brought
from referee.app.book import kept_state, ruled
from referee.app.ingest import ingest, judge_all
from referee.app.links import (
    FAILED,
    GIVEN_UP,
    LINKED,
    UNKNOWN_HOST,
    Identity,
    Want,
    first_cursor,
    games_linking,
    own_threads,
    table_with_links,
    wants_of,
)
from referee.app.places import Place
from referee.app.poll import Polled
from referee.app.settings import Settings
from referee.app.tables import GameTable
from referee.fetch import (
    Answer,
    Failed,
    Fallen,
    Fetcher,
    Grown,
    Manners,
    May,
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
from referee.fetch.guard import Guard
from referee.game import OpenGame, judge_in
from referee.ledger import Ledger, Tx, View
from referee.model import Capture, Cursor, Held, HostUse, Post, ThreadRef, Verdict
from referee.parse.recognise import read_thread

#: Failures in a row after which a linked thread is given up: seven hours, with back-off.
_TRIES = 12
#: Linked threads asked for in one poll; the others wait for the next round.
_MOST = 8
#: An extra roll may bring another one: so many times in a row within one poll.
_CHAIN = 8
#: Requests on one day (UTC) for all linked threads together; they are counted like a host of this name.
PURSE = "linked threads"
_PURSE_MANNERS = Manners(host_gap=0, budget=240)
#: Seconds between two requests to one host.
_GAP = Manners().host_gap


class Linker:
    """Reads linked threads for the games of a folder; `places` gives the threads that are polled anyway."""

    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        fetcher: Fetcher,
        tables: Mapping[str, GameTable],
        places: Callable[[], Sequence[Place]],
        jitter: Callable[[], float],
    ) -> None:
        self._ledger = ledger
        self._fetcher = fetcher
        self._tables = tables
        self._settings = settings
        self._places = places
        self._jitter = jitter
        polling = settings.polling
        # The gap between two polls on one host is not skipped but waited for: it is a second.
        self._manners = Manners(gap=polling.interval, host_gap=0, budget=polling.requests_per_day)

    @property
    def guard(self) -> Guard:
        """Whom links may lead to: known families, and the hosts that the settings name."""
        hosts = {host for place in self._places() for host in (place.host, place.thread.host or "") if host}
        return Guard(frozenset(hosts | {host.lower() for host in self._settings.polling.linked_hosts}))

    def before_judging(
        self, place: Place, cursor: Cursor, answer: Answer, held: Held, now: datetime, spent: int
    ) -> tuple[Polled, ...]:
        """Read what the new posts of a thread link to, before they are judged: they are judged on trial first. What is
        missed here (edits, a game that must be judged anew) is asked for at the next round.

        `spent` requests to the thread's host are not written down yet.

        Raises:
            LedgerError: the ledger or the disk failed.
        """
        posts = _new_posts(place, cursor, answer, held)
        known = {one.thread.identity for one in self._places()}
        if not any(link.thread and link.thread.identity not in known for post in posts for link in post.links):
            return ()
        told: dict[Identity, Polled] = {}
        pending = Counter({place.host: spent})
        with ExitStack() as stack:
            careful: Fetcher | None = None
            for _ in range(_CHAIN):
                wants = [want for want in self._trial(place, posts) if want.thread.identity not in told]
                if not wants or len(told) >= _MOST:
                    break
                careful = careful or stack.enter_context(self._fetcher.guarded(self.guard))
                for want in wants[: _MOST - len(told)]:
                    one = told[want.thread.identity] = self._ask(careful, want, now, pending)
                    if one.requests and one.reason:  # the game does not wait for servers that are in trouble
                        return tuple(told.values())
        return tuple(told.values())

    def later(self, now: datetime) -> Iterator[Polled]:
        """Ask for the linked threads that wait and are due.

        Raises:
            LedgerError: the ledger or the disk failed.
        """
        tried: set[Identity] = set()
        with ExitStack() as stack:
            careful: Fetcher | None = None
            while len(tried) < _MOST:
                due = [one for one in self._due(now) if one.thread.identity not in tried]
                if not due:
                    return
                careful = careful or stack.enter_context(self._fetcher.guarded(self.guard))
                tried.add(due[0].thread.identity)
                yield self._ask(careful, Want(due[0].thread, due[0].address), now, Counter())

    def _due(self, now: datetime) -> list[Cursor]:
        with self._ledger.read() as view:
            waiting = view.linked_cursors()
            return [one for one in waiting if self._is_due(view, one, now)]

    def _is_due(self, view: View, cursor: Cursor, now: datetime) -> bool:
        host = host_of(cursor.address)
        if cursor.why == UNKNOWN_HOST:
            return self.guard.knows(host)  # the settings have come to name it
        if cursor.next_at is None:
            return False
        return self._may(view, cursor, view.host_use(host), now).allowed

    def _may(self, view: View, cursor: Cursor, use: HostUse, now: datetime) -> May:
        """Whether a linked thread may be asked for: by the host's manners, and by the purse of all links."""
        may = may_ask(cursor, use, now, self._manners)
        purse = may_ask(Cursor(cursor.thread, ""), view.host_use(PURSE), now, _PURSE_MANNERS)
        return purse if may.allowed else may

    def _trial(self, place: Place, posts: Sequence[Post]) -> list[Want]:
        """What the new posts of a thread want of others, judged as they would be now; nothing is written."""
        found: dict[Identity, Want] = {}
        with self._ledger.read() as view:
            for name in place.games:
                game = ruled(view, self._tables[name])
                found.update(wants_of(judge_on_trial(view, game, place.thread, posts)))
            own = {one for name in place.games for one in own_threads(view, name)}
            own.update(one.thread.identity for one in self._places())
            return [want for identity, want in found.items() if identity not in own and _may_want(view, want)]

    def _ask(self, careful: Fetcher, want: Want, now: datetime, pending: Counter[str]) -> Polled:
        """Ask for a linked thread, if it may be asked now, and keep what came of it."""
        with self._ledger.read() as view:
            before = view.cursor(want.thread) if view.knows(want.thread) else None
            cursor = before or first_cursor(want) or Cursor(want.thread, "", why=UNKNOWN_HOST)
            host = host_of(cursor.address)
            use = view.host_use(host)
            use = counted(use, pending[host], now) if pending[host] else use
            left = requests_left(use, now, self._manners)
            left = min(left, requests_left(view.host_use(PURSE), now, _PURSE_MANNERS))
            may = self._may(view, cursor, use, now)
            held = view.held(want.thread) if before is not None and before.polled_at else Held()
        if not self.guard.knows(host):
            return self._wait(before, replace(cursor, next_at=None, why=UNKNOWN_HOST), now, "link_failed")
        if not may.allowed:
            return self._wait(before, replace(cursor, next_at=may.until, why=may.why), now, "link_waits")
        if use.asked_at is not None and (now - use.asked_at).total_seconds() < _GAP:
            careful.rest()
        answer = careful.fetch(cursor.address, want.thread, held, False, now, left)
        return self._keep(before, cursor, held, answer, now)

    def _wait(self, before: Cursor | None, cursor: Cursor, now: datetime, outcome: str) -> Polled:
        """Write down that a thread waits, or that its host is not asked."""
        with self._ledger.write(now) as tx:
            tx.put_thread(cursor.thread)
            if tx.cursor(cursor.thread) == before:
                tx.put_cursor(cursor)
        reason = cursor.why if outcome == "link_failed" else ""
        return Polled(cursor.thread, outcome, reason, cursor.next_at, cursor.why)

    def _keep(self, before: Cursor | None, cursor: Cursor, held: Held, answer: Answer, now: datetime) -> Polled:
        """Write what an answer brought; verdicts that were declared without it are declared anew."""
        host, settled = host_of(cursor.address), 0
        reason = _reason(answer)
        after = self._after(cursor, answer, reason, now)
        new = brought(answer, held)
        with self._ledger.write(now) as tx:
            tx.put_thread(cursor.thread)
            use = counted(tx.host_use(host), answer.requests, now)
            if isinstance(answer, Failed) and answer.host_wide and after.next_at is not None:
                use = quieted(use, after.next_at)
            tx.put_host_use(use)
            tx.put_host_use(counted(tx.host_use(PURSE), answer.requests, now))
            if tx.cursor(cursor.thread) == before:  # else somebody read it meanwhile
                if new is not None:
                    from_number = cursor.posts + 1 if isinstance(answer, Grown) else 1
                    news = ingest(tx, cursor.thread, tx.add_capture(new[0]), new[1], from_number, (), "seen")
                    after = replace(after, posts=news.last_number, changed_at=now)
                    if news.merged.new:
                        settled = settle(tx, cursor.thread, self._tables.values())
                tx.put_cursor(after)
            if reason:
                tx.note(FAILED, {"thread": cursor.thread.identity, "reason": reason})
        outcome = "link_failed" if reason else "linked"
        return Polled(
            cursor.thread, outcome, reason, after.next_at, after.why, answer.requests, answer.received, settled=settled
        )  # fmt: skip

    def _after(self, cursor: Cursor, answer: Answer, reason: str, now: datetime) -> Cursor:
        """Where it stands with a linked thread after an answer: read, waiting for another try, or given up."""
        if not reason:
            after = replace(cursor, polled_at=now, failures=0, next_at=None, why=LINKED)
            if isinstance(answer, Unchanged | Grown | Whole):
                address = answer.moved_to or cursor.address
                after = replace(after, address=address, last_modified=answer.last_modified, etag=answer.etag)
            return after
        failures = cursor.failures + 1
        if failures >= _TRIES:
            return replace(cursor, polled_at=now, failures=failures, next_at=None, why=GIVEN_UP)
        retry_at = answer.retry_at if isinstance(answer, Failed | Fallen) else None
        next_at, why = back_off(failures, now, self._jitter, retry_at, self._manners)
        return replace(cursor, polled_at=now, failures=failures, next_at=next_at, why=why)


def settle(tx: Tx, thread: ThreadRef, games: Iterable[GameTable]) -> int:
    """Judge those of some games anew whose posts link to a thread that has news; how many verdicts changed."""
    linking = games_linking(tx, thread)
    changed = 0
    for game in games:
        if game.name in linking and tx.game_settings(game.name) is not None:
            declared = judge_all(tx, ruled(tx, game), LINKED)
            changed += len(declared.new) + len(declared.superseding)
    return changed


def judge_on_trial(view: View, game: GameTable, thread: ThreadRef, posts: Sequence[Post]) -> Iterator[Verdict]:
    """The verdicts on new posts at the end of a game, as the ledger stands; none where the game can't go on so: it is
    of other rules, or posts of later threads are judged."""
    if view.game_settings(game.name) is None:
        state = game.start
    else:
        kept = kept_state(view, game)
        if kept is None or (thread.identity in own_threads(view, game.name) and not view.comes_last(game.name, thread)):
            return
        state = kept
    yield from judge_in(OpenGame(state), posts, table_with_links(view, game))


def _new_posts(place: Place, cursor: Cursor, answer: Answer, held: Held) -> list[Post]:
    """The posts that an answer adds at the end of a thread; none where no link can stand in them."""
    if not isinstance(answer, Grown | Whole):
        return []
    if b"tp" not in answer.capture.body and b"read.cgi" not in answer.capture.body:
        return []
    new = brought(answer, held)
    read = read_thread(Capture(place.thread, "", new[1] if new else b""))
    return [post for post in read.posts if post.number > cursor.posts]


def _may_want(view: View, want: Want) -> bool:
    """Whether a thread that a new post links to is to be asked for: it is in no game, and does not wait already."""
    if not view.knows(want.thread):
        return True
    known = next((one for one in view.linked_cursors() if one.thread.identity == want.thread.identity), None)
    return known is not None and known.next_at is None


def _reason(answer: Answer) -> str:
    """Why nothing usable came; empty where something did."""
    if isinstance(answer, Failed | Refused):
        return answer.reason
    return "not_found" if isinstance(answer, Fallen) and answer.capture is None else ""
