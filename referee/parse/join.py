"""Two readings of one thread made into one: a dat is believed before a page."""

from __future__ import annotations

from collections.abc import Iterator

from referee.model import FROM_PAGE, Post, Problem, ThreadRef
from referee.parse.align import align, readable
from referee.parse.content import content_key
from referee.parse.dat import ReadThread


def join_readings(best: ReadThread, other: ReadThread) -> ReadThread:
    """One reading with the posts of both, in one order (`align`): of a post that both have, that of `best`.

    Told are posts that differ (`page_differs`, with the fields), those that stand in `best` under another number
    (`page_renumbered`), those that `other` lacks between its first and its last (`page_lacks`), and those taken from
    `other` (`page_adds`): which `best` has not, can't read, or knows only by the gap that they left. What is taken
    keeps its number, even where posts were taken out since and another post has it in `best`.
    """
    told: list[Problem] = []

    def tell(kind: str, number: int | None, detail: str) -> None:
        told.append(Problem(kind, best.thread, number, other.source, detail))

    numbers = {post.number for post in best.posts}
    contents = {post.fingerprint for post in best.posts}
    posts: list[Post] = []
    taken: list[Post] = []
    lacking: list[list[Post]] = [[]]
    moved = 0
    for held, post in align(best.posts, other.posts):
        if held is None:
            assert post is not None  # a pair has one of them
            if post.fingerprint not in contents and (post.status != "erased" or post.number not in numbers):
                taken.append(post)
                posts.append(post)
        elif post is None:
            lacking[-1].append(held)
            posts.append(held)
        elif _is_better(post, held):
            taken.append(post)
            posts.append(post)
        else:
            posts.append(held)
            moved += post.number != held.number
            if post.status != "broken" and content_key(held) != content_key(post):
                tell("page_differs", held.number, ",".join(_differences(held, post)))
        if post is not None:
            lacking.append([])
    if moved:
        tell("page_renumbered", None, str(moved))
    between = (post for some in lacking[1:-1] for post in some if post.source != FROM_PAGE and not post.is_gap)
    for kind, some in (("page_lacks", between), ("page_adds", taken)):
        for first, last in _runs([post.number for post in some]):
            tell(kind, first, _range(first, last))
    left = numbers - {post.number for post in taken}
    of_use = (problem for problem in other.problems if problem.number not in left)
    problems = [problem for problem in (*best.problems, *of_use) if problem.kind != "gap"]
    return ReadThread(
        best.thread,
        best.source,
        best.title or other.title,
        posts,
        [*problems, *told, *gaps(best.thread, best.source, posts)],
    )


def _is_better(post: Post, held: Post) -> bool:
    """Whether a post says more than what is believed before it: that can't be read, or is a gap only."""
    return (held.status == "broken" and post.status != "broken") or (
        held.is_gap and post.status not in ("broken", "erased")
    )


def gaps(thread: ThreadRef, source: str, posts: list[Post]) -> Iterator[Problem]:
    """The numbers that a thread lacks up to its last post, a problem for each run of them."""
    expected = 1
    for number in sorted(post.number for post in posts):
        if number > expected:
            yield Problem("gap", thread, expected, source, _range(expected, number - 1))
        expected = number + 1


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """The first and last of each run of numbers that follow each other."""
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            yield numbers[start], numbers[end - 1]
            start = end


def _range(first: int, last: int) -> str:
    return f"{first}-{last}" if last > first else str(first)


def _differences(one: Post, other: Post) -> Iterator[str]:
    """The fields in which two posts of one number differ, as people see them."""
    if one.status != other.status:
        yield "status"
        return
    if (one.name.text, one.name.trip) != (other.name.text, other.name.trip):
        yield "name"
    if None not in (one.mail, other.mail) and one.mail != other.mail:
        yield "mail"
    if one.stamp != other.stamp:
        yield "time"
    if one.dice_id != other.dice_id:
        yield "id"
    if readable(one) != readable(other):
        yield "body"
