"""Long work by two processes where the machine has two processors."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def may_be_two() -> bool:
    """Whether a second process would help, and can be had: a process with threads is not copied."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors > 1 and "fork" in get_all_start_methods() and threading.active_count() == 1


def by_two(
    first: Sequence[_Item], second: Sequence[_Item], work: Callable[[Sequence[_Item]], _Result]
) -> tuple[_Result, _Result]:
    """What a work makes of two lists, of the second in a copy of this process.

    The result of the second comes as a copy; whatever else the work changes there stays there.

    Raises:
        Exception: what the work raises for either, after both have ended.
        OSError: the second process ended without a word.
    """
    receiving, sending = get_context("fork").Pipe(duplex=False)
    other = get_context("fork").Process(target=_tell, args=(sending, work, second))
    other.start()
    sending.close()
    try:
        made = work(first)
    finally:
        told: _Result | Exception
        try:
            told = receiving.recv()
        except EOFError:
            told = OSError("a process that made pages ended without a word")
        other.join()
    if isinstance(told, Exception):
        raise told
    return made, told


def _tell(sending: Connection, work: Callable[[Sequence[_Item]], _Result], items: Sequence[_Item]) -> None:
    try:
        sending.send(work(items))
    except Exception as error:
        sending.send(error)
