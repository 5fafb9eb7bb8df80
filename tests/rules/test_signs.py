"""Signs on a roll: each is there in the case of its precedent, and not where the decision did not matter."""

from __future__ import annotations

import pytest
from helpers import judge

from referee.app.precedents import book
from referee.model import Context
from referee.rules import signs_of
from referee.rules.signs import SIGNS

HOME = 1000
CASES = {
    sign.removeprefix("roll/"): one.case for one in book() for sign in one.cited if sign.startswith("roll/")
}  # fmt: skip


def signs(dice: str, **context: object) -> set[str]:
    return set(signs_of(judge(dice, Context(**context)), HOME))  # type: ignore[arg-type]


def test_every_sign_is_cited_by_a_precedent() -> None:
    assert set(CASES) == set(SIGNS)


@pytest.mark.parametrize("sign", [sign for sign in SIGNS if sign != "random_square"])
def test_the_case_of_a_precedent_shows_its_sign(sign: str) -> None:
    case = CASES[sign]
    assert case.dice is not None or sign == "several_more_rolls"
    dice = case.dice or case.posts[0].id
    assert dice is not None
    context = Context(case.post_no, case.second, case.square, case.held, case.chance, case.gift, case.fraction)
    assert sign in signs_of(judge(dice, context), HOME)


@pytest.mark.parametrize(
    ("dice", "context", "shown"),
    [
        ("a5dMhaAn", {}, set()),
        ("a5dMhaA", {}, {"short_id"}),
        ("UPRd5mnv", {}, {"shared_letter"}),
        ("aJO+d5mn", {}, {"shared_letter"}),
        ("aUPRXX5n", {}, set()),  # XX leaves nothing of either
        ("aGOd5mnv", {}, set()),
        ("aTO5dmnv", {}, set()),  # that the digit counts is a reading, with a precedent of its own
        ("aXX5dmnv", {}, set()),
        ("aXX5dmnv", {"square": 111}, {"xx_with_square_or_gift"}),
        ("aKDh5mnv", {}, set()),
        ("aKDhFmnv", {}, {"product_of_no_digit"}),
        ("K2dMhaAn", {}, set()),
        ("K2K3haAn", {}, {"several_times"}),
        ("K2KDhaAn", {}, {"combined_k"}),
        ("addd5mnv", {}, set()),
        ("a---5mnv", {}, {"symbol_run"}),
        ("a555dmnv", {}, {"run_on_top"}),
        ("aBBBdFmn", {}, {"run_on_top"}),
        ("aCHdFmnv", {}, {"spoiled_miss"}),
        ("aCHd5mnv", {}, set()),  # a digit is there anyway
        ("aCPdFmnv", {}, set()),  # something happened
        (".-.-.-.-", {}, set()),  # a miss
        ("aPTd5mnv", {"second": 5}, set()),
        ("aPTd5mnv", {}, {"no_seconds"}),
        ("TO5daTO3", {}, {"several_jumps"}),
        ("TO5dmhnv", {"square": 994}, set()),
        ("TO5dmhnv", {"square": 995}, {"jump_past_home"}),
        ("TO5Yhmnv", {}, {"jump_and_more"}),
        ("adf5mhTO", {}, {"random_square"}),
        ("a5dMhaAn", {"square": 10, "chance": True}, set()),
        ("a5dMhaAn", {"square": 11, "chance": True}, {"halved_odd"}),
        ("aJO2d5mn", {}, set()),
    ],
)
def test_what_a_roll_shows(dice: str, context: dict[str, object], shown: set[str]) -> None:
    assert signs(dice, **context) == shown
