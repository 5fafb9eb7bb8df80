"""What happens by the host's word alone: steps that no dice made (RULES H2 to H4)."""

from __future__ import annotations

from immutables import Map
from msgspec.structs import replace

from referee.game.extra import used_key
from referee.game.moved import arrival, stood_on, without_used
from referee.game.opened import OpenGame
from referee.model import (
    Joined,
    Opened,
    Placed,
    PlayerState,
    Rest,
    RoundOpened,
    RulesTaken,
    Voided,
)

Ordained = Voided | Placed | Joined | RoundOpened | RulesTaken | Opened


def take(game: OpenGame, step: Ordained) -> None:
    """One such step happens."""
    match step:
        case Voided():
            _void(game, step)
        case Placed():
            _place(game, step)
        case Joined():
            _join(game, step)
        case RoundOpened():
            _open_round(game, step)
        case RulesTaken():
            game.ruleset = step.digest
        case Opened():
            _carry_over(game, step)


def _void(game: OpenGame, step: Voided) -> None:
    """A daily roll that is void uses up the day; an extra one uses up its right and its post."""
    player = game.players[step.player] or PlayerState(step.player)
    linked = step.linked
    if linked is None:
        player = replace(player, rolled=player.rolled.with_day(step.day), posted=player.posted.with_day(step.day))
    else:
        player = replace(player, grants=without_used(player.grants, linked.stamp), made=player.made + 1)
        game.used = game.used.set(used_key(linked.thread, linked.number), True)
    game.players[step.player] = player


def _place(game: OpenGame, step: Placed) -> None:
    """Who is set home comes home now; who is set elsewhere is home no more."""
    player = game.players[step.player] or PlayerState(step.player)
    if not step.home:
        player = replace(player, home_at=None, home_on=None)
    home_at, arrived = arrival(game, player, step.target, home=step.home)
    game.players[step.player] = replace(
        player,
        square=step.target,
        home_at=home_at,
        arrived=arrived,
        stood=player.stood if step.day is None else stood_on(player, step.target, step.day),
        home_on=player.home_on or (step.day if step.home else None),
    )


def _join(game: OpenGame, step: Joined) -> None:
    """Another trip of a player, and of whoever was joined to that trip before."""
    known = {alias: step.player if player == step.alias else player for alias, player in game.aliases.items()}
    game.aliases = Map({**known, step.alias: step.player})


def _open_round(game: OpenGame, step: RoundOpened) -> None:
    """H2: all at the start, nothing held, owed or waiting; a day that was rolled on stays used (T1)."""
    game.round = step.number
    game.waiting, game.last, game.last_other, game.homes = (), None, None, 0
    for player in game.players.everybody():
        game.players[player.trip] = PlayerState(
            player.trip, player.name, rolled=player.rolled, posted=player.posted, sat=player.sat
        )


def _carry_over(game: OpenGame, step: Opened) -> None:
    """A player as an opening table says; its rows are in the order of arriving."""
    row = step.row
    before = game.players[step.player] or PlayerState(step.player)
    game.moves += 1
    game.homes = max(game.homes, row.home_at or 0)
    rolled = before.rolled if row.rolled_on is None else before.rolled.with_day(row.rolled_on)
    rest = None
    if row.rest_until is not None:
        rest = Rest(row.rest_until - 1 if row.rolled_on is None else row.rolled_on, row.rest_until, row.owed)
    game.players[step.player] = PlayerState(
        row.player,
        row.name or before.name,
        row.square,
        row.home_at,
        row.held,
        row.chance,
        row.pending,
        rest=rest,
        rolls=row.rolls,
        rolled=rolled,
        posted=before.posted if row.rolled_on is None else before.posted.with_day(row.rolled_on),
        sat=before.sat,
        arrived=game.moves,
        home_on=row.rolled_on if row.home_at is not None else None,
    )
