"""Where each page lies: addresses that stay, made of what never changes about a thing."""

from __future__ import annotations

import string
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from referee.model import ONE_BOARD_FAMILIES, ThreadRef, Verdict

STANDINGS, BOARD, CHECKER, STYLE = "index.html", "board.html", "checker.html", "style.css"
HALL, ROUNDS, STORY = "hall.html", "rounds.html", "story.html"
#: The checker as a form; it lies on no disk, a server answers it.
CHECK = "check"
#: Where the pages of verdicts lie.
ROLLS = "rolls/"
RACE, TOMORROW, CALENDAR = "race.html", "tomorrow.html", "calendar.ics"
#: English stands beside Japanese, in a folder of the same shape.
FOLDERS = {"ja": "", "en": "en/"}
_SAFE = frozenset(string.ascii_letters + string.digits + "-")
#: A name that is longer is cut, and told apart by its digest; a file's name may have 255 bytes.
_LONGEST = 80


@lru_cache(maxsize=1024)
def slug(text: str) -> str:
    """A text as part of an address: letters, digits and `-` as they are, each other byte as `_` and its two digits."""
    parts = (
        one if one in _SAFE else "".join(f"_{byte:02x}" for byte in one.encode("utf-8", "replace")) for one in text
    )
    found = "".join(parts)
    if len(found) <= _LONGEST:
        return found or "_"
    return f"{found[:_LONGEST]}-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}"


@lru_cache(maxsize=64)
def thread_slug(thread: ThreadRef) -> str:
    """A thread by board and key; its site before them, where that is another than 2ch (a saved thread has none)."""
    site = thread.family if thread.family in ONE_BOARD_FAMILIES else thread.host or ""
    named = [] if site in ("", "2ch") else [site]
    return "-".join(slug(part) for part in (*named, thread.board, thread.key))


def player_path(trip: str) -> str:
    """The page of a player."""
    return f"players/{slug(trip.removeprefix('◆'))}.html"


def calendar_path(trip: str) -> str:
    """The calendar of a player."""
    return f"players/{slug(trip.removeprefix('◆'))}.ics"


def thread_path(thread: ThreadRef) -> str:
    """The page of a thread."""
    return f"threads/{thread_slug(thread)}.html"


def rules_path(digest: str) -> str:
    """The page of a ruleset."""
    return f"rules/{digest[:12]}.html"


def round_path(number: int) -> str:
    """The page of a round that is over."""
    return f"rounds/{number}.html"


def story_path(month: str, part: int) -> str:
    """A part of a long story: its month (`2007-05`, `undated`), and which part of that month, from 1."""
    return f"story/{month}.html" if part == 1 else f"story/{month}-{part}.html"


def has_page(verdict: Verdict) -> bool:
    """Whether a verdict has a page of its own; the others are quoted by their place on their thread's page."""
    return bool(verdict.steps or verdict.rulings or verdict.kind in ("roll", "void"))


class Places:
    """The address of every verdict. Where posts were removed, two may have been judged under one number: the later
    one has a letter behind it."""

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        self._places: dict[tuple[str, int], tuple[str, str]] = {}
        taken: dict[str, int] = {}
        for verdict in verdicts:
            thread = thread_slug(verdict.thread)
            place = f"{verdict.number}"
            label = f"{thread}-{place}"
            times = taken[label] = taken.get(label, 0) + 1
            if times > 1:
                place = f"{place}-v{times}"
            self._places.setdefault((thread, verdict.fingerprint), (f"p{place}", f"{ROLLS}{thread}-{place}.html"))

    def anchor(self, verdict: Verdict) -> str:
        """Where a verdict stands on its thread's page."""
        return self._places[thread_slug(verdict.thread), verdict.fingerprint][0]

    def roll_path(self, verdict: Verdict) -> str:
        """The page of a verdict that has one."""
        return self._places[thread_slug(verdict.thread), verdict.fingerprint][1]

    def of(self, verdict: Verdict) -> str:
        """The permanent address of a verdict."""
        if has_page(verdict):
            return self.roll_path(verdict)
        return f"{thread_path(verdict.thread)}#{self.anchor(verdict)}"


def between(page: str, target: str) -> str:
    """The link from one page to another, both told from the folder of the game."""
    return "../" * page.count("/") + target
