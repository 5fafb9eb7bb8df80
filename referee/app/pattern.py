"""Posts chosen by what stands in them, for a ruling about all that have the same misform."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from referee.app.named import is_called
from referee.errors import UsageError, nearest
from referee.model import Post
from referee.parse import plain_text

#: The kinds of rulings that may be about many posts.
KINDS = frozenset({"void", "chat", "count", "day", "exposure", "stands"})
_BOUNDS = ("thread", "from", "until")


def _shown_id(post: Post) -> str | None:
    return "???" if post.id_kind == "hidden" else post.id


_FIELDS: dict[str, Callable[[Post], str | None]] = {
    "name": lambda post: post.name.text,
    "mail": lambda post: post.mail,
    "id": _shown_id,
    "date": lambda post: post.date,
    "body": lambda post: plain_text(post.body).strip(),
    "trip": lambda post: post.name.trip,
}


class Pattern(Struct, frozen=True):
    """Fields (`name mail id date body trip`) with what must stand there, as shells write it (`* ? [ ]`); all must fit.

    `thread` is the name of one of the threads, `first` and `last` are the numbers of posts, both included.
    """

    fields: tuple[tuple[str, str], ...]
    thread: str = ""
    first: int | None = None
    last: int | None = None

    def __str__(self) -> str:
        """The pattern in one line: what the book of rulings keeps, and `read_pattern` reads."""
        bounds = (("thread", self.thread), ("from", self.first), ("until", self.last))
        parts = [*self.fields, *((key, value) for key, value in bounds if value)]
        return " ".join(f"{key}={_quoted(str(value))}" for key, value in parts)

    def fits(self, post: Post) -> bool:
        """Whether a post is meant. A field that the source hides, or that is not there, fits nothing."""
        if self.thread and not is_called(post.thread, self.thread):
            return False
        if post.number < (self.first or 1) or (self.last is not None and post.number > self.last):
            return False
        return all(_fits(_FIELDS[field](post), glob) for field, glob in self.fields)


def _quoted(value: str) -> str:
    """A value as it is, but for one that would not be read again as one word."""
    return shlex.quote(value) if re.search(r"[\s'\"\\]", value) else value


def _fits(text: str | None, glob: str) -> bool:
    return text is not None and fnmatchcase(text, glob)


def typed_pattern(
    fields: Sequence[str], thread: str | None, first: int | None, last: int | None, where: str
) -> Pattern:
    """A pattern as typed: `FIELD=GLOB` words, a thread, and bounds.

    Raises:
        UsageError: a word without `=`, or as `make_pattern`.
    """
    table: dict[str, object] = {}
    for word in fields:
        field, sign, glob = word.partition("=")
        if not sign:
            raise UsageError(where, f"{word} is no pattern", "write FIELD=GLOB, for example name=*号")
        if field in table:
            raise UsageError(where, f"names {field} twice", "name each field once")
        table[field] = glob
    bounds = {"thread": thread, "from": first, "until": last}
    return make_pattern({**table, **{key: value for key, value in bounds.items() if value is not None}}, where)


def read_pattern(text: str, where: str) -> Pattern:
    """A pattern as the book of rulings keeps it.

    Raises:
        UsageError: it was kept by an older referee, and can be read in two ways.
    """
    try:
        parts = [word.partition("=") for word in shlex.split(text)]
    except ValueError:
        parts = []
    table: dict[str, object] = {
        key: int(value) if key in ("from", "until") and value.isdecimal() else value
        for key, sign, value in parts
        if sign
    }
    if not parts or len(table) < len(parts) or not table.keys() <= {*_FIELDS, *_BOUNDS}:
        raise UsageError(where, f"its pattern can be read in two ways: {text}", "make it anew: undo it, then add it")
    return make_pattern(table, where)


def narrowed(known: Pattern | None, named: Pattern, where: str) -> Pattern:
    """A pattern with some of its parts otherwise; what is not named stays.

    Raises:
        UsageError: there is none, and only bounds are named.
    """
    if known is None:
        if not named.fields:
            raise UsageError(where, "has no pattern that could be bounded", "give one: --pattern FIELD=GLOB")
        return named
    fields = {**dict(known.fields), **dict(named.fields)}
    in_order = tuple((key, fields[key]) for key in _FIELDS if key in fields)
    return Pattern(in_order, named.thread or known.thread, named.first or known.first, named.last or known.last)


def make_pattern(table: object, where: str) -> Pattern:
    """A pattern as a TOML file has it.

    Raises:
        UsageError: no table, an unknown field, a value of the wrong type.
    """
    if not isinstance(table, Mapping) or not table:
        raise UsageError(where, "is no table of fields", 'write for example { name = "*号", from = 100 }')
    for key, value in table.items():
        if key not in (*_FIELDS, *_BOUNDS):
            raise UsageError(where, f"unknown field {key}", nearest(key, (*_FIELDS, *_BOUNDS)))
        is_number = isinstance(value, int) and not isinstance(value, bool) and value > 0
        if key in ("from", "until") and not is_number:
            raise UsageError(where, f"{key} = {value} is no number of a post", "write a whole number from 1")
        if key not in ("from", "until") and not isinstance(value, str):
            raise UsageError(where, f"{key} = {value} is no text", "write it in quotes")
    fields = tuple((key, table[key]) for key in _FIELDS if key in table)
    return Pattern(fields, table.get("thread", ""), table.get("from"), table.get("until"))


def chosen(pattern: Pattern, posts: Iterable[Post]) -> Iterator[Post]:
    """The posts that are meant, in order."""
    return (post for post in posts if pattern.fits(post))
