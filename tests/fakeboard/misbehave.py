"""The ways in which the fake board can misbehave, by name (ODD-INPUTS 14-24, FORMATS 4.3).

Each takes what was asked and what a good board would answer, and gives another answer. Those marked `delta` only touch
requests with a Range.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from .clock import http_date
from .files import Request, Response, pack
from .pages import NO_SUCH_PAGE


@dataclass
class Call:
    """One request for a dat: `content` is the whole thread, `good` the answer that a good board gives."""

    request: Request
    content: bytes
    good: Response
    now: datetime

    @property
    def start(self) -> int:
        """The first byte asked for; 0 for the whole."""
        return self.request.range_start or 0

    @property
    def is_delta(self) -> bool:
        return self.request.range_start is not None


Misbehaviour = Callable[[Call], Response]


def html(text: str, status: int = 200) -> Response:
    """A page in Shift_JIS, as servers of these boards send them."""
    return Response(status, [("Content-Type", "text/html; charset=Shift_JIS")], text.encode("cp932"))


def plain(body: str, status: int = 200) -> Response:
    return Response(status, [("Content-Type", "text/plain")], body.encode("cp932"))


def delta(way: Misbehaviour) -> Misbehaviour:
    """Only for requests with a Range that a good board would answer with a part."""
    return lambda call: way(call) if call.is_delta and call.good.status != 304 else call.good


def part(call: Call, body: bytes, content_range: str | None) -> Response:
    headers = [("Content-Type", "text/plain"), ("Last-Modified", http_date(call.now))]
    if content_range is not None:
        headers.append(("Content-Range", content_range))
    return Response(206, headers, body)


def whole(call: Call, body: bytes | None = None) -> Response:
    headers = [pair for pair in call.good.headers if pair[0] in ("Last-Modified", "ETag")]
    return Response(200, [*headers, ("Content-Type", "text/plain")], call.content if body is None else body)


def status(code: int, *headers: tuple[str, str]) -> Misbehaviour:
    return lambda call: replace(html(f"<html><body>{code}</body></html>", code), headers=list(headers))


def unless_known(way: Misbehaviour) -> Misbehaviour:
    """A 304 stays a 304."""
    return lambda call: call.good if call.good.status == 304 else way(call)


def redirect(location: Callable[[Call], str], code: int = 302) -> Misbehaviour:
    return lambda call: Response(code, [("Location", location(call))], b"moved")


def packed(body: bytes) -> Response:
    return Response(200, [("Content-Encoding", "gzip"), ("Content-Type", "text/plain")], body)


@cache
def zeros(mebibytes: int) -> bytes:
    """Many zeros, packed: a thousandth of them."""
    return gzip.compress(bytes(mebibytes * 1024 * 1024), 1, mtime=0)


def bomb(call: Call) -> Response:
    return packed(zeros(32))


def eddist(call: Call) -> Response:
    """As eddist serves a dat: no Last-Modified, a weak ETag made of the size, 206 without Content-Range, empty behind
    the end."""
    etag = f'W/"{len(call.content)}"'
    headers = [("ETag", etag), ("Cache-Control", "max-age=5"), ("Content-Type", "text/plain; charset=Shift_JIS")]
    if call.request.headers.get("if-none-match") == etag:
        return Response(304, headers)
    return Response(206 if call.is_delta else 200, headers, call.content[call.start :])


DIGEST = (
    "スレ <><>(最終更新)2009/02/11(水) 23:45:51<> IDすごろく <>IDすごろく\n"
    "<><>(総レス数, サイズ)<> 962, 180KB <>\n<><><> 過去ログ倉庫に格納されています <>\n<><><> <>\n"
)
MOVED = "２ちゃんねる ★<><>2015/03/13(金) 00:00:00.00 ID:???0<> 3月13日より新しくなりました <>お知らせ\n"
NO_SUCH = (
    "管理人 ★<><>2008/01/01(火) 00:00:00.00 ID:???0<> そんな板orスレッドないです。 <>お知らせ\n"
    "管理人 ★<><>2008/01/01(火) 00:00:00.50 ID:???0<> 過去ログ倉庫を見てください。 <>\n"
)
BUSY = "<html><head><title>人大杉</title></head><body>ただいま人大杉です。専用ブラウザをお使いください。</body></html>"
WAIT = "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Enable JavaScript</body></html>"

#: Every way to misbehave.
MISBEHAVIOURS: dict[str, Misbehaviour] = {
    # 18: the delta
    "range_ignored": delta(lambda call: whole(call)),
    "range_elsewhere": delta(
        lambda call: part(
            call,
            call.content[max(call.start - 9, 0) :][: len(call.content) - call.start],
            f"bytes {call.start}-{len(call.content) - 1}/{len(call.content)}",
        )
    ),
    "range_shifted": delta(
        lambda call: part(
            call,
            call.content[max(call.start - 9, 0) :],
            f"bytes {max(call.start - 9, 0)}-{len(call.content) - 1}/{len(call.content)}",
        )
    ),
    "range_garbled": delta(lambda call: part(call, call.content[call.start :], "bytes all of it")),
    "no_content_range": delta(lambda call: part(call, call.content[call.start :], None)),
    "unknown_total": delta(
        lambda call: part(call, call.content[call.start :], f"bytes {call.start}-{len(call.content) - 1}/*")
    ),
    "total_wrong": delta(
        lambda call: part(
            call, call.content[call.start :], f"bytes {call.start}-{len(call.content) - 1}/{len(call.content) + 40}"
        )
    ),
    "part_empty": delta(lambda call: part(call, b"", None)),
    "part_short": delta(
        lambda call: part(
            call,
            call.content[call.start : -7],
            f"bytes {call.start}-{len(call.content) - 8}/{len(call.content)}",
        )
    ),
    "part_shorter_than_told": delta(
        lambda call: part(
            call,
            call.content[call.start : -7],
            f"bytes {call.start}-{len(call.content) - 1}/{len(call.content)}",
        )
    ),
    "part_packed": delta(
        lambda call: part(call, pack(call.content)[call.start :], None).set("Content-Encoding", "gzip")
    ),
    "part_unasked": lambda call: part(call, call.content[:100], f"bytes 0-99/{len(call.content)}"),
    "eddist": eddist,
    # 18: 416 in its three forms
    "bad_range_held": delta(lambda call: Response(416, [("Content-Range", f"bytes */{len(call.content)}")])),
    "bad_range_shorter": delta(lambda call: Response(416, [("Content-Range", f"bytes */{len(call.content) // 2}")])),
    "bad_range_bare": delta(lambda call: Response(416, [("Content-Type", "text/html")], b"416")),
    "bad_range_unasked": status(416),
    # 19: for ever
    "not_modified": lambda call: Response(304),
    "not_found": status(404),
    "gone": status(410),
    "delta_400": delta(status(400)),
    "delta_500": lambda call: status(500)(call) if call.is_delta else call.good,
    "error_500": status(500),
    "error_501": status(501),
    "busy_429": status(429),
    "busy_429_wait": status(429, ("Retry-After", "600")),
    "busy_502": status(502),
    "busy_503": status(503),
    "busy_503_wait": status(503, ("Retry-After", "1800")),
    "busy_503_date": lambda call: status(503, ("Retry-After", http_date(call.now + timedelta(minutes=15))))(call),
    "busy_503_nonsense": status(503, ("Retry-After", "soon")),
    "busy_503_years": status(503, ("Retry-After", "999999999")),
    "busy_522": status(522),
    "forbidden_401": status(401),
    "forbidden_403": status(403),
    "teapot_418": status(418),
    "odd_204": lambda call: Response(204),
    "odd_299": lambda call: replace(whole(call), status=299),
    # 19: the way is broken
    "cut": unless_known(lambda call: replace(call.good, cut=len(call.good.body) // 2)),
    "cut_chunked": unless_known(lambda call: replace(call.good, chunked=True, cut=len(call.good.body) // 2)),
    "cut_unframed": lambda call: replace(whole(call, call.content[: len(call.content) // 2]), length=None),
    "unframed": unless_known(lambda call: replace(call.good, length=None)),
    "chunked": unless_known(lambda call: replace(call.good, chunked=True)),
    "length_too_large": unless_known(
        lambda call: replace(call.good, length=len(call.good.body) + 500, cut=len(call.good.body))
    ),
    "silent": lambda call: replace(call.good, hang=True),
    "drip": lambda call: replace(whole(call), drip=0.02),
    "no_answer": lambda call: Response(200, raw=b""),
    "no_http": lambda call: Response(200, raw=b"SSH-2.0-OpenSSH_9.2\r\n\r\n"),
    # 20: pages and notices in place of the thread
    "page_busy": lambda call: html(BUSY),
    "page_wait": lambda call: html(WAIT),
    "page_wait_403": lambda call: html(WAIT, 403),
    "digest": lambda call: plain(DIGEST),
    "digest_203": lambda call: plain(DIGEST, 203),
    "thread_203": lambda call: replace(whole(call), status=203),
    "moved_notice": lambda call: plain(MOVED),
    "no_such_page": lambda call: Response(200, [("Content-Type", "text/html; charset=Shift_JIS")], NO_SUCH_PAGE),
    "no_such_thread": lambda call: plain(NO_SUCH),
    "nothing": lambda call: plain(""),
    "wrong_charset": lambda call: call.good.set("Content-Type", "text/plain; charset=UTF-8"),
    "charset_unknown": lambda call: call.good.set("Content-Type", "text/plain; charset=x-sjis"),
    # redirects
    "redirect_busy": redirect(lambda call: "/_403/madakana.html"),
    "redirect_live_html": redirect(lambda call: "http://www2.2ch.net/live.html", 301),
    "redirect_other_thread": redirect(lambda call: call.request.path.replace(".dat", "9.dat")),
    "redirect_page": redirect(
        lambda call: "/test/read.cgi/{1}/{3}/".format(*call.request.path.removesuffix(".dat").split("/"))
    ),
    "redirect_loop": redirect(lambda call: call.request.path),
    "redirect_chain": redirect(lambda call: "/x" + call.request.path),
    "redirect_nowhere": lambda call: Response(302),
    "redirect_nonsense": redirect(lambda call: "http://[::1"),
    "redirect_https": redirect(lambda call: f"https://{call.request.headers['host']}{call.request.path}", 308),
    # packing
    "bomb": bomb,
    "huge": lambda call: whole(call, call.content * (9 * 1024 * 1024 // max(len(call.content), 1) + 1)),
    "packed_unasked": unless_known(lambda call: packed(pack(call.content))),
    "packed_cut": unless_known(lambda call: packed(pack(call.content)[:-20])),
    "packed_garbled": unless_known(lambda call: packed(b"\x1f\x8b\x08\0" + b"\x55" * 200)),
    "packed_with_br": lambda call: packed(call.content).set("Content-Encoding", "br"),
}
