"""Which readings can change a roll, told at a glance: to learn which ones do, few have to be tried."""

from __future__ import annotations

import re

from referee.model import Context, Roll
from referee.rules.load import SWITCHES
from referee.rules.tally import JUMPS

_RUN = re.compile(r"(.)\1\1", re.DOTALL)
#: What X strikes, or may strike.
_STRUCK = ("struck", "setback")
_CAPITAL, _SMALL = re.compile("[A-Z]"), re.compile("[a-z]")
_ALL = frozenset(SWITCHES)


def may_matter(roll: Roll, context: Context) -> frozenset[str]:
    """The switches that may change a roll made in a context: under every value of the others it is the same.

    Always among them: `dice`, which cuts the dice. Of a roll by chance nothing else of the ID counts (S3), so that most
    can't change it; whether XX would lift the chance does not show.
    """
    dice, effects = roll.dice, {finding.effect for finding in roll.findings}
    is_of_one_case = not (_CAPITAL.search(dice) and _SMALL.search(dice))
    matters = {
        "x_strikes": "strike" in effects and (not effects.isdisjoint(_STRUCK) or _leads_back(roll)),
        "xx_keeps_runs": roll.lifts,
        "xx_lifts_chance": context.chance,
        "follower_digit_counts": roll.lifts or any(_ends_in_digit(finding.at, dice) for finding in roll.findings),
        "all_case": is_of_one_case,
        "miss_beside_shapes": is_of_one_case or _RUN.search(dice) is not None,
        "pt_hundredths": "bonus_seconds" in effects and context.fraction != "",
        "fraction": _is_parted(roll),
        "land_after_jump": roll.by_chance or not effects.isdisjoint(JUMPS),
    }
    return _ALL.difference([switch for switch, may in matters.items() if not may])


def _leads_back(roll: Roll) -> bool:
    """Whether the multipliers turn points around: by one reading X leaves those, and they look like points that nothing
    strikes."""
    factors = roll.factors
    return factors.square * factors.held <= 0 or factors.negations & 1 == 1


def _is_parted(roll: Roll) -> bool:
    """Whether what is halved leaves a fraction."""
    factors = roll.factors
    product = (roll.digits + roll.points) * factors.square * factors.held
    return factors.doubles < 0 and product % (1 << -factors.doubles) != 0


def _ends_in_digit(at: tuple[int, int] | None, dice: str) -> bool:
    """Whether a finding of several dice has a digit for its last."""
    return at is not None and at[1] - at[0] > 1 and dice[at[1] - 1] in "0123456789"
