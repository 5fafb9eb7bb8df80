"""Signs on a roll that a decided point of the rules mattered for it: the precedents that a verdict may cite."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.model import Finding, Next, Roll

#: Dice of a usual ID (T7).
_DICE = 8
#: Effects that leave the roll as it is.
_IDLE = ("nothing", "struck")
#: Effects that are of no place: idle ones, and those that each die or run of dice has by itself.
_PLACELESS = (*_IDLE, "digit", "points_per_length")
_K = ("digits_product", "digits_join", "digits_times")
#: How often each effect stands in a roll; of one that does not, nothing.
_Effects = Mapping[str, int]


def signs_of(roll: Roll, goal: int) -> tuple[str, ...]:
    """The names of the signs that a roll shows; `goal` is the square that is home."""
    effects: dict[str, int] = {}
    for finding in roll.findings:
        effects[finding.effect] = effects.get(finding.effect, 0) + 1
    return tuple([name for name, holds in SIGNS.items() if holds(roll, effects, goal)])


def _of(roll: Roll, effect: str) -> list[Finding]:
    return [finding for finding in roll.findings if finding.effect == effect]


def _jumps(roll: Roll) -> bool:
    return roll.jump is not None or roll.is_random


def _spans(roll: Roll) -> list[tuple[int, int]]:
    """The dice of each event that did something, those of the whole ID and of single digits left out."""
    return [
        finding.at
        for finding in roll.findings
        if finding.effect not in _PLACELESS and finding.at is not None and finding.at != (0, len(roll.dice))
    ]


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _shares_a_letter(roll: Roll, effects: _Effects, _: int) -> bool:
    spans = _spans(roll)
    return len(spans) > 1 and any(_overlap(one, other) for place, one in enumerate(spans) for other in spans[:place])


def _runs(roll: Roll) -> list[tuple[int, int]]:
    return [finding.at for finding in _of(roll, "points_per_length") if finding.at is not None]


def _run_on_top(roll: Roll, effects: _Effects, _: int) -> bool:
    if "points_per_length" not in effects:
        return False
    worth = [*_spans(roll), *(finding.at for finding in _of(roll, "digit") if finding.at is not None)]
    return any(_overlap(run, span) for run in _runs(roll) for span in worth)


def _symbol_run(roll: Roll, effects: _Effects, _: int) -> bool:
    return "points_per_length" in effects and any(not roll.dice[start].isalnum() for start, _end in _runs(roll))


def _no_seconds(roll: Roll, effects: _Effects, _: int) -> bool:
    return "bonus_seconds" in effects and any(finding.worth is None for finding in _of(roll, "bonus_seconds"))


def _jumps_in(effects: _Effects) -> int:
    return sum(count for effect, count in effects.items() if effect.startswith("jump_"))


def _spoiled_miss(roll: Roll, effects: _Effects, _: int) -> bool:
    """Neither digit nor anything that happened, and only event characters that do nothing keep it from a miss."""
    if "nothing" not in effects:
        return False
    events = [finding for finding in roll.findings if finding.at not in (None, (0, len(roll.dice)))]
    events = [finding for finding in events if finding.effect != "points_per_length"]
    return bool(events) and all(finding.effect == "nothing" for finding in events)


def _and_more(roll: Roll, effects: _Effects, _: int) -> bool:
    if not _jumps(roll) or roll.by_chance:
        return False
    others = roll.rests or roll.exposures or roll.again or roll.cp or roll.cn or roll.tasks or roll.next != Next()
    return bool(others)


#: Name → whether a roll of such effects shows it. Each holds exactly where the decision made the roll what it is.
SIGNS: dict[str, Callable[[Roll, _Effects, int], bool]] = {
    "short_id": lambda roll, effects, _: 0 < len(roll.dice) < _DICE,
    "shared_letter": _shares_a_letter,
    "xx_with_square_or_gift": lambda roll, effects, _: roll.lifts and ("square_times" in effects or "gift" in effects),
    "product_of_no_digit": lambda roll, effects, _: "digits_product" in effects and "digit" not in effects,
    "several_times": lambda roll, effects, _: effects.get("digits_times", 0) > 1,
    "combined_k": lambda roll, effects, _: len([effect for effect in _K if effect in effects]) > 1,
    "symbol_run": _symbol_run,
    "run_on_top": _run_on_top,
    "spoiled_miss": _spoiled_miss,
    "no_seconds": _no_seconds,
    "several_jumps": lambda roll, effects, _: _jumps_in(effects) > 1,
    "jump_past_home": lambda roll, effects, goal: (
        _jumps(roll) and not roll.by_chance and roll.origin + roll.roll >= goal
    ),
    "jump_and_more": _and_more,
    "random_square": lambda roll, effects, _: roll.is_random,
    "halved_odd": lambda roll, effects, _: roll.by_chance and bool(roll.origin % 2),
    "several_held": lambda roll, effects, _: effects.get("hold", 0) > 1,
    "several_more_rolls": lambda roll, effects, _: effects.get("more_rolls", 0) > 1,
}
