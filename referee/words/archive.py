"""What the hall of fame, the archive of rounds and the pages of the story say besides the story itself."""

from __future__ import annotations

from referee.words.tongue import msg

#: What a template or a page asks for → the message.
ARCHIVE = {
    "hall": msg("一番乗り"),
    "rounds": msg("これまでの回"),
    "story": msg("これまでの話"),
    "round_no": msg("第{number}回"),
    "first_home": msg("一番乗り:"),
    "was_home_first": msg("一番乗りは{player}"),
    "was_first": msg("{player}が{square}マスで先頭"),
    "from_to": msg("{first}から{last}まで"),
    # hall of fame
    "nobody_home": msg("まだ誰もあがっていない"),
    "nobody_came": msg("誰もあがらなかった"),
    "place_home": msg("着"),
    "home_day": msg("あがった日"),
    "days_needed": msg("日数"),
    "day_no": msg("{n}日目"),
    "days_n": msg("{n}日"),
    "records_of_game": msg("このゲームの記録"),
    "shared_by": msg("{count}人が並ぶ"),
    "biggest_way": msg("いちばん長く進んだ"),
    "biggest_fall": msg("いちばん長く戻った"),
    "longest_rest": msg("いちばん長い休み"),
    "biggest_gift": msg("いちばん大きいボーナス"),
    "streak": msg("続けて振った日数"),
    "home_in": msg("第{number}回 {place}着"),
    # rounds
    "rounds_over": msg("終わった回"),
    "round_now": msg("いまの回"),
    "no_round_over": msg("まだ終わった回はない"),
    "final_standings": msg("最終順位"),
    "next_round": msg("次の回の始まり"),
    "cut_verdict": msg("締め切りのレスの判定"),
    # what posts were before, and what is open
    "waits": msg("主の判断待ち"),
    "waits_hidden": msg("ほかに主だけが見る件: {count}件"),
    "versions": msg("これまでの判定と中身"),
    # rules
    "precedents": msg("先例"),
    "precedents_note": msg("元のルールが決めていないところを、どう読んだか"),
    # story
    "month": msg("年月"),
    "in_front": msg("トップ"),
    "counts_on": msg("{day}の分"),
    "story_note": msg("審判の判定から作った話。{link}の先は、そのもとになった判定"),
    "no_story": msg("まだ話すことがない"),
}
