"""What the referee is handed at the table: the judge of dice, the settings, and the linked threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from referee.model import Context, GameSettings, Post, Readings, Roll, ThreadRef


class Judge(Protocol):
    """Who says what dice are worth: the evaluator of one ruleset."""

    digest: str
    readings: Readings
    goal: int

    def __call__(self, dice: str, context: Context) -> Roll: ...

    def arrive(self, reached: int) -> tuple[int, int, int]:
        """Where a movement ends (M3): square after landing, squares of landing, overshoot."""
        ...


#: The posts of a linked thread by number, or None where the thread is not to be had (X2).
LinkedThreads = Callable[[ThreadRef], Mapping[int, Post] | None]


def _no_threads(_: ThreadRef) -> None:
    return None


class Table(Struct, frozen=True):
    """Everything that `decide` needs besides the state and the post."""

    judge: Judge
    settings: GameSettings = GameSettings()
    linked: LinkedThreads = _no_threads

    def dice_of(self, post: Post) -> str:
        """The characters of the ID that are dice (T7)."""
        dice = post.dice_id or ""
        return dice[:8] if self.judge.readings.dice == "first8" else dice
