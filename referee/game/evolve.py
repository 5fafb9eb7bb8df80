"""The only writer of state: what the game is like after a verdict, and after each of its steps."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from immutables import Map
from msgspec.structs import replace

from referee.game import rests
from referee.game.extra import used_key
from referee.game.near import remember_id
from referee.model import (
    GameState,
    Given,
    PlayerState,
    Readings,
    Sat,
    Shown,
    Stamp,
    ThreadRef,
    Thrown,
    Verdict,
)
from referee.model.game import Step

#: Days whose squares are remembered for claims; two, since stamps around midnight run backwards.
_DAYS_STOOD = 2


def evolve(state: GameState, verdict: Verdict, readings: Readings) -> GameState:
    """The state after a verdict: its steps, then the post itself."""
    for step in verdict.steps:
        state = after_step(state, step, readings)
    return with_seen(after_post(state, verdict), (verdict.fingerprint,))


def with_seen(state: GameState, fingerprints: Iterable[int]) -> GameState:
    """The state that has seen some posts of its thread, all in one go."""
    seen = state.seen.mutate()
    for fingerprint in fingerprints:
        seen[fingerprint] = True
    return replace(state, seen=seen.finish())


def after_post(state: GameState, verdict: Verdict) -> GameState:
    """The state after a post whose steps are folded in: days of posting, IDs of the day. That the post was seen is for
    `with_seen` to add."""
    thread, seen, past = state.thread, state.seen, state.past
    if thread is not verdict.thread and (thread is None or thread.identity != verdict.thread.identity):
        seen, past = _turn_to(state, verdict.thread)
    stamp = verdict.stamp
    day = state.day if stamp is None else stamp.day
    players, recent = state.players, state.recent
    if verdict.player is not None:
        players = _posted(players, verdict.player, stamp.day if stamp else None)
    if verdict.dice is not None and stamp is not None:
        recent = remember_id(recent, stamp.day, verdict.dice, verdict.player or "", verdict.items)
    return GameState(
        players,
        state.waiting,
        state.last,
        state.last_other,
        state.used,
        verdict.thread,
        seen,
        past,
        recent,
        state.homes,
        state.moves,
        verdict.number,
        stamp,
        day,
    )


def has_seen(state: GameState, thread: ThreadRef, fingerprint: int) -> bool:
    """Whether this very post was judged already (the same thread given twice, perhaps once without its host)."""
    if state.thread is thread or (state.thread is not None and state.thread.is_same(thread)):
        return fingerprint in state.seen
    for identity, packed in state.past.items() if not thread.family else _past_of(state, thread):
        if identity[1:] == thread.identity[1:] and fingerprint in _unpack(packed):
            return True
    return False


def _past_of(state: GameState, thread: ThreadRef) -> Iterator[tuple[tuple[str, str, str], bytes]]:
    """The fingerprints kept of a thread under its own name, and under that without a host."""
    for identity in (thread.identity, ("", thread.board, thread.key)):
        packed = state.past.get(identity)
        if packed is not None:
            yield identity, packed


def _turn_to(state: GameState, thread: ThreadRef) -> tuple[Map[int, bool], Map[tuple[str, str, str], bytes]]:
    """Fingerprints of the next thread, and those of earlier ones packed: eight bytes a post, for years of threads."""
    past = state.past
    if state.thread is not None:
        past = past.set(state.thread.identity, array("q", sorted(state.seen)).tobytes())
    packed = past.get(thread.identity)
    return Map((seen, True) for seen in _unpack(packed or b"")), past


def _unpack(packed: bytes) -> array[int]:
    fingerprints = array("q")
    fingerprints.frombytes(packed)
    return fingerprints


def _posted(players: Map[str, PlayerState], trip: str, day: int | None) -> Map[str, PlayerState]:
    """Whoever posts with a genuine trip is known from then on, with the days of posting (T2)."""
    player = players.get(trip)
    if player is None:
        player = PlayerState(trip)
    elif day is None or day in player.posted:
        return players
    posted = player.posted if day is None else player.posted.with_day(day)
    return players.set(trip, replace(player, posted=posted))


def after_step(state: GameState, step: Step, readings: Readings) -> GameState:
    """The state after one step of a verdict."""
    if isinstance(step, Thrown):
        return _thrown(state, step, readings)
    if isinstance(step, Given):
        return _given(state, step)
    return _shown(state, step, readings) if isinstance(step, Shown) else _sat(state, step, readings)


def _shown(state: GameState, step: Shown, readings: Readings) -> GameState:
    player = state.players[step.player]
    if player.rest is None:
        return state
    rest = rests.after_showing(player.rest, step.day, step.paid, step.links, readings)
    return replace(state, players=state.players.set(step.player, replace(player, rest=rest)))


def _sat(state: GameState, step: Sat, readings: Readings) -> GameState:
    player = state.players[step.player]
    rest = player.rest
    if readings.rest_unit == "turns" and rest is not None:
        rest = rests.after_sitting(rest, step.day)
    state = replace(
        state, players=state.players.set(step.player, replace(player, rest=rest, sat=player.sat.with_day(step.day)))
    )
    if readings.gift_to != "shown":
        return state
    last, last_other = _in_turn(state, step.player)
    return replace(state, last=last, last_other=last_other)


def _given(state: GameState, step: Given) -> GameState:
    before = state.players[step.player]
    moves, homes, home_at, arrived = _arrival(state, before, step.target, home=step.home)
    stood = _stood(before, step.target, step.day)
    home_on = step.day if step.home else before.home_on
    player = replace(before, square=step.target, home_at=home_at, arrived=arrived, stood=stood, home_on=home_on)
    waiting = _without_gifts_for(state, step.player) if step.waiting else state.waiting
    players = state.players.set(step.player, player)
    return replace(state, players=players, waiting=waiting, moves=moves, homes=homes)


def _thrown(state: GameState, step: Thrown, readings: Readings) -> GameState:
    before = state.players.get(step.player) or PlayerState(step.player)
    roll, daily = step.roll, step.linked is None
    pending = 0 if roll.lifts else before.pending
    if daily:  # old rights lapse (X4), those of JO + symbol are granted (S2)
        grants, made, pending = (step.at,) * pending, 0, 0
    else:
        grants, made = _without_used(before.grants, step.at), before.made + 1
    target = before.square if roll.target is None else roll.target  # a random square not yet decided: stay
    moves, homes, home_at, arrived = _arrival(state, before, target, home=roll.home)
    player = PlayerState(
        before.trip,
        step.name,
        target,
        home_at,
        roll.next.held,
        roll.next.chance,
        pending + roll.next.rolls - 1,
        grants + (step.at,) * roll.again,
        made,
        rests.after_roll(before.rest, step.day, roll, readings),
        before.rolls + 1,
        before.rolled.with_day(step.day) if daily else before.rolled,
        before.posted.with_day(step.day) if daily else before.posted,
        before.sat,
        _stood(before, target, step.day),
        arrived,
        step.day if roll.home else before.home_on,
    )
    waiting = _without_gifts_for(state, step.player) if daily else state.waiting
    if roll.gift_after:
        waiting = (*waiting, (step.player, roll.gift_after))
    used = state.used
    if step.linked is not None:
        used = used.set(used_key(step.linked.thread, step.linked.number), True)
    last, last_other = _in_turn(state, step.player) if daily else (state.last, state.last_other)
    return replace(
        state, players=state.players.set(step.player, player), waiting=waiting, last=last, last_other=last_other,
        used=used, moves=moves, homes=homes,
    )  # fmt: skip


def _without_used(grants: tuple[Stamp, ...], at: Stamp) -> tuple[Stamp, ...]:
    """The rights left after the oldest one that a post of this stamp may use (X3)."""
    place = next(place for place, grant in enumerate(grants) if not at.is_older_than(grant))
    return grants[:place] + grants[place + 1 :]


def _in_turn(state: GameState, trip: str) -> tuple[str, str | None]:
    """The makers of the last daily roll, and of the last one by somebody else, after one by this player (G1)."""
    return trip, state.last_other if state.last == trip else state.last


def _without_gifts_for(state: GameState, trip: str) -> tuple[tuple[str, int], ...]:
    """The gifts still waiting after this player took those of all others (G3)."""
    return tuple(gift for gift in state.waiting if gift[0] == trip) if state.waiting else ()


def _arrival(state: GameState, player: PlayerState, target: int, *, home: bool) -> tuple[int, int, int | None, int]:
    """The counters of moves and homes after a move, the player's place among those home, and the order of arriving."""
    moves, homes, home_at, arrived = state.moves, state.homes, player.home_at, player.arrived
    if target != player.square or not arrived:
        arrived = moves = moves + 1
    if home and home_at is None:
        home_at = homes = homes + 1
    return moves, homes, home_at, arrived


def _stood(player: PlayerState, target: int, day: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The squares stood on, day by day, with a move added (N1)."""
    for known, squares in player.stood:
        if known == day:
            others = tuple(entry for entry in player.stood if entry[0] != day)
            return ((day, squares if target in squares else (*squares, target)), *others)
    start = (player.square,) if target == player.square else (player.square, target)
    return ((day, start), *player.stood[: _DAYS_STOOD - 1])
