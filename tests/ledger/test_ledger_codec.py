"""Nouns as bytes: whatever a game makes comes back the same, and equal states are equal bytes."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from book import THREAD, reading
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immutables import Map
from msgspec.structs import fields, replace
from scenario import Play, play, table
from some_game import elsewhere, games, readings

from referee.errors import LedgerCorrupt
from referee.ledger import codec
from referee.model import Days, GameState, PlayerState, Post, ThreadRef


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(games(), elsewhere(), readings)
def test_what_a_game_makes_comes_back(posts: list[Post], known: Any, reading: dict[str, Any]) -> None:
    played = Play(posts, table(known, **reading))
    for post in played.posts:
        assert codec.decode_post(*codec.encode_post(post, post.thread), post.thread) == post
    for verdict in played.verdicts:
        row = codec.encode_verdict(verdict, verdict.thread)
        assert codec.decode_verdict(*row, verdict.thread, verdict.ruleset) == verdict
    for player in played.state.players.values():
        assert codec.decode_player(codec.PLAYER_FORM, codec.encode_player(player)) == player
    stored = codec.encode_state(played.state)
    again = codec.decode_state(codec.STATE_FORM, stored)
    assert again == played.state
    assert codec.encode_state(again) == stored


@given(st.randoms(use_true_random=False))
def test_equal_states_are_equal_bytes_however_they_were_made(chance: random.Random) -> None:
    trips, seen = [f"◆{n}" for n in range(40)], list(range(-50, 50))
    states = []
    for _ in (1, 2):
        chance.shuffle(trips)
        chance.shuffle(seen)
        players = Map((trip, PlayerState(trip, square=int(trip[1:]))) for trip in trips)
        states.append(GameState(players, seen=Map(dict.fromkeys(seen, True)), used=Map(dict.fromkeys(trips, True))))
    assert states[0] == states[1]
    assert codec.encode_state(states[0]) == codec.encode_state(states[1])


def test_years_of_days_fit() -> None:
    days = Days()
    for day in range(732_000, 736_000, 3):
        days = days.with_day(day)
    player = PlayerState("◆A", rolled=days, posted=days)
    assert codec.decode_player(codec.PLAYER_FORM, codec.encode_player(player)) == player


@pytest.mark.parametrize(("form", "noun"), [(codec.PlayerForm, PlayerState), (codec.StateForm, GameState)])
def test_a_form_has_every_field_of_its_noun(form: type, noun: type) -> None:
    assert {field.name for field in fields(form)} == {field.name for field in fields(noun)}


def test_a_thread_that_moved_is_kept_as_it_was() -> None:
    post = replace(reading("a")[0], thread=ThreadRef("entrance", "1178000000", "etc8.2ch.net", "2ch"))
    assert codec.decode_post(*codec.encode_post(post, THREAD), THREAD) == post


def test_rows_are_small_and_name_no_class() -> None:
    verdict = play("1 05-01 10:00:05 ◆A a5dMhaAn").verdicts[0]
    form, stored = codec.encode_verdict(verdict, verdict.thread)
    assert form == "verdict/1"
    assert len(stored) < 300
    post = reading("a")[0]
    form, stored = codec.encode_post(post, THREAD)
    assert form == "post/1"
    assert len(stored) < 200
    long = replace(post, body="長い話" * 500)
    form, stored = codec.encode_post(long, THREAD)
    assert form == "post/1z"
    assert len(stored) < 400
    assert codec.decode_post(form, stored, THREAD) == long


def test_an_older_form_is_brought_up(monkeypatch: pytest.MonkeyPatch) -> None:
    post = reading("a")[0]
    old = msgspec.to_builtins(codec._decode(*codec.encode_post(post, THREAD)))
    number, old[1] = old[1], "first"

    def cast(value: list[Any]) -> list[Any]:
        value[1] = {"first": number}[value[1]]
        return value

    monkeypatch.setitem(codec._UPCAST, "post/0", (codec.POST_FORM, cast))
    assert codec.decode_post("post/0", msgspec.msgpack.encode(old), THREAD) == post


@pytest.mark.parametrize("form", ["post/1", "post/1z", "post/99", "verdict/1"])
@pytest.mark.parametrize("payload", [b"", b"nonsense", codec.encode_player(PlayerState("◆A"))])
def test_bytes_of_no_form_are_told(form: str, payload: bytes) -> None:
    with pytest.raises(LedgerCorrupt):
        codec.decode_post(form, payload, THREAD)
