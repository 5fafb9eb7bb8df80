"""Posts that correct earlier ones: only those by whoever wrote the post that they name are listed (`訂正 >>N`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.model import OpenItem, ThreadRef, Verdict

#: The kind of the open item of such a post; its facts are the player and the number that it corrects.
CORRECTION = "correction"


class Corrections:
    """The verdicts of the thread at hand by number, to find what a post corrects."""

    def __init__(self) -> None:
        self._thread: ThreadRef | None = None
        self._verdicts: dict[int, Verdict] = {}

    def add(self, verdict: Verdict) -> None:
        """Remember a verdict, in the order of the game."""
        if verdict.thread is not self._thread:
            if self._thread is None or not self._thread.is_same(verdict.thread):
                self._verdicts = {}
            self._thread = verdict.thread
        self._verdicts[verdict.number] = verdict

    def of(self, item: OpenItem) -> Verdict | None:
        """The verdict on the post that a correction names, of the same player; else None."""
        player, number = item.facts
        verdict = self._verdicts.get(int(number))
        return verdict if verdict is not None and verdict.player == player else None

    def paired(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """Verdicts in order, with those corrections alone that name a post by the same player."""
        for verdict in verdicts:
            self.add(verdict)
            if verdict.items and any(item.kind == CORRECTION for item in verdict.items):
                kept = tuple(item for item in verdict.items if item.kind != CORRECTION or self.of(item) is not None)
                verdict = replace(verdict, items=kept)
            yield verdict
