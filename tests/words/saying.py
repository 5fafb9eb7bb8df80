"""What the tests of words share: speakers of both languages, and how a line is looked at."""

from __future__ import annotations

import re
from functools import cache

from helpers import ruleset

from referee.words import Speaker, columns

LANGUAGES = ("ja", "en")
#: Sixty full-width characters.
LIMIT = 120
#: Codes of verdicts, items and problems; those of one word that is also plain English are looked for in Japanese only.
_CODE = re.compile(r"(?<![a-z])[a-z]+(?:_[a-z]+)+")
_ENGLISH_ONLY = re.compile(
    r"(?<![A-Za-z])(?:undated|resting|unreadable|used|struck|points|midnight|erased|void|chat)\b"
)


@cache
def speaker(lang: str) -> Speaker:
    return Speaker(lang, ruleset().texts(lang))


def assert_for_people(text: str, lang: str) -> None:
    """No bare code, no placeholder left, nothing that a terminal should not meet."""
    assert not _CODE.search(text), text
    assert lang == "en" or not _ENGLISH_ONLY.search(text), text
    assert not any(left in text for left in ("{", "}", "None")), text
    assert all(character == "\n" or character.isprintable() or character == "　" for character in text), repr(text)


def assert_short(line: str, lang: str) -> None:
    """One line of at most sixty full-width characters, that a board of CP932 takes as it is."""
    assert_for_people(line, lang)
    assert "\n" not in line
    assert columns(line) <= LIMIT, line
    line.encode("cp932")
