"""The bytes of saved files, unpacked where they are packed, as boards write them where a browser changed that."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from referee.fetch import BodyError, unpacked

_GZIP = b"\x1f\x8b"
#: What zlib calls gzip.
_GZIP_WINDOW = zlib.MAX_WBITS | 16
#: How UTF-16 begins, which browsers on Windows save text in ("Unicode"), and its name; no board writes it.
_UTF_16 = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
#: How a page that a browser saved as one file begins: as a mail does; within so many bytes it says what it holds.
_MHTML = re.compile(rb"(?:from|mime-version|subject|date|content-type|snapshot-content-location):")
_MHTML_HEAD = 4096
#: How large a file may become when it is unpacked (bytes): many times the longest thread.
LARGEST = 64 * 1024 * 1024


def read_file(path: str, limit: int | None = None) -> bytes | str:
    """The content of a file, or why there is none: `os:…` in the system's words, `garbled`, `cut`, `too_large`.

    gzip is known by its first bytes, whatever the file is called. Of a page saved with its pictures in one file (MHTML)
    it is the page. UTF-16 with its mark in front becomes UTF-8. With `limit` only so many bytes of the beginning.
    """
    content = _content(path, limit)
    return content if isinstance(content, str) else _in_utf_8(_page_of(content))


def _page_of(content: bytes) -> bytes:
    """The page of an MHTML file, as it was sent; anything else as it is."""
    head = content[:_MHTML_HEAD].lower()
    if not _MHTML.match(head) or b"multipart/related" not in head:
        return content
    from email import message_from_bytes

    for part in message_from_bytes(content).walk():
        if part.get_content_type() == "text/html":
            page = part.get_payload(decode=True)
            return page if isinstance(page, bytes) else b""
    return content


def _in_utf_8(content: bytes) -> bytes:
    """UTF-16 as UTF-8, half a character at the end left out; anything else as it is."""
    for mark, name in _UTF_16:
        if content.startswith(mark):
            text = content[len(mark) :].decode(name, "replace")
            return text.removesuffix("\ufffd").encode()
    return content


def _content(path: str, limit: int | None) -> bytes | str:
    try:
        with Path(path).open("rb") as file:
            raw = file.read() if limit is None else file.read(limit)
    except OSError as error:
        return f"os:{error.strerror}"
    try:
        if limit is None:
            return unpacked(raw, LARGEST)
        return zlib.decompressobj(_GZIP_WINDOW).decompress(raw, limit) if raw.startswith(_GZIP) else raw
    except BodyError as error:
        return error.fault
    except zlib.error:
        return "garbled"
