"""Bytes held and bytes received: where to go on from, whether they join, and what became of the earlier lines."""

from __future__ import annotations

import re

from referee.fetch.answer import Rewritten

_NO_DIGITS = re.compile(rb"[^0-9]+")
#: How many digits a date with a time has at least (`070501` and `1234`).
_STAMP_DIGITS = 10
#: Digits of the highest number of a post.
_NUMBER_DIGITS = 6
#: Fields of a line that begins with its number, where the date is the fourth (FORMATS 3).
_NUMBERED_FIELDS = 6
#: From how many stamps on a body without any of them is another thread.
_KNOWN_STAMPS = 2
#: How many lines a notice in the place of a thread may have.
_NOTICE_LINES = 8


def complete_end(body: bytes) -> int:
    """Where the complete lines end (bytes): behind the last LF."""
    return body.rfind(b"\n") + 1


def last_line_start(body: bytes) -> int:
    """Where the last complete line begins (bytes): where a delta asks from, so that it can be compared whole."""
    return body.rfind(b"\n", 0, max(complete_end(body) - 1, 0)) + 1


def last_number(body: bytes) -> int | None:
    """The number that stands before the first `<>` of the last complete line; None where there is none (FORMATS 3)."""
    head = body[last_line_start(body) : complete_end(body)].partition(b"<>")[0]
    return int(head) if head.isdigit() and len(head) <= _NUMBER_DIGITS else None


def joins(held: bytes, received: bytes) -> bool:
    """Whether bytes asked for from the last complete line held begin with that whole line (FORMATS 4.2)."""
    end = complete_end(held)
    return end > 0 and received.startswith(held[last_line_start(held) : end])


def rewritten(held: bytes, body: bytes) -> Rewritten | None:
    """How the complete lines held differ in a new body; None if they all stand at its beginning."""
    kept = held[: complete_end(held)]
    if body.startswith(kept):
        return None
    old, new = _lines(kept), _lines(body)
    same = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        same += 1
    byte = sum(map(len, old[:same]))
    if same == len(new):
        return Rewritten("shortened", same + 1, byte, len(old) - same)
    for lost in range(1, len(old) - same):
        rest = old[same + lost :]
        if rest == new[same : same + len(rest)]:
            return Rewritten("removed", same + 1, byte, lost)
    return Rewritten("edited", same + 1, byte, max(len(old) - len(new), 0))


def is_other_thread(held: bytes, body: bytes) -> bool:
    """Whether a body that reads like a thread is not the one held: where the held posts stood each line has a stamp
    and none of the held ones is anywhere in it (FORMATS 0, row 7; ODD-INPUTS 20).

    Only the digits of the date field are compared: names change with the board's settings. Erased posts have no stamp;
    where one stands the posts were erased, and the thread is not another. What is held may itself be a notice that was
    taken for the thread on the first poll: a longer body then replaces it.
    """
    posts = _lines(held)
    known = {stamp for line in posts if (stamp := _stamp(line))}
    if len(known) < _KNOWN_STAMPS:
        return False
    stamps = [_stamp(line) for line in _lines(body)]
    if not known.isdisjoint(stamps):
        return False
    is_longer_than_a_notice = len(posts) <= _NOTICE_LINES and len(stamps) > len(posts)
    return not is_longer_than_a_notice and all(stamps[: len(posts)])


def _lines(body: bytes) -> list[bytes]:
    """Lines that end in LF; a CR is no line end (FORMATS 0, row 25)."""
    lines = [line + b"\n" for line in body.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _stamp(line: bytes) -> bytes:
    fields = line.split(b"<>", _NUMBERED_FIELDS - 1)
    date = 3 if len(fields) == _NUMBERED_FIELDS and fields[0].isdigit() else 2
    digits = _NO_DIGITS.sub(b"", fields[date]) if len(fields) > 3 else b""
    return digits if len(digits) >= _STAMP_DIGITS else b""
