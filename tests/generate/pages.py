"""How each generation of pages writes a thread (FORMATS 2), and the dat that its board had of the same posts.

Rows come in the form of a dat. A writer turns them into the mark-up of its page, a long way round on purpose: nothing
of `referee` is used here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

BOARD, KEY = "entrance", "1178000000"
TITLE = "ＩＤすごろく その１"
_GONE = "あぼーん"
_ANCHOR = re.compile(r"&gt;&gt;(\d+)")
_URL = re.compile(r"https?://[!-;=?-~]+")
_RUN = re.compile(r"</b>(◆[^ <]+) <b>")


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


@dataclass(frozen=True)
class Format:
    """One generation: its `page` of some rows, and in `dat` each line as its board's dat has it.

    `family` is that of its boards; `cant` are fields of `Post` that the page can't tell, `cant_erased` those of an
    erased post.
    """

    name: str
    page: Callable[[Sequence[Row]], str]
    dat: Callable[[Row], str]
    encoding: str = "cp932"
    family: str = "2ch"
    cant: frozenset[str] = frozenset()
    cant_erased: frozenset[str] = frozenset({"body"})

    def page_bytes(self, rows: Sequence[Row] = FIVE) -> bytes:
        """The page as the server sends it."""
        return self.page(rows).encode(self.encoding)

    def dat_bytes(self, rows: Sequence[Row] = FIVE) -> bytes:
        """The dat of the same posts, in CP932."""
        lines = [self.dat(row) + (TITLE if row is rows[0] else "") + "\n" for row in rows]
        return "".join(lines).encode("cp932")


def _dated(row: Row) -> str:
    return f"{row.date} ID:{row.ident}" if row.ident else row.date


def _line(row: Row, link: str = "", name: str | None = None) -> str:
    """A line of a dat; `link` are the attributes of an anchor, empty where the board's dat has it bare."""
    body = (
        _ANCHOR.sub(rf'<a href="../test/read.cgi/{BOARD}/{KEY}/\1"{link}>&gt;&gt;\1</a>', row.body)
        if link
        else row.body
    )
    return f"{row.name if name is None else name}<>{row.mail}<>{_dated(row)}<>{body}<>"


_OLD_LINK = ' target="_blank"'
_NEW_LINK = ' rel="noopener noreferrer" target="_blank"'


def _body(row: Row, anchor: str, jump: str = "") -> str:
    """A body as a page shows it: `anchor` is the tag of an anchor with \\1 for the number, `jump` stands before URLs."""
    body = _URL.sub(lambda url: f'<a href="{jump}{url[0]}" target="_blank">{url[0]}</a>', row.body)
    body = _ANCHOR.sub(rf"{anchor}&gt;&gt;\1</a>" if anchor else r"&gt;&gt;\1", body)
    return body.replace("<br>  <br>", "<br> <br>")


def _page(head: str, body: str) -> str:
    return f'<!DOCTYPE html>\n<html lang="ja"><head><title>{TITLE}</title>{head}</head><body>{body}</body></html>\n'


def _classic(rows: Sequence[Row]) -> str:
    """2ch of 2015: `<dt>` and `<dd>` unclosed, one post a line."""

    def post(row: Row) -> str:
        name = (
            f'<a href="mailto:{row.mail}"><b>{row.name}</b></a>'
            if row.mail
            else f"<font color=green><b>{row.name}</b></font>"
        )
        body = _body(row, f'<a href="../test/read.cgi/{BOARD}/{KEY}/\\1" target="_blank">', "http://jump.2ch.net/?")
        return f"<dt>{row.number} ：{name}：{_dated(row)}<dd>{body}<br><br>\n"

    posts = "".join(map(post, rows))
    return _page(
        "", f'<h1 style="color:red">{TITLE}</h1>\n<dl class="thread">\n{posts}</dl>\n<font color=red><b>1 KB</b></font>'
    )


