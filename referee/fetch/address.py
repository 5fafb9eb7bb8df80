"""Where a thread's dat is asked for: its address while it lives, and the addresses of its past log in order."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit

from referee.errors import SourceError
from referee.model import ThreadRef, normalise_url, parse_address

#: Families whose servers answer http with a 308 to https (FORMATS 4.3): asked by https at once.
_HTTPS_ONLY = frozenset({"2ch", "bbspink"})
#: Families that speak another protocol than dat (FORMATS 3).
_WITHOUT_DAT = frozenset({"jbbs", "machi"})
#: What stands before `/test/read.cgi/…` or before the board's folder where a board is not at the top of its server.
_PREFIX = re.compile(r"(/.*?)?/(?:(?:test|bbs)/read(?:_archive)?\.(?:cgi|so|php|html)/|[^/]+/dat/\d+\.dat)", re.ASCII)
_DAT_FOLDER = re.compile(r"/dat/\d+\.dat\Z", re.ASCII)
_ARCHIVE = re.compile(r"/(?:oyster/\d{3,4}|kako/\d{3,4}(?:/\d{4,5})?)/\d+\.dat\Z", re.ASCII)


def dat_address(thread: ThreadRef, url: str = "") -> str:
    """The address of a thread's live dat (FORMATS 4.1), by the address that the host wrote down.

    `url` is any address of the thread (read.cgi page or dat): it gives the scheme, and the folders that stand before
    the board on a server of one's own. 2ch and BBSPINK are asked by https whatever it says. Without it https is taken
    for the known families and http for any other server.

    Raises:
        SourceError: the thread's host is not known, or its board does not speak dat (したらば, まち).
    """
    if not thread.host:
        raise SourceError(str(thread), "the server of this thread is not known", "write its whole URL")
    if thread.family in _WITHOUT_DAT:
        raise SourceError(url or str(thread), "this board does not speak dat", "save its page and audit the file")
    parts = urlsplit(normalise_url(url)) if url else None
    scheme = parts.scheme if parts and parts.scheme in ("http", "https") else ""
    if thread.family in _HTTPS_ONLY:
        scheme = "https"
    elif not scheme:
        scheme = "http" if thread.family in ("", "0ch") else "https"
    found = _PREFIX.match(parts.path) if parts and thread.family in ("", "0ch") else None
    prefix = (found[1] or "") if found else ""
    return f"{scheme}://{thread.host}{prefix}/{quote(thread.board)}/dat/{quote(thread.key)}.dat"


def archive_addresses(thread: ThreadRef, address: str) -> tuple[str, ...]:
    """Where the past log of a thread may lie, likeliest first, at most three (FORMATS 4.1); `address` is its live dat.

    `oyster` came in 2023 on 2ch; `kako` is older, and what 0ch+ servers have.
    """
    key = thread.key
    base = _DAT_FOLDER.sub("", address)
    if base == address or not key.isdecimal():
        return ()
    oyster = [f"{base}/oyster/{key[:4]}/{key}.dat"]
    if len(key) >= 10:
        kako = [f"{base}/kako/{key[:4]}/{key[:5]}/{key}.dat", f"{base}/kako/{key[:3]}/{key}.dat"]
    else:
        oyster.append(f"{base}/oyster/{key[:3]}/{key}.dat")
        kako = [f"{base}/kako/{key[:3]}/{key}.dat"]
    found = oyster + kako if thread.family in _HTTPS_ONLY else kako + oyster
    return tuple(found[:3])


def is_past_log(address: str) -> bool:
    """Whether an address is that of a past log, to which nobody writes any more."""
    return bool(_ARCHIVE.search(address.partition("?")[0]))


def end_of_lines(body: bytes, source: str, *, again: bool) -> int:
    """Where the lines end that count (bytes), of a thread got from `source`: behind the last LF, since a line without
    its end is still being written. In a past log, to which nobody writes, it counts once the same bytes were seen
    `again`: the log may have been caught while it was copied."""
    return len(body) if again and is_past_log(source) else body.rfind(b"\n") + 1


def subject_address(address: str) -> str:
    """The list of threads of the board on which a live dat stands (FORMATS 4.4); empty for what is no dat."""
    base = _DAT_FOLDER.sub("", address)
    return "" if base == address else f"{base}/subject.txt"


def host_of(address: str) -> str:
    """The host of an address, with its port: what requests are counted by; empty for a text that names none."""
    try:
        return urlsplit(address).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def redirect_target(thread: ThreadRef, address: str, location: str) -> tuple[str, bool] | None:
    """Where a redirect leads, and whether that is the past log; None where it leads to anything but this thread's dat.

    A thread's server may move within its family of boards, and http may become https, never the other way round. A
    page of the thread is not its dat, and a page of the board is not the thread (FORMATS 4.3).
    """
    if not location.strip():
        return None
    try:
        target = urljoin(address, location.strip())
        parts, old = urlsplit(target), urlsplit(address)
        named = parse_address(target)
    except ValueError:
        return None
    if named is None or not named.thread.is_same(thread) or named.thread.family != thread.family:
        return None
    if parts.scheme != old.scheme and (old.scheme, parts.scheme) != ("http", "https"):
        return None
    target = target.partition("#")[0]
    if _ARCHIVE.search(parts.path):
        return target, True
    return (target, False) if _DAT_FOLDER.search(parts.path) else None
