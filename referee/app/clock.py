"""The only place that reads the clock and throws dice; everything else is handed the time."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta, timezone

#: The clock of the boards, in which all times leave as JSON.
JST = timezone(timedelta(hours=9))


def now() -> datetime:
    """The time, UTC, whatever the machine's zone is."""
    return datetime.now(UTC)


def iso(at: datetime | None) -> str | None:
    """A time of ours as JSON tells it: like the stamps of posts, ISO 8601 in the boards' clock (`+09:00`), to the
    second; None stays None."""
    return None if at is None else at.astimezone(JST).isoformat(timespec="seconds")


def board_time(at: datetime) -> str:
    """A time as the boards' clock shows it, in ISO form without a zone; one that has none is of that clock."""
    if at.tzinfo is not None:
        at = at.astimezone(JST).replace(tzinfo=None)
    return at.isoformat()


def jitter() -> float:
    """A number from 0 to 1, so that pollers do not come back together."""
    return random.random()
