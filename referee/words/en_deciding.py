"""The English catalogue, doors of rulings: Japanese message → English, the placeholders the same."""

from __future__ import annotations

DECIDING: dict[str, str] = {
    "裁定{number}を記録した": "ruling {number} is recorded",
    "裁定{number}を改めた": "ruling {number} is amended",
    "裁定{number}を取り消した": "ruling {number} is undone",
    "記録": "made",
    "変更": "amended",
    "取り消し": "undone",
    "これでよければ記録する": "Record this?",
    "何も記録していない。これでよければ --yes を付けて": "nothing was recorded; if this is right, add --yes",
    "裁定の対象 {count}レス": "posts that the ruling touches: {count}",
    "{game}: 裁定ファイル: 記録{made}件、変更{amended}件、取り消し{undone}件": (
        "{game}: file of rulings: {made} made, {amended} amended, {undone} undone"
    ),
    "裁定{number} ({kind}) の対象: {place}": "ruling {number} ({kind}) touches {place}",
    "ゲーム {game} の裁定{count}件はどこにも効いていない。設定に同じ名のゲームがない。{settings} の name を戻して": (
        "game {game}: {count} rulings in force hold nowhere, for no game of the settings has this name; "
        "give the old name back in {settings}"
    ),
    "裁定はない": "no rulings",
    "裁定{number} {kind} {places}": "ruling {number} {kind} {places}",
    "条件 {pattern}": "pattern {pattern}",
    "裁定ファイル": "from the file of rulings",
    "取り消し済み": "undone",
    "レスが見つからない": "its post can't be found",
    "裁定ファイルから消えた": "gone from the file of rulings",
    "{when} {what}": "{when} {what}",
    "裁定{number} ({kind}) のレス {places} が見つからない": "ruling {number} ({kind}): its post {places} can't be found",
    "{text}。裁定ファイルの行を直すか消して": "{text}; mend its row in the file of rulings, or take it out",
    "{text}。直す: {amend} 取り消す: {undo}": "{text}; mend it: {amend}, or undo it: {undo}",
    "{error} (前の裁定のまま続ける)": "{error} (the rulings before it stay in force)",
    "裁定のレスがない。行の post か pattern を直すか、そのレスのあるスレも渡して": (
        "a ruling is about this post, and there is none; mend post or pattern of the row, or give its thread too"
    ),
    "{places} ほか{count}レス": "{places} and {count} more",
}
