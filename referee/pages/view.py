"""What is handed in to be published: a game with its verdicts, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct

from referee.model import OpenItem, PlayerState, Roll, Ruling, Standing, ThreadRef, Thrown, Verdict

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


class Precedent(Struct, frozen=True):
    """A point that the players' text leaves open, in one language: the rules it rests on, the switch that may decide it
    otherwise (empty for none), the answers by the value of the switch, and the one that holds without it."""

    number: str
    rules: tuple[str, ...]
    switch: str
    question: str
    answers: Mapping[str, str]
    choice: str
    reason: str


#: The precedents of a language; they come with the referee, and are read when a page of rules is made.
Precedents = Callable[[str], tuple[Precedent, ...]]


def no_precedents(lang: str) -> tuple[Precedent, ...]:
    """A referee without a book of precedents."""
    return ()


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


def nowhere(thread: ThreadRef) -> str | None:
    """Nobody knows where a thread is read."""
    return None


class Round(Struct, frozen=True):
    """A round that is over: `number` counts from 1 (H2), `standings` are those before the next one was opened, and its
    verdicts are those of the game from `first` up to `end`, which is not of it."""

    number: int
    standings: tuple[Standing, ...]
    first: int
    end: int


class Said(Struct, frozen=True):
    """A verdict as it was declared (`at`, UTC), and why then."""

    at: datetime
    cause: str
    verdict: Verdict


class Held(Struct, frozen=True):
    """A content that a post had, without its text: `id` as shown, `is_erased` whether the board had put its own words
    there; `life` what became of it (`present`, `gone`, `thread_gone`), `first_seen` and `gone_at` (UTC) None where that
    is not known; `differs` the fields in which it differs from the one before (codes of `words.problems`)."""

    id: str | None
    is_erased: bool
    life: str
    first_seen: datetime | None
    gone_at: datetime | None
    differs: tuple[str, ...] = ()


class Versions(Struct, frozen=True):
    """What a post was before, oldest first: all that was declared of it, the last in force, and all that it held; each
    empty where there was never but one."""

    said: tuple[Said, ...] = ()
    held: tuple[Held, ...] = ()


#: A content of a post: the identity of its thread, and its fingerprint.
ContentKey = tuple[tuple[str, str, str], int]


class Game(Struct, frozen=True):
    """A game to be published.

    `verdicts` in the order of the game; `standings` and `players` as they are after the last of them; `extra_boards`
    where the extra rolls after a daily roll are due, in that order, then on any board; `gifts` the steps that wait for
    a player's next daily roll. `books` maps the digest of each ruleset that judged to its book by language; `ruleset`
    is the one in force.
    `day` is the day (ordinal, JST) that the pages speak of; `polled_at` the last poll, ISO in JST, None for saved
    threads; `open_items` how many items wait for the host, `spans` the lowest and highest square on which a player may
    stand by what is ruled of them, where they differ; `otherwise` tells of a roll what it would be by each other
    reading that matters to it, by the verdict and its rules alone. `rounds` are those that are over, in order;
    `versions` what posts were before, by the content judged, of those alone that changed; `waits` what is open about a
    post, by the same; `precedents` are those that rules cite. `name` is that of the settings, `base` where the
    folder of the game stands on the web (it ends in `/`; empty where nobody said), `gifts_waiting` all steps that
    nobody took yet; `changed` when verdicts took the place of others (thread and content; JST, without a zone);
    `checkers` the rules in force for the checker page, as JSON by language; `start` the players as a hand-over
    brought them, `first_round` the round that went on with it; `has_form` whether a server beside the
    pages answers the checker as a form; `elsewhere` tells where a thread of another board is read, without a number of
    a post, None where no host is known.
    """

    title: str
    verdicts: Sequence[Verdict]
    standings: tuple[Standing, ...]
    players: Mapping[str, PlayerState]
    extra_boards: tuple[str, ...]
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
    rounds: tuple[Round, ...] = ()
    versions: Mapping[ContentKey, Versions] = {}
    waits: Mapping[ContentKey, tuple[OpenItem, ...]] = {}
    precedents: Precedents = no_precedents
    name: str = ""
    base: str = ""
    gifts_waiting: int = 0
    changed: Mapping[tuple[tuple[str, str, str], int], datetime] = {}
    checkers: Mapping[str, str] = {}
    start: Mapping[str, PlayerState] = {}
    first_round: int = 1
    has_form: bool = False
    elsewhere: Callable[[ThreadRef], str | None] = nowhere


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
