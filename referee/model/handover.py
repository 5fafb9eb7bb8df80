"""A game as it stands after a post, to be gone on with in a new ledger: all that later verdicts depend on."""

from __future__ import annotations

from msgspec import Struct

from referee.model.game import GameSettings, PlayerState
from referee.model.post import Stamp
from referee.model.thread import ThreadRef


class Handover(Struct, frozen=True):
    """The state after post `number` of `thread` (its content `fingerprint`), with what the game is played by.

    `title` of the game; `ruleset` (a name), `digest` and `readings` are those in force; `earlier` the identities of the
    threads before; `stamp` of the post, `day` (an ordinal) to which the game has come. `players` stand in the order of
    arriving at their squares; those who arrived nowhere have `arrived` 0, the others any number above it. The rest is
    as in `GameState`.

    Not in it: what posts showed which IDs (near misses across the seam are not listed), contents of posts, verdicts,
    rulings, days of rolling and posting longer ago than `game.DAYS_KEPT`.
    """

    title: str
    ruleset: str
    digest: str
    readings: dict[str, bool | str]
    settings: GameSettings
    thread: ThreadRef
    number: int
    fingerprint: int
    stamp: Stamp | None = None
    day: int | None = None
    round: int = 1
    homes: int = 0
    last: str | None = None
    last_other: str | None = None
    players: tuple[PlayerState, ...] = ()
    waiting: tuple[tuple[str, int], ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    used: tuple[str, ...] = ()
    earlier: tuple[tuple[str, str, str], ...] = ()
