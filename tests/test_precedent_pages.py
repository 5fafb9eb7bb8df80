"""docs/precedents is made from the rows, and the book is whole: every reading, every decided point, every dispute."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.app.precedents import book
from referee.app.showprecedents import contents, page
from referee.model import Readings
from referee.rules import SETTINGS, SWITCHES, Precedent

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs/precedents"
#: The rule book, where it lies beside the project.
SHARED_RULES = next(
    (up / "shared/rules/RULES.md" for up in ROOT.parents if (up / "shared/rules/RULES.md").exists()), None
)
SECTIONS = "TEMSGXHN"

#: Every point that RULES.md marks with °, in its order (a word or two of it), and the precedent that decided it.
DECIDED = [
    ("(the post number)", "P-T-03"),
    ("counts with all it has", "P-T-04"),
    ("stands as it was seen", "P-T-05"),
    ("extra rolls carry over", "P-T-06"),
    ("letters are not used up", "P-E-01"),
    ("XX (adjacent", "P-E-04"),
    ("received gift still hold", "P-E-05"),
    ("no digit = 0", "P-E-08"),
    ("several multiply", "P-E-09"),
    ("Kinds combine", "P-E-10"),
    ("any character", "P-E-12"),
    ("on top of what its dice are worth", "P-E-13"),
    ("even if they do nothing this time", "P-E-14"),
    ("not for other rolls of the day", "P-E-16"),
    ("no seconds shown = 0", "P-E-18"),
    ("the last in reading order that jumps", "P-E-19"),
    ("nobody comes home on the way", "P-M-03"),
    ("still happen", "P-M-04"),
    ("an extra roll included", "P-S-01"),
    ("Several ×n multiply", "P-S-02"),
    ("granted for each such JO", "P-S-03"),
    ("rounded down", "P-S-04"),
    ("nobody's before or next", "P-G-02"),
    ("already home: lost", "P-G-03"),
    ("on its day for rests", "P-X-01"),
    ("the player's next daily roll", "P-X-02"),
    ("an extra roll already granted", "P-X-03"),
    ("The others play on", "P-H-01"),
]
#: Every kind of dispute: rulings of the host (H3), and what waits for one.
DISPUTES = {
    "void": "P-H-02",
    "chat": "P-H-03",
    "count": "P-H-04",
    "square": "P-H-05",
    "random square": "P-H-06",
    "exposure": "P-H-07",
    "link": "P-H-08",
    "join trips": "P-H-09",
    "new round": "P-H-10",
    "other ruleset": "P-H-11",
    "carry-over": "P-H-12",
    "outage": "P-H-13",
    "day shift": "P-H-14",
    "correction": "P-H-15",
    "refused link": "P-X-04",
    "erased": "P-T-07",
    "undated": "P-T-08",
    "a pasted text of ours": "P-T-09",
    "claim": "P-N-01",
    "look-alike trip": "P-N-02",
    "same ID": "P-N-03",
    "midnight": "P-N-04",
}
NUMBERS = {one.number: one for one in book()}


@pytest.mark.parametrize("letter", SECTIONS)
def test_page_of_a_section(letter: str, golden: Callable[[Path, str], None]) -> None:
    golden(PAGES / f"{letter}.md", page(letter, [one for one in book() if one.section == letter]))


def test_contents(golden: Callable[[Path, str], None]) -> None:
    path = PAGES / "README.md"
    kept, heading, _ = path.read_text("utf-8").partition("## Contents\n\n")
    golden(path, kept + heading + contents(book()))


def test_numbers_are_in_order_and_belong_to_their_page() -> None:
    for letter in SECTIONS:
        numbers = [one.number for one in book() if one.section == letter]
        assert numbers == [f"P-{letter}-{place:02d}" for place in range(1, len(numbers) + 1)]


def test_every_switch_and_setting_has_a_precedent_with_all_its_values() -> None:
    """The loader sees to the values; here to the switches, so that none can come without its precedent."""
    assert {one.switch for one in book() if one.switch} == {*SWITCHES, *SETTINGS}
    assert set(Readings.__struct_fields__) == set(SWITCHES)


@pytest.mark.parametrize("number", [*(number for _, number in DECIDED), *DISPUTES.values()])
def test_every_decided_point_and_dispute_has_its_precedent(number: str) -> None:
    one = NUMBERS[number]
    assert one.switch is None
    assert one.choice.is_run


def test_nothing_is_in_the_book_that_is_none_of_them() -> None:
    known = {*(number for _, number in DECIDED), *DISPUTES.values()}
    assert {one.number for one in book() if one.switch is None} == known


def test_the_list_of_decided_points_is_that_of_the_rules() -> None:
    if SHARED_RULES is None:
        pytest.skip("the rule book is not here")
    text = " ".join(SHARED_RULES.read_text("utf-8").split())
    marks = [found.start() for found in re.finditer("°", text)][1:]  # the first explains the mark
    assert len(marks) == len(DECIDED)
    for place, (words, _) in zip(marks, DECIDED, strict=True):
        assert text[:place].endswith(words), words
    ids = set(re.findall(r"\b(?:[TMSGXHN]\d|E-[A-Z]+)\b", text)) | {"E-CN", "E-SA", "E-LOWER"}
    assert {rule for one in book() for rule in one.rules} <= ids


@pytest.mark.parametrize("one", book(), ids=lambda one: one.number)
def test_both_languages_are_what_they_say(one: Precedent) -> None:
    japanese = re.compile("[ぁ-んァ-ヶ一-龠]")
    for english, other in [
        (one.question.en, one.question.ja),
        (one.reason.en, one.reason.ja),
        *((answer.en, answer.ja) for answer in one.answer),
    ]:
        assert english.strip()
        assert not japanese.search(english)
        assert other.strip()
