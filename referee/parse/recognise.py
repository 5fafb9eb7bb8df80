"""Every form that a thread can have, in one table: a file is recognised by its structure, and read accordingly."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from referee.model import Capture
from referee.parse.dat import ReadThread, read_dat
from referee.parse.euc import any_lines
from referee.parse.kind import Refusal, looks_like_thread
from referee.parse.numbered import OFFLAW, RAWMODE, read_numbered
from referee.parse.shape import shape_of


class Format(Struct, frozen=True):
    """One form of a thread.

    `looks_like(body, key)` gives None for a thread of this form, else why it is none; `read(capture)` never raises, and
    may find, of a page, that it is none of a thread.
    `grows` is whether a server appends lines to it, so that it can be polled and its captures be joined; a page can't.
    """

    name: str
    looks_like: Callable[[bytes, str], Refusal | None]
    read: Callable[[Capture], ReadThread | Refusal]
    grows: bool = True


def read_rawmode(capture: Capture) -> ReadThread:
    """The posts of a thread as したらば's `rawmode.cgi` gives it (FORMATS 3): seven fields, the ID last; EUC-JP, but
    also a copy in UTF-8 or CP932. Never raises; see `read_numbered`."""
    return read_numbered(capture, any_lines(capture.body), RAWMODE)


def read_offlaw(capture: Capture) -> ReadThread:
    """The posts of a thread as まち's `offlaw.cgi` gives it, version 1 or 2, told apart by the fields (FORMATS 3).

    The host that version 2 adds is left out. Never raises; see `read_numbered`.
    """
    shape = shape_of(capture.body)
    return read_numbered(capture, any_lines(capture.body), shape if shape not in (None, RAWMODE) else OFFLAW)


def read_page(capture: Capture) -> ReadThread | Refusal:
    """The posts of a page (HTML of any generation), or why it is no thread: see `referee.parse.html`."""
    from referee.parse.html import read_page as read  # the parser of HTML is loaded only when there is a page

    return read(capture)


def _is_page(body: bytes, key: str) -> Refusal | None:
    refusal = looks_like_thread(body, key)
    return None if refusal == "html" else refusal or "no_posts"


def _is_rawmode(body: bytes, _key: str) -> Refusal | None:
    return None if shape_of(body) is RAWMODE else "no_posts"


def _is_offlaw(body: bytes, _key: str) -> Refusal | None:
    return None if shape_of(body) not in (None, RAWMODE) else "no_posts"


#: The forms, in the order in which they are tried. What is none of them is called what the last one calls it.
FORMATS: tuple[Format, ...] = (
    Format("rawmode", _is_rawmode, read_rawmode),
    Format("offlaw", _is_offlaw, read_offlaw),
    Format("dat", looks_like_thread, read_dat),
    Format("html", _is_page, read_page, grows=False),
)


def recognise(body: bytes, key: str = "", *, growing: bool = False) -> Format | Refusal:
    """The form of a thread, or what the bytes are instead; `key` is the thread's key where known.

    `growing` asks only for what a server appends lines to.
    """
    refusal: Refusal = "no_posts"
    for form in FORMATS:
        if growing and not form.grows:
            continue
        refused = form.looks_like(body, key)
        if refused is None:
            return form
        refusal = refused
    return refusal


def refusal_of(body: bytes, key: str = "", *, growing: bool = False) -> Refusal | None:
    """Why bytes are no thread in any form; None if they are one."""
    found = recognise(body, key, growing=growing)
    return None if isinstance(found, Format) else found


def refusal_of_growing(body: bytes, key: str = "") -> Refusal | None:
    """Why bytes are not what a live address of a thread gives; None if they are."""
    return refusal_of(body, key, growing=True)


def read_any(capture: Capture) -> ReadThread | Refusal:
    """The posts of a capture in whatever form it is, or why it is no thread; never raises."""
    form = recognise(capture.body, capture.thread.key)
    return form.read(capture) if isinstance(form, Format) else form


def read_thread(capture: Capture) -> ReadThread:
    """The posts of a capture in whatever form grows; what is of none is read as a dat, line by line. Never raises."""
    found = recognise(capture.body, capture.thread.key, growing=True)
    read = found.read(capture) if isinstance(found, Format) else found
    return read if isinstance(read, ReadThread) else read_dat(capture)
