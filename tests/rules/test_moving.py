"""Moving: a case for each sentence of RULES, section M, and of S3."""

from __future__ import annotations

from hashlib import sha256

import pytest
from helpers import evaluator, judge

from referee.model import Context, Next, Roll

#: Dice that walk five squares, and none.
FIVE, NONE = "a5dMhaAn", "a0dMhaAn"
TIMES = dict.fromkeys(range(111, 1000, 111), 3)
TIMES |= {123 + 111 * step: 2 for step in range(7)} | {321 + 111 * step: -2 for step in range(7)}


def walk(dice: str, square: int, gift: int = 0, held: int = 1, post_no: int = 123) -> Roll:
    return judge(dice, Context(post_no=post_no, second=45, square=square, gift=gift, held=held))


def landed(square: int) -> int:
    """M3: on a multiple of 100, which the start is not, go on 20."""
    return square + 20 if square in range(100, 1000, 100) else square


@pytest.mark.parametrize(
    ("dice", "square", "held", "roll"),
    [
        ("a5+dMhan", 0, 1, 10),  # digit part + flat points
        ("B5+dMhan", 0, 1, 20),
        ("B5RVdMhn", 111, 2, -60),  # × 2^(B−W) × (−1)^RV × the square × the held
        ("W5dMhaAn", 0, 1, 2),
        ("W5dMhaAn", 123, 1, 5),  # exact: the half is not dropped before it is doubled
        ("WW5dMhan", 0, 4, 5),
        ("W/dMhaAn", 10, 1, -2),  # towards zero
        ("WRV5dMhn", 10, 1, -2),
        ("WWw7dMhn", 10, 1, 0),
        ("a5dMhaAn", 0, 0, 0),
    ],
)
def test_m1_everything_is_multiplied_exactly_and_the_fraction_dropped_once(
    dice: str, square: int, held: int, roll: int
) -> None:
    assert walk(dice, square, held=held).roll == roll


def test_m2_which_squares_multiply() -> None:
    rolls = {square: walk(FIVE, square).roll for square in range(1000)}
    assert rolls == {square: 5 * TIMES.get(square, 1) for square in range(1000)}


def test_m3_landing_on_every_square() -> None:
    by_nothing = [walk(NONE, square).target for square in range(1000)]
    by_gift = [walk(NONE, square - 10, gift=10).target for square in range(10, 1000)]
    backwards = [walk("a/dMhaAn", square + 5).target for square in range(995) if square + 5 not in TIMES]
    assert by_nothing == [landed(square) for square in range(1000)]
    assert by_gift == [landed(square) for square in range(10, 1000)]
    assert backwards == [landed(square) for square in range(995) if square + 5 not in TIMES]
    assert [evaluator().arrive(square)[0] for square in range(1000)] == by_nothing


def test_m3_roll_and_bonus_are_one_movement() -> None:
    assert walk("PLdMhaA4", 90).target == 120, "4 + 6 from the number: 100 is reached at once"
    assert walk("PLdMhaA4", 96).target == 106, "no stop on 100 on the way"
    assert walk("PLSdMhaA", 2).target == 0, "-10 + 6, not below 0 only at the end"
    assert walk("PLSdMhaA", 5).target == 1
    assert walk("SAdMhaAn", 10, gift=10).target == 0


def test_m3_the_bonus_is_never_multiplied() -> None:
    roll = walk("BPL5dMha", 111, gift=10)
    assert (roll.roll, roll.bonus, roll.target) == (30, 16, 157)
    assert walk("PL5dMhaA", 0, held=0).bonus == 6


@pytest.mark.parametrize(("square", "target", "home"), [(994, 999, False), (995, 1000, True), (998, 1000, True)])
def test_m3_at_1000_or_more_the_player_is_home(square: int, target: int, home: bool) -> None:
    roll = walk(FIVE, square)
    assert (roll.target, roll.home) == (target, home)


def test_m4_a_jump_replaces_the_walk() -> None:
    roll = walk("TO3PL9da", 999, gift=10)
    assert (roll.target, roll.home, roll.bonus) == (320, False, 0), "not home on the way, the gift is lost"
    assert roll.roll == 3 * (3 + 9), "the roll is told although it is not walked"


