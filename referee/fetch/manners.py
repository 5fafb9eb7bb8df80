"""Whether a thread's server may be asked now, and if not, when and why then; the time and chance are handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from referee.fetch.fields import LONGEST_WAIT
from referee.model import Cursor, HostUse

#: Why a cursor waits that no hurry may skip.
_NEVER_SKIPPED = frozenset({"back_off", "retry_after", "budget"})


class Manners(Struct, frozen=True):
    """What is polite (FORMATS 4.6); seconds, except `budget`: requests to one host on one day (UTC).

    `gap` lies between two polls of a thread, `host_gap` between two polls of any threads on one host; a first failure
    waits `first_wait`, each further one twice as long, never longer than `longest_wait`.
    """

    gap: float = 60
    host_gap: float = 1
    budget: int = 8640
    first_wait: float = 120
    longest_wait: float = 3600


DEFAULT = Manners()


class May(Struct, frozen=True):
    """Whether to ask now; else from when on (UTC) and why not before, a code as in `Cursor.why`."""

    allowed: bool
    until: datetime | None = None
    why: str = ""


def may_ask(cursor: Cursor, use: HostUse, now: datetime, manners: Manners = DEFAULT, hurry: bool = False) -> May:
    """Whether a thread may be polled at `now` (UTC).

    `hurry` (`poll --now`) skips schedule and gap, never Retry-After, back-off or budget. An ended thread is due once,
    for its audit, at the cursor's `next_at`; an audited one never. Where several things hold it back, the one that
    lasts longest is told. A time that lies behind a request in the future (the clock was set back) holds nothing.
    """
    if cursor.life == "audited" or (cursor.life == "ended" and cursor.next_at is None):
        return May(False, None, "ended")
    waits: list[tuple[datetime, str]] = []
    if use.day == _day(now) and use.requests >= manners.budget:
        waits.append((_next_day(now), "budget"))
    host_clock_stands = use.asked_at is None or use.asked_at <= now
    if host_clock_stands and use.quiet_until is not None:
        waits.append((use.quiet_until, cursor.why if cursor.why in _NEVER_SKIPPED else "back_off"))
    if cursor.polled_at is None or cursor.polled_at <= now:
        may_skip = hurry and cursor.why not in _NEVER_SKIPPED
        if cursor.next_at is not None and not may_skip:
            waits.append((cursor.next_at, cursor.why))
        if cursor.polled_at is not None and not hurry:
            waits.append((cursor.polled_at + timedelta(seconds=manners.gap), "pace"))
    if host_clock_stands and use.asked_at is not None and not hurry:
        waits.append((use.asked_at + timedelta(seconds=manners.host_gap), "pace"))
    until, why = max(waits, key=lambda wait: wait[0], default=(now, ""))
    return May(True) if until <= now else May(False, until, why)


def requests_left(use: HostUse, now: datetime, manners: Manners = DEFAULT) -> int:
    """How many requests the host's budget of the day (UTC) still has."""
    return max(manners.budget - (use.requests if use.day == _day(now) else 0), 0)


def counted(use: HostUse, requests: int, now: datetime) -> HostUse:
    """The use of a host after some more requests; a new day (UTC) begins at 0."""
    before = use.requests if use.day == _day(now) else 0
    quiet = use.quiet_until if use.quiet_until is not None and use.quiet_until > now else None
    return replace(use, day=_day(now), requests=before + requests, asked_at=now, quiet_until=quiet)


def quieted(use: HostUse, until: datetime) -> HostUse:
    """The use of a host that is to be left alone until then; an earlier end never shortens a later one."""
    return use if use.quiet_until is not None and use.quiet_until >= until else replace(use, quiet_until=until)


def back_off(
    failures: int,
    now: datetime,
    jitter: Callable[[], float],
    retry_at: datetime | None = None,
    manners: Manners = DEFAULT,
) -> tuple[datetime, str]:
    """When to ask again after `failures` (1 or more) in a row, and why then.

    The wait doubles up to its cap and is shortened by up to a quarter (`jitter` gives 0 … 1), so that pollers do not
    come back together. What the server asked for (`retry_at`) counts where it is later, up to a day: a thread is never
    switched off.
    """
    doublings = min(max(failures, 1) - 1, 32)
    wait = min(manners.first_wait * 2**doublings, manners.longest_wait)
    wait = max(wait * (1 - jitter() / 4), manners.gap)
    due = now + timedelta(seconds=wait)
    if retry_at is not None and retry_at > due:
        return min(retry_at, now + LONGEST_WAIT), "retry_after"
    return due, "back_off"


def _day(now: datetime) -> str:
    return now.astimezone(UTC).date().isoformat()


def _next_day(now: datetime) -> datetime:
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return today + timedelta(days=1)
