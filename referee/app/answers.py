"""What the answer of a board means for a thread that is polled; `referee.fetch` tells what came."""

from __future__ import annotations

from referee.fetch import (
    Answer,
    Failed,
    Fallen,
    Grown,
    Refused,
    Unchanged,
    Whole,
    end_of_lines,
    held_after,
)
from referee.model import Capture, Cursor, Held

#: A thread that is nowhere to be found is taken for ended only after so many polls in a row: an hour, with back-off.
_GONE_AFTER = 6
#: The reason of a poll that found a past log which is a page.
PAGE = "page"


def brought(answer: Answer, held: Held) -> tuple[Capture, bytes] | None:
    """The capture of an answer, and the lines of the thread that count after it (see `end_of_lines`); None where it
    brought nothing."""
    if not isinstance(answer, Grown | Whole | Fallen) or answer.capture is None:
        return None
    dat = held_after(answer, held).body
    return answer.capture, dat[: end_of_capture(answer.capture, dat, again=dat == held.body)]


def end_of_capture(capture: Capture, dat: bytes, *, again: bool) -> int:
    """Where the lines of a thread end that count after a capture (bytes); `again`: they are those of the one before.

    Beside a page half a line is none: the page has that post whole, or nobody has it.
    """
    return end_of_lines(dat, "" if capture.form == "page" else capture.source, again=again)


def is_nowhere(answer: Answer) -> bool:
    """Whether a thread is neither where it lived nor in a past log."""
    return isinstance(answer, Fallen) and answer.capture is None and answer.searched


def is_gone(answer: Answer, cursor: Cursor) -> bool:
    """Whether a thread is neither where it lived nor in a past log, and this not for the first time."""
    if not is_nowhere(answer):
        return False
    return cursor.life == "ended" or cursor.failures + 1 >= _GONE_AFTER


def was_touched(before: Cursor, answer: Answer) -> bool:
    """Whether the server says that the thread changed, though nothing of it that was asked for is new: an edit."""
    if not isinstance(answer, Unchanged) or answer.full or before.last_modified is None:
        return False
    return answer.last_modified not in (None, before.last_modified)


def outcome_of(answer: Answer) -> tuple[str, str]:
    """The outcome of a poll and the reason, as `Polled` tells them."""
    match answer:
        case Unchanged():
            return "unchanged", ""
        case Grown():
            return "grown", ""
        case Whole(rewritten=None):
            return "grown", ""
        case Whole(rewritten=rewritten):
            return "rewritten", rewritten.kind if rewritten else ""
        case Fallen():
            if answer.capture is None:
                return "fallen", answer.refused
            return "fallen", PAGE if answer.capture.form == "page" else "archived"
        case Refused():
            return "refused", answer.reason
        case Failed():
            return "failed", answer.reason
    raise TypeError(f"no answer: {answer!r}")
