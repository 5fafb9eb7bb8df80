"""What a whole audit came to, in a line each: threads, counts, headings."""

from __future__ import annotations

from referee.model import FROM_PAGE
from referee.words.tongue import Tongue, plain
from referee.words.width import clean

_TITLE = 60


def thread_line(_: Tongue, thread: str, title: str | None, posts: int, form: str = "") -> str:
    """One thread that was read, with the number of its posts; told is where a page, a weaker source, gave some."""
    name = plain(title or "", _TITLE)
    if name:
        line = _("{thread} 「{title}」 {posts}レス", thread=thread, title=name, posts=posts)
    else:
        line = _("{thread} {posts}レス", thread=thread, posts=posts)
    if FROM_PAGE not in form.split("+"):
        return line
    told = _("HTMLから。datほど確かではない") if form == FROM_PAGE else _("一部はHTMLから。datほど確かではない")
    return f"{line} ({told})"


def from_page(_: Tongue) -> str:
    """That a post was read from a page, and not from a dat."""
    return _("HTMLのページから読んだレス。datほど確かではない")


def summary(_: Tongue, posts: int, rolls: int, gifts_waiting: int) -> str:
    """Posts judged, rolls among them, and the steps of CN that nobody took yet."""
    text = _("{posts}レス中、サイコロ{rolls}回", posts=posts, rolls=rolls)
    return _.join([text, _("次の人へのボーナス{steps}", steps=gifts_waiting)]) if gifts_waiting else text


def items_header(_: Tongue, count: int) -> str:
    """The heading of the open items."""
    return _("主の確認用 ({count}件):", count=count)


def more(_: Tongue, count: int) -> str:
    """How many more there are than are shown."""
    return _("ほか{count}件", count=count)


def reading(_: Tongue, sentence: str, number: str = "") -> str:
    """A reading that mattered, by its sentence, with the number of its precedent where there is one."""
    if number:
        return _("結果に効いた読み方 ({number}): {sentence}", number=number, sentence=clean(sentence))
    return _("結果に効いた読み方: {sentence}", sentence=clean(sentence))
