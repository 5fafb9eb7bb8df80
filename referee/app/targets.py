"""Where notes may go: webhooks and services of apprise, never a board; and their addresses told without the secret."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from hashlib import sha256
from urllib.parse import SplitResult, urlsplit

from referee.app.settings import Settings
from referee.errors import UsageError, nearest
from referee.model.address import family_of, parse_address

#: Forms of apprise that post anywhere on the web: a webhook does that, and looks where it goes.
_ANYWHERE = frozenset({"json", "jsons", "xml", "xmls", "form", "forms"})
#: Programs of boards that take posts, on whatever server.
_TAKES_POSTS = re.compile(r"/(?:sub)?(?:bbs|write|post)\.(?:cgi|php)\b", re.IGNORECASE)
_WEB = ("http", "https")


def is_webhook(url: str) -> bool:
    """Whether notes to an address are posted by us; apprise sends all others."""
    return _split(url).scheme in _WEB


def masked(url: str) -> str:
    """An address of a note without what is secret in it: a webhook's host, of a service only its name."""
    parts = _split(url)
    return f"{parts.scheme}://{parts.hostname or ''}/…" if parts.scheme in _WEB else f"{parts.scheme}://…"


def key_of(url: str) -> str:
    """What stands for an address in files: nobody can read it from there."""
    return sha256(url.encode("utf-8", "replace")).hexdigest()[:16]


def check_targets(settings: Settings, path: str) -> None:
    """See to it that notes go where they may.

    Raises:
        UsageError: an address is none, or a board's; trips and games are none. The address itself is not told.
    """
    boards = set(_hosts_of_boards(settings))
    games = [game.name for game in settings.game]
    for number, one in enumerate(settings.notify, 1):
        where = f"{path}, [[notify]] no. {number}"
        wrong = _refusal(one.url, boards)
        if wrong is not None:
            raise UsageError(f"{where}, url", *wrong)
        for trip in one.players:
            if not trip.startswith("◆"):
                raise UsageError(f"{where}, players", f"{trip} is no trip", f"did you mean ◆{trip}?")
        for name in one.games:
            if name not in games:
                raise UsageError(f"{where}, games", f"there is no game {name}", nearest(name, games))


def _refusal(url: str, boards: set[str]) -> tuple[str, str] | None:
    """What is wrong with an address, and what to do; None where it is fine."""
    parts = _split(url)
    host = (parts.hostname or "").rstrip(".")
    if not parts.scheme or not parts.netloc or any(character.isspace() for character in url):
        return "is no address", 'write the address of a webhook, "https://…", or one of apprise, "tgram://…"'
    if parts.scheme in _ANYWHERE:
        return f"{parts.scheme}:// posts anywhere on the web", "write the webhook's own address, https://…"
    if family_of(host) != "0ch" or _is_of(parts, boards) or _TAKES_POSTS.search(parts.path):
        return f"leads to a board ({host})", "the referee never writes to a board; name a webhook elsewhere"
    if parts.scheme in _WEB and parse_address(url) is not None:
        return f"names a thread of a board ({host})", "the referee never writes to a board; name a webhook elsewhere"
    if parts.scheme == "http" and not _is_loopback(host):
        return f"is not encrypted ({host})", "write https://; http only goes to this machine (127.0.0.1, localhost)"
    return None


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        if parts.scheme in _WEB:
            _ = parts.port  # raises where it is none
        return parts
    except ValueError:  # no address at all, or no port
        return SplitResult("", "", "", "", "")


def _hosts_of_boards(settings: Settings) -> Iterator[str]:
    """Hosts, with their port where they have one, of threads, searches and linked boards."""
    yield from (host.lower() for host in settings.polling.linked_hosts)
    for game in settings.game:
        for thread in game.threads:
            yield _split(thread.split(maxsplit=1)[0]).netloc.rpartition("@")[2].lower()


def _is_of(parts: SplitResult, boards: set[str]) -> bool:
    """Whether an address leads to one of some hosts; on this machine the port tells a board from a webhook."""
    host = (parts.hostname or "").rstrip(".")
    if _is_loopback(host):
        return parts.netloc.rpartition("@")[2].lower() in boards
    return host in {board.rpartition(":")[0] if re.search(r":\d+\Z", board) else board for board in boards}


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
