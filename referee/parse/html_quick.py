"""Usual posts of a page taken straight off its source, which is several times faster than by way of a parser of HTML.

Only what no parser could understand otherwise is taken: cells in the usual order, in them text without `<` and `>`,
line breaks, links that are closed, turns between `</b>` and `<b>`. All other posts, and the first one, stay for the
parser, which says what generation the page is of. `tests/parse/test_html_quick.py` holds both ways together.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from referee.parse.html_cells import MAIL_COLOURS, read_body_cell
from referee.parse.html_generations import Generation, Layout
from referee.parse.html_posts import body_of_item, date_of_cells, date_of_head
from referee.parse.make import Fields

#: Text that a parser leaves as it is. No-break spaces would be written out as references: they are left to the parser.
_TEXT = r"[^<>\xa0]*+"
_LINK = rf'<a(?: class=[\w-]+)? href="[^"<>]*"(?: [a-z]+="[^"<>]*")*>{_TEXT}</a>'
#: An anchor as open2ch writes it, without quotes and references; groups: attributes, address, text.
_TERSE = r"<a((?: rel=\"nofollow\")?) href=([^\s\"'<>=`]+)>>>([0-9-]*)</a>"
_TERSE_ANCHOR = re.compile(_TERSE)
_BODY = rf'{_TEXT}(?:(?:<br>|<img src="[^"<>]*">|{_LINK}|{re.sub("[(](?![?])", "(?:", _TERSE)}){_TEXT})*'
_MAILTO = r'<a href="mailto:([^"<>]*)">'
_TYPED = rf"{_TEXT}(?:<small>{_TEXT}</small>{_TEXT})*"
_RUN = rf'{_TEXT}(?:<span style="[^"<>]*">{_TEXT}</span>{_TEXT})?'
#: Bold type, within a link or a colour or round it; groups: mail, colour, mail, name.
_NAME = (
    rf'(?:{_MAILTO}|<font color="?([#\w]+)"?>)?<b>(?:{_MAILTO}|<font color="?green"?>)?'
    rf"({_TYPED}(?:</b>{_RUN}<b>{_TYPED})*)(?:</(?:a|[bB]|font)>)+"
)
#: Tags without cells between the cells of a post, and the button that stands there since 2024.
_GAP = r"(?:\s|</?(?:details|summary|div|span|dt)\b[^<>]*>|<form\b(?:[^<]*+<(?!/form))*[^<]*</form>)*?"


def _cell(*classes: str) -> str:
    return rf'<(?:span|div|section|dd) class="(?:{"|".join(classes)})">'


#: Groups: attributes, number; mail, colour, mail, name; date, ID, BE; body in an element of its own, or bare.
_CELLS = re.compile(
    rf'<(?:article|div|dl)\b([^<>]*? (?:data-)?id="(\d{{1,9}})"[^<>]*)>{_GAP}{_cell("number", "postid")}\s*\d+[\s:]*'
    rf"</\w+>{_GAP}{_cell('name', 'postusername')}{_NAME}</\w+>{_GAP}{_cell('date', 'dateid')}({_TEXT})</\w+>{_GAP}"
    rf"(?:{_cell('uid')}({_TEXT})</\w+>{_GAP})?(?:{_cell('be(?: [^<>]*)?')}({_LINK})</\w+>{_GAP})?"
    rf"{_cell('message ?', 'post-content', 'thread_in')}"
    rf'(?:\s*<span class="(?:escaped|AA)">({_BODY})</span>\s*|({_BODY}))</(?:div|section|dd)>'
    r"(?:\s*</(?:article|div|dl)>)*",
    re.ASCII,
)
#: Groups: number; mail, colour, mail, name; date with ID; body with what stands behind it.
_LISTS = re.compile(
    rf"<dt\b[^<>]*>\s*(?:<a\b[^<>]*>)?(?:<font\b[^<>]*>)?(\d{{1,9}})(?:\s|</font>|</a>)*(?:名前)?：\s*{_NAME}"
    rf"\s*(?:投稿日)?：({_TEXT}(?:(?:<span\b[^<>]*><a\b[^<>]*>ID:{_TEXT}</a></span>|{_LINK}){_TEXT})*)"
    rf"(?:<font size=\"?1\"?>\s*\[[^<>\[\]]*\]\s*</font>)?(?:\s|<br>|</dt>)*<dd\b[^<>]*>({_BODY})"
    rf"(?:</dd>|<ares\b(?:[^<]*+<(?!/ares))*[^<]*</ares>\s*(?:</dd>)?|(?=</?d[tl]\b))",
    re.ASCII,
)
#: How many posts must be usual, so that it is worth it.
_ENOUGH = 8


class Quick(Struct, frozen=True):
    """Usual posts of a page, cut out: the columns of their cells; and the page without them, but with the first one."""

    layout: Layout
    columns: tuple[list[Any], ...]
    rest: str

    def rows(self, generation: Generation) -> list[Fields]:
        """The fields of the posts, for a page of a generation of this layout."""
        if self.layout == "cells":
            return [
                Fields(
                    int(number),
                    name,
                    _mail(outer, colour, inner),
                    date_of_cells(date, uid, be, attributes),
                    read_body_cell(_written_out(plain if wrapped is None else wrapped), generation.anchors),
                )
                for attributes, number, outer, colour, inner, name, date, uid, be, wrapped, plain in zip(
                    *self.columns, strict=True
                )
            ]
        return [
            Fields(
                int(number),
                name,
                _mail(outer, colour, inner),
                date_of_head(date, generation),
                body_of_item(_written_out(body), generation),
            )
            for number, outer, colour, inner, name, date, body in zip(*self.columns, strict=True)
        ]


def read_quickly(text: str) -> Quick | None:
    """The usual posts of a page (`page_text`) whose bytes are all good; None where they are too few to be worth it."""
    forms: tuple[tuple[Layout, re.Pattern[str]], ...] = (("lists", _LISTS), ("cells", _CELLS))
    for layout, form in forms:
        first = form.search(text)
        if first is None:
            continue
        parts = form.split(text[first.end() :])
        step = form.groups + 1
        if len(parts) < _ENOUGH * step:
            return None
        columns = tuple(parts[column::step] for column in range(1, step))
        return Quick(layout, columns, text[: first.end()] + "".join(parts[::step]))
    return None


def _written_out(body: str) -> str:
    """The body as a parser of HTML writes it."""
    return _TERSE_ANCHOR.sub(r'<a\1 href="\2">&gt;&gt;\3</a>', body) if ">>>" in body else body


def _mail(outer: str | None, colour: str | None, inner: str | None) -> str | None:
    """As `read_mail` says of the cell."""
    mail = inner if outer is None else outer
    if mail is not None:
        return mail
    return None if colour in MAIL_COLOURS else ""
