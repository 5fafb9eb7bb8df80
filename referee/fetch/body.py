"""A body on its way in: unpacked piece by piece, never larger than its cap."""

from __future__ import annotations

import zlib
from typing import Literal

Fault = Literal["too_large", "encoding", "garbled", "cut"]

_GZIP = frozenset({"gzip", "x-gzip"})
_MAGIC = b"\x1f\x8b"
#: What zlib calls gzip.
_GZIP_WINDOW = 31


class BodyError(Exception):
    """A body that can't be taken; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault: Fault = fault


class Body:
    """Collects a body; `limit` (bytes) holds for what comes in and for what it unpacks to."""

    def __init__(self, encoding: str, limit: int) -> None:
        """Raises BodyError for a packing other than gzip, which alone is asked for."""
        encoding = encoding.strip().lower()
        if encoding not in _GZIP and encoding not in ("", "identity"):
            raise BodyError("encoding")
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = self._taken = 0
        self._unpack = zlib.decompressobj(_GZIP_WINDOW) if encoding in _GZIP else None

    def feed(self, piece: bytes) -> None:
        """Take the next piece as received.

        Raises:
            BodyError: `too_large` or `garbled`.
        """
        self._taken += len(piece)
        if self._taken > self._limit:
            raise BodyError("too_large")
        while piece and self._unpack is not None:
            piece = self._one_step(piece)
        if self._unpack is None:
            self._keep(piece)

    def finish(self) -> bytes:
        """The whole body.

        Raises:
            BodyError: `cut`, the packing says that more should have come.
        """
        if self._unpack is not None and self._taken and not self._unpack.eof:
            raise BodyError("cut")
        return b"".join(self._parts)

    def _one_step(self, piece: bytes) -> bytes:
        """Unpack as much of a piece as the cap allows; what is left of it comes back."""
        assert self._unpack is not None
        if self._unpack.eof:
            if not piece.startswith(b"\x1f"):
                return b""  # what follows a packed body is padding
            self._unpack = zlib.decompressobj(_GZIP_WINDOW)
        try:
            self._keep(self._unpack.decompress(piece, self._limit - self._size + 1))
        except zlib.error:
            raise BodyError("garbled") from None
        return self._unpack.unused_data if self._unpack.eof else self._unpack.unconsumed_tail

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._limit:
            raise BodyError("too_large")
        self._parts.append(part)


def unpacked(raw: bytes, limit: int) -> bytes:
    """What is in the bytes of a packed file (gzip, all its members); any other bytes as they are.

    Raises:
        BodyError: `too_large`, `garbled`, or `cut`.
    """
    if not raw.startswith(_MAGIC):
        return raw
    body = Body("gzip", limit)
    body.feed(raw)
    return body.finish()
