"""Python's collector of cycles, told to come rarely: posts, verdicts and rows are trees, which it would only walk."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: How many new objects wake it: a thread or two.
_RARELY = 200_000


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """While posts are judged or pages made, the collector comes once in a thread or two instead of a hundred times.

    Not longer: what a daemon leaves behind between polls does hold cycles, and would fill its memory.
    """
    before = gc.get_threshold()
    gc.set_threshold(_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
