"""Where a board stands today: its page on the old server leads on, or the menu of its family knows (FORMATS 4.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from referee.app.search import as_thread
from referee.fetch import Failed, Page, Refused, board_address, host_of, live_address
from referee.model import ONE_BOARD_FAMILIES, ThreadRef, family_of

#: Asks for a page, once.
AskPage: TypeAlias = Callable[[str], Page | Failed | Refused]

#: Where the boards of a family are listed.
MENUS = {
    "2ch": "https://menu.5ch.net/bbsmenu.html",
    "bbspink": "https://menu.5ch.net/bbsmenu.html",
    "2ch.sc": "https://2ch.sc/bbsmenu.html",
    "open2ch": "https://open2ch.net/bbsmenu.html",
}


def new_board(ask: AskPage, board: ThreadRef, address: str) -> str:
    """The page of a board on its new server; empty where neither its old page nor the menu tells another one.

    `address` is a live address on the old server.
    """
    from referee.parse.menu import read_move

    page = ask(board_address(address))
    url = read_move(page.body, board.board) if isinstance(page, Page) else ""
    url = url or in_menu(ask, board)
    return url if url and host_of(url) != board.host else ""


def in_menu(ask: AskPage, board: ThreadRef) -> str:
    """The page of a board by the menu of its family; empty where there is no menu, or no such board in it."""
    from referee.parse.menu import find_in_menu, read_menu

    menu = ask(MENUS[board.family]) if board.family in MENUS else None
    entry = find_in_menu(read_menu(menu.body), board.board) if isinstance(menu, Page) else None
    return entry.url if entry is not None else ""


def new_address(ask: AskPage, thread: ThreadRef, address: str) -> str:
    """The live address of a thread on the new server of its board; empty where its board has not moved.

    Only boards of families that have each board once can be followed, and only within the family: on any other server
    a board of the same name is another board.
    """
    if thread.family not in ONE_BOARD_FAMILIES:
        return ""
    url = new_board(ask, thread, address)
    host = host_of(url) if url else ""
    if not host or family_of(host) != thread.family:
        return ""
    return live_address(replace(thread, host=host), as_thread(url))
