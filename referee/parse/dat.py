"""The dat of a board, read: every line one post, whatever it holds."""

from __future__ import annotations

import re
import struct
from collections import Counter
from hashlib import blake2b

from msgspec import Struct

from referee.model import Capture, Name, Post, PostStatus, Problem, ThreadRef
from referee.parse.decode import decode_lines
from referee.parse.ident import USUAL_IDENT, Ident, kind_in_no_post, read_ident, without_ident
from referee.parse.kind import comma_fields, is_in_commas, status_of_fields
from referee.parse.link import read_links
from referee.parse.memo import Memo
from referee.parse.name import read_name
from referee.parse.stamp import StampReader
from referee.parse.text import plain_text

_COPYRIGHT_TAIL = re.compile(
    r"\s{0,3}(?:\[[^\[\]]{0,9}転載[^\[\]]{0,9}\]|転載ダメ)?\s{0,3}©\s{0,3}(?:2ch\.net|bbspink\.com)\s*\Z"
)
_NO_NAME = Name("", "", "")
#: What boards write where the title of an erased post 1 would stand.
NO_TITLES = frozenset({"", "あぼーん", "うふ～ん", "うふ〜ん", "＜削除＞"})
_DETAIL_LENGTH = 40
#: ◆ in the encodings of boards: eddist prints trips without mark-up.
_DIAMONDS = ("◆".encode("cp932"), "◆".encode())


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
        self._names: Memo[str, Name] = Memo(lambda raw: read_name(raw, family))
        self._mails: Memo[str, str] = Memo(plain_text)
        self._idents: Memo[str, Ident] = Memo(read_ident)
        self._stamps = StampReader()
        self._in_commas = False

    def read_all(self, body: bytes) -> None:
        lines = decode_lines(body)
        self._in_commas = is_in_commas(lines.texts)
        fingerprints = fingerprints_of(lines.contents, b"," if self._in_commas else b"<>")
        # A usual line is read here, with as few calls as possible: an audit spends much of its time in this loop.
        thread, damaged, add = self.thread, lines.damaged, self.posts.append
        names, mails, read_stamp, read_usual = self._names, self._mails, self._stamps.read, USUAL_IDENT.fullmatch
        for number, (text, fingerprint) in enumerate(zip(lines.texts, fingerprints, strict=True), 1):
            if damaged and number in damaged:
                self._tell("bad_bytes", number)
            fields = text.split("<>")
            if len(fields) == 5 and not fields[4]:
                name, mail, date, said, _ = fields
                stamp, rest = read_stamp(date)
                ident = read_usual(rest)
                if ident is not None and stamp is not None:
                    id_ = ident[1]
                    links = read_links(said, thread)
                    add(
                        Post(
                            thread, number, fingerprint, names[name], mails[mail],
                            date[: -len(rest)], stamp, id_, id_, "shown", said, links,
                        )
                    )  # fmt: skip
                    continue
            add(self._read_unusual(number, text, fields, fingerprint))

    def _read_unusual(self, number: int, text: str, fields: list[str], fingerprint: int) -> Post:
        separator = "<>"
        if self._in_commas and len(fields) == 1:
            separator = ","
            fields = _comma_fields(text)
        if len(fields) < 4:
            return self._broken(number, text, fingerprint)
        stamp, rest = self._stamps.read(fields[2])
        if stamp is None:
            status = status_of_fields(fields)
            if status == "broken":
                return self._broken(number, text, fingerprint)
            if status != "normal":
                return self._no_post(number, fields, fingerprint, status)
            self._tell("bad_stamp", number, without_ident(fields[2])[:_DETAIL_LENGTH])
        # What stands behind the fifth field belongs to a body that holds a real `<>`; on line 1 the title is the last.
        has_title = number == 1 and len(fields) > 4
        if has_title:
            self.title = read_title(fields[-1])
        body = separator.join(fields[3:-1] if has_title or (len(fields) > 4 and not fields[-1]) else fields[3:])
        name, mail, ident = self._names[fields[0]], self._mails[fields[1]], self._idents[rest]
        links = read_links(body, self.thread)
        return Post(
            self.thread, number, fingerprint, name, mail,
            without_ident(fields[2]), stamp, ident.id, ident.dice_id, ident.kind, body, links,
        )  # fmt: skip

    def _no_post(self, number: int, fields: list[str], fingerprint: int, status: PostStatus) -> Post:
        """An erased post, or a line of the server: no stamp, no ID, and links that no player made are left out."""
        if number == 1 and len(fields) > 4 and fields[-1].strip() not in NO_TITLES:
            self.title = read_title(fields[-1])
        name, mail = self._names[fields[0]], self._mails[fields[1]]
        ident_kind = kind_in_no_post(self._idents[fields[2]])
        return Post(
            self.thread,
            number,
            fingerprint,
            name,
            mail,
            without_ident(fields[2]),
            None,
            None,
            None,
            ident_kind,
            fields[3],
            (),
            status,
        )

    def _broken(self, number: int, text: str, fingerprint: int) -> Post:
        """A line that is no post: all its text is kept as the body, nothing is guessed from it."""
        self._tell("broken_line", number)
        return Post(self.thread, number, fingerprint, _NO_NAME, None, "", None, None, None, "none", text, (), "broken")

    def _tell(self, kind: str, number: int, detail: str = "") -> None:
        self.problems.append(Problem(kind, self.thread, number, self.source, detail))


