"""The verdict on a post that the host ruled on (RULES H2 to H4), with the referee's own beside it."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from referee.game import extra, near, rests
from referee.game.decision import Decision
from referee.game.evolve import take_step
from referee.game.opened import OpenGame
from referee.game.rulings import as_ruled, day_ruled, only_seen, verdict_ruled
from referee.game.table import Table
from referee.game.unruled import no_post, unruled, without_trip
from referee.model import (
    Context,
    Joined,
    Link,
    LinkedPost,
    Opened,
    OpenItem,
    Own,
    Placed,
    PlayerState,
    Post,
    Rest,
    RoundOpened,
    RulesTaken,
    Ruling,
    Shown,
    Verdict,
    Voided,
)
from referee.model.game import Kind, Step
from referee.model.ruling import (
    AcceptLink,
    Act,
    CarryOver,
    Chat,
    Count,
    Exposure,
    Join,
    NewRound,
    Outage,
    RandomSquare,
    SetSquare,
    ShiftDay,
    Stands,
    TakeRules,
    Void,
)

A = TypeVar("A", bound=Act)

#: Reasons for which a post is no roll that a host's word sets aside; a day that is used, and home, stand.
_COUNTABLE = frozenset({"no_trip", "no_id", "own_text", "sage", "undated", "resting"})


def decide_ruled(game: OpenGame, post: Post, table: Table, rulings: tuple[Ruling, ...]) -> Verdict:
    """The verdict on a post with the rulings about it, in the order in which they were made.

    What is to happen before the post (a round, an opening table, other rules, a joined trip) happens first, then the
    post itself is judged as the host says, then squares are set. A ruling that changes nothing because the game has
    gone another way is an open item (`ruling_idle`): it is never lost in silence.
    """
    told = tuple(ruling.id for ruling in rulings)
    own = unruled(OpenGame(game.close()), post, table.under(game.ruleset))
    if only_seen(rulings):
        verdict = unruled(game, post, table.under(game.ruleset))
        return replace(verdict, rulings=told)
    used: set[int] = set()
    steps = _before(game, post, table, rulings, used)
    table = table.under(game.ruleset)
    known, ruled_day = as_ruled(post, rulings), day_ruled(rulings)
    used |= {one.id for one in rulings if isinstance(one.act, Chat | Outage | ShiftDay | Stands)}
    trip = known.name.trip
    if known.status != "normal":
        verdict = no_post(post, table)
    elif trip is None:
        verdict = without_trip(game, replace(post, status=known.status), table)
    else:
        decision = RuledDecision(game, known, table, game.player_of(trip))
        decision.take_orders(post, rulings, steps, used)
        verdict = decision.verdict()
        steps = []
    if trip is None or known.status != "normal":
        day = ruled_day if ruled_day is not None else game.day if post.stamp is None else post.stamp.day
        steps += _placed(game, table, rulings, None, day, used)
        verdict = replace(verdict, steps=(*steps, *verdict.steps))
    idle = tuple(_idle(post, one) for one in rulings if one.id not in used)
    own_said = Own(own.kind, own.why, own.roll)
    is_moved = post.stamp is None or post.stamp.day != ruled_day
    day = ruled_day if is_moved else None
    return replace(verdict, rulings=told, own=own_said, items=(*verdict.items, *idle), day=day)


def _idle(post: Post, ruling: Ruling) -> OpenItem:
    return OpenItem("ruling_idle", post.thread, post.number, ruling.kind, (str(ruling.id),))


def set_aside(verdict: Verdict, post: Post, rulings: tuple[Ruling, ...]) -> Verdict:
    """A verdict that stands whatever is ruled: what the rulings about its post ask for is listed as idle."""
    asking = (one for one in rulings if not isinstance(one.act, Chat | Outage | Stands))
    items = tuple(_idle(post, one) for one in asking)
    return replace(verdict, rulings=tuple(one.id for one in rulings), items=items) if rulings else verdict


def _before(game: OpenGame, post: Post, table: Table, rulings: tuple[Ruling, ...], used: set[int]) -> list[Step]:
    """What happens before the post, taken in the game."""
    steps: list[Step] = []
    for ruling in rulings:
        match ruling.act:
            case NewRound():
                steps.append(RoundOpened(game.round + 1))
            case CarryOver(players=rows):
                steps += [Opened(row.player, row, place) for place, row in enumerate(rows, 1)]
            case TakeRules():
                steps.append(RulesTaken(table.rules_of[ruling.id]))
            case Join(alias=alias, player=player):
                steps.append(Joined(game.player_of(player), alias))
            case _:
                continue
        used.add(ruling.id)
        readings = table.under(game.ruleset).judge.readings
        for step in steps[len(steps) - _length(ruling) :]:
            take_step(game, step, readings)
    return steps


def _length(ruling: Ruling) -> int:
    """How many steps a ruling is that happens before the post."""
    return len(ruling.act.players) if isinstance(ruling.act, CarryOver) else 1


def _placed(
    game: OpenGame, table: Table, rulings: tuple[Ruling, ...], writer: str | None, day: int | None, used: set[int]
) -> list[Placed]:
    """The squares that the host sets, taken in the game."""
    steps = []
    for ruling in rulings:
        act = ruling.act
        if not isinstance(act, SetSquare):
            continue
        trip = game.player_of(act.player) if act.player is not None else writer
        if trip is None:
            continue
        player = game.players[trip] or PlayerState(trip)
        step = Placed(trip, day, player.square, act.square, act.square >= table.judge.goal)
        take_step(game, step, table.judge.readings)
        steps.append(step)
        used.add(ruling.id)
    return steps


class RuledDecision(Decision):
    """A post with a genuine trip, decided step by step, with the host's word where it is asked for."""

    __slots__ = ("rulings", "used")

    is_ruled = True

    rulings: tuple[Ruling, ...]
    used: set[int]

    def take_orders(self, post: Post, rulings: tuple[Ruling, ...], taken: list[Step], used: set[int]) -> None:
        """Be given the post as it was printed, the rulings about it, the steps taken already, and where to note which
        rulings were used."""
        self.printed = post
        self.shown = self.table.dice_of(post) if post.dice_id is not None else None
        moved = day_ruled(rulings)
        if moved is not None:
            self.day = moved
        self.rulings = rulings
        self.steps = list(taken)
        self.used = used

    def _ruled(self, kind: type[A]) -> tuple[int, A] | None:
        """The first ruling of a kind: its id, and what it says."""
        return next(((one.id, one.act) for one in self.rulings if isinstance(one.act, kind)), None)

    def _list(self, kind: str, why: str | None, *facts: str) -> None:
        ruled = self._ruled(RandomSquare) if kind == "random_square" else None
        if ruled is None:
            super()._list(kind, why, *facts)
        else:
            self.used.add(ruled[0])

    def _judge(self) -> tuple[Kind, str | None]:
        kind, why = self._judge_hidden()
        ruling = verdict_ruled(self.rulings)
        if ruling is None:
            return kind, why
        match ruling.act:
            case Chat():
                return "chat", "ruled"
            case Void() if kind == "roll" and self.day is not None:
                self.used.add(ruling.id)
                self._take(Voided(self.trip, self.day))
                return "void", "ruled"
            case Count() if kind == "roll" or why in _COUNTABLE:
                return self._count(ruling.id, kind, why)
        return kind, why

    def _count(self, ruling: int, kind: Kind, why: str | None) -> tuple[Kind, str | None]:
        """The post as a roll by the host's word; a day that was rolled on stays used (T1), and dice and day must be."""
        day, player = self.day, self.player
        if day is None or self.post.stamp is None or not self.dice:
            return kind, why
        if kind != "roll" and player is not None and day in player.rolled:
            return "void", "second_of_day"
        self.used.add(ruling)
        return "roll", None

    def _judge_hidden(self) -> tuple[Kind, str | None]:
        """As ever; but a hidden ID in the time of an outage is one, though it may have no dice."""
        if self._ruled(Outage) is None or self.dice is None or self.post.id_kind != "hidden":
            return super()._judge()
        kept, self.dice = self.dice, self.dice or "?"  # asked about as if it had a die
        kind, why = super()._judge()
        self.dice = kept
        return kind, why

    def _show(self, rest: Rest, day: int) -> None:
        ruled = self._ruled(Exposure)
        if ruled is None:
            super()._show(rest, day)
        elif self._may_show(rest, day):
            number, act = ruled
            self.used.add(number)
            paid, links = self._accepted_showing(rest, act)
            if paid:
                self._take(Shown(self.trip, day, paid, links))

    def _accepted_showing(self, rest: Rest, act: Exposure) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the host accepts as shown, and the links that showed it: named letters, else what the links pay, else
        the oldest owed."""
        if not act.accept:
            return (), ()
        paid, links = rests.shown_in(self.post, rest)
        if not act.shown:
            return paid or rest.owed[:1], links
        owed = list(rest.owed)
        named = []
        for letter in act.shown:
            if letter in owed:
                owed.remove(letter)
                named.append(letter)
        return tuple(named), links

    def _roll_extras(self, day: int) -> None:
        ruling = verdict_ruled(self.rulings)
        if ruling is not None and isinstance(ruling.act, Chat):
            return
        ruled, taken = self._ruled(AcceptLink), len(self.steps)
        if ruled is None or not near.is_own_text(self.post):
            super()._roll_extras(day)
            return
        self._roll_links(day)  # also of a text of ours, where the host says so
        if len(self.steps) > taken:
            self.used.add(ruled[0])

    def _refuse_link(self, link: Link, why: str) -> None:
        ruled, player = self._ruled(AcceptLink), self.player
        linked = None
        if ruled is not None and player is not None and player.home_at is None and ruled[0] not in self.used:
            linked = self._accepted_link(link, ruled[1])
        if ruled is None or player is None or linked is None or self.day is None:
            super()._refuse_link(link, why)
        else:
            self.used.add(ruled[0])
            self._roll_linked(player, linked, self.day)

    def _accepted_link(self, link: Link, act: AcceptLink) -> LinkedPost | None:
        """The linked post that the host accepts, as it is read there and as the host says; None where neither tells
        enough, or where it was rolled already."""
        assert link.thread is not None  # others are no candidates
        if act.url not in (None, link.url):
            return None
        number = act.number or link.number
        target = (self.table.linked(link.thread) or {}).get(number) if number is not None else None
        stamp = act.at or (target.stamp if target is not None else None) or self.post.stamp
        ident, dice = act.dice, (act.dice or "")[: self._dice_length()]
        if ident is None and target is not None and target.id_kind == "shown":
            ident, dice = target.id, self.table.dice_of(target)
        if number is None or stamp is None or not ident:
            return None
        if extra.used_key(link.thread, number) in self.game.used:
            return None
        return LinkedPost(link.thread, number, stamp, ident, dice)

    def _dice_length(self) -> int | None:
        return 8 if self.readings.dice == "first8" else None

    def _roll_linked(self, player: PlayerState, linked: LinkedPost, day: int) -> None:
        ruling = verdict_ruled(self.rulings)
        if ruling is not None and isinstance(ruling.act, Void):
            self.used.add(ruling.id)
            self._take(Voided(self.trip, day, linked))
        else:
            super()._roll_linked(player, linked, day)

    def _context(self, player: PlayerState, number: int, linked: LinkedPost | None, gift: int) -> Context:
        context = super()._context(player, number, linked, gift)
        ruled = self._ruled(RandomSquare)
        return context if ruled is None else replace(context, random=ruled[1].square)

    def _close(self) -> None:
        self.steps += _placed(self.game, self.table, self.rulings, self.trip, self.day, self.used)
        self.player = self.game.players[self.trip]
