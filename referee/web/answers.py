"""Answers of HTTP: what was made before (tags, 304, gzip), JSON, and what can't be had."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from functools import lru_cache
from weakref import WeakKeyDictionary

import msgspec
from starlette.responses import Response
from starlette.types import Scope

from referee.app.live import Live
from referee.app.made import Made, tag_of
from referee.words.pages import PageSpeaker

#: Kinds of files by how their names end.
KINDS = {
    "html": b"text/html; charset=utf-8",
    "css": b"text/css; charset=utf-8",
    "js": b"text/javascript; charset=utf-8",
    "json": b"application/json",
    "atom": b"application/atom+xml; charset=utf-8",
    "xml": b"application/xml; charset=utf-8",
    "ics": b"text/calendar; charset=utf-8",
    "svg": b"image/svg+xml",
    "txt": b"text/plain; charset=utf-8",
}
HTML, JSON = KINDS["html"], KINDS["json"]
_UNKNOWN = b"application/octet-stream"
#: Pages change whenever the thread does: they are asked about each time, and mostly answered 304.
_ASK = (b"cache-control", b"no-cache")
_NEVER_KEEP = (b"cache-control", b"no-store")
_VARY = (b"vary", b"accept-encoding")
_GZIP = (b"content-encoding", b"gzip")
#: Where a page says what it may load (bytes from its beginning).
_HEAD = 800
_POLICY = b'<meta http-equiv="Content-Security-Policy" content="'
_NO_FRAMES = b"; frame-ancestors 'none'"
_STRICT = b"default-src 'none'" + _NO_FRAMES
#: Answers to these paths are read by programs: what can't be had is told in JSON.
_FOR_PROGRAMS = ("/api/", "/health", "/metrics", "/openapi.json")

Headers = list[tuple[bytes, bytes]]


class Answer(Response):
    """An answer of bytes, its headers as they are sent; only the length is added. It may be given again and again."""

    def __init__(self, status: int, body: bytes, headers: Headers) -> None:
        self.status_code, self.body, self.background = status, body, None
        self.raw_headers = headers if status == 304 else [*headers, (b"content-length", b"%d" % len(body))]


def kind_of(path: str) -> bytes:
    """The kind of a file of the site."""
    return KINDS.get(path.rpartition(".")[2], _UNKNOWN)


#: What is sent of a page, as it is and packed: the whole of it, and that the asker has it.
_READY: WeakKeyDictionary[Made, tuple[tuple[Answer, Answer], ...]] = WeakKeyDictionary()


def kept(scope: Scope, made: Made, kind: bytes) -> Answer:
    """What was made before, packed where that is taken; 304 where the asker has it."""
    ready = _READY.get(made)
    if ready is None:
        ready = _READY[made] = _both(made, kind)
    packs = made.packed is not None and _takes_gzip(_asked(scope, b"accept-encoding") or "")
    whole, same = ready[packs]
    return same if _has(scope, made.tag, made.since) else whole


def _both(made: Made, kind: bytes) -> tuple[tuple[Answer, Answer], ...]:
    """A page as it is, and packed where it is."""
    told: Headers = [(b"last-modified", _http_date(made.since)), _ASK]
    about: Headers = [(b"content-type", kind), (b"content-security-policy", _policy(kind, made.body))]
    if made.packed is None:
        return (_ready(made.tag, made.body, told, about),)
    told.append(_VARY)
    return (
        _ready(made.tag, made.body, told, about),
        _ready(f"{made.tag}-gzip", made.packed, told, [*about, _GZIP]),
    )


def _ready(tag: str, body: bytes, told: Headers, about: Headers) -> tuple[Answer, Answer]:
    """Some bytes, and that the asker has them."""
    told = [(b"etag", f'"{tag}"'.encode()), *told]
    return Answer(200, body, [*told, *about]), Answer(304, b"", told)


def fresh(scope: Scope, body: bytes, kind: bytes, status: int = 200) -> Answer:
    """What was made for this request alone; what is right has a tag too."""
    headers: Headers = [(b"content-type", kind), (b"content-security-policy", _policy(kind, body))]
    if status != 200:
        return Answer(status, body, [*headers, _NEVER_KEEP])
    tag = tag_of(body)
    told: Headers = [(b"etag", f'"{tag}"'.encode()), _ASK]
    if _has(scope, tag, None):
        return Answer(304, b"", told)
    return Answer(200, body, [*told, *headers])


def now_only(body: bytes, kind: bytes, status: int = 200) -> Answer:
    """What holds at this moment and is not to be kept."""
    return Answer(status, body, [(b"content-type", kind), (b"content-security-policy", _STRICT), _NEVER_KEEP])


def trouble(status: int, text: str) -> Answer:
    """What is wrong with a request, for programs."""
    return now_only(msgspec.json.encode({"error": text}), JSON, status)


def failed(scope: Scope, live: Live, status: int, more: Headers | None = None) -> Answer:
    """What can't be had: a page of one sentence, or JSON for programs."""
    path = scope["path"]
    if path.startswith(_FOR_PROGRAMS):
        answer = trouble(status, PageSpeaker("en", {}).label(f"fail_{status}"))
    else:
        raw = scope.get("raw_path") or path.encode("utf-8", "replace")
        page = live.failed(status, max(raw.count(b"/") - 1, 0))
        answer = Answer(
            status, page, [(b"content-type", HTML), (b"content-security-policy", _policy(HTML, page)), _NEVER_KEEP]
        )
    answer.raw_headers += more or []
    return answer


def _policy(kind: bytes, body: bytes) -> bytes:
    """What a page says of itself that it may load, and that nobody may frame it; of what is no page, nothing."""
    if kind is not HTML:
        return _STRICT
    start = body.find(_POLICY, 0, _HEAD)
    if start < 0:
        return _STRICT
    start += len(_POLICY)
    return body[start : body.index(b'"', start)] + _NO_FRAMES


def _asked(scope: Scope, name: bytes) -> str | None:
    """A header of a request; several of one name are one list."""
    told = [value for key, value in scope["headers"] if key == name]
    return b",".join(told).decode("latin-1") if told else None


@lru_cache(maxsize=64)
def _takes_gzip(accepted: str) -> bool:
    """Whether a header Accept-Encoding takes gzip."""
    for part in accepted.lower().split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() in ("gzip", "x-gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _has(scope: Scope, tag: str, since: datetime | None) -> bool:
    """Whether the asker has a content: by its tag, in either packing; by the time only where no tag is told."""
    told = _asked(scope, b"if-none-match")
    if told is not None:
        tags = {one.strip().removeprefix("W/") for one in told.split(",")}
        return not tags.isdisjoint({"*", f'"{tag}"', f'"{tag}-gzip"'})
    known = _asked(scope, b"if-modified-since")
    if known is None or since is None:
        return False
    try:
        at = parsedate_to_datetime(known)
    except ValueError:
        return False
    return at.tzinfo is not None and since.replace(microsecond=0) <= at


@lru_cache(maxsize=256)
def _http_date(at: datetime) -> bytes:
    return format_datetime(at.astimezone(UTC).replace(microsecond=0), usegmt=True).encode()
