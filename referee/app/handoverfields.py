"""The values of a hand-over as fields of its lines, and back: texts, times, days, the row of a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import unquote

from msgspec import Struct

from referee.game import days_of, listed
from referee.model import BOARD_DAYS, DAY_ONLY, MINUTES, Days, PlayerState, Rest, Stamp, day_text

#: Bytes of a name as written; a longer one is cut: it is only shown, and only until the player's next roll.
_NAME = 96
#: Digits of the largest number (the days of all calendars have seven), and days of the longest run; also of stamps.
_DIGITS, _RUN = 7, 1000
_STAMP = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?", re.ASCII)
#: What boards, readers of boards or this form make something else of; and characters that tables of CP932 differ in.
_SPECIAL = frozenset("%&<>=*\",:;#|\\~`'" + "〜～−－‖∥¢￠£￡¬￢—―¦￤")


def quoted(text: str) -> str:
    """A text as one field, in characters that every board keeps; `-` for none."""
    return "".join(map(_quoted, text)) if text != "-" else "%2D"


def _quoted(character: str) -> str:
    is_plain = character.isprintable() and not character.isspace() and character not in _SPECIAL
    if is_plain and (character.isascii() or _survives(character)):
        return character
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "replace"))


def _survives(character: str) -> bool:
    try:
        return character.encode("cp932").decode("cp932") == character
    except UnicodeEncodeError:
        return False


def quoted_name(name: str, limit: int) -> str:
    """A name as one field of at most so many bytes of CP932, the rest cut off; half an address is none."""
    kept: list[str] = []
    for one in ("%2F" if character == "/" else _quoted(character) for character in name):
        limit -= len(one.encode("cp932"))
        if limit < 0:
            break
        kept.append(one)
    return "".join(kept)


# One way and back for each kind of value


def stamp_text(stamp: Stamp) -> str:
    day, millis, digits = day_text(stamp.day), stamp.millis, stamp.digits
    if digits == DAY_ONLY:
        return day
    text = f"{day}T{millis // 3_600_000:02d}:{millis // 60_000 % 60:02d}"
    if digits == MINUTES:
        return text
    return f"{text}:{millis // 1000 % 60:02d}" + (f".{stamp.fraction}" if digits else "")


def read_stamp(text: str) -> Stamp:
    match = _STAMP.fullmatch(text)
    if match is None:
        raise ValueError(text)
    ordinal = read_date(match[1])
    if match[2] is None:
        return Stamp(ordinal, 0, DAY_ONLY)
    millis = (int(match[2]) * 60 + int(match[3])) * 60_000
    if match[4] is None:
        return Stamp(ordinal, millis, MINUTES)
    fraction = match[5] or ""
    return Stamp(ordinal, millis + int(match[4]) * 1000 + int(fraction.ljust(3, "0")), len(fraction))


def read_count(text: str) -> int:
    """A number as this form writes it.

    Raises:
        ValueError: it is negative, none, or larger than any of a game: nobody's hand-over may stop a referee.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise ValueError(text[:20])
    return int(text)


