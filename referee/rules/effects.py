"""The closed list of effects: what a row may do, and what it must say for it."""

from __future__ import annotations

from msgspec import Struct


class Effect(Struct, frozen=True, gc=False):
    """What an effect asks of its row.

    `worth`: `needed`, `or_digit` (a worth, or `follow = "digit"`), `optional` or `no`; `kind` whether a letter must say
    which one; `shapes` the shapes it may stand on; `told` the worth that its finding shows when the row has none.
    """

    worth: str = "no"
    kind: bool = False
    shapes: tuple[str, ...] = ()
    told: float = 0


EFFECTS: dict[str, Effect] = {
    "points": Effect(worth="needed", shapes=("all_capital", "all_small", "miss")),
    "points_per_length": Effect(worth="needed", shapes=("run",)),
    "digit": Effect(shapes=("digit",)),
    "digits_product": Effect(),
    "digits_join": Effect(),
    "digits_times": Effect(worth="or_digit"),
    "double": Effect(told=2),
    "halve": Effect(told=0.5),
    "negate": Effect(told=-1),
    "strike": Effect(),
    "digits_only": Effect(),
    "rest": Effect(worth="optional", told=1),
    "exposure": Effect(kind=True, told=2),
    "chance": Effect(),
    "hold": Effect(worth="or_digit"),
    "more_rolls": Effect(told=1),
    "gift_before": Effect(worth="needed"),
    "gift_after": Effect(worth="needed"),
    "bonus_number": Effect(),
    "bonus_seconds": Effect(),
    "again": Effect(told=1),
    "jump_start": Effect(),
    "jump_hundreds": Effect(worth="or_digit"),
    "jump_number": Effect(),
    "jump_complement": Effect(),
    "jump_random": Effect(),
    "task": Effect(kind=True),
    "nothing": Effect(),
}

#: What a row may match instead of a trigger.
SHAPES: tuple[str, ...] = ("digit", "run", "all_capital", "all_small", "miss")
