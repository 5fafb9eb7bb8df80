"""Signs on a roll that a decided point of the rules mattered for it: the precedents that a verdict may cite."""

from __future__ import annotations

from collections.abc import Callable

from referee.model import Finding, Next, Roll

#: Dice of a usual ID (T7).
_DICE = 8
#: Effects that leave the roll as it is.
_IDLE = ("nothing", "struck")
_K = ("digits_product", "digits_join", "digits_times")


def signs_of(roll: Roll, goal: int) -> tuple[str, ...]:
    """The names of the signs that a roll shows; `goal` is the square that is home."""
    return tuple(name for name, holds in SIGNS.items() if holds(roll, goal))


def _of(roll: Roll, *effects: str) -> list[Finding]:
    return [finding for finding in roll.findings if finding.effect in effects]


def _jumps(roll: Roll) -> bool:
    return roll.jump is not None or roll.is_random


def _spans(roll: Roll) -> list[tuple[int, int]]:
    """The dice of each event that did something, those of the whole ID and of single digits left out."""
    return [
        finding.at
        for finding in roll.findings
        if finding.at is not None
        and finding.effect not in (*_IDLE, "digit", "points_per_length")
        and finding.at != (0, len(roll.dice))
    ]


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _shares_a_letter(roll: Roll, _: int) -> bool:
    spans = _spans(roll)
    return any(_overlap(one, other) for place, one in enumerate(spans) for other in spans[:place])


def _runs(roll: Roll) -> list[tuple[int, int]]:
    return [finding.at for finding in _of(roll, "points_per_length") if finding.at is not None]


def _run_on_top(roll: Roll, _: int) -> bool:
    worth = [*_spans(roll), *(finding.at for finding in _of(roll, "digit") if finding.at is not None)]
    return any(_overlap(run, span) for run in _runs(roll) for span in worth)


def _spoiled_miss(roll: Roll, _: int) -> bool:
    """Neither digit nor anything that happened, and only event characters that do nothing keep it from a miss."""
    events = [finding for finding in roll.findings if finding.at not in (None, (0, len(roll.dice)))]
    events = [finding for finding in events if finding.effect != "points_per_length"]
    return bool(events) and all(finding.effect == "nothing" for finding in events)


def _and_more(roll: Roll, _: int) -> bool:
    others = roll.rests or roll.exposures or roll.again or roll.cp or roll.cn or roll.tasks or roll.next != Next()
    return _jumps(roll) and not roll.by_chance and bool(others)


#: Name → whether a roll shows it. Each holds exactly where the decision made the roll what it is.
SIGNS: dict[str, Callable[[Roll, int], bool]] = {
    "short_id": lambda roll, _: 0 < len(roll.dice) < _DICE,
    "shared_letter": _shares_a_letter,
    "xx_with_square_or_gift": lambda roll, _: roll.lifts and bool(_of(roll, "square_times", "gift")),
    "product_of_no_digit": lambda roll, _: bool(_of(roll, "digits_product")) and not _of(roll, "digit"),
    "several_times": lambda roll, _: len(_of(roll, "digits_times")) > 1,
    "combined_k": lambda roll, _: len({finding.effect for finding in _of(roll, *_K)}) > 1,
    "symbol_run": lambda roll, _: any(not roll.dice[start].isalnum() for start, _end in _runs(roll)),
    "run_on_top": _run_on_top,
    "spoiled_miss": _spoiled_miss,
    "no_seconds": lambda roll, _: any(finding.worth is None for finding in _of(roll, "bonus_seconds")),
    "several_jumps": lambda roll, _: sum(finding.effect.startswith("jump_") for finding in roll.findings) > 1,
    "jump_past_home": lambda roll, goal: _jumps(roll) and not roll.by_chance and roll.origin + roll.roll >= goal,
    "jump_and_more": _and_more,
    "random_square": lambda roll, _: roll.is_random,
    "halved_odd": lambda roll, _: roll.by_chance and bool(roll.origin % 2),
    "several_held": lambda roll, _: len(_of(roll, "hold")) > 1,
    "several_more_rolls": lambda roll, _: len(_of(roll, "more_rolls")) > 1,
}
