"""Mark-up of a board made into plain text: tags, references, and characters that must never reach a page."""

from __future__ import annotations

import html
import re

_BREAK = re.compile(r" ?<[bh]r ?/?> ?", re.IGNORECASE)
#: A tag as a board writes it. Typed `<` and `>` are references on every board, so a lone `<` stays text.
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")
#: Two references that are the halves of one character (FORMATS 1.2).
_HALVES = re.compile(
    r"&#(5[56]\d{3}|[xX][dD][89abAB][0-9a-fA-F]{2});&#(5[67]\d{3}|[xX][dD][c-fC-F][0-9a-fA-F]{2});", re.ASCII
)
#: References to no character: so long that Python refuses to read the number. They stay as they were typed.
_TOO_LONG = re.compile(r"&(?=#(?:[0-9]{9}|[xX][0-9a-fA-F]{8}))", re.ASCII)
#: Direction controls, separators and spaces that nobody sees, byte order marks, and control characters other than tab
#: and newline. The joiner U+200D stays: emoji are made with it.
UNSEEN = "\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\x00-\x08\x0b-\x1f\x7f-\x9f"
_UNSEEN = re.compile(f"[{UNSEEN}]")


def plain_text(markup: str) -> str:
    """What a person reads in mark-up: `<br>` and `<hr>` as newlines, other tags gone, references decoded once.

    References are decoded after the tags are gone, so `&lt;b&gt;` stays text (FORMATS 1.2); direction controls and
    control characters are left out. The ends are not trimmed.
    """
    if "<" in markup:
        markup = _TAG.sub("", _BREAK.sub("\n", markup))
    return decode_references(markup)


def decode_references(text: str) -> str:
    """The text with its references decoded once, halves of one character joined, unseen controls left out."""
    if "&" in text:
        text = html.unescape(_TOO_LONG.sub("&amp;", _HALVES.sub(_joined, text)))
    return _UNSEEN.sub("", text)


def _joined(match: re.Match[str]) -> str:
    high, low = (int(half[1:], 16) if half[0] in "xX" else int(half) for half in match.groups())
    if 0xD800 <= high <= 0xDBFF and 0xDC00 <= low <= 0xDFFF:
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    return match[0]
