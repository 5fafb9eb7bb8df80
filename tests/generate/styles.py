"""How each family of boards writes a post into a dat (FORMATS 1): one style, one family at one time."""

from __future__ import annotations

from datetime import date, timedelta
from typing import ClassVar

from .post import Said

_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
_WEEKDAYS = "月火水木金土日"
_GONE = "あぼーん"


class Style:
    """2ch of the 2000s: no fraction, one space each side of the body, the trip between `</b>` and `<b>`."""

    pad: ClassVar[str] = " "
    line_break: ClassVar[str] = " <br> "
    title_tail: ClassVar[str] = ""
    erased: ClassVar[str] = f"{_GONE}<>{_GONE}<>{_GONE}<>{_GONE}<>"
    host: ClassVar[str] = " </b>p1234.example.ne.jp<b> "

    def __init__(self, first_day: date) -> None:
        self.first_day = first_day

    def line(self, said: Said, title: str = "") -> bytes:
        """The line of a post in CP932, with its LF; the title stands in line 1 only."""
        return f"{self.text(said, title)}\n".encode("cp932")

    def text(self, said: Said, title: str) -> str:
        if said.form == "erased":
            return self.erased
        if said.form == "broken":
            return f"{said.name}<>ここで行が切れた"
        body = said.body.replace(" <br> ", self.line_break)
        tail = f"{title}{self.title_tail}" if title else ""
        return f"{self.name(said)}<>{said.mail}<>{self.stamp(said)}<>{self.pad}{body}{self.pad}<>{tail}"

    def name(self, said: Said) -> str:
        name = said.name + (self.host if said.form == "host" else "")
        return f"{name} </b>{said.trip} <b>" if said.trip else name

    def stamp(self, said: Said) -> str:
        if said.form == "undated":
            return f"2007/19/39(？) 99:99:99{self.ident(said)}"
        day = self.first_day + timedelta(days=said.day)
        return f"{self.day(day)}{self.time(said)}{self.ident(said)}"

    def day(self, day: date) -> str:
        return f"{day:%Y/%m/%d}({_WEEKDAYS[day.weekday()]}) "

    def time(self, said: Said) -> str:
        return f"{said.second // 3600:02d}:{said.second // 60 % 60:02d}:{said.second % 60:02d}"

    def ident(self, said: Said) -> str:
        if not said.ident:
            return " "
        if said.ident.startswith(("HOST:", "発信元:")):
            return f" {said.ident}"
        return f" ID:{self.mark(said)}"

    def mark(self, said: Said) -> str:
        """The ID with what the board appends to it."""
        return said.ident

    def end(self, posts: int) -> list[str]:
        """The lines that the server adds behind so many posts."""
        return []


class Comma(Style):
    """2ch of 1999: commas, two-digit years, no seconds, neither trip nor ID (FORMATS 1.1)."""

    erased = f"{_GONE},{_GONE},{_GONE},{_GONE},"

    def text(self, said: Said, title: str) -> str:
        if said.form == "erased":
            return self.erased
        day = self.first_day + timedelta(days=said.day)
        stamp = f"{day:%y/%m/%d} {said.second // 3600:02d}:{said.second // 60 % 60:02d}"
        fields = [said.name, said.mail or "0", stamp, said.body.replace(" <br> ", "<br>"), title]
        return ",".join(field.replace(",", "＠｀") for field in fields)


class TwoCh2004(Style):
    """2ch of 2004: stopped by the thread stopper."""

    def end(self, posts: int) -> list[str]:
        return ["停止しました。。。<>停止<>停止<>真・スレッドストッパー。。。（￣ー￣）ﾆﾔﾘｯ<>"]


