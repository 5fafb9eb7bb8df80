"""What tests of the app share: a folder set up for a fake board, polled by a clock that is handed in."""

from __future__ import annotations

import random
import sqlite3
import string
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
from fakeboard import FakeBoard, FakeThread

from referee.app.audit import open_audit
from referee.app.open import Folder, open_folder, with_adopted
from referee.app.places import Place
from referee.app.poll import Polled, Poller
from referee.app.tables import GameTable
from referee.app.upkeep import Difference, Rebuilt, rebuild, verify
from referee.fetch import Fetcher
from referee.ledger import Ledger
from referee.model import Cursor, HostUse, Verdict
from referee.parse.past_log import refusal_of_page
from referee.parse.recognise import refusal_of_growing

ID_CHARACTERS = string.ascii_letters + string.digits + "+/"
TRIPS = ["AbCdEfGhIj", "KlMnOpQrSt", "UvWxYz0123", "Foo4Bar5.6"]
#: What of a ledger follows from its captures: the tables, and the columns that tell when, not what.
DERIVED = {
    "games": set(),
    "threads": set(),
    "game_threads": set(),
    "posts": set(),
    "verdicts": {"declared_at", "sha256"},  # the digest is over declared_at too
    "withdrawals": {"at"},
    "moves": set(),
    "snapshots": {"mark"},  # counts how often it was written
    "players": set(),
    "pieces": set(),
}


def settings_text(*threads: str, name: str = "sugoroku", more: str = "", polling: str = "") -> str:
    """A settings file with one game; `more` are lines of that game."""
    listed = ", ".join(f'"{thread}"' for thread in threads)
    return (
        f'contact = "host@example.jp"\nlang = "en"\n\n[polling]\n{polling}\n\n'
        f'[[game]]\nname = "{name}"\nthreads = [{listed}]\n{more}\n'
    )


