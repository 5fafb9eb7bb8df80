"""Pages of a small game as they lie in golden files: `pytest --bless` rewrites them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from published import site

GOLDEN = Path(__file__).parent / "golden"
PAGES = [
    "index.html",
    "en/index.html",
    "board.html",
    "race.html",
    "en/race.html",
    "tomorrow.html",
    "en/tomorrow.html",
    "calendar.ics",
    "players/7Kaze_2foQe2.html",
    "en/players/AruKu_2e7abc.html",
    "rolls/entrance-1178000000-38.html",
    "en/rolls/entrance-1178000000-17.html",
    "threads/entrance-1178000000.html",
    "hall.html",
    "story.html",
    "en/story.html",
]


@pytest.mark.parametrize("path", PAGES)
def test_page_is_the_golden_one(path: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / path.replace("/", "_"), site("demo")[path].replace("\r\n", "\n"))


def test_a_standings_page_is_light() -> None:
    for name in ("demo", "long-game"):
        assert len(site(name)["index.html"].encode()) + len(site(name)["style.css"].encode()) < 60_000
