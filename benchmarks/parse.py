"""How fast a dat is read, beside a bare script that only reads, splits and decodes every field of the same bytes."""

from __future__ import annotations

from benchmarks.threads import dat
from benchmarks.timing import fastest
from referee.model import Capture, ThreadRef
from referee.parse import read_dat

POSTS = 1000


def bare(body: bytes) -> list[list[str]]:
    """What any reader must do at the least: split, and decode each field."""
    return [[field.decode("cp932") for field in line.split(b"<>")] for line in body.split(b"\n")]


def main(rounds: int = 100) -> None:
    """Prints microseconds per post of both, and their ratio."""
    body = dat(POSTS)
    capture = Capture(ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch"), "synthetic.dat", body)
    times = fastest({"read_dat": lambda: read_dat(capture), "bare": lambda: bare(body)}, rounds)
    for name, seconds in times.items():
        print(f"  {name:10} {seconds / POSTS * 1e6:6.2f} µs/post")
    print(f"  read_dat takes {times['read_dat'] / times['bare']:.2f} × the bare script")


if __name__ == "__main__":
    main()
