"""The worked examples of whole games (fixtures/rules/vectors-replay.json)."""

from __future__ import annotations

from typing import Any

import pytest
from examples import read_game, read_links, same_keys, told
from helpers import vectors
from scenario import Play, table

from referee.game import gifts_waiting

CASES = vectors("vectors-replay.json")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_worked_example(case: dict[str, Any]) -> None:
    played = Play(read_game(case), table(read_links(case)))
    actual = [told(verdict) for verdict in played.verdicts]
    assert len(actual) == len(case["expect"])
    assert [same_keys(row, want) for row, want in zip(actual, case["expect"], strict=True)] == case["expect"]
    rows = [{"player": row.player, "square": row.square, "home": row.home} for row in played.standings]
    assert rows == case["standings"]
    assert gifts_waiting(played.state) == case["gifts_waiting"]
