"""The pages in a real Chromium: nothing is asked of others, nothing overflows, and all of it works without scripts.

Needs playwright (`pip install -e '.[browser]'`) and Debian's chromium; skipped where they are missing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from published import site

CHROMIUM = shutil.which("chromium")
PAGES = [
    "index.html",
    "en/index.html",
    "board.html",
    "race.html",
    "en/race.html",
    "tomorrow.html",
    "players/7Kaze_2foQe2.html",
    "rolls/entrance-1178000000-38.html",
    "en/rolls/entrance-1178000000-17.html",
    "threads/entrance-1178000000.html",
]
if CHROMIUM is None:
    pytest.skip("no chromium here (Debian: apt-get install chromium)", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright here (pip install -e '.[browser]')")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with (
        sync_api.sync_playwright() as play,
        play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as one,
    ):
        yield one


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("site")
    for name, text in site("demo").items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 1200])
def test_pages_fit_and_ask_nobody(browser: Any, folder: Path, width: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=False
    )
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    for path in PAGES:
        page.goto(f"file://{folder}/{path}")
        box = page.locator("html").bounding_box()
        body = page.locator("main").bounding_box()
        assert box is not None
        assert box["width"] <= width, path
        assert body["width"] <= width, path
        assert len(page.screenshot(full_page=True)) > 5000
    assert {url for url in asked if not url.startswith(f"file://{folder}/")} == set()
    assert said == [], "the policy forbids something that the pages use"
    context.close()


def test_the_style_sheet_is_in_force_and_dark_is_dark(browser: Any, folder: Path) -> None:
    grounds = {}
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(f"file://{folder}/index.html")
        grounds[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.close()
    assert grounds["light"] == "rgb(253, 252, 248)"
    assert grounds["dark"] == "rgb(24, 25, 23)"


def test_the_keyboard_reaches_every_link_and_the_content_first(browser: Any, folder: Path) -> None:
    page = browser.new_page()
    page.goto(f"file://{folder}/index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    links = page.evaluate("document.querySelectorAll('a').length")
    reached = 1
    while reached < links:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.tagName") == "A"
        reached += 1
    page.close()
