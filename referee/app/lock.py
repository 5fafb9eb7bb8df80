"""One poller at a time for one ledger, whoever started it."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from referee.app.clock import iso
from referee.errors import LockHeld, RefereeError


@contextmanager
def only_poller(ledger: Path, command: str, now: datetime) -> Iterator[None]:
    """Hold the lock beside a ledger while the block runs; it falls with the process, however that ends.

    Raises:
        LockHeld: another process holds it; says which, and since when.
    """
    path = ledger.with_name(f"{ledger.name}.lock")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise RefereeError(str(path), f"can't be made ({error.strerror})", "check the rights of the folder") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LockHeld(str(ledger), _holder(descriptor)) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{command}, process {os.getpid()}, since {iso(now)}\n".encode(), 0)
        yield
        os.ftruncate(descriptor, 0)  # the next one is not told our name
    finally:
        os.close(descriptor)


def _holder(descriptor: int) -> str:
    """Who holds a lock; one that has just got it is given a moment to write its name."""
    for _ in range(20):
        holder = os.pread(descriptor, 200, 0).decode("utf-8", "replace").strip()
        if holder:
            return holder
        time.sleep(0.02)
    return "another process"
