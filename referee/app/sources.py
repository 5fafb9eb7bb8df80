"""Saved threads: which files an argument means, and what is in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.app.files import read_file
from referee.model import Capture, Post, Problem, ThreadRef
from referee.model.address import parse_address, thread_of_path
from referee.parse import ReadThread
from referee.parse.join import join_readings
from referee.parse.recognise import read_any, refusal_of_growing

#: How many bytes of a file without `.dat` at its end are looked at before it counts as a thread of a folder.
_HEAD = 65_536
#: A name of so many digits is the key of a thread (FORMATS 0, row 30), and worth a word when it can't be read.
_KEY_DIGITS = 9


class Source(Struct, frozen=True):
    """One file, or address (`online`), to read as a thread.

    `pages` are saved pages of the same thread. `is_met` marks a file of a folder that is only called like a thread: it
    is passed over where it is none.
    """

    path: str
    thread: ThreadRef
    online: bool = False
    is_met: bool = False
    pages: tuple[Source, ...] = ()

    @property
    def paths(self) -> list[str]:
        """All files that are read for this thread."""
        return [self.path, *(page.path for page in self.pages)]


def find_sources(arguments: Iterable[str]) -> list[Source | Problem]:
    """The files that arguments mean, in order: a file, `URL=FILE`, a folder (its thread files, sorted by key as a
    number), or a URL (the thread is fetched). What can't be used is a problem of kind `refused_source`.

    Pages stand with the first dat of their thread, or with its first page, where the thread was first named."""
    return _with_pages([found for argument in arguments for found in _find(argument)])


def read_source(source: Source) -> ReadThread | Problem:
    """The posts of one saved file in whatever form, or why it is no thread (a problem of kind `refused_source`, or
    `passed_over` where it was only met)."""
    body = read_file(source.path)
    if isinstance(body, str):
        return _no_thread(source, body)
    read = read_any(Capture(source.thread, shown_path(source.path), body))
    return read if isinstance(read, ReadThread) else _no_thread(source, read)


def read_with_pages(source: Source, read: Callable[[Source], ReadThread | Problem]) -> ReadThread | Problem:
    """A source and its pages read as one thread, the source believed first; pages that can't be read are told."""
    whole = read(source)
    told: list[Problem] = []
    for page in source.pages:
        other = read(page)
        if isinstance(other, Problem):
            told.append(other)
        elif isinstance(whole, Problem):
            told.append(whole)
            whole = other
        else:
            whole = join_readings(whole, other)
    if told and not isinstance(whole, Problem):
        whole = msgspec.structs.replace(whole, problems=[*told, *whole.problems])
    return whole


def shown_path(path: str) -> str:
    """A path as text that can be written anywhere: bytes that are no UTF-8 become replacement signs."""
    return os.fsencode(path).decode("utf-8", "replace")


def _refused(path: str, why: str, thread: ThreadRef | None = None) -> Problem:
    return Problem("refused_source", thread, source=shown_path(path), detail=why)


def _no_thread(source: Source, why: str) -> Problem:
    problem = _refused(source.path, why, source.thread)
    return msgspec.structs.replace(problem, kind="passed_over") if source.is_met else problem


def _with_pages(found: list[Source | Problem]) -> list[Source | Problem]:
    """The sources with the pages of a thread put together, where the first of them stands."""
    sources = {place: source for place, source in enumerate(found) if isinstance(source, Source)}
    threads: dict[tuple[str, str], list[int]] = {}
    for place, source in sources.items():
        threads.setdefault((source.thread.board, source.thread.key), []).append(place)
    joined: dict[int, Source] = {}
    gone: set[int] = set()
    for places in threads.values():
        pages = [place for place in places if _is_page(sources[place])] if len(places) > 1 else []
        for first in [*(place for place in places if place not in pages), *pages[:1]]:
            thread = sources[first].thread
            its = [place for place in pages if place != first and sources[place].thread.is_same(thread)]
            if its:
                same = tuple(msgspec.structs.replace(sources[place], thread=thread) for place in its)
                joined[min(first, *its)] = msgspec.structs.replace(sources[first], pages=same)
                gone.update((first, *its))
                break
    return [joined.get(place, source) for place, source in enumerate(found) if place in joined or place not in gone]


