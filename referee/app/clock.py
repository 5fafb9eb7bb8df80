"""The only place that reads the clock and throws dice; everything else is handed the time."""

from __future__ import annotations

import random
from datetime import UTC, datetime


def now() -> datetime:
    """The time, UTC, whatever the machine's zone is."""
    return datetime.now(UTC)


def jitter() -> float:
    """A number from 0 to 1, so that pollers do not come back together."""
    return random.random()
