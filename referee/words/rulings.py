"""Rulings in words: what the host decided, what that did to a post, and what the referee says beside it (H2 to H4)."""

from __future__ import annotations

from typing import assert_never

from referee.model import Joined, Opened, Own, Placed, RoundOpened, RulesTaken, Ruling, Stamp, Voided
from referee.model.ruling import (
    AcceptLink,
    CarryOver,
    Chat,
    Count,
    Exposure,
    Join,
    NewRound,
    Outage,
    RandomSquare,
    SetSquare,
    ShiftDay,
    Stands,
    TakeRules,
    Void,
)
from referee.words.codes import kind_text, why_text
from referee.words.findings import exposed
from referee.words.rolls import way
from referee.words.tongue import Tongue, msg, plain, shown, signed, time_text

#: Columns for a trip, and for what a host typed.
_LONG = 64
_REASON = 200

#: What each kind is called; the host types the kind itself.
_KINDS = {
    "void": msg("無効"),
    "chat": msg("雑談扱い"),
    "count": msg("サイコロと認める"),
    "square": msg("マスを決める"),
    "random": msg("ランダムのマス"),
    "exposure": msg("晒し"),
    "link": msg("リンクを認める"),
    "join": msg("トリップをつなぐ"),
    "round": msg("新しい回"),
    "rules": msg("ルールを替える"),
    "carry_over": msg("前のスレからの引き継ぎ"),
    "outage": msg("ID障害"),
    "day": msg("日付をずらす"),
    "stands": msg("このまま"),
}

#: Rulings that say the same whatever they hold.
_FIXED = {
    "void": msg("サイコロは無効、その日は使ったまま"),
    "chat": msg("雑談として扱う、その日はまだ振れる"),
    "round": msg("このレスから新しい回、全員ふりだしから"),
    "stands": msg("審判の判定のまま"),
}


def ruling_text(_: Tongue, ruling: Ruling) -> str:
    """What a ruling says, without its number, posts and reason."""
    act = ruling.act
    match act:
        case Void() | Chat() | NewRound() | Stands():
            return _(_FIXED[ruling.kind])
        case Count():
            given = _given(_, act.player, act.dice, act.at)
            return _("サイコロとして数える ({given})", given=given) if given else _("サイコロとして数える")
        case SetSquare(square=square, player=player):
            who = plain(player, _LONG) if player is not None else _("書いた人")
            return _("このレスのあと、{who} を{square}マスに置く", who=who, square=square)
        case RandomSquare(square=square):
            return _("ランダムのマスは{square}", square=square)
        case Exposure(accept=True, shown=letters):
            return _("晒したと認める: {things}", things=exposed(_, letters)) if letters else _("晒したと認める")
        case Exposure():
            return _("晒したと認めない")
        case AcceptLink(number=number, dice=dice, at=at):
            given = _given(_, None, dice, at, number)
            text = _("リンクをもう一度のサイコロと認める")
            return _("{text} ({given})", text=text, given=given) if given else text
        case Join(alias=alias, player=player):
            who, other = plain(player, _LONG), plain(alias, _LONG)
            return _("このレスから {alias} は {player} のトリップ", alias=other, player=who)
        case TakeRules(name=name, readings=readings):
            switches = [f"{key}={_value(value)}" for key, value in readings.items()]
            return _("このレスからルールは {rules}", rules=shown(_.join([name, *switches]), _REASON))
        case CarryOver(players=rows):
            return _("このレスの前に{count}人を引き継ぎの表のとおりに置く", count=len(rows))
        case Outage(since=since, until=until, dice=dice):
            span = {"since": time_text(since), "until": time_text(until)}
            if dice:
                return _("{since} から {until} まで隠れたIDを {dice} として数える", dice=plain(dice, _LONG), **span)
            return _("{since} から {until} まで隠れたIDを0歩のサイコロとして数える", **span)
        case ShiftDay(day=day):
            return _("{day}のレスとして数える", day=_.day(day))
        case _:
            assert_never(act)


def kind_name(_: Tongue, kind: str) -> str:
    """What a kind of ruling is called."""
    return _(_KINDS[kind]) if kind in _KINDS else shown(kind, _LONG)


def reason_text(_: Tongue, ruling: Ruling) -> str:
    """Why, and by whom."""
    reason = shown(ruling.reason, _REASON)
    if not ruling.author:
        return _("理由: {reason}", reason=reason)
    return _("理由: {reason} ({author})", reason=reason, author=shown(ruling.author, _LONG))


def idle_text(_: Tongue, kind: str, number: str) -> str:
    """A ruling that changes nothing of its post, because the game has gone another way."""
    return _("裁定{number} ({kind}) はこのレスに効いていない (H3)", number=number, kind=kind_name(_, kind))


def orphaned_text(_: Tongue, kind: str, number: str) -> str:
    """A ruling whose post is found no more."""
    return _("裁定{number} ({kind}) のレスが見つからない (H3)", number=number, kind=kind_name(_, kind))


def own_text(_: Tongue, own: Own) -> str:
    """What the referee says of a post without the rulings on it."""
    kind = kind_text(_, own.kind)
    if own.thrown is not None:
        roll = own.thrown.roll
        return _("裁定がなければ: {worth} {way} (H3)", worth=_("出目{roll}", roll=signed(roll.roll)), way=way(_, roll))
    if own.why is not None:
        return _("裁定がなければ: {kind} … {why}", kind=kind, why=why_text(_, own.why))
    return _("裁定がなければ: {kind} (H3)", kind=kind)


def day_text(_: Tongue, day: int) -> str:
    """On which day (an ordinal) a post counts, though the board printed another or none."""
    return _("裁定: {day}のレスとして数える (H3)", day=_.day(day))


def ordained_text(_: Tongue, step: Voided | Placed | Joined | RoundOpened | RulesTaken | Opened) -> str:
    """What happened by the host's word."""
    match step:
        case Voided(linked=None):
            return _("裁定: サイコロは無効、この日は使った (H3)")
        case Voided():
            return _("裁定: もう一度のサイコロは無効、権利は使った (H3)")
        case Placed(player=player, origin=origin, target=target):
            who = plain(player, _LONG)
            return _("裁定: {player} を{origin}→{target}マスに置く (H3)", player=who, origin=origin, target=target)
        case Joined(player=player, alias=alias):
            who, other = plain(player, _LONG), plain(alias, _LONG)
            return _("裁定: {alias} は {player} のトリップ (H3)", alias=other, player=who)
        case RoundOpened(number=number):
            return _("裁定: 第{number}回を始める、全員ふりだしから (H2)", number=number)
        case RulesTaken(digest=digest):
            return _("裁定: ここからルール {digest} (H4)", digest=digest[:12])
        case Opened(player=player, row=row):
            who = plain(player, _LONG)
            return _("裁定: {player} を引き継いで{square}マスから (H3)", player=who, square=row.square)
        case _:
            assert_never(step)


def _given(_: Tongue, player: str | None, dice: str | None, at: Stamp | None, number: int | None = None) -> str:
    """What the host added to a post that lacks it."""
    parts = [
        plain(player, _LONG) if player is not None else "",
        f">>{number}" if number is not None else "",
        f"ID:{plain(dice, _LONG)}" if dice is not None else "",
        time_text(at) if at is not None else "",
    ]
    return _.join(part for part in parts if part)


def _value(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else value
