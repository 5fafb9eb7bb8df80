"""The games of a folder as they stand, for who asks again and again: pages and answers are made when they are asked
for, kept, and made anew only when what they are made of has changed. Nothing is ever written.

The ledger is looked at again at most once a second; threads may share all of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import lru_cache, partial
from threading import Lock

import msgspec
from msgspec import Struct

from referee.app.checkform import CheckDesk
from referee.app.clock import iso
from referee.app.ledgersite import cursors_of
from referee.app.livegame import LiveGame
from referee.app.made import Made, MadeCache, make
from referee.app.open import open_folder
from referee.app.otherwise import OtherReadings
from referee.app.settings import Game
from referee.app.site import templates
from referee.app.why import as_json as json_of
from referee.app.why import cited, why
from referee.errors import LedgerError, RefereeError, UsageError
from referee.ledger import Ledger, View
from referee.model import Cursor
from referee.pages import CHECK, STYLE, FirstHome, failed_page, front_page, slug
from referee.rules import Evaluator
from referee.words.pages import PageSpeaker

#: Seconds for which what was seen of the ledger holds.
FRESH = 1.0
#: Bytes of made pages that are kept, and games whose verdicts are.
ROOM, GAMES = 64 * 2**20, 4
#: A page of the site in front of the games.
_FRONT = "index.html"


class UnknownError(UsageError):
    """There is no such game, or no such post."""


class Health(Struct, frozen=True):
    """Whether the ledger can be read, and how it stands with its games."""

    ok: bool
    games: tuple[GameHealth, ...] = ()


class GameHealth(Struct, frozen=True):
    """How it stands with the polling of a game: posts held, threads, the last poll (ISO, JST), seconds since then."""

    name: str
    posts: int
    threads: int
    polled_at: str | None
    poll_age: float | None


class Live:
    """What a folder's games look like now; `clock` tells the time (UTC), `tell` is told of trouble in a line.

    Raises:
        UsageError: the settings are not there, or wrong.
        LedgerError: the ledger can't be read.
    """

    def __init__(
        self,
        file: str | None,
        clock: Callable[[], datetime],
        tell: Callable[[str], object],
        *,
        room: int = ROOM,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file, self._clock, self._tell, self._ticks = file, clock, tell, ticks
        self._templates = templates()
        self._folder = open_folder(file)
        self._ledger: Ledger | None = self._opened()
        self._made = MadeCache(room)
        self._lock = Lock()
        self._looked = -FRESH
        self._seen: Hashable = None
        self._stamp = self._settings_stamp()
        self._version = 0
        self._since = clock()
        self._games: dict[str, LiveGame] = {}
        self._homes: dict[str, tuple[Hashable, list[FirstHome]]] = {}
        self._desks: dict[tuple[str, str], CheckDesk] = {}
        self._others: dict[str, OtherReadings] = {}
        self._rules: dict[str, str] = {}
        self._told = ""

    def close(self) -> None:
        """Let go of the ledger."""
        if self._ledger is not None:
            self._ledger.close()

    @property
    def lang(self) -> str:
        """The language of the settings."""
        return self._folder.settings.lang

    # Pages

    def kept(self, path: str) -> Made | None:
        """What was made before and still holds, without asking anybody; None where that is not known."""
        if self._ticks() - self._looked >= FRESH:
            return None
        return self._made.get(path, self._version)

    def page(self, path: str) -> Made | None:
        """A page of the site by its address; None where there is none.

        Raises:
            UsageError: its game can't be shown.
            LedgerError: the ledger can't be read.
        """
        with self._looking() as view:
            if path in (_FRONT, STYLE):
                return self._keep(path, *self._of_site(view, path))
            folder, _, rest = path.partition("/")
            game = next((one for one in self._folder.settings.game if slug(one.name) == folder), None)
            if game is None:
                return None
            draft = self._live(view, game).draft(rest)
            if draft is None:
                return None
            basis = (self._stamp, draft.basis) if draft.basis else None
            return self._keep(path, basis, lambda: draft.make().text.encode("utf-8", "replace"))

    def failed(self, status: int, depth: int) -> bytes:
        """The page of what can't be had, `depth` folders below the site."""
        return _failed(status, min(depth, 10))

    # Answers

    def games(self) -> Made:
        """The games, as JSON.

        Raises:
            LedgerError: the ledger can't be read.
        """
        with self._looking() as view:
            known = {row.name for row in view.games()}
            rows = [
                {"name": one.name, "title": one.title or one.name, "folder": slug(one.name), "known": one.name in known}
                for one in self._folder.settings.game
            ]
            return self._keep("api/games", None, lambda: msgspec.json.encode(rows))

    def game(self, name: str) -> Made:
        """A game, as JSON.

        Raises:
            UnknownError: there is none of that name or folder.
            UsageError: it can't be shown.
            LedgerError: the ledger can't be read.
        """
        with self._looking() as view:
            game = self._named(name)
            live = self._live(view, game)
            return self._keep(f"api/games/{name}", None, lambda: msgspec.json.encode(live.summary(slug(game.name))))

    def standings(self, name: str) -> Made:
        """The standings of a game, as `standings --json` tells them.

        Raises: as `game`.
        """
        with self._looking() as view:
            live = self._live(view, self._named(name))
            return self._keep(f"api/games/{name}/standings", None, lambda: live.table_json(view))

    def post(self, name: str, post: str, lang: str) -> Made:
        """A post of a game, as `why --json` tells it.

        Raises:
            UnknownError: there is no such game or post.
            UsageError, LedgerError: as `game`.
        """
        with self._looking():
            game, ledger = self._named(name), self._ledger
            assert ledger is not None
            table = self._folder.table(game)
            speaker = PageSpeaker(lang, table.ruleset.texts(lang))
            try:
                found = why(ledger, table, post)
            except UsageError as error:
                raise UnknownError(error.where, error.what, error.hint) from None
            rests_on = tuple(cited(ledger, table, told, speaker) for told in found.posts)
            body = msgspec.json.encode(json_of(found, rests_on, speaker))
            return self._keep(f"api/games/{name}/posts/{post}?{lang}", None, lambda: body)

    def desk(self, name: str, lang: str) -> CheckDesk:
        """Where IDs are judged by the rules of a game; those of the first game where none is named. The ledger is not
        asked.

        Raises:
            UnknownError: there is no such game.
            UsageError: its rules can't be used.
        """
        desk = self._desks.get((name, lang))
        if desk is None:
            game = self._named(name)
            desk = self._desks.get((game.name, lang)) or self._new_desk(game, lang)
            self._desks[name, lang] = self._desks[game.name, lang] = desk
        return desk

    def _new_desk(self, game: Game, lang: str) -> CheckDesk:
        ruleset = self._folder.table(game).ruleset
        others = self._others.get(ruleset.digest)
        if others is None:
            others = self._others[ruleset.digest] = OtherReadings(ruleset, Evaluator(ruleset))
        return CheckDesk(game.title or game.name, ruleset, others, lang, self._templates)

    def health(self) -> Health:
        """How it stands with the ledger and its games, asked now."""
        try:
            with self._looking() as view:
                return Health(True, tuple(self._health_of(view, row.name) for row in view.games()))
        except RefereeError:
            return Health(False)

    # Below the counter

    def _health_of(self, view: View, game: str) -> GameHealth:
        cursors = cursors_of(view, game)
        polled = max((cursor.polled_at for cursor in cursors if cursor.polled_at is not None), default=None)
        age = None if polled is None else round((self._clock() - polled).total_seconds(), 1)
        return GameHealth(game, sum(cursor.posts for cursor in cursors), len(cursors), iso(polled), age)

    def _named(self, name: str) -> Game:
        games = self._folder.settings.game
        if not name:
            return games[0]
        found = next((one for one in games if name in (one.name, slug(one.name))), None)
        if found is None:
            raise UnknownError(name, "there is no such game", "see /api/games")
        return found

    def _of_site(self, view: View, path: str) -> tuple[object, Callable[[], bytes]]:
        if path == STYLE:
            return STYLE, lambda: self._templates[STYLE].encode()
        known = {row.name for row in view.games()}
        games = tuple((one.name, one.title or one.name) for one in self._folder.settings.game if one.name in known)
        homes = {one.name: self._first_homes(view, one) for one in self._folder.settings.game if one.name in known}
        page = partial(front_page, games, self._templates, CHECK, homes)
        return (games, homes), lambda: page().text.encode("utf-8", "replace")

    def _first_homes(self, view: View, game: Game) -> list[FirstHome]:
        """Who was the first home in each round of a game; it is remembered, since a site may have more games than are
        kept. A game that can't be shown tells nothing in front: its own pages say why."""
        known = self._known_of(view, cursors_of(view, game.name))
        told, homes = self._homes.get(game.name, (None, []))
        if told != known:
            with suppress(UsageError):
                homes = self._live(view, game).first_homes
            self._homes[game.name] = known, homes
        return homes

    def _keep(self, path: str, basis: object, making: Callable[[], bytes]) -> Made:
        """A page, made where it was never made of this basis (None: it is made again); it holds until the ledger
        changes."""
        known = self._made.stale(path)
        if known is None or basis is None or known.basis != basis:
            body = making()
            if known is None or known.body != body:
                known = make(path, basis, body, self._since)
        self._made.put(known, self._version)
        return known

    def _live(self, view: View, game: Game) -> LiveGame:
        """A game as the ledger has it now."""
        cursors = cursors_of(view, game.name) if any(row.name == game.name for row in view.games()) else []
        live = self._games.pop(game.name, None)
        known = self._known_of(view, cursors)
        if live is None or live.known != known:
            table = self._folder.table(game)
            if self._rules.get(game.name) != table.digest:  # a file of rules may have been changed
                self._rules[game.name] = table.digest
                self._close_desks()
            live = LiveGame(view, game, table, known, self._templates, self._clock())
        live.move_on(cursors, self._clock())
        self._games[game.name] = live  # the latest asked for stands last
        if len(self._games) > GAMES:
            del self._games[next(iter(self._games))]
        return live

    def _known_of(self, view: View, cursors: list[Cursor]) -> Hashable:
        """What a game is made of: while this stays, only its moment moves on."""
        lives = tuple((cursor.thread, cursor.life, cursor.address, cursor.posts > 0) for cursor in cursors)
        return self._stamp, view.last_line(), lives

    @contextmanager
    def _looking(self) -> Iterator[View]:
        """The ledger as it is now; whether anything changed since it was last looked at is seen first."""
        with self._lock:
            try:
                with self._reading().read() as view:
                    if self._ticks() - self._looked >= FRESH:
                        self._look(view)
                    yield view
            except LedgerError as error:
                self._looked = -FRESH
                if self._ledger is not None:
                    self._ledger.close()
                    self._ledger = None
                self._report(error)
                raise
            except RefereeError as error:
                if not isinstance(error, UnknownError):
                    self._report(error)
                raise

    def _look(self, view: View) -> None:
        stamp = self._settings_stamp()
        if stamp != self._stamp:
            self._stamp = stamp
            self._take_settings()
        line = view.last_line()
        cursors = tuple((cursor.polled_at, cursor.life) for cursor in view.cursors())
        now = self._clock()
        seen = stamp, line, cursors, now.toordinal(), now.hour  # midnight of the boards is a full hour of UTC
        if seen != self._seen:
            self._seen, self._version, self._since = seen, self._version + 1, now
        self._looked = self._ticks()

    def _take_settings(self) -> None:
        """Settings that were changed; wrong ones are told, and those known before stay."""
        try:
            self._folder = open_folder(self._file)
        except UsageError as error:
            self._report(error)
        self._games.clear()
        self._close_desks()

    def _close_desks(self) -> None:
        self._desks.clear()
        self._others.clear()

    def _settings_stamp(self) -> tuple[int, int]:
        try:
            status = os.stat(self._folder.file)
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_size

    def _reading(self) -> Ledger:
        if self._ledger is None:
            self._ledger = self._opened()
        return self._ledger

    def _opened(self) -> Ledger:
        return self._folder.open_to_read(self._clock(), lambda _: None, never_writes=True)

    def _report(self, error: RefereeError) -> None:
        """Tell of trouble once, not at every request."""
        if str(error) != self._told:
            self._told = str(error)
            self._tell(self._told)


@lru_cache(maxsize=128)
def _failed(status: int, depth: int) -> bytes:
    return failed_page(status, depth, _templates()).encode()


@lru_cache(maxsize=1)
def _templates() -> Mapping[str, str]:
    return templates()
