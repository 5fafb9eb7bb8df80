"""Kinds, reasons and notices of verdicts, each code as a person would say it."""

from __future__ import annotations

from referee.model import Verdict
from referee.words.tongue import Tongue, msg

_KINDS = {
    "roll": msg("サイコロ"),
    "extra": msg("もう一度のサイコロ"),
    "void": msg("無効"),
    "chat": msg("雑談"),
    "erased": msg("削除されたレス"),
    "notice": msg("サーバのお知らせ"),
}

#: Reason → the rule that gives it, and what it says (T3, T4).
_WHYS = {
    "no_trip": ("T3", msg("トリップがない")),
    "no_id": ("T3", msg("IDが見えない")),
    "sage": ("T5", msg("sageのレスは振らない")),
    "undated": ("T6", msg("時刻が読めないので主の判断待ち")),
    "home": ("T4", msg("もうあがっている")),
    "second_of_day": ("T2", msg("今日は振り済み")),
    "resting": ("T4", msg("休み中")),
    "handed_over": ("T9", msg("前の台帳で判定済み")),
    "own_text": ("T1", msg("審判の文を貼ったレス")),
    "ruled": ("H3", msg("主の裁定")),
    "unreadable": ("T8", msg("レスとして読めない行")),
}

#: The rule behind a kind that needs no reason.
_KIND_RULES = {"roll": "T1", "erased": "T8", "notice": "T8"}


def kind_text(_: Tongue, code: str) -> str:
    """The kind of a verdict."""
    return _(_KINDS[code]) if code in _KINDS else _("そのほか")


def why_text(_: Tongue, code: str) -> str:
    """The reason of a void or chat, with the id of its rule."""
    if code not in _WHYS:
        return _("そのほかの理由")
    rule, text = _WHYS[code]
    return f"{_(text)} ({rule})"


def rule_of(verdict: Verdict) -> str:
    """The id of the rule that made the verdict what it is; empty where none is known."""
    if verdict.why is not None:
        return _WHYS[verdict.why][0] if verdict.why in _WHYS else ""
    return _KIND_RULES.get(verdict.kind, "")


def notice_text(_: Tongue, code: str, verdict: Verdict) -> str:
    """A notice: a request or a difference, never a reproach."""
    claim = verdict.claim
    if code == "please_sage":
        return _("同じ日の2回目からの書き込みは sage でおねがいします (T2)")
    if code != "claim_differs" or claim is None:
        return _("お知らせがあります")
    return claim_text(_, claim.read, claim.before, claim.after)


def claim_text(_: Tongue, read: object, before: object, after: object) -> str:
    """A total in a name that is not the square counted (N1)."""
    if before == after:
        return _("名前欄は{read}、計算では{after}マス (N1、罰なし)", read=read, after=after)
    return _(
        "名前欄は{read}、計算では{before}→{after}マス (N1、罰なし)",
        read=read,
        before=before,
        after=after,
    )
