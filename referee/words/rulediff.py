"""Rulesets beside each other in words, and what a change would do to a game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.model import Standing
from referee.words.tongue import Tongue, plain, shown, times
from referee.words.width import clean

_LONG = 64


def change_text(
    _: Tongue, kind: str, name: str, before: str | None, after: str | None, fields: Sequence[tuple[str, str, str]]
) -> str:
    """One difference between two rulesets; `before` and `after` are None where the row is in one of them alone."""
    was, now = clean(before or ""), clean(after or "")
    if kind == "goal":
        return _("あがりのマス: {before} → {after}", before=was, after=now)
    if kind == "squares":
        was, now = times(int(was)), times(int(now))
        return _("マス {squares} の倍率: {before} → {after}", squares=name, before=was, after=now)
    if kind == "reading":
        return _("読み方 {name}: {before} → {after}", name=name, before=was, after=now)
    if before is None:
        return _("増えた行 {name}: {text}", name=name, text=now)
    if after is None:
        return _("なくなった行 {name}: {text}", name=name, text=was)
    text = was if was == now else _("{before} → {after}", before=was, after=now)
    keys = _.join(f"{key} {clean(old)} → {clean(new)}" for key, old, new in fields)
    if not keys:
        return _("言い方の変わった行 {name}: {text}", name=name, text=text)
    return _("変わった行 {name}: {text} ({keys})", name=name, text=text, keys=keys)


def same_text(_: Tongue, one: str, other: str) -> str:
    """Two rulesets without a difference."""
    return _("{one} と {other} は同じルール", one=clean(one), other=clean(other))


def effect_text(_: Tongue, game: str, changed: int, verdicts: int) -> str:
    """How many verdicts of a game would change."""
    if not changed:
        return _("{game}: 判定{verdicts}件はどれも変わらない", game=shown(game, _LONG), verdicts=verdicts)
    return _(
        "{game}: 判定{verdicts}件のうち{changed}件が変わる", game=shown(game, _LONG), verdicts=verdicts, changed=changed
    )


def parting_text(_: Tongue, place: str, before: str, after: str) -> str:
    """The first post that would be judged otherwise, with both verdicts."""
    none = _("(なし)")
    return _("最初に分かれる {place}: {before} → {after}", place=place, before=before or none, after=after or none)


def player_text(_: Tongue, player: str, before: Standing | None, after: Standing | None) -> str:
    """Where a player would stand."""
    was, now = (_stands(_, row) if row is not None else _("振っていない") for row in (before, after))
    return _("{player}: {before} → {after}", player=plain(player, _LONG), before=was, after=now)


def _stands(_: Tongue, row: Standing) -> str:
    if row.home:
        return _("あがり ({rank}位)", rank=row.rank)
    return _("{square}マス ({rank}位)", square=row.square, rank=row.rank)
