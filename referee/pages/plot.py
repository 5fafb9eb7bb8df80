"""What a game has to tell, before it is told: each day with what happened on it, and how much that matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from referee.model import (
    Given,
    Joined,
    Opened,
    Placed,
    PlayerState,
    Roll,
    RoundOpened,
    RulesTaken,
    Shown,
    Thrown,
    Verdict,
    Voided,
)
from referee.pages.causes import cause_of
from referee.words.rolls import jumps
from referee.words.tongue import times

#: How much something matters, by its kind; what is not named here is everyday.
_WEIGHTS = {
    "round": 9, "rules": 9, "home_first": 9, "home_next": 9, "home_gift": 9, "home_ruled": 9,
    "home_ruled_first": 9, "placed": 8, "voided": 8, "joined": 8,
    "carried": 9, "leads": 7, "leads_past": 7, "back_to_start": 6, "random_open": 5, "jump_up": 5, "jump_down": 5,
    "jump_other": 5,
    "passes": 4, "must_show": 4, "showed": 3, "multiplied": 3, "multiplied_back": 3, "gift": 3, "gift_back": 3,
    "miss": 2, "rest": 1, "forward_far": 2, "back": 2, "back_by": 2,
}  # fmt: skip
#: Players passed that are named; a roll that goes so many squares is a long one, or a short one.
_NAMED, _FAR, _NEAR = 3, 40, 5


class Beat(Struct, frozen=True):
    """One sentence to be told: `kind` chooses its words, `who` and `others` are trips, `n` a number, `letters` dice or
    letters of exposures."""

    kind: str
    who: str = ""
    others: tuple[str, ...] = ()
    n: int = 0
    origin: int = 0
    target: int = 0
    letters: str = ""


class Told(Struct, frozen=True):
    """What one verdict brought: its sentences, how much they matter, whether it was a roll and how far that led, and
    on which day it counts where that is another than the day under which it is told."""

    verdict: Verdict
    beats: tuple[Beat, ...]
    weight: int
    is_roll: bool
    steps: int
    counts_on: int | None


class Lead(Struct, frozen=True):
    """Who leads on which square, by which verdict, and who is behind him on which."""

    verdict: Verdict
    who: str
    square: int
    second: str
    behind: int


class Day(Struct):
    """A day (an ordinal; None before the first that is known) on which something happened; `lead` who leads at its end,
    None where nobody does, or where that was told before."""

    day: int | None
    told: list[Told] = field(default_factory=list)
    lead: Lead | None = None


class Plot:
    """The story of a game, begun with the players `start`: `days` in order; `begins` tells at which of them (a place in
    `days`) a round began."""

    def __init__(
        self, verdicts: Sequence[Verdict], start: Mapping[str, PlayerState] = {}, first_round: int = 1
    ) -> None:
        self.days: list[Day] = []
        self.begins: dict[int, int] = {first_round: 0}
        self._open_round(start)
        for verdict in verdicts:
            if verdict.steps:
                self._take(verdict)
        self._end_day()

    def _open_round(self, start: Mapping[str, PlayerState] = {}) -> None:
        #: Where everybody stands; the same of those on the way, in the same order.
        self._squares = {trip: one.square for trip, one in start.items()}
        self._running = {trip: one.square for trip, one in start.items() if one.home_at is None}
        self._rolls = {trip: one.rolls for trip, one in start.items()}
        homes = sorted((one.home_at, trip) for trip, one in start.items() if one.home_at is not None)
        self._home = [trip for _, trip in homes]
        self._moved: dict[str, Verdict] = {}
        self._told_lead = ""

    def _take(self, verdict: Verdict) -> None:
        counts_on = verdict.counts_on
        day = self._day(counts_on)
        beats: list[Beat] = []
        carried = throws = steps = 0
        for step in verdict.steps:
            if isinstance(step, Thrown):
                throws += 1
                steps += 0 if step.roll.target is None else step.roll.target - step.roll.origin
            elif isinstance(step, Opened):
                carried += 1
            elif isinstance(step, RoundOpened):
                self.begins[step.number] = len(self.days) - 1
                self._open_round()
            beats += self._beats(verdict, step)
        if carried:
            beats.insert(0, Beat("carried", n=carried))
        if beats:
            weight = max([_WEIGHTS.get(beat.kind, 0) for beat in beats])
            other = counts_on if counts_on != day.day else None
            day.told.append(Told(verdict, tuple(beats), weight, throws > 0, steps, other))

    def _day(self, day: int | None) -> Day:
        """The day under which something is told. Days never run backwards: what counts on an earlier one is told where
        it stands in the thread."""
        last = self.days[-1] if self.days else None
        if last is None or (day is not None and (last.day is None or day > last.day)):
            self._end_day()
            self.days.append(Day(day))
        return self.days[-1]

    def _end_day(self) -> None:
        """Who leads is told when it is another one than was told last."""
        if not self.days:
            return
        foremost = sorted(self._running.items(), key=lambda one: -one[1])[:2]
        if len(foremost) < 2:
            return
        (first, square), (second, behind) = foremost
        if square > behind and first != self._told_lead:
            self._told_lead = first
            if first not in self._moved:  # since the hand-over: nothing read here brought him there
                return
            self.days[-1].lead = Lead(self._moved[first], first, square, second, behind)

    def _beats(self, verdict: Verdict, step: object) -> Iterator[Beat]:
        match step:
            case Thrown():
                yield from self._thrown(verdict, step)
            case Given():
                kind = "gift_back" if step.target < step.origin else "gift" if step.giver else "gift_found"
                steps = abs(step.target - step.origin)
                yield Beat(kind, step.player, (step.giver,), steps, step.origin, step.target)
                yield from self._move(verdict, step.player, step.target, home=step.home, home_by="home_gift")
            case Placed():
                yield Beat("placed", step.player, (), 0, step.origin, step.target)
                if not step.home and step.player in self._home:
                    self._home.remove(step.player)
                    self._running = {who: at for who, at in self._squares.items() if who not in self._home}
                yield from self._move(verdict, step.player, step.target, home=step.home, home_by="home_ruled")
            case Opened():
                self._rolls[step.player] = step.row.rolls
                for _ in self._move(verdict, step.player, step.row.square, home=step.row.home_at is not None):
                    pass  # the whole table is one sentence
            case RoundOpened():
                yield Beat("round", n=step.number)
            case RulesTaken():
                yield Beat("rules")
            case Joined():
                yield Beat("joined", step.player, (step.alias,))
            case Voided():
                yield Beat("voided" if step.linked is None else "voided_again", step.player)
            case Shown(paid=paid) if paid:
                yield Beat("showed", step.player, letters="".join(paid))
            case _:
                pass

    def _thrown(self, verdict: Verdict, step: Thrown) -> Iterator[Beat]:
        roll, who = step.roll, step.player
        self._rolls[who] = self._rolls.get(who, 0) + 1
        if step.linked is not None:
            yield Beat("again", who)
        moved = [] if roll.target is None else list(self._move(verdict, who, roll.target, home=roll.home))
        # Who comes home has walked there: that is the sentence.
        if not roll.home:
            yield _walk(who, roll)
            if step.gift:
                yield Beat("gift_lost" if jumps(roll) else "gift_taken", who, n=step.gift)
            if roll.landing:
                yield Beat("landing", who, n=roll.landing)
        yield from moved
        if roll.home:
            return
        if roll.exposures:
            yield Beat("must_show", who, n=roll.rests, letters="".join(roll.exposures))
        elif roll.rests:
            yield Beat("rest", who, n=roll.rests)

    def _move(self, verdict: Verdict, who: str, target: int, *, home: bool, home_by: str = "") -> Iterator[Beat]:
        """A player stands elsewhere: whether that is home (`home_by`: not by a roll), whom he passed, whether he
        leads now."""
        before, running = self._squares.get(who, 0), self._running
        is_running = who not in self._home
        if is_running:
            running[who] = -1
        foremost = max(running.values(), default=0)
        passed = [trip for trip, square in running.items() if before < square < target]
        self._squares[who], self._moved[who] = target, verdict
        if home and is_running:
            del running[who]
            self._home.append(who)
            if home_by == "home_ruled" and len(self._home) == 1:
                home_by = "home_ruled_first"
            kind = home_by or ("home_first" if len(self._home) == 1 else "home_next")
            yield Beat(kind, who, (), self._rolls.get(who, 0), before, len(self._home))
            return
        if is_running:
            running[who] = target
        if before <= foremost < target and foremost:
            yield Beat("leads_past" if 0 < len(passed) <= _NAMED else "leads", who, tuple(passed), target=target)
        elif passed:
            few = tuple(passed) if len(passed) <= _NAMED else ()
            yield Beat("passes" if few else "passes_many", who, few, n=len(passed))


def _walk(who: str, roll: Roll) -> Beat:
    """The way of a roll that did not lead home."""
    if roll.target is None:
        return Beat("random_open", who, origin=roll.origin)
    moved, jumped = roll.target - roll.origin, roll.jump is not None
    letters = cause_of(roll)
    kind = _kind(roll, moved, jumped=jumped, has_cause=bool(letters))
    if kind.startswith("multiplied"):
        letters = times(roll.factors.square)
    return Beat(kind, who, n=abs(moved), origin=roll.origin, target=roll.target, letters=letters)


def _kind(roll: Roll, moved: int, *, jumped: bool, has_cause: bool) -> str:
    if roll.target == 0 < roll.origin:
        return "back_to_start"
    if roll.miss and not moved:
        return "miss"
    if not moved:
        return "stays"
    if jumped:
        return "jump_other" if not has_cause else "jump_up" if moved > 0 else "jump_down"
    if roll.factors.square != 1:
        return "multiplied" if moved > 0 else "multiplied_back"
    if moved < 0:
        return "back_by" if has_cause else "back"
    if has_cause:
        return "forward_by"
    return "forward_far" if moved >= _FAR else "forward_near" if moved <= _NEAR else "forward"
