"""Titles of a series of threads: is one the next of another, and does one match a pattern (FORMATS 4.7)?"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

TitleSign = Literal["title_number", "title_later", "title_alike"]

#: What boards put behind a title: a cap, a note about reprinting.
_TAIL = re.compile(r"\s*(?:\[[^\[\]]{0,40}★[^\[\]]{0,9}\]|\[[^\[\]]{0,9}転載[^\[\]]{0,9}\]|©\s*\S{1,20})\s*$")
_SPACES = re.compile(r"\s+")
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
#: What may stand before the number where the first thread had none: `IDすごろく` → `IDすごろく その2`.
_COUNTER = re.compile(
    r"\s*(?:その|第|part\.?|vol\.?|no\.?|★|#|-)?\s*(?P<number>\d{1,6})\s*(?:スレ目|スレ|本目|回)?", re.ASCII
)
#: So many characters that both titles begin with make them alike.
_ALIKE = 3
#: A longer title is not looked at.
_LONGEST = 500


def plain_title(title: str) -> str:
    """A title as it is compared: wide and narrow signs alike (NFKC), small letters, single spaces, no server's tail."""
    text = unicodedata.normalize("NFKC", title[:_LONGEST]).casefold()
    for _ in range(2):
        text = _TAIL.sub("", text)
    return _SPACES.sub(" ", text).strip()


def title_sign(old: str, new: str) -> TitleSign | None:
    """How a title stands to that of the thread before: its number is the next one, or a later one, or it only begins
    alike; None where nothing speaks for the same series.

    The right-most number is tried first; the text before and behind it must be equal, padding with zeros is free.
    """
    before, after = plain_title(old), plain_title(new)
    if not before or before == after:
        return "title_alike" if before else None
    step = _step(before, after)
    if step == 1:
        return "title_number"
    if step is not None and step > 1:
        return "title_later"
    first = _NUMBER.search(before)
    stem = (before[: first.start()] if first is not None else before).strip()
    same_beginning = len(stem) >= _ALIKE and after.startswith(stem)
    return "title_alike" if same_beginning and (step is None) else None


def matches(pattern: str, title: str) -> bool:
    """Whether a title is what a pattern says: compared as titles are, `*` stands for anything."""
    parts = [re.escape(part) for part in plain_title(pattern).split("*")]
    return re.fullmatch(".*".join(parts), plain_title(title)) is not None


def _step(before: str, after: str) -> int | None:
    """By how much the number of the series grew; None where the texts round no number are equal."""
    for number in reversed(list(_NUMBER.finditer(before))):
        head, tail = before[: number.start()], before[number.end() :]
        if not after.startswith(head) or not after.endswith(tail) or len(after) <= len(head) + len(tail):
            continue
        middle = after[len(head) : len(after) - len(tail)]
        if _NUMBER.fullmatch(middle):
            return int(middle) - int(number[0])
    if after.startswith(before):
        counted = _COUNTER.fullmatch(after[len(before) :])
        if counted is not None and not _NUMBER.search(before[-6:]):
            return int(counted["number"]) - 1
    return None
