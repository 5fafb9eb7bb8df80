"""Days as a calendar file (iCalendar, RFC 5545), one event each, for whatever reads such files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from msgspec import Struct

from referee.model import Stamp

#: Bytes of a line before it goes on on the next, which begins with a space (3.1).
_LINE = 75
#: Time of the boards before UTC.
_AHEAD = timedelta(hours=9)
#: The zone of the days. It also makes a calendar without events a whole one, which has at least one component (3.6).
_ZONE = (
    "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0900",
    "TZOFFSETTO:+0900", "TZNAME:JST", "END:STANDARD", "END:VTIMEZONE",
)  # fmt: skip


class Entry(Struct, frozen=True):
    """An event of one day (an ordinal). `uid` stays the same while the day changes; `stamp` is when it last did, None
    where nobody knows (the day itself is told then: a calendar must tell something, and the clock is not asked)."""

    uid: str
    day: int
    stamp: Stamp | None
    title: str
    text: str


def calendar(product: str, name: str, entries: Sequence[Entry]) -> str:
    """A calendar of these events; `product` is the identifier of who made it, `name` its title."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{product}",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_text(name)}",
        "X-WR-TIMEZONE:Asia/Tokyo",
        *_ZONE,
        *(line for entry in entries for line in _event(entry)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(entry: Entry) -> Iterator[str]:
    day = date.fromordinal(entry.day)
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{_utc(entry.stamp or Stamp(entry.day, 0, 0))}"
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"SUMMARY:{_text(entry.title)}"
    yield f"DESCRIPTION:{_text(entry.text)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _utc(stamp: Stamp) -> str:
    return f"{max(stamp.moment, datetime.min + _AHEAD) - _AHEAD:%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    """A text as a value (3.3.11)."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line in pieces of at most 75 bytes, no character parted."""
    rest = line.encode("utf-8", "replace")
    if len(rest) <= _LINE:
        return line
    pieces, room = [], _LINE
    while len(rest) > room:
        end = room
        while rest[end] & 0xC0 == 0x80:  # within a character
            end -= 1
        pieces.append(rest[:end])
        rest, room = rest[end:], _LINE - 1
    return b"\r\n ".join([*pieces, rest]).decode()
