"""The only writer of state: what the game is like after a verdict, and after each of its steps."""

from __future__ import annotations

from msgspec.structs import replace

from referee.game import ordained, rests
from referee.game.extra import used_key
from referee.game.moved import arrival, stood_on, without_used
from referee.game.opened import OpenGame
from referee.model import (
    GameState,
    Given,
    PlayerState,
    Readings,
    Sat,
    Shown,
    Thrown,
    Verdict,
)
from referee.model.game import Step


def evolve(state: GameState, verdict: Verdict, readings: Readings) -> GameState:
    """The state after a verdict: its steps, then the post itself."""
    game = OpenGame(state)
    evolve_in(game, verdict, readings)
    return game.close()


def evolve_in(game: OpenGame, verdict: Verdict, readings: Readings) -> None:
    """A verdict happens in a game that is open for it."""
    for step in verdict.steps:
        take_step(game, step, readings)
    take_post(game, verdict)


def take_post(game: OpenGame, verdict: Verdict) -> None:
    """A post whose steps are taken is done with: it was seen, on its day, with its ID."""
    if game.thread is not verdict.thread:
        game.turn_to(verdict.thread)
    stamp, player, day = verdict.stamp, verdict.player, verdict.day
    game.number = verdict.number
    game.stamp = stamp
    game.seen.add(verdict.fingerprint)
    if day is None and stamp is not None:
        day = stamp.day
    if day is not None:
        game.day = day
    if player is not None and (day is None or verdict.kind != "roll"):  # a roll has told the day already
        _know(game, player, day)
    if verdict.dice is not None and stamp is not None:  # boards change IDs at midnight, whatever day a post counts on
        game.remember_id(stamp.day, verdict.dice, player or "", verdict.items)


def _know(game: OpenGame, trip: str, day: int | None = None) -> None:
    """Whoever posts with a genuine trip is known from then on, with the days of posting (T2)."""
    player = game.players[trip]
    if player is None:
        player = PlayerState(trip)
    elif day is None or day in player.posted:
        return
    game.players[trip] = player if day is None else replace(player, posted=player.posted.with_day(day))


def take_step(game: OpenGame, step: Step, readings: Readings) -> None:
    """One step of a verdict happens."""
    if isinstance(step, Thrown):
        _thrown(game, step, readings)
    elif isinstance(step, Given):
        _given(game, step)
    elif isinstance(step, Shown):
        _shown(game, step, readings)
    elif isinstance(step, Sat):
        _sat(game, step, readings)
    else:
        ordained.take(game, step)


def _player(game: OpenGame, step: Step) -> PlayerState:
    """Who a step happens to; who is not known yet stands at the start."""
    return game.players[step.player] or PlayerState(step.player)


def _shown(game: OpenGame, step: Shown, readings: Readings) -> None:
    player = _player(game, step)
    if player.rest is not None:
        rest = rests.after_showing(player.rest, step.day, step.paid, step.links, readings)
        game.players[step.player] = replace(player, rest=rest)


def _sat(game: OpenGame, step: Sat, readings: Readings) -> None:
    player = _player(game, step)
    rest = player.rest
    if readings.rest_unit == "turns" and rest is not None:
        rest = rests.after_sitting(rest, step.day)
    game.players[step.player] = replace(player, rest=rest, sat=player.sat.with_day(step.day))
    if readings.gift_to == "shown":
        _in_turn(game, step.player)


def _given(game: OpenGame, step: Given) -> None:
    before = _player(game, step)
    home_at, arrived = arrival(game, before, step.target, home=step.home)
    stood = stood_on(before, step.target, step.day)
    home_on = step.day if step.home else before.home_on
    game.players[step.player] = replace(
        before, square=step.target, home_at=home_at, arrived=arrived, stood=stood, home_on=home_on
    )
    if step.waiting:
        _take_gifts(game, step.player)


def _thrown(game: OpenGame, step: Thrown, readings: Readings) -> None:
    trip = step.player
    before = _player(game, step)
    roll, daily = step.roll, step.linked is None
    following = roll.next
    pending = 0 if roll.lifts else before.pending
    if daily:  # old rights lapse (X4), those of JO + symbol are granted (S2)
        grants, made, pending = (step.at,) * pending, 0, 0
        rolled, posted = before.rolled.with_day(step.day), before.posted.with_day(step.day)
    else:
        grants, made = without_used(before.grants, step.at), before.made + 1
        rolled, posted = before.rolled, before.posted
    target = before.square if roll.target is None else roll.target  # a random square not yet decided: stay
    home_at, arrived = arrival(game, before, target, home=roll.home)
    rest = before.rest
    if rest is not None or roll.rests:
        rest = rests.after_roll(rest, step.day, roll, readings)
    game.players[trip] = PlayerState(
        trip,
        step.name,
        target,
        home_at,
        following.held,
        following.chance,
        pending + following.rolls - 1,
        grants + (step.at,) * roll.again if roll.again else grants,
        made,
        rest,
        before.rolls + 1,
        rolled,
        posted,
        before.sat,
        stood_on(before, target, step.day),
        arrived,
        step.day if roll.home else before.home_on,
    )
    if daily:
        _in_turn(game, trip)
        if game.waiting:
            _take_gifts(game, trip)
    if roll.gift_after:
        game.waiting = (*game.waiting, (trip, roll.gift_after))
    if step.linked is not None:
        game.used = game.used.set(used_key(step.linked.thread, step.linked.number), True)


def _in_turn(game: OpenGame, trip: str) -> None:
    """A daily roll by this player: the makers of the last one, and of the last one by somebody else (G1)."""
    if game.last != trip:
        game.last, game.last_other = trip, game.last


def _take_gifts(game: OpenGame, trip: str) -> None:
    """This player takes the gifts of all others (G3)."""
    game.waiting = tuple([gift for gift in game.waiting if gift[0] == trip])
