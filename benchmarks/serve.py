"""What the web service gives, beside a constant page of the same server, on one core each for server and asker.

The constant page is an endpoint of Starlette that returns 6,000 bytes, in the same server behind the same gate. Every
question to the checker is another one. The processor time is that of the server's process, all of its threads, kernel
included.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import statistics
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from benchmarks.poll import folder
from benchmarks.threads import dat
from tests.fakeboard import FakeBoard, FakeClock

POSTS, REQUESTS, CONNECTIONS, ROUNDS = 1000, 1000, 8, 5
#: Rounds before those that count: a server fills what it remembers in its first minute, not for each who asks.
_WARM = 3
_IDS = string.ascii_letters + string.digits + "+/"
#: What people tell besides the ID: how often, and what.
_TOLD: Mapping[str, tuple[float, Callable[[random.Random], object]]] = MappingProxyType(
    {
        "square": (0.8, lambda chance: chance.randrange(1000)),
        "no": (0.7, lambda chance: chance.randrange(1, 1001)),
        "second": (0.7, lambda chance: f"{chance.randrange(60):02}.{chance.randrange(100):02}"),
        "held": (0.2, lambda chance: chance.randrange(10)),
        "gift": (0.2, lambda chance: chance.randrange(1, 200)),
        "chance": (0.1, lambda _: 1),
    }
)

#: A page that never changes, in the same server behind the same gate: the least that a page can cost.
CONSTANT = """
import sys
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
import referee.web.site as site
BODY = "<!DOCTYPE html><title>x</title>" + "x" * int(sys.argv.pop())
async def constant(request):
    return HTMLResponse(BODY, headers={"cache-control": "no-cache"})
site.Starlette = lambda **_: Starlette(routes=[Route("/", constant)])
from referee.cli import main
main(sys.argv[1:])
"""


class Server(NamedTuple):
    """A server under way."""

    port: int
    process: int

    def used(self) -> float:
        """Seconds of processor that it has used."""
        tasks = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e9


@contextmanager
def served(path: Path, *command: str) -> Iterator[Server]:
    """A server pinned to the first core."""
    cores = sorted(os.sched_getaffinity(0))
    process = subprocess.Popen(
        [sys.executable, *command], stderr=subprocess.PIPE, text=True, env=os.environ | {"REFEREE_FILE": str(path)}
    )
    try:
        os.sched_setaffinity(process.pid, cores[:1])
        assert process.stderr is not None
        line = process.stderr.readline()
        yield Server(int(line.partition("127.0.0.1:")[2].partition("/")[0]), process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


async def _ask(port: int, requests: list[bytes]) -> None:
    """Ask one after another over a connection that is kept."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for request in requests:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
    writer.close()


def per_second(server: Server, path: Callable[[], str]) -> tuple[float, float]:
    """Requests a second over some connections: by the clock, and as many as fill a second of the server's processor,
    which other programs disturb less."""
    port = server.port
    lines = [f"GET {path()} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n".encode() for _ in range(REQUESTS)]

    async def all_of_them() -> None:
        await asyncio.gather(*(_ask(port, lines[first::CONNECTIONS]) for first in range(CONNECTIONS)))

    begin, used = time.perf_counter(), server.used()
    asyncio.run(all_of_them())
    return REQUESTS / (time.perf_counter() - begin), REQUESTS / (server.used() - used)


def question(chance: random.Random) -> str:
    """What somebody asks of the checker: an ID of eight dice, and some of what may be told besides."""
    fields: dict[str, object] = {"id": "".join(chance.choices(_IDS, k=8))}
    fields |= {name: told(chance) for name, (often, told) in _TOLD.items() if chance.random() < often}
    return urlencode(fields)


def main(rounds: int = ROUNDS) -> None:
    """Prints requests a second, and the ratios asked for."""
    cores = sorted(os.sched_getaffinity(0))
    chance = random.Random(1)
    clock = FakeClock()
    with FakeBoard(clock) as board, tempfile.TemporaryDirectory() as copy:
        thread = board.thread()
        thread.lines.extend(dat(POSTS).splitlines())
        with folder(board, [thread]) as (path, poller, ledger):
            poller.poll(poller.places[0], clock(), hurry=True)
            ledger.close()
            shutil.copytree(path, copy, dirs_exist_ok=True)
        settings = Path(copy) / "referee.toml"
        serve = ("serve", "--port", "0", "--rate", "100000000")
        try:
            os.sched_setaffinity(0, cores[1:] or cores)
            with (
                served(settings, "-m", "referee", *serve) as ours,
                served(settings, "-c", CONSTANT, *serve, "6000") as constant,
            ):
                asked: dict[str, tuple[Server, Callable[[], str]]] = {
                    "constant": (constant, lambda: "/"),
                    "checker": (ours, lambda: f"/sugoroku0/{chance.choice(('', 'en/'))}check?{question(chance)}"),
                    "api/judge": (ours, lambda: f"/api/judge?{question(chance)}"),
                    "standings": (ours, lambda: "/sugoroku0/"),
                    "api/standings": (ours, lambda: "/api/games/sugoroku0/standings"),
                }
                found: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
                for _ in range(_WARM + rounds):
                    for name, (server, what) in asked.items():
                        found[name].append(per_second(server, what))
        finally:
            os.sched_setaffinity(0, cores)
    wanted = {"checker": 1 / 3, "api/judge": 1 / 3, "standings": 2 / 3, "api/standings": 2 / 3}
    for name, rates in found.items():
        clock_rate, own_rate = (statistics.median(one[at] for one in rates[_WARM:]) for at in (0, 1))
        pairs = list(zip(rates[_WARM:], found["constant"][_WARM:], strict=True))
        by_clock, by_own = (statistics.median(mine[at] / theirs[at] for mine, theirs in pairs) for at in (0, 1))
        asked_for = f" (asked: {wanted[name]:.2f})" if name in wanted else ""
        told = f"; of the constant page {by_clock:.2f}, {by_own:.2f}{asked_for}"
        rates_told = f"{clock_rate:6.0f} requests/s by the clock, {own_rate:6.0f} in a second of processor"
        print(f"  {name:14} {rates_told}{told}")


if __name__ == "__main__":
    main()
