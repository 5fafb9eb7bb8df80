"""What the referee declares about a post, and what the game is like after it."""

from __future__ import annotations

from typing import Literal

from immutables import Map
from msgspec import Struct

from referee.model.post import Stamp
from referee.model.roll import Roll
from referee.model.ruling import Opening
from referee.model.thread import ThreadRef

Kind = Literal["roll", "void", "chat", "erased", "notice"]
Cause = Literal["roll", "jump", "landing", "cp", "ruling"]

#: Exposures, by the letter behind UP, that a host name pays; all others are paid by pictures (S6).
HOST_EXPOSURE = "I"

#: Begins every post that the referee words for a person to paste; nothing in such a post is taken for a player's word.
OWN_TEXT = "【すごろく審判】"


class Claim(Struct, frozen=True, gc=False, array_like=True):
    """The total that a name field claims (N1), with the player's squares before and after the post."""

    read: int
    before: int
    after: int


class LinkedPost(Struct, frozen=True, gc=False, array_like=True):
    """The post on another board that an extra roll rolls (X2)."""

    thread: ThreadRef
    number: int
    stamp: Stamp
    id: str
    dice: str


class OpenItem(Struct, frozen=True, gc=False, array_like=True):
    """A fact that waits for the host; `facts` are what its sentence needs."""

    kind: str
    thread: ThreadRef
    number: int
    why: str | None = None
    facts: tuple[str, ...] = ()


class Shown(Struct, frozen=True, gc=False, tag="shown", array_like=True):
    """A step: a resting player showed things; `paid` are the exposures that each took off two days (S5, S6)."""

    player: str
    day: int
    paid: tuple[str, ...]
    links: tuple[str, ...]


class Thrown(Struct, frozen=True, gc=False, tag="thrown", array_like=True):
    """A step: a player rolled, daily (`linked` None) or extra. `day` is the day of the posting, an ordinal; `at` the
    stamp of the post whose ID was rolled; `name` what the player called himself; `gift` the steps received (G3);
    `rest_until` the last day of rest after it, an ordinal."""

    player: str
    day: int
    at: Stamp
    roll: Roll
    name: str
    gift: int = 0
    linked: LinkedPost | None = None
    rest_until: int | None = None


class Given(Struct, frozen=True, gc=False, tag="given", array_like=True):
    """A step: a gift moved its receiver at once (G2), from `origin` to `target`, `landing` squares of it by a hundred;
    `waiting` tells that it was CN, taken by one who only showed an ID (the reading gift_to); `extra` is the place,
    among the steps, of the extra roll that gave it, None where the daily roll did."""

    player: str
    giver: str
    day: int
    steps: int
    origin: int
    target: int
    landing: int
    home: bool = False
    waiting: bool = False
    extra: int | None = None


class Sat(Struct, frozen=True, gc=False, tag="sat", array_like=True):
    """A step: a resting player showed the first ID of the day; it uses up one rest where rests are turns (S4), and
    makes the player one before and after whom gifts find where they go to who showed an ID (G1)."""

    player: str
    day: int


class Voided(Struct, frozen=True, gc=False, tag="voided", array_like=True):
    """A step, by ruling: a roll that does not count; the day stays used (H3), or the right that `linked` used."""

    player: str
    day: int
    linked: LinkedPost | None = None


class Placed(Struct, frozen=True, gc=False, tag="placed", array_like=True):
    """A step, by ruling: the host set the player from `origin` to `target`; `home` whether that is home."""

    player: str
    day: int | None
    origin: int
    target: int
    home: bool = False


class Joined(Struct, frozen=True, gc=False, tag="joined", array_like=True):
    """A step, by ruling: from now on `alias` is another trip of the player."""

    player: str
    alias: str


class RoundOpened(Struct, frozen=True, gc=False, tag="round", array_like=True):
    """A step, by ruling: a new round, counted from 1 (H2). It happens to everybody: `player` is empty."""

    number: int
    player: str = ""


class RulesTaken(Struct, frozen=True, gc=False, tag="rules", array_like=True):
    """A step, by ruling: from now on the ruleset of this digest holds (H4)."""

    digest: str
    player: str = ""


class Opened(Struct, frozen=True, gc=False, tag="opened", array_like=True):
    """A step, by ruling: a player stands as an opening table says; `place` the order of its rows, from 1."""

    player: str
    row: Opening
    place: int


Step = Shown | Thrown | Given | Sat | Voided | Placed | Joined | RoundOpened | RulesTaken | Opened


class Own(Struct, frozen=True, gc=False, array_like=True):
    """What the referee says of a post that the host ruled on (H3): it stays visible beside the ruling."""

    kind: Kind
    why: str | None = None
    thrown: Thrown | None = None


