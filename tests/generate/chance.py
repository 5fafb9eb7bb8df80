"""Chance: IDs with many events, IDs that are told apart without meaning anything else, small talk."""

from __future__ import annotations

from random import Random

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
#: Pieces that make an ID rich in events; X and W are rare, or little would be left of the others.
_RICH = (
    "GO", "SA", "JO+", "JO3", "JOd", "JO2", "UPM", "UPD", "UPI", "PR", "PR", "PL", "PT", "CP", "CN", "TO4",
    "TO7", "RV", "B", "W", "XX", "K+", "K3", "KB", "Kd", "Y", "EA", "EC", "EN", "EO", "ET", "+", "/", "q", "z",
    "l", "I", "G", "S", "9", "5", "7", "12", "8", "3",
)  # fmt: skip
#: Small steps without gifts, rests and jumps, for those who roll first and last on each day.
_STEADY = tuple("1lzdHmfDvhFdmHnv")
#: Letters that mean nothing unless one of `_BINDING` stands before them.
_NEUTRAL = "adfhmnv"
_BINDING = "SECPRU"

_TALK = (
    "おはよう",
    "今日のIDはどうかな",
    "数字がほしい",
    "スカでいいから出てこい",
    "おめ",
    "どんまい",
    "ぶっ飛びこわい",
    "ほしゅ",
    "誰か集計たのむ",
    "いまどのへん？",
    "それは無効だと思う",
    "明日また来る",
    "GO出ないかな",
    "Yばっかり",
    "もうすぐあがりだ",
    "のんびり行こう",
    "見てるだけ",
    "ルールは &gt;&gt;2",
    "ラウンジクラシックまで行ってきた",
    "IDかっこいい",
    "雨だ",
    "眠い",
    "振った人おつ",
    "保守しておく",
)


def pick(random: Random, options: tuple[str, ...] | list[str]) -> str:
    """One of some options."""
    return options[random.randrange(len(options))]


def plain_id(random: Random) -> str:
    """An ID as boards make them: eight characters of base64."""
    return "".join(_BASE64[random.randrange(64)] for _ in range(8))


def rich_id(random: Random) -> str:
    """An ID in which events are frequent."""
    text = ""
    while len(text) < 8:
        text += pick(random, _RICH) if random.random() < 0.35 else _BASE64[random.randrange(64)]
    return text[:8]


def steady_id(random: Random) -> str:
    """An ID of a few steps (too few to come home in eighty days) and no event that touches others or other days."""
    text = ""
    while len(text) < 7:
        die = pick(random, _STEADY)
        text += "" if text.endswith(die) else die  # a run of three would be hundreds of steps
    return text + str(1 + random.randrange(4))


def vary(random: Random, ident: str) -> str:
    """The ID with its meaningless letters exchanged for others of the same case: its worth stays, it is another ID."""
    dice = list(ident[:8])
    for place, letter in enumerate(dice):
        before, after = (dice[place - 1] if place else ""), "".join(dice[place + 1 : place + 2])
        if letter.lower() not in _NEUTRAL or (before and before.upper() in _BINDING) or letter in (before, after):
            continue
        other = _NEUTRAL[random.randrange(len(_NEUTRAL))]
        other = other.upper() if letter.isupper() else other
        if other not in (before, after):
            dice[place] = other
    return "".join(dice) + ident[8:]


def talk(random: Random, number: int) -> str:
    """A line of small talk, sometimes to an earlier post."""
    text = pick(random, _TALK)
    if number > 5 and random.random() < 0.3:
        return f"&gt;&gt;{random.randrange(1, number)} <br> {text}"
    return text
