"""Two readings of one thread made into one: a dat is believed before a page."""

from __future__ import annotations

from collections.abc import Iterator

from referee.model import Post, Problem, ThreadRef
from referee.parse.content import content_key
from referee.parse.dat import ReadThread
from referee.parse.text import plain_text


def join_readings(best: ReadThread, other: ReadThread) -> ReadThread:
    """One reading with the posts of both: of a number that both have, the post of `best`.

    Told are posts that differ (`page_differs`, with the fields), those that stand in `best` under another number
    (`page_renumbered`), and those taken from `other` (`page_adds`): where `best` has neither their content nor their
    number, or can't read what has it.
    """
    numbers = {post.number: post for post in best.posts if post.status != "broken"}
    contents = {content_key(post) for post in best.posts if post.status != "erased"}
    told: list[Problem] = []
    taken: list[Post] = []

    def tell(kind: str, number: int | None, detail: str) -> None:
        told.append(Problem(kind, best.thread, number, other.source, detail))

    moved = 0
    for post in other.posts:
        held = numbers.get(post.number)
        key = content_key(post)
        if held is not None and (post.status == "broken" or content_key(held) == key):
            continue
        if key in contents:
            moved += 1
        elif held is not None:
            tell("page_differs", post.number, ",".join(_differences(held, post)))
        else:
            taken.append(post)
    if moved:
        tell("page_renumbered", None, str(moved))
    for first, last in _runs([post.number for post in taken]):
        tell("page_adds", first, _range(first, last))
    posts = sorted(({post.number: post for post in (*best.posts, *taken)}).values(), key=lambda post: post.number)
    left = {post.number for post in best.posts} - {post.number for post in taken}
    of_use = (problem for problem in other.problems if problem.number not in left)
    problems = [problem for problem in (*best.problems, *of_use) if problem.kind != "gap"]
    return ReadThread(
        best.thread,
        best.source,
        best.title or other.title,
        posts,
        [*problems, *told, *gaps(best.thread, best.source, posts)],
    )


def gaps(thread: ThreadRef, source: str, posts: list[Post]) -> Iterator[Problem]:
    """The numbers that a thread lacks up to its last post, a problem for each run of them."""
    expected = 1
    for post in posts:
        if post.number > expected:
            yield Problem("gap", thread, expected, source, _range(expected, post.number - 1))
        expected = post.number + 1


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
    if _read(one) != _read(other):
        yield "body"


def _read(post: Post) -> str:
    return "".join(plain_text(post.body).split())
