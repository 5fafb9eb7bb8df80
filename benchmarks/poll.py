"""What polling costs: a 304, a first import, a day of minute polls in bytes, fifty threads in memory."""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.threads import dat
from benchmarks.timing import fastest
from referee.app.audit import open_audit
from referee.app.open import open_folder
from referee.app.poll import Poller
from referee.app.report import JsonSink, run
from referee.fetch import Fetcher, open_client
from referee.ledger import Ledger, open_ledger
from referee.parse.past_log import refusal_of_page
from referee.parse.recognise import refusal_of_growing
from tests.fakeboard import FakeBoard, FakeClock, FakeThread

POSTS, MINUTES, THREADS = 1000, 24 * 60, 50
#: Threads of one game that live at the same time, where there are many.
TOGETHER = 5
DAY = timedelta(days=1)

#: The bare script: imports httpx and makes the same request.
BARE = """
import sys, httpx
with httpx.Client() as client:
    answer = client.get(sys.argv[1], headers={
        "User-Agent": "Monazilla/1.00 (bare)", "Accept-Encoding": "identity", "Range": "bytes=%s-" % sys.argv[2],
        "If-Modified-Since": sys.argv[3], "If-None-Match": sys.argv[4]})
assert answer.status_code == 304, answer.status_code
"""


@contextmanager
def folder(board: FakeBoard, threads: list[FakeThread], polling: str = "") -> Iterator[tuple[Path, Poller, Ledger]]:
    """A folder that polls some threads, a few in each game, its poller and its ledger."""
    with tempfile.TemporaryDirectory() as name, open_client() as client:
        path = Path(name)
        text = f'contact = "host@example.jp"\n[polling]\n{polling}\n'
        for first in range(0, len(threads), TOGETHER):
            urls = json.dumps([thread.url for thread in threads[first : first + TOGETHER]])
            text += f'[[game]]\nname = "sugoroku{first}"\nthreads = {urls}\n'
        (path / "referee.toml").write_text(text, encoding="utf-8")
        here = open_folder(str(path / "referee.toml"))
        open_ledger(f"sqlite:///{path}/referee.db", create=True, now=board.clock()).close()
        with here.open_ledger(board.clock()) as ledger:
            fetcher = Fetcher(
                client,
                refusal_of_growing,
                contact=here.settings.contact,
                pause=lambda _: None,
                validate_page=refusal_of_page,
            )
            yield path, Poller(here, ledger, fetcher, random.Random(1).random), ledger


def unchanged(rounds: int) -> None:
    """`referee poll --now` that is answered 304, beside the bare script."""
    clock = FakeClock()
    with FakeBoard(clock) as board:
        thread = board.thread(posts=200)
        with folder(board, [thread]) as (path, _, ledger):
            poll = [sys.executable, "-m", "referee", "poll", "--now", "--settings", str(path / "referee.toml")]
            for _ in range(2):
                subprocess.run(poll, capture_output=True, check=True)
            with ledger.read() as view:
                (cursor,) = view.cursors()
            start = thread.dat.rfind(b"\n", 0, -1) + 1
            told = [cursor.address, str(start), cursor.last_modified or "", cursor.etag or ""]
            commands = {"poll": poll, "bare": [sys.executable, "-c", BARE, *told]}
            times = fastest(
                {
                    name: lambda command=command: subprocess.run(command, capture_output=True, check=True)
                    for name, command in commands.items()
                },
                rounds,
            )
            assert {exchange.status for exchange in board.log[2:]} == {304}
    for name, seconds in times.items():
        print(f"  {name:10} {seconds * 1000:6.0f} ms")
    print(f"  a poll answered 304 takes {times['poll'] / times['bare']:.2f} × the bare script (asked: 2.5)")


