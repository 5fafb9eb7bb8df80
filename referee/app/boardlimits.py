"""What one post may hold on the board of a game: from its SETTING.TXT, saved or as `doctor` read it last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from referee.errors import UsageError
from referee.ledger import Tx, View
from referee.model import BoardSettings, PostLimits, ThreadRef
from referee.parse.listing import read_settings

#: Under this kind the journal holds what a board told of its limits.
KIND = "board/1"
#: Less than this holds no line of ours with its heading.
_LEAST = PostLimits(3, 256, 96)


def limits_of_file(path: str) -> PostLimits:
    """The limits that a saved SETTING.TXT tells.

    Raises:
        UsageError: it can't be read, is none, or leaves too little room.
    """
    try:
        settings = read_settings(Path(path).read_bytes())
    except OSError as error:
        raise UsageError(path, f"can't be read ({error.strerror})", "name a saved SETTING.TXT") from None
    if not any(key.startswith("BBS_") for key in settings.values):
        raise UsageError(path, "is no SETTING.TXT", "save http://SERVER/BOARD/SETTING.TXT and name that file")
    limits = PostLimits.of(settings)
    for name, value, least in _beside(limits):
        if value < least:
            raise UsageError(path, f"a post of {value} {name} is too small", f"at least {least} are needed")
    return limits


def _beside(limits: PostLimits) -> Iterator[tuple[str, int, int]]:
    """Each limit: what it counts, how much, and how much is needed."""
    yield "lines", limits.lines, _LEAST.lines
    yield "bytes", limits.bytes, _LEAST.bytes
    yield "bytes in a line", limits.columns, _LEAST.columns


def kept_limits(view: View, thread: ThreadRef | None) -> PostLimits:
    """The limits of a thread's board as `doctor` read them last; those of usual boards where it never did."""
    found = PostLimits()
    for note in view.notes(KIND) if thread is not None else ():
        if thread is not None and note["board"] == _board(thread):
            limits = msgspec.convert(note["limits"], PostLimits)
            found = limits if all(value >= least for _, value, least in _beside(limits)) else PostLimits()
    return found


def keep_limits(tx: Tx, board: ThreadRef, settings: BoardSettings) -> None:
    """Write down what a board tells, where that is news."""
    limits = PostLimits.of(settings)
    told = [msgspec.convert(note["limits"], PostLimits) for note in tx.notes(KIND) if note["board"] == _board(board)]
    if (told[-1] if told else PostLimits()) != limits:
        tx.note(KIND, {"board": _board(board), "limits": msgspec.to_builtins(limits)})


def _board(thread: ThreadRef) -> list[str]:
    return [*thread.identity[:2]]
