"""Polling in words: what became of a poll, when the next one is and why then, and what a check of the ledger found."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from referee.model import Stamp
from referee.words.problems import refusal_text
from referee.words.tongue import Tongue, msg, plain, shown, time_text

_JST = timezone(timedelta(hours=9))
_LONG = 60

_OUTCOMES = {
    "waits": msg("まだ聞かない"),
    "unchanged": msg("新しいレスなし"),
    "grown": msg("新しいレスを読んだ"),
    "rewritten": msg("前のレスが変わっていた"),
    "fallen": msg("スレが落ちていた"),
    "refused": msg("スレではないものが来たので受け取らない"),
    "failed": msg("聞けなかった"),
    "proposed": msg("次スレの候補"),
    "followed": msg("このスレも続けて読む"),
    "linked": msg("リンク先のスレを読んだ"),
    "link_waits": msg("リンク先のスレはまだ聞かない"),
    "link_failed": msg("リンク先のスレを読めなかった"),
}

_WHYS = {
    "pace": msg("スレの速さに合わせて"),
    "near_end": msg("もうすぐ埋まるので急いで"),
    "quiet": msg("静かなのでゆっくり"),
    "back_off": msg("失敗が続いたので間をあけて"),
    "retry_after": msg("サーバが待つように言ったので"),
    "budget": msg("今日の分を使い切ったので"),
    "ended": msg("終わったスレなので"),
    "audit": msg("終わったスレを1日後にもう一度だけ"),
    "linked": msg("リンクがあったときに"),
    "given_up": msg("何度も読めなかったので、次のリンクまで"),
    "unknown_host": msg("知らないサーバなので"),
}

_DIFFERENCES = {
    "file": msg("台帳のファイルがこわれている: {actual}"),
    "chain": msg("日誌のつながりが切れている: {thread} {player} ({expected} のはずが {actual})"),
    "rules": msg("判定のルールがちがう: {thread} {number} は {expected} のはずが {actual}"),
    "verdict": msg("判定がちがう: {thread} {number} {player} は {expected} のはずが {actual}"),
    "move": msg("移動がちがう: {thread} {number} {player} は {expected} のはずが {actual}"),
    "total": msg("累計がちがう: {player} は {expected} のはずが {actual} ({thread} {number})"),
    "snapshot": msg("盤面の控えが台帳と合わない: {game}"),
    "order": msg("スレの順番がちがう: {thread} は {expected} 番目のはずが {actual}"),
    "post": msg("レスの控えが取得した記録と合わない: {thread} {number} は {expected} のはずが {actual}"),
    "title": msg("スレの題がちがう: {thread} は「{expected}」のはずが「{actual}」"),
}


def outcome_text(_: Tongue, outcome: str, reason: str, new: int, superseding: int = 0) -> str:
    """What became of a poll; `new` counts posts judged, `superseding` those judged anew."""
    text = _(_OUTCOMES[outcome]) if outcome in _OUTCOMES else _("済んだ")
    if new:
        text = _("{text} ({count}レス)", text=text, count=new)
    if superseding:
        text = _("{text} (判定し直したレス: {count})", text=text, count=superseding)
    said = refusal_text(_, reason)
    return _("{text}: {detail}", text=text, detail=said) if said else text


def next_text(_: Tongue, next_at: datetime | None, why: str) -> str:
    """When a thread is asked next, in the board's clock, and why then."""
    reason = _(_WHYS[why]) if why in _WHYS else ""
    if next_at is None:
        return _("もう聞かない: {why}", why=reason) if reason else _("もう聞かない")
    when = moment(next_at)
    return _("次は{when}、{why}", when=when, why=reason) if reason else _("次は{when}", when=when)


def moment(at: datetime) -> str:
    """A time (UTC) in the board's clock."""
    return at.astimezone(_JST).strftime("%m/%d %H:%M:%S")


def difference_text(
    _: Tongue, what: str, game: str, thread: str, number: int | None, player: str | None, expected: str, actual: str
) -> str:
    """The first thing that a check of the ledger found."""
    text = _DIFFERENCES.get(what, _DIFFERENCES["snapshot"])
    none = _("なし")
    said = {"number": number or "", "player": player or "", "expected": expected or none, "actual": actual or none}
    told = {key: shown(str(value), _LONG) for key, value in said.items()}
    told |= {"thread": plain(thread, _LONG), "game": plain(game, _LONG)}  # a board's host is no player's
    return " ".join(_(text, **told).split())