def read_date(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def _stamps(stamps: tuple[Stamp, ...]) -> str:
    """Stamps in order; one that comes several times in a row, as of JO + symbol, with `x` and how often."""
    runs = [(stamp_text(stamp), len([*same])) for stamp, same in groupby(stamps)]
    return ",".join(text if count == 1 else f"{text}x{count}" for text, count in runs)


def _read_stamps(text: str) -> tuple[Stamp, ...]:
    found: list[Stamp] = []
    for one in text.split(","):
        stamp, _, count = one.partition("x")
        if len(found) + read_count(count or "1") > _RUN:
            raise ValueError(one)
        found += [read_stamp(stamp)] * read_count(count or "1")
    return tuple(found)


def _days(days: Days, today: int) -> str:
    """Days as how long ago they are, runs as `3-0`; a day to come has a `+` before it."""
    runs: list[list[int]] = []
    for day in listed(days):
        if runs and runs[-1][1] == day - 1:
            runs[-1][1] = day
        else:
            runs.append([day, day])
    return ",".join(
        _ago(first, today) if first == last else f"{_ago(first, today)}-{_ago(last, today)}" for first, last in runs
    )


def _ago(day: int, today: int) -> str:
    return str(today - day) if day <= today else f"+{day - today}"


def _read_ago(text: str, today: int) -> int:
    ago = read_count(text.removeprefix("+"))
    day = today + ago if text.startswith("+") else today - ago
    if day not in BOARD_DAYS:  # a set of days that spans all calendars would be megabytes
        raise ValueError(text)
    return day


def _read_days(text: str, today: int) -> Days:
    found: list[int] = []
    for run in text.split(","):
        first, _, last = run.partition("-")
        start, end = _read_ago(first, today), _read_ago(last or first, today)
        if end - start >= _RUN:
            raise ValueError(run)
        found += range(start, end + 1)
    return days_of(found)


def _stood(stood: tuple[tuple[int, tuple[int, ...]], ...], today: int) -> str:
    return ",".join(f"{_ago(day, today)}/{'/'.join(map(str, squares))}" for day, squares in stood)


def _read_stood(text: str, today: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    entries = [entry.split("/") for entry in text.split(",")]
    return tuple((_read_ago(day, today), tuple(map(read_count, squares))) for day, *squares in entries)


def _rest(rest: Rest) -> str:
    return ",".join((day_text(rest.since), day_text(rest.until), "".join(rest.owed) or "-", *map(_mark, rest.shown)))


def _mark(shown: str) -> str:
    return shown.removeprefix("#")


def _read_rest(text: str) -> Rest:
    since, until, owed, *shown = text.split(",")
    return Rest(read_date(since), read_date(until), tuple(owed.strip("-")), tuple(f"#{one}" for one in shown))


class _Part(Struct, frozen=True):
    """One field of a player: its name in the text, the attribute, and the way there and back (`today` an ordinal)."""

    name: str
    attribute: str
    write: Callable[[Any, int], str]
    read: Callable[[str, int], Any]


def _plainly(write: Callable[[Any], str], read: Callable[[str], Any]) -> tuple[Any, Any]:
    return (lambda value, _: write(value)), (lambda text, _: read(text))


_NUMBER = _plainly(str, read_count)
_DATE = _plainly(day_text, read_date)
#: The fields of a player behind trip, square and name; those that are as with everybody at the start are left out.
PARTS = (
    _Part("回", "rolls", *_NUMBER),
    _Part("あがり", "home_at", *_NUMBER),
    _Part("あがり日", "home_on", *_DATE),
    _Part("倍", "held", *_NUMBER),
    _Part("chance", "chance", *_plainly(lambda _: "1", lambda text: text == "1")),
    _Part("次回追加", "pending", *_NUMBER),
    _Part("権利", "grants", *_plainly(_stamps, _read_stamps)),
    _Part("板順", "made", *_NUMBER),
    _Part("休み", "rest", *_plainly(_rest, _read_rest)),
    _Part("振", "rolled", _days, _read_days),
    _Part("書", "posted", _days, _read_days),
    _Part("座", "sat", _days, _read_days),
    _Part("立", "stood", _stood, _read_stood),
)
_BY_NAME = {part.name: part for part in PARTS}
#: The square, the name, and whether the player has arrived anywhere, have a form of their own.
_SQUARE, _NAMED, _ARRIVED = "マス", "名前", "着"


def player_fields(player: PlayerState, today: int, width: int) -> Iterator[str]:
    plain = PlayerState(player.trip)
    yield f"{_SQUARE}={player.square}"
    if player.name:
        yield f"{_NAMED}={quoted_name(player.name, min(_NAME, width // 2))}"
    for part in PARTS:
        value = getattr(player, part.attribute)
        if part.attribute == "posted":  # who rolls posts: only the other days are told
            value = days_of(day for day in listed(value) if day not in player.rolled)
        if value != getattr(plain, part.attribute):
            yield f"{part.name}={part.write(value, today)}"
    if bool(player.arrived) != bool(player.rolls):
        yield f"{_ARRIVED}={int(bool(player.arrived))}"


def read_player(trip: str, fields: Mapping[str, str], today: int) -> PlayerState:
    if not trip.startswith("◆"):
        raise ValueError(trip)
    found: dict[str, Any] = {}
    for name, text in fields.items():
        if name in _BY_NAME:
            found[_BY_NAME[name].attribute] = _BY_NAME[name].read(text, today)
        elif name not in (_SQUARE, _NAMED, _ARRIVED):
            raise ValueError(name)
    found["posted"] = days_of([*listed(found.get("posted", Days())), *listed(found.get("rolled", Days()))])
    arrived = fields.get(_ARRIVED, "1" if found.get("rolls") else "0") == "1"
    name = unquoted(fields.get(_NAMED, ""))
    return PlayerState(trip, name, read_count(fields[_SQUARE]), arrived=int(arrived), **found)


def unquoted(text: str) -> str:
    return unquote(text, errors="strict")
