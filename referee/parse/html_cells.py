"""The cells of a post on a page, each made into what the dat of the same post has in that field (FORMATS 2.2)."""

from __future__ import annotations

import re
from typing import Literal

from referee.parse.html_text import decode_hidden

#: What the dat has where a page shows an anchor to a post (`&gt;&gt;5`): always bare text, always a relative link that
#: browsers complete when they save the page, or what the page itself has.
Anchors = Literal["bare", "links", "as_shown"]

_LINK = re.compile(r"<a\b([^<>]*)>(.*?)</a>", re.DOTALL)
#: Links without those that a dat has just so: anchors within the board, without a class.
_CHANGED_LINK = re.compile(
    r'<a\b(?! href="[^":<>]*"(?: (?!class\b)[a-z]+="[^"<>]*")*>&gt;&gt;[0-9-]*</a>)([^<>]*)>(.*?)</a>', re.DOTALL
)
_HREF = re.compile(r'\bhref="([^"]*)"')
_CLASS = re.compile(r' class=(?:"[^"]*"|[\w-]+)')
_REPLY = re.compile(r"\s*(?:&gt;?|＞){2}")
_ADDRESS = re.compile(r"h?t?tps?://|//|(?:[\w-]+\.)+[\w-]+/", re.ASCII)
_COMPLETED = re.compile(r"https?://[^/\"]+/(?=test/read\.cgi/)")
_ICON = re.compile(
    r'<img\b[^<>]*\bsrc="(?:https?:)?(//(?:img|o)\.(?:2ch\.net|5ch\.net|5ch\.io|bbspink\.com)/[^"]*)"[^<>]*>'
)
_WRAPPER = re.compile(r'\s*<span class="(?:escaped|AA)">(.*)</span>\s*', re.DOTALL)
_WRAPPERS = 2
_EMPTY_LINE = re.compile("<br> (?=<br>)")

_MAIL_LINK = re.compile(r'<a\b[^<>]*\bhref="([^"]*)"')
_MAILTO = "mailto:"
_CLOUDFLARE = re.compile(r"/cdn-cgi/l/email-protection(?:#([0-9A-Fa-f]*))?")
#: The colour in which ex0ch shows a name that has a mail, without the mail.
MAIL_COLOURS = frozenset({"#0000FF", "#0000ff"})
_COLOURED = re.compile(rf'\s*<font color="(?:{"|".join(MAIL_COLOURS)})">')
_LINK_TAG = re.compile(r"</?a\b[^<>]*>")
#: The colour of a name without mail; also inside `<b>`, unlike other colours that only stand round it.
_GREEN = re.compile(r'<font color="green">(.*?)</font>', re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")

_BE = re.compile(r'<a\b[^<>]*\bhref="[^"]*(?:be\(|/user/)(\d+)[^"]*"[^<>]*>\s*\?([^<>]*)</a>')
_LINKED_ID = re.compile(r"<a\b[^<>]*>(ID:[^<>]*)</a>")
#: What only a page shows behind an ID: まち the host of the poster, open2ch who began the thread.
_EXTRAS = re.compile(r"<font\b[^<>]*>\s*\[[^\[\]<>]*\]\s*</font>|<font\b[^<>]*>\(<font\b[^<>]*>主</font>\)</font>")
_DATE_TAG = re.compile(r"</?(?:span|font|br|b)\b[^<>]*>")


def read_mail(name: str) -> str | None:
    """The mail of a post by the cell of its name, mark-up as a dat has it; None where the page hides it.

    A name without a link has no mail, except where its colour says that there is one.
    """
    link = _MAIL_LINK.search(name)
    if link is None:
        return None if _COLOURED.match(name) else ""
    href = link[1]
    if href.startswith(_MAILTO):
        return href.removeprefix(_MAILTO)
    hidden = _CLOUDFLARE.search(href)
    if hidden is None:
        return None
    mail = decode_hidden(hidden[1]) if hidden[1] else None
    return None if mail is None else mail.removeprefix(_MAILTO).replace("&", "&amp;").replace("<", "&lt;")


def read_name_cell(cell: str) -> str:
    """The name as the dat has it: what stands between the outermost `<b>` and `</b>`, runs of the server between
    `</b>` and `<b>` inside, without the page's own links and colours (FORMATS 0, rows 18, 20).

    Parsers and browsers split tags that cross; since only the turns between `<b>` and `</b>` count, that is harmless.
    """
    cell = _LINK_TAG.sub("", cell)
    if "<font" in cell:
        cell = _GREEN.sub(r"\1", cell)
    before, opened, inside = cell.partition("<b>")
    if not opened:
        return cell.strip("\n\t")
    inside = inside.rstrip("\n\t")
    if "<font" in before:
        inside = inside.removesuffix("</font>")
    return _TAG.sub("", before).strip() + inside.removesuffix("</b>")


def read_date_cell(cell: str) -> str:
    """The date field as the dat has it: stamp, ID, and BE in the form of dats; what only a page shows is left out."""
    if "<" in cell:
        if "be(" in cell or "/user/" in cell:
            cell = _BE.sub(r" BE:\1-\2", cell)
        if "ID:" in cell:
            cell = _LINKED_ID.sub(_inside, cell)
        if "<font" in cell:
            cell = _EXTRAS.sub("", cell)
        cell = _DATE_TAG.sub("", cell)
    return " ".join(cell.split()) if "  " in cell or "\n" in cell else cell.strip()


def _inside(link: re.Match[str]) -> str:
    return link[1]


def read_body_cell(cell: str, anchors: Anchors) -> str:
    """The body as the dat has it: addresses as text, icons as `sssp:`, anchors as `anchors` says.

    Spaces that pages leave out between two line breaks are put back; other runs of spaces stay as the page has them.
    """
    if "\n" in cell:
        cell = _without_indent(cell)
    if "<" in cell:
        cell = _without_page_tags(cell, anchors)
    return cell.replace("\n", " ")


def _without_indent(cell: str) -> str:
    """Without the line end and indentation that the page adds on each side; spaces behind them are the player's own."""
    begin = cell.lstrip(" \t")
    if begin.startswith("\n"):
        cell = begin[1:].lstrip("\t")
    end = cell.rstrip(" \t")
    return end[:-1] if end.endswith("\n") else cell


def _without_page_tags(cell: str, anchors: Anchors) -> str:
    if "<span" in cell:
        for _ in range(_WRAPPERS):
            if wrapped := _WRAPPER.fullmatch(cell):
                cell = wrapped[1]
    if "<a " in cell:
        links = _LINK if anchors == "bare" else _CHANGED_LINK
        cell = links.sub(lambda link: _dat_link(link, anchors), cell)
    if "<img" in cell:
        cell = _ICON.sub(r"sssp:\1", cell)
    return _EMPTY_LINE.sub("<br>  ", cell) if "<br> <br>" in cell else cell


def _dat_link(link: re.Match[str], anchors: Anchors) -> str:
    attributes, text = link.groups()
    if _ADDRESS.match(text):
        return text
    if " class=" in attributes:
        attributes = _CLASS.sub("", attributes)
    href = _HREF.search(attributes)
    if href is None:
        return text
    if not _REPLY.match(text):
        return link[0]
    if anchors == "bare":
        return text
    if "://" in href[1]:
        if anchors != "links":
            return text
        attributes = attributes.replace(href[1], _COMPLETED.sub("../", href[1]), 1)
    return f"<a{attributes}>{text}</a>"
