"""The next thread of a game in words: a candidate, its score, and the signs that speak for it."""

from __future__ import annotations

from referee.model import Candidate, Reason
from referee.words.tongue import Tongue, msg, shown

_LONG = 60
_SIGNS = {
    "title_number": msg("題名の番号が次"),
    "title_later": msg("題名の番号がもっと先"),
    "title_alike": msg("題名が似ている"),
    "linked": msg("{number}のレスにリンクがある"),
    "host_linked": msg("主が{number}のレスでリンクしている"),
    "back_link": msg("1のレスに前スレへのリンクがある"),
    "host_trip": msg("1のレスが主のトリップ"),
    "search": msg("設定の検索に合う"),
}


def candidate_text(_: Tongue, candidate: Candidate) -> str:
    """A candidate for the next thread, its score and the reasons; the thread is the caller's to tell."""
    reasons = _.join(_sign(_, reason) for reason in candidate.reasons)
    title = shown(candidate.title, _LONG) or _("題名は不明")
    return _("「{title}」 {score}点: {reasons}", title=title, score=candidate.score, reasons=reasons)


def advice_text(_: Tongue, address: str) -> str:
    """What the host does with a proposal."""
    return _("次スレなら threads に書き足す: {address}", address=address)


def _sign(_: Tongue, reason: Reason) -> str:
    return _(_SIGNS[reason.sign], number=reason.number or "")
