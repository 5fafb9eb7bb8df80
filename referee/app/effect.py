"""What would change: two histories of one game beside each other, verdict by verdict and player by player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.model import Standing, Verdict

T = TypeVar("T")
#: Something before and after; None where it is in one of the histories alone.
Pair = tuple[T | None, T | None]


class PlayerChange(Struct, frozen=True):
    """A player who would stand on another square, or have another rank; None where the player has not rolled."""

    player: str
    before: Standing | None
    after: Standing | None


class Effect(Struct, frozen=True):
    """The difference between two histories of one game.

    `verdicts` how many there are in the second; `changed` those that differ, before and after, in order; the first of
    them is where the histories part. `players` those whose square or rank differ, by their rank in the second.
    """

    verdicts: int
    changed: tuple[Pair[Verdict], ...]
    players: tuple[PlayerChange, ...]

    @property
    def parting(self) -> Pair[Verdict] | None:
        """The first verdict that differs; None where none does."""
        return self.changed[0] if self.changed else None


def effect_of(
    before: Iterable[Verdict], after: Iterable[Verdict], stood: Sequence[Standing], stands: Sequence[Standing]
) -> Effect:
    """The difference between two histories: their verdicts, and the standings at the end of each (`stood`, `stands`).

    Posts are the same where thread and fingerprint are; two verdicts are the same where all but the digest of the
    ruleset is, and which rulings were asked.
    """
    old, new = ({(one.thread.identity, one.fingerprint): one for one in some} for some in (before, after))
    changed = tuple(
        (old.get(place), new.get(place))
        for place in _in_order(list(old), list(new))
        if not same_result(_unasked(old.get(place)), _unasked(new.get(place)))
    )
    return Effect(len(new), changed, tuple(_players(stood, stands)))


def same_result(one: Verdict | None, other: Verdict | None) -> bool:
    """Whether two verdicts declare the same, whatever ruleset judged."""
    if one is None or other is None:
        return one is other
    return one == other or one == replace(other, ruleset=one.ruleset)


def _unasked(verdict: Verdict | None) -> Verdict | None:
    """A verdict without the host's rulings on it: what a ruling leaves as it was is no change."""
    return verdict if verdict is None or not verdict.rulings else replace(verdict, rulings=(), own=None)


def _in_order(old: list[T], new: list[T]) -> list[T]:
    """All of both, each once: those of the second in its order, each of the first alone behind what it stood behind."""
    known, missing = set(new), list[T]()
    behind: dict[T | None, list[T]] = {}
    last: T | None = None
    for one in old:
        if one in known:
            last = one
        else:
            behind.setdefault(last, []).append(one)
    missing += behind.get(None, [])
    for one in new:
        missing += [one, *behind.get(one, [])]
    return missing


def _players(stood: Sequence[Standing], stands: Sequence[Standing]) -> Iterable[PlayerChange]:
    before, after = ({row.player: row for row in rows} for rows in (stood, stands))
    for player in {**after, **before}:
        was, now = before.get(player), after.get(player)
        if was is None or now is None or _place(was) != _place(now):
            yield PlayerChange(player, was, now)


def _place(row: Standing) -> tuple[int, int | None]:
    """Rank and square; home is home, on whatever square it lies."""
    return row.rank, None if row.home else row.square
