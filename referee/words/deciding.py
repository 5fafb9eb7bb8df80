"""The doors of rulings in words: what is asked and recorded, the book of rulings, and rulings without their post."""

from __future__ import annotations

from collections.abc import Sequence

from referee.model import Ruling
from referee.words.rulings import kind_name, reason_text, ruling_text
from referee.words.tongue import Tongue, msg, plain, shown

_LONG = 64
_REASON = 200
#: Posts of a ruling that are named one by one in a line; the rest is counted.
_NAMED = 3

_DONE = {
    "add": msg("裁定{number}を記録した"),
    "amend": msg("裁定{number}を改めた"),
    "undo": msg("裁定{number}を取り消した"),
}
_EVENTS = {"add": msg("記録"), "amend": msg("変更"), "undo": msg("取り消し")}


def ask_text(_: Tongue) -> str:
    """The question before a change of the book."""
    return _("これでよければ記録する")


def unsaved_text(_: Tongue) -> str:
    """A change that nobody confirmed."""
    return _("何も記録していない。これでよければ --yes を付けて")


def done_text(_: Tongue, what: str, number: int) -> str:
    """A change of the book that was made."""
    return _(_DONE[what], number=number)


def touched_text(_: Tongue, count: int) -> str:
    """How many posts a ruling is about, before they are listed."""
    return _("裁定の対象 {count}レス", count=count)


def from_file_text(_: Tongue, game: str, made: int, amended: int, undone: int) -> str:
    """What a file of rulings changed in the book of a game."""
    counts = {"made": made, "amended": amended, "undone": undone}
    return _(
        "{game}: 裁定ファイル: 記録{made}件、変更{amended}件、取り消し{undone}件", game=plain(game, _LONG), **counts
    )


def touches_text(_: Tongue, ruling: Ruling, place: str) -> str:
    """One of the posts that a ruling of a pattern is about."""
    kind = kind_name(_, ruling.kind)
    return _("裁定{number} ({kind}) の対象: {place}", number=ruling.id, kind=kind, place=plain(place, _LONG))


def forsaken_text(_: Tongue, game: str, count: int, settings: str) -> str:
    """A game with rulings that the settings know no more, and what the host does about it."""
    name, told = plain(game, _LONG), shown(settings, _REASON)
    if not count:
        return _(
            "ゲーム {game} の引き継ぎはどこにも効いていない。設定に同じ名のゲームがない。{settings} の name を戻して",
            game=name,
            settings=told,
        )
    return _(
        "ゲーム {game} の裁定{count}件はどこにも効いていない。設定に同じ名のゲームがない。{settings} の name を戻して",
        game=name,
        count=count,
        settings=told,
    )


def none_text(_: Tongue) -> str:
    """A book without rulings."""
    return _("裁定はない")


def entry_text(
    _: Tongue, ruling: Ruling, places: Sequence[str], *, is_undone: bool, is_orphan: bool, all_posts: bool
) -> str:
    """A ruling in one line: number, kind, posts (all of them, else the first few), what it says, why, by whom, and by
    which door."""
    told = _places(_, places, len(places) if all_posts else _NAMED)
    parts = [
        _("裁定{number} {kind} {places}", number=ruling.id, kind=kind_name(_, ruling.kind), places=told),
        ruling_text(_, ruling),
        reason_text(_, ruling),
    ]
    if ruling.pattern:
        parts.append(_("条件 {pattern}", pattern=shown(ruling.pattern, _REASON)))
    if ruling.door == "file":
        parts.append(_("裁定ファイル"))
    if is_undone:
        parts.append(_("取り消し済み"))
    if is_orphan:
        parts.append(_("レスが見つからない"))
    return "; ".join(parts)


def event_text(_: Tongue, what: str, when: str, ruling: Ruling, author: str, reason: str) -> str:
    """One thing that happened to a ruling: when, what, by whom, why, and what it said from then on."""
    why = shown(reason, _REASON) or _("裁定ファイルから消えた")
    text = _("{when} {what}", when=when.replace("T", " ").removesuffix("+09:00"), what=_(_EVENTS[what]))
    who = shown(author, _LONG)
    return f"{text} ({who}): {ruling_text(_, ruling)}; {why}"


def orphan_text(_: Tongue, ruling: Ruling, places: Sequence[str]) -> str:
    """A ruling whose posts can't be found again, and what the host does about it."""
    where = {"number": ruling.id, "kind": kind_name(_, ruling.kind), "places": _places(_, places)}
    text = _("裁定{number} ({kind}) のレス {places} が見つからない", **where)
    if ruling.door == "file":
        return _("{text}。裁定ファイルの行を直すか消して", text=text)
    return _("{text}。直す: {amend} 取り消す: {undo}", text=text, **_commands(ruling.id))


def kept_text(_: Tongue, error: str) -> str:
    """A file of rulings that was refused (errors speak English, and name file and row); the rulings before it hold."""
    return _("{error} (前の裁定のまま続ける)", error=error)


def _commands(number: int) -> dict[str, str]:
    return {
        "amend": f"referee ruling amend {number} KIND THREAD/N --reason …",
        "undo": f"referee ruling undo {number} --reason …",
    }


def _places(_: Tongue, places: Sequence[str], most: int = _NAMED) -> str:
    named = _.join(plain(place, _LONG) for place in places[:most])
    left = len(places) - most
    return named if left <= 0 else _("{places} ほか{count}レス", places=named, count=left)
