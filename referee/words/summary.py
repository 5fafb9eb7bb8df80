"""What a whole audit came to, in a line each: threads, counts, headings."""

from __future__ import annotations

from referee.words.tongue import Tongue, plain
from referee.words.width import clean

_TITLE = 60


def thread_line(_: Tongue, thread: str, title: str | None, posts: int) -> str:
    """One thread that was read, with the number of its posts."""
    name = plain(title or "", _TITLE)
    if name:
        return _("{thread} 「{title}」 {posts}レス", thread=thread, title=name, posts=posts)
    return _("{thread} {posts}レス", thread=thread, posts=posts)


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
