"""How fast IDs are evaluated, cold: the compiled evaluator beside the plain one (the definition)."""

from __future__ import annotations

import random

from benchmarks.threads import ID_CHARACTERS
from benchmarks.timing import fastest
from referee.app.rulesets import find_ruleset
from referee.model import Context
from referee.rules import Evaluator, evaluate_plain

IDS = 20_000


def main(rounds: int = 10) -> None:
    """Prints IDs per second of both, and their ratio (asked: at least 2.5)."""
    chance = random.Random(1)
    ids = ["".join(chance.choices(ID_CHARACTERS, k=8)) for _ in range(IDS)]
    ruleset = find_ruleset()
    evaluate = Evaluator(ruleset)
    context = Context(post_no=123, second=45, square=50)

    def compiled() -> None:
        for dice in ids:
            evaluate(dice, context)

    def plain() -> None:
        for dice in ids[: IDS // 10]:
            evaluate_plain(dice, context, ruleset)

    times = fastest({"compiled": compiled, "plain": plain}, rounds)
    speeds = {"compiled": IDS / times["compiled"], "plain": IDS // 10 / times["plain"]}
    for name, speed in speeds.items():
        print(f"  {name:10} {speed:9,.0f} IDs/s")
    print(f"  compiled is {speeds['compiled'] / speeds['plain']:.1f} × plain (asked: 2.5)")


if __name__ == "__main__":
    main()
