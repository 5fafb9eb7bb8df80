"""Synthetic threads of a game: about half of the posts are rolls, bodies of 20 to 200 bytes, the same at every call."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
WEEKDAYS = "月火水木金土日"
PLAYERS = 40
#: Posts of a day: each player rolls once, and somebody chats after each roll.
POSTS_A_DAY = 2 * PLAYERS


def dat(posts: int = 1000, first_post: int = 0, cohort: int = 0) -> bytes:
    """A thread in CP932; `first_post` counts the posts of the game before it, `cohort` chooses the players."""
    chance = random.Random(first_post)
    seeds = range(cohort * PLAYERS, (cohort + 1) * PLAYERS)
    trips = ["".join(random.Random(player).choices(ID_CHARACTERS[:62], k=10)) for player in seeds]
    lines = []
    for number in range(1, posts + 1):
        day, minute = divmod(first_post + number - 1, POSTS_A_DAY)
        when = date(2003, 5, 1) + timedelta(days=day)
        seconds = minute * (86_400 // POSTS_A_DAY) + 60
        clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        shown = "".join(chance.choices(ID_CHARACTERS, k=8))
        # No number in the name: it would be a claim of a total, and a wrong one each time.
        rolls = minute % 2
        name = f"歩く人{chr(ord('ア') + minute // 2)} </b>◆{trips[minute // 2]} <b>" if rolls else "名無しさん"
        body = "今日のさいころ"[: chance.randint(2, 7)] * chance.randint(5, 14)
        mail = "" if rolls else "sage"
        stamp = f"{when:%Y/%m/%d}({WEEKDAYS[when.weekday()]}) {clock}.{number % 100:02d} ID:{shown}0"
        lines.append(f"{name}<>{mail}<>{stamp}<> {body} <>")
    lines[0] += "ＩＤすごろく"
    return ("\n".join(lines) + "\n").encode("cp932")


def write_threads(folder: Path, threads: int, posts: int = 1000, *, same_players: bool = True) -> list[str]:
    """Threads of one game that follow each other, as files; their paths in order.

    The same players come home sooner or later and roll no more; with new ones in each thread, half of the posts roll.
    """
    board = folder / "entrance"
    board.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(threads):
        path = board / f"{1_050_000_000 + number * 1_000_000}.dat"
        path.write_bytes(dat(posts, number * posts, 0 if same_players else number))
        paths.append(str(path))
    return paths
