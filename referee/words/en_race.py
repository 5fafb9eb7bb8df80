"""The race and the next rolls in English."""

from __future__ import annotations

RACE: dict[str, str] = {
    "レース": "Race",
    "日ごとのマス、{first}から{last}まで": "Squares by day, from {first} to {last}",
    "縦はマス、横は日 (誰かが動いた日と休みの日)。線を押すとその人のページ": (
        "Squares upwards, days to the right (those on which anybody moved or rested). A line leads to its player's page."
    ),
    "細い線: ほかの{count}人": "thin lines: the others ({count})",
    "絵にない{count}人は下の表にある": "in the table alone: {count}",
    "{rank}位 {player} {square}マス": "{rank}. {player}, square {square}",
    "{player} {day} {square}マス": "{player} {day}: square {square}",
    "{player} {first}から{last}まで休み": "{player} rests from {first} to {last}",
    "第{number}回": "round {number}",
    "日ごとのマス": "Squares by day",
    "主の裁定で動いた": "moved by a ruling",
    "ぶっ飛んだ": "jump",
    "ふりだしに戻った": "back to the start",
    "あがった": "home",
    "休んだ": "rest",
    "休": "rest",
    "次に振る日": "Next rolls",
    "早い順。晒すものがある人は、晒せば早まる。カレンダーには次に振れる日が入る": (
        "The earliest first; who has something to show may roll sooner by showing it. The calendar holds the next day."
    ),
    "全員のカレンダー (.ics)": "calendar of all (.ics)",
    "カレンダー": "calendar",
    "{player} のカレンダー": "calendar of {player}",
    "日": "day",
    "いつでも": "any day",
    "{player}: IDすごろくを振れる": "{player} can roll (ID-sugoroku)",
    "いま{square}マス": "now on square {square}",
    "{things}を晒せば早まる": "sooner by showing {things}",
}
