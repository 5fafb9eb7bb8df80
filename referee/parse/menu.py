"""Menus of boards (bbsmenu, as page and as JSON), and pages that say where a board moved to (FORMATS 4.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from referee.model import MenuBoard, normalise_url
from referee.parse.euc import any_lines
from referee.parse.text import plain_text

#: A category in bold, or a link to a board: a server and one folder.
_TOKEN = re.compile(
    r"<b>(?P<category>[^<]{0,200})</b>|<a\b[^>]{0,200}?\bhref\s{0,9}=\s{0,9}[\"']?(?P<url>[^\"'\s>]{1,300})[^>]{0,200}>(?P<name>.{0,200}?)</a>",
    re.IGNORECASE | re.DOTALL,
)
_BOARD = re.compile(r"https?://(?P<host>[\w.:-]+)/(?P<board>\w+)/?", re.ASCII)
#: How a server leads to the board's new place; `subback.html` and the like may stand behind it.
_MOVED = re.compile(
    r"(?:location\.(?:href|replace)\s*(?:=|\()\s*|http-equiv=[\"']?refresh[\"']?[^>]{0,200}?url=)[\"']?"
    r"(?P<url>(?:https?:)?//[\w.:-]+/\w+/)",
    re.IGNORECASE | re.ASCII,
)


def read_menu(body: bytes) -> tuple[MenuBoard, ...]:
    """The boards of a bbsmenu, page or JSON, in its order; empty for anything else. Never raises.

    Links that lead to no board (entrances, searches, other sites without a folder) are passed over.
    """
    if body.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{"):
        return tuple(_in_json(body))
    text = "\n".join(any_lines(body).texts)
    found: list[MenuBoard] = []
    category = ""
    for match in _TOKEN.finditer(text):
        if match["category"] is not None:
            category = _shown(match["category"])
        elif (board := _board(_shown(match["name"]), category, match["url"])) is not None:
            found.append(board)
    return tuple(found)


def find_in_menu(menu: tuple[MenuBoard, ...], board: str) -> MenuBoard | None:
    """The entry of a board by its folder; where it stands several times, the first."""
    return next((one for one in menu if one.board == board), None)


def read_move(body: bytes, board: str) -> str:
    """Where the page of a board says that it moved to: its URL; empty where it says nothing of this board."""
    for line in any_lines(body).texts:
        for match in _MOVED.finditer(line):
            url = normalise_url(match["url"])
            if url.rstrip("/").endswith(f"/{board}"):
                return url
    return ""


def _board(name: str, category: str, url: str) -> MenuBoard | None:
    url = normalise_url(url)
    found = _BOARD.fullmatch(url)
    return MenuBoard(name, category, url, found["host"].lower(), found["board"]) if found else None


def _shown(markup: str) -> str:
    return plain_text(markup).replace("\n", " ").strip()


def _in_json(body: bytes) -> Iterator[MenuBoard]:
    try:
        data = msgspec.json.decode(body.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    for part in _rows(data, "menu_list"):
        for row in _rows(part, "category_content"):
            name, url = row.get("board_name"), row.get("url")
            category = row.get("category_name") or part.get("category_name")
            if isinstance(name, str) and isinstance(url, str):
                board = _board(name, category if isinstance(category, str) else "", url)
                if board is not None:
                    yield board


def _rows(data: Any, key: str) -> list[dict[str, Any]]:
    rows = data.get(key) if isinstance(data, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