def bytes_of_a_day() -> None:
    """Minute polls of a thread that fills to 1,000 posts within 24 hours."""
    lines = dat(POSTS).splitlines()
    for name, full, asked in (("deltas only", 30 * 86400, 0.75), ("with hourly full fetches", 3600, 1.5)):
        clock = FakeClock()
        with FakeBoard(clock) as board:
            thread = board.thread()
            thread.append(lines[0])
            with folder(board, [thread], f"full = {full}\ninterval = 60\nslowest = 60") as (_, poller, _ledger):
                (place,) = poller.places
                for minute in range(1, MINUTES + 1):
                    for line in lines[len(thread.lines) : POSTS * minute // MINUTES]:
                        thread.append(line)
                    clock.advance(60)
                    poller.poll(place, clock(), hurry=True)
            assert len(thread.lines) == POSTS
            size = len(thread.dat) / 1e6
            print(
                f"  {name}: {board.sent / 1e6:.2f} MB in {board.requests} requests (asked: {asked} MB; dat {size:.2f})"
            )


def resident() -> float:
    """Resident memory of this process now, in MiB."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise OSError("no VmRSS")


def days_of_fifty(days: int = 2) -> None:
    """Polls fifty threads as the daemon does, without a scheduler; prints memory after each day."""
    clock, chance = FakeClock(), random.Random(1)
    import apscheduler.schedulers.background  # noqa: F401  (the daemon has it in memory)

    lines = [dat(POSTS, cohort=number).splitlines() for number in range(THREADS)]
    with FakeBoard(clock) as board:
        threads = [board.thread(key=str(1178000000 + number)) for number in range(THREADS)]
        for thread, its in zip(threads, lines, strict=True):
            thread.lines.extend(its[:300])
        with folder(board, threads) as (_, poller, ledger):
            due: dict[int, datetime] = dict.fromkeys(range(THREADS), clock())
            for day in range(1, days + 1):
                end = clock() + DAY
                while True:
                    number = min(due, key=lambda one: due[one])
                    if due[number] >= end:
                        break
                    clock.time = max(due[number], clock() + timedelta(seconds=1))
                    if chance.random() < 0.1 and len(threads[number].lines) < POSTS:
                        threads[number].append(lines[number][len(threads[number].lines)])
                    polled = poller.poll(poller.places[number], clock())
                    due[number] = polled.next_at or end + DAY * days
                clock.time = end
                board.forget()
                gc.collect()
                with ledger.read() as view:
                    posts = view.sizes().posts
                print(json.dumps({"day": day, "rss": resident(), "posts": posts}), flush=True)


def memory() -> None:
    """Fifty threads over two days, in a process of their own (the fake board's memory counts with it)."""
    code = "from benchmarks.poll import days_of_fifty; days_of_fifty()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    sizes = f"{first['rss']:.0f} MiB after a day, {second['rss']:.0f} after two"
    print(f"  {THREADS} threads: {sizes} (asked: 120, no growth)")


def first_import(rounds: int) -> None:
    """A thread of 1,000 posts into an empty ledger, beside its audit."""
    clock = FakeClock()
    with FakeBoard(clock) as board, tempfile.TemporaryDirectory() as name:
        thread = board.thread()
        thread.lines.extend(dat(POSTS).splitlines())
        saved = Path(name) / "saved.dat"
        saved.write_bytes(thread.dat)

        def audit() -> None:
            audit, speaker = open_audit([f"{thread.url}={saved}"], [], None, None, [], "ja")
            sink = JsonSink(audit, lambda _: None, speaker, with_text=False)
            run(audit, [sink])
            sink.finish()

        best = float("inf")
        times = {"audit": best}
        for _ in range(rounds):
            with folder(board, [thread]) as (_, poller, _ledger):
                (place,) = poller.places
                took = fastest({"import": lambda p=poller, at=place: p.poll(at, clock()), "audit": audit}, 1)
            times = {name: min(seconds, times.get(name, best)) for name, seconds in took.items()}
    for name, seconds in times.items():
        print(f"  {name:10} {seconds * 1000:6.0f} ms")
    print(f"  a first import takes {times['import'] / times['audit']:.2f} × the audit (asked: 4)")


def main(rounds: int = 15) -> None:
    """Prints what polling costs, with the ratios asked for."""
    unchanged(rounds)
    first_import(rounds)
    bytes_of_a_day()
    memory()


if __name__ == "__main__":
    main()
