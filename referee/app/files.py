"""The bytes of saved files, unpacked where they are packed."""

from __future__ import annotations

import zlib
from pathlib import Path

from referee.fetch import BodyError, unpacked

_GZIP = b"\x1f\x8b"
#: What zlib calls gzip.
_GZIP_WINDOW = zlib.MAX_WBITS | 16
#: How large a file may become when it is unpacked (bytes): many times the longest thread.
LARGEST = 64 * 1024 * 1024


def read_file(path: str, limit: int | None = None) -> bytes | str:
    """The content of a file, or why there is none: `os:…` in the system's words, `garbled`, `cut`, `too_large`.

    gzip is known by its first bytes, whatever the file is called. With `limit` only so many bytes of the beginning.
    """
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
