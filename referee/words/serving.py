"""What the web service says besides pages: the ID checker's form, and why a page can't be had."""

from __future__ import annotations

from referee.words.tongue import msg

#: What a template or a page asks for → the message; they stand among `pages.LABELS`.
SERVING = {
    # the ID checker
    "checker": msg("ID判定機"),
    "check_ids": msg("ID (いくつかは空白で区切る)"),
    "check_no": msg("レス番号"),
    "check_second": msg("秒"),
    "check_square": msg("今いるマス"),
    "check_held": msg("持ち越しの×n"),
    "check_chance": msg("次回chanceの状態"),
    "check_gift": msg("もらったボーナス"),
    "check_go": msg("判定する"),
    "check_share": msg("この判定の住所 (リンクにどうぞ)"),
    "check_note": msg("レス番号と秒は、それで決まる文字があるときだけ要る"),
    "check_of": msg("{id} の判定"),
    "check_bad_id": msg("{id} はサイコロにならない。板が表示したID (半角の英数字と記号) を1つずつ書いてください"),
    "check_bad_field": msg("{field}が {typed} になっている。{right} を書いてください"),
    "check_many": msg("一度に判定できるIDは{most}個まで"),
    "check_number": msg("{low}から{high}までの数"),
    "check_second_right": msg("0から59まで (例: 45、45.67)"),
    "check_chance_right": msg("1 (状態) か空白"),
    # what can't be had
    "fail_400": msg("このページの頼み方が正しくありません"),
    "fail_404": msg("このページはありません"),
    "fail_405": msg("このページは読むだけです"),
    "fail_408": msg("時間がかかりすぎました。もう一度どうぞ"),
    "fail_413": msg("送られたものが大きすぎます"),
    "fail_414": msg("住所が長すぎます"),
    "fail_429": msg("少し間をおいてからもう一度どうぞ"),
    "fail_500": msg("審判の側でまちがいが起きました"),
    "fail_503": msg("今は見せられません。少し間をおいてからもう一度どうぞ"),
    "to_games": msg("ゲームの一覧へ"),
}
