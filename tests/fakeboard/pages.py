"""What the fake board serves besides dats: thread pages, the list of threads, the board's settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .numbered import NumberedThread
from .thread import FakeThread

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
