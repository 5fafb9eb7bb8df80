"""What the host decided (RULES H2, H3): each ruling with its posts, its reason, and what it says."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from referee.model.post import Stamp
from referee.model.thread import ThreadRef


class PostKey(Struct, frozen=True, array_like=True):
    """A post that a ruling is about: named by its content, so that it is found again when posts are renumbered;
    `number` is the one it had when the host named it. Without `fingerprint` (an audit of saved threads) the number
    counts."""

    thread: ThreadRef
    number: int
    fingerprint: int | None = None


class Void(Struct, frozen=True, tag="void"):
    """What the post rolls is void; the day stays used, and so does the right of an extra roll."""


class Chat(Struct, frozen=True, tag="chat"):
    """The post rolls nothing, as if it were chat; the day is free for another post."""


class Count(Struct, frozen=True, tag="count"):
    """The post is the daily roll, though the referee says chat or void.

    What the post lacks the host gives: `player` a trip with ◆, `dice` the ID to be rolled, `at` when it was made.
    """

    player: str | None = None
    dice: str | None = None
    at: Stamp | None = None


class SetSquare(Struct, frozen=True, tag="square"):
    """After the post the player stands on a square (0 to home); `player` None: who wrote the post. No landing."""

    square: int
    player: str | None = None


class RandomSquare(Struct, frozen=True, tag="random"):
    """The square that a random jump of this post leads to (M5), before landing."""

    square: int


class Exposure(Struct, frozen=True, tag="exposure"):
    """Whether the post shows what its player owes (S6); `shown` are the letters accepted, empty: what its links pay,
    else the oldest owed."""

    accept: bool
    shown: tuple[str, ...] = ()


class AcceptLink(Struct, frozen=True, tag="link"):
    """A link of the post is an extra roll though X3 speaks against it; `url` None: the first that leads to another
    board. What can't be read there the host gives: `number`, `dice`, `at`."""

    url: str | None = None
    number: int | None = None
    dice: str | None = None
    at: Stamp | None = None


class Join(Struct, frozen=True, tag="join"):
    """From this post on (itself included) a second trip is the player's: `alias` plays for `player`."""

    alias: str
    player: str


class NewRound(Struct, frozen=True, tag="round"):
    """With this post, before anything of it counts, a new round begins (H2)."""


class TakeRules(Struct, frozen=True, tag="rules"):
    """From this post on (itself included) another ruleset holds (H4): `name` a packaged name or a file, `readings`
    switches set otherwise than it sets them; `text` the TOML of a file as it was when the host ruled, so that the file
    may change or go."""

    name: str
    readings: dict[str, bool | str] = {}
    text: str = ""


class Opening(Struct, frozen=True, array_like=True):
    """One row of an opening table: where a player of a lost thread stands. Days are ordinals."""

    player: str
    square: int
    name: str = ""
    rolls: int = 1
    home_at: int | None = None
    held: int = 1
    chance: bool = False
    pending: int = 0
    rest_until: int | None = None
    owed: tuple[str, ...] = ()
    rolled_on: int | None = None


class CarryOver(Struct, frozen=True, tag="carry_over"):
    """Before this post the players named stand as the opening table says: what a lost thread left behind."""

    players: tuple[Opening, ...]


class Outage(Struct, frozen=True, tag="outage"):
    """Between two times (both included) a hidden ID is accepted: such a post of a player is the daily roll, of `dice`
    where the host names some, else of nothing: it walks 0 steps, with its states and gifts as ever."""

    since: Stamp
    until: Stamp
    dice: str = ""


class ShiftDay(Struct, frozen=True, tag="day"):
    """The post counts on another day (an ordinal); its clock stays as printed."""

    day: int


class Stands(Struct, frozen=True, tag="stands"):
    """What the referee says of the post stands: the host has seen what was open about it."""


Act = (
    Void | Chat | Count | SetSquare | RandomSquare | Exposure | AcceptLink | Join | NewRound | TakeRules | CarryOver
    | Outage | ShiftDay | Stands
)  # fmt: skip

#: Every kind of ruling by its name, as commands and files write it.
ACTS: dict[str, type[Act]] = {str(act.__struct_config__.tag): act for act in get_args(Act)}

#: By which of the two doors a ruling came: `referee ruling add`, or the file that the settings name.
Door = Literal["terminal", "file"]


class Ruling(Struct, frozen=True):
    """A decision of the host: `id` counts from 1 in its game; `posts` those it is about (one, but for a pattern);
    `made_at` a time (UTC, ISO), empty where no ledger knows it; `pattern` how they were chosen, where they were."""

    id: int
    posts: tuple[PostKey, ...]
    act: Act
    reason: str
    author: str = ""
    made_at: str = ""
    door: Door = "terminal"
    pattern: str = ""

    @property
    def kind(self) -> str:
        """Its name in `ACTS`."""
        return str(self.act.__struct_config__.tag)
