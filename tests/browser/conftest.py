"""Tests in a real browser use the sites of tests/pages, the games of tests/game and the IDs of tests/rules."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / room) for room in ("pages", "game", "rules")]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser, where playwright (`pip install -e '.[browser]'`) and Debian's chromium are."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium here (Debian: apt-get install chromium)")
    sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright here (pip install -e '.[browser]')")
    with sync_api.sync_playwright() as play, play.chromium.launch(executable_path=path, args=["--no-sandbox"]) as one:
        yield one
