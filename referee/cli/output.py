"""What leaves through a terminal: tolerant streams, JSON as bytes, tables aligned for full-width text."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import IO, Any

import click
import msgspec

from referee.words.width import columns, pad


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


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[int] = frozenset()) -> None:
    """A table with columns aligned by display width; columns in `numbers` stand to the right."""
    widths = [max(columns(cell) for cell in column) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = [
            " " * (width - columns(cell)) + cell if place in numbers else pad(cell, width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())
