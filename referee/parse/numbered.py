"""Threads whose lines carry their numbers: したらば's rawmode, まち's offlaw in both versions (FORMATS 3)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.model import Capture, Name, Post, Problem
from referee.parse.dat import ReadThread, digests_of, read_title, without_default_name
from referee.parse.decode import Lines
from referee.parse.ident import NO_ID, Ident, read_bare_ident, read_ident, without_ident
from referee.parse.kind import status_of_fields
from referee.parse.link import read_links
from referee.parse.memo import Memo
from referee.parse.name import read_name
from referee.parse.stamp import StampReader
from referee.parse.text import plain_text

#: The highest number that a post can have; boards of these families end threads at 10,000 at the latest.
MOST = 20_000
_SEPARATOR = "<>"
_NO_NAME = Name("", "", "")
_DETAIL_LENGTH = 40


class Shape(Struct, frozen=True):
    """How a line is laid out: `number<>name<>mail<>date<>body<>title` and what `last` says of a field behind the title.

    `family` is that of the boards which write it: it decides which mark-up of a trip is the server's.
    """

    source: str
    family: str
    last: Literal["none", "id", "host"]

    @property
    def fields(self) -> int:
        """How many fields a whole line has."""
        return 6 if self.last == "none" else 7


RAWMODE = Shape("rawmode", "jbbs", "id")
OFFLAW = Shape("offlaw", "machi", "none")
OFFLAW_2 = Shape("offlaw2", "machi", "host")

#: A whole line has at least so many fields (FORMATS 3).
LEAST_FIELDS = 6


class _Row(Struct, frozen=True):
    """A line taken apart: its number and fields."""

    number: int
    fields: list[str]
    text: str
    content: bytes


def read_numbered(capture: Capture, lines: Lines, shape: Shape) -> ReadThread:
    """The posts of lines that carry their numbers; never raises.

    A number that is missing between two others is a post that was truly removed: it is an erased post without content.
    Numbers missing before the first line are told (`begins_late`), since such a file may be a part. A line without a
    number of its own, or with one that was there before, is told (`broken_line`) and is no post: on these boards a
    post without its number does not exist. So is a last line without its end where the ID stands last: half an ID looks
    like a whole one.
    """
    reader = _Reader(capture, shape)
    reader.read_all(lines, is_whole=shape.last != "id" or capture.body.endswith(b"\n"))
    return ReadThread(capture.thread, capture.source, reader.title, reader.posts, reader.problems)


def number_of(text: str) -> int | None:
    """The number at the beginning of a line; None where no number of a post stands there."""
    head, mark, _ = text.partition(_SEPARATOR)
    if not mark or not head.isascii() or not head.isdecimal() or len(head) > len(str(MOST)):
        return None
    return number if 1 <= (number := int(head)) <= MOST else None


class _Reader:
    """Reads one file, and holds what is worth remembering from line to line of it."""

    def __init__(self, capture: Capture, shape: Shape) -> None:
        self.thread = capture.thread
        self.source = capture.source
        self.title: str | None = None
        self.posts: list[Post] = []
        self.problems: list[Problem] = []
        self._shape = shape
        self._names: Memo[str, Name] = Memo(lambda raw: read_name(raw, shape.family))
        self._mails: Memo[str, str] = Memo(plain_text)
        self._stamps = StampReader()

    def read_all(self, lines: Lines, *, is_whole: bool) -> None:
        last = 0
        rows: list[_Row] = []
        for place, (text, content) in enumerate(zip(lines.texts, lines.contents, strict=True), 1):
            number = number_of(text)
            if place in lines.damaged:
                self._tell("bad_bytes", number or last or None)
            if number is None or number <= last:
                if text.strip():
                    self._tell("broken_line", number or last or None)
                continue
            rows.append(_Row(number, text.split(_SEPARATOR), text, content))
            last = number
        fingerprints = digests_of([self._content(row) for row in rows])
        for row, fingerprint in zip(rows, fingerprints, strict=True):
            self._fill_gap(row.number)
            is_cut = not is_whole and row.text is lines.texts[-1]
            read = self._broken if is_cut or len(row.fields) < LEAST_FIELDS else self._read
            self.posts.append(read(row, fingerprint))

    def _fill_gap(self, number: int) -> None:
        """Erased posts for the numbers between the last post and this one."""
        if not self.posts:
            if number > 1:
                self._tell("begins_late", number)
            return
        for missing in range(self.posts[-1].number + 1, number):
            (fingerprint,) = digests_of([b"removed %d" % missing])
            self.posts.append(
                Post(
                    self.thread, missing, fingerprint, _NO_NAME, None, "", None, None, None, "none", "", (), "erased",
                    self._shape.source,
                )
            )  # fmt: skip

    def _broken(self, row: _Row, fingerprint: int) -> Post:
        """A line that is no post, or only half of one: all its text is kept as the body, nothing is guessed from it."""
        self._tell("broken_line", row.number)
        return Post(
            self.thread, row.number, fingerprint, _NO_NAME, None, "", None, None, None, "none", row.text, (), "broken",
            self._shape.source,
        )  # fmt: skip

    def _read(self, row: _Row, fingerprint: int) -> Post:
        fields, shape, number = row.fields, self._shape, row.number
        name, mail, date, body, title, last = self._parts(fields)
        if number == 1:
            self.title = read_title(title)
        stamp, rest = self._stamps.read(date)
        status = status_of_fields([name, mail, date, body]) if stamp is None else "normal"
        if status == "normal" and stamp is None:
            self._tell("bad_stamp", number, without_ident(date)[:_DETAIL_LENGTH])
        ident = self._ident(rest, last) if status == "normal" else NO_ID
        links = read_links(body, self.thread) if status == "normal" else ()
        return Post(
            self.thread, number, fingerprint, self._names[name], self._mails[mail], without_ident(date), stamp,
            ident.id, ident.dice_id, ident.kind, body, links, status, shape.source,
        )  # fmt: skip

    def _parts(self, fields: list[str]) -> tuple[str, str, str, str, str, str]:
        """Name, mail, date, body, title and what stands behind; more fields than usual belong to the body."""
        _, name, mail, date, *others = fields
        has_last = self._shape.last != "none" and len(fields) >= self._shape.fields
        last = others.pop() if has_last else ""
        title = others.pop()
        return name, mail, date, _SEPARATOR.join(others), title, last

    def _ident(self, rest: str, last: str) -> Ident:
        """The ID: a field of its own in rawmode, in the date field of offlaw. A host field is nobody's to read."""
        if self._shape.last != "id":
            return read_ident(rest)
        return read_bare_ident(last) if last else NO_ID

    def _content(self, row: _Row) -> bytes:
        """What a post's fingerprint is made of: all but its number, the title, and the host that offlaw 2 adds."""
        parts = row.content.split(b"<>")
        if len(parts) < LEAST_FIELDS:
            return row.content.partition(b"<>")[2]
        has_last = self._shape.last != "none" and len(parts) >= self._shape.fields
        kept = parts[1:-2] if has_last else parts[1:-1]
        return without_default_name(b"<>".join(kept + parts[-1:] if self._shape.last == "id" and has_last else kept))

    def _tell(self, kind: str, number: int | None, detail: str = "") -> None:
        self.problems.append(Problem(kind, self.thread, number, self.source, detail))
