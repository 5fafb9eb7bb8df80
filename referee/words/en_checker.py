"""The checker page in English."""

from __future__ import annotations

CHECKER: dict[str, str] = {
    "ID判定機": "ID checker",
    "判定機 (通信なし)": "Checker (offline)",
    "IDを入れると、そのサイコロの判定が出る。通信はしない。保存したページでも動く": "Type an ID to see what its dice are worth. It asks no server, and works as a saved page too",
    "ルール: {name} ({digest})": "rules: {name} ({digest})",
    "ID": "ID",
    "板に出たとおり。先頭の「ID:」は付けても付けなくてもよい": "as the board shows it, with or without ID: before it",
    "分かるものだけ": "As far as you know it",
    "レス番号 (PL、TO+、TO/)": "post number (PL, TO+, TO/)",
    "秒 (PT)、例: 45 または 45.67": "seconds (PT), for example 45 or 45.67",
    "いまのマス": "square rolled from",
    "持ち越しの倍率 ×n": "held multiplier ×n",
    "もらった歩数 (CN)": "steps received (CN)",
    "chance状態": "chance state",
    "判定する": "Judge",
    "判定": "Verdict",
    "この判定へのリンク": "Link to this verdict",
    "スクリプトを切ったままでは、このページは判定できない。同じ判定は referee judge でも出る": "While scripts are off, this page can't judge. The command referee judge gives the same verdict",
}
