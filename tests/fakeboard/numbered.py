"""Threads of したらば and まち: lines with numbers, asked for by `N-`, removed posts as gaps (FORMATS 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from .clock import JST
from .files import Request, Response, serve_file
from .thread import FakeThread

_DAYS = "月火水木金土日"
_DELETED = "＜削除＞"


class NumberedThread(FakeThread):
    """A thread whose posts keep their numbers; `lines` are those still there."""

    program = ""

    def __init__(self, origin: str, board: str, key: str, title: str, clock: Callable[[], datetime]) -> None:
        super().__init__(origin, board, key, title, clock)
        self.last = 0  # the number of the last post ever made

    @property
    def url(self) -> str:
        return self.dat_url

    @property
    def path(self) -> str:
        return f"/bbs/{self.program}/{self.board}/{self.key}/"

    @property
    def archive_path(self) -> str:
        return ""

    def line(self, number: int, *fields: str) -> bytes:
        """A line with its number, in the board's encoding; what that has not becomes a reference."""
        return "<>".join([str(number), *fields]).encode(self.encoding, "xmlcharrefreplace")

    def post(
        self,
        body: str = "てすと",
        *,
        name: str = "名無しさん",
        mail: str = "sage",
        ident: str | None = None,
        at: datetime | None = None,
    ) -> int:
        with self._lock:
            self.last = number = self.last + 1
            if ident is None:
                ident = f"{(number * 7919 + int(self.key[-4:])) % 10**8:08d}"
            moment = (at or self._clock()).astimezone(JST)
            date = f"{moment:%Y/%m/%d}({_DAYS[moment.weekday()]}) {moment:%H:%M:%S}"
            title = self.title if number == 1 else ""
            self.append(self.line(number, *self.fields(self.named(name), mail, date, body, title, ident)))
            if "sage" not in mail:
                self.bumped = self._clock()
            return number

    def fields(self, name: str, mail: str, date: str, body: str, title: str, ident: str) -> list[str]:
        """The fields behind the number."""
        raise NotImplementedError

    def named(self, name: str) -> str:
        """A name, with its trip (` </b>◆trip <b>` as everywhere) as this board prints it."""
        raise NotImplementedError

    def erase(self, number: int, *, same_length: bool = False) -> None:
        """＜削除＞ in the place of a post."""
        place = self._place(number)
        self.edit(place + 1, self.line(number, *[_DELETED] * 4, "", ""))

    def remove(self, number: int) -> None:
        """透明削除: the line goes, the numbers stay."""
        super().remove(self._place(number) + 1)

    def serve(self, request: Request) -> Response:
        """The whole, or from a number on (`N-`); other ranges as servers have them."""
        asked = request.path.partition("?")[0].removeprefix(self.path)
        found = re.fullmatch(r"(?:(\d+)(?:(-)(\d*))?)?/?", asked)
        first, last = 1, self.last
        if found is not None and found[1]:
            first = int(found[1])
            last = int(found[3]) if found[3] else (self.last if found[2] else first)
        content = b"".join(line + b"\n" for line in self.lines if first <= _number(line) <= last)
        plain = Request(request.method, request.path, {k: v for k, v in request.headers.items() if k != "range"})
        kind = f"text/plain; charset={'EUC-JP' if self.encoding.startswith('euc') else 'Shift_JIS'}"
        return serve_file(plain, content, self.changed, "", kind)

    def gone(self) -> Response:
        """What the program says of a thread that is not there any more."""
        raise NotImplementedError

    def _place(self, number: int) -> int:
        return next(place for place, line in enumerate(self.lines) if _number(line) == number)


class ShitarabaThread(NumberedThread):
    """したらば: rawmode in EUC-JP, the ID in the seventh field; a field `ERROR` of the answer says what is wrong."""

    program = "rawmode.cgi"
    encoding = "euc_jis_2004"

    @property
    def url(self) -> str:
        return f"{self.origin}/bbs/read.cgi/{self.board}/{self.key}/"

    def fields(self, name: str, mail: str, date: str, body: str, title: str, ident: str) -> list[str]:
        return [name, mail, date, body, title, ident]

    def named(self, name: str) -> str:
        return re.sub(r" ?</b>◆(\S+) <b>", r"</b> ◆\1<b>", name)

    def gone(self) -> Response:
        word = "STORAGE IN" if self.archive else "THREAD NOT FOUND"
        return Response(200, [("ERROR", word), ("Content-Type", "text/plain; charset=EUC-JP")])


class MachiThread(NumberedThread):
    """まち: offlaw 2, the ID in the date field, a host behind the title."""

    program = "offlaw.cgi/2"

    def fields(self, name: str, mail: str, date: str, body: str, title: str, ident: str) -> list[str]:
        host = "p1234.example.ne.jp"
        return [name, mail, f"{date} ID:{ident}" if ident else date, body, title, host]

    def named(self, name: str) -> str:
        return re.sub(r" ?</b>◆(\S+) <b>", r"◆</b>\1<b>", name)

    def gone(self) -> Response:
        body = "<ERROR>スレッドを発見できません</ERROR>".encode("cp932")
        return Response(200, [("Content-Type", "text/plain; charset=Shift_JIS")], body)


def _number(line: bytes) -> int:
    return int(line.partition(b"<>")[0])
