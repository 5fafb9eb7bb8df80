"""The game as each player lived it: one walk over the verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from referee.model import Given, Opened, Placed, PlayerState, RoundOpened, Stamp, Thrown, Verdict
from referee.words.rolls import jumps

EventKind = Literal["roll", "extra", "gift", "ruling", "round"]


class Event(Struct, frozen=True):
    """What moved a player (or let him stand) by one verdict; `target` is None while a random square is undecided.

    `day` is the day (ordinal) on which it counts, `round` the round, from 1. A player's days never run backwards: what
    bears an earlier stamp than the event before it counts with that. An undated event counts with what came before it
    in the game, and on day 0 where nothing dated did.
    """

    kind: EventKind
    verdict: Verdict
    step: Thrown | Given | Placed | Opened | RoundOpened
    origin: int
    target: int | None
    day: int
    round: int


class Gift(Struct, frozen=True):
    """Steps from one player to another by a verdict; `other` is the player on the other side, None where nobody is
    known yet (CN that waits) or nobody was there (CP, or CN that a new round cleared). `lost`: nobody walked them,
    because the taker jumped (G3) or a new round began (H2)."""

    verdict: Verdict
    kind: Literal["CP", "CN"]
    steps: int
    other: str | None
    lost: bool = False


class Rested(Struct, frozen=True):
    """Days (ordinals, both included) that a player rests, in a round."""

    round: int
    first: int
    last: int


class Chapter(Struct):
    """One player: what happened in order, gifts, and what is remembered; `square` where he stands, `moved_today` the
    squares that posts of today moved him; `changed` when he last rolled, moved or showed something, as far as it is
    known, `rolls_before` the rolls before a hand-over."""

    trip: str
    events: list[Event] = field(default_factory=list)
    given: list[Gift] = field(default_factory=list)
    received: list[Gift] = field(default_factory=list)
    square: int = 0
    moved_today: int = 0
    claim: Verdict | None = None
    rests: list[Rested] = field(default_factory=list)
    changed: Stamp | None = None
    rolls_before: int = 0

    def rests_from(self, round_: int, day: int, until: int | None) -> None:
        """After a post of a day the player rests until that day, or no more (None)."""
        rest = self.rests[-1] if self.rests else None
        if rest is not None and rest.round == round_ and rest.last >= day:
            first = self.rests.pop().first
            until = day - 1 if until is None else until
        else:
            first = day + 1
        if until is not None and until >= first:
            self.rests.append(Rested(round_, first, until))

    @property
    def throws(self) -> list[Event]:
        """The rolls among the events."""
        return [event for event in self.events if isinstance(event.step, Thrown)]

    @property
    def last_throw(self) -> Event | None:
        """The last of them."""
        return next((event for event in reversed(self.events) if isinstance(event.step, Thrown)), None)

    @property
    def missed(self) -> list[Event]:
        """The rolls that were スカ."""
        return [event for event in self.events if isinstance(event.step, Thrown) and event.step.roll.miss]

    @property
    def returned(self) -> list[Event]:
        """The rolls, jumps, gifts and rulings that led back to the start."""
        return [event for event in self.events if event.target == 0 < event.origin and event.kind != "round"]


class _Waiting(Struct, frozen=True):
    giver: str
    steps: int
    place: int


class Tale:
    """Every player's chapter, by trip, in the order in which they came in, from the players `start` on; and of each
    round, from `first_round` on, who was moved, in the order of the game."""

    def __init__(
        self,
        verdicts: Sequence[Verdict],
        today: int,
        start: Mapping[str, PlayerState] = {},
        first_round: int = 1,
    ) -> None:
        self._start = start
        self.players: dict[str, Chapter] = {}
        self.rounds: list[list[tuple[str, Event]]] = [[]]
        self._waiting: list[_Waiting] = []
        self._day, self._round = 0, first_round
        # By the post's own stamp: one with a wrong year moves no other post out of its day.
        self._is_today = False
        for verdict in verdicts:
            if verdict.stamp is not None:
                self._is_today = verdict.stamp.day >= today
            self._day = verdict.counts_on or self._day
            for step in verdict.steps:
                self._take(verdict, step)
            self._rested(verdict)
            if verdict.claim is not None and verdict.player is not None:
                self._chapter(verdict.player).claim = verdict

    def _rested(self, verdict: Verdict) -> None:
        """What a dated post of a player tells of his rest: its last day, or that there is none (any more)."""
        chapter, day = self.players.get(verdict.player or ""), verdict.counts_on
        if chapter is None or day is None:
            return
        chapter.rests_from(self._round, day, verdict.rest_until)
        if verdict.steps:
            chapter.changed = verdict.stamp or chapter.changed

    def _take(self, verdict: Verdict, step: object) -> None:
        match step:
            case Thrown():
                kind: EventKind = "roll" if step.linked is None else "extra"
                self._move(step.player, kind, verdict, step, step.roll.target, step.roll.origin)
                self._gifts_of(verdict, step)
            case Given():
                self._move(step.player, "gift", verdict, step, step.target, step.origin)
                self._gift_moved(verdict, step)
            case Placed():
                self._move(step.player, "ruling", verdict, step, step.target, step.origin)
            case Opened():
                self._move(step.player, "ruling", verdict, step, step.row.square)
                if step.row.rest_until is not None:
                    begun = step.row.rolled_on or self._day
                    self._chapter(step.player).rests_from(self._round, begun, step.row.rest_until)
            case RoundOpened():
                for waiting in self._waiting:
                    self._settle(waiting, None, lost=True)
                self._waiting.clear()
                self._round = step.number
                for trip in self.players:
                    self._move(trip, "round", verdict, step, 0)
                self.rounds.append([])
            case _:
                pass

    def _chapter(self, trip: str) -> Chapter:
        known = self.players.get(trip)
        if known is None:
            began = self._start.get(trip)
            rolls, square = (began.rolls, began.square) if began else (0, 0)
            known = self.players[trip] = Chapter(trip, square=square, rolls_before=rolls)
        return known

    def _move(
        self,
        trip: str,
        kind: EventKind,
        verdict: Verdict,
        step: Thrown | Given | Placed | Opened | RoundOpened,
        target: int | None,
        origin: int | None = None,
    ) -> None:
        """One event more of a player, from where the step says or from where he stands."""
        chapter = self._chapter(trip)
        day = self._day
        if chapter.events and chapter.events[-1].round == self._round:
            day = max(day, chapter.events[-1].day)
        origin = chapter.square if origin is None else origin
        event = Event(kind, verdict, step, origin, target, day, self._round)
        chapter.events.append(event)
        self.rounds[-1].append((trip, event))
        chapter.changed = verdict.stamp or chapter.changed
        if target is not None:
            if self._is_today:
                chapter.moved_today += target - origin
            chapter.square = target

    def _gifts_of(self, verdict: Verdict, step: Thrown) -> None:
        """CN that a roll takes (all that waits, but for its own), and what it gives."""
        if step.gift and step.linked is None:
            self._hand_over(verdict, step.player, lost=jumps(step.roll))
        given = self._chapter(step.player).given
        if step.roll.gift_after:
            self._waiting.append(_Waiting(step.player, step.roll.gift_after, len(given)))
            given.append(Gift(verdict, "CN", step.roll.gift_after, None))
        if step.roll.gift_before and not any(isinstance(one, Given) and one.giver for one in verdict.steps):
            given.append(Gift(verdict, "CP", step.roll.gift_before, None))

    def _gift_moved(self, verdict: Verdict, step: Given) -> None:
        if step.waiting or not step.giver:
            self._hand_over(verdict, step.player)
            return
        self._chapter(step.player).received.append(Gift(verdict, "CP", step.steps, step.giver))
        self._chapter(step.giver).given.append(Gift(verdict, "CP", step.steps, step.player))

    def _hand_over(self, verdict: Verdict, taker: str, *, lost: bool = False) -> None:
        for waiting in [one for one in self._waiting if one.giver != taker]:
            self._waiting.remove(waiting)
            self._settle(waiting, taker, lost=lost)
            self._chapter(taker).received.append(Gift(verdict, "CN", waiting.steps, waiting.giver, lost))

    def _settle(self, waiting: _Waiting, taker: str | None, *, lost: bool) -> None:
        """What became of CN that waited, told on its giver's page."""
        given = self._chapter(waiting.giver).given
        given[waiting.place] = replace(given[waiting.place], other=taker, lost=lost)
