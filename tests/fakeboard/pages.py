"""What the fake board serves besides dats: thread pages, the list of threads, the board's settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .numbered import NumberedThread
from .thread import FakeThread

if TYPE_CHECKING:
    from .board import FakeBoard

NO_SUCH_PAGE = (
    "<html><head><title>２ちゃんねる error</title></head><body>"
    "<dl><dt>1 ：<b>管理人 ★</b>：2007/01/01(月) 00:00:00.00 ID:???0<dd> そんな板orスレッドないです。 <br><br>"
    "<dt>2 ：<b>管理人 ★</b>：2007/01/01(月) 00:00:00.50 ID:???0<dd> 過去ログ倉庫を見てください。 <br><br></dl>"
    "</body></html>"
).encode("cp932")


def thread_page(thread: FakeThread) -> bytes:
    """The page of read.cgi, in the classic form (FORMATS 2.1, one post a line)."""
    rows = [
        f"<html><head><title>{thread.title}</title></head><body><h1>{thread.title}</h1>\n<dl class=thread>\n".encode(
            "cp932", "xmlcharrefreplace"
        )
    ]
    for number, line in enumerate(thread.lines, 1):
        name, mail, date, body = [*line.split(b"<>"), b"", b"", b"", b""][:4]
        shown = (
            b"<a href=mailto:%s><b>%s</b></a>" % (mail, name) if mail else b"<font color=green><b>%s</b></font>" % name
        )
        rows.append(b"<dt>%d \x81F%s\x81F%s<dd>%s<br><br>\n" % (number, shown, date, body))
    rows.append(b"</dl><hr>read.cgi ver 05.0.7.5 2007/05/01</body></html>\n")
    return b"".join(rows)


def storage_page(thread: FakeThread) -> bytes:
    """The page of したらば's storage: line breaks between the lists (FORMATS 2.1)."""
    rows = []
    for line in thread.lines:
        number, name, mail, date, body, _, ident = line.decode(thread.encoding).split("<>")
        dated = f"{date} ID:{ident}" if ident else date
        shown = f'<a href="mailto:{mail}"><b>{name}</b></a>' if mail else f"<b>{name}</b>"
        rows.append(f"<dt>{number} ：{shown} ：{dated}</dt>\n<dd>{body.strip()}<br></dd><br><br>\n")
    head = f"<html><head><title>{thread.title}</title></head><body><h1>{thread.title}</h1>\n<dl>\n"
    return f"{head}{''.join(rows)}</dl></body></html>\n".encode(thread.encoding, "xmlcharrefreplace")


def leave_page(board: FakeBoard, thread: FakeThread, page: bytes | None = None) -> bytes:
    """Let a page lie where the past log of a thread lies as a page; what lies there."""
    key = thread.key
    if isinstance(thread, NumberedThread):
        path, its = f"/{thread.board}/storage/{key}.html", storage_page
    else:
        folder = f"{key[:4]}/{key[:5]}" if len(key) > 9 else key[:3]
        path, its = f"/{thread.board}/kako/{folder}/{key}.html", thread_page
    board.files[path] = its(thread) if page is None else page
    return board.files[path]


def subject_txt(threads: Iterable[FakeThread], lag: int = 0) -> bytes:
    """The list of threads, latest bumped first, each `lag` posts behind its dat (FORMATS 4.4)."""
    rows = sorted(threads, key=lambda thread: thread.bumped, reverse=True)
    if any(isinstance(one, NumberedThread) for one in rows):
        listed = [f"{one.key}.cgi,{one.title}({max(len(one.lines) - lag, 1)})\n" for one in rows]
        return "".join(listed + listed[:1]).encode(rows[0].encoding, "xmlcharrefreplace")
    text = "".join(f"{one.key}.dat<>{one.title} ({max(len(one.lines) - lag, 1)})\n" for one in rows)
    return text.encode("cp932", "xmlcharrefreplace")


def setting_txt(board: str, settings: Mapping[str, str]) -> bytes:
    """SETTING.TXT (FORMATS 4.5)."""
    return "\n".join([f"{board}@2ch", *(f"{key}={value}" for key, value in settings.items()), ""]).encode("cp932")


def subback(threads: Iterable[FakeThread]) -> bytes:
    """All threads as links."""
    links = "".join(
        f'<a href="{one.key}/l50">{number}: {re.sub("<.*?>", "", one.title)} ({len(one.lines)})</a>\n'
        for number, one in enumerate(threads, 1)
    )
    return f"<html><body>{links}</body></html>".encode("cp932", "xmlcharrefreplace")


def hidden(page: bytes) -> bytes:
    """A page whose mail fields Cloudflare hides: nobody can tell what stood there."""
    return page.replace(b"<a href=mailto:sage>", b'<a href="/cdn-cgi/l/email-protection">')
