"""Every published page in a real Chromium: from the disk without scripts, and from a web server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from looks import LONG_LOOKS, LOOKS
from sites import Looked
from visit import Visitor

#: Parts of each game's pages: the tests of several processes share the work.
PARTS = {"demo": 4, "hostile": 2, "unbroken": 2, "long-game": 2, "front": 1}
_TEXT = r"document.body.innerText.replace(/\s+/g, ' ').trim()"
#: Pages with a script of their own, by what their path ends with: without scripts they say so instead.
SCRIPTED = ("checker.html",)


def strangers(asked: list[str], home: str) -> list[str]:
    """What a page asked for beyond its own site."""
    return [f"asks for {url}" for url in asked if not url.startswith(home)]


@pytest.mark.parametrize(("game", "part"), [(game, part) for game, parts in PARTS.items() for part in range(parts)])
def test_every_page(
    game: str, part: int, looked: dict[str, Looked], root: Path, served: str, visitor: Callable[..., Visitor]
) -> None:
    plain, full = visitor(java_script_enabled=False), visitor()
    faults = []
    paths = looked[game].paths[part :: PARTS[game]]
    assert paths
    for path in paths:
        told: list[str] = []
        text = plain.open(f"file://{root}/{path}").evaluate(_TEXT)
        told += strangers(plain.asked, f"file://{root}/") + plain.said
        page = full.open(f"{served}{path}")
        if page.evaluate(_TEXT) != text and not path.endswith(SCRIPTED):
            told.append("has another text with scripts than without")
        for look in LOOKS + LONG_LOOKS if path in looked[game].few else LOOKS:
            told += look(page)
        told += strangers(full.asked, served) + full.said
        faults += [f"{path}: {fault}" for fault in told]
    assert faults == []


def test_every_game_is_looked_at(looked: dict[str, Looked]) -> None:
    assert looked.keys() == PARTS.keys()
    assert sum(len(one.paths) for one in looked.values()) > 40
