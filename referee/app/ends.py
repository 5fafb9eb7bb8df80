"""When a thread takes no more posts: a line of the server says so, or a limit was reached (FORMATS 1.8, 1.10)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from referee.model import Post, PostStatus

#: Date fields of lines with which a server ends a thread.
_ENDS = ("Over", "停止", "[過去ログ]")
_NOTICE: PostStatus = "server_notice"
#: How many of the last lines are asked for one of the server.
_LAST = 3
#: Posts at which threads are full on boards that write no line of their own at the end.
_POSTS = {"jbbs": (1000,), "machi": (300, 1000)}
#: Bytes at which threads are full: 2ch and 0ch+, and 5ch of late. Boards of numbered posts have no such limit.
_BYTES = (512 * 1024, 1024 * 1024)
#: How far behind its limit a thread may end: posts made at the same moment; bytes of the last post.
_RACE = 5
_LONGEST = 16 * 1024
#: What the server wrote behind post 1 of a thread with limits of its own: posts and KB, `V` for none.
_EXTDAT = re.compile(r"VIPQ2_EXTDAT: ?[^:\s]*:[^:\s]*:(?P<posts>\d{1,6}|V):(?P<kb>\d{1,6}|V):", re.ASCII)


class Extent(Struct, frozen=True):
    """How far a thread has got: the number of its last post, and its size in bytes."""

    posts: int
    size: int


def has_ended(posts: Sequence[Post], family: str, before: Extent, after: Extent) -> bool:
    """Whether a thread ended with what it has now (`after`), having had `before` at the last poll.

    Limits differ from board to board, so one counts only when it has just been reached, or while the thread stands
    still at it: a thread that goes on behind 300 or 1,000 posts is alive, and so is one first seen far behind it.
    """
    if any(post.status == _NOTICE and post.date.strip().startswith(_ENDS) for post in posts[-_LAST:]):
        return True
    if before == after:
        before = Extent(0, 0)
    counts, sizes = _limits(posts, family)
    full = any(before.posts < limit <= after.posts <= limit + _RACE for limit in counts)
    return full or any(before.size < limit <= after.size <= limit + _LONGEST for limit in sizes)


def _limits(posts: Sequence[Post], family: str) -> tuple[Sequence[int], Sequence[int]]:
    """Limits in posts and in bytes, those of the thread itself before those of its family."""
    counts, sizes = _POSTS.get(family, ()), () if family in _POSTS else _BYTES
    found = _EXTDAT.search(posts[0].body) if posts else None
    if found is None:
        return counts, sizes
    own_counts = () if found["posts"] == "V" else (int(found["posts"]),)
    own_sizes = () if found["kb"] == "V" else (int(found["kb"]) * 1024,)
    return own_counts, own_sizes
