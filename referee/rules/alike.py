"""Readings that can't change a roll, told at a glance: to learn which ones matter, few have to be tried."""

from __future__ import annotations

import re

from referee.model import Context
from referee.rules.tally import Tally

_RUN = re.compile(r"(.)\1\1", re.DOTALL)
#: What X strikes, or may strike.
_STRUCK = ("struck", "setback")
_CAPITAL, _SMALL = re.compile("[A-Z]"), re.compile("[a-z]")


def is_alike(switch: str, dice: str, tally: Tally, context: Context) -> bool:
    """Whether dice of a tally make the same roll in a context under every value of a switch.

    False where that can't be seen at a glance, and for `dice`, which cuts them.
    """
    match switch:
        case "x_strikes":
            return not tally.x or not any(finding.effect in _STRUCK for finding in tally.findings)
        case "xx_keeps_runs":
            return not tally.xx
        case "xx_lifts_chance":
            return not (tally.xx and context.chance)
        case "follower_digit_counts":
            return not tally.xx and not any(_ends_in_digit(finding.at, dice) for finding in tally.findings)
        case "all_case":
            return _is_of_both_cases(dice)
        case "miss_beside_shapes":
            return _is_of_both_cases(dice) and not _RUN.search(dice)
        case "pt_hundredths":
            return not (tally.seconds and context.fraction)
        case "fraction":
            return tally.doubles >= 0  # only what is halved more often than doubled can leave a fraction
        case "land_after_jump":
            return not tally.jumps and not context.chance
    return False


def _is_of_both_cases(dice: str) -> bool:
    return bool(_CAPITAL.search(dice) and _SMALL.search(dice))


def _ends_in_digit(at: tuple[int, int] | None, dice: str) -> bool:
    """Whether a finding of several dice has a digit for its last."""
    return at is not None and at[1] - at[0] > 1 and dice[at[1] - 1] in "0123456789"
