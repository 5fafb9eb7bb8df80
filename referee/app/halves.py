"""Long work on a list, by two processes where the machine has two processors."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def may_halve() -> bool:
    """Whether a second process would help, and can be had: a process with threads is not copied."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors > 1 and "fork" in get_all_start_methods() and threading.active_count() == 1


def in_halves(items: Sequence[_Item], work: Callable[[Sequence[_Item]], _Result]) -> tuple[_Result, _Result]:
    """What a work makes of the first and of the second half of a list, the second by a copy of this process.

    The result of the second half comes as a copy; whatever else the work changes there stays there.

    Raises:
        Exception: what the work raises in either half, after both have ended.
        OSError: the second process ended without a word.
    """
    half = len(items) // 2
    receiving, sending = get_context("fork").Pipe(duplex=False)
    other = get_context("fork").Process(target=_tell, args=(sending, work, items[half:]))
    other.start()
    sending.close()
    try:
        first = work(items[:half])
    finally:
        told: _Result | Exception
        try:
            told = receiving.recv()
        except EOFError:
            told = OSError("a process that made pages ended without a word")
        other.join()
    if isinstance(told, Exception):
        raise told
    return first, told


def _tell(sending: Connection, work: Callable[[Sequence[_Item]], _Result], items: Sequence[_Item]) -> None:
    try:
        sending.send(work(items))
    except Exception as error:
        sending.send(error)
