"""The dat of a board, read: every line one post, whatever it holds."""

from __future__ import annotations

import re
from hashlib import blake2b

from msgspec import Struct

from referee.model import Capture, Name, Post, PostStatus, Problem, ThreadRef
from referee.parse.decode import decode_lines
from referee.parse.ident import Ident, read_ident
from referee.parse.kind import split_fields, status_of_fields
from referee.parse.link import read_links
from referee.parse.memo import Memo
from referee.parse.name import read_name
from referee.parse.stamp import StampReader
from referee.parse.text import plain_text

_COPYRIGHT_TAIL = re.compile(r"\s*(?:\[[^\[\]]*転載[^\[\]]*\]|転載ダメ)?\s*[©]\s*(?:2ch\.net|bbspink\.com)\s*\Z")
_NO_NAME = Name("", "", "")
#: What boards write where the title of an erased post 1 would stand.
_NO_TITLES = frozenset({"", "あぼーん", "うふ～ん", "うふ〜ん", "＜削除＞"})
_LABEL = re.compile("ID:|HOST:|発信元:")
_DETAIL_LENGTH = 40


class ReadThread(Struct, frozen=True):
    """A thread as it was read: one post for each line, numbered from 1, and what was wrong with which of them.

    `title` is that of post 1, None where post 1 is erased, broken or has none.
    """

    thread: ThreadRef
    source: str
    title: str | None
    posts: list[Post]
    problems: list[Problem]


def read_dat(capture: Capture) -> ReadThread:
    """The posts of a dat, whatever its bytes are; never raises (FORMATS 1; RULES T8).

    Every line becomes exactly one post, its number being that of the line; a last line without LF is read too. Whether
    the file is a thread at all is `looks_like_thread`'s to say.
    """
    reader = _DatReader(capture)
    reader.read_all(capture.body)
    return ReadThread(capture.thread, capture.source, reader.title, reader.posts, reader.problems)


class _DatReader:
    """Reads one dat, and holds what is worth remembering from line to line of it."""

    def __init__(self, capture: Capture) -> None:
        self.thread = capture.thread
        self.source = capture.source
        self.title: str | None = None
        self.posts: list[Post] = []
        self.problems: list[Problem] = []
        family = capture.thread.family
        self._names: Memo[Name] = Memo(lambda raw: read_name(raw, family))
        self._mails: Memo[str] = Memo(plain_text)
        self._idents: Memo[Ident] = Memo(read_ident)
        self._stamps = StampReader()
        self._met: dict[bytes, int] = {}

    def read_all(self, body: bytes) -> None:
        lines = decode_lines(body)
        in_commas = bool(lines.texts) and "<>" not in lines.texts[0] and lines.texts[0].count(",") >= 3
        read = self._read_comma_line if in_commas else self._read_line
        for index, (text, raw) in enumerate(zip(lines.texts, lines.raw, strict=True)):
            if index in lines.damaged:
                self._tell("bad_bytes", index + 1)
            self.posts.append(read(index + 1, text, raw))

    def _read_line(self, number: int, text: str, raw: bytes, separator: str = "<>") -> Post:
        fields = text.split("<>") if separator == "<>" else _comma_fields(text)
        fingerprint = self._fingerprint(number, raw, separator.encode())
        if len(fields) < 4:
            return self._broken(number, text, fingerprint)
        stamp, rest = self._stamps.read(fields[2])
        if stamp is None:
            status = status_of_fields(fields)
            if status == "broken":
                return self._broken(number, text, fingerprint)
            if status != "normal":
                return self._no_post(number, fields, fingerprint, status)
            self._tell("bad_stamp", number, _without_ident(fields[2]))
        if number == 1:
            self.title = read_title(fields[-1]) if len(fields) > 4 else None
            body = separator.join(fields[3:-1] or fields[3:])
        elif len(fields) == 5 and not fields[4]:
            body = fields[3]
        else:
            body = separator.join(fields[3:] if fields[-1] else fields[3:-1])
        ident = self._idents[rest]
        return Post(
            self.thread,
            number,
            fingerprint,
            self._names[fields[0]],
            self._mails[fields[1]],
            fields[2],
            stamp,
            ident.id,
            ident.dice_id,
            ident.kind,
            body,
            read_links(body, self.thread),
        )

    def _read_comma_line(self, number: int, text: str, raw: bytes) -> Post:
        return self._read_line(number, text, raw, "<>" if "<>" in text else ",")

    def _no_post(self, number: int, fields: list[str], fingerprint: int, status: PostStatus) -> Post:
        """An erased post, or a line of the server: no stamp, no ID, and links that no player made are left out."""
        if number == 1 and len(fields) > 4 and fields[-1].strip() not in _NO_TITLES:
            self.title = read_title(fields[-1])
        name, mail = self._names[fields[0]], self._mails[fields[1]]
        ident_kind = self._idents[fields[2]].kind
        return Post(
            self.thread, number, fingerprint, name, mail, fields[2], None, None, None, ident_kind, fields[3], (), status
        )

    def _broken(self, number: int, text: str, fingerprint: int) -> Post:
        """A line that is no post: all its text is kept as the body, nothing is guessed from it."""
        self._tell("broken_line", number)
        return Post(self.thread, number, fingerprint, _NO_NAME, None, "", None, None, None, "none", text, (), "broken")

    def _fingerprint(self, number: int, raw: bytes, separator: bytes) -> int:
        """64 bits (signed) of the content: the bytes of the line without white space and without the title of line 1.

        Lines of equal content in a thread are told apart by their order, so double posts and erased lines differ.
        """
        if number == 1 and raw.count(separator) > 3:
            raw = raw.rpartition(separator)[0] + separator
        content = raw.translate(None, b" \t\r")
        digest = blake2b(content, digest_size=8).digest()
        times = self._met.get(digest, 0)
        self._met[digest] = times + 1
        if times:
            digest = blake2b(b"%s\n%d" % (content, times), digest_size=8).digest()
        return int.from_bytes(digest, "big", signed=True)

    def _tell(self, kind: str, number: int, detail: str = "") -> None:
        self.problems.append(Problem(kind, self.thread, number, self.source, detail))


def read_title(field: str) -> str | None:
    """A title as people read it: references decoded, white space and `©2ch.net` at its end cut off (FORMATS 1.1).

    ` [name★]` and ` [転載禁止]` by itself stay, for a thread's maker may have typed them. None where nothing is left.
    """
    return _COPYRIGHT_TAIL.sub("", plain_text(field).replace("\n", " ")).strip() or None


def _comma_fields(text: str) -> list[str]:
    """The fields of a line of 1999: `＠｀` stands for a typed comma, a mail of `0` for none (FORMATS 1.1)."""
    fields = split_fields(text)
    if len(fields) > 3 and fields[1].startswith("0"):
        fields[1] = ""
    return fields


def _without_ident(field: str) -> str:
    """The beginning of a date field up to what names the poster, for a problem's detail: addresses stay out of it."""
    return _LABEL.split(field, maxsplit=1)[0].strip()[:_DETAIL_LENGTH]
