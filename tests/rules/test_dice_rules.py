"""What the dice are worth: a case for each sentence of RULES, section E."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from helpers import judge
from id_maker import some_id

from referee.model import Context, Next

IN_POST = Context(post_no=123, second=45)
ON_321 = Context(square=321)
HELD_3 = Context(square=10, held=3)


def case(dice: str, context: Context = IN_POST, **expected: Any) -> Any:
    told = " ".join(f"{key}={value}" for key, value in expected.items())
    return pytest.param(dice, context, expected, id=f"{dice} {told}")


def check(dice: str, context: Context, expected: dict[str, Any]) -> None:
    roll = judge(dice, context)
    assert {key: getattr(roll, key) for key in expected} == expected


LETTERS_ARE_NOT_USED_UP = [
    case("UPR5dhmf", exposures=("R",), again=1),
    case("CPT5dhmf", cp=1, bonus=9),
    case("PRV5dhmf", again=1, roll=-5),
    case("JO+dhmfv", points=5, next=Next(rolls=2)),
    case("UPIdhmfv", points=1, exposures=("I",)),
    case("K3dhmfva", digits=9),
    case("JO4dhmfv", digits=4, next=Next(held=4)),
    case("TO4dhmfv", digits=4, jump=400),
    case("gOdhmfvn", roll=50),  # second letters are case-blind too
    case("sAdhmfvn", roll=-50),
    case("rV5dhmfv", roll=-5),
    case("JO-dhmfv", next=Next(rolls=2)),  # a symbol is neither letter nor digit
    case("JO_dhmfv", next=Next(rolls=2)),
    case("G5Odhmfv", roll=15),  # neighbours are neighbours in the ID as it stands
    case("R5Vdhmfv", roll=5),
]

X_AND_XX = [
    case("X/SdSA5h", points=0, roll=5),
    case("X/dhmf5v", ON_321, roll=-10),  # struck also where a multiplier would have turned it to profit
    case("XRV/5hmf", roll=-5),
    case("XY5dhmfv", rests=0),
    case("xadfhmnv", points=-100),  # not the -100
    case("XW8dhmfv", roll=4),  # not W
    case("XTOd5hmf", jump=0),  # not TO
    case("XUPD5hmf", exposures=("D",), rests=2),  # not exposures
    case("XTO/5hmf", jump=877),  # a / still serves as follower
    case("XJO/5hmf", next=Next(rolls=2)),
    case("XK/12hmf", digits=12),
    case("X///5hmf", points=300),  # and in a run
    case("XX5GOYdh", roll=5, rests=0),
    case("XXKD23hm", digits=5),
    case("XXK+12hm", digits=3, points=0),
    case("XX555hmf", roll=315),  # runs of digits still count
    case("XX5hhh+f", roll=5),
    case("XX5dhmfv", Context(square=111), roll=15),  # the square's multiplier holds
    case("XX5dhmfv", Context(square=10, gift=10), target=25),  # a received gift holds
    case("XXdhmfvn", roll=0, miss=False),
    case("XXTO5CPE", jump=None, digits=5, cp=0, tasks=()),
    case("XXPRUPDB", again=0, exposures=()),
    case("XX5dhmfv", HELD_3, roll=5, lifts=True),  # the held ×n is lifted, for this roll already
    case("xX5dhmfv", HELD_3, roll=5, lifts=True),
    case("XdX5hmfv", HELD_3, roll=15, lifts=False),  # adjacent only
    case("XX+5dhmf", Context(square=10, chance=True), jump=505, lifts=False),  # chance is not lifted
]

K = [
    case("KD23hmfv", digits=6),
    case("kD23hmfv", digits=6),
    case("KDhmfvnd", digits=0, roll=0),
    case("KD0d5hmf", digits=0),
    case("Kd23hmfv", digits=5),
    case("K3d2hmfv", digits=15),
    case("K3d2+hmf", digits=15, points=5),  # the digit part, and only that
    case("K2KD3hmf", digits=12),  # after the product
    case("K2K3hmfv", digits=30),  # several multiply
    case("K12hmfvd", digits=3),  # n is one character
    case("K0d9hmfv", digits=0),
    case("K+12d3dh", digits=15, points=5),
    case("K/05dhmf", digits=5),  # leading zeros drop
    case("1dhmfv2K", digits=3),
    case("dhmfvnaK", roll=0, miss=False),  # nothing, but an event character
    case("K.KD12d3", digits=36),  # join, then product
    case("K.K2d13h", digits=30),  # join, then sum, then ×n
    case("KdKD23hm", digits=6),  # product if any K asks for it
]

FLAT = [
    case("+dhmfvna", roll=5),
    case("/dhmfvna", roll=-5),
    case("ldhmfvnA", roll=1),
    case("Idhmfvna", roll=1),
    case("Li5dhmfv", roll=5),
    case("zZ5dhmfv", roll=9),
    case("q5dhmfvn", roll=14),
    case("Q5dhmfvn", roll=5),
    case("GOO5dhmf", roll=55),
    case("GGO5dhmf", roll=65),
    case("dhmfvn5G", roll=15),
    case("SSA5dhmf", roll=-55),
    case("SAA5dhmf", roll=-45),
    case("dhmfvn5S", roll=-5),
]

SHAPES = [
    case("ADFHMNGL", roll=110),
    case("ADFHMNGd", roll=10),
    case("ADFHMN5G", roll=15),  # every die, so no digit
    case("adfhmnvz", roll=-98),
    case("adfhmnv+", roll=5),
    case("hhhdFmv5", roll=305),
    case("hHhdFmv5", roll=5),  # case-sensitive
    case("hhhhhdF5", roll=505),  # once for each longest run
    case("hhhFFFd5", roll=605),
    case("hhhFhhh5", roll=605),
    case("777dFmvn", roll=321),  # on top of what its dice are worth
    case("+++dFmv5", roll=320),
    case("ADFHMNQL", roll=174, miss=True),  # shapes do not spoil a miss
    case("adfhmnvj", roll=-26, miss=True),
    case("hhhdFmvn", roll=374, miss=True),
    case("dRFmVnaJ", roll=74, miss=True),  # halves of the pairs are no event characters
    case("UdTFOmQi", roll=74, miss=True),
    case("dFmvnah0", roll=0, miss=False),
    case("dFm.vnah", roll=74, miss=True),
]

MULTIPLIERS = [
    case("BB5dhmfv", roll=20),
    case("BW5dhmfv", roll=5),
    case("bbw5dhmf", roll=10),
    case("B+5dhmfv", roll=20),
    case("WW8dhmfv", roll=2),
    case("RVRV5dhm", roll=5),
    case("RVrvRV5d", roll=-5),
]

TURNS = [
    case("YyY5dhmf", rests=3),
    case("UPDUPi5h", exposures=("D", "I"), rests=4),
    case("UPKUPMdh", exposures=("K", "M")),
    case("UPHY5dhm", exposures=(), rests=1),  # other followers: nothing, and no rest
    case("dhmfv5UP", exposures=(), rests=0),
    case("JOd5hmfv", next=Next(chance=True)),
    case("JO0dhmfv", next=Next(held=0)),
    case("JO2JO3hm", next=Next(held=6)),
    case("dhm5fvJO", next=Next(held=10)),
    case("JO+JO.hm", next=Next(rolls=3)),
    case("CPcpCn5d", cp=2, cn=1, gift_before=20, gift_after=10),
    case("PLPL5dhm", bonus=12),
    case("PT5dhmfv", bonus=9),
    case("PT5dhmfv", Context(post_no=1, second=None), bonus=0),
    case("PT5dhmfv", Context(second=45, fraction="98"), bonus=9),
    case("PRpr5dhm", again=2),
    case("EAEC5dhm", tasks=("A", "C"), roll=5),
    case("ENEOEThm", tasks=("N", "O", "T"), roll=0),
    case("EHE5dhmf", tasks=(), roll=5),
]

JUMPS = [
    case("TOd5hmfv", jump=0),
    case("TO9dhmfv", jump=900),
    case("TO0dhmfv", jump=0),
    case("TO+5dhmf", jump=123),
    case("TO/5dhmf", jump=877),
    case("TO/5dhmf", Context(post_no=1001), jump=0),
    case("dhm5fvTO", jump=None, is_random=True),
    case("TO.5dhmf", jump=None, is_random=False, target=5),
    case("TO3TO7hm", jump=700),
    case("TO3TO.hm", jump=300),  # the last that jumps
    case("TO3TOdhm", jump=0),
    case("TO3dhmTO", jump=None, is_random=True),
]


@pytest.mark.parametrize(("dice", "context", "expected"), LETTERS_ARE_NOT_USED_UP)
def test_every_rule_looks_at_the_dice_on_its_own(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize(("dice", "context", "expected"), X_AND_XX)
def test_x_and_xx(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize(("dice", "context", "expected"), K)
def test_k(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize(("dice", "context", "expected"), FLAT)
def test_flat_points(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize(("dice", "context", "expected"), SHAPES)
def test_shapes_and_miss(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize(("dice", "context", "expected"), MULTIPLIERS)
def test_multipliers(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize(("dice", "context", "expected"), TURNS)
def test_rests_states_gifts_and_tasks(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize(("dice", "context", "expected"), JUMPS)
def test_jumps(dice: str, context: Context, expected: dict[str, Any]) -> None:
    check(dice, context, expected)


@pytest.mark.parametrize("event", [*"XK+/lIzZqGSBWYCPExkgsbwycpe", "RV", "UP", "JO", "TO", "rv", "uP", "jo", "To"])
def test_an_event_character_spoils_a_miss_even_if_it_does_nothing(event: str) -> None:
    assert not judge(f"dFmvna{event}", IN_POST).miss
    assert judge("dFmvna", IN_POST).miss


@pytest.mark.parametrize("trigger", ["K", "UP", "JO", "C", "P", "TO", "E", "G", "S"])
def test_what_follows_decides_for_exactly_one_row(trigger: str) -> None:
    for follower in ["", *map(chr, range(0x21, 0x7F)), "é"]:
        found = [finding for finding in judge(f"h{trigger}{follower}", IN_POST).findings if finding.at]
        begun = [finding.row for finding in found if finding.at and finding.at[0] == 1 and finding.rule != "E-RUN"]
        assert len(begun) == 1, (follower, begun)


def third_derivation(dice: str) -> dict[str, Any]:
    """Section E once more, by counting patterns; for dice without X and K, which change what the others mean."""

    def count(pattern: str, flags: re.RegexFlag = re.IGNORECASE) -> int:
        return len(re.findall(f"(?={pattern})", dice, flags | re.ASCII))

    exact = re.NOFLAG
    points = 5 * count(r"\+") - 5 * count("/") + count("l", exact) + count("I", exact) + 2 * count("z")
    points += 9 * count("q", exact) + 50 * count("go") + 10 * count("g(?!o)") - 50 * count("sa") - 10 * count("s(?!a)")
    points += 100 * bool(re.fullmatch("[A-Z]+", dice)) - 100 * bool(re.fullmatch("[a-z]+", dice))
    points += sum(100 * len(run[0]) for run in re.finditer(r"(.)\1{2,}", dice))
    miss = bool(dice) and not re.search(r"[0-9+/lIqzZgGsSbBwWyYcCpPeE]|rv|jo|to|RV|JO|TO|Rv|rV|Jo|jO|To|tO", dice)
    exposures = tuple(kind.upper() for kind in re.findall("up([dikmr])", dice, re.IGNORECASE))
    return {
        "digits": sum(map(int, re.findall("[0-9]", dice))),
        "points": points + 74 * miss,
        "miss": miss,
        "exposures": exposures,
        "rests": 2 * len(exposures) or count("y"),
        "cp": count("cp"),
        "cn": count("cn"),
        "again": count("pr"),
        "tasks": tuple(kind.upper() for kind in re.findall("e([acnot])", dice, re.IGNORECASE)),
        "next": Next(count("jo[a-z]") > 0, _product(dice), 1 + count("jo[^a-z0-9]")),
    }


def _product(dice: str) -> int:
    held = 1
    for n in re.findall("jo([0-9])", dice, re.IGNORECASE):
        held *= int(n)
    return held * (10 if dice.lower().endswith("jo") else 1)


def test_a_third_derivation_agrees() -> None:
    chance = Random(3)
    judged = 0
    while judged < 4000:
        dice = some_id(chance)
        if dice.isascii() and not re.search("[xk]|\n", dice, re.IGNORECASE):
            roll, expected = judge(dice, IN_POST), third_derivation(dice)
            assert {key: getattr(roll, key) for key in expected} == expected, dice
            judged += 1
