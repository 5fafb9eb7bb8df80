"""How fast a dat is read, beside a bare script that only reads, splits and decodes every field of the same dat.

    python benchmarks/parse.py [POSTS] [RUNS]

Half of the posts carry a trip, every roll has its own name (a claimed total), bodies are 20–200 bytes.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from referee.model import Capture, ThreadRef
from referee.parse import read_dat

ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def synthetic_dat(posts: int) -> bytes:
    """A dat in CP932, the same at every call."""
    chance = random.Random(1)
    trips = ["".join(chance.choices(ID_CHARACTERS[:62], k=10)) for _ in range(40)]
    lines = []
    for number in range(1, posts + 1):
        name = f"歩く人 累計{number} </b>◆{chance.choice(trips)} <b>" if number % 2 else "名無しさん"
        shown = "".join(chance.choices(ID_CHARACTERS, k=8))
        day = 1 + number * 30 // (posts + 1)
        date = f"2007/05/{day:02d}(火) {number % 24:02d}:{number % 60:02d}:{number * 7 % 60:02d}"
        body = "今日のさいころ"[: chance.randint(2, 7)] * chance.randint(5, 14)
        lines.append(f"{name}<>{'sage' * (number % 3 > 0)}<>{date}.{number % 100:02d} ID:{shown}0<> {body} <>")
    lines[0] += "ＩＤすごろく"
    return ("\n".join(lines) + "\n").encode("cp932")


def bare(body: bytes) -> list[list[str]]:
    """What any reader must do at the least: split, and decode each field."""
    return [[field.decode("cp932") for field in line.split(b"<>")] for line in body.split(b"\n")]


def fastest(work: Callable[[], object], runs: int) -> float:
    """Seconds of the fastest of so many runs."""
    best = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def main() -> None:
    """Prints microseconds per post and posts per second of both, and their ratio."""
    posts = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    body = synthetic_dat(posts)
    capture = Capture(ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch"), "synthetic.dat", body)
    seconds = {"read_dat": fastest(lambda: read_dat(capture), runs), "bare": fastest(lambda: bare(body), runs)}
    print(f"{posts} posts, {len(body)} bytes, fastest of {runs} runs")
    for name, each in seconds.items():
        print(f"{name:9}{each / posts * 1e6:7.2f} µs/post{posts / each:10,.0f} posts/s")
    print(f"read_dat takes {seconds['read_dat'] / seconds['bare']:.2f} times the bare script")


if __name__ == "__main__":
    main()
