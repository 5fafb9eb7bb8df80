"""Labels and colours: nothing unused, nothing unknown, and contrast enough for WCAG 2.2 AA."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import referee.pages
from referee.pages.letters import _MARKS, MARKS
from referee.rules.effects import EFFECTS
from referee.words.pages import LABELS

ROOM = Path(referee.pages.__file__).parent
STYLE = (ROOM / "templates/style.css").read_text("utf-8")
#: Keys that are put together on the spot, by what they begin with.
_MADE = ("life_", "legend_", "event_", "moved_", "fail_")
SOURCES = "\n".join(path.read_text("utf-8") for path in [*ROOM.glob("*.py"), *ROOM.glob("templates/*.html")])


def test_every_label_is_known_and_none_is_left_over() -> None:
    said = {*re.findall(r"""say\(\s*f?"([a-z_]+)[{"]""", SOURCES), *re.findall(r"(?<!\.)\bsays\.([a-z_]+)", SOURCES)}
    assert {key for key in said if key not in LABELS and key not in _MADE} == set()
    quoted = {*re.findall(r'"([a-z_]+)"', SOURCES), *said}
    assert {key for key in LABELS if key not in quoted and not key.startswith(_MADE)} == set()
    assert {f"legend_{mark}" for mark in MARKS} == {key for key in LABELS if key.startswith("legend_")}


def test_every_effect_of_the_rules_has_a_mark() -> None:
    assert set(EFFECTS) - {"nothing"} <= set(_MARKS)
    assert set(_MARKS.values()) | {"minus"} == set(MARKS)
    assert all(f".m-{mark}{{" in STYLE for mark in MARKS)


def test_no_mark_is_known_by_its_colour_alone() -> None:
    lines = [re.search(rf"\.m-{mark}{{[^}}]*?(text-decoration[^}}]*)}}", STYLE) for mark in MARKS]
    assert all(lines)
    assert len({line[1] for line in lines if line}) == len(MARKS)


def schemes() -> dict[str, dict[str, str]]:
    light, dark, *_ = re.findall(r":root{(.*?)}", STYLE, re.DOTALL)
    found = {}
    for name, text in (("light", light), ("dark", dark)):
        found[name] = dict(re.findall(r"--(\w+):(#[0-9a-f]{6})", text))
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_is_enough_on_paper_and_on_tint(scheme: str) -> None:
    colours = schemes()[scheme]
    assert len(colours) > 12
    for ground in ("paper", "tint"):
        for name in colours.keys() - {"paper", "tint", "line"}:
            one, other = sorted((luminance(colours[name]), luminance(colours[ground])))
            assert (other + 0.05) / (one + 0.05) >= 4.5, f"{scheme}: {name} on {ground}"
