"""The story of a game, sentence by sentence; ways of saying the same take turns, and nothing is left to chance."""

from __future__ import annotations

from datetime import date

from referee.words.counting import say_counted
from referee.words.tongue import Tongue, msg

#: What can happen → the ways of telling it.
TALES: dict[str, tuple[str, ...]] = {
    # a roll, by where it led
    "forward": (
        msg("{who}は{n}進んで{target}マスへ。"),
        msg("{who}、{n}歩で{target}マス。"),
        msg("{who}は{origin}マスから{n}歩、{target}マスまで来た。"),
    ),
    "forward_by": (
        msg("{who}が{letters}で{n}進んで{target}マスへ。"),
        msg("{letters}の出た{who}、{n}進んで{target}マス。"),
    ),
    "forward_far": (
        msg("{who}が一気に{n}進んで{target}マスへ。"),
        msg("{who}、大きく{n}マス進んで{target}マス。"),
    ),
    "forward_near": (
        msg("{who}は{n}歩だけ進んで{target}マス。"),
        msg("{who}、じわりと{n}歩で{target}マス。"),
    ),
    "back": (
        msg("{who}は{n}下がって{target}マスへ。"),
        msg("{who}、{n}マス後退して{target}マス。"),
    ),
    "back_by": (
        msg("{who}は{letters}で{n}下がって{target}マスへ。"),
        msg("{letters}に泣いた{who}、{n}下がって{target}マス。"),
    ),
    "stays": (
        msg("{who}は{target}マスから動けず。"),
        msg("{who}、差し引き0で{target}マスのまま。"),
    ),
    "miss": (
        msg("{who}はスカ。{target}マスのまま。"),
        msg("{who}、スカを引いて{target}マスで足踏み。"),
    ),
    "back_to_start": (
        msg("{who}は{origin}マスからふりだしへ逆戻り。"),
        msg("{who}、{origin}マスまで来たのにふりだしに戻る。"),
    ),
    "jump_up": (
        msg("{who}が{letters}で{origin}マスから{target}マスへぶっ飛び。"),
        msg("{letters}を引いた{who}、{origin}マスから{target}マスまでぶっ飛んだ。"),
    ),
    "jump_down": (
        msg("{who}は{letters}で{origin}マスから{target}マスへ落ちた。"),
        msg("{letters}を引いた{who}、{origin}マスから{target}マスまで後戻り。"),
    ),
    "jump_other": (msg("{who}は{origin}マスから{target}マスへぶっ飛び。"),),
    "multiplied": (
        msg("{who}は{origin}マスの{letters}が効いて{n}進み、{target}マスへ。"),
        msg("{origin}マスから振った{who}、{letters}で{n}進んで{target}マス。"),
    ),
    "multiplied_back": (
        msg("{who}は{origin}マスの{letters}が裏目に出て{n}下がり、{target}マスへ。"),
        msg("{origin}マスから振った{who}、{letters}で{n}下がって{target}マス。"),
    ),
    "random_open": (msg("{who}はどこかへぶっ飛んだ。行き先はまだ決まらない。"),),
    # beside a roll
    "again": (msg("{who}は他の板でもう一度振った。"), msg("{who}、よその板でもう一振り。")),
    "gift_taken": (msg("待っていたボーナス{n}歩込み。"), msg("前の人からのボーナス{n}歩つき。")),
    "gift_lost": (msg("待っていたボーナス{n}歩は、ぶっ飛びなので消えた。"),),
    "landing": (msg("100の倍数に止まって{n}マスのおまけつき。"),),
    "rest": (msg("これで{n}回休み。"), msg("{n}回休みがついた。")),
    "must_show": (msg("{letters}を晒すまで{n}日休み。"), msg("{letters}の晒しつきで、{n}日休み。")),
    "passes": (msg("{others}を抜いた。"), msg("{others}を追い抜く。")),
    "passes_many": (msg("{n}人をまとめて抜いた。"), msg("これで{n}人抜き。")),
    "leads": (msg("これで{who}がトップ。"), msg("{who}がトップに立つ。")),
    "leads_past": (msg("{others}を抜いて、{who}がトップに立つ。"), msg("{others}を追い抜き、{who}がトップ。")),
    # home
    "home_first": (msg("{who}が{n}回目のサイコロであがり。一番乗り!"), msg("{who}、{n}回目であがり。みごと一番乗り!")),
    "home_next": (msg("{who}も{n}回目のサイコロであがり、{target}着。"), msg("{who}、{n}回目であがって{target}着。")),
    "home_gift": (msg("もらった歩で{who}がそのままあがり、{target}着。"),),
    "home_ruled_first": (msg("{who}はこれであがり。一番乗り!"),),
    "home_ruled": (msg("{who}はこれであがり、{target}着。"),),
    # others
    "showed": (msg("{who}は{letters}を晒して休みを縮めた。"), msg("{who}、約束どおり{letters}を晒す。")),
    "gift": (
        msg("{who}は{others}から{n}歩もらって{target}マスへ。"),
        msg("{others}のおかげで{who}は{n}歩進み、{target}マス。"),
    ),
    "gift_back": (msg("{who}は{others}のせいで{n}下がり、{target}マスへ。"),),
    "gift_found": (msg("{who}は待っていたボーナス{n}歩をもらって{target}マスへ。"),),
    # by the host's word
    "placed": (msg("主の裁定で{who}は{origin}マスから{target}マスへ。"),),
    "carried": (msg("前のスレから{n}人が引き継がれる。"),),
    "round": (msg("主が第{n}回の始まりを告げ、全員ふりだしへ。"),),
    "rules": (msg("主の裁定で、ここからルールが変わる。"),),
    "joined": (msg("主の裁定で、{others}も{who}のトリップとなる。"),),
    "voided": (msg("{who}のサイコロは主の裁定で無効。"),),
    "voided_again": (msg("{who}のもう一度のサイコロは主の裁定で無効。"),),
    # a day as a whole
    "first_day": (msg("すごろくの始まり。"),),
    "goes_on": (msg("引き継いだすごろくの続き。"),),
    "busy_day": (msg("この日のサイコロは{n}回。"),),
    "rest_forward": (msg("ほかのサイコロ{n}回は合わせて{target}マス前へ。"),),
    "rest_back": (msg("ほかのサイコロ{n}回は合わせて{target}マス後ろへ。"),),
    "lead": (msg("トップは{who}の{target}マス、{others}が{n}マス差で追う。"),),
    "lead_close": (msg("トップは{who}の{target}マス、{others}との差はわずか{n}マス。"),),
    "lead_far": (msg("{target}マスの{who}が独走、{others}に{n}マスの差をつけた。"),),
    "quiet_day": (msg("{first}は誰も振らなかった。"), msg("{first}は静かな一日。")),
    "quiet_days": (msg("{first}から{last}までは誰も振らなかった。"), msg("{first}から{last}まで、静かな日が続く。")),
    # where it ends
    "end_live": (msg("話はまだ続く。"),),
    "end_final": (msg("これでおしまい。"),),
    "end_saved": (msg("ログはここまで。"),),
}


def told(_: Tongue, kind: str, turn: int, fields: dict[str, object]) -> str:
    """A sentence; `turn` chooses among the ways of telling it, one after the other."""
    ways = TALES[kind]
    return say_counted(_, ways[turn % len(ways)], fields)


def full_day(_: Tongue, ordinal: int) -> str:
    """A day with its year."""
    day = date.fromordinal(ordinal)
    return day.isoformat() if _.lang == "en" else f"{day.year}年{day.month}月{day.day}日"


def story_day(_: Tongue, ordinal: int) -> str:
    """A day in a sentence of a story, where the year is known."""
    day = date.fromordinal(ordinal)
    return day.isoformat() if _.lang == "en" else f"{day.month}月{day.day}日"


def story_month(_: Tongue, ordinal: int) -> str:
    """The month of a day, with its year."""
    day = date.fromordinal(ordinal)
    return f"{day.year}-{day.month:02d}" if _.lang == "en" else f"{day.year}年{day.month}月"
