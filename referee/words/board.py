"""Whether a board suits the game, in words: what was found, by which evidence, and what to set."""

from __future__ import annotations

from referee.model import Advice
from referee.words.problems import refusal_text
from referee.words.tongue import Tongue, msg, plain, shown

_LONG = 60
#: An address is of use only whole.
_LONG_VALUE = 300
_SIGNS = {"good": "○", "bad": "×", "note": "・", "unknown": "？"}

#: Codes whose posts are those with something in the mail field.
_BY_MAIL = frozenset({"ids_forced", "ids_hidden_by_mail"})
#: Codes whose posts are those that show an ID.
_BY_ID = frozenset({"ids_none", "ids_replaced", "ids_despite"})
#: Code → what was found. `{value}` is that of the advice.
_FOUND = {
    "ids_forced": msg("IDはsageでも出る"),
    "ids_hidden_by_mail": msg("メール欄に何か書くと (sageでも) IDが隠れる"),
    "ids_none": msg("IDが出ない"),
    "ids_replaced": msg("IDのかわりに住所やホストが出る"),
    "ids_despite": msg("設定ではIDが出ないはずだが、レスには出ている。出ているほうを信じる"),
    "ids_unknown": msg("IDがsageでも出るかどうかは分からない"),
    "ids_short": msg("IDが{value}文字しかない。サイコロが8つに足りない"),
    "ids_long_enough": msg("IDの先頭8文字がサイコロになる"),
    "ids_joined": msg("IPv6のIDは8文字が3つ「_」でつながっている。先頭の8文字がサイコロで、あとは数えない"),
    "mark_shown": msg("IDの9文字目に回線などの印がつく ({value})。サイコロには数えない"),
    "mark_none": msg("IDは8文字で、うしろに印はつかない"),
    "event_text": msg("IDのうしろに文字がつく日がある ({value})。サイコロには数えない"),
    "seconds_shown": msg("秒が出る"),
    "seconds_missing": msg("秒が出ない。PT (秒のボーナス) は数えられない"),
    "fraction_shown": msg("秒の下も{value}けた出る"),
    "days_shifted": msg("日付がずらしてある"),
    "days_unreadable": msg("読めない日付がある"),
    "trips_seen": msg("トリップが読める"),
    "trips_unseen": msg("見たレスにトリップがない"),
    "ends_at_posts": msg("スレは{value}レスで終わる"),
    "ends_at_size": msg("スレは{value}KBで終わる"),
    "post_bytes": msg("1レスに{value}バイトまで書ける"),
    "post_lines": msg("1レスに{value}行まで書ける"),
    "few_posts": msg("見られたレスが少ない"),
    "settings_missing": msg("板の設定 (SETTING.TXT) が読めない"),
    "list_missing": msg("スレの一覧 (subject.txt) が読めない"),
    "thread_missing": msg("スレが読めない"),
    "posts_removed": msg("一覧ではもっと多い。詰めて消されたレスがあり、レス番がずれているらしい"),
    "numbered": msg("したらばかまちBBSのソフトの板"),
    "moved": msg("板は別のサーバにある: {value}"),
}

#: Code → what to do about it.
_ADVICE = {
    "ids_hidden_by_mail": msg(
        "板の管理者なら BBS_FORCE_ID=checked に。そうでなければ「振るレスはメール欄を空に」とテンプレに書く"
    ),
    "ids_none": msg("この板ではサイコロが振れない。BBS_NO_ID を空にするか、IDの出る板で遊ぶ"),
    "ids_replaced": msg("この板ではサイコロが振れない。BBS_DISP_IP を空にするか、IDの出る板で遊ぶ"),
    "ids_despite": msg("設定が変わったばかりなら、1レス書いてIDが出るか見る"),
    "ids_unknown": msg("sageで1レス書いて、IDが出るか見る"),
    "ids_short": msg("少ないサイコロで遊ぶと決めてテンプレに書くか、IDが8文字の板で遊ぶ"),
    "seconds_missing": msg("PTのことをテンプレに書いておく"),
    "days_shifted": msg("BBS_YMD_OFFSET を0に。日付がちがうと「1日1回」が合わない"),
    "days_unreadable": msg("そのレスは主が判断する (T6)。BBS_YMD_NAME と BBS_YMD_WEEKS を見る"),
    "trips_unseen": msg("トリップ付きで1レス書いてから、もう一度見る"),
    "numbered": msg("検索で読むなら、設定の threads にはこう書く: {value} 題名"),
    "moved": msg("設定の threads を新しいアドレスに書きかえる"),
}


def sign_of(advice: Advice) -> str:
    """One character that tells the level."""
    return _SIGNS[advice.level]


def found_text(_: Tongue, advice: Advice) -> str:
    """What was found, with its evidence behind it."""
    text = _(_FOUND[advice.code], value=plain(advice.value, _LONG_VALUE) or _("値は不明"))
    evidence = [shown(advice.setting, _LONG)] if advice.setting else []
    if advice.of and advice.code in _BY_MAIL:
        evidence.append(_("メール欄に何かある{of}レスのうち{seen}", of=advice.of, seen=advice.seen))
    elif advice.of and advice.code in _BY_ID:
        evidence.append(_("{of}レスのうちIDが出ているのは{seen}", of=advice.of, seen=advice.seen))
    elif advice.of and advice.code == "posts_removed":
        evidence.append(_("一覧では{of}レス、スレには{seen}レス", of=advice.of, seen=advice.seen))
    elif advice.of:
        evidence.append(_("{of}レスのうち{seen}", of=advice.of, seen=advice.seen))
    elif advice.seen is not None and advice.of is None:
        evidence.append(_("{seen}レス", seen=advice.seen))
    if advice.code.endswith("_missing") and (why := refusal_text(_, advice.value)):
        evidence.append(why)
    return _("{text} [{evidence}]", text=text, evidence=_.join(evidence)) if evidence else text


def advice_text(_: Tongue, advice: Advice) -> str:
    """What to do about it; nothing where there is nothing to do."""
    text = _ADVICE.get(advice.code, "")
    return _(text, value=plain(advice.value, _LONG_VALUE)) if text and advice.level != "good" else ""


def board_text(_: Tongue, board: str, title: str, thread: str, posts: int) -> str:
    """The board that was looked at, with the thread of which posts were read."""
    named = plain(board, _LONG)
    if title:
        named = _("{board} 「{title}」", board=named, title=plain(title, _LONG))
    if not thread:
        return named
    return _("{board} ({thread} の{posts}レスを見た)", board=named, thread=plain(thread, _LONG), posts=posts)


def verdict_text(_: Tongue, bad: int, unknown: int, *, is_blind: bool) -> str:
    """The board in one sentence."""
    if is_blind:
        return _("何も読めなかったので、この板のことは分からない")
    if bad:
        return _("IDすごろくに合わないところ: {count}", count=bad)
    return _("分からないところ: {count}、ほかは大丈夫", count=unknown) if unknown else _("IDすごろくに合う板")
