"""What the ledger tells without asking anybody: standings, and the state of the polling."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from referee.app.book import ruled
from referee.app.clock import iso
from referee.app.links import LinkedStatus, waiting_links
from referee.app.named import judged_state, must_know
from referee.app.open import Folder
from referee.app.orphans import Forsaken, Orphan, forsaken, orphans
from referee.app.places import Place
from referee.app.spans import Spans, spans
from referee.app.tables import GameTable
from referee.errors import RulesetError
from referee.fetch import Manners, end_of_lines, requests_left
from referee.game import gifts_waiting, standings
from referee.ledger import LastPost, Ledger, Sizes, View
from referee.model import Cursor, Cut, HostUse, Problem, Standing, StandingRow, ThreadRef, standing_row

#: Problems that tell of two sources of one thread.
_OF_PAGES = frozenset({"page_differs", "page_renumbered", "page_lacks", "page_adds"})


class Table(Struct, frozen=True):
    """The standings of a game, as people and as JSON read them; `spans` are the ranges of squares by player, where
    what is open matters."""

    cut: Cut
    rows: tuple[Standing, ...]
    gifts_waiting: int
    spans: Spans = {}

    def as_json(self) -> dict[str, object]:
        """`standings --json` (DESIGN)."""
        rows: list[StandingRow] = [standing_row(row, self.spans.get(row.player)) for row in self.rows]
        return {"cut": self.cut, "standings": rows, "gifts_waiting": self.gifts_waiting}


class ThreadStatus(Struct, frozen=True):
    """How the polling of a thread stands: None where it was never polled, or no post is known.

    `quiet_until` (UTC) is how long its whole host is left in peace, None where that is over; `differences` are those
    between the dat and pages of its past log, where both were seen.
    """

    place: Place
    cursor: Cursor | None
    last_post: LastPost | None
    use: HostUse
    requests_left: int
    used: int
    quiet_until: datetime | None
    differences: tuple[Problem, ...] = ()

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
    other boards that extra rolls link to and that are not here yet; `orphans` rulings whose post can't be found;
    `forsaken` games with rulings that the settings know no more."""

    threads: tuple[ThreadStatus, ...]
    sizes: Sizes
    troubles: tuple[tuple[str, RulesetError], ...]
    linked: tuple[LinkedStatus, ...] = ()
    orphans: tuple[Orphan, ...] = ()
    forsaken: tuple[Forsaken, ...] = ()

    def as_json(self) -> dict[str, object]:
        """`status --json` without its threads: linked threads that wait or did not come, the ledger's size (bytes,
        rows), and what is wrong with rulesets and readings."""
        return {
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
        must_know(view, game.name)
        return table_in(view, game)


def table_in(view: View, game: GameTable, may_stand: Spans | None = None) -> Table:
    """The same of a game that the ledger knows, while a view lasts; `may_stand` are its spans where they are known."""
    game = ruled(view, game)
    state = judged_state(view, game)
    stamp = state.stamp
    last = view.last_post(state.thread) if state.thread else None
    number = last.number if last is not None else state.number or None
    cut = Cut(str(state.thread) if state.thread else None, number, stamp.iso if stamp else None)
    rows = standings(state, game.readings(state.ruleset))
    return Table(cut, rows, gifts_waiting(state), spans(view, game, state) if may_stand is None else may_stand)


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
            unlike = _differences(view, place.thread) if cursor is not None else ()
            threads.append(ThreadStatus(place, cursor, last, use, left, manners.budget - left, quiet, unlike))
        lost = tuple(orphan for game in folder.settings.game for orphan in orphans(view, game.name))
        nowhere = tuple(forsaken(view, folder.settings))
        return Status(tuple(threads), view.sizes(), folder.usable_tables()[1], waiting_links(view), lost, nowhere)


def _differences(view: View, thread: ThreadRef) -> tuple[Problem, ...]:
    """What differs between the dat held of a thread and the pages seen of it."""
    pages = view.pages(thread)
    dat = view.held(thread).body if pages else b""
    if not dat:
        return ()
    from referee.parse.past_log import read_with_past_log  # no reader of pages where there is no page

    read = read_with_past_log(thread, dat[: end_of_lines(dat, "", again=False)], pages)
    return tuple(problem for problem in read.problems if problem.kind in _OF_PAGES)
