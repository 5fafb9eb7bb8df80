"""The mark-up of posts on a page, as the parser of HTML writes it out, taken apart into fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from referee.parse.html_cells import read_body_cell, read_date_cell, read_mail, read_name_cell
from referee.parse.html_generations import Generation, Tail
from referee.parse.html_text import is_damaged, restored
from referee.parse.make import Fields
from referee.parse.memo import Memo

#: Which field an element of a post holds, by its class (FORMATS 2.2).
_CELLS = {
    "number": "number",
    "postid": "number",
    "name": "name",
    "postusername": "name",
    "date": "date",
    "dateid": "date",
    "uid": "uid",
    "be": "be",
    "message": "body",
    "post-content": "body",
    "thread_in": "body",
}
_CELL = re.compile(
    rf'<([a-z][a-z0-9]*)\b[^<>]* class="(?:[^"]*\s)?({"|".join(_CELLS)})(?:\s[^"]*)?"[^<>]*>',
)
#: Numbers of posts are short; more digits are none, and Python refuses to read thousands of them.
_NUMBER_OF_POST = re.compile(r'\A<[a-z]+\b[^<>]*? (?:data-)?id="(\d{1,9})"', re.ASCII)
_USERID = re.compile(r'\bdata-userid="(ID:[^"]+)"')
_NUMBER_IN_CELL = re.compile(r"(?:\s|<[^<>]*>)*(\d{1,9})(?!\d)", re.ASCII)
_TAG = re.compile(r"<[^<>]*>")

#: A `<dt>`: number, name, date. Nobody types tags, so what follows the last closed tag before `：` is the date.
_HEAD = re.compile(
    r"<dt\b[^<>]*>(?:\s|<[^<>]*>)*(\d{1,9})(?:\s|</?(?:a|b|font)\b[^<>]*>)*(?:名前\s*)?：\s*"
    r"(.*</(?:b|font|a)>)\s*(?:投稿日\s*)?：(.*)</dt>",
    re.DOTALL | re.ASCII,
)
#: The number of a `<dt>` whose name or date can't be read; without the colon it may be cut.
_NUMBERED = re.compile(r"<dt\b[^<>]*>(?:\s|<[^<>]*>)*(\d{1,9})(?:\s|<[^<>]*>)*(?:名前\s*)?：", re.ASCII)
_BRACKETED_ID = re.compile(r"\[ ?([0-9A-Za-z./+]{8,9}) ?\]\Z")
#: What else stands in brackets behind a date: the host of the poster, which is nobody's business.
_BRACKETED_HOST = re.compile(r"(?<=\S) ?\[[^\[\]]*\]\Z")
_DD = re.compile(r"\A<dd\b[^<>]*>")
#: Two line breaks behind a body, and what came between the posts (advertisements, the foot of the page).
_TWO_BREAKS = re.compile(r"<br><br>[ \t]*(?:\n|\Z|<(?:div|table|form|hr|center|p|ul|h\d)\b.*)", re.DOTALL)


class Unread(Struct, frozen=True):
    """A post whose fields are not where they should be; `number` is None where not even that can be read."""

    number: int | None
    text: str


#: Name and mail by the cell that holds both.
Names = Memo[str, tuple[str, str | None]]


def fields_of(pieces: list[str], generation: Generation, any_damage: bool) -> Iterator[Fields | Unread]:
    """The posts of a page, in its order: one for each that begins there.

    `pieces` are the elements that `generation.posts` selects, as the parser writes them out; `any_damage` whether
    there are bad bytes anywhere.
    """
    names: Names = Memo(lambda cell: (read_name_cell(cell), read_mail(cell)))
    posts = ((piece, "") for piece in pieces) if generation.layout == "cells" else _pairs(pieces)
    read = _from_cells if generation.layout == "cells" else _from_list
    for first, second in posts:
        # References come as they were typed: the parser was given `&amp;` for each `&`.
        first, second = first.replace("&amp;", "&"), second.replace("&amp;", "&")
        bad = any_damage and is_damaged(first + second)
        if bad:
            first, second = restored(first), restored(second)
        yield read(first, second, generation, names, bad)


def first_post(pieces: list[str]) -> str:
    """The mark-up of the first post among some `<dt>` and `<dd>`, empty where there is none."""
    return "".join(next(_pairs(pieces), ()))


def _from_cells(piece: str, _: str, generation: Generation, names: Names, bad: bool) -> Fields | Unread:
    """A post that is one element: its cells are told by their classes."""
    cells: dict[str, str] = {}
    for found in _CELL.finditer(piece):
        what = _CELLS[found[2]]
        if what not in cells:
            cells[what] = _inside(piece, found[1], found.end())
        if what == "body":
            break
    number = _NUMBER_OF_POST.match(piece) or _NUMBER_IN_CELL.match(cells.get("number", ""))
    if number is None or not cells.keys() >= {"name", "date", "body"}:
        return Unread(int(number[1]) if number else None, _TAG.sub("", piece))
    name, mail = names[cells["name"]]
    date = date_of_cells(cells["date"], cells.get("uid"), cells.get("be"), piece[: piece.find(">")])
    return Fields(int(number[1]), name, mail, date, read_body_cell(cells["body"], generation.anchors), bad)


def date_of_cells(date: str, ident: str | None, be: str | None, attributes: str) -> str:
    """Date, ID and BE, which newer pages have in cells of their own, as one field.

    An ID that has no cell may stand in the `attributes` of the post.
    """
    date = read_date_cell(date)
    if ident is not None:
        ident = _TAG.sub("", ident).strip() if "<" in ident else ident.strip()
        # What stands in the place of an erased ID is told from no ID at all.
        date = f"{date} ID:{ident}" if ident == "NG" else f"{date} {ident}"
    elif "ID:" not in date and (shown := _USERID.search(attributes)):
        date = f"{date} {shown[1]}"
    return date if be is None else f"{date} {read_date_cell(be).lstrip()}"


def _inside(piece: str, tag: str, start: int) -> str:
    """What stands in an element whose start tag ends at `start`."""
    opening, closing = f"<{tag}", f"</{tag}>"
    depth, at = 1, start
    while (end := piece.find(closing, at)) >= 0:
        depth += piece.count(opening, at, end) - 1
        if not depth:
            return piece[start:end]
        at = end + len(closing)
    return piece[start:]


def _pairs(pieces: list[str]) -> Iterator[tuple[str, str]]:
    """Each `<dt>` that begins a post, with its `<dd>`; the last one also without."""
    head = ""
    for piece in pieces:
        if piece.startswith("<dt"):
            if _NUMBERED.match(head):
                yield head, ""
            head = piece
        elif _NUMBERED.match(head):
            yield head, piece
            head = ""
    if head:
        yield head, ""


def _from_list(head: str, item: str, generation: Generation, names: Names, bad: bool) -> Fields | Unread:
    """A post that is a `<dt>` with number, name and date, and a `<dd>` with the body."""
    found = _HEAD.match(head)
    if found is None or not item:
        numbered = _NUMBERED.match(head)
        return Unread(int(numbered[1]) if numbered else None, _TAG.sub("", head + item))
    name, mail = names[found[2]]
    if generation.family == "jbbs" and name.rpartition("</b>")[2].find("<b>") < 0 <= name.find("</b>"):
        name += "<b>"
    body = body_of_item(_DD.sub("", item).removesuffix("</dd>"), generation)
    return Fields(int(found[1]), name, mail, date_of_head(found[3], generation), body, bad)


def date_of_head(cell: str, generation: Generation) -> str:
    """Date and ID of a `<dt>` as one field."""
    date = read_date_cell(cell)
    if not date.endswith("]"):
        return date
    if generation.has_bracketed_id and (ident := _BRACKETED_ID.search(date)):
        return f"{date[: ident.start()]}ID:{ident[1]}"
    return _BRACKETED_HOST.sub("", date)


def body_of_item(item: str, generation: Generation) -> str:
    """The body in a `<dd>`."""
    body = _without_tail(item, generation.tail)
    # したらば and まち have no spaces round bodies (FORMATS 1.1).
    return read_body_cell(body.strip() if generation.family else body, generation.anchors)


def _without_tail(body: str, tail: Tail) -> str:
    """The body without what the page adds behind it."""
    if tail == "two_breaks":
        said, _, rest = body.partition("<br><br>")
        if rest in ("", "\n"):  # as nearly every body ends, or has no such breaks
            return said
        found = _TWO_BREAKS.search(body)
        return body[: found.start()] if found else body
    if tail == "ares":
        return body.partition("<ares")[0].rstrip().removesuffix("<br>")
    if tail == "breaks":
        lines = body.split("<br>")
        while lines and not lines[-1].strip():
            lines.pop()
        return "<br>".join(lines).rstrip()
    return body
