"""The referee as a process of its own, as cron and systemd start it."""

from __future__ import annotations

import io
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from referee.cli import run

REFEREE = [sys.executable, "-m", "referee"]
#: How long a test waits for what must come, in seconds; machines are sometimes slow.
PATIENCE = 30.0


def environment(**more: str) -> dict[str, str]:
    """The environment of a cron job: little, and nothing of ours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "NOTIFY_"))}
    return kept | {"REFEREE_LANG": "en"} | more


def referee(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    return subprocess.run(
        [*REFEREE, *arguments], cwd=folder, env=environment(**more), capture_output=True, text=True, timeout=60
    )


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in this process: quicker, where nothing but what it says and its exit code matter."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = run([*arguments])
    told = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(arguments, code, *told)


class Running:
    """A daemon under way; its lines of stderr are read as they come."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._new: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._new.put(line.rstrip("\n"))
        self._new.put(None)

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The next line of which something holds."""
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            try:
                line = self._new.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                break
            self.lines.append(line)
            if wanted(line):
                return line
        raise AssertionError("it never came; there came\n" + "\n".join(self.lines))

    def says(self, word: str) -> str:
        """The next line with a word."""
        return self.until(lambda line: word in line)

    def tell(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def ends(self) -> tuple[int, float]:
        """Exit code, and seconds until then; the rest of its lines is in `lines`."""
        start = time.monotonic()
        code = self.process.wait(PATIENCE)
        seconds = time.monotonic() - start
        while (line := self._new.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)
        return code, seconds

    @property
    def told(self) -> list[Mapping[str, Any]]:
        """The lines as JSON."""
        return [json.loads(line) for line in self.lines]


@contextmanager
def daemon(folder: Path, *arguments: str, **more: str) -> Iterator[Running]:
    """A daemon, killed at the end if it still lives."""
    process = subprocess.Popen(
        [*REFEREE, "daemon", *arguments], cwd=folder, env=environment(**more), stderr=subprocess.PIPE, text=True
    )
    try:
        yield Running(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)


def is_one_line(text: str) -> bool:
    """What a person gets told of trouble: one line, no traceback."""
    return text.count("\n") == 1 and text.endswith("\n") and "Traceback" not in text
