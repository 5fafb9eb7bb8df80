"""Long work by two processes where the machine has two processors."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def may_be_two() -> bool:
    """Whether a second process would help, and can be had: a process with threads is not copied."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors > 1 and "fork" in get_all_start_methods() and threading.active_count() == 1


def by_two(parts: Sequence[_Item], work: Callable[[Iterator[_Item]], _Result]) -> tuple[_Result, _Result]:
    """What a work makes of parts (256 at most), in this process and in a copy of it; each takes the next part that
    nobody took when it is done with one.

    The result of the copy comes as a copy; whatever else the work changes there stays there.

    Raises:
        Exception: what the work raises in either, after both have ended.
        OSError: the second process ended without a word.
    """
    tickets = _tickets(len(parts))
    taken = _taken(parts, tickets)
    receiving, sending = get_context("fork").Pipe(duplex=False)
    other = get_context("fork").Process(target=_tell, args=(sending, work, taken))
    other.start()
    sending.close()
    try:
        made = work(taken)
    finally:
        told: _Result | Exception
        try:
            told = receiving.recv()
        except EOFError:
            told = OSError("a process that made pages ended without a word")
        other.join()
        os.close(tickets)
    if isinstance(told, Exception):
        raise told
    return made, told


def _tickets(count: int) -> int:
    """A pipe with a byte for each part: who reads one has the part for himself."""
    tickets, filling = os.pipe()
    os.write(filling, bytes(range(count)))
    os.close(filling)
    return tickets


def _taken(parts: Sequence[_Item], tickets: int) -> Iterator[_Item]:
    while ticket := os.read(tickets, 1):
        yield parts[ticket[0]]


def _tell(sending: Connection, work: Callable[[Iterator[_Item]], _Result], items: Iterator[_Item]) -> None:
    try:
        sending.send(work(items))
    except Exception as error:
        sending.send(error)
