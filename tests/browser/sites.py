"""The sites that are looked at: a small game, games full of hostile names, and the two threads of the long game.

A page is never named here: of whatever kinds the referee publishes the heaviest is looked at, or every page.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hostile import NASTY, hostile
from published import Site, site

from referee.app.site import templates
from referee.pages import front_page

#: No letter of it may be broken by a rule of any language.
UNBROKEN = "W" * 3000
GAMES: dict[str, Callable[[], Site]] = {
    "demo": lambda: site("demo"),
    "hostile": lambda: hostile("".join(text for text in NASTY if len(text) < 100)),
    "unbroken": lambda: hostile(UNBROKEN),
    "long-game": lambda: site("long-game"),
}
#: Whether every page is looked at (minutes more), or of each kind the heaviest.
EVERY_PAGE = os.environ.get("BROWSER_TESTS") == "all"
FRONT = "front"


class Looked(NamedTuple):
    """The pages of a game, as paths below the root: those to look at, and of each kind of page the heaviest."""

    paths: list[str]
    few: list[str]


def publish(root: Path) -> dict[str, Looked]:
    """Write all games below a folder, with the page in front of them; what to look at, by game."""
    looked = {}
    for game, make in GAMES.items():
        pages = make()
        write(root / game, pages)
        few = sample({path: text for path, text in pages.items() if path.endswith(".html")})
        paths = [path for path in pages if path.endswith(".html")] if EVERY_PAGE else few
        looked[game] = Looked([f"{game}/{path}" for path in paths], [f"{game}/{path}" for path in few])
    texts = templates()
    front = front_page([(game, text) for game, text in zip(GAMES, (*NASTY[:3], "IDすごろく"), strict=True)], texts)
    write(root, {front.path: front.text, "style.css": texts["style.css"]})
    looked[FRONT] = Looked([front.path], [front.path])
    return looked


def write(folder: Path, pages: Site) -> None:
    """Write pages as the web server would find them."""
    for path, text in pages.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def sample(pages: Site) -> list[str]:
    """The heaviest page of each kind: pages of one folder are of a kind, else each is its own."""
    heavy: dict[str, str] = {}
    for path in sorted(pages, key=lambda path: (len(pages[path]), path)):
        heavy[path.rpartition("/")[0] if kind_has_many(path) else path] = path
    return list(heavy.values())


def kind_has_many(path: str) -> bool:
    """Whether a page is one of many of its kind: it lies in a folder that is not that of a language."""
    return "/" in path.removeprefix("en/")
