"""The files of a published folder: each written whole or not at all, and none that is somebody else's."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path

from referee.errors import UsageError

#: Every file of ours says so; what does not is somebody else's.
_OURS = (
    b'<meta name="generator" content="referee">',
    b"/* generator: referee */",
    b"<generator>referee</generator>",
    b"\r\nPRODID:-//referee//",
    b'"generator": "referee"',
)
#: Where that stands in a file (bytes).
_HEAD = 512
#: What files are called that are not whole yet: with the number of the process that writes them.
_BESIDE = re.compile(r"\..{1,40}\.([0-9]{1,9})\.tmp", re.DOTALL)
#: Where is written down, in the folder of a game, how its files were left.
OWN_FOLDER = ".referee"


def put(path: str, content: bytes) -> bool:
    """Write a file where it differs from what lies there; whether it did.

    Raises:
        UsageError: a file lies there that is not ours.
        OSError: the disk failed; what lay there is whole.
    """
    there = _lies(path)
    if there == content:
        return False
    if there is None or not _is_ours(there):
        must_be_ours(path)
    replace(path, content)
    return True


def must_be_ours(path: str) -> None:
    """See to it that nothing of somebody else is overwritten.

    Raises:
        UsageError: a file lies there that is not ours.
    """
    if os.path.isfile(path) and not _is_ours(_head(path)):
        raise UsageError(path, "was not made by the referee and would be overwritten", "name another folder")


def replace(path: str | Path, content: bytes) -> None:
    """Write a file beside its place, then put it there at once: a reader sees the old one or the new one."""
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".{name[:40]}.{os.getpid()}.tmp")
    try:
        _write(beside, content)
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise


def lying_in(folder: Path) -> frozenset[str]:
    """The files in the folders of a site, whoever wrote them, and what a publish that was killed was about to write;
    of the files beside the first pages only that: people put theirs there."""
    found, length = set(), len(str(folder)) + 1
    for place, folders, names in os.walk(folder):
        inside = place[length:].replace(os.sep, "/")
        if not inside:
            folders[:] = [one for one in folders if one == OWN_FOLDER or not one.startswith(".")]
        for name in names:
            if _is_unfinished(name):
                found.add(f"{inside}/{name}" if inside else name)
            elif inside and inside != OWN_FOLDER:
                found.add(f"{inside}/{name}")
    return frozenset(found)


def _is_unfinished(path: str) -> bool:
    """Whether a file is what somebody who is gone was writing (`replace`)."""
    found = _BESIDE.fullmatch(os.path.basename(path))
    return found is not None and not _lives(int(found[1]))


def _lives(pid: int) -> bool:
    """Whether a process of that number may be at work."""
    if os.name != "posix":  # elsewhere to ask is to kill
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # somebody else's, or no number of a process
        return True
    return True


def sweep(folder: Path, gone: Collection[str]) -> int:
    """Remove files of ours that are no more, and those that were never finished; how many there were."""
    stale = [
        folder / path
        for path in gone
        if (folder / path).is_file() and (_is_unfinished(path) or _is_ours(_head(folder / path)))
    ]
    for path in stale:
        path.unlink()
    return len(stale)


def _write(path: str, content: bytes) -> None:
    """Write a new file, its folder too where there is none; thousands are written, so without a file object."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(file, rest) :]
    finally:
        os.close(file)


def _lies(path: str | Path) -> bytes | None:
    """The whole of a file; None where it is none, or can't be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _head(path: str | Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(_HEAD)


def _is_ours(content: bytes) -> bool:
    head = content[:_HEAD]
    return any(sign in head for sign in _OURS)