def verified_text(_: Tongue) -> str:
    """A check of the ledger that found nothing."""
    return _("台帳は正しい: 日誌のつながりも、記録からの判定のやり直しも一致した")


def rebuilt_text(_: Tongue, game: str, verdicts: int, changed: int, other_rules: int) -> str:
    """What a rebuild of a game came to; `other_rules` counts verdicts that other rules judged to the same result."""
    text = _(
        "{game}: {verdicts}レスを判定し直し、変わったのは{changed}件", game=game, verdicts=verdicts, changed=changed
    )
    if not other_rules:
        return text
    return _("{text} (別のルールで判定し直して同じ結果: {count}件)", text=text, count=other_rules)


def changed_text(_: Tongue, before: str, after: str) -> str:
    """A verdict before and after a rebuild."""
    return _("{before} → {after}", before=before or _("なし"), after=after or _("なし"))


def now_text(_: Tongue, at: datetime, cause: str) -> str:
    """Since when, and why, a post is judged as it is now."""
    return _("今の判定になったのは{when}、{cause}", when=moment(at), cause=_cause(_, cause))


def before_text(_: Tongue, at: datetime, cause: str, line: str) -> str:
    """What was declared of a post before, and when."""
    return _("前の判定 ({when}、{cause}): {line}", when=moment(at), cause=_cause(_, cause), line=line)


def _cause(_: Tongue, cause: str) -> str:
    told = {
        "seen": _("レスを見たとき"),
        "rebuild": _("判定し直したとき"),
        "rules": _("ルールが変わったとき"),
        "dat": _("HTMLより確かなdatが見つかったとき"),
        "order": _("前のスレのレスが後から分かったとき"),
        "linked": _("リンク先のレスが分かったとき"),
        "rulings": _("裁定ファイルが変わったとき"),
    }
    number = cause.removeprefix("ruling ")
    if number != cause and number.replace(", ", "").isdecimal():
        return _("主の裁定{number}", number=number)
    return told.get(cause, shown(cause, _LONG))


def polled_text(_: Tongue, polled_at: datetime | None, posts: int) -> str:
    """When a thread was asked last, and how many posts are known."""
    if polled_at is None:
        return _("まだ聞いていない")
    return _("最後は{when}、{posts}レスまで", when=moment(polled_at), posts=posts)


def last_post_text(_: Tongue, number: int, stamp: Stamp | None) -> str:
    """The post at the end of a thread, with the time that it bears, in the board's clock."""
    when = time_text(stamp) if stamp is not None else _("日付なし")
    return _("最後のレス: {number} ({when})", number=number, when=when)


def not_judged_text(_: Tongue, game: str, error: str) -> str:
    """A game that can't be judged by its ruleset, and why not (errors speak English, and name the file)."""
    return _("ゲーム {game} はこのルールでは判定できない: {error}", game=game, error=error)


def budget_text(_: Tongue, host: str, used: int, left: int, quiet_until: datetime | None) -> str:
    """How many requests a host was asked today, how many are left, and until when all of it is left in peace."""
    text = _("{host}: 今日{used}回、残り{left}回", host=host, used=used, left=left)
    return text if quiet_until is None else _("{text}、{when}まで休み", text=text, when=moment(quiet_until))


def failures_text(_: Tongue, failures: int) -> str:
    """Failures in a row, nothing where there are none."""
    return _("続けて{failures}回失敗", failures=failures) if failures else ""


def sizes_text(_: Tongue, size: int, posts: int, verdicts: int) -> str:
    """How large the ledger is."""
    return _("台帳: {size} KiB、{posts}レス、判定{verdicts}件", size=size // 1024, posts=posts, verdicts=verdicts)


def made_text(_: Tongue, settings: str, ledger: str) -> str:
    """What `init` made, and what to do next."""
    made = _("{settings} と {ledger} を作りました。", settings=settings, ledger=ledger)
    return made + _("contact (連絡先) と host (主のトリップ) を書いたら、次は referee poll")


def frozen_text(_: Tongue, path: str) -> str:
    """A ledger lies where nothing may be written."""
    return _("{path} には書き込めないので、今あるままを読みます", path=path)


def held_text(_: Tongue, who: str) -> str:
    """Another process polls already."""
    return _("別の referee が動いています: {who}", who=who)
