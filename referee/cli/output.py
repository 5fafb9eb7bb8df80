"""What leaves through a terminal: tolerant streams, JSON as bytes, tables aligned for full-width text."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from typing import IO, Any

import click
import msgspec

from referee.model import Problem
from referee.words import Speaker
from referee.words.width import columns, pad

#: How many open items, and problems, a terminal shows one by one; `--json` tells all.
SHOWN = 20


def be_tolerant(*streams: IO[str]) -> None:
    """Let no narrow encoding make output fail: what a terminal can't show becomes `?`."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def write_bytes(data: bytes) -> None:
    """Write bytes to stdout as they are (JSON is UTF-8 whatever the terminal)."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def print_json(value: Any) -> None:
    """One JSON value on one line, UTF-8, unescaped."""
    write_bytes(msgspec.json.encode(value) + b"\n")


def problem_lines(problems: Sequence[Problem], speaker: Speaker) -> Iterator[str]:
    """Problems in words, the first ones, each with where it stands."""
    for problem in problems[:SHOWN]:
        yield problem_line(problem, speaker)
    if len(problems) > SHOWN:
        yield speaker.more(len(problems) - SHOWN)


def problem_line(problem: Problem, speaker: Speaker) -> str:
    """A problem in words, with where it stands."""
    from referee.app.report import place  # a poll without problems needs none of it

    return f"{place(problem.thread, problem.number, problem.source)}: {speaker.problem(problem)}"


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[int] = frozenset()) -> None:
    """A table with columns aligned by display width; columns in `numbers` stand to the right."""
    widths = [max(columns(cell) for cell in column) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = [
            " " * (width - columns(cell)) + cell if place in numbers else pad(cell, width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())
