"""When a thread is polled next, and why then: it follows the thread's own pace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from referee.model import DAY_MILLIS, Cursor, Post

if TYPE_CHECKING:  # settings are read before anything is polled
    from referee.app.settings import Polling

#: From this post on a thread may fill up between two polls.
NEAR_END = 950
#: A thread that brought nothing for so long is not about to fill up.
_STILL_MOVES = timedelta(hours=1)
#: How many of the latest posts tell the pace.
_LATEST = 10
#: A thread that ended is asked for once more, whole, after so many seconds …
_AFTER_END = 60
#: … and audited once, a day later.
AUDIT_AFTER = timedelta(hours=24)
#: A quiet thread is asked less and less often, by this factor.
_SLOWER = 1.5


def after_news(posts: Sequence[Post], polling: Polling) -> float:
    """Seconds to the next poll of a thread that brought something: half the time between its latest posts."""
    stamps = [post.stamp for post in posts[-_LATEST:] if post.stamp is not None]
    moments = [stamp.day * DAY_MILLIS + stamp.millis for stamp in stamps]
    gaps = len(moments) - 1
    gap = (max(moments) - min(moments)) / gaps / 1000 if gaps > 0 else 0.0
    return min(max(gap / 2, polling.interval), polling.slowest)


def after_nothing(cursor: Cursor, polling: Polling) -> float:
    """Seconds to the next poll of a thread that brought nothing: a little more than the last time."""
    last = (cursor.next_at - cursor.polled_at).total_seconds() if cursor.next_at and cursor.polled_at else 0.0
    return min(max(last * _SLOWER, polling.interval), polling.slowest)


def due(
    seconds: float, cursor: Cursor, now: datetime, polling: Polling, jitter: Callable[[], float]
) -> tuple[datetime, str]:
    """The time of the next poll of a living thread, and why then (a code of `Cursor.why`)."""
    moved = cursor.changed_at is not None and now - cursor.changed_at < _STILL_MOVES
    if cursor.posts >= NEAR_END and moved:
        return now + timedelta(seconds=polling.interval), "near_end"
    wait = seconds * (1 + jitter() / 10)
    return now + timedelta(seconds=wait), "quiet" if seconds >= polling.slowest else "pace"


def ended(cursor: Cursor, now: datetime) -> tuple[datetime, str]:
    """The next request to a thread that ended: once more whole at once, then the audit after a day, then never."""
    if cursor.full_at is None or cursor.ended_at is None or cursor.full_at < cursor.ended_at:
        return now + timedelta(seconds=_AFTER_END), "ended"
    return cursor.ended_at + AUDIT_AFTER, "audit"


def wants_full(cursor: Cursor, now: datetime, polling: Polling) -> bool:
    """Whether the whole is to be fetched: hourly while the thread moves, and whenever an ended thread is asked."""
    if cursor.life != "live" or cursor.full_at is None:
        return True
    moved = cursor.changed_at is not None and cursor.changed_at > cursor.full_at
    return moved and now - cursor.full_at >= timedelta(seconds=polling.full)
