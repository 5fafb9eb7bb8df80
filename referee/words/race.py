"""What the pages of the race and of the next rolls say."""

from __future__ import annotations

from referee.words.tongue import msg

RACE = {
    # the race
    "race": msg("レース"),
    "race_picture": msg("日ごとのマス、{first}から{last}まで"),
    "race_note": msg("縦はマス、横は日 (誰かが動いた日と休みの日)。線を押すとその人のページ"),
    "race_others": msg("細い線: ほかの{count}人"),
    "race_only_listed": msg("絵にない{count}人は下の表にある"),
    "race_line": msg("{rank}位 {player} {square}マス"),
    "race_point": msg("{player} {day} {square}マス"),
    "race_rest": msg("{player} {first}から{last}まで休み"),
    "race_round": msg("第{number}回"),
    "by_day": msg("日ごとのマス"),
    "moved_host": msg("主の裁定で動いた"),
    "moved_jump": msg("ぶっ飛んだ"),
    "moved_start": msg("ふりだしに戻った"),
    "moved_home": msg("あがった"),
    "race_rests": msg("休んだ"),
    "sign_rests": msg("休"),
    # the next rolls
    "tomorrow": msg("次に振る日"),
    "tomorrow_note": msg("早い順。晒すものがある人は、晒せば早まる。カレンダーには次に振れる日が入る"),
    "calendar": msg("全員のカレンダー (.ics)"),
    "calendar_mine": msg("カレンダー"),
    "calendar_of": msg("{player} のカレンダー"),
    "next_day": msg("日"),
    "any_day": msg("いつでも"),
    "can_roll": msg("{player}: IDすごろくを振れる"),
    "stands_on": msg("いま{square}マス"),
    "shows_sooner": msg("{things}を晒せば早まる"),
}
