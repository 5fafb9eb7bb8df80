"""Timing that a busy machine disturbs little: rounds of all candidates in turn, the fastest of each counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping


def fastest(candidates: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of the fastest run of each candidate; they take turns, so that a slow moment hits all alike."""
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, work in candidates.items():
            begin = time.perf_counter()
            work()
            best[name] = min(best[name], time.perf_counter() - begin)
    return best