@pytest.mark.parametrize(
    ("dice", "post_no", "target"),
    [("TO5dMhan", 1, 520), ("TO0dMhan", 1, 0), ("TO+dMhan", 200, 220), ("TO/dMhan", 900, 120), ("TO/dMhan", 1001, 0)],
)
def test_m4_the_square_jumped_to_counts_as_reached(dice: str, post_no: int, target: int) -> None:
    assert walk(dice, 10, post_no=post_no).target == target


@pytest.mark.parametrize(("post_no", "overshoot"), [(1000, 0), (1001, 1)])
def test_m4_to_plus_in_post_1000_or_later_is_home(post_no: int, overshoot: int) -> None:
    roll = walk("TO+dMhan", 10, post_no=post_no)
    assert (roll.target, roll.home, roll.overshoot) == (1000, True, overshoot)


@pytest.mark.parametrize(
    ("dice", "field", "value"),
    [
        ("TOdYhman", "rests", 1),
        ("TOdUPMhn", "exposures", ("M",)),
        ("TO5JO2dh", "next", Next(held=2)),
        ("TO5CPCNh", "gift_before", 10),
        ("TO5CPCNh", "gift_after", 10),
        ("TO5PRdhn", "again", 1),
        ("TO5EAdhn", "tasks", ("A",)),
    ],
)
def test_m4_the_other_events_of_the_roll_still_happen(dice: str, field: str, value: object) -> None:
    roll = walk(dice, 10)
    assert roll.jump is not None
    assert getattr(roll, field) == value


def test_m5_the_random_square() -> None:
    roll = judge("adfHm5TO", Context(seed="entrance/1178000000/55", square=10))
    assert (roll.jump, roll.target, roll.is_random) == (354, 354, True)


@pytest.mark.parametrize("number", range(1, 60))
def test_m5_derived_again(number: int) -> None:
    text = f"qa/1178000001/{number} adfHm5TO".encode("ascii")
    square = sum(byte << 8 * place for place, byte in enumerate(reversed(sha256(text).digest()[:8]))) % 1000
    roll = judge("adfHm5TO", Context(seed=f"qa/1178000001/{number}"))
    assert (roll.jump, roll.target) == (square, landed(square))


def test_m5_a_random_square_waits_where_no_seed_decides_it() -> None:
    roll = judge("adfHm5TO", Context(square=10))
    assert (roll.is_random, roll.jump, roll.target, roll.home) == (True, None, None, False)


def test_m6_what_went_beyond_home_is_told() -> None:
    assert [walk(FIVE, square).overshoot for square in (994, 995, 998)] == [0, 0, 3]


@pytest.mark.parametrize(
    ("dice", "square", "jump", "target"),
    [
        ("9dMhaAnv", 251, 125, 125),  # half the square, rounded down
        ("9dMha+nv", 251, 625, 625),
        ("dMhaAnvf", 0, 0, 0),
        ("+dMhaAnv", 0, 500, 520),  # a jump: it lands
        ("dMhaAnvf", 200, 100, 120),
        ("++dMhanv", 998, 999, 999),
        ("TO+dMhav", 40, 520, 520),
        ("dMhaAnvf", 111, 55, 55),
    ],
)
def test_s3_chance_jumps_to_half_the_square(dice: str, square: int, jump: int, target: int) -> None:
    roll = judge(dice, Context(post_no=5, second=1, square=square, chance=True))
    assert (roll.jump, roll.target) == (jump, target)


def test_s3_nothing_of_the_id_counts_but_plus() -> None:
    context = Context(post_no=7, second=5, square=50, held=5, chance=True, gift=10)
    roll = judge("YUPDPRCP+CNPLXXJO3EA777GOBW", context)
    assert (roll.roll, roll.digits, roll.points, roll.bonus) == (0, 0, 0, 0)
    assert (roll.rests, roll.exposures, roll.again, roll.cp, roll.cn, roll.tasks) == (0, (), 0, 0, 0, ())
    assert roll.next == Next(), "the held ×n is used up, and nothing new is held"
    assert not roll.miss
    assert not roll.lifts
