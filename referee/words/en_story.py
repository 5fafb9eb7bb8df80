"""The story of a game, the hall of fame and the archive in English."""

from __future__ import annotations

STORY: dict[str, str] = {
    "{who}は{n}進んで{target}マスへ。": "{who} goes on {n} to square {target}.",
    "{who}、{n}歩で{target}マス。": "{n:step takes|steps take} {who} to {target}.",
    "{who}は{origin}マスから{n}歩、{target}マスまで来た。": "From {origin}, {who} walks {n} and comes to {target}.",
    "{who}が{letters}で{n}進んで{target}マスへ。": "{who} throws {letters} and goes on {n} to square {target}.",
    "{letters}の出た{who}、{n}進んで{target}マス。": "{letters} for {who}: {n} steps, to {target}.",
    "{who}が一気に{n}進んで{target}マスへ。": "{who} rushes {n} squares ahead, to {target}.",
    "{who}、大きく{n}マス進んで{target}マス。": "A long roll: {n} squares take {who} to {target}.",
    "{who}は{n}歩だけ進んで{target}マス。": "Only {n:step|steps} for {who}, to {target}.",
    "{who}、じわりと{n}歩で{target}マス。": "{who} creeps {n:step|steps}, to {target}.",
    "{who}は{n}下がって{target}マスへ。": "{who} falls back {n} to square {target}.",
    "{who}、{n}マス後退して{target}マス。": "{n} squares back for {who}, to {target}.",
    "{who}は{letters}で{n}下がって{target}マスへ。": "{letters} throws {who} back {n}, to square {target}.",
    "{letters}に泣いた{who}、{n}下がって{target}マス。": "{letters} brings {who} to tears: {n} back, to {target}.",
    "{who}は{target}マスから動けず。": "{who} does not get away from {target}.",
    "{who}、差し引き0で{target}マスのまま。": "All in all 0: {who} stays on {target}.",
    "{who}はスカ。{target}マスのまま。": "A miss: {who} stays on {target}.",
    "{who}、スカを引いて{target}マスで足踏み。": "{who} misses and marks time on {target}.",
    "{who}は{origin}マスからふりだしへ逆戻り。": "{who} is sent from {origin} back to the start.",
    "{who}、{origin}マスまで来たのにふりだしに戻る。": "{who} had come to {origin}, and begins again at the start.",
    "{who}が{letters}で{origin}マスから{target}マスへぶっ飛び。": "{letters}: {who} flies from {origin} to {target}.",
    "{letters}を引いた{who}、{origin}マスから{target}マスまでぶっ飛んだ。": (
        "{who} draws {letters} and is off from {origin} to {target}."
    ),
    "{who}は{letters}で{origin}マスから{target}マスへ落ちた。": "{letters}: {who} drops from {origin} to {target}.",
    "{letters}を引いた{who}、{origin}マスから{target}マスまで後戻り。": (
        "{who} draws {letters} and goes back from {origin} to {target}."
    ),
    "{who}は{origin}マスから{target}マスへぶっ飛び。": "{who} flies from {origin} to {target}.",
    "{who}は{origin}マスの{letters}が効いて{n}進み、{target}マスへ。": (
        "Square {origin} gives {letters}: {who} goes on {n} to {target}."
    ),
    "{origin}マスから振った{who}、{letters}で{n}進んで{target}マス。": (
        "From square {origin}, {who} goes {letters}: {n} squares, to {target}."
    ),
    "{who}は{origin}マスの{letters}が裏目に出て{n}下がり、{target}マスへ。": (
        "Square {origin} takes its {letters}: {who} goes back {n} to {target}."
    ),
    "{origin}マスから振った{who}、{letters}で{n}下がって{target}マス。": (
        "From square {origin}, {who} goes {letters}: {n} squares back, to {target}."
    ),
    "{who}はどこかへぶっ飛んだ。行き先はまだ決まらない。": "{who} is off to a square that is not decided yet.",
    "{who}は他の板でもう一度振った。": "{who} rolls once more on another board.",
    "{who}、よその板でもう一振り。": "One more roll of {who}, on another board.",
    "待っていたボーナス{n}歩込み。": "A gift of {n} that had waited is counted in.",
    "前の人からのボーナス{n}歩つき。": "That includes a gift of {n} from those before.",
    "待っていたボーナス{n}歩は、ぶっ飛びなので消えた。": "A gift of {n} that had waited is lost by the jump.",
    "100の倍数に止まって{n}マスのおまけつき。": "A hundred-square adds {n}.",
    "これで{n}回休み。": "That costs {n:turn|turns}.",
    "{n}回休みがついた。": "A rest of {n:turn|turns} goes with it.",
    "{letters}を晒すまで{n}日休み。": "To be shown: {letters}; until then {n:day|days} of rest.",
    "{letters}の晒しつきで、{n}日休み。": "With {letters} to show, a rest of {n:day|days}.",
    "{others}を抜いた。": "That is past {others}.",
    "{others}を追い抜く。": "{others} left behind.",
    "{n}人をまとめて抜いた。": "That is past {n:player|players} at one go.",
    "これで{n}人抜き。": "{n:player is|players are} left behind.",
    "これで{who}がトップ。": "Now {who} leads.",
    "{who}がトップに立つ。": "{who} takes the lead.",
    "{others}を抜いて、{who}がトップに立つ。": "{who} passes {others} and takes the lead.",
    "{others}を追い抜き、{who}がトップ。": "{others} left behind, and {who} leads.",
    "{who}が{n}回目のサイコロであがり。一番乗り!": "With roll {n}, {who} is home: the first!",
    "{who}、{n}回目であがり。みごと一番乗り!": "Roll {n} brings {who} home, first of all!",
    "{who}も{n}回目のサイコロであがり、{target}着。": "With roll {n}, {who} is home too, in place {target}.",
    "{who}、{n}回目であがって{target}着。": "Roll {n} brings {who} home in place {target}.",
    "もらった歩で{who}がそのままあがり、{target}着。": "A gift carries {who} home, in place {target}.",
    "{who}はこれであがり。一番乗り!": "That is home for {who}: the first!",
    "{who}はこれであがり、{target}着。": "That is home for {who}, in place {target}.",
    "{who}は{letters}を晒して休みを縮めた。": "{who} shows {letters} and rests less.",
    "{who}、約束どおり{letters}を晒す。": "{who} keeps the promise and shows {letters}.",
    "{who}は{others}から{n}歩もらって{target}マスへ。": "{who} gets {n} from {others} and comes to {target}.",
    "{others}のおかげで{who}は{n}歩進み、{target}マス。": "Thanks to {others}, {who} goes {n} to {target}.",
    "{who}は{others}のせいで{n}下がり、{target}マスへ。": "{others} sends {who} back {n}, to {target}.",
    "{who}は待っていたボーナス{n}歩をもらって{target}マスへ。": (
        "{who} takes a gift of {n} that had waited, and comes to {target}."
    ),
    "主の裁定で{who}は{origin}マスから{target}マスへ。": "The host sets {who} from {origin} to {target}.",
    "前のスレから{n}人が引き継がれる。": "{n:player is|players are} carried over from a thread before.",
    "主が第{n}回の始まりを告げ、全員ふりだしへ。": "The host opens round {n}, and all go back to the start.",
    "主の裁定で、ここからルールが変わる。": "The host changes the rules from here on.",
    "主の裁定で、{others}も{who}のトリップとなる。": "The host rules that {others} is a trip of {who} too.",
    "{who}のサイコロは主の裁定で無効。": "The host rules a roll of {who} void.",
    "{who}のもう一度のサイコロは主の裁定で無効。": "The host rules an extra roll of {who} void.",
    "すごろくの始まり。": "The game begins.",
    "この日のサイコロは{n}回。": "{n:roll|rolls} on this day.",
    "ほかのサイコロ{n}回は合わせて{target}マス前へ。": "{n:other roll|other rolls}, together {target:square|squares} ahead.",
    "ほかのサイコロ{n}回は合わせて{target}マス後ろへ。": "{n:other roll|other rolls}, together {target:square|squares} back.",
    "トップは{who}の{target}マス、{others}が{n}マス差で追う。": "{who} leads on {target}, {others} is {n} behind.",
    "トップは{who}の{target}マス、{others}との差はわずか{n}マス。": (
        "{who} leads on {target}, with {others} only {n} behind."
    ),
    "{target}マスの{who}が独走、{others}に{n}マスの差をつけた。": (
        "{who} on {target} is far ahead: {others} is {n} behind."
    ),
    "{first}は誰も振らなかった。": "Nobody rolled on {first}.",
    "{first}は静かな一日。": "{first} was a quiet day.",
    "{first}から{last}までは誰も振らなかった。": "From {first} to {last} nobody rolled.",
    "{first}から{last}まで、静かな日が続く。": "Quiet days, from {first} to {last}.",
    "話はまだ続く。": "To be continued.",
    "これでおしまい。": "The end.",
    "ログはここまで。": "Here the log ends.",
}