def _classic_closed(rows: Sequence[Row], number: str = "{0}", anchored: bool = True) -> str:
    """0ch+: everything is closed, anchors are absolute, the title of the heading counts the posts."""
    here = f"http://bbs.example.jp/test/read.cgi/{BOARD}/{KEY}"

    def post(row: Row) -> str:
        name = (
            f'<a href="mailto:{row.mail}"><b>{row.name}</b></a>'
            if row.mail
            else f'<font color="green"><b>{row.name}</b></font>'
        )
        body = _body(row, f'<a class=reply_link href="{here}/\\1" target="_blank">' if anchored else "")
        return f" <dt>{number.format(row.number)} ：{name}：{_dated(row)}</dt>\n  <dd>{body}<br><br></dd>\n"

    heading = f"<h1><b>{TITLE} </b>({len(rows)})</h1>"
    return _page(
        "", f'{heading}\n<dl class="thread">\n{"".join(map(post, rows))}</dl>\n<hr><form action="/test/bbs.cgi"></form>'
    )


def _named(rows: Sequence[Row]) -> str:
    """2ch of 2002, in capitals here and there."""

    def post(row: Row) -> str:
        name = (
            f'<a href="mailto:{row.mail}"><b> {row.name} </B></a>'
            if row.mail
            else f"<font color=green><b> {row.name} </b></font>"
        )
        body = _body(row, f'<a href="../test/read.cgi/{BOARD}/{KEY}/\\1" target="_blank">')
        return f"<dt>{row.number} 名前：{name} 投稿日： {_dated(row)}<br><dd>{body}<br><br>\n"

    return (
        _page("", f"<DL>\n{''.join(map(post, rows))}</DL>")
        .replace("<html", "<HTML")
        .replace("<body>", "<BODY BGCOLOR=#efefef>")
    )


def _crossed(row: Row) -> str:
    """A name as 2017 and later write it: link and bold type cross."""
    return f'<b><a href="mailto:{row.mail}">{row.name}</a></b>' if row.mail else f"<b>{row.name}</b>"


def _new_cells(row: Row) -> tuple[str, str, str]:
    """Date, ID and the attributes of a post since 2017."""
    date, ident = ("NG", "NG") if row.is_erased else (row.date, f"ID:{row.ident}" if row.ident else "")
    return date, ident, f'data-date="NG" data-userid="{ident}" data-id="{row.number}"'


def _new_body(row: Row) -> str:
    link = f'<a href="../test/read.cgi/{BOARD}/{KEY}/\\1"{_NEW_LINK} class="reply_link">'
    return _body(row, link, "http://jump.5ch.net/?")


