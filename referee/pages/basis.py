"""What pages are made of, as digests: a page or a piece of one whose basis is known already need not be made again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec

from referee.model import Verdict

_Thing = TypeVar("_Thing")
_Made = TypeVar("_Made")
#: Hands out the piece of a page (by its path) that stands under a basis, or makes it.
Keep = Callable[[str, bytes, Callable[[], str]], str]
_encode = msgspec.msgpack.Encoder().encode
#: Bytes of a digest: two of a site are never the same by chance.
_SIZE = 16


def digest(*made_of: object) -> bytes:
    """A digest of nouns, texts, numbers, and lists of them."""
    return blake2b(_encode(made_of), digest_size=_SIZE).digest()


def make_each_time(path: str, basis: bytes, make: Callable[[], str]) -> str:
    """Keeps nothing."""
    return make()


def by_identity(make: Callable[[_Thing], _Made]) -> Callable[[_Thing], _Made]:
    """The same, which remembers what it made: of things that cost more to compare. They are kept as long as it is."""
    known: dict[int, tuple[_Thing, _Made]] = {}

    def made(thing: _Thing) -> _Made:
        before = known.get(id(thing))
        if before is None:
            before = known[id(thing)] = thing, make(thing)
        return before[1]

    return made


class Bases:
    """The digest of each verdict of a game, made once for the pages of all languages."""

    def __init__(self, verdicts: Sequence[Verdict]) -> None:
        # By identity: the game holds its verdicts as long as its pages are made, and to hash one costs more than this.
        self._digests = {id(verdict): digest(verdict) for verdict in verdicts}

    def of(self, verdict: Verdict) -> bytes:
        """The digest of one verdict of the game."""
        return self._digests[id(verdict)]
