"""Addresses of boards: which thread, and which post of it, a URL or the path of a saved file names."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote

from msgspec import Struct

from referee.model.thread import ThreadRef

#: Family by the end of the host name (FORMATS 1.9 and 4.1); a host that is not here is of the family `0ch`.
FAMILY_HOSTS = (
    ("2ch.net", "2ch"),
    ("5ch.net", "2ch"),
    ("5ch.io", "2ch"),
    ("bbspink.com", "bbspink"),
    ("2ch.sc", "2ch.sc"),
    ("open2ch.net", "open2ch"),
    ("jbbs.shitaraba.net", "jbbs"),
    ("jbbs.shitaraba.com", "jbbs"),
    ("jbbs.livedoor.jp", "jbbs"),
    ("jbbs.livedoor.com", "jbbs"),
    ("machi.to", "machi"),
    ("eddibb.cc", "eddist"),
)
#: Every family there is; empty where no host is known.
FAMILIES = frozenset(family for _, family in FAMILY_HOSTS) | {"0ch", ""}

#: Pages that only lead on to the address written behind them (FORMATS 1.9).
_JUMP = re.compile(
    r"https?://(?:jump\.(?:2ch\.net|5ch\.net|5ch\.io)/\?|(?:www\.)?pinktower\.com/\?|(?:ime\.nu|ime\.st|nun\.nu)/\??"
    r"|(?:[\w-]+\.)*machi\.to/bbs/link\.cgi\?URL=|jbbs\.(?:shitaraba|livedoor)\.[a-z]+/bbs/link\.cgi\?url=)(?=.)"
    r"|/bbs/link\.cgi\?url=(?=.)",
    re.IGNORECASE,
)
#: How many jump pages may stand before each other; a longer chain is left as it is.
_JUMPS = 4

_SCHEME = re.compile(r"(?:h?t?tp(s?):|(?=//))//", re.IGNORECASE)
_BARE_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?=[/?]|\Z)", re.IGNORECASE | re.ASCII)
_PARTS = re.compile(r"(https?)://([\w.-]+(?::\d+)?|\[[0-9a-f:.]+\](?::\d+)?)(/[^?#]*)?(?:\?([^#]*))?", re.I | re.ASCII)

#: What every address of a thread has one of: few links are any, and the forms below are many.
_SIGN = re.compile(r"/read|/bbs/|/storage/|offlaw|//ula\.|/dat/|/oyster/|/kako/|/\d{9}", re.IGNORECASE)

_ITEST = re.compile(r"/([\w-]+)/test/read\.cgi/", re.ASCII)
_ULA = re.compile(r"/[25]ch/([^/]+)/([\w.-]+)/(\d+)(?:/(.*))?", re.ASCII)
_READ_CGI = re.compile(r"(?:.*/)?(?:test|bbs)/read(?:_archive)?\.(?:cgi|so|php|html)/([^/]+)/(\d+)(?:/(.*))?", re.ASCII)
_JBBS = re.compile(r"/bbs/(?:lite/)?(?:read|read_archive|rawmode)\.cgi/([^/]+/\d+)/(\d{9,10})(?:/(.*))?", re.ASCII)
_JBBS_STORAGE = re.compile(r"/([^/]+/\d+)/storage/(\d+)\.html()", re.ASCII)
_OFFLAW = re.compile(r"/bbs/offlaw\.cgi/(?:2/)?([^/]+)/(\d+)(?:/(.*))?", re.ASCII)
#: Programs of したらば and まち, by which their protocol is known on any other server.
_OWN_CGI = re.compile(r"/bbs/(?:(?P<jbbs>rawmode|read_archive|api/setting)|(?P<machi>offlaw))\.cgi/", re.ASCII)
#: What may stand behind a board: its lists, and the folders of its threads.
_LISTS = (
    r"(?:/(?:(?:subject|SETTING|head|pastdat)\.(?:txt|TXT)|(?:subback|index)\.html"
    r"|(?:dat|kako|oyster|storage)(?:/[\w.]*)*)?)?"
)
_BOARD = re.compile(rf"/(?:[^/.]+/)*?(\w+){_LISTS}", re.ASCII)
_READ_BOARD = re.compile(r"(?:.*/)?test/read\.(?:cgi|so|php|html)/(\w+)/?", re.ASCII)
_JBBS_BOARD = re.compile(rf"/(\w+/\d+){_LISTS}", re.ASCII)
#: したらば's boards have numbers of a few digits, threads have keys of nine and more.
_JBBS_CGI_BOARD = re.compile(
    r"/bbs/(?:(?:lite/)?(?:read|read_archive|rawmode|subject)|api/setting)\.cgi/(\w+/\d{1,8})/?", re.ASCII
)
_MACHI_BOARD = re.compile(r"/bbs/(?:read|offlaw)\.cgi/(?:2/)?(\w+)/?", re.ASCII)
_ITEST_BOARD = re.compile(r"/(?:(?:([\w-]+)/)?(?:subback|test/read\.cgi)/)?(\w+)/?", re.ASCII)
_ULA_BOARD = re.compile(r"/[25]ch/(\w+)/([\w.-]+)/?", re.ASCII)
#: Names before a domain that stand for all of its servers: pages for phones and readers.
_DOORWAYS = ("itest.", "ula.")
_EDDIST = re.compile(r"/([A-Za-z]\w*)/(\d{9,10})(?:/(.*))?", re.ASCII)
_DAT = re.compile(
    r"(?:.*/)?([^/]+)/(?:dat|oyster/\d{3,4}|kako/\d{3,4}(?:/\d{4,5})?)/(\d+)\.(?:dat|html?)(?:\.gz)?()", re.ASCII
)
_OLD_CGI = re.compile(r".*/(?:read\.(?:cgi|pl|so)|offlaw\.cgi)/?", re.ASCII)
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?[nixg]*/?|(l\d+|\d*-\d*|\d+(?:[,+-]\d*)+)[nixg]*/?", re.ASCII)

#: Folders that stand between a board and its dats on servers and in the logs of readers.
_STORE_FOLDERS = re.compile(r"(?:/(?:dat|oyster/\d+|kako/\d+(?:/\d+)?|kako))?\Z")
_FILE_TAIL = re.compile(r"(?:\.rawmode|\.offlaw)?\.(?:dat|cgi|m?html?|mht|txt)(?:\.gz)?\Z|\.gz\Z", re.IGNORECASE)
_HOST_FOLDER = re.compile(
    r"(?:(?:[a-z0-9-]+\.)+(?:[a-z]{2}|com|net|org|info|biz|xyz|moe|site|club|online)|localhost|\d+(?:\.\d+){3})(?::\d+)?\Z"
)


class Address(Struct, frozen=True):
    """What a URL names: a thread, and the post `number` of it, or several posts (`is_range`), or just the thread."""

    thread: ThreadRef
    number: int | None = None
    is_range: bool = False


def family_of(host: str) -> str:
    """The family of boards of a host (with or without a port); `0ch` where it is none of the known ones."""
    name = host.partition(":")[0].lower()
    for tail, family in FAMILY_HOSTS:
        if name == tail or name.endswith("." + tail):
            return family
    return "0ch"


def normalise_url(url: str) -> str:
    """The URL with its scheme restored (`ttp://`, `tp://`, none), jump pages stripped, its host in small letters.

    A text that is no URL, and an address without a host (`../test/read.cgi/…`), come back as they are (FORMATS 1.9).
    """
    url = url.strip()
    for _ in range(_JUMPS + 1):
        url = _with_scheme(url)
        jump = _JUMP.match(url)
        if jump is None:
            break
        url = url[jump.end() :]
        if "%3a" in url[:12].lower():
            url = unquote(url, errors="replace")
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.lower()}{mark}{host.lower()}{slash}{path}" if mark else url


def parse_address(url: str) -> Address | None:
    """The thread (and post) of a board that a URL names, in any form of FORMATS 1.9 and 4.1; None for any other URL.

    A host keeps its port. したらば boards are `category/number`. An address with `st` and `to` names one post if both
    are the same (RULES X2).
    """
    url = normalise_url(url)
    match = _PARTS.match(url) if _SIGN.search(url) else None
    if match is None:
        return None
    host, path, query = match[2].lower(), match[3] or "/", match[4] or ""
    if host.startswith("itest."):
        return _itest(host, path, query)
    if host.startswith("ula."):
        found = _ULA.fullmatch(path)
        return _address(found[2].lower(), found[1], found[3], _suffix(found[4], query)) if found else None
    return _in_path(host, path, query) or _in_query(host, path, query)


def parse_board(url: str) -> ThreadRef | None:
    """The board that the address of its page, of a list of it, or of a program before a thread's key names, as a thread
    without a key; None for any other.

    したらば boards are `category/number`. A thread's address names its board too. A page for phones may name no server:
    see `is_doorway`.
    """
    named = parse_address(url)
    if named is not None:
        return ThreadRef(named.thread.board, "", named.thread.host, named.thread.family)
    match = _PARTS.match(normalise_url(url))
    if match is None:
        return None
    host, path = match[2].lower(), match[3] or "/"
    if host.startswith("itest."):
        found = _ITEST_BOARD.fullmatch(path)
        return _board(_behind_itest(host, found[1]), found[2]) if found else None
    if host.startswith("ula."):
        found = _ULA_BOARD.fullmatch(path)
        return _board(found[2].lower(), found[1]) if found else None
    family = _family_of_path(host, path)
    forms = {"jbbs": (_JBBS_CGI_BOARD, _JBBS_BOARD), "machi": (_MACHI_BOARD, _BOARD)}.get(family, (_READ_BOARD, _BOARD))
    board = next((found[1] for form in forms if (found := form.fullmatch(path))), None)
    return _board(host, board, family) if board else None


def _board(host: str, board: str, family: str = "") -> ThreadRef:
    return ThreadRef(board, "", host, family or family_of(host))


def is_doorway(host: str) -> bool:
    """Whether a host is none of a board, but a page for all servers of its domain (`itest.5ch.net`)."""
    return host.startswith(_DOORWAYS)


def thread_of_path(path: str) -> ThreadRef | None:
    """The thread that a saved file is, by its path (DESIGN, "A saved thread"); None for a path without a file name.

    The key is the file's name without its ending, the board the folder (past `dat`, `oyster/…`, `kako/…`), empty where
    there is none; the host is the folder above the board where that looks like a host name.
    """
    folder, _, name = path.replace("\\", "/").rpartition("/")
    key = _FILE_TAIL.sub("", name)
    if key == "index" and folder.rpartition("/")[2].isdecimal():
        folder, _, key = folder.rpartition("/")
    if key in ("", ".", ".."):
        return None
    folder = _STORE_FOLDERS.sub("", f"/{folder}", count=1)
    parts = [part for part in folder.split("/") if part not in ("", ".", "..")]
    board = parts.pop() if parts else ""
    while parts and parts[-1] in ("test", "read.cgi"):
        parts.pop()
    if len(parts) > 1 and family_of(parts[-2].lower()) == "jbbs":
        board = f"{parts.pop()}/{board}"  # したらば: category and number
    if parts and _HOST_FOLDER.match(parts[-1].lower()):
        host = parts[-1].lower()
        return ThreadRef(board, key, host, family_of(host))
    return ThreadRef(board, key)


def _with_scheme(url: str) -> str:
    found = _SCHEME.match(url)
    if found:
        return f"http{(found[1] or '').lower()}://{url[found.end() :]}"
    return f"http://{url}" if _BARE_HOST.match(url) else url


def _suffix(suffix: str | None, query: str) -> str:
    """What names the posts of an address: the end of its path, or `g=` of a page of today."""
    return query[2:] if suffix in (None, "", "g") and query.startswith("g=") else suffix or ""


def _itest(host: str, path: str, query: str) -> Address | None:
    """`itest.5ch.net/SERVER/test/read.cgi/…`, where the server's name stands in the path."""
    server = _ITEST.match(path)
    found = _READ_CGI.fullmatch(path)
    if found is None:
        return None
    return _address(_behind_itest(host, server[1] if server else None), found[1], found[2], _suffix(found[3], query))


