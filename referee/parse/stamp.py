"""The time in a date field: every form that boards have printed since 1999."""

from __future__ import annotations

import re
from datetime import date as calendar_date

from referee.model import BOARD_YEARS, DAY_ONLY, MINUTES, Stamp
from referee.parse.memo import Memo

#: Milliseconds by the text of the usual form, with the sign before it: ` 12:34`, `:56`, `.78`.
_MINUTE_MILLIS = {
    f" {hour:02d}:{minute:02d}": (hour * 60 + minute) * 60_000 for hour in range(24) for minute in range(60)
}
_SECOND_MILLIS = {f":{second:02d}": second * 1000 for second in range(60)}
_CENTI_MILLIS = {f".{centi:02d}": centi * 10 for centi in range(100)}

_USUAL_DAY = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2})\(.\)")
_ANY_STAMP = re.compile(
    r"(?:[^,/]{1,30},)?\s*([0-9]{4}|[0-9]{2})/([0-9]{1,2})/([0-9]{1,2})\s*(?:\(.{0,8}?\)?)?\s*"
    r"(?:([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,3}|ｳﾝｺ))?)?|NY:AN(?::NY)?(?:\.AN)?)(?![0-9:])"
)
#: Two-digit years below this are of 20xx (FORMATS 1.3).
_CENTURY_TURN = 70


class StampReader:
    """Reads the stamps of one file, remembering the days that it met."""

    def __init__(self) -> None:
        self._days: Memo[str, int] = Memo(_usual_day)

    def read(self, field: str) -> tuple[Stamp | None, str]:
        """The stamp of a date field and what follows it; None and the whole field where no time can be read."""
        day = self._days[field[:13]]
        minute = _MINUTE_MILLIS.get(field[13:19])
        second = _SECOND_MILLIS.get(field[19:22])
        if day and minute is not None and second is not None:
            after = field[22:23]
            if after == " " or not after:
                return Stamp(day, minute + second, 0, field[14:22]), field[22:]
            centi = _CENTI_MILLIS.get(field[22:25])
            if centi is not None and field[25:26] in (" ", ""):
                return Stamp(day, minute + second + centi, 2, field[14:25]), field[25:]
        return read_any_stamp(field)


def read_any_stamp(field: str) -> tuple[Stamp | None, str]:
    """The stamp of a date field in any form of FORMATS 1.3, and the rest; None where it is no possible time.

    The clock is the board's (JST). `.ｳﾝｺ` counts as no fraction; `NY:AN:NY.AN` leaves the day alone.
    """
    match = _ANY_STAMP.match(field)
    if match is None:
        return None, field
    year = int(match[1])
    if len(match[1]) == 2:
        year += 2000 if year < _CENTURY_TURN else 1900
    try:
        day = _ordinal(year, int(match[2]), int(match[3]))
    except ValueError:
        return None, field
    rest = field[match.end() :]
    if match[4] is None:
        return Stamp(day, 0, DAY_ONLY), rest
    hour, minute, second = int(match[4]), int(match[5]), int(match[6] or 0)
    if hour > 23 or minute > 59 or second > 59:
        return None, field
    fraction = match[7] if match[7] and match[7] != "ｳﾝｺ" else ""
    millis = ((hour * 60 + minute) * 60 + second) * 1000 + int(fraction.ljust(3, "0"))
    printed = f"{hour:02d}:{minute:02d}"
    if not match[6]:
        return Stamp(day, millis, MINUTES, printed), rest
    printed += f":{second:02d}.{fraction}" if fraction else f":{second:02d}"
    return Stamp(day, millis, len(fraction), printed), rest


def _ordinal(year: int, month: int, day: int) -> int:
    """The ordinal of a date that a board can have printed.

    Raises:
        ValueError: there is no such date, or it is of another age.
    """
    if year not in BOARD_YEARS:
        raise ValueError(year)
    return calendar_date(year, month, day).toordinal()


def _usual_day(text: str) -> int:
    """The ordinal of `YYYY/MM/DD(曜)`, 0 for any other text."""
    match = _USUAL_DAY.fullmatch(text)
    if match is None:
        return 0
    try:
        return _ordinal(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return 0
