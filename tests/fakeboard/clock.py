"""Time that stands until it is moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime

JST = timezone(timedelta(hours=9))
#: 2007-05-01 15:13:20 JST, the moment that the key 1178000000 names.
START = datetime.fromtimestamp(1178000000, UTC)


class FakeClock:
    """A clock in UTC; `clock()` tells the time, `clock.advance(60)` moves it by seconds (also back)."""

    def __init__(self, start: datetime = START) -> None:
        self.time = start

    def __call__(self) -> datetime:
        return self.time

    def advance(self, seconds: float) -> datetime:
        self.time += timedelta(seconds=seconds)
        return self.time


def http_date(moment: datetime) -> str:
    """A time as HTTP writes it: whole seconds, GMT."""
    return format_datetime(moment.astimezone(UTC).replace(microsecond=0), usegmt=True)
