"""What the ledger tells without asking anybody: standings, one verdict in full, and the state of the polling."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from referee.app.places import Place
from referee.app.rows import PostRow, RowMaker, StandingRow, standing_row
from referee.app.settings import Settings
from referee.app.tables import NO_RULINGS, GameTable
from referee.errors import UsageError
from referee.fetch import Manners, requests_left
from referee.game import gifts_waiting, standings
from referee.ledger import Ledger, Sizes, StoredVerdict, View
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
    """How the polling of a thread stands: None where it was never polled."""

    place: Place
    cursor: Cursor | None
    use: HostUse
    requests_left: int
    used: int


class Status(Struct, frozen=True):
    """How everything stands."""

    threads: tuple[ThreadStatus, ...]
    sizes: Sizes

    def as_json(self) -> dict[str, object]:
        """`status --json`: each thread with its polling, and the ledger's size (bytes, rows)."""
        threads = []
        for one in self.threads:
            cursor = one.cursor
            threads.append(
                {
                    "thread": str(one.place.thread),
                    "games": one.place.games,
                    "life": cursor.life if cursor else None,
                    "posts": cursor.posts if cursor else 0,
                    "polled_at": cursor.polled_at if cursor else None,
                    "next_at": cursor.next_at if cursor else None,
                    "why": cursor.why if cursor else None,
                    "failures": cursor.failures if cursor else 0,
                    "host": one.use.host,
                    "requests_used": one.used,
                    "requests_left": one.requests_left,
                }
            )
        return {"threads": threads, "ledger": self.sizes}


def table(ledger: Ledger, game: GameTable) -> Table:
    """The standings of a game after the last post known.

    Raises:
        UsageError: the ledger does not know the game yet.
    """
    with ledger.read() as view:
        _must_know(view, game.name)
        state = view.snapshot(game.name, game.digest, NO_RULINGS)
        if state is None:
            raise UsageError(game.name, "was judged by other rules than those in the settings", "run: referee rebuild")
        stamp = state.stamp
        cut = Cut(str(state.thread) if state.thread else None, state.number or None, stamp.iso if stamp else None)
        return Table(cut, standings(state, game.table.judge.readings), gifts_waiting(state))


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


def explain(stored: tuple[StoredVerdict, ...], speaker: Speaker) -> Iterator[str]:
    """A verdict in full, and what was declared before it, in words."""
    yield speaker.full(stored[-1].verdict)
    for old in stored[:-1]:
        yield speaker.declared_before(old.declared_at, old.cause, speaker.short(old.verdict))


def as_row(stored: StoredVerdict, speaker: Speaker) -> PostRow:
    """`why --json`: one element of `posts`."""
    return RowMaker(speaker).rows((stored.verdict,))[-1]


def status(ledger: Ledger, settings: Settings, places: tuple[Place, ...], now: datetime) -> Status:
    """Where the polling of each thread stands, and how large the ledger is."""
    manners = Manners(gap=settings.polling.interval, budget=settings.polling.requests_per_day)
    with ledger.read() as view:
        threads = []
        for place in places:
            use = view.host_use(place.host)
            left = requests_left(use, now, manners)
            threads.append(ThreadStatus(place, view.cursor(place.thread), use, left, manners.budget - left))
        return Status(tuple(threads), view.sizes())


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