def _behind_itest(host: str, server: str | None) -> str:
    """The server that a page for phones names; the host of the page where it names none."""
    return f"{server}.{host.removeprefix('itest.')}" if server else host


def _in_path(host: str, path: str, query: str) -> Address | None:
    family = _family_of_path(host, path)
    forms = [_READ_CGI, _DAT]
    if family == "jbbs":
        forms = [_JBBS, _JBBS_STORAGE]
    elif family == "machi":
        forms = [_READ_CGI, _OFFLAW]
    elif family == "eddist":
        forms.append(_EDDIST)
    for form in forms:
        found = form.fullmatch(path)
        if found:
            return _address(host, found[1], found[2], _suffix(found[3], query), family)
    return None


def _family_of_path(host: str, path: str) -> str:
    """The family of an address.

    Where the host is none of the known ones, したらば's and まち's software is known by the programs that it alone has,
    and by a category and a number, before a key or without one."""
    family = family_of(host)
    if family != "0ch":
        return family
    own = _OWN_CGI.match(path)
    if own is not None:
        return "jbbs" if own["jbbs"] else "machi"
    return "jbbs" if _JBBS.fullmatch(path) or _JBBS_CGI_BOARD.fullmatch(path) else family


def _in_query(host: str, path: str, query: str) -> Address | None:
    """`read.cgi?bbs=…&key=…&st=2&to=2` of 2001, also まち's `read.pl?BBS=…&KEY=…&START=2&END=2`."""
    if not _OLD_CGI.fullmatch(path):
        return None
    asked = {name.lower(): value for name, value in parse_qsl(query.replace("&amp;", "&"))}
    board, key = asked.get("bbs"), asked.get("key", "")
    if not board or not key.isdecimal():
        return None
    first, last = asked.get("st") or asked.get("start"), asked.get("to") or asked.get("end")
    if first is None and last is None:
        return _address(host, board, key, "l50" if "ls" in asked else "")
    return _address(host, board, key, f"{first or ''}-{last or ''}")


def _address(host: str, board: str, key: str, suffix: str, family: str = "") -> Address:
    """An address, of the host's family where none is named.

    The suffix of a read.cgi path names the post or posts (`5`, `5-`, `l50`, `5,7`, `5n` …).
    """
    thread = ThreadRef(board, key, host, family or family_of(host))
    found = _RANGE.fullmatch(suffix)
    if found is None:
        return Address(thread)
    if found[3] is not None or (found[2] is not None and int(found[2]) != int(found[1])):
        return Address(thread, None, True)
    return Address(thread, int(found[1])) if int(found[1]) else Address(thread, None, True)
