"""A search in the place of a thread: a board and a pattern of titles, as the settings write it."""

from __future__ import annotations

import re

from msgspec import Struct

from referee.fetch import live_address
from referee.model import ThreadRef, is_doorway, normalise_url, parse_address, parse_board

#: Stands for the key where only a board is named: an address needs one.
NO_KEY = "0"
#: The folders of a board on a server of one's own, before what stands for a thread.
_FOLDERS = re.compile(r"(https?://[^/]+)/(\w+)(?:/(\d+))?/dat/", re.ASCII)


class Search(Struct, frozen=True):
    """Threads of a board by their titles: `*` in the pattern stands for anything."""

    board: ThreadRef
    url: str
    title: str

    @property
    def address(self) -> str:
        """A live address on that board, of no thread."""
        return self.address_of(ThreadRef(self.board.board, NO_KEY, self.board.host, self.board.family))

    def address_of(self, thread: ThreadRef) -> str:
        """The live address of a thread of that board."""
        return live_address(thread, as_thread(self.url))

    def as_numbered(self) -> Search:
        """The same search where the board's list turned out to be that of したらば or まち."""
        url = as_numbered(self.url)
        board = parse_board(url)
        return Search(board, url, self.title) if board is not None else self


def parse_search(text: str) -> Search | None:
    """`https://etc7.2ch.net/entrance/ IDすごろく その*`: the address of a board, a space, a pattern.

    None for a text of any other form, such as the address of a thread, and where no server is named (see
    `board_hint`).
    """
    url, _, title = text.strip().partition(" ")
    board = parse_board(url) if title.strip() and parse_address(url) is None else None
    if board is None or is_doorway(board.host or ""):
        return None
    return Search(board, url, title.strip())


def board_hint(url: str) -> str:
    """What to write in the place of an address that names no board, or none on a known server."""
    board = parse_board(url)
    if board is not None and is_doorway(board.host or ""):
        return f"it names no server: `referee doctor {url.strip()}` finds the one of the board"
    if "/bbs/read.cgi/" in url:
        return (
            "whose program that is can't be told: write /bbs/rawmode.cgi/category/number/ for したらば, "
            "/bbs/offlaw.cgi/2/board/ for まち"
        )
    return "write the address of the board's top page, such as https://etc7.2ch.net/entrance/"


def as_numbered(url: str) -> str:
    """The address of a board by the program of したらば (two folders, the second a number) or まち: what to write where
    the server is none of theirs."""
    found = _FOLDERS.match(as_thread(url))
    if found is None:  # neither has boards in other folders
        return ""
    origin, board, number = found.groups()
    return f"{origin}/bbs/rawmode.cgi/{board}/{number}/" if number else f"{origin}/bbs/offlaw.cgi/2/{board}/"


def as_thread(url: str) -> str:
    """The address of a board as if it were that of a thread on it, from which scheme and folders are taken."""
    head = normalise_url(url).partition("#")[0].partition("?")[0]
    if ".cgi" in head:
        return f"{head.rstrip('/')}/{NO_KEY}/"
    folder, _, name = head.rpartition("/")
    return f"{folder}/dat/{NO_KEY}.dat" if not name or "." in name else f"{head}/dat/{NO_KEY}.dat"