class FiveCh(Style):
    """5ch of 2023: hundredths, a ninth character for the line, NIKU on the 29th from noon, SLIP in the name."""

    title_tail = " "
    #: Nickname, its name on the 29th, SLIP and ninth character by the person's sign.
    _lines: ClassVar = (
        ("ﾜｯﾁｮｲ", "ﾆｸｸｴ", "0f43-2rqm", "0"),
        ("ｽｯｯﾌﾟ", "ﾆｸｸｴ", "Sd62-6yHu", "d"),
        ("ｱｳｱｳｳｰ", "ﾆｸｸｴ", "Sa1b-Q3de", "a"),
        ("ﾌﾞｰｲﾓ", "ﾆｸｸｴ", "MM7f-k0Qp", "M"),
        ("ﾜｯﾁｮｲW", "ﾆｸｸｴW", "6711-w6DU", "0"),
    )

    def name(self, said: Said) -> str:
        usual, meat, slip, _ = self._lines[said.sign]
        return f"{super().name(said)} </b>({meat if self._is_meat_day(said) else usual} {slip})<b>"

    def time(self, said: Said) -> str:
        return f"{super().time(said)}.{said.second * 37 % 100:02d}"

    def mark(self, said: Said) -> str:
        return said.ident + self._lines[said.sign][3] + ("NIKU" if self._is_meat_day(said) else "")

    def end(self, posts: int) -> list[str]:
        return [
            "1001<><>Over 1000 Thread<> このスレッドは１０００を超えました。 <br> life time: 5日 8時間 <>",
            "1002<><>Over 1000 Thread<> 運営からのお知らせ <>",
        ]

    def _is_meat_day(self, said: Said) -> bool:
        day = self.first_day + timedelta(days=said.day)
        return day.day == 29 and said.second >= 12 * 3600 and said.ident != "???"


class Pink(Style):
    """BBSPINK of 2008: BE and 株 around the ID, うふ～ん for erased posts, a TAB behind the title."""

    title_tail = " \t"
    erased = "うふ～ん<>うふ～ん<>うふ～ん ID:DELETED<>うふ～ん<>うふ～ん<>"

    def ident(self, said: Said) -> str:
        shown = super().ident(said)
        if said.sign == 1 and said.ident:
            return f"{shown} BE:123456-2BP(1)"
        return f' <a href="http://2ch.se/">株</a>{shown} 株優' if said.sign == 2 and said.ident else shown


class TwoChSc(Style):
    """2ch.sc of 2014: posts copied from 2ch.net (`.net` behind nine characters) among its own (no spaces)."""

    title_tail = " [転載禁止]&#169;2ch.net"

    def text(self, said: Said, title: str) -> str:
        if not self._is_native(said):
            return super().text(said, title)
        body = said.body.replace(" <br> ", "<br>")
        return f"{self.name(said)}<>{said.mail}<>{self.stamp(said)}<>{body}<>{title}"

    def time(self, said: Said) -> str:
        return f"{super().time(said)}.{said.second * 53 % 100:02d}"

    def mark(self, said: Said) -> str:
        return said.ident + ("7" if self._is_native(said) else "0.net")

    def ident(self, said: Said) -> str:
        return super().ident(said) if said.ident else " .net"

    def end(self, posts: int) -> list[str]:
        return ["過去ログ ★<><>[過去ログ]<><em>■ このスレッドは過去ログ倉庫に格納されています</em><>"]

    def _is_native(self, said: Said) -> bool:
        return said.sign == 2


class Open2ch(Style):
    """open2ch of 2016: no space behind the weekday, IDs of three characters, bare line breaks."""

    line_break = "<br>"

    def day(self, day: date) -> str:
        return super().day(day).rstrip()


class ZeroCh(Style):
    """ex0ch: no spaces round the body, (主) behind the ID of the thread's owner, a limit line of its own."""

    pad = ""
    line_break = "<br>"
    erased = f"{_GONE}<>{_GONE}<>{_GONE}<>{_GONE}<>{_GONE}"

    def mark(self, said: Said) -> str:
        return said.ident + ("(主)" if said.who == "D" else "")

    def end(self, posts: int) -> list[str]:
        limit, over = str(posts).translate(_FULL_WIDTH), str(posts + 1).translate(_FULL_WIDTH)
        text = f"このスレッドは{limit}を超えました。<br>もう書けないので、新しいスレッドを立ててください。"
        return [f"{over}<><>Over {posts} Thread<>{text}<>"]


class Eddist(Style):
    """eddist of 2025: a bare ` ◆trip` in the name, IDs of nine characters, milliseconds."""

    erased = f"{_GONE}<>{_GONE}<><> {_GONE} <>"

    def name(self, said: Said) -> str:
        return f"{said.name} {said.trip}" if said.trip else said.name

    def time(self, said: Said) -> str:
        return f"{super().time(said)}.{said.second * 37 % 1000:03d}"

    def mark(self, said: Said) -> str:
        return "????" if said.ident == "???" else said.ident + "wxyz."[said.sign]
