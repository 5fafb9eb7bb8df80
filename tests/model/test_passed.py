"""Who passed whom between two tables."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.model import Spot, passed


def table(**squares: int) -> dict[str, Spot]:
    """A table of squares, equal ones sharing a rank."""
    order = sorted(squares, key=lambda trip: -squares[trip])
    return {trip: Spot(1 + sum(other > squares[trip] for other in squares.values()), squares[trip]) for trip in order}


def test_who_went_on_and_is_ahead_has_passed() -> None:
    assert passed(table(a=9, b=5), table(a=9, b=14)) == {"a": ("b",)}
    assert passed(table(a=9, b=9), table(a=9, b=14)) == {"a": ("b",)}, "who was level too"
    assert passed(table(a=9), table(a=9, b=14)) == {"a": ("b",)}, "and who is new"


def test_who_stood_has_not() -> None:
    assert passed(table(a=9, b=5), table(a=0, b=5)) == {}
    assert passed(table(a=9, b=5), table(a=0, b=3)) == {}, "nor who went back"
    assert passed(table(a=9, b=5, c=1), table(a=9, b=5, c=9)) == {"b": ("c",)}, "level is not ahead"


def test_who_left_the_table_was_not_passed() -> None:
    assert passed(table(a=9, b=5), table(b=14)) == {}


squares = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 20))


@given(squares, squares)
def test_who_was_passed_is_behind(before: dict[str, int], after: dict[str, int]) -> None:
    told = passed(table(**before), table(**after))
    for behind, passers in told.items():
        for passer in passers:
            assert after[passer] > after[behind]
            assert before.get(passer, 0) <= before[behind]
            assert after[passer] > before.get(passer, 0)
    assert passed(table(**after), table(**after)) == {}
