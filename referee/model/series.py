"""What leads from one thread of a game to the next: signs, and a candidate that has some of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.model.thread import ThreadRef

#: Why a thread may be the next one: its title (`title_number` the next number, `title_later` a later one,
#: `title_alike`); `linked` from one of the last posts, `host_linked` by the host there; `back_link` its post 1 links to
#: the old thread; `host_trip` its post 1 has the host's trip; `search` it is what a search of the settings asks for.
Sign = Literal[
    "title_number", "title_later", "title_alike", "linked", "host_linked", "back_link", "host_trip", "search"
]
#: The signs that may be named in the settings as strong enough to follow a thread unasked.
StrongSign = Literal["linked", "host_linked", "back_link", "host_trip"]


class Reason(Struct, frozen=True):
    """One sign; `number` is the post that shows it: of the old thread for links to the new one, else of the new."""

    sign: Sign
    number: int | None = None


class Candidate(Struct, frozen=True):
    """A thread that may be the next one: `posts` as listed (None: not listed), `score` from 0 to 100."""

    thread: ThreadRef
    title: str
    posts: int | None
    score: int
    reasons: tuple[Reason, ...]

    def has(self, sign: Sign) -> bool:
        """Whether a sign is among its reasons."""
        return any(reason.sign == sign for reason in self.reasons)
