"""What the referee is handed at the table: the judge of dice, the settings, and the linked threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from referee.game.rulings import NO_RULINGS, Rulings
from referee.model import Context, GameSettings, Handover, Post, Readings, Roll, ThreadRef


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
    """Everything that `decide` needs besides the state and the post.

    `rulings` are those in force; `others` the tables of other rulesets by digest, and `rules_of` which of them a ruling
    (its id) put in force (H4); `handed` the hand-over with which the game opened.
    """

    judge: Judge
    settings: GameSettings = GameSettings()
    linked: LinkedThreads = _no_threads
    rulings: Rulings = NO_RULINGS
    others: Mapping[str, Table] = {}
    rules_of: Mapping[int, str] = {}
    handed: Handover | None = None

    def under(self, ruleset: str | None) -> Table:
        """The table at which a ruleset holds (its digest; None: that of the game)."""
        return self if ruleset is None else self.others[ruleset]

    def readings_of(self, ruleset: str) -> Readings:
        """The readings of the ruleset that judged a verdict."""
        return self.others[ruleset].judge.readings if ruleset in self.others else self.judge.readings

    def dice_of(self, post: Post) -> str:
        """The characters of the ID that are dice (T7)."""
        dice = post.dice_id or ""
        return dice[:8] if self.judge.readings.dice == "first8" else dice
