"""Games written as players would tell them: a line for each post, and behind `=>` what the referee says of it.

    == entrance/1178000001                             the next thread
    > entrance2/11/5 05-01 10:05 ◆A PLPT2haA | ...     a post on another board
    1 05-01 10:00:05 ◆A a5dMhaAn => roll 0-5
    2 05-01 11:00 ◆A - sage 歩く人 5歩 | @entrance2/11/5 => chat no_id, extra 5-8

A post: number, day, time, trip (`-` for none, `◇…` for a look-alike), ID (`-`, `???`), then words: `sage`, `mail?`
(hidden by the source), `host` (fusianasan), `erased`, `notice`, `broken`, else the name; behind `|` the body. Stamps:
`10:00` is 10:00:00, `10:00:--` has no seconds, `--:--` no time; a day `?` can't be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any

from helpers import evaluator
from immutables import Map
from msgspec.structs import replace

from referee.game import EMPTY, Rulings, Table, fold, index, replay, standings
from referee.model import (
    DAY_ONLY,
    MINUTES,
    Act,
    Days,
    GameSettings,
    GameState,
    Given,
    Joined,
    Link,
    Name,
    Opened,
    Placed,
    PlayerState,
    Post,
    PostKey,
    RoundOpened,
    RulesTaken,
    Ruling,
    Shown,
    Stamp,
    Standing,
    ThreadRef,
    Thrown,
    Verdict,
    Voided,
    normalise_url,
    parse_address,
)
from referee.model.game import Step

YEAR = 2007
BOARD = "http://etc.example.2ch.net/test/read.cgi"
HOME_THREAD = ThreadRef("entrance", "1178000000", "etc.example.2ch.net", "2ch")
LONG_AGO = Days().with_day(date(YEAR, 1, 1).toordinal())
AS_USUAL = GameSettings()
_URL = re.compile(r"h?ttps?://[!-~]+")
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|bmp)(?:\?|$)", re.IGNORECASE)
_STATUS = {"erased": "erased", "notice": "server_notice", "broken": "broken"}


def day(text: str) -> int:
    """`05-01` as an ordinal."""
    month, day_of_month = text.split("-")
    return date(YEAR, int(month), int(day_of_month)).toordinal()


def stamp(day_text: str, time: str) -> Stamp | None:
    """`05-01` and `10:00:05.12` as a stamp."""
    if day_text == "?":
        return None
    if time == "--:--":
        return Stamp(day(day_text), 0, DAY_ONLY)
    hours, minutes, seconds = [*time.split(":"), "00"][:3]
    millis = (int(hours) * 60 + int(minutes)) * 60_000
    if seconds == "--":
        return Stamp(day(day_text), millis, MINUTES)
    whole, _, fraction = seconds.partition(".")
    return Stamp(day(day_text), millis + int(whole) * 1000 + int(fraction.ljust(3, "0")), len(fraction))


def links(body: str) -> tuple[Link, ...]:
    """The links of a body; `@entrance2/11/5` is short for an address of a board."""
    urls = dict.fromkeys(normalise_url(url) for url in _URL.findall(re.sub(r"@(?=\w+/\d)", f"{BOARD}/", body)))
    found = []
    for url in urls:
        address = parse_address(url)
        thread, number = (address.thread, address.number) if address else (None, None)
        found.append(Link(url, thread, number, thread is None and bool(_PICTURE.search(url))))
    return tuple(found)


def post(
    no: int, at: Stamp | None, trip: str, ident: str, *, thread: ThreadRef = HOME_THREAD, mail: str | None = "",
    name: str = "", body: str = "", host: bool = False, status: Any = "normal",
) -> Post:  # fmt: skip
    """One post; `trip` and `ident` as in a scenario."""
    genuine = trip if trip.startswith("◆") else None
    lookalike = trip if trip.startswith("◇") else None
    shown = ident if ident not in ("-", "???") else None
    kind: Any = "shown" if shown else "hidden" if ident == "???" else "none"
    content = repr((thread.identity, no, at, trip, ident, mail, name, body))
    print_ = int.from_bytes(sha256(content.encode()).digest()[:8], "big", signed=True)
    shown_name = Name(name, name, name, genuine, lookalike, None, host)
    date_text = at.iso if at else "皇紀2667年"
    return Post(
        thread, no, print_, shown_name, mail, date_text, at, shown, shown, kind, body, links(body), status,
    )  # fmt: skip


def _read_post(line: str, thread: ThreadRef) -> Post:
    line, _, body = line.partition("|")
    no, day_text, time, trip, ident, *words = line.split()
    known = {"sage", "mail?", "host", *_STATUS}
    return post(
        int(no), stamp(day_text, time), trip, ident, thread=thread,
        mail=None if "mail?" in words else "sage" if "sage" in words else "",
        name=" ".join(word for word in words if word not in known), body=body.strip(), host="host" in words,
        status=next((_STATUS[word] for word in words if word in _STATUS), "normal"),
    )  # fmt: skip


def read_posts(text: str) -> tuple[list[Post], list[str | None], dict[tuple[str, str], dict[int, Post]]]:
    """A scenario as posts of the game, what is expected of each, and posts of other boards."""
    thread = HOME_THREAD
    posts: list[Post] = []
    expected: list[str | None] = []
    elsewhere: dict[tuple[str, str], dict[int, Post]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("=="):
            board, key = line[2:].split()[0].split("/")
            thread = ThreadRef(board, key, thread.host, thread.family)
        elif line.startswith(">"):
            place, rest = line[1:].strip().split(" ", 1)
            board, key, no = place.split("/")
            there = ThreadRef(board, key, HOME_THREAD.host, HOME_THREAD.family)
            elsewhere.setdefault((board, key), {})[int(no)] = _read_post(f"{no} {rest}", there)
        else:
            line, sign, told = line.partition("=>")
            posts.append(_read_post(line, thread))
            expected.append(told.strip() if sign else None)
    return posts, expected, elsewhere


def _day_text(ordinal: int) -> str:
    return date.fromordinal(ordinal).strftime("%m-%d")


def say(verdict: Verdict) -> str:
    """A verdict in one line: what the post is; what happened, in order; notices; `rest` till when; `!` open items."""
    words = [verdict.kind if verdict.why is None else f"{verdict.kind} {verdict.why}"]
    for step in verdict.steps:
        if isinstance(step, Thrown):
            walk = f"{step.roll.origin}-{'?' if step.roll.target is None else step.roll.target}"
            if step.linked is None:
                words[0] += f" {walk}"
            else:
                words.append(f"extra {walk}")
        elif isinstance(step, Given):
            words.append(f"{step.player} {step.origin}-{step.target}")
        elif isinstance(step, Shown):
            words.append(f"shown {''.join(step.paid)}")
        else:
            words += _ordained(step)
    words += verdict.notices
    if verdict.rest_until is not None:
        words.append(f"rest {_day_text(verdict.rest_until)}")
    return ", ".join(words + [f"!{item.why or item.kind}" for item in verdict.items])


def _ordained(step: Step) -> list[str]:
    """A step by the host's word."""
    match step:
        case Voided(linked=linked):
            return ["voided" if linked is None else "voided extra"]
        case Placed():
            return [f"{step.player} set {step.origin}-{step.target}"]
        case Joined():
            return [f"{step.alias} is {step.player}"]
        case RoundOpened():
            return [f"round {step.number}"]
        case Opened():
            return [f"{step.player} opens on {step.row.square}"]
        case RulesTaken():
            return ["other rules"]
        case _:
            return []


