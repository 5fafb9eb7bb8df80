"""Every case of the precedent book, under every answer that can be run."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from examples import read_game, read_links, same_keys, stamp_of, told
from helpers import judge, ruleset
from scenario import Play, table

from referee.app.precedents import book
from referee.app.question import dice_in, ident_of, worth_of
from referee.app.tables import GameTable
from referee.game import gifts_waiting
from referee.model import Act, Context, GameSettings, PostKey, Ruling, Standing, day_text
from referee.model.ruling import ACTS, Opening
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
    rolled = judge(dice_in(ident_of(case.dice), ruleset(**readings).values), context, **readings)
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(worth_of(rolled)))
    return told


def act_of(row: dict[str, Any]) -> Act:
    """What a ruling of a row says; times and days as TOML has them."""
    fields = {key: value_of(value) for key, value in row.items() if key not in ("no", "kind")}
    return ACTS[row["kind"]](**fields)


def value_of(value: Any) -> Any:
    if isinstance(value, datetime):
        return stamp_of(value.replace(tzinfo=_JST).isoformat())
    if isinstance(value, date):
        return value.toordinal()
    if isinstance(value, list):
        return tuple(Opening(**one) if isinstance(one, dict) else one for one in value)
    return value


def play(one: Precedent, answer: Answer) -> Play:
    """The game of a case, under the switch, setting and rulings of an answer."""
    case, readings = one.case, readings_of(one, answer)
    links = {link.url: given(link) for link in case.links}
    game = {"posts": [given(post) for post in case.posts], "links": links}
    posts = read_game(game)
    keys = {post.number: PostKey(post.thread, post.number, post.fingerprint) for post in posts}
    rulings = [
        Ruling(place, (keys[row["no"]],), act_of(row), "so it says") for place, row in enumerate(answer.rulings, 1)
    ]
    plain = GameTable("case", table(read_links(game), settings_of(one, answer), **readings), ruleset(**readings))
    return Play(posts, plain.ruled(rulings).table)


def row(standing: Standing) -> dict[str, Any]:
    until = standing.rest_until
    return {**msgspec.structs.asdict(standing), "rest_until": None if until is None else day_text(until)}


@pytest.mark.parametrize(("one", "answer"), RUNS, ids=lambda x: x.number if isinstance(x, Precedent) else str(x.value))
def test_case_gives_what_the_answer_says(one: Precedent, answer: Answer) -> None:
    if one.case.dice is not None:
        assert answer.worth is not None
        assert same_keys(worth(one.case, **readings_of(one, answer)), answer.worth) == answer.worth
        return
    played = play(one, answer)
    verdicts = {verdict.number: told(verdict) for verdict in played.verdicts}
    for wanted in answer.posts:
        assert same_keys(verdicts[wanted["no"]], wanted) == wanted
    rows = {standing.player: row(standing) for standing in played.standings}
    for wanted in answer.standings:
        assert same_keys(rows[wanted["player"]], wanted) == wanted
    if answer.gifts_waiting is not None:
        assert gifts_waiting(played.state) == answer.gifts_waiting


def test_every_kind_of_ruling_makes_an_answer() -> None:
    assert {row["kind"] for _, answer in RUNS for row in answer.rulings} == set(ACTS) - {"stands"}


@pytest.mark.parametrize("one", [one for one in book() if one.switch is not None], ids=lambda one: one.number)
def test_no_two_values_of_a_switch_expect_the_same(one: Precedent) -> None:
    expected = [repr((answer.worth, answer.posts, answer.standings)) for answer in one.answer]
    assert len(set(expected)) == len(expected)
