"""The bytes of a dat made into lines of text, where a bad byte harms its own field and no other."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

Encoding = Literal["cp932", "utf-8"]

_BOM = b"\xef\xbb\xbf"
_BEYOND_ASCII = re.compile(b"[\x80-\xff]")
#: How many bytes a character of UTF-8 has at most.
_LONGEST_CHARACTER = 4
#: A character that UTF-8 writes in three bytes or more: the sign of real UTF-8 Japanese.
_WIDE = re.compile("[\u0800-\U0010ffff]")
#: What Python's cp932 makes, without an error, of the bytes 0x80, 0xA0, 0xFD, 0xFE, 0xFF (FORMATS 1.2).
UNMAPPED = {0x80: "\ufffd", 0xF8F0: " ", 0xF8F1: "\ufffd", 0xF8F2: "\ufffd", 0xF8F3: "\ufffd"}
UNMAPPED_CHARACTERS = "".join(map(chr, UNMAPPED))
#: What the kana of UTF-8 look like when they are read as CP932: hardly ever meant.
MISREAD_KANA = "縺繧繝"
#: White space that is no part of another character in any encoding here, and says nothing about a line's content.
_SPACE = b" \t\r"
_GAPS = bytes.maketrans(b"\0\r", b"  ")
#: How far into a file the wrapper of the MSIE6 days may begin (bytes).
_WRAPPER_REACH = 512


class Lines(Struct, frozen=True, gc=False):
    """A dat as lines: `texts` decoded, `contents` the bytes of each without white space, `damaged` which had bad bytes.

    `damaged` counts lines from 1, as posts are counted.
    """

    texts: list[str]
    contents: list[bytes]
    damaged: frozenset[int]


def decode_lines(body: bytes) -> Lines:
    """The lines of a dat, one for each LF and one for what follows the last LF, whatever the bytes are; never raises.

    CP932 unless the bytes themselves are UTF-8. Where the whole decodes strictly nothing can have gone wrong; else each
    line, and in a bad line each field, is decoded by itself (FORMATS 1.2). CRLF counts as LF. NUL and a CR inside a
    line become spaces and damage the line, like bytes that can't be decoded (they become U+FFFD).
    """
    body = plain_ends(body)
    if not body:
        return Lines([], [], frozenset())
    encoding = encoding_of(body)
    contents = body.translate(None, _SPACE).split(b"\n")
    if body.endswith(b"\n"):
        contents.pop()
    count = len(contents)
    texts = _all_at_once(body, encoding)
    if texts is not None:
        return Lines(texts[:count], contents, frozenset())
    texts = []
    damaged = set()
    for number, line in enumerate(body.split(b"\n")[:count], 1):
        text, is_whole = _line_text(line, encoding)
        texts.append(text)
        if not is_whole:
            damaged.add(number)
    return Lines(texts, contents, frozenset(damaged))


def content_lines(body: bytes) -> tuple[list[bytes], list[bytes]]:
    """The lines of a body as bytes, and the bytes of each without white space."""
    body = plain_ends(body)
    count = _count(body)
    return body.split(b"\n")[:count], body.translate(None, _SPACE).split(b"\n")[:count]


def plain_ends(body: bytes) -> bytes:
    """The body without what was put round it, its lines ended by LF alone."""
    body = unwrapped(body)
    return body.replace(b"\r\n", b"\n").rstrip(b"\r") if b"\r" in body else body


def _count(body: bytes) -> int:
    """How many lines: one for each LF and one for what follows the last LF."""
    return body.count(b"\n") + (bool(body) and not body.endswith(b"\n"))


def unwrapped(body: bytes) -> bytes:
    """The body without a byte order mark and without the XML that was put round dats for MSIE6 (FORMATS 1.1)."""
    body = body.removeprefix(_BOM)
    head = body[:_WRAPPER_REACH]
    if not head.lstrip().startswith(b"<?xml") or b"<![CDATA[" not in head:
        return body
    body = body[body.index(b"<![CDATA[") + len(b"<![CDATA[") :].removeprefix(b"\r\n").removeprefix(b"\n")
    end = body.rfind(b"]]>")
    return body if end < 0 else body[:end]


def encoding_of(body: bytes) -> Encoding:
    """What the bytes are in: `utf-8` only where they are real UTF-8, else `cp932`. A header's charset is not asked."""
    beyond = _BEYOND_ASCII.search(body)
    if beyond is None or not _begins_utf8(body[beyond.start() : beyond.start() + _LONGEST_CHARACTER]):
        return "cp932"
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return _encoding_of_most(body.split(b"\n"))
        text = body[: error.start].decode("utf-8")
    if _WIDE.search(text) or _strict(body, "cp932") is None:
        return "utf-8"
    return "cp932"


def _begins_utf8(raw: bytes) -> bool:
    """Whether bytes begin with a character of UTF-8: the first Japanese one of a file tells CP932 nearly always."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > 0
    return True


def _encoding_of_most(lines: list[bytes]) -> Encoding:
    """What most lines are in, for a file that mixes both; the last line may be cut and has no say."""
    votes = 0
    for line in lines[:-1]:
        if not line.isascii():
            votes += 1 if _is_wide_utf8(line) else -1
    return "utf-8" if votes > 0 else "cp932"


def _is_wide_utf8(raw: bytes) -> bool:
    text = _strict(raw, "utf-8")
    return text is not None and _WIDE.search(text) is not None


def _all_at_once(body: bytes, encoding: Encoding) -> list[str] | None:
    if b"\0" in body or b"\r" in body:
        return None
    text = _strict(body, encoding)
    if text is None:
        return None
    if encoding == "cp932" and has_any(text, UNMAPPED_CHARACTERS + MISREAD_KANA):
        return None
    return text.split("\n")


def _line_text(line: bytes, encoding: Encoding) -> tuple[str, bool]:
    line = line.rstrip(b"\r")
    is_whole = b"\0" not in line and b"\r" not in line
    if not is_whole:
        line = line.translate(_GAPS)
    text = _strict(line, encoding)
    if text is None or has_any(text, MISREAD_KANA):
        # Joined again by what split them: no encoding here makes `<` or `>` of other bytes.
        separator = b"<>" if b"<>" in line else b","
        joined = separator.decode().join(field_text(field, encoding) for field in line.split(separator))
        is_whole = is_whole and joined == text
        text = joined
    if encoding == "cp932" and has_any(text, UNMAPPED_CHARACTERS):
        return text.translate(UNMAPPED), False
    return text, is_whole


def field_text(field: bytes, encoding: Encoding) -> str:
    """A field of a bad line. UTF-8 in a CP932 file fills its field, such as a weekday from the board's settings."""
    text = _strict(field, encoding)
    if text is not None and not has_any(text, MISREAD_KANA):
        return text
    if _is_wide_utf8(field):
        return field.decode("utf-8")
    return field.decode(encoding, "replace")


def _strict(raw: bytes, encoding: Encoding) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def has_any(text: str, characters: str) -> bool:
    """Whether one of some characters stands in a text."""
    return any(character in text for character in characters)
