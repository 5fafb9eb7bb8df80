"""A real Chromium, opened once, and the sites, published once: whatever is missing is told by `tools.missing`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

for _room in ("game", "pages", "rules", "browser"):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / _room))

import sites  # noqa: E402
import tools  # noqa: E402
from visit import Visitor, serve  # noqa: E402


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium, with no font but ours where the machine has them."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        tools.missing("there is no playwright here (pip install -e '.[browser]')")
    path = tools.chromium()
    environment = dict(os.environ)
    fonts = tools.font_folder()
    if fonts is not None:
        settings = tmp_path_factory.mktemp("fonts") / "fonts.conf"
        settings.write_text(tools.font_settings(fonts, settings.parent), encoding="utf-8")
        environment["FONTCONFIG_FILE"] = str(settings)
    elif os.environ.get("BROWSER_TESTS") in ("required", "all"):
        tools.missing("the fonts are not here (Debian: apt-get install fonts-noto-cjk)")
    arguments = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--force-color-profile=srgb"]
    with (
        sync_playwright() as play,
        play.chromium.launch(executable_path=path, env=environment, args=arguments) as one,
    ):
        yield one


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all sites."""
    return tmp_path_factory.mktemp("sites")


@pytest.fixture(scope="session")
def looked(root: Path) -> dict[str, sites.Looked]:
    """The pages to look at, by game."""
    return sites.publish(root)


@pytest.fixture(scope="session")
def served(root: Path) -> Iterator[str]:
    """The folder as a web server shows it."""
    with serve(root) as one:
        yield one


@pytest.fixture
def visitor(browser: Any) -> Iterator[Any]:
    """Opens tabs that remember what they asked for and what was said of them; closes them behind the test."""
    opened: list[Visitor] = []

    def visit(**settings: Any) -> Visitor:
        opened.append(Visitor(browser, **settings))
        return opened[-1]

    yield visit
    for one in opened:
        one.close()
