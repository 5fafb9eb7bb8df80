"""A page of a thread, read: any generation of FORMATS 2.1, told by its structure.

html_text.py         bytes → text
html_quick.py        usual posts, straight off the source
html_tree.py         the rest, by way of a parser of HTML
html_generations.py  the generations, as a table
html_posts.py        elements → cells
html_cells.py        cells → fields as a dat has them
html_lost.py         what looks like a post and was not read
make.py              fields → posts
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from referee.model import FROM_PAGE, Capture, Problem
from referee.parse.dat import ReadThread
from referee.parse.html_generations import DD_UNCLOSED, Generation
from referee.parse.html_lost import lost_posts
from referee.parse.html_posts import Unread
from referee.parse.html_quick import read_quickly
from referee.parse.html_text import is_damaged, page_text
from referee.parse.html_tree import Page
from referee.parse.join import gaps
from referee.parse.kind import Refusal
from referee.parse.make import Fields, make_posts
from referee.parse.numbered import MOST

_END = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)
#: How far from its end a page is searched for its end tag (characters).
_FOOT = 4096
#: Whether a page closes its lists; where it does not, a cut body and a whole one look alike.
_CLOSED_LISTS = re.compile(r"</d[dt]\b|<ares\b", re.IGNORECASE)
#: Tags that need no end, taken from the count of those that stay open: the usual ones first.
_ENDLESS = (
    ("<br", "<dd", "<dt", "<img"),
    ("<BR", "<DD", "<DT", "<IMG", "<p", "<P", "<hr", "<HR", "<li", "<LI", "<input", "<INPUT", "<option", "<OPTION"),
    ("<td", "<TD", "<tr", "<TR", "<meta", "<META", "<link", "<LINK"),
)
#: How many tags may stay open: each can make a parser of HTML write out all that are open anew.
_OPEN_TAGS = 2000

_Tell = Callable[..., None]


def read_page(capture: Capture) -> ReadThread | Refusal:
    """The posts of a page, with the numbers that it gives them, or why it is no thread; never raises.

    Posts are those of the dat as far as a page can tell (`docs/formats.md`), their `source` is `html`. A post whose
    end is not in the page is left out and told (`cut_page`), as is what looks like a post and is none (`unread_post`),
    and one with a number that no post has (`bad_number`); numbers that are not there are told (`gap`).
    """
    text = page_text(capture.body)
    if not text.strip():
        return "empty"
    is_whole = _END.search(text, max(0, len(text) - _FOOT)) is not None
    if not is_whole:
        text = text.removesuffix("</").removesuffix("<")  # the beginning of a tag, no text of a post
    page, found, lost = _read(text, is_whole)
    if page is None:
        return "tangled"
    if page.generation is None:
        return page.refusal()
    problems: list[Problem] = []

    def tell(kind: str, number: int | None = None, detail: str = "") -> None:
        problems.append(Problem(kind, capture.thread, number, capture.source, detail))

    for number in lost:
        tell("unread_post", number)
    if not is_whole:
        found = _without_cut(found, text, page.generation, tell)
    rows = _numbered(found, tell)
    if all(row.is_broken for row in rows):
        return "no_posts" if any(problem.kind == "cut_page" for problem in problems) else page.refusal()
    if page.is_absent(len(rows)):
        return "no_such_thread"
    # Where neither tells, a trip may also stand as したらば prints it: only servers write such a run, on any board.
    family = page.generation.family or capture.thread.family or "jbbs"
    posts, told = make_posts(rows, capture.thread, capture.source, FROM_PAGE, family)
    missing = gaps(capture.thread, capture.source, posts)
    return ReadThread(capture.thread, capture.source, page.title(posts), posts, [*problems, *told, *missing])


def _read(text: str, is_whole: bool) -> tuple[Page | None, list[Fields | Unread], list[int | None]]:
    """The page parsed, its posts, and the numbers of those that are there and could not be read; posts that are usual
    come last where the page was read quickly.

    No page where parsing it could take for ever.
    """
    any_damage = is_damaged(text)
    quick = read_quickly(text) if is_whole and not any_damage else None
    if quick is not None and not _is_tangled(quick.rest):
        page = Page(quick.rest)
        if page.generation is not None and page.generation.layout == quick.layout:
            others = page.posts(any_damage)
            found = [*others, *quick.rows(page.generation)]
            numbers = {row.number for row in found}
            if len(numbers) == len(found):
                return page, found, list(lost_posts(quick.rest, quick.layout, others, numbers))
    if _is_tangled(text):
        return None, [], []
    page = Page(text)
    found = page.posts(any_damage)
    if page.generation is None:
        return page, found, []
    return page, found, list(lost_posts(text, page.generation.layout, found, {row.number for row in found}))


def _without_cut(found: list[Fields | Unread], text: str, generation: Generation, tell: _Tell) -> list[Fields | Unread]:
    """The posts of a page that has no end tag: the last one only if the source shows its end."""
    last = max((begin.end() for begin in generation.begins.finditer(text)), default=None)
    ends = generation.ends
    if generation.layout == "lists" and not _CLOSED_LISTS.search(text):
        ends = DD_UNCLOSED
    if last is None or not found or ends.search(text, last):
        tell("cut_page")
        return found
    tell("cut_page", found[-1].number)
    return found[:-1]


def _numbered(found: Iterable[Fields | Unread], tell: _Tell) -> list[Fields]:
    """The posts in the order of their numbers, each number once; what can't be read keeps its number."""
    rows: dict[int, Fields] = {}
    for row in found:
        if not row.number:  # none, or the 0 of what is no post (FORMATS 2.2)
            tell("unnumbered")
            continue
        if row.number > MOST:
            tell("bad_number", detail=str(row.number))
            continue
        if isinstance(row, Unread):
            row = Fields(row.number, "", None, "", row.text, is_broken=True)
        if rows.setdefault(row.number, row) != row:
            tell("number_twice", row.number)
    return [rows[number] for number in sorted(rows)]


def _is_tangled(text: str) -> bool:
    """Whether so many tags stay open that reading the page could take for ever."""
    open_tags = text.count("<") - 2 * text.count("</")
    for tags in _ENDLESS:
        if open_tags <= _OPEN_TAGS:
            return False
        open_tags -= sum(map(text.count, tags))
    return open_tags > _OPEN_TAGS
