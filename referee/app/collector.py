"""Python's collector of cycles, told to come rarely: posts, verdicts and rows are trees, which it would only walk."""

from __future__ import annotations

import gc

#: How many new objects wake it: a thread or two.
_THRESHOLD = 200_000


def collect_rarely() -> None:
    """From now on, in this process, the collector comes once in a thread or two instead of a hundred times."""
    if gc.get_threshold()[0] < _THRESHOLD:
        gc.set_threshold(_THRESHOLD)