def fingerprints_of(contents: list[bytes], separator: bytes) -> list[int]:
    """64 bits (signed) of the content of each line: its bytes without white space and, on line 1, without the title.

    A name without a trip is left out: boards rewrite their default name in posts that stand (FORMATS 4.5), and nobody
    is known by it. Lines of equal content in a thread are told apart by their order, so that double posts and erased
    lines differ.
    """
    if contents and contents[0].count(separator) > 3:
        contents = [contents[0].rpartition(separator)[0] + separator, *contents[1:]]
    known: Memo[bytes, bool] = Memo(_is_nobodys)
    return digests_of(
        [
            rest if mark and known[name] else content
            for content in contents
            for name, mark, rest in (content.partition(separator),)
        ]
    )


def without_default_name(content: bytes, separator: bytes = b"<>") -> bytes:
    """What a post's content is without its name, the first field, where that holds neither a mark-up of the server nor
    a ◆: a default name, or one that anybody could have typed."""
    name, mark, rest = content.partition(separator)
    return rest if mark and _is_nobodys(name) else content


def _is_nobodys(name: bytes) -> bool:
    return b"</b>" not in name and not any(sign in name for sign in _DIAMONDS)


def digests_of(contents: list[bytes]) -> list[int]:
    """64 bits (signed) of each content; equal ones are told apart by their order."""
    digests = [blake2b(content, digest_size=8).digest() for content in contents]
    if len(set(digests)) < len(digests):
        digests = _told_apart(digests, contents)
    return list(struct.unpack(f">{len(digests)}q", b"".join(digests)))


def _told_apart(digests: list[bytes], contents: list[bytes]) -> list[bytes]:
    """The digests with those of a content's second, third … line made anew from the content and its count."""
    times: Counter[bytes] = Counter()
    apart = []
    for digest, content in zip(digests, contents, strict=True):
        times[digest] += 1
        if times[digest] > 1:
            digest = blake2b(b"%s\n%d" % (content, times[digest]), digest_size=8).digest()
        apart.append(digest)
    return apart


def read_title(field: str) -> str | None:
    """A title as people read it: references decoded, white space and `©2ch.net` at its end cut off (FORMATS 1.1).

    ` [name★]` and ` [転載禁止]` by itself stay, for a thread's maker may have typed them. None where nothing is left.
    """
    return _COPYRIGHT_TAIL.sub("", plain_text(field).replace("\n", " ")).strip() or None


def _comma_fields(text: str) -> list[str]:
    """The fields of a line of 1999: `＠｀` stands for a typed comma, a mail of `0` for none (FORMATS 1.1)."""
    fields = comma_fields(text)
    if len(fields) > 3 and fields[1].startswith("0"):
        fields[1] = ""
    return fields
