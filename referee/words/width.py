"""How wide a text is where full-width characters count two columns, and how to make it fit."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

#: What stands for the part that was cut off; two columns, like all ambiguous characters here.
ELLIPSIS = "…"
#: How many combining marks one character may carry; more of them is a prank that reaches over other lines.
_MARKS = 3
#: Middle and final letters of old Hangul, which stand inside the letter before them.
_JOINING = range(0x1160, 0x1200)


@lru_cache(maxsize=4096)
def _width(character: str) -> int:
    if _is_mark(character) or ord(character) in _JOINING or unicodedata.category(character) in ("Cc", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def columns(text: str) -> int:
    """The columns that a text takes: wide, full-width and ambiguous characters two, combining marks none."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(_width, text))


def fits(text: str, limit: int) -> bool:
    """Whether a text takes at most `limit` columns."""
    return 2 * len(text) <= limit or columns(text) <= limit


def cut(text: str, limit: int) -> str:
    """The text in at most `limit` columns; what does not fit is replaced by `…`."""
    if fits(text, limit):
        return text
    left = limit - columns(ELLIPSIS)
    if left < 0:
        return ""
    kept = []
    for character in text:
        left -= _width(character)
        if left < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ELLIPSIS


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text in exactly `width` columns: cut or filled with spaces, which stand before it where `right` is set."""
    text = cut(text, width)
    gap = " " * (width - columns(text))
    return gap + text if right else text + gap


def clean(text: str) -> str:
    """The text on one line, without characters that no reader should meet.

    Control, direction and other unseen characters, lone surrogates and heaped combining marks are left out; line ends
    and tabs become spaces, white space at the ends is gone.
    """
    if text.isascii() and text.isprintable():
        return text.strip()
    return _remembered(text) if len(text) <= _SHORT else _cleaned(text)


def _cleaned(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in text:
        if character.isspace():
            character = "　" if character == "　" else " "
        elif unicodedata.category(character) in ("Cc", "Cf", "Cs"):
            continue
        marks = marks + 1 if _is_mark(character) else 0
        if marks <= _MARKS:
            kept.append(character)
    return "".join(kept).strip()


#: Names, trips and sentences come again and again; anything longer is not remembered.
_SHORT = 200
_remembered = lru_cache(maxsize=4096)(_cleaned)
