"""Does a board suit the game? Its settings, its list of threads and one thread are asked for, once each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from referee.app.moves import in_menu, new_board
from referee.app.purse import Purse, open_purse
from referee.app.search import NO_KEY, as_numbered, as_thread, board_hint
from referee.app.settings import Settings
from referee.errors import SourceError, UsageError
from referee.fetch import (
    Answer,
    Failed,
    Fallen,
    Fetcher,
    Page,
    Refused,
    Whole,
    host_of,
    live_address,
    open_client,
    setting_address,
    subject_address,
)
from referee.game import suits
from referee.model import (
    Advice,
    BoardSettings,
    Capture,
    Held,
    ListedThread,
    Post,
    ThreadList,
    ThreadRef,
    family_of,
    is_doorway,
    parse_address,
    parse_board,
)
from referee.parse.listing import read_settings, read_threads
from referee.parse.recognise import read_thread, refusal_of_growing

#: Seconds between two requests.
STEP = 1.0
#: How many of the latest posts of a thread are looked at.
_LATEST = 300
#: A thread of so many posts tells enough.
_ENOUGH = 20


class Examined(Struct, frozen=True):
    """What came of it: the board, its title, the thread looked at (None: none could be read), posts read, advice, and
    how many requests it took."""

    board: ThreadRef
    title: str
    thread: ThreadRef | None
    posts: int
    advice: tuple[Advice, ...]
    requests: int

    @property
    def bad(self) -> int:
        """In how many points the board does not suit."""
        return sum(advice.level == "bad" for advice in self.advice)

    @property
    def unknown(self) -> int:
        """How many points could not be found out."""
        return sum(advice.level == "unknown" for advice in self.advice)

    @property
    def is_blind(self) -> bool:
        """Whether nothing of the board could be read."""
        return not self.posts and any(advice.code == "settings_missing" for advice in self.advice)


class Doctor:
    """Examines boards; every request is counted in the purse, and none is made that it does not allow."""

    def __init__(
        self,
        fetcher: Fetcher,
        purse: Purse,
        clock: Callable[[], datetime],
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._fetcher = fetcher
        self._purse = purse
        self._clock = clock
        self._pause = pause
        self._requests = 0

    def examine(self, url: str) -> Examined:
        """Ask for a board's settings, its list, and a thread (that of the address, else a lively one).

        Raises:
            UsageError: the address names neither a thread nor a board.
            SourceError: the host may not be asked now; or the address names no server, and the menu has no such board.
        """
        named, board = parse_address(url), parse_board(url)
        if board is None:
            raise UsageError(url, "names neither a thread nor a board", board_hint(url))
        thread = named.thread if named is not None else None
        form = url if named is not None else as_thread(url)
        if is_doorway(board.host or ""):
            form = as_thread(self._page_of(board, url))
            board = replace(board, host=host_of(form))
            thread = replace(thread, host=board.host) if thread is not None else None
        address = live_address(replace(board, key=NO_KEY), form)
        found: list[Advice] = []
        settings = self._settings(address)
        if isinstance(settings, Advice):
            moved = new_board(self._page, board, address)
            if moved:
                found.append(Advice("moved", "bad", value=moved))
                return self._told(board, None, [], [*found, settings], "")
            found.append(settings)
        listed = self._list(address, found) if thread is None else None
        if listed is not None and listed.is_numbered and board.family == "0ch" and (own := as_numbered(url)):
            told = self.examine(own)
            return replace(told, advice=(Advice("numbered", "note", value=own), *told.advice))
        lively = _lively(listed.threads) if listed is not None else None
        if lively is not None:
            thread = replace(board, key=lively.key)
        posts = self._posts(thread, live_address(thread, form), found) if thread is not None else []
        if lively is not None and posts and posts[-1].number < (lively.posts or 0):
            found.append(Advice("posts_removed", "note", seen=posts[-1].number, of=lively.posts))
        known = settings if isinstance(settings, BoardSettings) else None
        title = known.get("BBS_TITLE") if known else ""
        if known is not None:
            self._purse.keep(board, known, self._clock())
        return self._told(board, thread if posts else None, posts, [*suits(known, posts), *found], title)

    def _page_of(self, board: ThreadRef, url: str) -> str:
        """The page of a board whose server is not named."""
        page = in_menu(self._page, board)
        if not page or family_of(host_of(page)) != board.family:
            hint = f"give the address of the board's own page, such as https://SERVER.5ch.net/{board.board}/"
            raise SourceError(url, "names no server, and the menu does not tell that of the board", hint)
        return page

    def _told(
        self, board: ThreadRef, thread: ThreadRef | None, posts: Sequence[Post], advice: list[Advice], title: str
    ) -> Examined:
        return Examined(board, title, thread, len(posts), tuple(advice), self._requests)

    def _settings(self, address: str) -> BoardSettings | Advice:
        page = self._page(setting_address(address))
        if isinstance(page, Page):
            settings = read_settings(page.body)
            if any(key.startswith("BBS_") for key in settings.values):
                return settings
        return Advice("settings_missing", "unknown", value=_why(page))

    def _list(self, address: str, found: list[Advice]) -> ThreadList | None:
        """The threads of the board, at least one."""
        page = self._page(subject_address(address))
        listed = read_threads(page.body) if isinstance(page, Page) else None
        if listed is None or not listed.threads:
            found.append(Advice("list_missing", "unknown", value=_why(page)))
            return None
        return listed

    def _posts(self, thread: ThreadRef, address: str, found: list[Advice]) -> list[Post]:
        """The latest posts of a thread."""
        left = self._allow(address)
        answer = self._fetcher.fetch(address, thread, Held(), True, self._clock(), left)
        self._count(address, answer.requests)
        match answer:
            case Whole():
                body = answer.whole[: answer.complete]
            case Fallen(capture=Capture() as capture):
                body = capture.body
            case _:
                found.append(Advice("thread_missing", "unknown", value=_why(answer)))
                return []
        return read_thread(Capture(thread, address, body)).posts[-_LATEST:]

    def _page(self, address: str) -> Page | Failed | Refused:
        self._allow(address)
        answer = self._fetcher.page(address, self._clock())
        self._count(address, answer.requests)
        return answer

    def _allow(self, address: str) -> int:
        """Wait a moment between two requests; how many more the host may be asked today."""
        left = self._purse.left(host_of(address), self._clock())
        if self._requests:
            self._pause(STEP)
        return left

    def _count(self, address: str, requests: int) -> None:
        self._requests += requests
        self._purse.spend(host_of(address), requests, self._clock())


def _lively(threads: Sequence[ListedThread]) -> ListedThread:
    """A thread with enough posts to tell, the latest bumped of them; else the one that has most."""
    enough = [one for one in threads if (one.posts or 0) >= _ENOUGH]
    return enough[0] if enough else max(threads, key=lambda one: one.posts or 0)


def _why(answer: Answer | Page) -> str:
    """Why an answer brought nothing, a code for words."""
    if answer.status in (404, 410) or isinstance(answer, Fallen):
        return "not_found"
    return answer.reason if isinstance(answer, Failed | Refused) else "empty"


def examine(
    url: str, file: str | None, clock: Callable[[], datetime], pause: Callable[[float], object] = time.sleep
) -> tuple[Examined, Settings | None]:
    """Examine a board through a client of its own, counting requests in the ledger of this folder where there is one;
    the settings of the folder are told too.

    Raises:
        UsageError: the address names no board, or the settings are wrong.
        SourceError: the host may not be asked now. LedgerError: requests can't be counted.
    """
    purse, folder = open_purse(file, clock())
    settings = folder.settings if folder is not None else None
    with closing(purse), open_client() as client:
        contact = settings.contact if settings is not None else ""
        fetcher = Fetcher(client, refusal_of_growing, contact=contact, pause=pause)
        return Doctor(fetcher, purse, clock, pause).examine(url), settings
