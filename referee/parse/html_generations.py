"""The generations of pages, told apart by their structure alone: which elements hold posts, and how they end.

Tried from the first to the last, in the order of FORMATS 2.1; neither host nor version text of a page is asked. The
columns of FORMATS 2.2 that follow from an element's class are in `html_posts`, as are `<dt>` and `<dd>`.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from referee.parse.html_cells import Anchors

#: How the posts of a page lie: one element each, with cells by class, or a `<dt>` and a `<dd>` each.
Layout = Literal["cells", "lists"]
#: What a page adds behind a body: nothing, two line breaks, any number of them, or open2ch's `<ares>`.
Tail = Literal["", "two_breaks", "breaks", "ares"]


class Generation(Struct, frozen=True):
    """One kind of page.

    `mark` is a CSS selector of something that only pages of this and of later entries have, `sign` what the mark-up of
    the first post must hold besides; `looked_for` says it to people. `posts` selects the elements of posts.

    `begins` and `ends` show in the page's source where a post begins, and that it is over. `titles` are where the
    title stands, the best place first. `family` tells how names are printed
    where the structure tells more than the address; `has_bracketed_id` that an ID may stand as `[ aBcDeFgH ]`.
    """

    name: str
    mark: str
    looked_for: str
    layout: Layout
    posts: str
    begins: re.Pattern[str]
    ends: re.Pattern[str]
    titles: tuple[str, ...] = ("title", "h1")
    sign: re.Pattern[str] | None = None
    anchors: Anchors = "as_shown"
    tail: Tail = ""
    family: str = ""
    has_bracketed_id: bool = False


def _source(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


_DIV_BEGINS = _source(r"<div\b[^<>]*\bclass=[\"']?[^\"'<>]*\bpost\b(?!-)[^<>]*>")
_DIV_ENDS = _source(r"\bclass=[\"']?(?:message|post-content)\b[^<>]*>.*?</(?:div|section)\s*>\s*</div\s*>")
_DT_BEGINS = _source(r"<dt\b[^<>]*>")
_DD_ENDS = _source(r"</dd\s*>|<ares\b")
#: The end of a `<dd>` that is not closed: two line breaks side by side, and behind them no more of the body.
DD_UNCLOSED = _source(r"<br><br>[ \t]*(?:\r?\n|</?(?:dt|dl|dd|body|html|div|table|hr|form|center)\b)")

GENERATIONS = (
    Generation(
        name="article",  # 5ch 07.5 and 08, BBSPINK 08 and 09: since 2023
        mark="article .post-content",
        looked_for="article .post-content",
        layout="cells",
        posts="article",
        begins=_source(r"<article\b[^<>]*>"),
        ends=_source(r"</article\s*>"),
        titles=("#threadtitle", "title"),
        anchors="links",
    ),
    Generation(
        name="div-content",  # kako.5ch (section.post-content) and 5ch 07.6 and later 07 (div.post-content)
        mark="div.post .post-content",
        looked_for="div.post .post-content",
        layout="cells",
        posts="div.post",
        begins=_DIV_BEGINS,
        ends=_DIV_ENDS,
        titles=("#threadtitle", "h1", "title"),
        anchors="links",
    ),
    Generation(
        name="div-dateid",  # ex0ch in its "5ch" style: date and ID in one cell, the mail shown by a colour alone
        mark="div.post .dateid",
        looked_for="div.post .dateid",
        layout="cells",
        posts="div.post",
        begins=_DIV_BEGINS,
        ends=_DIV_ENDS,
        anchors="bare",
    ),
    Generation(
        name="div-message",  # 2ch and 5ch 06 and 07: 2017 to 2023
        mark="div.post .message",
        looked_for="div.post .message",
        layout="cells",
        posts="div.post",
        begins=_DIV_BEGINS,
        ends=_DIV_ENDS,
        titles=("h1.title", "title", "h1"),
        anchors="links",
    ),
    Generation(
        name="dl-post",  # BBSPINK 06: 2017
        mark="dl.post dd",
        looked_for="dl.post dd",
        layout="cells",
        posts="dl.post",
        begins=_source(r"<dl\b[^<>]*\bclass=[\"']?[^\"'<>]*\bpost\b[^<>]*>"),
        ends=_source(r"</d[dl]\s*>"),
        titles=("h1", "title"),
        anchors="links",
    ),
    Generation(
        name="open2ch",
        mark="dt[res], dl[val], li[val] dt",
        looked_for="dt[res]",
        layout="lists",
        posts="dt,dd",
        begins=_DT_BEGINS,
        ends=_DD_ENDS,
        titles=("h1", "title"),
        anchors="bare",
        tail="ares",
    ),
    Generation(
        name="shitaraba",  # read.cgi of したらば, and its older pages with the ID in brackets
        mark="dd",
        sign=re.compile(r'<dt\b[^<>]*\bid="comment_\d|<dt\b[^<>]*>\s*<a\b[^<>]*\bhref="[^"]*/bbs/read'),
        looked_for="dt#comment_N",
        layout="lists",
        posts="dt,dd",
        begins=_DT_BEGINS,
        ends=_DD_ENDS,
        titles=("h1", "title"),
        tail="breaks",
        family="jbbs",
        has_bracketed_id=True,
    ),
    Generation(
        name="shitaraba-storage",  # /storage/KEY.html and read_archive.cgi: line breaks between the lists
        mark="dd + br",
        looked_for="dd + br",
        layout="lists",
        posts="dt,dd",
        begins=_DT_BEGINS,
        ends=_DD_ENDS,
        titles=("h1", "title"),
        tail="breaks",
        family="jbbs",
        has_bracketed_id=True,
    ),
    Generation(
        name="machi",  # the host of the poster in small type behind the date
        mark="dd",
        sign=re.compile(r"投稿日：[^<>：]*<font size=\"1\">\s*\["),
        looked_for="dt > font[size=1]",
        layout="lists",
        posts="dt,dd",
        begins=_DT_BEGINS,
        ends=_DD_ENDS,
        tail="two_breaks",
        family="machi",
    ),
    Generation(
        name="classic",  # 2ch to 2017, 2ch.sc, 0ch+ and ex0ch, their past logs; with 名前： and 投稿日： to 2002
        mark="dd",
        looked_for="dt + dd",
        layout="lists",
        posts="dt,dd",
        begins=_DT_BEGINS,
        ends=_source(r"<br>\s*<br>\s*</dd\s*>"),
        tail="two_breaks",
    ),
)
