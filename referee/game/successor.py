"""Which thread goes on with a game: candidates with reasons and a score, for the host to confirm (FORMATS 4.7; T9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.game.titles import title_sign
from referee.model import Candidate, ListedThread, Post, Reason, Sign, StrongSign, ThreadRef

_SCORES: dict[Sign, int] = {
    "title_number": 40,
    "title_later": 15,
    "title_alike": 10,
    "linked": 15,
    "host_linked": 30,
    "back_link": 20,
    "host_trip": 30,
    "search": 100,
}
#: What only the first post of a thread tells.
OPENING_SIGNS: tuple[Sign, ...] = ("back_link", "host_trip")
#: The highest score.
MOST = 100
#: Links of posts from this number on, or of so many last posts, may lead to the next thread.
_NEAR_END = 950
_LATEST = 50
#: Keys of threads that servers keep on top of every list (FORMATS 0, row 30); they are no times.
NO_TIMES = ("924", "999")


class Ending(Struct, frozen=True):
    """The thread that comes to its end: its posts as far as they may lead on, the trips of its host, and the threads
    that the game has already."""

    thread: ThreadRef
    title: str
    posts: Sequence[Post]
    hosts: Collection[str] = ()
    known: Collection[ThreadRef] = ()


def candidates(
    ending: Ending, listed: Sequence[ListedThread], openings: Mapping[str, Post] | None = None
) -> tuple[Candidate, ...]:
    """The threads of the same board that may be the next one, likeliest first.

    `listed` is the board's list of threads, which may lag behind: a thread that is only linked counts too. `openings`
    are the first posts of threads by key, as far as they were read. Older threads, and those of the game, are left out.
    """
    links = _links(ending)
    titles = {one.key: one for one in listed}
    found = []
    for key in dict.fromkeys([*titles, *links]):
        thread = ThreadRef(ending.thread.board, key, ending.thread.host, ending.thread.family)
        if not _is_newer(key, ending.thread.key) or any(thread.is_same(known) for known in ending.known):
            continue
        one = titles.get(key) or ListedThread(key, "")
        reasons = _reasons(ending, one.title, links.get(key, ()), (openings or {}).get(key))
        if reasons:
            found.append(Candidate(thread, one.title, one.posts, _score(reasons), reasons))
    return ranked(found)


def with_reasons(candidate: Candidate, known: Sequence[Reason]) -> Candidate:
    """The candidate with reasons besides its own that were found earlier; what it has itself counts once."""
    more = tuple(reason for reason in known if not candidate.has(reason.sign))
    reasons = candidate.reasons + more
    return replace(candidate, reasons=reasons, score=_score(reasons))


def ranked(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Candidates, likeliest first; of equal ones the older thread."""
    return tuple(sorted(found, key=lambda candidate: (-candidate.score, int(candidate.thread.key))))


def _score(reasons: Sequence[Reason]) -> int:
    return min(sum(_SCORES[reason.sign] for reason in reasons), MOST)


def to_follow(found: Sequence[Candidate], signs: Collection[StrongSign]) -> Candidate | None:
    """The candidate to go on with unasked: the only one with the next number in its title and one of the named signs;
    None where none, or more than one, has them."""
    strong = [one for one in found if one.has("title_number") and any(one.has(sign) for sign in signs)]
    return strong[0] if len(strong) == 1 else None


def _reasons(ending: Ending, title: str, links: Sequence[Post], opening: Post | None) -> tuple[Reason, ...]:
    reasons = []
    sign = title_sign(ending.title, title)
    if sign is not None:
        reasons.append(Reason(sign))
    if links:
        reasons.append(Reason("linked", links[0].number))
        by_host = next((post for post in links if post.name.trip in ending.hosts), None)
        if by_host is not None:
            reasons.append(Reason("host_linked", by_host.number))
    if opening is not None and opening.status == "normal":
        if any(link.thread is not None and link.thread.is_same(ending.thread) for link in opening.links):
            reasons.append(Reason("back_link", opening.number))
        if opening.name.trip is not None and opening.name.trip in ending.hosts:
            reasons.append(Reason("host_trip", opening.number))
    return tuple(reasons)


def _links(ending: Ending) -> dict[str, list[Post]]:
    """The last posts that link to another thread of the board, by its key."""
    found: dict[str, list[Post]] = {}
    last = ending.posts[-1].number if ending.posts else 0
    for post in ending.posts:
        if post.status != "normal" or post.number < min(_NEAR_END, last - _LATEST + 1):
            continue
        for link in post.links:
            if link.thread is None or link.thread.is_same(ending.thread):
                continue
            if ThreadRef(ending.thread.board, link.thread.key, ending.thread.host, ending.thread.family).is_same(
                link.thread
            ):
                found.setdefault(link.thread.key, []).append(post)
    return found


def _is_newer(key: str, old: str) -> bool:
    if not (key.isascii() and key.isdecimal() and old.isdecimal()) or key.startswith(NO_TIMES):
        return False
    return int(key) > int(old)
