"""How したらば and まち write a post: lines with numbers, removed posts as gaps (FORMATS 3)."""

from __future__ import annotations

from typing import ClassVar

from .post import Said
from .styles import Style

_DELETED = "＜削除＞"


class Numbered(Style):
    """`number<>name<>mail<>date<>body<>title`, no spaces round the body; a removed post leaves its number empty."""

    encoding: ClassVar[str] = "cp932"
    line_break: ClassVar[str] = "<br>"

    def line(self, said: Said, title: str = "") -> bytes:
        text = "" if said.form == "removed" else f"{self.text(said, title)}\n"
        return text.encode(self.encoding)

    def text(self, said: Said, title: str) -> str:
        head, last = [str(said.no)], self.last(said)
        if said.form == "erased":
            return "<>".join([*head, *[_DELETED] * 4, "", *("" for _ in last)])
        body = said.body.replace(" <br> ", self.line_break)
        return "<>".join([*head, self.name(said), said.mail, self.stamp(said), body, title, *last])

    def last(self, said: Said) -> list[str]:
        """What stands behind the title."""
        return []


class Shitaraba(Numbered):
    """したらば of 2008: EUC-JP, ` ◆trip` behind `</b>`, the ID with its line type in the seventh field."""

    encoding = "euc_jis_2004"

    def name(self, said: Said) -> str:
        return f"{said.name}</b> {said.trip}<b>" if said.trip else said.name

    def ident(self, said: Said) -> str:
        return ""

    def last(self, said: Said) -> list[str]:
        return [said.ident if said.ident in ("", "???") else f"{said.ident}0"]


class Machi(Numbered):
    """まち: Shift_JIS, the ◆ before `</b>`, the ID in the date field (offlaw 1)."""

    def name(self, said: Said) -> str:
        return f"{said.name} ◆</b>{said.trip[1:]}<b>" if said.trip else said.name

    def ident(self, said: Said) -> str:
        return f" ID:{said.ident}" if said.ident else ""


class Machi2(Machi):
    """The same with the poster's host in a seventh field (offlaw 2)."""

    def last(self, said: Said) -> list[str]:
        return [f"p{said.no}.example.ne.jp"]
