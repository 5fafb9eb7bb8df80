"""Problems of the input in words: what could not be read, and what became of it."""

from __future__ import annotations

import re

from referee.model import Problem
from referee.words.reasons import REASONS
from referee.words.tongue import Tongue, date_shown, msg, shown

_LONG = 60
#: Before what the operating system says of a file.
_SYSTEM = "os:"
#: A word for programs: said only through the tables here.
_CODE = re.compile(r"[a-z]+(?:_[a-z]+)*")

_PROBLEMS = {
    "unreadable": msg("レスとして読めない行。番号だけ数える"),
    "broken_line": msg("壊れた行。レスとしては読めず、番号だけ数える"),
    "bad_bytes": msg("文字として読めないところがある"),
    "bad_stamp": msg("時刻が読めない"),
    "ruling_unmet": msg("裁定のレスがない。行の post か pattern を直すか、そのレスのあるスレも渡して"),
    "refused_source": msg("スレとして受け取れない"),
    "not_a_thread": msg("スレではない"),
    "passed_over": msg("スレとして読めないファイルなので通りすぎた"),
    "cut_page": msg("ページがここで切れている。切れたレスは読まない"),
    "gap": msg("このページにない番号"),
    "number_twice": msg("同じ番号のレスが2つあり、中身が違う。はじめのものを読む"),
    "unnumbered": msg("番号のないレスがある。数えない"),
    "unread_post": msg("レスらしいものがあるが、タグがこわれていて読めない。数えない"),
    "bad_number": msg("レスの番号としてありえない番号。読まない"),
    "page_differs": msg("HTMLとdatが違う。datのほうを読む"),
    "page_renumbered": msg("HTMLでは番号がずれているレス"),
    "page_lacks": msg("datにあってHTMLにないレス"),
    "page_adds": msg("datにないのでHTMLから読んだレス"),
    "begins_late": msg("途中から始まっている。この番号より前のレスはこのファイルにない"),
    "seen_before": msg("もう読んだレスなので数えない"),
}

#: What may differ between two readings of a post.
DIFFERENCES = {
    "status": msg("削除されたかどうか"),
    "name": msg("名前"),
    "mail": msg("メール"),
    "time": msg("時刻"),
    "id": msg("ID"),
    "body": msg("本文"),
}
#: Kinds whose detail is numbers of posts.
_NUMBERS = frozenset({"gap", "page_adds", "page_lacks", "bad_number"})

#: What a source is instead of a thread, or what kept it from being read.
_DETAILS = {
    "empty": msg("空のファイル"),
    "binary": msg("文章ではないファイル"),
    "html": msg("HTMLのページ"),
    "digest": msg("ダイジェスト"),
    "moved_notice": msg("移転のお知らせ"),
    "no_posts": msg("レスがひとつもない"),
    "crowded": msg("人大杉のページ"),
    "challenge": msg("ブラウザを確かめるページ"),
    "no_such_thread": msg("スレがないというページ"),
    "error_page": msg("エラーのページ"),
    "unknown_page": msg(
        "知らない形のページ (探したもの: article .post-content、div.post .post-content、div.post .dateid、"
        "div.post .message、dl.post dd、dt[res]、dt#comment_N、dd + br、dt > font[size=1]、dt + dd)"
    ),
    "tangled": msg("閉じないタグが多すぎるページ"),
    "no_threads": msg("フォルダにスレがない"),
    "folder": msg("フォルダにはアドレスをひとつ付けられない"),
    "not_found": msg("どこにもない"),
    "missing": msg("見つからない、またはスレの名前ではない"),
}


def problem_text(_: Tongue, problem: Problem) -> str:
    """The sentence of a problem; thread, number and source are the caller's to tell."""
    text = _(_PROBLEMS[problem.kind]) if problem.kind in _PROBLEMS else _("読めなかったものがある")
    if problem.kind == "bad_stamp":
        detail = date_shown(problem.detail, _LONG)
        return _("{text}: {detail}", text=text, detail=detail) if detail else text
    if problem.kind == "page_differs":
        fields = [_(DIFFERENCES[field]) for field in problem.detail.split(",") if field in DIFFERENCES]
        return _("{text}: {detail}", text=text, detail=", ".join(fields)) if fields else text
    if problem.kind in _NUMBERS:
        return _("{text}: {detail}", text=text, detail=shown(problem.detail, _LONG))
    if problem.detail.isdecimal():
        return _("{text} ({count}件)", text=text, count=problem.detail)
    detail = refusal_text(_, problem.detail)
    return _("{text}: {detail}", text=text, detail=detail) if detail else text


def refusal_text(_: Tongue, detail: str) -> str:
    """The detail of a problem for a person; nothing for a code that has no words."""
    if detail in _DETAILS:
        return _(_DETAILS[detail])
    if detail in REASONS:
        return _(REASONS[detail])
    if detail.startswith(_SYSTEM):
        return _("開けない ({reason})", reason=shown(detail.removeprefix(_SYSTEM), _LONG))
    return "" if _CODE.fullmatch(detail) else shown(detail, _LONG)
