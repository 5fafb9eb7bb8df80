"""A game handed over to a new ledger: what of its state is carried, and the state that a new game opens with."""

from __future__ import annotations

from collections.abc import Iterable

from immutables import Map
from msgspec.structs import replace

from referee.game.opened import OpenGame
from referee.game.rests import picture_mark
from referee.model import Days, GameState, Handover, PlayerState, Post

#: Days before that of the last post whose rolls and posts are carried: stamps run backwards by minutes.
DAYS_KEPT = 7


def carried(state: GameState, into: Handover, days: int = DAYS_KEPT) -> Handover:
    """A hand-over, filled with what a state holds; thread, post, rules and settings are those of `into`. Of
    rolls, posts and squares so many days before that of the last post are carried."""
    since = 0 if state.day is None else state.day - days
    players = sorted(state.players.values(), key=lambda one: (not one.arrived, one.arrived, one.trip))
    return replace(
        into,
        stamp=state.stamp,
        day=state.day,
        round=state.round,
        homes=state.homes,
        last=state.last,
        last_other=state.last_other,
        players=tuple(one for one in (_carried(player, since) for player in players) if one != PlayerState(one.trip)),
        waiting=state.waiting,
        aliases=tuple(sorted(state.aliases.items())),
        used=tuple(sorted(state.used)),
        earlier=tuple(sorted(state.past)),
    )


def _carried(player: PlayerState, since: int) -> PlayerState:
    rest = player.rest
    if rest is not None and rest.shown:
        rest = replace(rest, shown=tuple(map(picture_mark, rest.shown)))
    return replace(
        player,
        rest=rest,
        rolled=_since(player.rolled, min(since, player.rolled.last or 0)),  # the last tells when one may roll again
        posted=_since(player.posted, since),
        sat=_since(player.sat, since),
        stood=tuple(entry for entry in player.stood if entry[0] >= since),
    )


def _since(days: Days, since: int) -> Days:
    return days_of(day for day in listed(days) if day >= since)


def listed(days: Days) -> list[int]:
    """The days of a set, in order."""
    found, bits = [], days.bits
    while bits:
        lowest = bits & -bits
        found.append(days.first + lowest.bit_length() - 1)
        bits ^= lowest
    return found


def days_of(days: Iterable[int]) -> Days:
    """Days as a set."""
    found = Days()
    for day in days:
        found = found.with_day(day)
    return found


def opening_state(handed: Handover) -> GameState:
    """The state with which a game goes on that was handed over; its own ruleset is the one in force."""
    moves, players = 0, {}
    for player in handed.players:
        if player.arrived:
            moves += 1
        players[player.trip] = replace(player, arrived=moves if player.arrived else 0)
    return GameState(
        Map(players),
        handed.waiting,
        handed.last,
        handed.last_other,
        Map(dict.fromkeys(handed.used, True)),
        handed.thread,
        past=Map(dict.fromkeys(handed.earlier, b"")),
        homes=handed.homes,
        moves=moves,
        number=handed.number,
        stamp=handed.stamp,
        day=handed.day,
        round=handed.round,
        aliases=Map(handed.aliases),
    )


def is_covered(game: OpenGame, post: Post, handed: Handover) -> bool:
    """Whether the hand-over holds what came of a post: it is of an earlier thread, or one up to the last post of it,
    told by its content, and by its number where that content never comes."""
    thread = post.thread
    if thread.is_same(handed.thread):
        is_after = game.thread is not None and game.thread.is_same(thread) and handed.fingerprint in game.seen
        return not is_after and post.number <= handed.number
    return thread.identity in handed.earlier or ("", thread.board, thread.key) in handed.earlier