class Verdict(Struct, frozen=True, gc=False, array_like=True):
    """What the referee declares about one post; there is exactly one for every post.

    `why` is the reason of a void or chat (T3, T4); `player` the genuine trip with ◆ (also of those who never rolled);
    `name` the name shown; `id` the ID as shown, `dice` the characters of it that count; `steps` what happened, in
    order; `rest_until` an ordinal day; `ruleset` the digest of the ruleset that judged; `rulings` the host's on this
    post, and `own` what the referee says without them.

    `stamp`, `id` and `dice` are what the board printed, also where the host ruled otherwise (H3): `day` is the day (an
    ordinal) on which the post counts where a ruling moved it there; dice that the host gave stand in the roll alone.
    """

    thread: ThreadRef
    number: int
    fingerprint: int
    stamp: Stamp | None
    kind: Kind
    why: str | None
    player: str | None
    name: str
    id: str | None
    dice: str | None
    ruleset: str
    steps: tuple[Step, ...] = ()
    notices: tuple[str, ...] = ()
    claim: Claim | None = None
    rest_until: int | None = None
    items: tuple[OpenItem, ...] = ()
    rulings: tuple[int, ...] = ()
    own: Own | None = None
    day: int | None = None

    @property
    def counts_on(self) -> int | None:
        """The day on which the post counts: as ruled, else as printed; None where neither tells."""
        if self.day is not None or self.stamp is None:
            return self.day
        return self.stamp.day

    @property
    def roll(self) -> Thrown | None:
        """The daily roll of the post, if it is one."""
        for step in self.steps:
            if isinstance(step, Thrown) and step.linked is None:
                return step
        return None


class Rest(Struct, frozen=True, gc=False, array_like=True):
    """A rest: in force on the days after `since` up to `until` (ordinals); `owed` the exposures not yet shown; `shown`
    the picture links that paid already. Where rests are turns (S4), `since` is the last day that used one up, and
    `until` lies as many days later as are left."""

    since: int
    until: int
    owed: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


class Days(Struct, frozen=True, gc=False):
    """A set of days, one bit each from `first` on: years of play in a few hundred bytes."""

    first: int = 0
    bits: int = 0

    def __contains__(self, day: int) -> bool:
        return day >= self.first and bool(self.bits >> (day - self.first) & 1)

    def with_day(self, day: int) -> Days:
        """The set with one day more."""
        if not self.bits:
            return Days(day, 1)
        if day < self.first:
            return Days(day, self.bits << (self.first - day) | 1)
        return Days(self.first, self.bits | 1 << (day - self.first))

    @property
    def last(self) -> int | None:
        """The latest day of the set."""
        return self.first + self.bits.bit_length() - 1 if self.bits else None


class PlayerState(Struct, frozen=True, gc=False):
    """One player: who has rolled, or only posted with a genuine trip (`rolls` is then 0).

    `square` squares from the start; `home_at` the order of coming home, counted from 1; `held` the ×n and `chance` for
    the next roll (S1); `pending` extra rolls of the next daily roll (S2); `grants` the stamps of the rights to extra
    rolls still open, `made` how many extra rolls since the last daily roll (X1); `rolled` days of daily rolls, `posted`
    days with any post, `sat` days on which an ID was shown while resting; `stood` the last days with a move, latest
    first, each with the squares stood on (N1); `arrived` the order of arriving at the present square; `home_on` the
    day of coming home (H1).
    """

    trip: str
    name: str = ""
    square: int = 0
    home_at: int | None = None
    held: int = 1
    chance: bool = False
    pending: int = 0
    grants: tuple[Stamp, ...] = ()
    made: int = 0
    rest: Rest | None = None
    rolls: int = 0
    rolled: Days = Days()
    posted: Days = Days()
    sat: Days = Days()
    stood: tuple[tuple[int, tuple[int, ...]], ...] = ()
    arrived: int = 0
    home_on: int | None = None


class DayIds(Struct, frozen=True, gc=False):
    """Who showed which dice on one day (N3): dice → trips, `""` for none; `told` the pairs already listed."""

    day: int
    ids: Map[str, tuple[str, ...]]
    told: frozenset[tuple[str, str]] = frozenset()


class GameState(Struct, frozen=True, gc=False):
    """The game after some post; made by `evolve` alone.

    `waiting` CN steps per giver, in order of giving (G3); `last`, `last_other` the makers of the last daily roll and of
    the last one by somebody else (G1); `used` the linked posts rolled already (X3); `seen` fingerprints of the current
    thread, `past` those of earlier threads, packed; `recent` the IDs of the last days; `homes`, `moves` counters;
    `round` counts from 1 (H2), `aliases` other trips of players, `ruleset` the digest of the ruleset that a ruling put
    in force (H4), None for that of the game.
    """

    players: Map[str, PlayerState] = Map()
    waiting: tuple[tuple[str, int], ...] = ()
    last: str | None = None
    last_other: str | None = None
    used: Map[str, bool] = Map()
    thread: ThreadRef | None = None
    seen: Map[int, bool] = Map()
    past: Map[tuple[str, str, str], bytes] = Map()
    recent: tuple[DayIds, ...] = ()
    homes: int = 0
    moves: int = 0
    number: int = 0
    stamp: Stamp | None = None
    day: int | None = None
    round: int = 1
    aliases: Map[str, str] = Map()
    ruleset: str | None = None


class Standing(Struct, frozen=True, gc=False):
    """One row of the standings, ready to show; days are ordinals, `extra_rolls` rights granted now."""

    rank: int
    player: str
    name: str
    square: int
    home: bool
    rolls: int
    rest_until: int | None
    held: int
    chance: bool
    extra_rolls: int
    can_roll_on: int | None
    home_on: int | None = None


class GameSettings(Struct, frozen=True, gc=False):
    """Settings of a game, not of the rules (RULES, end of "Readings")."""

    extra_boards: tuple[str, ...] = ("entrance2", "qa", "pcqa")
    exposures: Literal["link", "ruling"] = "link"
    random: Literal["seeded", "ruling"] = "seeded"
