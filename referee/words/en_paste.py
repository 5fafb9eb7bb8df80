"""The English catalogue of what is made to be pasted."""

from __future__ import annotations

PASTE: dict[str, str] = {
    "前の台帳で判定済み": "judged in the ledger that handed the game over",
    "{mark}順位表 {place}まで": "{mark}standings up to {place}",
    "{since}から変わった人だけ": "only who changed since {since}",
    "変わった人はいない": "nobody did",
    "{mark}{place} の判定": "{mark}verdict on {place}",
    "くわしく: {page}": "in full: {page}",
    "{mark}{title} テンプレ": "{mark}{title}: template",
    "一番乗り: まだいない": "first home: nobody yet",
    "一番乗り: {player} {name} {day} ({n}回)": "first home: {player} {name} {day} ({n} rolls)",
    "・{sentence}": "- {sentence}",
    "前スレ: {address}": "earlier thread: {address}",
    "順位表ページ: {page}": "standings: {page}",
    "{mark}引き継ぎ {title}": "{mark}hand-over {title}",
    "裁定{number}は引き継がれない: 新しい台帳でもう一度裁定を": "ruling {number} is not handed over: rule it again in the new ledger",
    "{thread} の >>{number} まで、{n}人を引き継いだ": "{n} players go on as they stood after {thread} >>{number}",
    "{told} ({by} の {posts})": "{told} ({posts} by {by})",
    "引き継がれたルールと同じ名前のルールは内容が違う: referee rules diff で確認を": "the ruleset of that name is not word for word the one of the hand-over: compare them with referee rules diff",
    "ゲーム {game} の引き継ぎはどこにも効いていない。設定に同じ名のゲームがない。{settings} の name を戻して": "the hand-over of the game {game} is in force nowhere: the settings have no game of that name; give it back as its name in {settings}",
    "{day}の終わり": "the end of {day}",
}