ARCHIVE: dict[str, str] = {
    "一番乗り": "Hall of fame",
    "これまでの回": "Rounds",
    "これまでの話": "The story",
    "第{number}回": "Round {number}",
    "一番乗り:": "First home:",
    "一番乗りは{player}": "first home: {player}",
    "{player}が{square}マスで先頭": "{player} in front on square {square}",
    "{first}から{last}まで": "{first} to {last}",
    "まだ誰もあがっていない": "Nobody is home yet",
    "誰もあがらなかった": "Nobody came home",
    "着": "place",
    "あがった日": "home on",
    "日数": "day",
    "{n}日目": "day {n}",
    "{n}日": "{n:day|days}",
    "このゲームの記録": "Records of this game",
    "{count}人が並ぶ": "shared by {count}",
    "いちばん長く進んだ": "longest way ahead",
    "いちばん長く戻った": "longest way back",
    "いちばん長い休み": "longest rest",
    "いちばん大きいボーナス": "biggest gift",
    "続けて振った日数": "days in a row",
    "第{number}回 {place}着": "round {number}, place {place}",
    "終わった回": "Rounds that are over",
    "いまの回": "The round that goes on",
    "まだ終わった回はない": "No round is over yet",
    "最終順位": "Final standings",
    "次の回の始まり": "the next round begins",
    "締め切りのレスの判定": "the verdict on the last post",
    "これまでの判定と中身": "Verdicts and contents before",
    "主の判断待ち": "Waiting for the host",
    "ほかに主だけが見る件: {count}件": "on the host's own list: {count} more",
    "先例": "Precedents",
    "元のルールが決めていないところを、どう読んだか": "How what the players' text leaves open was read",
    "年月": "month",
    "トップ": "in front",
    "{day}の分": "counts on {day}",
    "審判の判定から作った話。{link}の先は、そのもとになった判定": (
        "Told from the verdicts of the referee; {link} leads to the verdict behind a sentence"
    ),
    "まだ話すことがない": "There is nothing to tell yet",
}
