"""One poller at a time for one ledger, whoever started it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

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
            holder = os.pread(descriptor, 200, 0).decode("utf-8", "replace").strip()
            raise LockHeld(str(ledger), holder or "another process") from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{command}, process {os.getpid()}, since {now:%Y-%m-%d %H:%M:%S} UTC\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)
