"""The switches: how a game reads what the rules leave open."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Readings(Struct, frozen=True, gc=False):
    """The switches in force (RULES, table "Readings"), one field each; the defaults are those of the rules."""

    roll_on_sage: bool = True
    dice: Literal["first8", "all"] = "first8"
    follower_digit_counts: bool = True
    x_strikes: Literal["always", "setbacks"] = "always"
    xx_keeps_runs: bool = True
    xx_lifts_chance: bool = False
    all_case: Literal["dice", "letters"] = "dice"
    miss_beside_shapes: bool = True
    pt_hundredths: bool = False
    fraction: Literal["towards_zero", "floor", "ceil", "half_up"] = "towards_zero"
    land_after_jump: bool = True
    rest_unit: Literal["days", "turns"] = "days"
    showing_allows_second_roll: bool = False
    gift_to: Literal["rolls", "shown"] = "rolls"
