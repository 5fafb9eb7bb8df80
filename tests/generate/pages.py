"""How each generation of pages writes a thread (FORMATS 2), and the dat that its board had of the same posts.

Rows come in the form of a dat. A writer turns them into the mark-up of its page, a long way round on purpose: nothing
of `referee` is used here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.generate.foreign import (
    JBBS,
    MACHI,
    bare_breaks,
    jbbs_name,
    machi,
    machi_name,
    open2ch,
    shitaraba,
    shitaraba_old,
    shitaraba_storage,
)
from tests.generate.rows import BOARD, FIVE, KEY, NEW_LINK, OLD_LINK, TITLE, Row, body_of, dated, line_of, page_of


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


def _classic(rows: Sequence[Row]) -> str:
    """2ch of 2015: `<dt>` and `<dd>` unclosed, one post a line."""

    def post(row: Row) -> str:
        name = (
            f'<a href="mailto:{row.mail}"><b>{row.name}</b></a>'
            if row.mail
            else f"<font color=green><b>{row.name}</b></font>"
        )
        body = body_of(row, f'<a href="../test/read.cgi/{BOARD}/{KEY}/\\1" target="_blank">', "http://jump.2ch.net/?")
        return f"<dt>{row.number} ：{name}：{dated(row)}<dd>{body}<br><br>\n"

    posts = "".join(map(post, rows))
    return page_of(
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
        body = body_of(row, f'<a class=reply_link href="{here}/\\1" target="_blank">' if anchored else "")
        return f" <dt>{number.format(row.number)} ：{name}：{dated(row)}</dt>\n  <dd>{body}<br><br></dd>\n"

    heading = f"<h1><b>{TITLE} </b>({len(rows)})</h1>"
    return page_of(
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
        body = body_of(row, f'<a href="../test/read.cgi/{BOARD}/{KEY}/\\1" target="_blank">')
        return f"<dt>{row.number} 名前：{name} 投稿日： {dated(row)}<br><dd>{body}<br><br>\n"

    return (
        page_of("", f"<DL>\n{''.join(map(post, rows))}</DL>")
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
    link = f'<a href="../test/read.cgi/{BOARD}/{KEY}/\\1"{NEW_LINK} class="reply_link">'
    return body_of(row, link, "http://jump.5ch.net/?")


def _div_early(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        date, ident, attributes = _new_cells(row)
        dated = f"{date} {ident}" if ident else f"{date} "
        return (
            f'<div class="post" id="{row.number}" {attributes}><div class="number">{row.number} : </div>'
            f'<div class="name">{_crossed(row)}</div><div class="date">{dated}</div><div class="message">{_new_body(row)}</div></div>\n'
        )

    return page_of("", f'<h1 class="title">{TITLE}\n</h1><div class="thread">{"".join(map(post, rows))}</div>')


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
    return page_of("", f'<h1 class="title">{TITLE}\n</h1>{stats}<div class="thread">{"".join(map(post, rows))}</div>')


def _div_dateid(rows: Sequence[Row]) -> str:
    """ex0ch in its 5ch style: line ends and tabs everywhere, and no mail but a colour."""
    here = f"http://bbs.example.jp/test/read.cgi/{BOARD}/{KEY}"

    def post(row: Row) -> str:
        colour = "#0000FF" if row.mail else "green"
        body = body_of(row, f'<a class=reply_link href="{here}/\\1" target="_blank">').replace(
            "<br> <br>", "<br>  <br>"
        )
        return (
            f'<div id="{row.number}" class="post" data-id="{row.number}" style="background-color:#FFFFFF">\n\t<div class="meta">\n'
            f'\t\t<span class="number">{row.number}</span>\n\t\t<span class="name"><font color="{colour}"><b>{row.name}</b></font></span>\n'
            f'\t\t<span class="dateid">{dated(row)}</span>\n\t</div>\n\t<div class="message ">\n\t\t{body}\n\t</div>\n</div>\n<br>\n'
        )

    heading = f"<h1><b>{TITLE} </b>({len(rows)})</h1>"
    return page_of("", f'{heading}\n<dl class="thread">\n{"".join(map(post, rows))}</dl>\n')


def _dl_post(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        date, ident, attributes = _new_cells(row)
        name = _crossed(row) if row.mail else f'<b><font color="green">{row.name}</font></b>'
        dated = f"{date} {ident}" if ident else f"{date} "
        return (
            f'<dl class="post" id="{row.number}" {attributes}><dt class=""><span class="number">{row.number} : </span>'
            f'<span class="name">{name}</span><span class="date">{dated}</span></dt><dd class="thread_in">{_new_body(row)}</dd></dl>'
        )

    return page_of("", f'<h1 style="color:red">{TITLE}\n</h1><div class="thread">{"".join(map(post, rows))}</div>')


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
    return page_of(
        head, f'<nav><ul><li>板一覧</ul></nav><div id="threadtitle">{TITLE}\n</div>{"".join(map(post, rows))}'
    )


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

    return page_of("", f'<h1 id="threadtitle">{TITLE}</h1>{"".join(map(post, rows))}')


_NEW_ERASED = frozenset({"body", "date", "id_kind", "fingerprint"})

FORMATS = (
    Format("classic", _classic, lambda row: line_of(row, OLD_LINK)),
    Format("classic-0ch", _classic_closed, line_of, family="0ch"),
    Format(
        "classic-kako",
        lambda rows: _classic_closed(rows, '<a name="{0}">{0}</a>', anchored=False),
        line_of,
        family="0ch",
    ),
    Format("classic-2002", _named, lambda row: line_of(row, OLD_LINK, name=f" {row.name} ")),
    Format("div-early", _div_early, lambda row: line_of(row, NEW_LINK), cant_erased=_NEW_ERASED),
    Format("div-message", _div_message, lambda row: line_of(row, NEW_LINK), cant_erased=_NEW_ERASED),
    Format("div-dateid", _div_dateid, line_of, family="0ch", cant=frozenset({"mail", "fingerprint"})),
    Format("dl-post", _dl_post, lambda row: line_of(row, NEW_LINK), family="bbspink", cant_erased=_NEW_ERASED),
    Format("article", _article, lambda row: line_of(row, NEW_LINK), cant_erased=_NEW_ERASED),
    Format(
        "article-2024",
        lambda rows: _article(rows, _CANNON),
        lambda row: line_of(row, NEW_LINK),
        cant_erased=_NEW_ERASED,
    ),
    Format("div-content", _div_content, lambda row: line_of(row, NEW_LINK), cant_erased=_NEW_ERASED),
    Format(
        "kako-5ch",
        lambda rows: _div_content(rows, "section"),
        lambda row: line_of(row, NEW_LINK),
        cant_erased=_NEW_ERASED,
    ),
    Format("open2ch", open2ch, lambda row: line_of(bare_breaks(row)), encoding="utf-8", family="open2ch"),
    Format("shitaraba", shitaraba, lambda row: line_of(JBBS(row), name=jbbs_name(row)), "euc_jis_2004", "jbbs"),
    Format(
        "shitaraba-old",
        shitaraba_old,
        lambda row: line_of(JBBS(row), name=f" {jbbs_name(row)} "),
        "euc_jis_2004",
        "jbbs",
    ),
    Format(
        "shitaraba-storage",
        shitaraba_storage,
        lambda row: line_of(JBBS(row), name=jbbs_name(row)),
        "euc_jis_2004",
        "jbbs",
    ),
    Format("machi", machi, lambda row: line_of(MACHI(row), name=f" {machi_name(row)} "), family="machi"),
)
