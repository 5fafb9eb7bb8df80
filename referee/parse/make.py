"""Fields of a post, in the form of a dat, made into a `Post`: for sources that are no dat."""

from __future__ import annotations

from msgspec import Struct

from referee.model import Name, Post, PostStatus, Problem, ThreadRef
from referee.parse.dat import fingerprints_of
from referee.parse.ident import USUAL_IDENT, Ident, kind_in_no_post, read_ident, without_ident
from referee.parse.kind import status_of_fields
from referee.parse.link import read_links
from referee.parse.memo import Memo
from referee.parse.name import read_name
from referee.parse.stamp import StampReader
from referee.parse.text import plain_text

_DETAIL_LENGTH = 40
_SPACE = b" \t\r"


class Fields(Struct, frozen=True, gc=False):
    """One post as a source has it: mark-up in the form of a dat, decoded; `mail` is None where the source hides it.

    `is_damaged` where bytes of it could not be decoded; `is_broken` where nothing but the number and a text, here the
    body, could be read.
    """

    number: int
    name: str
    mail: str | None
    date: str
    body: str
    is_damaged: bool = False
    is_broken: bool = False


def make_posts(
    rows: list[Fields], thread: ThreadRef, source: str, kind: str, family: str
) -> tuple[list[Post], list[Problem]]:
    """The posts of some rows, in their order, and what is wrong with which of them.

    `source` is the file or address, `kind` the format that the posts name; `family` says how names are printed. The
    fingerprint is that of the line which a dat in CP932 has for the post, where the row holds all of that line.
    """
    maker = _Maker(thread, source, kind, family)
    contents = _contents(rows)
    return maker.posts(rows, fingerprints_of(contents, b"<>")), maker.problems


class _Maker:
    """Makes the posts of one source, and holds what is worth remembering from post to post."""

    def __init__(self, thread: ThreadRef, source: str, kind: str, family: str) -> None:
        self.problems: list[Problem] = []
        self._thread, self._source, self._kind = thread, source, kind
        self._names: Memo[str, Name] = Memo(lambda raw: read_name(raw, family))
        self._mails: Memo[str, str] = Memo(plain_text)
        self._idents: Memo[str, Ident] = Memo(read_ident)
        self._stamps = StampReader()

    def posts(self, rows: list[Fields], fingerprints: list[int]) -> list[Post]:
        thread, kind, names, mails, links = self._thread, self._kind, self._names, self._mails, read_links
        read_stamp, read_usual = self._stamps.read, USUAL_IDENT.fullmatch
        made: list[Post] = []
        for row, fingerprint in zip(rows, fingerprints, strict=True):
            date, mail = row.date, row.mail
            stamp, rest = read_stamp(date)
            ident = read_usual(rest)
            if ident is None or stamp is None or row.is_damaged:
                made.append(self._unusual(row, fingerprint))
                continue
            id_, body = ident[1], row.body
            made.append(
                Post(
                    thread, row.number, fingerprint, names[row.name], None if mail is None else mails[mail],
                    date[: -len(rest)], stamp, id_, id_, "shown", body, links(body, thread), "normal", kind,
                )
            )  # fmt: skip
        return made

    def _unusual(self, row: Fields, fingerprint: int) -> Post:
        if row.is_broken:
            return self._no_post(row, fingerprint, "broken", "broken_line")
        if row.is_damaged:
            self._tell("bad_bytes", row.number)
        stamp, rest = self._stamps.read(row.date)
        date = without_ident(row.date)
        if stamp is None:
            # Where the mail is hidden, the other three fields that a server sets when it erases must do.
            status = status_of_fields([row.name, row.name if row.mail is None else row.mail, row.date, row.body])
            if status == "broken":
                return self._no_post(row, fingerprint, status, "broken_line")
            if status != "normal":
                return self._no_post(row, fingerprint, status)
            self._tell("bad_stamp", row.number, date[:_DETAIL_LENGTH])
        name, mail, ident = (
            self._names[row.name],
            None if row.mail is None else self._mails[row.mail],
            self._idents[rest],
        )
        return Post(
            self._thread, row.number, fingerprint, name, mail, date, stamp, ident.id, ident.dice_id, ident.kind,
            row.body, read_links(row.body, self._thread), "normal", self._kind,
        )  # fmt: skip

    def _no_post(self, row: Fields, fingerprint: int, status: PostStatus, problem: str = "") -> Post:
        """An erased post, a line of the server, or what can't be read: no stamp, no ID, no links that a player made."""
        if problem:
            self._tell(problem, row.number)
        mail = None if row.mail is None else self._mails[row.mail]
        name, date = self._names[row.name], without_ident(row.date)
        ident_kind = kind_in_no_post(self._idents[row.date])
        return Post(
            self._thread, row.number, fingerprint, name, mail, date, None, None, None, ident_kind,
            row.body, (), status, self._kind,
        )  # fmt: skip

    def _tell(self, kind: str, number: int, detail: str = "") -> None:
        self.problems.append(Problem(kind, self._thread, number, self._source, detail))


def _contents(rows: list[Fields]) -> list[bytes]:
    """What `fingerprints_of` asks for: the lines of a dat in CP932, without white space."""
    if not rows:
        return []
    lines = [f"{row.name}<>{row.mail or ''}<>{row.date}<>{row.body}<>" for row in rows]
    text = "\n".join(lines)
    if text.count("\n") >= len(rows):
        text = "\n".join(line.replace("\n", " ") for line in lines)
    return text.encode("cp932", "xmlcharrefreplace").translate(None, _SPACE).split(b"\n")
