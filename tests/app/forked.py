"""A process that polls in children of its own, so that each starts at once and may be killed.

Reads one job (JSON) a line from stdin, and answers with one line: what became of each child.
`{"settings": FILE, "point": N, "at": TIME}` polls once in one child, killed at its Nth point (0: never); points are
the steps of the database and of the network. `{"settings": FILE, "after": SECONDS, "at": TIME}` kills after some time.
`{"settings": FILE, "race": N}` runs `referee poll --now` in N children at once. `{"settings": FILE, "warm": 1, "at":
TIME}` polls in the process itself, so that its children find everything imported.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime
from typing import Any

from referee.app.open import open_folder
from referee.app.poll import Poller
from referee.cli import run
from referee.fetch import Fetcher, client, open_client
from referee.ledger import store
from referee.parse.past_log import refusal_of_page
from referee.parse.recognise import refusal_of_growing

#: A point within a statement of the database: so many steps of its machine.
STEPS = 400


class Points:
    """Counts points, and dies at one of them."""

    def __init__(self, last: int) -> None:
        self.last, self.seen = last, 0

    def pass_one(self, *_: object) -> int:
        self.seen += 1
        if self.seen == self.last:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    def watch(self) -> None:
        """From the first byte of an answer to the last commit."""
        take, connect = client._take, store.Store._connect

        def taken(*args: Any) -> Any:
            self.pass_one()
            reply = take(*args)
            self.pass_one()
            return reply

        def connected(its: store.Store, mode: str) -> store.Line:
            line = connect(its, mode)
            raw: sqlite3.Connection = line.raw
            raw.set_trace_callback(self.pass_one)
            raw.set_progress_handler(self.pass_one, STEPS)
            return line

        client._take = taken
        store.Store._connect = connected  # type: ignore[method-assign]


def poll(settings: str, at: str, last: int) -> dict[str, Any]:
    """One round at a time that is handed in."""
    points = Points(last)
    if last >= 0:
        points.watch()
    now = datetime.fromisoformat(at)
    folder = open_folder(settings)
    with open_client() as http:  # noqa: SIM117
        with folder.open_ledger(now) as ledger:
            fetcher = Fetcher(http, refusal_of_growing, pause=lambda _: None, validate_page=refusal_of_page)
            poller = Poller(folder, ledger, fetcher, lambda: 0.0)
            outcomes = [polled.outcome for polled in poller.round(lambda: now, hurry=True)]
    return {"outcomes": outcomes, "points": points.seen}


def command(settings: str) -> dict[str, Any]:
    """`referee poll --now`, by the clock of the machine."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(["poll", "--now", "--json", "--settings", settings])
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return {"code": code, "stdout": texts[0], "stderr": texts[1]}


def child(work: Callable[[], dict[str, Any]]) -> tuple[int, int]:
    """A child that works, and a pipe on which it tells what came of it."""
    reader, writer = os.pipe()
    number = os.fork()
    if number:
        os.close(writer)
        return number, reader
    try:
        os.close(reader)
        os.write(writer, json.dumps(work()).encode())
    except BaseException as error:
        os.write(writer, json.dumps({"error": repr(error)}).encode())
    finally:
        os._exit(0)


def ended(number: int, reader: int) -> dict[str, Any]:
    """What a child told; nothing where it was killed."""
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(number, 0)
    if os.WIFSIGNALED(status):
        return {"killed": os.WTERMSIG(status)}
    found: dict[str, Any] = json.loads(told)
    return found


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        settings = job["settings"]
        if "warm" in job:
            poll(settings, job["at"], -1)
            print("[]", flush=True)
            continue
        if "race" in job:
            children = [child(lambda settings=settings: command(settings)) for _ in range(job["race"])]
        else:
            children = [child(lambda job=job: poll(job["settings"], job["at"], job.get("point", 0)))]
        if "after" in job:
            time.sleep(job["after"])
            os.kill(children[0][0], signal.SIGKILL)
        print(json.dumps([ended(*one) for one in children]), flush=True)


if __name__ == "__main__":
    main()
