"""What is handed in to be published: a game with its verdicts, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from referee.model import PlayerState, Roll, Ruling, Standing, ThreadRef, Thrown, Verdict

#: Whether a game goes on: `live` while a thread runs or items are open (速報), `final` after that, `saved` where the
#: pages come from saved threads, of which nobody knows whether they run.
Life = Literal["live", "final", "saved"]


class Thread(Struct, frozen=True):
    """A thread of the game: `address` is the page on its board without a post's number, None where no host is known."""

    ref: ThreadRef
    title: str = ""
    address: str | None = None


class RuleSection(Struct, frozen=True):
    """A section of the rules in one language: each rule with its sentences."""

    letter: str
    heading: str
    rules: tuple[tuple[str, tuple[str, ...]], ...]


class RuleBook(Struct, frozen=True):
    """A ruleset in one language, as it is in force: `readings` are switches, each with its value and its sentence;
    `texts` maps ids of rows and rules to their sentences."""

    name: str
    digest: str
    goal: int
    multipliers: Mapping[int, int]
    sections: tuple[RuleSection, ...]
    readings: tuple[tuple[str, str, str], ...]
    texts: Mapping[str, str]


class Otherwise(Struct, frozen=True):
    """What a roll would have been if a switch of the rules' readings had another value."""

    switch: str
    value: str
    roll: Roll


def _no_others(verdict: Verdict, step: Thrown) -> Sequence[Otherwise]:
    return ()


class Game(Struct, frozen=True):
    """A game to be published.

    `verdicts` in the order of the game; `standings` and `players` as they are after the last of them; `boards` where
    the next extra roll of a player is due, None for any board; `gifts` the steps that wait for a player's next daily
    roll. `books` maps the digest of each ruleset that judged to its book by language; `ruleset` is the one in force.
    `day` is the day (ordinal, JST) that the pages speak of; `polled_at` the last poll, ISO in JST, None for saved
    threads; `open_items` how many items wait for the host, `spans` the lowest and highest square on which a player may
    stand by what is ruled of them, where they differ; `otherwise` tells of a roll what it would be by each other
    reading that matters to it, by the verdict and its rules alone; `checkers` the rules in force for the
    checker page, as JSON by language.
    """

    title: str
    verdicts: Sequence[Verdict]
    standings: tuple[Standing, ...]
    players: Mapping[str, PlayerState]
    boards: Mapping[str, str | None]
    gifts: Mapping[str, int]
    threads: tuple[Thread, ...]
    rulings: tuple[Ruling, ...]
    books: Mapping[str, Mapping[str, RuleBook]]
    ruleset: str
    day: int
    life: Life
    polled_at: str | None = None
    open_items: int = 0
    spans: Mapping[str, tuple[int, int]] = {}
    otherwise: Callable[[Verdict, Thrown], Sequence[Otherwise]] = _no_others
    checkers: Mapping[str, str] = {}


class Draft(Struct, frozen=True):
    """A page to come: `path` as in `Page`, `make` makes it.

    `basis` is a digest of all that the page is made of, but for templates and code: pages of one basis are the same.
    Empty where that is not told: it is to be made every time.
    """

    path: str
    make: Callable[[], Page]
    basis: bytes = b""


class Page(Struct, frozen=True):
    """One file of the site: `path` counts from the folder of the game, with `/` between its parts."""

    path: str
    text: str
