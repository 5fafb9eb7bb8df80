"""How open2ch, したらば and まち write a thread (FORMATS 2), as `tests.generate.pages` does for 2ch's own pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.generate.rows import ANCHOR, BOARD, KEY, RUN, TITLE, Row, body_of, dated, page_of


def open2ch(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        name = (
            f'<a href="mailto:{row.mail}"><b>{row.name}</b></a>'
            if row.mail
            else f"<font color=#1c740d><b>{row.name}</b></b></font></a>"
        )
        mine = "<font size=2>(<font color=red>主</font>)</font>" if row.number == 1 else ""
        ident = f'<span class=_id val="{row.ident}" ><a rel="nofollow" class="id" href="/x?id={row.ident}">ID:{row.ident}</a>{mine}</span>'
        body = body_of(row, f'<a rel="nofollow" href=/test/read.cgi/{BOARD}/{KEY}/\\1>').replace("&gt;&gt;", ">>")
        return (
            f'<dl>\n<dt res="{row.number}">\n<a name={row.number} class=num val={row.number} href=./{row.number}><font color=black>'
            f"{row.number}</font></a> ：{name} ：{row.date} {ident if row.ident else ''}\n"
            f'<dd class="id{row.ident} mesg">{body.replace(" <br> ", "<br>").strip()}<br>\n\n<ares num="{row.number}">\n'
            f'<div class="aresdiv"><a val="{row.number}" href="#"><count></count>件</a></div>\n</ares>\n</dd>\n</dt>\n</dl>\n '
        )

    return page_of("", f"<h1><font color=red>{TITLE}</font></h1><div class=thread>\n{''.join(map(post, rows))}</div>")


def jbbs_name(row: Row) -> str:
    return RUN.sub(r"</b> \1<b>", row.name.replace(" </b>◆", "</b>◆"))


def shitaraba(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        here = f"/bbs/read.cgi/netgame/1/{KEY}"
        bold = f"<b>{jbbs_name(row)}</b>"
        name = f'<a href="mailto:{row.mail}">{bold}</a>' if row.mail else f'<font color="#008800">{bold}</font>'
        body = body_of(row, f'<a href="{here}/\\1" target="_blank">').replace(" <br> ", "<br>").strip()
        return (
            f'<dt id="comment_{row.number}"><a href="https://jbbs.shitaraba.net{here}/{row.number}" rel="nofollow">{row.number}</a>：\n'
            f"{name}：\n{dated(row)}\n</dt>\n<dd>\n\t\t{body}<br>\n<br>\n</dd>\n<table><tr><td>広告</td></tr></table>\n"
        )

    return page_of("", f'<h1 class="thread-title">{TITLE}</h1><dl id="thread-body">\n{"".join(map(post, rows))}</dl>')


def shitaraba_old(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        here = f"/bbs/read.cgi/netgame/1/{KEY}"
        bold = f"<b> {jbbs_name(row)} </B>"
        name = f'<a href="mailto:{row.mail}">{bold}</a>' if row.mail else bold
        ident = f" [ {row.ident} ]" if row.ident else ""
        body = body_of(row, f'<a href="{here}/\\1" target="_blank">').replace(" <br> ", "<br>").strip()
        return f'<dt><a href="{here}/{row.number}">{row.number} </a> 名前：{name} 投稿日： {row.date}{ident}<br><dd> {body} <br><br>\n'

    return page_of("", f"<h1>{TITLE}</h1><dl>\n{''.join(map(post, rows))}</dl>")


def shitaraba_storage(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        here = f"/bbs/read.cgi/netgame/1/{KEY}"
        name = f'<a href="mailto:{row.mail}"><b>{jbbs_name(row)}</b></a>'
        body = body_of(row, f'<a href="{here}/\\1" target="_blank">').replace(" <br> ", "<br>").strip()
        return f"<dt>{row.number} ：{name} ：{dated(row)}</dt>\n<dd>{body}<br></dd><br><br>\n"

    return page_of("", f"<h1>{TITLE}</h1>\n<dl>\n{''.join(map(post, rows))}</dl>")


def machi_name(row: Row) -> str:
    return re.sub(r" ?</b>◆([^ <]+) <b>", r"◆</b>\1<b>", row.name)


def machi(rows: Sequence[Row]) -> str:
    def post(row: Row) -> str:
        bold = f"<b> {machi_name(row)} </b>"
        name = f'<a href="mailto:{row.mail}">{bold}</a>' if row.mail else f'<font color="#008800">{bold}</font>'
        host = f" <font size=1>[ host{row.number}.example.ne.jp\n ]</font>" if row.ident else ""
        body = body_of(row, f'<a href="/bbs/read.cgi/{BOARD}/{KEY}/\\1" target="_blank">').replace(" <br> ", "<br>")
        return f"<dt>{row.number} 名前：{name} 投稿日： {dated(row)}{host}<br><dd>{body} <br><br>\n"

    return page_of("", f"<dl>\n{''.join(map(post, rows))}</dl>")


def bare_breaks(row: Row) -> Row:
    return replace(row, body=row.body.replace("  ", " ").replace(" <br> ", "<br>").strip())


def _linked_in(path: str) -> Callable[[Row], Row]:
    """Rows with bare breaks and the anchors that a board with its own read.cgi puts into its dat."""
    link = rf'<a href="{path}/\1" target="_blank">&gt;&gt;\1</a>'
    return lambda row: replace(bare_breaks(row), body=ANCHOR.sub(link, bare_breaks(row).body))


JBBS = _linked_in(f"/bbs/read.cgi/netgame/1/{KEY}")
MACHI = _linked_in(f"/bbs/read.cgi/{BOARD}/{KEY}")