def _div_early(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        date, ident, attributes = _new_cells(row)
        dated = f"{date} {ident}" if ident else f"{date} "
        return (
            f'<div class="post" id="{row.number}" {attributes}><div class="number">{row.number} : </div>'
            f'<div class="name">{_crossed(row)}</div><div class="date">{dated}</div><div class="message">{_new_body(row)}</div></div>\n'
        )

    return _page("", f'<h1 class="title">{TITLE}\n</h1><div class="thread">{"".join(map(post, rows))}</div>')


def _div_message(rows: Sequence[Row]) -> str:
    """5ch 06 and 07: the whole page in one line."""

    def post(row: Row) -> str:
        date, ident, attributes = _new_cells(row)
        return (
            f'<div class="post" id="{row.number}" {attributes}><div class="meta"><span class="number">{row.number}</span>'
            f'<span class="name">{_crossed(row)}</span><span class="date">{date}</span><span class="uid">{ident}</span></div>'
            f'<div class="message"><span class="escaped">{_new_body(row)}</span></div></div><br>'
        )

    stats = f'<span class="metastats">{len(rows)}コメント</span>'
    return _page("", f'<h1 class="title">{TITLE}\n</h1>{stats}<div class="thread">{"".join(map(post, rows))}</div>')


def _div_dateid(rows: Sequence[Row]) -> str:
    """ex0ch in its 5ch style: line ends and tabs everywhere, and no mail but a colour."""
    here = f"http://bbs.example.jp/test/read.cgi/{BOARD}/{KEY}"

    def post(row: Row) -> str:
        colour = "#0000FF" if row.mail else "green"
        body = _body(row, f'<a class=reply_link href="{here}/\\1" target="_blank">').replace("<br> <br>", "<br>  <br>")
        return (
            f'<div id="{row.number}" class="post" data-id="{row.number}" style="background-color:#FFFFFF">\n\t<div class="meta">\n'
            f'\t\t<span class="number">{row.number}</span>\n\t\t<span class="name"><font color="{colour}"><b>{row.name}</b></font></span>\n'
            f'\t\t<span class="dateid">{_dated(row)}</span>\n\t</div>\n\t<div class="message ">\n\t\t{body}\n\t</div>\n</div>\n<br>\n'
        )

    heading = f"<h1><b>{TITLE} </b>({len(rows)})</h1>"
    return _page("", f'{heading}\n<dl class="thread">\n{"".join(map(post, rows))}</dl>\n')


def _dl_post(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        date, ident, attributes = _new_cells(row)
        name = _crossed(row) if row.mail else f'<b><font color="green">{row.name}</font></b>'
        dated = f"{date} {ident}" if ident else f"{date} "
        return (
            f'<dl class="post" id="{row.number}" {attributes}><dt class=""><span class="number">{row.number} : </span>'
            f'<span class="name">{name}</span><span class="date">{dated}</span></dt><dd class="thread_in">{_new_body(row)}</dd></dl>'
        )

    return _page("", f'<h1 style="color:red">{TITLE}\n</h1><div class="thread">{"".join(map(post, rows))}</div>')


def _article(rows: Sequence[Row], cannon: str = "") -> str:
    """5ch 08, advertisements between the posts; `cannon` is what stands behind the name since 2024."""

    def post(row: Row) -> str:
        date, ident, attributes = _new_cells(row)
        dated = f'<span class="date">{date}</span><span class="uid">{ident}</span>'
        if cannon:
            dated = f'<span style="width:100%;">{dated}</span>'
        advertisement = (
            '<div id="Banner"><div data-id="64"></div></div><script>x("<article id=9>")</script>'
            if row.number == 1
            else ""
        )
        return (
            f'<article id="{row.number}" {attributes} class="clear post"><details open class="post-header"><summary>'
            f'<span class="postid">{row.number:04d}</span><span class="postusername">{_crossed(row)}</span>'
            f'{cannon.format(row.date)}</summary>{dated}</details><section class="post-content">{_new_body(row)}</section></article>{advertisement}'
        )

    head = '<script async src="x.js"></script><style>article { margin: 0 }</style>'
    return _page(head, f'<nav><ul><li>板一覧</ul></nav><div id="threadtitle">{TITLE}\n</div>{"".join(map(post, rows))}')


_CANNON = (
    '<span style="float:right;"><form action="https://donguri.example.net/confirm" method="GET"><a href="https://donguri.example.net">垢版</a> | '
    '<input type="hidden" name="date" value="{0}"><button type="submit">大砲</button></form></span>'
)


def _div_content(rows: Sequence[Row], element: str = "div") -> str:
    """5ch 07.6, and kako.5ch with `<section>`."""

    def post(row: Row) -> str:
        date, ident, attributes = _new_cells(row)
        dated = f'<span class="date">{date}</span><span class="uid">{ident}</span>'
        return (
            f'<div id="{row.number}" {attributes} class="clear post"><div class="post-header"><div><span class="postid">{row.number}</span>'
            f'<span class="postusername">{_crossed(row)}</span></div><span style="width:100%;">{dated}</span></div>'
            f'<{element} class="post-content">{_new_body(row)}</{element}></div>\n'
        )

    return _page("", f'<h1 id="threadtitle">{TITLE}</h1>{"".join(map(post, rows))}')


def _open2ch(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        name = (
            f'<a href="mailto:{row.mail}"><b>{row.name}</b></a>'
            if row.mail
            else f"<font color=#1c740d><b>{row.name}</b></b></font></a>"
        )
        mine = "<font size=2>(<font color=red>主</font>)</font>" if row.number == 1 else ""
        ident = f'<span class=_id val="{row.ident}" ><a rel="nofollow" class="id" href="/x?id={row.ident}">ID:{row.ident}</a>{mine}</span>'
        body = _body(row, f'<a rel="nofollow" href=/test/read.cgi/{BOARD}/{KEY}/\\1>').replace("&gt;&gt;", ">>")
        return (
            f'<dl>\n<dt res="{row.number}">\n<a name={row.number} class=num val={row.number} href=./{row.number}><font color=black>'
            f"{row.number}</font></a> ：{name} ：{row.date} {ident if row.ident else ''}\n"
            f'<dd class="id{row.ident} mesg">{body.replace(" <br> ", "<br>").strip()}<br>\n\n<ares num="{row.number}">\n'
            f'<div class="aresdiv"><a val="{row.number}" href="#"><count></count>件</a></div>\n</ares>\n</dd>\n</dt>\n</dl>\n '
        )

    return _page("", f"<h1><font color=red>{TITLE}</font></h1><div class=thread>\n{''.join(map(post, rows))}</div>")


def _jbbs_name(row: Row) -> str:
    return _RUN.sub(r"</b> \1<b>", row.name.replace(" </b>◆", "</b>◆"))


def _shitaraba(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        here = f"/bbs/read.cgi/netgame/1/{KEY}"
        bold = f"<b>{_jbbs_name(row)}</b>"
        name = f'<a href="mailto:{row.mail}">{bold}</a>' if row.mail else f'<font color="#008800">{bold}</font>'
        body = _body(row, f'<a href="{here}/\\1" target="_blank">').replace(" <br> ", "<br>").strip()
        return (
            f'<dt id="comment_{row.number}"><a href="https://jbbs.shitaraba.net{here}/{row.number}" rel="nofollow">{row.number}</a>：\n'
            f"{name}：\n{_dated(row)}\n</dt>\n<dd>\n\t\t{body}<br>\n<br>\n</dd>\n<table><tr><td>広告</td></tr></table>\n"
        )

    return _page("", f'<h1 class="thread-title">{TITLE}</h1><dl id="thread-body">\n{"".join(map(post, rows))}</dl>')


def _shitaraba_old(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        here = f"/bbs/read.cgi/netgame/1/{KEY}"
        bold = f"<b> {_jbbs_name(row)} </B>"
        name = f'<a href="mailto:{row.mail}">{bold}</a>' if row.mail else bold
        ident = f" [ {row.ident} ]" if row.ident else ""
        body = _body(row, f'<a href="{here}/\\1" target="_blank">').replace(" <br> ", "<br>").strip()
        return f'<dt><a href="{here}/{row.number}">{row.number} </a> 名前：{name} 投稿日： {row.date}{ident}<br><dd> {body} <br><br>\n'

    return _page("", f"<h1>{TITLE}</h1><dl>\n{''.join(map(post, rows))}</dl>")


def _shitaraba_storage(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        here = f"/bbs/read.cgi/netgame/1/{KEY}"
        name = f'<a href="mailto:{row.mail}"><b>{_jbbs_name(row)}</b></a>'
        body = _body(row, f'<a href="{here}/\\1" target="_blank">').replace(" <br> ", "<br>").strip()
        return f"<dt>{row.number} ：{name} ：{_dated(row)}</dt>\n<dd>{body}<br></dd><br><br>\n"

    return _page("", f"<h1>{TITLE}</h1>\n<dl>\n{''.join(map(post, rows))}</dl>")


def _machi_name(row: Row) -> str:
    return re.sub(r" ?</b>◆([^ <]+) <b>", r"◆</b>\1<b>", row.name)


def _machi(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        bold = f"<b> {_machi_name(row)} </b>"
        name = f'<a href="mailto:{row.mail}">{bold}</a>' if row.mail else f'<font color="#008800">{bold}</font>'
        host = f" <font size=1>[ host{row.number}.example.ne.jp\n ]</font>" if row.ident else ""
        body = _body(row, f'<a href="/bbs/read.cgi/{BOARD}/{KEY}/\\1" target="_blank">').replace(" <br> ", "<br>")
        return f"<dt>{row.number} 名前：{name} 投稿日： {_dated(row)}{host}<br><dd>{body} <br><br>\n"

    return _page("", f"<dl>\n{''.join(map(post, rows))}</dl>")


def _bare_breaks(row: Row) -> Row:
    return replace(row, body=row.body.replace("  ", " ").replace(" <br> ", "<br>").strip())


def _linked_in(path: str) -> Callable[[Row], Row]:
    """Rows with bare breaks and the anchors that a board with its own read.cgi puts into its dat."""
    link = rf'<a href="{path}/\1" target="_blank">&gt;&gt;\1</a>'
    return lambda row: replace(_bare_breaks(row), body=_ANCHOR.sub(link, _bare_breaks(row).body))


_JBBS = _linked_in(f"/bbs/read.cgi/netgame/1/{KEY}")
_MACHI = _linked_in(f"/bbs/read.cgi/{BOARD}/{KEY}")
_NEW_ERASED = frozenset({"body", "date", "id_kind", "fingerprint"})

FORMATS = (
    Format("classic", _classic, lambda row: _line(row, _OLD_LINK)),
    Format("classic-0ch", _classic_closed, _line, family="0ch"),
    Format(
        "classic-kako", lambda rows: _classic_closed(rows, '<a name="{0}">{0}</a>', anchored=False), _line, family="0ch"
    ),
    Format("classic-2002", _named, lambda row: _line(row, _OLD_LINK, name=f" {row.name} ")),
    Format("div-early", _div_early, lambda row: _line(row, _NEW_LINK), cant_erased=_NEW_ERASED),
    Format("div-message", _div_message, lambda row: _line(row, _NEW_LINK), cant_erased=_NEW_ERASED),
    Format("div-dateid", _div_dateid, _line, family="0ch", cant=frozenset({"mail", "fingerprint"})),
    Format("dl-post", _dl_post, lambda row: _line(row, _NEW_LINK), family="bbspink", cant_erased=_NEW_ERASED),
    Format("article", _article, lambda row: _line(row, _NEW_LINK), cant_erased=_NEW_ERASED),
    Format(
        "article-2024", lambda rows: _article(rows, _CANNON), lambda row: _line(row, _NEW_LINK), cant_erased=_NEW_ERASED
    ),
    Format("div-content", _div_content, lambda row: _line(row, _NEW_LINK), cant_erased=_NEW_ERASED),
    Format(
        "kako-5ch",
        lambda rows: _div_content(rows, "section"),
        lambda row: _line(row, _NEW_LINK),
        cant_erased=_NEW_ERASED,
    ),
    Format("open2ch", _open2ch, lambda row: _line(_bare_breaks(row)), encoding="utf-8", family="open2ch"),
    Format("shitaraba", _shitaraba, lambda row: _line(_JBBS(row), name=_jbbs_name(row)), "euc_jis_2004", "jbbs"),
    Format(
        "shitaraba-old",
        _shitaraba_old,
        lambda row: _line(_JBBS(row), name=f" {_jbbs_name(row)} "),
        "euc_jis_2004",
        "jbbs",
    ),
    Format(
        "shitaraba-storage",
        _shitaraba_storage,
        lambda row: _line(_JBBS(row), name=_jbbs_name(row)),
        "euc_jis_2004",
        "jbbs",
    ),
    Format("machi", _machi, lambda row: _line(_MACHI(row), name=f" {_machi_name(row)} "), family="machi"),
)
