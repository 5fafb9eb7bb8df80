"""What the main pages look like, on a phone and on a desk, in both languages and schemes of colours.

The pictures lie in docs/screenshots; `pytest --bless tests/browser` draws them anew: look at each before it is kept.
They are compared where the same fonts are drawn by the same major version of Chromium (`drawn-by.json`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tools
from helpers import ROOT
from visit import Visitor

KEPT = ROOT / "docs/screenshots"
DRAWN_BY = KEPT / "drawn-by.json"
#: The pages of the small game that are kept as pictures, by name.
PAGES = {
    "standings": "index.html",
    "board": "board.html",
    "player": "players/7Kaze_2foQe2.html",
    "thread": "threads/entrance-1178000000.html",
    "verdict": "rolls/entrance-1178000000-38.html",
    "rules": "rules/26b9c1ed0d0a.html",
    "race": "race.html",
    "tomorrow": "tomorrow.html",
    "hall": "hall.html",
    "story": "story.html",
    "checker": "checker.html",
}
#: Drawn with scripts on; all others with scripts off.
SCRIPTED = "checker"
LANGUAGES = {"ja": "", "en": "en/"}
HEIGHTS = {360: 800, 1200: 700}
SCHEMES = ("light", "dark")
CASES = [(width, scheme, lang) for width in HEIGHTS for scheme in SCHEMES for lang in LANGUAGES]
#: So much of a picture may differ: fewer dots than a sign before each line has.
ENOUGH = 0.0005
#: All pictures together (bytes).
MOST = 2_500_000


def kept(name: str, lang: str, width: int, scheme: str) -> Path:
    """Where a picture lies."""
    return KEPT / f"{name}-{lang}-{width}-{scheme}.png"


def drawn_by(browser: Any) -> dict[str, Any]:
    """What draws here: fonts by their digests, and the major version of Chromium."""
    folder = tools.font_folder()
    if folder is None:
        tools.missing("the fonts of the pictures are not here (Debian: apt-get install fonts-noto-cjk)")
    return {"chromium": browser.version.partition(".")[0], "fonts": tools.font_digests(folder)}


@pytest.fixture
def pictures(browser: Any, request: pytest.FixtureRequest) -> Any:
    """How pictures are kept and compared; only where they come out as those that were kept, or are to be drawn anew.

    A newer Chromium or other versions of the fonts are no fault of the pages: that is a skip also where the browser
    tests are required, and tells what to do.
    """
    now = drawn_by(browser)
    if request.config.getoption("--bless"):
        KEPT.mkdir(exist_ok=True)
        DRAWN_BY.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    then = json.loads(DRAWN_BY.read_text("utf-8"))
    if now != then:
        pytest.skip(f"the pictures were drawn by {then}, here by {now}: look at the pages, then pytest --bless")
    try:
        import pictures
    except ImportError:
        tools.missing("there is no pillow here (pip install -e '.[browser]')")
    return pictures


def shots(open_tab: Callable[..., Visitor], width: int, scheme: str, *, scripts: bool = False) -> Visitor:
    """A tab that draws as the pictures were drawn."""
    size = {"width": width, "height": HEIGHTS[width]}
    return open_tab(viewport=size, color_scheme=scheme, java_script_enabled=scripts)


@pytest.mark.usefixtures("looked")
@pytest.mark.parametrize(("width", "scheme", "lang"), CASES)
def test_pages_look_as_they_were_seen(
    width: int,
    scheme: str,
    lang: str,
    root: Path,
    visitor: Callable[..., Visitor],
    pictures: Any,
    request: pytest.FixtureRequest,
) -> None:
    plain, full = shots(visitor, width, scheme), shots(visitor, width, scheme, scripts=True)
    other = []
    for name, path in PAGES.items():
        tab = full if name == SCRIPTED else plain
        picture = tab.open(f"file://{root}/demo/{LANGUAGES[lang]}{path}").screenshot()
        place = kept(name, lang, width, scheme)
        differs = pictures.difference(picture, place) if place.is_file() else 1.0
        if differs > ENOUGH and request.config.getoption("--bless"):
            print(f"{place.name}: {differs:.2%} of it is new")
            pictures.save(picture, place)
        elif differs > ENOUGH:
            now = Path(request.config.rootpath, "build/screenshots", place.name)
            pictures.save(picture, now)
            other.append(f"{place.name}: {differs:.2%} differs from what was kept; as it looks now: {now}")
    assert other == []


PLANTED = {
    "a colour": ("style.css", "--link:#0b4f8a", "--link:#8a0b0b"),
    "a ground": ("style.css", "--paper:#fdfcf8", "--paper:#c8d8f8"),
    "a row": ("index.html", '<tr>\n<td class="rank">3</td>', '<tr hidden>\n<td class="rank">3</td>'),
    "a size": ("style.css", "font:1rem/1.6", "font:1.05rem/1.6"),
    "a sign": ("style.css", '.can::before{content:"○ "', '.can::before{content:"● "'),
}


@pytest.mark.usefixtures("looked")
@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_change_is_seen(
    what: str, root: Path, tmp_path: Path, visitor: Callable[..., Visitor], pictures: Any
) -> None:
    changed, old, new = PLANTED[what]
    for path in ("index.html", "style.css"):
        text = (root / "demo" / path).read_text("utf-8")
        assert path != changed or old in text
        (tmp_path / path).write_text(text.replace(old, new, 1) if path == changed else text, encoding="utf-8")
    picture = shots(visitor, 360, "light").open(f"file://{tmp_path}/index.html").screenshot()
    assert pictures.difference(picture, kept("standings", "ja", 360, "light")) > ENOUGH


def test_every_picture_is_there_and_all_are_small() -> None:
    there = {path.name for path in KEPT.glob("*.png")}
    assert there == {kept(name, lang, width, scheme).name for name in PAGES for width, scheme, lang in CASES}
    assert sum(path.stat().st_size for path in KEPT.glob("*.png")) < MOST
