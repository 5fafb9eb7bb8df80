"""Posts that correct earlier ones: only those by whoever wrote the post that they name are listed (`訂正 >>N`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from referee.model import OpenItem, ThreadRef, Verdict

#: The kind of the open item of such a post; its facts are the player and the number that it corrects.
CORRECTION = "correction"

T = TypeVar("T")


class OfThread(Generic[T]):
    """Something of each post of the thread at hand, by number; a game goes on thread by thread."""

    def __init__(self) -> None:
        self._thread: ThreadRef | None = None
        self._known: dict[int, T] = {}

    def turn_to(self, thread: ThreadRef) -> dict[int, T]:
        """What is known of a thread, to be added to."""
        if thread is not self._thread:
            if self._thread is None or not self._thread.is_same(thread):
                self._known = {}
            self._thread = thread
        return self._known

    def corrected(self, item: OpenItem) -> T | None:
        """What is known of the post that a correction names."""
        return self._known.get(int(item.facts[1]))


class Corrections:
    """Finds what a post corrects among the verdicts of its thread."""

    def __init__(self) -> None:
        self._verdicts = OfThread[Verdict]()

    def add(self, verdict: Verdict) -> None:
        """Remember a verdict, in the order of the game."""
        self._verdicts.turn_to(verdict.thread)[verdict.number] = verdict

    def of(self, item: OpenItem) -> Verdict | None:
        """The verdict on the post that a correction names, of the same player; else None."""
        verdict = self._verdicts.corrected(item)
        return verdict if verdict is not None and verdict.player == item.facts[0] else None


class Paired:
    """Leaves out corrections of posts by others. Of each post only its player is remembered: an audit hands its
    verdicts on and forgets them."""

    def __init__(self) -> None:
        self._players = OfThread[str]()

    def __call__(self, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
        """The same verdicts, in order, with those corrections alone that name a post by the same player."""
        if not verdicts:
            return verdicts
        known = self._players.turn_to(verdicts[0].thread)  # some at a time, of one thread
        known.update([(verdict.number, verdict.player) for verdict in verdicts if verdict.player is not None])
        if not any(item.kind == CORRECTION for verdict in verdicts if verdict.items for item in verdict.items):
            return verdicts
        return [replace(verdict, items=tuple(filter(self._is_kept, verdict.items))) for verdict in verdicts]

    def _is_kept(self, item: OpenItem) -> bool:
        return item.kind != CORRECTION or self._players.corrected(item) == item.facts[0]
