"""The English catalogue of what is said at the host's table."""

from __future__ import annotations

HOST: dict[str, str] = {
    "同じ日に同じID {id}: {one} のあと、初めての {other} (N3)": "the same ID {id} on one day: {one}, and then {other}, a trip not seen before (N3)",
    "{player} が自分の >>{number} を訂正している": "{player} corrects an own post, >>{number}",
    "裁定{number} ({kind}) のレスが見つからない (H3)": "ruling {number} ({kind}): its post is not found any more (H3)",
    "{mark}{day}の結果": "{mark}results of {day}",
    "この日のサイコロはない": "no rolls on this day",
    "{rank}位 {player} {name} {square}マス {states}": "{rank}. {player} {name} square {square} {states}",
    "順位表": "standings",
    "サイコロ ({count}回):": "rolls ({count}):",
    "確認待ちはない": "nothing waits",
    "裁定{numbers}で決着": "settled by ruling {numbers}",
    "ほか{count}件: referee open": "{count} more: referee open",
    "{day}に振れる人はいない": "nobody may roll on {day}",
    "{day}に振れる:": "may roll on {day}:",
    "{player} ({day}まで)": "{player} (until {day})",
    "休み:": "resting:",
    "{player} ({n}回)": "{player} ({n})",
    "他板でもう一度振れる:": "may roll once more on another board:",
    "スレに貼る文": "to paste into the thread",
}
