"""The posts that generated pages show, as a dat has them, and what their writers have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass

BOARD, KEY = "entrance", "1178000000"
TITLE = "ＩＤすごろく その１"
_GONE = "あぼーん"
ANCHOR = re.compile(r"&gt;&gt;(\d+)")
_URL = re.compile(r"https?://[!-;=?-~]+")
RUN = re.compile(r"</b>(◆[^ <]+) <b>")


@dataclass(frozen=True)
class Row:
    """One post: `name`, `mail`, `date`, `body` as 2ch's dat has them, but anchors bare; `ident` as shown after ID:."""

    number: int
    name: str
    mail: str
    date: str
    ident: str
    body: str
    is_erased: bool = False


#: The five posts that are written in every format.
FIVE = (
    Row(
        1,
        "進行役 </b>◆SugoroKu.9 <b>",
        "sage",
        "2007/05/01(火) 12:00:00",
        "qQk2Lw9e",
        " ルールは http://www.example.jp/rule.html <br>  <br> 前スレ http://etc7.2ch.net/test/read.cgi/entrance/1177000000/ ",
    ),
    Row(2, "名無しさん", "", "2007/05/01(火) 12:34:56", "a5dMhaAn", " &gt;&gt;1 おつ &#128512;&hearts; <br> わいわい "),
    Row(3, "歩く人 5マス </b>◆AruKu.7abc <b>", "", "2007/05/01(火) 12:40:00", "aHdF5mnv", " きょうのさいころ ① "),
    Row(4, _GONE, _GONE, _GONE, "", _GONE, is_erased=True),
    Row(
        5,
        "ねこ </b>p1234.example.ne.jp<b> </b>◆Neko2hgTy. <b>",
        "age",
        "2007/05/02(水) 00:00:01",
        "GBd5haA2",
        " &lt;b&gt;タグ&lt;/b&gt; &amp; &quot;引用&quot; <br> http://www.example.jp/meal.jpg ",
    ),
)


def rows_of(dat: bytes) -> list[Row]:
    """The rows of a dat in CP932 without erased posts and notices."""
    rows = []
    for number, line in enumerate(dat.decode("cp932").splitlines(), 1):
        name, mail, dated, body, _ = line.split("<>")
        date, _, ident = dated.partition(" ID:")
        rows.append(Row(number, name, mail, date, ident, body))
    return rows


def dated(row: Row) -> str:
    return f"{row.date} ID:{row.ident}" if row.ident else row.date


def line_of(row: Row, link: str = "", name: str | None = None) -> str:
    """A line of a dat; `link` are the attributes of an anchor, empty where the board's dat has it bare."""
    body = (
        ANCHOR.sub(rf'<a href="../test/read.cgi/{BOARD}/{KEY}/\1"{link}>&gt;&gt;\1</a>', row.body) if link else row.body
    )
    return f"{row.name if name is None else name}<>{row.mail}<>{dated(row)}<>{body}<>"


OLD_LINK = ' target="_blank"'
NEW_LINK = ' rel="noopener noreferrer" target="_blank"'


def body_of(row: Row, anchor: str, jump: str = "") -> str:
    """A body as a page shows it: `anchor` is the tag of an anchor with \\1 for the number, `jump` stands before URLs."""
    body = _URL.sub(lambda url: f'<a href="{jump}{url[0]}" target="_blank">{url[0]}</a>', row.body)
    body = ANCHOR.sub(rf"{anchor}&gt;&gt;\1</a>" if anchor else r"&gt;&gt;\1", body)
    return body.replace("<br>  <br>", "<br> <br>")


def page_of(head: str, body: str) -> str:
    return f'<!DOCTYPE html>\n<html lang="ja"><head><title>{TITLE}</title>{head}</head><body>{body}</body></html>\n'
