"""Posts that stand in the source of a page and were not read: a tag of theirs is damaged, so that they are none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from referee.parse.html_generations import Layout
from referee.parse.html_posts import Unread
from referee.parse.make import Fields

#: Behind the name of a post in a list: what the server sets there, which nobody can type with the tags before it.
_DATED = re.compile(
    r"</(?:b|font)\s*>\s*(?:</(?:a|font)\s*>\s*)*(?:投稿日\s*)?：\s*"
    r"(?:\d{2,4}/\d\d?/\d\d?|あぼーん|うふ～ん|NG\b|停止|Over )",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?<![\d;&#])(\d{1,9})(?:\s|</?\w[^<>]*>)*(?:名前\s*)?：", re.ASCII)
#: How far before its date the number of a post may stand (characters).
_HEAD = 600
#: A cell of a post: its class, and the number where it begins with one.
_CELL = re.compile(
    r"\bclass=[\"']?(?:[^\"'<>]*\s)?(number|postid|name|postusername|date|dateid|message|post-content|thread_in)"
    r"(?=[\"'\s>])[^<>]*>(?:\s*(\d{1,9})(?!\d))?",
    re.ASCII,
)
_BODIES = frozenset({"message", "post-content", "thread_in"})
#: So many cells before a body are the head of a post.
_LEAST = 2


def lost_posts(
    text: str, layout: Layout, found: Collection[Fields | Unread], numbers: Collection[int | None]
) -> Iterator[int | None]:
    """The number of each post that begins in some of a page's source and was not read, None where it has none.

    `found` is what was found there, `numbers` are those of all that was found on the page.
    """
    heads = Counter(_heads_of_cells(text) if layout == "cells" else _heads_of_lists(text))
    lost = [number for number in heads if number is not None and number not in numbers]
    lost = lost[sum(not row.number for row in found) :]  # told already
    yield from lost
    yield from [None] * min(heads[None], sum(heads.values()) - len(lost) - len(found))


def _heads_of_lists(text: str) -> Iterator[int | None]:
    end = 0
    for date in _DATED.finditer(text):
        numbers = _NUMBERED.findall(text, max(end, date.start() - _HEAD), date.start())
        yield int(numbers[-1]) if numbers else None
        end = date.end()


def _heads_of_cells(text: str) -> Iterator[int | None]:
    cells, number = 0, None
    for cell in _CELL.finditer(text):
        if cell[1] in _BODIES:
            if cells >= _LEAST:
                yield number
            cells, number = 0, None
            continue
        cells += 1
        if cell[1] in ("number", "postid") and cell[2]:
            number = int(cell[2])
