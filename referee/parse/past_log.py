"""Past logs that are pages: whether one is of the thread whose lines are held, and the reading of both together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.model import Capture, Post, Problem, ThreadRef
from referee.parse.dat import ReadThread
from referee.parse.join import join_readings
from referee.parse.recognise import read_any, read_thread

#: From how many moments on a page without any of them is of another thread.
_KNOWN_MOMENTS = 2
_SECOND = 1000


def refusal_of_page(body: bytes, thread: ThreadRef, held: bytes) -> str | None:
    """Why bytes are no page of a thread; None if they are one. `held` are the lines known of it: a page of which no
    post was written in the same second as any of theirs is of `other_thread` (pages print no finer times for sure)."""
    read = read_any(Capture(thread, "", body))
    if not isinstance(read, ReadThread):
        return read
    known = _moments(read_thread(Capture(thread, "", held)).posts)
    return "other_thread" if len(known) >= _KNOWN_MOMENTS and known.isdisjoint(_moments(read.posts)) else None


def read_with_past_log(thread: ThreadRef, dat: bytes, pages: Sequence[Capture]) -> ReadThread:
    """A thread from its lines and the pages seen of it, the lines believed first, then one page before the next.

    What a page lacks says nothing: it may be cut, or show a part. Never raises; a page that can't be read is told.
    """
    read = read_thread(Capture(thread, "", dat))
    told: list[Problem] = []
    for page in pages:
        other = read_any(Capture(thread, page.source, page.body))
        if not isinstance(other, ReadThread):
            told.append(Problem("refused_source", thread, source=page.source, detail=other))
        else:
            read = join_readings(read, other) if read.posts else other
    return ReadThread(read.thread, read.source, read.title, read.posts, [*told, *read.problems]) if told else read


def _moments(posts: Iterable[Post]) -> set[tuple[int, int]]:
    return {(post.stamp.day, post.stamp.millis // _SECOND) for post in posts if post.stamp is not None}
