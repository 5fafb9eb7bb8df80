"""Notes: what a player or the host is told while nobody looks at the pages."""

from __future__ import annotations

from collections.abc import Sequence

from referee.model import OpenItem, Verdict
from referee.words import items, short
from referee.words.speaker import Speaker
from referee.words.tongue import Tongue, plain, shown

#: Columns for a name, a trip, a title before they are cut; players named in one note.
_NAME, _NAMED = 24, 8
#: Chats take these for mentions and mark-up; their full-width forms are only read.
_PLAIN = str.maketrans("@<>*_`[]|", "＠＜＞＊＿｀［］｜")


class NoticeSpeaker(Speaker):
    """Says notes, and what became of them; a module of its own, so that no poll without notes loads it."""

    def player(self, trip: str, name: str) -> str:
        """A player by name and trip."""
        return _player(self._tongue, trip, name)

    def rest_ends(self, game: str, player: str) -> str:
        """A player may roll again."""
        return _rest_ends(self._tongue, game, player)

    def passed(self, game: str, player: str, by: Sequence[str], before: int, rank: int) -> str:
        """Others passed a player."""
        return _passed(self._tongue, game, player, by, before, rank)

    def came_home(self, game: str, player: str) -> str:
        """A player came home."""
        return _home(self._tongue, game, player)

    def thread_end(self, game: str, thread: str, posts: int) -> str:
        """A thread is nearly full."""
        return _thread_end(self._tongue, game, thread, posts)

    def open_item(self, game: str, thread: str, item: OpenItem) -> str:
        """Something waits for the host."""
        return _open_item(self._tongue, game, thread, item)

    def changed_verdict(self, game: str, thread: str, verdict: Verdict) -> str:
        """A verdict says something else than before."""
        return _changed(self._tongue, game, thread, verdict)

    def test_note(self) -> str:
        """A note that only tries the way."""
        return _test(self._tongue)

    def more_notes(self, count: int) -> str:
        """How many notes were left out of one message."""
        return _more(self._tongue, count)

    def note_sent(self, target: str) -> str:
        """A note that was taken."""
        return _sent(self._tongue, target)

    def note_failed(self, target: str, reason: str, *, given_up: bool = False) -> str:
        """A note that was not taken, and why not."""
        return _failed(self._tongue, target, reason, given_up=given_up)

    def test_failed(self, target: str, reason: str) -> str:
        """A test that was not taken."""
        return _untaken(self._tongue, target, reason)

    def notes_wait(self, target: str, count: int, reason: str) -> str:
        """How many notes wait for an address, and why the last one was not taken."""
        return _wait(self._tongue, target, count, reason)


def _player(_: Tongue, trip: str, name: str) -> str:
    name, trip = shown(name, _NAME).translate(_PLAIN), plain(trip, _NAME).translate(_PLAIN)
    return _("{name} ({trip})", name=name, trip=trip) if name else trip


def _game(game: str) -> str:
    return shown(game, 40).translate(_PLAIN)


def _rest_ends(_: Tongue, game: str, player: str) -> str:
    return _("【{game}】{player} は今日からまた振れる", game=_game(game), player=player)


def _passed(_: Tongue, game: str, player: str, by: Sequence[str], before: int, rank: int) -> str:
    others = _.join(by[:_NAMED]) + (_(" ほか{n}人", n=len(by) - _NAMED) if len(by) > _NAMED else "")
    fields = {"game": _game(game), "player": player, "others": others, "before": before, "rank": rank}
    if rank <= before:  # he went ahead himself, they went farther
        return _("【{game}】{player} は {others} に抜かれた: いま{rank}位", **fields)
    return _("【{game}】{player} は {others} に抜かれた: {before}位→{rank}位", **fields)


def _home(_: Tongue, game: str, player: str) -> str:
    return _("【{game}】{player} があがった", game=_game(game), player=player)


def _thread_end(_: Tongue, game: str, thread: str, posts: int) -> str:
    fields = {"game": _game(game), "thread": _game(thread), "posts": posts}
    return _("【{game}】{thread} が{posts}レスになった。次スレの時期", **fields)


def _open_item(_: Tongue, game: str, thread: str, item: OpenItem) -> str:
    text = items.item_text(_, item).translate(_PLAIN)
    fields = {"game": _game(game), "thread": _game(thread), "number": item.number, "text": text}
    return _("【{game}】主の確認待ち {thread} {number}: {text}", **fields)


def _changed(_: Tongue, game: str, thread: str, verdict: Verdict) -> str:
    line = short.short(_, verdict).translate(_PLAIN)
    return _("【{game}】判定が変わった {thread} {line}", game=_game(game), thread=_game(thread), line=line)


def _test(_: Tongue) -> str:
    return _("すごろく審判からの試し。届いていれば大丈夫")


def _more(_: Tongue, count: int) -> str:
    return _("ほかに{count}件", count=count)


def _sent(_: Tongue, target: str) -> str:
    return _("{target}: 届いた", target=target)


def _failed(_: Tongue, target: str, reason: str, *, given_up: bool) -> str:
    told = _reason(_, reason)
    if given_up:
        return _("{target}: 通知が届かない ({reason})。1日たったのであきらめた", target=target, reason=told)
    return _("{target}: 通知が届かない ({reason})。次の巡回でもう一度送る", target=target, reason=told)


def _untaken(_: Tongue, target: str, reason: str) -> str:
    return _("{target}: 届かない ({reason})", target=target, reason=_reason(_, reason))


def _wait(_: Tongue, target: str, count: int, reason: str) -> str:
    if not count:
        return _("{target}: 待っている通知なし", target=target)
    if not reason:
        return _("{target}: 通知{count}件が待っている", target=target, count=count)
    return _("{target}: 通知{count}件が待っている ({reason})", target=target, count=count, reason=_reason(_, reason))


def _reason(_: Tongue, code: str) -> str:
    return {
        "dns": _("名前が引けない"),
        "connect": _("つながらない"),
        "tls": _("証明書が正しくない"),
        "timeout": _("返事がない"),
        "network": _("通信が切れた"),
        "protocol": _("返事が読めない"),
        "bad_address": _("アドレスがおかしい"),
        "unknown_host": _("知らないホスト"),
        "private_address": _("名前が外向きでないアドレスに向いている"),
        "too_large": _("大きすぎる"),
        "redirected": _("よそへ回された"),
        "refused": _("断られた"),
        "busy": _("相手が忙しい"),
        "apprise_missing": _("appriseがない: pip install 'referee[notify]'"),
        "apprise": _("appriseが送れなかった"),
    }.get(code, code)
