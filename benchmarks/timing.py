"""Timing that a busy machine disturbs little: rounds of all candidates in turn, the fastest of each counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping


def fastest(
    candidates: Mapping[str, Callable[[], object]], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Seconds of the fastest run of each candidate by `clock`; in turns: a slow moment hits all."""
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, work in candidates.items():
            begin = clock()
            work()
            best[name] = min(best[name], clock() - begin)
    return best
