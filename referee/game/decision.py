"""The verdict on a post with a genuine trip: shown → extra rolls → daily roll → gifts (RULES T, S, G, X, N)."""

from __future__ import annotations

from referee.game import extra, near, rests
from referee.game.claims import read_name
from referee.game.evolve import take_step
from referee.game.opened import OpenGame
from referee.game.table import Table
from referee.model import (
    Claim,
    Context,
    Given,
    Link,
    LinkedPost,
    OpenItem,
    PlayerState,
    Post,
    Rest,
    Roll,
    Sat,
    Shown,
    Stamp,
    Thrown,
    Verdict,
)
from referee.model.game import Kind, Step


class Decision:
    """One post with a genuine trip, decided step by step: shown → extra rolls → daily roll → gifts.

    Each step is taken in the open game before the next is looked at; what was there before the first is kept here.
    """

    __slots__ = (
        "before", "claimed", "day", "dice", "game", "gives", "items", "name", "neighbour", "player", "post", "printed",
        "readings", "shown", "steps", "table", "trip",
    )  # fmt: skip

    #: Whether the host has a word in it.
    is_ruled = False

    def __init__(self, game: OpenGame, post: Post, table: Table, trip: str) -> None:
        self.game = game
        self.post = post
        self.table = table
        self.trip = trip
        self.readings = table.judge.readings
        #: The player before the post, and now: after the steps taken so far.
        self.before = self.player = game.players[trip]
        #: Whom a CP of this post moves: who made the last daily roll before it, other than this player (G1).
        self.neighbour = game.last if game.last != trip else game.last_other
        self.gives = False
        self.steps: list[Step] = []
        self.items: list[OpenItem] = []
        self.claimed, self.name = read_name(post.name.typed)
        self.dice = table.dice_of(post) if post.dice_id is not None else None
        #: What the board printed, and its dice; `post` and `dice` are as the host says.
        self.printed, self.shown = post, self.dice
        stamp = post.stamp
        #: The day on which what happens happens; an undated post is placed on the day of the post before it.
        self.day = stamp.day if stamp is not None else game.day

    def verdict(self) -> Verdict:
        """The verdict, with everything that follows from the post."""
        post = self.printed
        player = self.player
        if player is not None and player.rolls and self.day is not None:
            if player.rest is not None:
                self._show(player.rest, self.day)
            if post.links:
                self._roll_extras(self.day)
        kind, why = self._judge()
        if kind == "roll":
            self._roll_daily()
        elif why == "resting":
            self._sit()
        if self.gives:
            self._give()
        if self.is_ruled:
            self._close()
        if why == "undated":
            self._list("undated", None, post.date)
        if kind == "roll" and post.stamp is not None and near.is_near_midnight(post.stamp):
            self._list("near_miss", "midnight", post.stamp.iso)
        if near.CORRECTS in post.body:  # hardly ever
            for number in near.corrected(post):
                self._list("correction", None, self.trip, str(number))
        if self.shown is not None:
            self.items += near.same_id(self.game, post, self.shown, rolls_now=kind == "roll")
        claim, notices = self._notices(kind) if kind != "roll" or self.claimed is not None else (None, ())
        rest_until = self._rest_until() if self.player is not None and self.player.rest is not None else None
        return Verdict(
            post.thread, post.number, post.fingerprint, post.stamp, kind, why, self.trip, post.name.text, post.id,
            self.shown, self.table.judge.digest, tuple(self.steps), notices, claim, rest_until,
            tuple(self.items), )  # fmt: skip

    def _take(self, step: Step) -> None:
        self.steps.append(step)
        take_step(self.game, step, self.readings)
        self.player = self.game.players[self.trip]

    def _list(self, kind: str, why: str | None, *facts: str) -> None:
        self.items.append(OpenItem(kind, self.post.thread, self.post.number, why, facts))

    def _show(self, rest: Rest, day: int) -> None:
        """S6: what a resting player shows pays the oldest exposures owed, from the day of the roll on."""
        if near.is_own_text(self.post) or not self._may_show(rest, day):
            return
        paid, links = rests.shown_in(self.post, rest)
        if not paid:
            return
        self._list("exposure_shown", None, self.trip, "".join(paid), *links)
        if self.table.settings.exposures == "link":
            self._take(Shown(self.trip, day, paid, links))

    def _may_show(self, rest: Rest, day: int) -> bool:
        """Whether something is owed on a day (S5: from the day of the roll on, while the rest lasts)."""
        return bool(rest.owed) and day >= rest.since and not rests.is_over(rest, day, self.readings)

    def _roll_extras(self, day: int) -> None:
        """X2: each link to a post on another board rolls that post's ID, or is listed with its reason (X3)."""
        if not near.is_own_text(self.post):
            self._roll_links(day)

    def _roll_links(self, day: int) -> None:
        for link in self.post.links:
            player = self.player
            if player is None or not extra.is_candidate(link, self.game, self.post):
                continue
            found = extra.judge_link(link, player, self.game, self.table)
            if isinstance(found, str):
                self._refuse_link(link, found)
            else:
                self._roll_linked(player, found, day)

    def _refuse_link(self, link: Link, why: str) -> None:
        """X3: the right stays, and the host is told."""
        self._list("link_refused", why, link.url)

    def _roll_linked(self, player: PlayerState, linked: LinkedPost, day: int) -> None:
        self._take(self._extra_roll(player, linked, day))

    def _extra_roll(self, player: PlayerState, linked: LinkedPost, day: int) -> Thrown:
        context = self._context(player, linked.number, linked, gift=0)
        roll = self.table.judge(linked.dice, context)
        if roll.is_random:
            self._list("random_square", None, self.trip, *_known(roll.jump))
        day = day if self.post.stamp is not None else linked.stamp.day
        return self._thrown(player, day, linked.stamp, roll, 0, linked)

    def _thrown(
        self, player: PlayerState, day: int, at: Stamp, roll: Roll, gift: int, linked: LinkedPost | None = None
    ) -> Thrown:
        if roll.gift_before:
            self.gives = True
        until = None
        if player.rest is not None or roll.rests:
            rest = rests.after_roll(player.rest, day, roll, self.readings)
            until = rest.until if rest else None
        return Thrown(self.trip, day, at, roll, self.name, gift, linked, until)

    def _judge(self) -> tuple[Kind, str | None]:
        """T1 to T5: whether the post is the daily roll, and if not, the first reason that fits."""
        post, player, day = self.post, self.player, self.day
        if self.dice is None or not self.dice:
            return "chat", "no_id"
        if near.is_own_text(post):
            return "chat", "own_text"
        if not self.readings.roll_on_sage and _is_sage(post):
            return "chat", "sage"
        if day is None or post.stamp is None:
            return "void", "undated"
        if player is None:
            return "roll", None
        if player.home_at is not None:
            return "chat", "home"
        if day in player.rolled and not self._shows_for_second_roll():
            return "void", "second_of_day"
        if player.rest is not None and rests.rests_on(player, day, self.readings):
            return "void", "resting"
        return "roll", None

    def _shows_for_second_roll(self) -> bool:
        """The reading showing_allows_second_roll: a post that showed the last thing owed may roll even again (S5)."""
        player = self.player
        return (
            self.readings.showing_allows_second_roll
            and any(isinstance(step, Shown) for step in self.steps)
            and (player is None or player.rest is None)
        )

    def _roll_daily(self) -> None:
        post, player = self.post, self.player or PlayerState(self.trip)
        assert self.dice is not None
        assert post.stamp  # _judge has seen to both, and to the day
        assert self.day is not None
        gift = self._gift_waiting()
        roll = self.table.judge(self.dice, self._context(player, post.number, None, gift))
        if roll.is_random:
            self._list("random_square", None, self.trip, *_known(roll.jump))
        self._take(self._thrown(player, self.day, post.stamp, roll, gift))

    def _context(self, player: PlayerState, number: int, linked: LinkedPost | None, gift: int) -> Context:
        """What the roll depends on; an extra roll takes number, seconds and seed of the linked post (X2)."""
        stamp, thread = (linked.stamp, linked.thread) if linked else (self.post.stamp, self.post.thread)
        seed = f"{thread.board}/{thread.key}/{number}" if self.table.settings.random == "seeded" else None
        return Context(
            number,
            stamp.second if stamp else None,
            player.square,
            player.held,
            player.chance,
            gift,
            stamp.fraction if stamp and self.readings.pt_hundredths else "",
            seed,
        )

    def _sit(self) -> None:
        """The first ID of the day of a resting player, where a reading gives it a meaning (S4, G1)."""
        player, day = self.player, self.day
        assert player
        assert day is not None  # _judge has seen to both
        if day in player.sat:
            return
        if self.readings.rest_unit == "turns" or self.readings.gift_to == "shown":
            gift = self._gift_waiting()
            self._take(Sat(self.trip, day))
            if gift and self.readings.gift_to == "shown":
                self._take(self._gift_move(player, "", gift, day, waiting=True))

    def _give(self) -> None:
        """G2: CP moves its receiver after the giver, all CP of one roll in one go."""
        for place, step in enumerate(tuple(self.steps)):
            if isinstance(step, Thrown) and step.roll.gift_before:
                receiver = self.game.players[self.neighbour] if self.neighbour else None
                if receiver is not None and receiver.home_at is None:
                    steps, by = step.roll.gift_before, place if step.linked else None
                    self._take(self._gift_move(receiver, self.trip, steps, step.day, extra=by))

    def _gift_waiting(self) -> int:
        """The CN steps that wait for this player (G3)."""
        waiting = self.game.waiting
        return sum([steps for giver, steps in waiting if giver != self.trip]) if waiting else 0

    def _gift_move(
        self,
        receiver: PlayerState,
        giver: str,
        steps: int,
        day: int,
        *,
        waiting: bool = False,
        extra: int | None = None,
    ) -> Given:
        origin = receiver.square
        target, landing, _ = self.table.judge.arrive(origin + steps)
        home = target == self.table.judge.goal
        return Given(receiver.trip, giver, day, steps, origin, target, landing, home, waiting, extra)

    def _close(self) -> None:
        """What comes when all steps are taken: a place for the host's word (`ruled`)."""

    def _notices(self, kind: Kind) -> tuple[Claim | None, tuple[str, ...]]:
        """`please_sage` (T2) and `claim_differs` (N1); both only for players."""
        player = self.player
        if player is None or not player.rolls:
            return None, ()
        read, day = self.claimed, self.day
        before = self.before or PlayerState(self.trip)
        sage = ("please_sage",) if kind != "roll" and self._should_sage(before) else ()
        if read is None:
            return None, sage
        claim = Claim(read, before.square, player.square)
        if day is None or self.post.stamp is None or self._is_right(read, kind, before, player, day):
            return claim, sage
        return claim, (*sage, "claim_differs")

    def _should_sage(self, before: PlayerState) -> bool:
        """T2: neither the first post of the day nor a roll, and not sage; a post that links an extra roll has its
        purpose."""
        day, mail = self.day if self.post.stamp is not None else None, self.post.mail
        if day is None or mail is None or _is_sage(self.post) or day not in before.posted:
            return False
        return not any(isinstance(step, Thrown) for step in self.steps)

    def _is_right(self, read: int, kind: Kind, before: PlayerState, after: PlayerState, day: int) -> bool:
        """N1: a total may be that before or after a post that rolls, in any other post any square of that day."""
        if read == before.square or read == after.square:
            return True
        if kind == "roll":  # between an extra roll and the daily one
            return len(self.steps) > 1 and any(isinstance(s, Thrown) and s.roll.origin == read for s in self.steps)
        return any(known == day and read in squares for known, squares in after.stood)

    def _rest_until(self) -> int | None:
        """The last day of rest, told on rolls and on posts of a resting player."""
        player, day = self.player, self.day
        if player is None or player.rest is None or day is None:
            return None
        rest = rests.current(player.rest, day, self.readings)
        return rests.last_day(rest, day, self.readings) if rest else None


def _known(square: int | None) -> tuple[str, ...]:
    return () if square is None else (str(square),)


def _is_sage(post: Post) -> bool:
    """Whether the mail asks not to bump; an unknown mail does not (T5, FORMATS 1.7)."""
    return post.mail is not None and "sage" in post.mail
