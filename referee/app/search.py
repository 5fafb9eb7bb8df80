"""A search in the place of a thread: a board and a pattern of titles, as the settings write it."""

from __future__ import annotations

from msgspec import Struct

from referee.fetch import live_address
from referee.model import ThreadRef, parse_address, parse_board

#: Stands for the key where only a board is named: an address needs one.
NO_KEY = "0"
#: Families whose boards may be named by the address of a program.
_BY_PROGRAM = frozenset({"jbbs", "machi"})


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
        return live_address(thread, as_dat(self.url))


def parse_search(text: str) -> Search | None:
    """`https://etc7.2ch.net/entrance/ IDすごろく その*`: the address of a board, a space, a pattern.

    None for a text of any other form, such as the address of a thread, or of a program on a server of which nobody
    knows whose program it is.
    """
    url, _, title = text.strip().partition(" ")
    board = parse_board(url) if title.strip() and parse_address(url) is None else None
    if board is not None and ".cgi" in url and board.family not in _BY_PROGRAM:
        return None
    return Search(board, url, title.strip()) if board is not None else None


def as_dat(url: str) -> str:
    """The address of a board as if it were that of a dat, from which scheme and folders are taken."""
    head = url.partition("#")[0].partition("?")[0]
    folder = head if head.endswith("/") else head.rpartition("/")[0] + "/"
    return f"{folder}dat/{NO_KEY}.dat"
