"""The links of a body: what a player points at, in reading order, each address once."""

from __future__ import annotations

import re

from referee.model import Link, ThreadRef, normalise_url, parse_address
from referee.parse.text import decode_references

#: Characters of an address in text: printable ASCII, where a reference other than `&amp;` ends it.
_CHARACTER = r"""(?:[!#-%'-;=?-~]++|&(?!(?:gt|lt|quot|nbsp|#)))"""
_TOKEN = re.compile(
    r"(?=[<a-z0-9-])(?:<a\b[^<>]*?\bhref=[\"']?(?P<href>[^\"'\s<>]+)[^<>]*>(?P<anchor>\s*(?:&gt;?|>|＞){2})?"
    r"|</?[A-Za-z!][^<>]*>"
    rf"|(?P<url>(?:h?ttps?|(?<![A-Za-z])tps?)://{_CHARACTER}+"
    rf"|(?<![\w./@:-])(?:[A-Za-z0-9-]+\.)+[A-Za-z]{{2,}}(?::[0-9]+)?/(?:test|bbs)/read\.cgi[/?]{_CHARACTER}+))",
    re.IGNORECASE | re.ASCII,
)
#: An anchor into the thread as every read.cgi writes it: on most pages nothing else in a body looks like a link.
_ANCHOR = re.compile(r'<a (?:class=\w+ )?href="[^"<>]*"[^<>]*>(?:&gt;){2}[0-9-]*</a>')
#: What ends a sentence rather than an address.
_SENTENCE_END = ".,;:!?')"
_PICTURE = re.compile(r"https?://[^/?#]+/[^?#]*\.(?:jpe?g|png|gif|webp|bmp)(?:[?#].*)?", re.IGNORECASE | re.DOTALL)
#: Where a relative address of read.cgi begins: `../test/…`, `/test/…`, `/bbs/…`.
_RELATIVE = re.compile(r"(?:\.\.)?/(?=(?:test|bbs)/read\.cgi)")
#: Stands for the unknown host while a relative address is read.
_NO_HOST = "host.invalid"


def read_links(body: str, thread: ThreadRef) -> tuple[Link, ...]:
    """The links of a body's mark-up, each normalised address once, in reading order (FORMATS 1.9; RULES S6, X2).

    Addresses in text, with or without the leading h, and `href`s; relative ones belong to the thread's own host. Left
    out: anchors (`<a href=…>&gt;&gt;5</a>`: they point into the thread itself), icons (`sssp://`), other tags.
    """
    if "tp" not in body and "read.cgi" not in body:
        return ()
    if "&gt;&gt;" in body:
        rest = _ANCHOR.sub("", body)
        if "/" not in rest and "=" not in rest:  # neither an address in text nor an `href`
            return ()
    links: dict[str, Link] = {}
    for match in _TOKEN.finditer(body):
        href, url = match["href"], match["url"]
        if href and not match["anchor"]:
            link = _from_href(decode_references(href), thread)
        elif url:
            link = _from_text(decode_references(url))
        else:
            continue
        if link is not None:
            links.setdefault(link.url, link)
    return tuple(links.values())


def _from_text(url: str) -> Link:
    kept = url.rstrip(_SENTENCE_END)
    # A bracket at the end belongs to the address only where the address opened it.
    opened = kept.count("(") - kept.count(")")
    if opened > 0 and url.startswith(")", len(kept)):
        kept += ")"
    return _link(normalise_url(kept))


def _from_href(href: str, thread: ThreadRef) -> Link | None:
    url = normalise_url(href)
    if url.startswith(("http://", "https://")):
        return _link(url)
    relative = _RELATIVE.match(url)
    if relative is None:
        return None
    path = url[relative.end() - 1 :]
    address = parse_address(f"http://{thread.host or _NO_HOST}{path}")
    if address is None:
        return None
    if thread.host:
        return Link(f"http://{thread.host}{path}", address.thread, address.number)
    return Link(path, ThreadRef(address.thread.board, address.thread.key, None, thread.family), address.number)


def _link(url: str) -> Link:
    address = parse_address(url)
    if address is None:
        return Link(url, picture=_PICTURE.fullmatch(url) is not None)
    return Link(url, address.thread, address.number)