class Scene:
    """A folder with settings and a ledger, and a board to poll."""

    def __init__(self, folder: Path, board: FakeBoard, client: httpx.Client, number: int = 0) -> None:
        self.path, self.board, self.client, self.number = folder, board, client, number
        self.file, self.database = folder / "referee.toml", folder / "referee.db"
        self.jitter: Callable[[], float] = lambda: 0.0  # nothing is left to chance
        self.ledger: Ledger | None = None
        #: What became of the last poll of a round.
        self.last: Polled | None = None

    @property
    def now(self) -> datetime:
        return self.board.clock()

    def write(self, *threads: FakeThread, more: str = "", polling: str = "", also: str = "") -> None:
        """The settings: one game of these threads; `also` stands behind it."""
        text = settings_text(*(thread.url for thread in threads), more=more, polling=polling)
        self.file.write_text(text + also, encoding="utf-8")

    @property
    def folder(self) -> Folder:
        return open_folder(str(self.file))

    @property
    def open(self) -> Ledger:
        """The ledger, open until the test ends."""
        if self.ledger is None:
            self.ledger = self.folder.open_ledger(self.now)
        return self.ledger

    def close(self) -> None:
        if self.ledger is not None:
            self.ledger.close()
            self.ledger = None

    def poller(self) -> Poller:
        """As `open_poller` makes it, but between two requests of a poll nobody waits."""
        folder = self.folder
        fetcher = Fetcher(
            self.client,
            refusal_of_growing,
            contact=folder.settings.contact,
            pause=lambda _: None,
            deadline=1.0,
            validate_page=refusal_of_page,
        )
        return Poller(with_adopted(folder, self.open), self.open, fetcher, self.jitter)

    def round(self, wait: float = 0, *, hurry: bool = False) -> list[Polled]:
        """One round over all threads, `wait` seconds later."""
        self.advance(wait)
        done = list(self.poller().round(self.board.clock, hurry=hurry))
        self.last = done[-1] if done else None
        return done

    def poll(self, wait: float = 0, *, hurry: bool = False) -> Polled:
        """One round over the only thread."""
        (polled,) = self.round(wait, hurry=hurry)
        return polled

    def when_due(self) -> Polled:
        """The next poll of the only thread, at the time at which it is due."""
        (place,) = self.places
        cursor = self.cursor(place)
        assert cursor.next_at is not None
        self.advance(max((cursor.next_at - self.now).total_seconds(), 0))
        polled = self.poll()
        assert polled.outcome != "waits"
        return polled

    def run(self, until: datetime, between: Callable[[datetime], object] = lambda _: None) -> list[Polled]:
        """Poll every thread whenever it is due, as the daemon does, without a scheduler; `between` is told the time
        before each poll."""
        poller, done = self.poller(), []
        due: dict[Place, datetime] = dict.fromkeys(poller.places, self.now)
        while due:
            place = min(due, key=lambda one: due[one])
            if due[place] > until:
                break
            self.advance(max((due[place] - self.now).total_seconds(), 0))
            between(self.now)
            polled = poller.poll(place, self.now)
            done.append(polled)
            if polled.next_at is None:
                del due[place]
            else:
                due[place] = max(polled.next_at, self.now + timedelta(seconds=1))
        self.advance(max((until - self.now).total_seconds(), 0))
        return done

    def advance(self, seconds: float) -> None:
        self.board.clock.advance(seconds)  # type: ignore[attr-defined]

    # What the ledger tells

    @property
    def places(self) -> tuple[Place, ...]:
        return self.folder.places

    def place(self, number: int = 0) -> Place:
        return self.places[number]

    def cursor(self, place: Place | None = None) -> Cursor:
        with self.open.read() as view:
            found = view.cursor((place or self.place()).thread)
        assert found is not None
        return found

    def use(self) -> HostUse:
        with self.open.read() as view:
            return view.host_use(self.place().host)

    def held(self, number: int = 0) -> bytes:
        with self.open.read() as view:
            return view.held(self.place(number).thread).body

    def tables(self) -> list[GameTable]:
        return [*self.folder.tables()]

    def verdicts(self, game: str = "sugoroku") -> list[Verdict]:
        with self.open.read() as view:
            return [stored.verdict for stored in view.verdicts(game)]

    def kinds(self, game: str = "sugoroku") -> dict[int, str]:
        """Kind of the verdict in force of each number (of the only thread)."""
        return {verdict.number: verdict.kind for verdict in self.verdicts(game)}

    def count(self, table: str) -> int:
        return int(self.sql(f"SELECT count(*) FROM {table}")[0][0])

    def sql(self, statement: str, *values: Any) -> list[Any]:
        """Read, or change by hand, what stands in the database."""
        with closing(sqlite3.connect(self.database)) as raw, raw:
            return raw.execute(statement, values).fetchall()

    def verify(self) -> Difference | None:
        return verify(self.open, self.tables(), self.now)

    def rebuild(self) -> list[Rebuilt]:
        return rebuild(self.open, self.folder, self.now)

    def derived(self) -> dict[str, list[tuple[Any, ...]]]:
        return derived(self.database)

    def audited(self, *threads: FakeThread, page: bytes = b"") -> list[Verdict]:
        """What `referee audit` says of the same bytes, and of a page of the first thread."""
        sources = []
        for number, thread in enumerate(threads):
            saved = self.path / f"saved-{number}.dat"
            held = self.held(number)
            saved.write_bytes(held[: held.rfind(b"\n") + 1])  # a line still being written waits
            sources += [f"{thread.url}={saved}"] if held else []
        if page:
            (self.path / "saved.html").write_bytes(page)
            sources.append(f"{threads[0].url}={self.path / 'saved.html'}")
        audit, _ = open_audit(sources, [], str(self.file), None, [], "en")
        return [verdict for batch in audit.verdicts(lambda _: None) for verdict in batch]


def derived(database: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every derived table of a ledger, row by row, columns that tell the time left out."""
    with closing(sqlite3.connect(database)) as raw:
        found = {}
        for table, left_out in DERIVED.items():
            names = [row[1] for row in raw.execute(f"PRAGMA table_info({table})") if row[1] not in left_out]
            columns = ", ".join(f'"{name}"' for name in names)
            found[table] = raw.execute(f"SELECT {columns} FROM {table} ORDER BY {columns}").fetchall()
        return found


def play(thread: FakeThread, count: int, chance: random.Random | None = None, *, every: float = 0) -> None:
    """So many posts of a game: half of them by players, some without trip, with sage, twice a day."""
    chance = chance or random.Random(len(thread.lines))
    for _ in range(count):
        ident = "".join(chance.choices(ID_CHARACTERS, k=8))
        if chance.random() < 0.6:
            trip = chance.choice(TRIPS)
            thread.post("とりゃ", name=f"歩く人 </b>◆{trip} <b>", mail="", ident=ident)
        else:
            thread.post(chance.choice(["おはよう", "それ", "ほ <br> し"]), ident=ident)
        if every:
            thread._clock.advance(every)  # type: ignore[attr-defined]


def as_json(value: Any) -> Any:
    """A value as JSON would show it, to be compared."""
    return msgspec.to_builtins(value)