class Play:
    """A game that was played: its posts, verdicts, and the state after it."""

    def __init__(self, posts: Sequence[Post], table: Table, start: GameState = EMPTY) -> None:
        self.posts, self.table, self.start = tuple(posts), table, start
        self.verdicts: list[Verdict] = []
        self.state = start
        for _, verdict, state in replay(self.posts, table, start):
            self.verdicts.append(verdict)
            self.state = state

    @property
    def said(self) -> list[str]:
        return [say(verdict) for verdict in self.verdicts]

    @property
    def standings(self) -> tuple[Standing, ...]:
        return standings(self.state, self.table.judge.readings)

    @property
    def squares(self) -> dict[str, int]:
        """Where everyone stands, first to last."""
        return {row.player: row.square for row in self.standings}

    def player(self, trip: str) -> PlayerState:
        return self.state.players[trip]

    def row(self, trip: str) -> Standing:
        return next(row for row in self.standings if row.player == trip)


def table(
    elsewhere: Mapping[tuple[str, str], Mapping[int, Post]] | None = None,
    settings: GameSettings = AS_USUAL,
    **readings: bool | str,
) -> Table:
    """The referee's table: readings, settings, and the posts of other boards by (board, key)."""
    known = elsewhere or {}
    return Table(evaluator(**readings), settings, lambda thread: known.get((thread.board, thread.key)))


def standing_on(squares: Mapping[str, int]) -> GameState:
    """A game in which some players stand on some squares already, and last rolled long ago, none after the other."""
    return GameState(
        Map({trip: PlayerState(trip, square=at, rolls=1, rolled=LONG_AGO) for trip, at in squares.items()})
    )


def ruled(posts: Sequence[Post], acts: Sequence[tuple[int, Act]]) -> Rulings:
    """Rulings, each about the first post of a number."""
    keys = {}
    for post in reversed(posts):
        keys[post.number] = PostKey(post.thread, post.number, post.fingerprint)
    return index(Ruling(place, (keys[number],), act, "since we said so") for place, (number, act) in enumerate(acts, 1))


def play(
    text: str,
    settings: GameSettings = AS_USUAL,
    start: Mapping[str, int] | None = None,
    rulings: Sequence[tuple[int, Act]] = (),
    **readings: bool | str,
) -> Play:
    """Play a scenario, and compare every line that says what it expects. Folding the verdicts must end in the same.

    `rulings`: what the host says, each of the post of a number.
    """
    posts, expected, elsewhere = read_posts(text)
    at_table = replace(table(elsewhere, settings, **readings), rulings=ruled(posts, rulings))
    played = Play(posts, at_table, standing_on(start) if start else EMPTY)
    assert len(played.verdicts) == len(posts), "one verdict for every post"
    for told, said, verdict in zip(expected, played.said, played.verdicts, strict=True):
        if told is not None and told != said:
            raise AssertionError(f"post {verdict.number}: expected {told!r}, the referee says {said!r}")
    assert fold(played.verdicts, at_table, played.start) == played.state, "folding the verdicts ends elsewhere"
    return played


def at(day: str, time: str = "--:--") -> Stamp:
    found = stamp(day, time)
    assert found
    return found


def ordinal(month: int, day: int) -> int:
    return date(YEAR, month, day).toordinal()
