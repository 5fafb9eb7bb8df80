"""Pages that were made, kept while they may be asked for again: whole, packed, with the tag that HTTP compares."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from datetime import datetime
from hashlib import sha256
from threading import Lock

from msgspec import Struct

#: What is smaller is sent as it is (bytes).
_SMALL = 600
_LEVEL = 6
#: What a page costs in memory besides its bytes, about.
_EACH = 1000


class Made(Struct, frozen=True, eq=False, weakref=True):
    """One page or answer: its path, what it was made of (`basis`), its bytes, the same packed (gzip) where that pays,
    its tag (of the content), and since when it may stand so (UTC). It is nobody but itself: what is sent of it may be
    remembered beside it."""

    path: str
    basis: object
    body: bytes
    packed: bytes | None
    tag: str
    since: datetime


def tag_of(body: bytes) -> str:
    """The tag of a content."""
    return sha256(body).hexdigest()[:32]


def make(path: str, basis: object, body: bytes, since: datetime) -> Made:
    """A page of its bytes."""
    packed = gzip.compress(body, _LEVEL, mtime=0) if len(body) >= _SMALL else None
    if packed is not None and len(packed) > len(body) * 0.9:
        packed = None
    return Made(path, basis, body, packed, tag_of(body), since)


class MadeCache:
    """Made pages, the latest asked for; no more than so many bytes of them. Threads may share it.

    Each holds at a version of what they are made of; at another one it is to be looked at again.
    """

    def __init__(self, room: int) -> None:
        self._room, self._used = room, 0
        self._made: OrderedDict[str, tuple[int, Made]] = OrderedDict()
        self._lock = Lock()

    def get(self, path: str, version: int) -> Made | None:
        """What holds at a version."""
        with self._lock:
            found = self._made.get(path)
            if found is None or found[0] != version:
                return None
            self._made.move_to_end(path)
            return found[1]

    def stale(self, path: str) -> Made | None:
        """What held at some version."""
        found = self._made.get(path)
        return None if found is None else found[1]

    def put(self, made: Made, version: int) -> None:
        """Keep a page; the one that nobody asked for the longest gives way."""
        with self._lock:
            before = self._made.pop(made.path, None)
            self._used += _size(made) - (_size(before[1]) if before else 0)
            self._made[made.path] = version, made
            while self._used > self._room and len(self._made) > 1:
                self._used -= _size(self._made.popitem(last=False)[1][1])


def _size(made: Made) -> int:
    return len(made.body) + len(made.packed or b"") + _EACH
