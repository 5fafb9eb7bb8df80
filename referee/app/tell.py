"""What the ledger tells without asking anybody: standings, one verdict in full, and the state of the polling."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from referee.app.book import ruled
from referee.app.clock import iso
from referee.app.links import LinkedStatus, waiting_links
from referee.app.open import Folder
from referee.app.places import Place
from referee.app.rows import PostRow, RowMaker, StandingRow, standing_row
from referee.app.tables import GameTable
from referee.errors import RulesetError, UsageError
from referee.fetch import Manners, requests_left
from referee.game import gifts_waiting, standings
from referee.ledger import LastPost, Ledger, Sizes, StoredPost, StoredVerdict, View
from referee.model import Cursor, HostUse, Standing, ThreadRef
from referee.words import Speaker

#: Digits of the number of a post.
_LONGEST = 9


class Cut(Struct, frozen=True):
    """The last post that standings know of."""

    thread: str | None
    no: int | None
    time: str | None


class Table(Struct, frozen=True):
    """The standings of a game, as people and as JSON read them."""

    cut: Cut
    rows: tuple[Standing, ...]
    gifts_waiting: int

    def as_json(self) -> dict[str, object]:
        """`standings --json` (DESIGN)."""
        rows: list[StandingRow] = [standing_row(row) for row in self.rows]
        return {"cut": self.cut, "standings": rows, "gifts_waiting": self.gifts_waiting}


class ThreadStatus(Struct, frozen=True):
    """How the polling of a thread stands: None where it was never polled, or no post is known.

    `quiet_until` (UTC) is how long its whole host is left in peace, None where that is over.
    """

    place: Place
    cursor: Cursor | None
    last_post: LastPost | None
    use: HostUse
    requests_left: int
    used: int
    quiet_until: datetime | None

    def as_json(self) -> dict[str, object]:
        """One of the threads of `status --json`."""
        cursor, last = self.cursor, self.last_post
        return {
            "thread": str(self.place.thread),
            "games": self.place.games,
            "life": cursor.life if cursor else None,
            "posts": cursor.posts if cursor else 0,
            "last_post": {"no": last.number, "time": last.stamp.iso if last.stamp else None} if last else None,
            "polled_at": iso(cursor.polled_at) if cursor else None,
            "next_at": iso(cursor.next_at) if cursor else None,
            "why": cursor.why if cursor else None,
            "failures": cursor.failures if cursor else 0,
            "host": self.use.host,
            "quiet_until": iso(self.quiet_until),
            "requests_used": self.used,
            "requests_left": self.requests_left,
        }


class Status(Struct, frozen=True):
    """How everything stands; `troubles` are games that can't be judged, each with why not; `linked` are threads of
    other boards that extra rolls link to and that are not here yet."""

    threads: tuple[ThreadStatus, ...]
    sizes: Sizes
    troubles: tuple[tuple[str, RulesetError], ...]
    linked: tuple[LinkedStatus, ...] = ()

    def as_json(self) -> dict[str, object]:
        """`status --json`: each thread with its polling, linked threads that wait or did not come, the ledger's size
        (bytes, rows), and what is wrong with rulesets and readings."""
        return {
            "threads": [one.as_json() for one in self.threads],
            "linked": [one.as_json() for one in self.linked],
            "ledger": self.sizes,
            "problems": [{"game": game, "text": str(error)} for game, error in self.troubles],
        }


def table(ledger: Ledger, game: GameTable) -> Table:
    """The standings of a game after the last post known.

    Raises:
        UsageError: the ledger does not know the game yet.
    """
    with ledger.read() as view:
        _must_know(view, game.name)
        game = ruled(view, game)
        state = view.snapshot(game.name, game.digest, game.rulings_digest)
        if state is None:
            raise UsageError(game.name, "was judged by other rules than those in the settings", "run: referee rebuild")
        stamp = state.stamp
        cut = Cut(str(state.thread) if state.thread else None, state.number or None, stamp.iso if stamp else None)
        return Table(cut, standings(state, game.readings(state.ruleset)), gifts_waiting(state))


def verdicts_of(ledger: Ledger, game: GameTable, post: str) -> tuple[StoredVerdict, ...]:
    """All that was declared of a post, oldest first; `post` is `N`, of the newest thread, or `THREAD/N`.

    Raises:
        UsageError: no such thread or post, or nothing was declared of it.
    """
    with ledger.read() as view:
        _must_know(view, game.name)
        thread, number = _find_post(view, game.name, post)
        found = view.verdict(game.name, thread, number)
    if not found:
        raise UsageError(f"{thread} {number}", "no verdict", "the post was not seen; see: referee status")
    return found


def contents_of(ledger: Ledger, game: GameTable, post: str) -> tuple[StoredPost, ...]:
    """All that ever stood at a post, oldest first; `post` as in `verdicts_of`.

    Raises:
        UsageError: no such thread or post.
    """
    with ledger.read() as view:
        _must_know(view, game.name)
        return view.versions(*_find_post(view, game.name, post))


def explain_contents(stored: tuple[StoredPost, ...], speaker: Speaker) -> Iterator[str]:
    """What ever stood at a post and when, in words; nothing of a post that stands there as it always did."""
    if len(stored) == 1 and stored[0].status == "present":
        return
    for one in stored:
        yield speaker.content(one.post.status, one.post.id, one.status, one.first_seen, one.gone_at)


def explain(stored: tuple[StoredVerdict, ...], speaker: Speaker) -> Iterator[str]:
    """A verdict in full, and what was declared before it, in words."""
    newest = stored[-1]
    yield speaker.full(newest.verdict)
    if len(stored) > 1:
        yield speaker.declared_now(newest.declared_at, newest.cause)
    for old in stored[:-1]:
        yield speaker.declared_before(old.declared_at, old.cause, speaker.short(old.verdict))


def as_row(stored: StoredVerdict, speaker: Speaker) -> PostRow:
    """`why --json`: one element of `posts`."""
    return RowMaker(speaker).rows((stored.verdict,))[-1]


def status(ledger: Ledger, folder: Folder, now: datetime) -> Status:
    """Where the polling of each thread stands, how large the ledger is, and which games can't be judged."""
    polling = folder.settings.polling
    manners = Manners(gap=polling.interval, budget=polling.requests_per_day)
    with ledger.read() as view:
        threads = []
        for place in folder.places:
            use = view.host_use(place.host)
            left = requests_left(use, now, manners)
            quiet = use.quiet_until if use.quiet_until is not None and use.quiet_until > now else None
            cursor, last = view.cursor(place.thread), view.last_post(place.thread)
            threads.append(ThreadStatus(place, cursor, last, use, left, manners.budget - left, quiet))
        return Status(tuple(threads), view.sizes(), tuple(_troubles(folder)), waiting_links(view))


def _troubles(folder: Folder) -> Iterator[tuple[str, RulesetError]]:
    """The games whose ruleset or readings can't be used, and why not."""
    for game in folder.settings.game:
        try:
            folder.table(game)
        except RulesetError as error:
            yield game.name, error


def _must_know(view: View, game: str) -> None:
    if not any(known.name == game for known in view.games()):
        hint = "run: referee poll (or, where its threads were read for another game before: referee rebuild)"
        raise UsageError(game, "nothing is known of this game yet", hint)


def _find_post(view: View, game: str, post: str) -> tuple[ThreadRef, int]:
    name, _, number = post.rpartition("/")
    threads = [row.thread for row in view.threads(game)]
    named = [thread for thread in threads if not name or str(thread).endswith(name) or thread.key == name]
    if not number.isascii() or not number.isdecimal() or len(number) > _LONGEST or not named:
        known = ", ".join(str(thread) for thread in threads)
        raise UsageError(post, "names no post of this game", f"write N, or THREAD/N; its threads: {known}")
    read = [thread for thread in named if (cursor := view.cursor(thread)) is not None and cursor.posts]
    return (read or named)[-1], int(number)
