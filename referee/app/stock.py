"""What lies in a published folder already, so that publishing makes only what changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from referee import __version__
from referee.app.pagefiles import OWN_FOLDER
from referee.pages import Draft

#: Where it is written down, in the folder of the pages. It may be deleted: then every page is made once more.
NAME = OWN_FOLDER
#: How the files with the pieces of pages end; before it stands the path of the page, which has no `~`.
_PIECES = ".pieces"
_T = TypeVar("_T")


class _Known(Struct, frozen=True, array_like=True):
    """A file as it was left: what it was made of, its size (bytes) and when it was changed (ns)."""

    basis: bytes
    size: int
    changed: int


#: Files that were written, and how they were left.
Left = dict[str, _Known]


class _Files(Struct, frozen=True, array_like=True):
    made_with: str = ""
    files: dict[str, _Known] = {}


class Stock:
    """The files of a folder that need not be made again, and the pieces of those that must.

    What can't be read is as if it were not there; what was made by another version is made again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun = folder / NAME / "begun"
        self._made_with = _made_with()
        self._before = _read(folder / NAME / "files", _Files) or _Files()
        self._is_current = self._before.made_with == self._made_with
        self._files: dict[str, _Known] = {}
        self._pieces: dict[str, _Pieces] = {}

    @property
    def is_in_doubt(self) -> bool:
        """Whether files of ours may lie here of which nothing is written down: of a publish that was killed."""
        return not self._before.files or self._begun.exists()

    def begin(self, write: Callable[[Path, bytes], object]) -> None:
        """Files are about to be written; until they are written down (`save`), that is a doubt."""
        write(self._begun, b"")

    @property
    def paths(self) -> frozenset[str]:
        """Every file that was left here, by whatever version."""
        return frozenset(self._before.files)

    def due(self, drafts: Iterable[Draft]) -> Iterator[Draft]:
        """Those of some drafts that have to be made: no file made of the same lies there as it was left."""
        known_files = self._before.files if self._is_current else {}
        with _opened(self._folder) as (folder, at):
            for draft in drafts:
                known = known_files.get(draft.path)
                is_known = known is not None and draft.basis and known.basis == draft.basis
                if known is None or not is_known or not _lies(at + draft.path, folder, known):
                    yield draft
                else:
                    self._files[draft.path] = known

    def piece(self, path: str, basis: bytes, make: Callable[[], str]) -> str:
        """A piece of a page, made before or now (`referee.pages.Keep`)."""
        pieces = self._pieces.get(path)
        if pieces is None:
            lies = _read(self._file_of_pieces(path), dict[bytes, str]) if self._is_current else None
            pieces = self._pieces[path] = _Pieces(lies or {})
        return pieces.piece(basis, make)

    def leave(self, drafts: Iterable[Draft], write: Callable[[Path, bytes], object]) -> Left:
        """How some files were left that were written, or found to be right; their pieces are kept."""
        for path, pieces in self._pieces.items():
            if pieces.differ:
                write(self._file_of_pieces(path), msgspec.msgpack.encode(pieces.used))
        found = ((draft, _as_it_lies(f"{self._folder}/{draft.path}", draft.basis)) for draft in drafts)
        return {draft.path: known for draft, known in found if known is not None}

    def save(self, lefts: Iterable[Left], write: Callable[[Path, bytes], object]) -> None:
        """Write down what lies there now, where that differs from what was written down before."""
        for left in lefts:
            self._files |= left
        now = _Files(self._made_with, self._files)
        if now != self._before:
            for pieces in (self._folder / NAME).glob(f"*{_PIECES}"):
                if pieces.name.removesuffix(_PIECES).replace("~", "/") not in self._files:
                    pieces.unlink()
            write(self._folder / NAME / "files", msgspec.msgpack.encode(now))
        self._begun.unlink(missing_ok=True)

    def _file_of_pieces(self, path: str) -> Path:
        return self._folder / NAME / f"{path.replace('/', '~')}{_PIECES}"


class _Pieces:
    """The pieces of one page: those made before, and those that it is made of now."""

    def __init__(self, before: dict[bytes, str]) -> None:
        self._before = before
        self.used: dict[bytes, str] = {}

    def piece(self, basis: bytes, make: Callable[[], str]) -> str:
        found = self._before.get(basis)
        if found is None:
            found = make()
        self.used[basis] = found
        return found

    @property
    def differ(self) -> bool:
        return self.used.keys() != self._before.keys()


def _read(path: Path, kind: type[_T]) -> _T | None:
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return None


@contextmanager
def _opened(folder: Path) -> Iterator[tuple[int | None, str]]:
    """What paths of a folder are told from while thousands of its files are looked at: the folder, opened, where the
    system can do so, else what stands before each."""
    if os.stat not in os.supports_dir_fd or not folder.is_dir():
        yield None, f"{folder}/"
        return
    at = os.open(folder, os.O_RDONLY)
    try:
        yield at, ""
    finally:
        os.close(at)


def _lies(path: str, folder: int | None, known: _Known) -> bool:
    """Whether a file lies there as it was left; asked of every file of a site, so without a record of it."""
    try:
        there = os.stat(path, dir_fd=folder)
    except OSError:
        return False
    return there.st_mtime_ns == known.changed and there.st_size == known.size


def _as_it_lies(path: str, basis: bytes) -> _Known | None:
    try:
        there = os.stat(path)
    except OSError:
        return None
    return _Known(basis, there.st_size, there.st_mtime_ns)


def _made_with() -> str:
    """A digest (SHA-256, hex) of what decides how pages look besides the game: this version, the templates, the code
    that fills them, and the precedents that rules cite."""
    found = sha256(__version__.encode())
    pages = resources.files("referee.pages")
    for folder in (
        pages,
        pages / "templates",
        resources.files("referee.words"),
        resources.files("referee.rules") / "precedents",
    ):
        for entry in sorted(folder.iterdir(), key=lambda one: one.name):
            if entry.is_file():
                found.update(_sign(entry))
    return found.hexdigest()


def _sign(entry: Traversable) -> bytes:
    """What tells a file of the program from another one in its place, without reading it where it lies on a disk."""
    if not isinstance(entry, Path):
        return entry.name.encode() + entry.read_bytes()
    there = entry.stat()
    return f"{entry.name} {there.st_size} {there.st_mtime_ns}\n".encode()
