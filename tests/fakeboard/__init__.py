"""A board on loopback that serves threads over real HTTP, and misbehaves when told to.

    from fakeboard import FakeBoard, FakeClock          # from tests; `tests.fakeboard` elsewhere
    from fakeboard.fixture import board, clock           # the same as pytest fixtures

    with FakeBoard(clock=FakeClock()) as board:
        thread = board.thread("entrance", "1178000000", title="IDすごろく その2", posts=10)
        thread.post("とりゃ", ident="GOdMha5A")
        board.misbehave("range_ignored")                 # until board.behave()
        referee(thread.url)                              # …/test/read.cgi/entrance/1178000000/
        board.requests, board.sent, board.received       # counted, bytes with headers
        board.log[-1].headers["range"]

    clock.py      time that stands until it is moved
    thread.py     a thread: posts appended, edited, erased, removed; stopped, fallen
    numbered.py   the same for したらば and まち: numbers, gaps, `N-`
    files.py      one file over HTTP: conditional, Range, gzip, as a server really does them
    board.py      what stands at which path; counting; the HTTP server
    misbehave.py  the ways to misbehave, by name

By hand: `python -m tests.fakeboard PORT [--grow SECONDS] [--misbehave NAME]`. Nothing of `referee` is imported.
"""

from .board import Exchange, FakeBoard
from .clock import FakeClock
from .misbehave import MISBEHAVIOURS
from .numbered import MachiThread, ShitarabaThread
from .thread import FakeThread, line_of

__all__ = [
    "MISBEHAVIOURS",
    "Exchange",
    "FakeBoard",
    "FakeClock",
    "FakeThread",
    "MachiThread",
    "ShitarabaThread",
    "line_of",
]
