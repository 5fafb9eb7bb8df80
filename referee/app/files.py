"""The bytes of saved files, unpacked where they are packed."""

from __future__ import annotations

import zlib
from pathlib import Path

_GZIP = b"\x1f\x8b"
#: How large a file may become when it is unpacked (bytes): many times the longest thread.
UNPACKED = 64 * 1024 * 1024


def read_file(path: str, limit: int | None = None) -> bytes | str:
    """The content of a file, or why there is none: `os:…` in the system's words, `bad_gzip`, `too_large`.

    gzip is known by its first bytes, whatever the file is called. With `limit` only so many bytes of the beginning.
    """
    try:
        with Path(path).open("rb") as file:
            raw = file.read() if limit is None else file.read(limit)
    except OSError as error:
        return f"os:{error.strerror}"
    if not raw.startswith(_GZIP):
        return raw
    try:
        return _unpacked(raw) if limit is None else zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(raw, limit)
    except zlib.error:
        return "bad_gzip"


def _unpacked(raw: bytes) -> bytes | str:
    """All members of a gzip file, one after the other; a cut one is bad, zeros behind the last are not.

    Raises:
        zlib.error: it is damaged.
    """
    parts: list[bytes] = []
    left = UNPACKED
    while raw.startswith(_GZIP):
        member = zlib.decompressobj(zlib.MAX_WBITS | 16)
        parts.append(member.decompress(raw, left + 1))
        left -= len(parts[-1])
        if left < 0:
            return "too_large"
        if not member.eof:
            return "bad_gzip"
        raw = member.unused_data
    return b"".join(parts)
