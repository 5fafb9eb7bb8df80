"""What publishing costs: a whole site beside the audit of its threads, and one more post beside a whole site."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from statistics import median

from benchmarks.poll import folder
from benchmarks.threads import dat, write_threads
from benchmarks.timing import fastest
from referee.app.open import open_folder
from referee.app.publish import publish
from tests.fakeboard import FakeBoard, FakeClock

POSTS = 1000


def of_all() -> float:
    """Processor time of this process and of those that it started and that ended, user and system, in seconds: what
    else runs takes no part."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def whole_site(rounds: int) -> None:
    """`referee audit --pages` of two threads of 1,000 posts into an empty folder, beside `referee audit` of them."""
    with tempfile.TemporaryDirectory() as name:
        threads = write_threads(Path(name) / "threads", 2, POSTS, same_players=False)
        site = Path(name) / "site"
        audit = [sys.executable, "-m", "referee", "audit", *threads]

        def pages() -> None:
            shutil.rmtree(site, ignore_errors=True)
            subprocess.run([*audit, "--pages", str(site)], capture_output=True, check=True)

        times = fastest(
            {"audit": lambda: subprocess.run(audit, capture_output=True, check=True), "with pages": pages},
            rounds,
            of_all,
        )
        count = sum(path.is_file() for path in site.rglob("*"))
    print(f"  audit {times['audit'] * 1000:.0f} ms; with pages {times['with pages'] * 1000:.0f} ms, {count} files")
    print(f"  a whole site takes {times['with pages'] / times['audit']:.2f} × the audit (asked: 4)")


def one_more_post(rounds: int) -> None:
    """`publish` of a ledger of 1,000 posts after each new roll, beside `publish` into an empty folder: as a function
    (one process) and as a command, by processor time and by the clock.

    Of each the median: no two rolls change the same pages.
    """
    clock = FakeClock()
    lines = iter(dat(POSTS + 8 * rounds).splitlines())
    with FakeBoard(clock) as board:
        thread = board.thread()
        thread.lines.extend(islice(lines, POSTS))
        with folder(board, [thread]) as (path, poller, ledger):
            here = open_folder(str(path / "referee.toml"))
            (place,) = poller.places
            poller.poll(place, clock(), hurry=True)

            def rolled() -> bool:
                """Whether one more post was a roll: who is home rolls no more, and chat changes little."""
                clock.advance(3600)
                thread.lines.append(next(lines))
                poller.poll(place, clock(), hurry=True)
                with ledger.read() as view:
                    return [*view.verdicts(here.settings.game[0].name)][-1].verdict.kind == "roll"

            def function(target: str) -> None:
                publish(ledger, here, None, str(path / target), clock())

            def command(target: str) -> None:
                publishing = [sys.executable, "-m", "referee", "publish", "--pages", str(path / target)]
                subprocess.run(publishing, cwd=path, capture_output=True, check=True)

            _tell_one_more(_beside_whole({"function": function, "command": command}, path, rolled, rounds))


def _beside_whole(
    ways: Mapping[str, Callable[[str], None]], path: Path, rolled: Callable[[], bool], rounds: int
) -> dict[str, float]:
    """Seconds (median) of each way to publish into a folder below a path, as often as there was one more roll: into
    that of the way, and into an empty one."""
    took: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, run in ways.items():
            run(name)  # all but the roll to come
        while not rolled():
            for name, run in ways.items():
                run(name)
        for name, run in ways.items():
            shutil.rmtree(path / "whole", ignore_errors=True)
            for what, target in (("whole", "whole"), ("one more", name)):
                processor, begin = of_all(), time.perf_counter()
                run(target)
                took.setdefault(f"{name} {what}", []).append(of_all() - processor)
                took.setdefault(f"{name} {what} clock", []).append(time.perf_counter() - begin)
    return {name: median(seconds) for name, seconds in took.items()}


def _tell_one_more(took: Mapping[str, float]) -> None:
    for way, clock in (("function", ""), ("command", ""), ("command", " clock")):
        whole, more = took[f"{way} whole{clock}"], took[f"{way} one more{clock}"]
        by = f"{way}, {'by the clock' if clock else 'processor time'}"
        print(f"  publishing after one new roll ({by}): {more * 1000:.0f} ms, a whole site {whole * 1000:.0f} ms")
        print(f"  1/{whole / more:.1f} of a whole site{' (asked: 1/5)' if way == 'function' else ''}")


def main(rounds: int = 7) -> None:
    """Prints what publishing costs, with the ratios asked for."""
    whole_site(rounds)
    one_more_post(rounds)


if __name__ == "__main__":
    main()
