"""An audit written out: one streamed JSON object, and a CSV of its posts."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, Protocol

import msgspec
from msgspec import Struct

from referee.app.audit import Audit
from referee.app.collector import collecting_rarely
from referee.app.corrections import Paired
from referee.app.rows import CSV_COLUMNS, RowMaker
from referee.app.sources import Source
from referee.model import OpenItem, Problem, ThreadRef, Thrown, Verdict, standing_row
from referee.words import Speaker

#: How much JSON is copied at a time.
_CHUNK = 1 << 16
#: Cells that a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class ItemRow(Struct, frozen=True):
    """One open item: `{kind, why, thread, no, text}`."""

    kind: str
    why: str | None
    thread: str
    no: int
    text: str


class ProblemRow(Struct, frozen=True):
    """One problem: `{kind, thread, no, text}`."""

    kind: str
    thread: str | None
    no: int | None
    text: str


class Counts(Struct):
    """What an audit met, counted while it was written; `rolls` counts extra rolls too."""

    posts: int = 0
    rolls: int = 0
    items: int = 0
    problems: int = 0
    refused: int = 0


class _Spool:
    """JSON rows that come last but are met first: kept outside memory once they are many."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=1 << 20)  # noqa: SIM115 (copy_to closes it)
        self.count = 0

    def add(self, row: bytes) -> None:
        self._file.write(b",\n" if self.count else b"\n")
        self._file.write(row)
        self.count += 1

    def copy_to(self, write: Callable[[bytes], Any]) -> None:
        self._file.seek(0)
        while chunk := self._file.read(_CHUNK):
            write(chunk)
        self._file.close()


def item_row(item: OpenItem, speaker: Speaker) -> ItemRow:
    """An open item with its sentence."""
    return ItemRow(item.kind, item.why, str(item.thread), item.number, speaker.item(item))


def problem_row(problem: Problem, speaker: Speaker) -> ProblemRow:
    """A problem with its sentence."""
    thread = str(problem.thread) if problem.thread is not None else None
    return ProblemRow(problem.kind, thread, problem.number, speaker.problem(problem))


class Sink(Protocol):
    """What an audit is written to, post by post."""

    def verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Take the next verdicts, in order."""
        ...

    def problem(self, problem: Problem) -> None:
        """Take one problem."""
        ...


def run(audit: Audit, sinks: Sequence[Sink], on_source: Callable[[Source], None] = lambda _: None) -> Counts:
    """Judge every post once, and give each verdict and problem to every sink; tells how many there were."""
    counts, paired = Counts(), Paired()

    def on_problem(problem: Problem) -> None:
        counts.problems += 1
        counts.refused += problem.kind == "refused_source"
        for sink in sinks:
            sink.problem(problem)

    with collecting_rarely():
        for judged in audit.verdicts(on_problem, on_source):
            verdicts = paired(judged)
            counts.posts += len(verdicts)
            steps = [step for verdict in verdicts if verdict.steps for step in verdict.steps]
            counts.rolls += sum([isinstance(step, Thrown) for step in steps])
            counts.items += sum([len(verdict.items) for verdict in verdicts if verdict.items])
            for sink in sinks:
                sink.verdicts(verdicts)
    return counts


class JsonSink:
    """The promised object (DESIGN, `audit --json`): posts as they are judged, the rest behind them.

    `write` takes bytes; `with_text` adds a sentence to each post and finding. `finish` ends the object.
    """

    def __init__(self, audit: Audit, write: Callable[[bytes], Any], speaker: Speaker, *, with_text: bool) -> None:
        self._audit = audit
        self._write = write
        self._speaker = speaker
        self._maker = RowMaker(speaker if with_text else None)
        self._encoder = msgspec.json.Encoder()
        self._items = _Spool()
        self._problems = _Spool()
        self._separator = b"\n"
        ruleset = audit.ruleset
        head = {"name": ruleset.name, "digest": ruleset.digest, "readings": ruleset.values}
        write(b'{"ruleset": ' + self._encoder.encode(head) + b', "posts": [')

    def verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Write the rows of some verdicts; their open items wait."""
        lines = self._encoder.encode_lines(self._maker.rows(verdicts))
        if lines:  # no JSON text holds a bare line end: those there part the rows
            self._write(self._separator + lines[:-1].replace(b"\n", b",\n"))
            self._separator = b",\n"
        for item in [item for verdict in verdicts if verdict.items for item in verdict.items]:
            self._items.add(self._encoder.encode(item_row(item, self._speaker)))

    def problem(self, problem: Problem) -> None:
        """Keep a problem for the end."""
        self._problems.add(self._encoder.encode(problem_row(problem, self._speaker)))

    def finish(self) -> None:
        """Write what comes behind the posts."""
        write, encode, audit = self._write, self._encoder.encode, self._audit
        write(b'],\n"standings": ' + encode([standing_row(row) for row in audit.standings()]))
        write(b',\n"gifts_waiting": ' + encode(audit.gifts_waiting()))
        write(b',\n"threads": ' + encode(audit.threads))
        write(b',\n"open_items": [')
        self._items.copy_to(write)
        write(b'],\n"problems": [')
        self._problems.copy_to(write)
        write(b"]}\n")


class CsvSink:
    """The posts of an audit as CSV: UTF-8 with BOM, columns the keys of `posts`."""

    def __init__(self, file: IO[bytes]) -> None:
        self._maker = RowMaker()
        self._text = io.TextIOWrapper(file, "utf-8-sig", newline="", write_through=True)
        self._writer = csv.writer(self._text)
        self._writer.writerow(CSV_COLUMNS)

    def verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """A line for each row; lists and objects stand in their cells as JSON."""
        for row in self._maker.rows(verdicts):
            known = msgspec.to_builtins(row)
            self._writer.writerow([_cell(known.get(column)) for column in CSV_COLUMNS])

    def problem(self, problem: Problem) -> None:
        """A problem is no post: the other outputs tell it."""

    def finish(self) -> None:
        """Write what is left and let go of the file."""
        self._text.flush()
        self._text.detach()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        text = value
    else:
        text = msgspec.json.encode(value).decode() if isinstance(value, dict | list | tuple) else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def place(thread: ThreadRef | None, number: int | None, source: str = "") -> str:
    """Where something stands, for a line in a terminal: thread and post, else the source."""
    where = str(thread) if thread is not None and not source else source
    return f"{where} {number}" if number is not None else where


def short_lines(verdict: Verdict, speaker: Speaker) -> Iterator[str]:
    """A verdict as people read it in a terminal: a line for each extra roll, then the post's own."""
    for step in verdict.steps:
        if isinstance(step, Thrown) and step.linked is not None:
            yield speaker.short(verdict, step)
    yield speaker.short(verdict)
