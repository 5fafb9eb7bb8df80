"""What pages are made of, as digests: a page or a piece of one whose basis is known already need not be made again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

import msgspec

from referee.model import Verdict

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


class Bases:
    """The digest of each verdict of a game, made once for the pages of all languages."""

    def __init__(self, verdicts: Sequence[Verdict]) -> None:
        # By identity: the game holds its verdicts as long as its pages are made, and to hash one costs more than this.
        self._digests = {id(verdict): digest(verdict) for verdict in verdicts}

    def of(self, verdict: Verdict) -> bytes:
        """The digest of one verdict of the game."""
        return self._digests[id(verdict)]
