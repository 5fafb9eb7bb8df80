"""A board as its lists describe it: the threads that live there, its settings, and where it stands in a menu."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from referee.model.post import Problem


class ListedThread(Struct, frozen=True):
    """One line of a list of threads: `key`, `title` as people read it, `posts` as counted there (None: not told)."""

    key: str
    title: str
    posts: int | None = None


class ThreadList(Struct, frozen=True):
    """The threads of a board in the order of the list (the latest bumped first), and what of it could not be read.

    `is_numbered`: by the form of its lines the list is of したらば or まち, whatever its host.
    """

    threads: tuple[ListedThread, ...]
    problems: tuple[Problem, ...] = ()
    is_numbered: bool = False


class BoardSettings(Struct, frozen=True):
    """SETTING.TXT: `values` by key as written (FORMATS 4.5), and what of it could not be read."""

    values: Mapping[str, str]
    problems: tuple[Problem, ...] = ()

    def get(self, key: str) -> str:
        """The value of a key, trimmed; empty where the board does not say."""
        return self.values.get(key, "").strip()

    def is_on(self, key: str) -> bool:
        """Whether a switch is on: boards write `checked`."""
        return self.get(key).lower() in ("checked", "on", "yes", "true", "1")

    def number(self, key: str) -> int | None:
        """A value that is a number, None for any other text."""
        text = self.get(key)
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


class PostLimits(Struct, frozen=True):
    """What one post may hold on a board: lines, bytes of its text as stored, bytes of one line (`columns`).

    Without more, what usual boards take: BBS_LINE_NUMBER 16, BBS_MESSAGE_COUNT 2048, BBS_COLUMN_NUMBER 256.
    """

    lines: int = 32
    bytes: int = 2048
    columns: int = 256

    @classmethod
    def of(cls, settings: BoardSettings) -> PostLimits:
        """The limits that a board's SETTING.TXT tells (FORMATS 4.5); the usual ones where it does not."""
        usual = cls()
        lines, size, columns = map(settings.number, ("BBS_LINE_NUMBER", "BBS_MESSAGE_COUNT", "BBS_COLUMN_NUMBER"))
        return cls(lines * 2 if lines else usual.lines, size or usual.bytes, columns or usual.columns)


class MenuBoard(Struct, frozen=True):
    """One board of a menu (bbsmenu): name and category as shown, `url` with its scheme, `host` and folder `board`."""

    name: str
    category: str
    url: str
    host: str
    board: str


#: How well something suits the game: `good`, `bad` (the game suffers: there is advice), `note`, `unknown`.
Level = Literal["good", "bad", "note", "unknown"]


class Advice(Struct, frozen=True):
    """One thing found out about a board: a `code` for `words`, and the evidence.

    `setting` is the line of SETTING.TXT that says so, as read; `seen` of `of` posts show it; `value` a short text or a
    number that belongs into the sentence.
    """

    code: str
    level: Level
    setting: str = ""
    seen: int | None = None
    of: int | None = None
    value: str = ""
