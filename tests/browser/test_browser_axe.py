"""axe-core finds no violation of WCAG 2.2 AA or of its best practice, in light and in dark colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sites import EVERY_PAGE, Looked
from tools import from_npm
from visit import Visitor

#: Parts of each game's pages: the tests of several processes share the work.
PARTS = {"demo": 3, "hostile": 1, "front": 1} | ({"unbroken": 1, "long-game": 1} if EVERY_PAGE else {})
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: The style sheets are asked for again, which the pages' policy forbids: preload is off.
_RUN = """options => axe.run(document, options).then(found => found.violations.map(one =>
  one.id + ' (' + one.help + '): ' + one.nodes.slice(0, 3).map(node => node.target.join(' ')).join('; ')))"""
ALL = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
#: Nothing but colours differs between light and dark.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"], "preload": False}


@cache
def axe() -> str:
    """The script of axe-core."""
    return from_npm("BROWSER_TESTS_AXE", "axe-core/axe.min.js").read_text("utf-8")


def violations(page: Any) -> Iterator[str]:
    """What axe-core finds on a page, in both schemes of colours."""
    page.evaluate(axe())
    for scheme, options in (("light", ALL), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        yield from (f"{scheme}: {found}" for found in page.evaluate(_RUN, options))


def to_judge(game: Looked) -> list[str]:
    """All Japanese pages that are looked at, and of the English ones, which differ in words alone, one of each kind."""
    return [path for path in game.paths if "/en/" not in path or path in game.few]


@pytest.mark.parametrize(("game", "part"), [(game, part) for game, parts in PARTS.items() for part in range(parts)])
def test_axe_finds_nothing(
    game: str, part: int, looked: dict[str, Looked], root: Path, visitor: Callable[..., Visitor]
) -> None:
    axe()
    tab = visitor(viewport={"width": 320, "height": 800})
    paths = to_judge(looked[game])[part :: PARTS[game]]
    assert [f"{path}: {found}" for path in paths for found in violations(tab.open(f"file://{root}/{path}"))] == []
