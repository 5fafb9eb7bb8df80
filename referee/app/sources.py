"""Saved threads: which files an argument means, and what is in them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from referee.model import Capture, Post, Problem, ThreadRef
from referee.model.address import parse_address, thread_of_path
from referee.parse import ReadThread, looks_like_thread, read_dat

#: How many bytes of a file without `.dat` at its end are looked at before it counts as a thread of a folder.
_HEAD = 65_536


class Source(Struct, frozen=True):
    """One file to read as a thread."""

    path: str
    thread: ThreadRef


def find_sources(arguments: Iterable[str]) -> Iterator[Source | Problem]:
    """The files that arguments mean, in order: a file, `URL=FILE`, or a folder (its thread files, sorted by key as a
    number). What can't be used is a problem of kind `refused_source`."""
    for argument in arguments:
        yield from _find(argument)


def read_source(source: Source) -> ReadThread | Problem:
    """The posts of a saved thread, or why it is none (a problem of kind `refused_source`)."""
    try:
        body = Path(source.path).read_bytes()
    except OSError as error:
        return Problem("refused_source", source.thread, source=source.path, detail=f"os:{error.strerror}")
    refusal = looks_like_thread(body, source.thread.key)
    if refusal is not None:
        return Problem("refused_source", source.thread, source=source.path, detail=refusal)
    return read_dat(Capture(source.thread, source.path, body))


def _find(argument: str) -> Iterator[Source | Problem]:
    path, thread = _named(argument)
    if os.path.isdir(path):
        found = _in_folder(Path(path))
        if not found:
            yield Problem("refused_source", source=path, detail="no_threads")
        yield from found
        return
    known = thread or thread_of_path(path)
    if known is None or not os.path.exists(path):
        yield Problem("refused_source", known, source=path, detail="missing")
        return
    yield Source(path, known)


def _named(argument: str) -> tuple[str, ThreadRef | None]:
    """The path of an argument, and the thread where it is written before it (`URL=FILE`)."""
    if "://" in argument and not os.path.exists(argument):
        for place, character in enumerate(argument):
            address = parse_address(argument[:place]) if character == "=" else None
            if address is not None and os.path.exists(argument[place + 1 :]):
                return argument[place + 1 :], address.thread
        url, _, path = argument.rpartition("=")
        address = parse_address(url) if url else None
        if address is not None:
            return path, address.thread
    return argument, None


def _in_folder(folder: Path) -> list[Source]:
    """The thread files of a folder; if there is none, those of the folders in it."""
    files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
    found = [source for path in files if (source := _as_thread(path))]
    if not found:
        for path in folder.rglob("*"):
            hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
            if path.is_file() and not hidden and (source := _as_thread(path)):
                found.append(source)
    return sorted(found, key=_by_key)


def _as_thread(path: Path) -> Source | None:
    thread = thread_of_path(path.as_posix())
    if thread is None:
        return None
    if path.suffix != ".dat":
        try:
            with path.open("rb") as file:
                head = file.read(_HEAD)
        except OSError:
            return None
        if looks_like_thread(head, thread.key) is not None:
            return None
    return Source(str(path), thread)


def _by_key(source: Source) -> tuple[bool, int, str]:
    key = source.thread.key
    return (False, int(key), source.path) if key.isdecimal() and key.isascii() else (True, 0, source.path)


class SavedThreads:
    """The `--linked` threads: found by board and key, read when first asked for, the latest kept."""

    def __init__(self, arguments: Iterable[str]) -> None:
        self.problems: list[Problem] = []
        self._sources: dict[tuple[str, str], list[Source]] = {}
        for found in find_sources(arguments):
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                self._sources.setdefault((found.thread.board, found.thread.key), []).append(found)
        self._latest: tuple[Source, Mapping[int, Post] | None] | None = None

    def __call__(self, thread: ThreadRef) -> Mapping[int, Post] | None:
        """The posts of a thread by number, None where no saved thread answers to it (RULES X3, `unreachable`).

        A saved thread without host answers for any host of its board and key (DESIGN, "A saved thread").
        """
        known = self._sources.get((thread.board, thread.key), ())
        for source in sorted(known, key=lambda source: source.thread.host is None):  # a named host answers first
            if source.thread.is_same(thread):
                return self._read(source)
        return None

    def _read(self, source: Source) -> Mapping[int, Post] | None:
        if self._latest is not None and self._latest[0] is source:
            return self._latest[1]
        read = read_source(source)
        posts = None
        if isinstance(read, Problem):
            if read not in self.problems:
                self.problems.append(read)
        else:
            posts = {post.number: post for post in read.posts}
        self._latest = (source, posts)
        return posts
