"""Every case of the precedent book, under every answer that can be run."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import Any

import msgspec
import pytest
from examples import read_game, read_links, same_keys, told
from helpers import judge, ruleset
from scenario import Play, table

from referee.app.judge import dice_of, worth_of
from referee.app.precedents import book
from referee.game import gifts_waiting
from referee.model import Context, GameSettings, Standing, day_text
from referee.rules import SETTINGS, Answer, Case, Precedent

_JST = timezone(timedelta(hours=9))
RUNS = [(one, answer) for one in book() for answer in one.answer if answer.is_run]


def readings_of(one: Precedent, answer: Answer) -> dict[str, Any]:
    """The switch as the answer has it; a setting of the game is none."""
    return {} if one.switch is None or one.switch in SETTINGS else {one.switch: answer.value}


def settings_of(one: Precedent, answer: Answer) -> GameSettings:
    return GameSettings(**{one.switch: answer.value}) if one.switch in SETTINGS else GameSettings()  # type: ignore


def given(row: Any) -> dict[str, Any]:
    """A post or link of a case as the worked examples write it."""
    time = None if row.time is None else row.time.replace(tzinfo=_JST).isoformat()
    post = {**msgspec.structs.asdict(row), "time": time}
    if not row.host:
        del post["host"]
    return post


def worth(case: Case, **readings: Any) -> dict[str, Any]:
    """What the ID of a case is worth, by both evaluators."""
    assert case.dice is not None
    context = Context(
        case.post_no, case.second, case.square, case.held, case.chance, case.gift, case.fraction
    )  # fmt: skip
    rolled = judge(dice_of(case.dice, ruleset(**readings)), context, **readings)
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(worth_of(rolled)))
    return told


def play(case: Case, settings: GameSettings, **readings: Any) -> Play:
    links = {link.url: given(link) for link in case.links}
    game = {"posts": [given(post) for post in case.posts], "links": links}
    return Play(read_game(game), table(read_links(game), settings, **readings))


def row(standing: Standing) -> dict[str, Any]:
    until = standing.rest_until
    return {**msgspec.structs.asdict(standing), "rest_until": None if until is None else day_text(until)}


@pytest.mark.parametrize(("one", "answer"), RUNS, ids=lambda x: x.number if isinstance(x, Precedent) else str(x.value))
def test_case_gives_what_the_answer_says(one: Precedent, answer: Answer) -> None:
    assert not answer.rulings, "hand the rulings of the answer to the table"
    readings = readings_of(one, answer)
    if one.case.dice is not None:
        assert answer.worth is not None
        assert same_keys(worth(one.case, **readings), answer.worth) == answer.worth
        return
    played = play(one.case, settings_of(one, answer), **readings)
    verdicts = {verdict.number: told(verdict) for verdict in played.verdicts}
    for wanted in answer.posts:
        assert same_keys(verdicts[wanted["no"]], wanted) == wanted
    rows = {standing.player: row(standing) for standing in played.standings}
    for wanted in answer.standings:
        assert same_keys(rows[wanted["player"]], wanted) == wanted
    if answer.gifts_waiting is not None:
        assert gifts_waiting(played.state) == answer.gifts_waiting


@pytest.mark.parametrize("one", [one for one in book() if one.switch is not None], ids=lambda one: one.number)
def test_no_two_values_of_a_switch_expect_the_same(one: Precedent) -> None:
    expected = [repr((answer.worth, answer.posts, answer.standings)) for answer in one.answer]
    assert len(set(expected)) == len(expected)
