"""Header fields of an answer: looked up, and the few that need reading (Retry-After, Content-Range, Last-Modified)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from msgspec import Struct

Headers = tuple[tuple[str, str], ...]

#: The longest wait that a server may ask for (a year in Retry-After must not switch a thread off).
LONGEST_WAIT = timedelta(days=1)

_CONTENT_RANGE = re.compile(r"\s*bytes\s+(?:(\d{1,18})-(\d{1,18})|\*)/(\d{1,18}|\*)\s*", re.ASCII | re.IGNORECASE)


class ContentRange(Struct, frozen=True):
    """`bytes first-last/total`: all in bytes, `last` included; None where a `*` stands."""

    first: int | None
    last: int | None
    total: int | None


def field(headers: Headers, name: str) -> str | None:
    """The first header field of that name, None where there is none."""
    wanted = name.lower()
    return next((value for key, value in headers if key.lower() == wanted), None)


def content_range(headers: Headers) -> ContentRange | None:
    """The Content-Range; None where there is none, or none that can be read."""
    found = _CONTENT_RANGE.fullmatch(field(headers, "content-range") or "")
    if found is None:
        return None
    first, last, total = (int(text) if text and text != "*" else None for text in found.groups())
    return ContentRange(first, last, total)


def http_date(text: str | None) -> datetime | None:
    """A date of HTTP in UTC; None for anything else. Read by the fields' own clock, never by the machine's zone."""
    if not text:
        return None
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


def retry_at(headers: Headers, now: datetime) -> datetime | None:
    """When the server wants to be asked again (Retry-After in seconds or as a date), at most a day from now; else None.

    A date counts from the server's own Date, so that a wrong clock here does no harm.
    """
    text = (field(headers, "retry-after") or "").strip()
    if text.isascii() and text.isdecimal():
        return now + min(timedelta(seconds=int(text[:9])), LONGEST_WAIT)
    moment = http_date(text)
    if moment is None:
        return None
    wait = moment - (http_date(field(headers, "date")) or now)
    return now + min(max(wait, timedelta()), LONGEST_WAIT)


def validators(headers: Headers, is_complete: bool) -> tuple[str | None, str | None]:
    """The texts of Last-Modified and ETag to send back with the next delta, unchanged (FORMATS 4.2).

    Last-Modified has seconds only: where it names the very second of the answer, another post may follow within it and
    a 304 would hide that post. Without an ETag beside it, it is then left out once; the next poll is an unconditional
    Range. The same where the last line was still being written. Apache's `…-gzip` never matches the unpacked form that
    a delta asks for, so it is left out where there is a Last-Modified.
    """
    last_modified, etag = field(headers, "last-modified"), field(headers, "etag")
    if not is_complete:
        return None, None
    if last_modified and etag and etag.endswith('-gzip"'):
        etag = None
    if last_modified and not etag:
        changed, answered = http_date(last_modified), http_date(field(headers, "date"))
        if changed and answered and changed >= answered:
            return None, None
    return last_modified, etag
