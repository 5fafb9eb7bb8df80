"""One and many in English."""

from __future__ import annotations

import pytest

from referee.words.counting import say_counted
from referee.words.story import TALES
from referee.words.tongue import Tongue


@pytest.mark.parametrize(("n", "said"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns")])
def test_a_number_brings_its_word(n: int, said: str) -> None:
    assert say_counted(Tongue("en", {}), TALES["rest"][0], {"n": n}) == f"That costs {said}."


def test_other_fields_and_japanese_are_as_ever() -> None:
    assert say_counted(Tongue("ja", {}), TALES["rest"][0], {"n": 1}) == "これで1回休み。"
    fields = {"who": "A", "n": 7, "target": 9}
    assert say_counted(Tongue("en", {}), TALES["forward"][0], fields) == "A goes on 7 to square 9."
