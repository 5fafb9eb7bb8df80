"""Where a thread is asked for while it lives, where its past log may lie, and where the lists of its board are."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit

from referee.errors import SourceError
from referee.model import ThreadRef, family_of, normalise_url, parse_address

#: Families whose servers answer http with a 308 to https (FORMATS 4.3): asked by https at once.
_HTTPS_ONLY = frozenset({"2ch", "bbspink"})
#: Families whose programs give a thread by the numbers of its posts (FORMATS 3), and the program of each.
_PROGRAMS = {"jbbs": "rawmode.cgi", "machi": "offlaw.cgi/2"}
#: The one server of such a family today; older hosts are other names of it.
_TODAY = {"jbbs": "jbbs.shitaraba.net", "machi": "machi.to"}
#: What stands before `/test/read.cgi/…` or before the board's folder where a board is not at the top of its server.
_PREFIX = re.compile(r"(/.*?)?/(?:(?:test|bbs)/read(?:_archive)?\.(?:cgi|so|php|html)/|[^/]+/dat/\d+\.dat)", re.ASCII)
_DAT_FOLDER = re.compile(r"/dat/\d+\.dat\Z", re.ASCII)
_CGI = re.compile(r"/bbs/(?P<program>rawmode\.cgi|offlaw\.cgi(?:/2)?)/(?P<board>.+)/(?P<key>\d+)/\Z", re.ASCII)
_ARCHIVE = re.compile(r"/(?:oyster/\d{3,4}|kako/\d{3,4}(?:/\d{4,5})?)/\d+\.(?:dat(?:\.gz)?|html)\Z", re.ASCII)
_STORAGE = re.compile(r"/bbs/read_archive\.cgi/.+/\d+/\Z|/storage/\d+\.html\Z", re.ASCII)
#: Where 2ch has pages of past logs since 2024: a server that leads nowhere but there.
_KAKO_HOST = "kako."
_WHOLE_THREAD = re.compile(r"/test/read\.cgi/[^/]+/\d+/?\Z", re.ASCII)
#: Keys that begin so (2001 to 2004) may lie under their first three digits, as those of nine digits do.
_SHORT_FOLDER = "10"


def live_address(thread: ThreadRef, url: str = "") -> str:
    """Where a living thread is asked for (FORMATS 3, 4.1), by the address that the host wrote down.

    A dat; rawmode of したらば; offlaw 2 of まち. `url` is any address of the thread: it gives the scheme, and the
    folders that stand before the board on a server of one's own. 2ch, BBSPINK, したらば and まち are asked by https
    whatever it says. Without it https is taken for the known families and http for any other server.

    Raises:
        SourceError: the thread's host is not known.
    """
    if not thread.host:
        raise SourceError(str(thread), "the server of this thread is not known", "write its whole URL")
    parts = urlsplit(normalise_url(url)) if url else None
    scheme = parts.scheme if parts and parts.scheme in ("http", "https") else ""
    program = _PROGRAMS.get(thread.family)
    if program is not None:
        host, scheme = thread.host, scheme or "http"
        if family_of(host) == thread.family:
            host, scheme = _TODAY[thread.family], "https"
        return f"{scheme}://{host}/bbs/{program}/{quote(thread.board)}/{quote(thread.key)}/"
    if thread.family in _HTTPS_ONLY:
        scheme = "https"
    elif not scheme:
        scheme = "http" if thread.family in ("", "0ch") else "https"
    found = _PREFIX.match(parts.path) if parts and thread.family in ("", "0ch") else None
    prefix = (found[1] or "") if found else ""
    return f"{scheme}://{thread.host}{prefix}/{quote(thread.board)}/dat/{quote(thread.key)}.dat"


def reading_address(thread: ThreadRef, url: str = "") -> str:
    """Where people read a thread; the number of a post stands behind it. `url` as in `live_address`.

    Raises:
        SourceError: the thread's host is not known.
    """
    live = live_address(thread, url)
    found = _CGI.search(live)
    if found is not None:
        return f"{live[: found.start()]}/bbs/read.cgi/{found['board']}/{found['key']}/"
    board, key = quote(thread.board), quote(thread.key)
    return f"{live.removesuffix(f'/{board}/dat/{key}.dat')}/test/read.cgi/{board}/{key}/"


def goes_by_numbers(address: str) -> bool:
    """Whether a live address is asked for what is new by the number of a post, and not by bytes (FORMATS 3)."""
    return bool(_CGI.search(address))


def archive_addresses(thread: ThreadRef, address: str, *, pages: bool = False) -> tuple[str, ...]:
    """Where the past log of a thread may lie, likeliest first (FORMATS 3, 4.1); `address` is its live address.

    `oyster` came in 2023 on 2ch; `kako` is older, and what 0ch+ servers have; it may be packed. `pages` adds the forms
    that are pages, last: `kako` as HTML, したらば's storage, which has no other form.
    """
    key = thread.key
    if goes_by_numbers(address):
        return _storage(address) if pages else ()
    base = _DAT_FOLDER.sub("", address)
    if base == address or not key.isdecimal():
        return ()
    folders = [f"{key[:4]}/{key[:5]}", key[:3]] if len(key) >= 10 else [key[:3]]
    if len(key) >= 10 and not key.startswith(_SHORT_FOLDER):
        folders = folders[:1]
    oyster = [f"{base}/oyster/{key[:4]}/{key}.dat"]
    if len(key) < 10:
        oyster.append(f"{base}/oyster/{key[:3]}/{key}.dat")
    kako = [f"{base}/kako/{folder}/{key}.{end}" for end in ("dat", "dat.gz") for folder in folders]
    found = oyster + kako if thread.family in _HTTPS_ONLY else kako + oyster
    if pages:
        found += [f"{base}/kako/{folder}/{key}.html" for folder in folders]
    return tuple(found)


def _storage(address: str) -> tuple[str, ...]:
    found = _CGI.search(address)
    if found is None or found["program"] != _PROGRAMS["jbbs"]:
        return ()
    origin, board, key = address[: found.start()], found["board"], found["key"]
    return f"{origin}/bbs/read_archive.cgi/{board}/{key}/", f"{origin}/{board}/storage/{key}.html"


def _is_kako(host: str, path: str) -> bool:
    return host.startswith(_KAKO_HOST) and bool(_WHOLE_THREAD.search(path))


def is_past_log(address: str) -> bool:
    """Whether an address is that of a past log, to which nobody writes any more."""
    path = address.partition("?")[0]
    return bool(_ARCHIVE.search(path) or _STORAGE.search(path))


def board_address(address: str) -> str:
    """The top page of the board on which a live address stands, with `/` at its end; empty for any other address."""
    found = _CGI.search(address)
    if found is not None:
        return f"{address[: found.start()]}/{found['board']}/"
    base = _DAT_FOLDER.sub("", address)
    return "" if base == address else f"{base}/"


def end_of_lines(body: bytes, source: str, *, again: bool) -> int:
    """Where the lines end that count (bytes), of a thread got from `source`: behind the last LF, since a line without
    its end is still being written. In a past log, to which nobody writes, it counts once the same bytes were seen
    `again`: the log may have been caught while it was copied."""
    return len(body) if again and is_past_log(source) else body.rfind(b"\n") + 1


def subject_address(address: str) -> str:
    """The list of threads of the board on which a live address stands (FORMATS 4.4); empty for any other address."""
    board = board_address(address)
    return f"{board}subject.txt" if board else ""


def setting_address(address: str) -> str:
    """The settings of the board on which a live address stands (FORMATS 4.5); empty for any other address."""
    found = _CGI.search(address)
    if found is not None and found["program"] == _PROGRAMS["jbbs"]:
        return f"{address[: found.start()]}/bbs/api/setting.cgi/{found['board']}/"
    board = board_address(address)
    return f"{board}SETTING.TXT" if board else ""


def host_of(address: str) -> str:
    """The host of an address, with its port: what requests are counted by; empty for a text that names none."""
    try:
        return urlsplit(address).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def redirect_target(thread: ThreadRef, address: str, location: str, *, pages: bool = False) -> tuple[str, bool] | None:
    """Where a redirect leads, and whether that is the past log; None where it leads to anything but this thread.

    A thread's server may move within its family of boards, and http may become https, never the other way round. A
    page of the thread is not the thread as data, and a page of the board is not the thread (FORMATS 4.3); only where
    `pages` can be read, a page is taken for a past log that stands where pages of past logs stand.
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
    if _ARCHIVE.search(parts.path) and (pages or not parts.path.endswith(".html")):
        return target, True
    if pages and (_STORAGE.search(parts.path) or _is_kako(parts.netloc, parts.path)):
        return target, True
    is_live = goes_by_numbers(parts.path) if goes_by_numbers(old.path) else _DAT_FOLDER.search(parts.path)
    return (target, False) if is_live else None
