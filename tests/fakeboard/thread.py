"""A thread of the fake board: a list of lines that moderators may change."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from .clock import JST

ERASED = "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん".encode("cp932")
STOPPED = "停止しました。。。<>停止<>停止<>真・スレッドストッパー。。。（￣ー￣）ﾆﾔﾘｯ<>停止したよ。".encode("cp932")
OVER = (
    "１００１<><>Over 1000 Thread<> このスレッドは１０００を超えました。"
    " <br> もう書けないので、新しいスレッドを立ててくださいです。。。  <>"
).encode("cp932")
_DAYS = "月火水木金土日"


def line_of(body: str, *, at: datetime, name: str, mail: str, ident: str, title: str = "") -> bytes:
    """A post as 2ch wrote it in 2007 (FORMATS 1.1), without its LF; characters that CP932 has not become references."""
    moment = at.astimezone(JST)
    stamp = f"{moment:%Y/%m/%d}({_DAYS[moment.weekday()]}) {moment:%H:%M:%S}.{moment.microsecond // 10000:02d}"
    date = f"{stamp} ID:{ident}" if ident else f"{stamp} "
    return f"{name}<>{mail}<>{date}<> {body} <>{title}".encode("cp932", "xmlcharrefreplace")


class FakeThread:
    """One thread. Everything that changes it moves its Last-Modified to the board's time.

    Posts are counted from 1, as on the board.
    """

    encoding = "cp932"

    def __init__(self, origin: str, board: str, key: str, title: str, clock: Callable[[], datetime]) -> None:
        self.origin, self.board, self.key, self.title = origin, board, key, title
        self.lines: list[bytes] = []
        self.half = b""
        self.archive: str | None = None
        self.is_packed = False
        self.live_status = 200
        self.location = ""
        self.version = 0
        self.changed = clock()
        self.bumped = clock()
        self._clock = clock
        self._lock = threading.RLock()

    @property
    def url(self) -> str:
        """The address that people give: the thread's page."""
        return f"{self.origin}/test/read.cgi/{self.board}/{self.key}/"

    @property
    def path(self) -> str:
        """The path of the live dat."""
        return f"/{self.board}/dat/{self.key}.dat"

    @property
    def dat_url(self) -> str:
        """The address of the live dat."""
        return self.origin + self.path

    @property
    def archive_path(self) -> str:
        """The path of the past log, empty while there is none."""
        key = self.key
        if self.archive == "oyster":
            return f"/{self.board}/oyster/{key[:4]}/{key}.dat"
        if self.archive == "kako":
            middle = f"{key[:4]}/{key[:5]}" if len(key) > 9 else key[:3]
            return f"/{self.board}/kako/{middle}/{key}.dat"
        return ""

    @property
    def dat(self) -> bytes:
        """The bytes of the dat, with the half of a line still being written."""
        with self._lock:
            return b"".join(line + b"\n" for line in self.lines) + self.half

    def post(
        self,
        body: str = "てすと",
        *,
        name: str = "名無しさん",
        mail: str = "sage",
        ident: str | None = None,
        at: datetime | None = None,
    ) -> int:
        """Append a post as the board would; its number. `ident` "" is a board without IDs, None makes one up."""
        with self._lock:
            number = len(self.lines) + 1
            if ident is None:
                ident = f"{(number * 7919 + int(self.key[-4:])) % 10**8:08d}"
            line = line_of(
                body,
                at=at or self._clock(),
                name=name,
                mail=mail,
                ident=ident,
                title=self.title if number == 1 else "",
            )
            self.append(line)
            if "sage" not in mail:
                self.bumped = self._clock()
            return number

    def append(self, line: bytes) -> None:
        """Append a line as it is."""
        with self._lock:
            self.lines.append(line)
            self._touch()

    def begin_line(self, part: bytes) -> None:
        """Write the beginning of a line, without LF."""
        with self._lock:
            self.half += part
            self._touch()

    def end_line(self, part: bytes = b"") -> None:
        """Write the rest of that line."""
        with self._lock:
            self.lines.append(self.half + part)
            self.half = b""
            self._touch()

    def edit(self, number: int, line: bytes, *, silently: bool = False) -> None:
        """Replace a post; `silently` leaves Last-Modified and ETag as they were."""
        with self._lock:
            self.lines[number - 1] = line
            if not silently:
                self._touch()

    def erase(self, number: int, *, same_length: bool = False) -> None:
        """あぼーん; padded with spaces to the old length where `same_length` (FORMATS 1.10)."""
        old = self.lines[number - 1]
        self.edit(number, ERASED.ljust(len(old)) if same_length else ERASED)

    def remove(self, number: int) -> None:
        """透明あぼーん: the line goes, later posts move up."""
        with self._lock:
            del self.lines[number - 1]
            self._touch()

    def stop(self) -> None:
        """A moderator closes the thread."""
        self.append(STOPPED)

    def fill(self) -> None:
        """The notice behind the thousandth post."""
        self.append(OVER)

    def fall(self, archive: str | None = "kako", *, status: int = 404, location: str = "") -> None:
        """dat落ち: gone from the live address, which says `status` (302 with a `location`), found in `archive`."""
        with self._lock:
            self.archive, self.live_status, self.location = archive, status, location
            if status in (301, 302) and not location:
                self.location = self.archive_path

    def rise(self) -> None:
        """Back among the living."""
        with self._lock:
            self.archive, self.live_status = None, 200

    def _touch(self) -> None:
        self.changed = self._clock()
        self.version += 1
