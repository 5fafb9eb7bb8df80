"""What publishing costs: a whole site beside the audit of its threads, and one more post beside a whole site."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

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
    """`publish` of a ledger of 1,000 posts, one after each new roll, beside `publish` into an empty folder."""
    clock = FakeClock()
    lines = dat(POSTS + 2 * rounds).splitlines()
    with FakeBoard(clock) as board:
        thread = board.thread()
        thread.lines.extend(lines[:POSTS])
        with folder(board, [thread]) as (path, poller, ledger):
            here = open_folder(str(path / "referee.toml"))
            (place,) = poller.places
            poller.poll(place, clock(), hurry=True)

            def published(target: str) -> int:
                (done,), _ = publish(ledger, here, None, str(path / target), clock())
                return done.written

            published("kept")
            best = {"whole": float("inf"), "one more": float("inf")}
            for number in range(rounds):
                clock.advance(3600)
                thread.lines.extend(lines[POSTS + 2 * number : POSTS + 2 * number + 2])
                poller.poll(place, clock(), hurry=True)
                shutil.rmtree(path / "whole", ignore_errors=True)
                took = fastest({"whole": lambda: published("whole"), "one more": lambda: published("kept")}, 1, of_all)
                best = {name: min(seconds, best[name]) for name, seconds in took.items()}
    for name, seconds in best.items():
        print(f"  {name:10} {seconds * 1000:6.0f} ms")
    print(
        f"  publishing after one new roll takes 1/{best['whole'] / best['one more']:.1f} of a whole site (asked: 1/5)"
    )


def main(rounds: int = 7) -> None:
    """Prints what publishing costs, with the ratios asked for."""
    whole_site(rounds)
    one_more_post(rounds)


if __name__ == "__main__":
    main()
