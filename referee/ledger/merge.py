"""Telling, from two readings of a thread, which posts are new, moved, edited or gone; identity is the content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct


class Matched(Struct, frozen=True):
    """How a reading differs from the one before: `stands_for` tells of contents never seen before which one each took
    the place of, `gone` which contents are there no more; both are fingerprints."""

    stands_for: Mapping[int, int]
    gone: tuple[int, ...]


def match(before: Sequence[tuple[int, int]], after: Sequence[tuple[int, int]], seen: frozenset[int]) -> Matched:
    """Compare two readings, each the numbers and fingerprints of a thread, or of its end, in order of numbers.

    `seen` are the contents that the thread ever had. A content never seen before that stands where another one stood
    is an edit of that one. Where lines were taken out, so that all numbers below moved, what stayed is found by its
    content, and places are counted between what stayed.
    """
    after_at = dict(after)
    still = {fingerprint for _, fingerprint in after}
    gone = tuple(fingerprint for _, fingerprint in before if fingerprint not in still)
    if all(fingerprint in seen for fingerprint in still):
        return Matched({}, gone)
    # Those that kept their number part the thread into gaps; in each, the rest is matched.
    kept = [number for number, fingerprint in before if after_at.get(number) == fingerprint]
    stands_for: dict[int, int] = {}
    for low, high in zip([0, *kept], [*kept, None], strict=True):
        old = _between(before, low, high)
        new = _between(after, low, high)
        if old and new:
            in_place = high is not None and len(old) == len(new)  # what stands below did not move
            pairs = zip(new, old, strict=True) if in_place else _in_gap(old, new)
            stands_for.update((mine, other) for mine, other in pairs if mine not in seen)
    return Matched(stands_for, gone)


def _between(reading: Sequence[tuple[int, int]], low: int, high: int | None) -> list[int]:
    from bisect import bisect_left, bisect_right

    start = bisect_right(reading, low, key=_number)
    end = len(reading) if high is None else bisect_left(reading, high, key=_number)
    return [fingerprint for _, fingerprint in reading[start:end]]


def _number(line: tuple[int, int]) -> int:
    return line[0]


def _in_gap(old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """Which new content stands for which old one: by place, between contents that are in both."""
    if not set(old) & set(new):
        return list(zip(new, old, strict=False))
    from difflib import SequenceMatcher

    pairs: list[tuple[int, int]] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "replace":
            pairs += zip(new[k:m], old[i:j], strict=False)
    return pairs
