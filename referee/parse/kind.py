"""What a line of a dat is (a post, an erased post, a notice of the server), and whether a file is a thread at all."""

from __future__ import annotations

import re
from typing import Literal

from referee.model import PostStatus
from referee.parse.decode import decode_lines, unwrapped
from referee.parse.stamp import read_any_stamp

#: `html` is a page, which `read_page` reads; the last six are said of pages that are none of a thread.
Refusal = Literal[
    "empty", "binary", "html", "digest", "moved_notice", "no_posts",
    "crowded", "challenge", "no_such_thread", "error_page", "unknown_page", "tangled",
]  # fmt: skip

#: What boards put in the place of a post (FORMATS 1.10); both tildes occur (FORMATS 0, row 28).
_ERASED = ("あぼーん", "うふ～ん", "うふ〜ん", "＜削除＞")
_NOTICE_DATE = re.compile(r"Over\s*[0-9０-９]+|\[過去ログ\]|停止")
#: What readers show for a line that they could not read.
_WRECK = re.compile(r"\[?ここ壊れてます")

#: How many lines of a file are asked for a sign of a thread.
_HEAD_LINES = 50
#: How long a file may be to be taken for a notice or a digest instead of a thread (lines).
_SHORT = 8
_BINARY_HEADS = (
    b"\x1f\x8b",
    b"PK\x03\x04",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"%PDF",
    b"SQLite format 3\0",
    b"BM",
    b"7z",
)
_HTML = re.compile(
    rb"\s*(?>(?:<!--.*?-->\s*)*)<(?:!doctype|html|head|body|title|meta|script|\?xml|error|div|dl|dt|article|main|link|h1)\b",
    re.I | re.S,
)
#: A tag: what is no thread and has one is a page, of which the reader of pages says what it is.
_TAG = re.compile(rb"</?[a-z][a-z0-9]*(?:\s[^<>]*)?>", re.IGNORECASE)
#: A tag that no line of a dat has.
_PAGE_TAG = re.compile(r"</?(?!(?:a|b|br|em|font|hr|img|li|small|span|ul)\b)[a-z]", re.IGNORECASE)
_MOVED = re.compile(r"[２2５5]ちゃんねる ★")
#: The key of the thread with which 0ch+ servers tell readers something (FORMATS 0, row 7).
_NOTICE_KEY = "2000000000"


def status_of_fields(fields: list[str]) -> PostStatus:
    """What a line without a readable stamp is, judged by the fields that only the server writes (FORMATS 1.10).

    Needs four fields. A player can type あぼーん as name, mail or body, but not as date; a board that erases with a
    text of its own (0ch+ BBS_DELETE_NAME) sets all four alike.
    """
    name, mail, date, body = (field.strip() for field in fields[:4])
    if date.startswith(_ERASED) or (name in _ERASED and (not date or date.startswith("NG"))):
        return "erased"
    if date and name == mail == date == body:
        return "erased"
    if _NOTICE_DATE.match(date):
        return "server_notice"
    return "broken" if _WRECK.match(date) else "normal"


def looks_like_thread(body: bytes, key: str = "") -> Refusal | None:
    """None for the dat of a thread, else why it is none: the name of what the bytes are instead (FORMATS 0, row 7).

    A thread is what has a stamp or an erased mark in one of its first 50 lines. `key` is the thread's key where known.
    """
    if not body.strip(b"\0 \t\r\n"):
        return "empty"
    if body.startswith(_BINARY_HEADS):
        return "binary"
    head = b"\n".join(body.split(b"\n", _HEAD_LINES)[:_HEAD_LINES])
    is_page = _HTML.match(unwrapped(body)) is not None
    if is_page and b"<>" not in head:
        return "html"  # told before a page that stands on one line is decoded to be looked at
    texts = decode_lines(head).texts
    if not texts:
        return "empty"
    rows = _rows(texts)
    if is_page and not ("<>" in texts[0] and _is_post(rows[0])):
        return "html"  # whatever people typed into it
    is_short = len(rows) <= _SHORT
    if is_short and any("(最終更新)" in row[2] or "(総レス数, サイズ)" in row[0] for row in rows if len(row) >= 4):
        return "digest"
    if is_short and (key == _NOTICE_KEY or _MOVED.fullmatch(rows[0][0].strip())):
        return "moved_notice"
    if any(_is_post(row) for row in rows):
        return None
    if _is_binary(head):
        return "binary"
    return "html" if b"<>" not in head and _TAG.search(head) else "no_posts"


def is_in_commas(texts: list[str]) -> bool:
    """Whether the lines of a dat are of 1999: the first line alone tells, and must be a post (FORMATS 1.1). In lines
    with `<>`, and in pages, a comma is what people type."""
    first = texts[0] if texts else ""
    return "<>" not in first and not _PAGE_TAG.search(first) and _is_post(comma_fields(first))


def comma_fields(text: str) -> list[str]:
    """The fields of a line of 1999, `＠｀` a typed comma (FORMATS 1.1); a line without commas is one field."""
    fields = text.split(",")
    return [field.replace("＠｀", ",") for field in fields] if len(fields) > 3 else [text]


def _rows(texts: list[str]) -> list[list[str]]:
    in_commas = is_in_commas(texts)
    return [comma_fields(text) if in_commas and "<>" not in text else text.split("<>") for text in texts]


def _is_post(row: list[str]) -> bool:
    if len(row) < 4:
        return False
    return read_any_stamp(row[2])[0] is not None or status_of_fields(row) == "erased"


def _is_binary(head: bytes) -> bool:
    controls = len(head) - len(head.translate(None, bytes([*range(1, 9), *range(14, 32)])))
    return controls * 50 > len(head)
