"""What the checker page says around a verdict."""

from __future__ import annotations

from referee.words.tongue import msg

#: What the template asks for → the message.
LABELS = {
    "checker": msg("ID判定機"),
    "checker_alone": msg("判定機 (通信なし)"),
    "checker_lead": msg("IDを入れると、そのサイコロの判定が出る。通信はしない。保存したページでも動く"),
    "checker_rules": msg("ルール: {name} ({digest})"),
    "checker_id": msg("ID"),
    "checker_id_hint": msg("板に出たとおり。先頭の「ID:」は付けても付けなくてもよい"),
    "checker_more": msg("分かるものだけ"),
    "checker_no": msg("レス番号 (PL、TO+、TO/)"),
    "checker_second": msg("秒 (PT)、例: 45 または 45.67"),
    "checker_square": msg("いまのマス"),
    "checker_held": msg("持ち越しの倍率 ×n"),
    "checker_gift": msg("もらった歩数 (CN)"),
    "checker_chance": msg("chance状態"),
    "checker_judge": msg("判定する"),
    "checker_result": msg("判定"),
    "checker_share": msg("この判定へのリンク"),
    "checker_no_script": msg("スクリプトを切ったままでは、このページは判定できない。同じ判定は referee judge でも出る"),
}