def _is_page(source: Source) -> bool:
    if source.online:
        return False
    head = read_file(source.path, _HEAD)
    return isinstance(head, bytes) and refusal_of_growing(head, source.thread.key) == "html"


def _find(argument: str) -> Iterator[Source | Problem]:
    path, thread = _named(argument)
    if os.path.isdir(path):
        yield from [_refused(path, "folder", thread)] if thread is not None else _in_folder(Path(path))
        return
    address = parse_address(path) if thread is None and "://" in path and not os.path.exists(path) else None
    if address is not None:
        yield Source(path, address.thread, online=True)
        return
    known = thread or _thread_of(path)
    if known is None or not os.path.exists(path):
        yield _refused(path, "missing", known)
        return
    yield Source(path, known)


def _thread_of(path: str) -> ThreadRef | None:
    """The thread that a path names; from where the program was started does not matter."""
    return thread_of_path(shown_path(os.path.abspath(path)))


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


def _in_folder(folder: Path) -> Iterator[Source | Problem]:
    """The thread files of a folder; if there is none, those of the folders in it. What looks like a thread by its name
    and is none is told, and what can't be looked into."""
    found, told = _look_into([folder])
    if not found and not told:
        below = (path for path in folder.rglob("*") if path.is_dir())
        hidden = (path for path in below if not any(part.startswith(".") for part in path.relative_to(folder).parts))
        found, told = _look_into(sorted(hidden))
    if not found and not told:
        yield _refused(str(folder), "no_threads")
    yield from told
    yield from sorted(found, key=_by_key)


def _look_into(folders: Iterable[Path]) -> tuple[list[Source], list[Problem]]:
    """The threads that lie in folders, and what was passed over there."""
    found: list[Source] = []
    told: list[Problem] = []
    for folder in folders:
        try:
            paths = sorted(path for path in folder.iterdir() if not path.name.startswith(".") and not path.is_dir())
        except OSError as error:
            told.append(_refused(str(folder), f"os:{error.strerror}"))
            continue
        for path in paths:
            thread = _thread_of(str(path))
            if thread is None:
                continue
            why = None if path.suffix == ".dat" else _why_no_thread(path, thread)
            is_called = thread.key.isdecimal() and len(thread.key) >= _KEY_DIGITS
            if why is None or (why == "html" and is_called):
                found.append(Source(str(path), thread, is_met=why == "html"))
            elif is_called:
                told.append(Problem("passed_over", thread, source=shown_path(str(path)), detail=why))
    return found, told


def _why_no_thread(path: Path, thread: ThreadRef) -> str | None:
    """Why a file of a folder that is not called `.dat` is no thread, by its beginning; `html` for a page."""
    if not path.is_file():
        return "missing"
    head = read_file(str(path), _HEAD)
    return head if isinstance(head, str) else refusal_of_growing(head, thread.key)


def _by_key(source: Source) -> tuple[bool, int, str]:
    key = source.thread.key
    return (False, int(key), source.path) if key.isdecimal() and key.isascii() else (True, 0, source.path)


class SavedThreads:
    """The `--linked` threads: found by board and key, read when first asked for, the latest kept."""

    def __init__(self, arguments: Iterable[str], read: Callable[[Source], ReadThread | Problem] = read_source) -> None:
        self._read_source = read
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
        read = read_with_pages(source, self._read_source)
        posts = None
        if isinstance(read, Problem):
            if read not in self.problems:
                self.problems.append(read)
        else:
            posts = {post.number: post for post in read.posts}
        self._latest = (source, posts)
        return posts
