"""One file over HTTP: conditional requests, Range and gzip as Apache does them, Range of the packed form included."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from .clock import http_date

#: Packed forms by content, so that many polls of one state pack it once.
_packed: dict[bytes, bytes] = {}


@dataclass
class Request:
    """What was asked; names of header fields in small letters."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def range_start(self) -> int | None:
        """The first byte asked for, None for the whole."""
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("range", ""))
        return int(found[1]) if found else None


@dataclass
class Response:
    """What is sent, and how: `length` is the Content-Length told (-1: the true one, None: none told, the connection is
    closed at the end), `cut` after how many bytes of the body the connection breaks, `chunked` sends in chunks, `raw`
    stands in place of everything, `hang` never answers, `drip` sends one byte at a time with that many seconds between.
    """

    status: int
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    length: int | None = -1
    cut: int | None = None
    chunked: bool = False
    raw: bytes | None = None
    hang: bool = False
    drip: float = 0

    def set(self, name: str, value: str | None) -> Response:
        """Replace or (None) drop a header field."""
        self.headers = [pair for pair in self.headers if pair[0].lower() != name.lower()]
        if value is not None:
            self.headers.append((name, value))
        return self


def serve_file(
    request: Request, content: bytes, changed: datetime, etag: str, kind: str = "text/plain; charset=Shift_JIS"
) -> Response:
    """The answer for a file; no ETag where `etag` is empty."""
    packs = "gzip" in request.headers.get("accept-encoding", "") and len(content) > 0
    if packs:
        content = pack(content)
        etag = f'{etag[:-1]}-gzip"' if etag else ""
    headers = [("Last-Modified", http_date(changed))]
    if etag:
        headers.append(("ETag", etag))
    if is_known(request, changed, etag):
        return Response(304, headers)
    headers += [("Accept-Ranges", "bytes"), ("Content-Type", kind)]
    if packs:
        headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
    part = part_of(request, len(content))
    if part is None:
        return Response(200, headers, content)
    start, end = part
    if start >= end:
        return Response(416, [("Content-Range", f"bytes */{len(content)}"), ("Content-Type", "text/html")], b"416")
    headers.append(("Content-Range", f"bytes {start}-{end - 1}/{len(content)}"))
    return Response(206, headers, content[start:end])


def pack(content: bytes) -> bytes:
    """Gzip, remembered."""
    if content not in _packed:
        _packed.clear()
        _packed[content] = gzip.compress(content, 6, mtime=0)
    return _packed[content]


def is_known(request: Request, changed: datetime, etag: str) -> bool:
    """Whether the client has this version: If-None-Match decides where it stands, else If-Modified-Since."""
    tags = request.headers.get("if-none-match")
    if tags is not None:
        return bool(etag) and etag.removeprefix("W/") in [tag.strip().removeprefix("W/") for tag in tags.split(",")]
    since = request.headers.get("if-modified-since")
    if since is None:
        return False
    try:
        return changed.astimezone(UTC).replace(microsecond=0) <= parsedate_to_datetime(since)
    except ValueError:
        return False


def part_of(request: Request, size: int) -> tuple[int, int] | None:
    """The half-open part that a Range names, empty where it can't be satisfied; None for none, or for nonsense."""
    found = re.fullmatch(r"bytes=(\d*)-(\d*)", request.headers.get("range", ""))
    if found is None or found[0] == "bytes=-":
        return None
    if not found[1]:
        return max(size - int(found[2]), 0), size
    start = int(found[1])
    end = min(int(found[2]) + 1, size) if found[2] else size
    return (start, end) if start < size else (size, size)
