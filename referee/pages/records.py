"""What is remembered of a game: the best and the worst of each player, told on his page and in the hall of fame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from referee.model import Given, Opened, Placed, Standing, Thrown, Verdict, day_text
from referee.pages.paths import HALL
from referee.pages.tale import Chapter, Event, Tale
from referee.pages.view import Game
from referee.words.tongue import plain, shown

#: Columns, in data files, for anything typed by people before it is cut: all that is meant, and no file's worth of it.
LONG = 200
#: Every record in the order in which they are told; each counts up, but for the biggest fall.
RECORDS = (
    "roll_count", "biggest_roll", "biggest_way", "biggest_fall", "misses", "returns", "longest_rest", "biggest_gift",
    "streak",
)  # fmt: skip
#: Those that are told of a player though they are 0.
ALWAYS = ("roll_count", "misses", "returns")
#: Those that are a number of squares with a sign, and those that are a number of days.
SIGNED = ("biggest_roll", "biggest_way", "biggest_fall", "biggest_gift")
IN_DAYS = ("longest_rest", "streak")


class Record(Struct, frozen=True):
    """One record of one player: `key` is its label, `value` what is compared, `verdicts` those that made it."""

    key: str
    trip: str
    value: int
    verdicts: tuple[Verdict, ...]


class HomeComing(Struct, frozen=True):
    """Who came home in a round: `place` counts from 1, `days` from the first move of the round on, that day included;
    `verdict` brought him home. What is not known is None."""

    round: int
    place: int
    standing: Standing
    verdict: Verdict | None
    days: int | None


class FirstHome(Struct, frozen=True):
    """Who was the first home in a round (一番乗り): trip, name, and the day (`YYYY-MM-DD`, None where it is not known);
    `game.json` has it so."""

    round: int
    player: str
    name: str
    home_on: str | None
    page: str


def first_homes(game: Game) -> list[FirstHome]:
    """The first one home in each round in which somebody came home, in the order of the rounds."""
    tables = enumerate([*(one.standings for one in game.rounds), game.standings], game.first_round)
    firsts = ((number, next((row for row in rows if row.home), None)) for number, rows in tables)
    return [
        FirstHome(
            number,
            plain(row.player, LONG),
            shown(row.name, LONG),
            None if row.home_on is None else day_text(row.home_on),
            f"{HALL}#round-{number}",
        )
        for number, row in firsts
        if row is not None
    ]


def records(chapter: Chapter) -> Iterator[Record]:
    """The records of a player that are worth telling: none is 0."""
    throws = chapter.throws
    before = {"roll_count": chapter.rolls_before}
    for key, events in (("roll_count", throws), ("misses", chapter.missed), ("returns", chapter.returned)):
        if count := before.get(key, 0) + len(events):
            yield Record(key, chapter.trip, count, tuple(event.verdict for event in events))
    for key, worth, sign in (
        ("biggest_roll", _roll, 1), ("biggest_way", _way, 1), ("biggest_fall", _way, -1), ("longest_rest", _rest, 1),
    ):  # fmt: skip
        yield from _single(key, chapter.trip, [(worth(event), event.verdict) for event in throws], sign)
    yield from _single("biggest_gift", chapter.trip, [(gift.steps, gift.verdict) for gift in chapter.given], 1)
    days = _streak(throws)
    if len(days) > 1:
        yield Record("streak", chapter.trip, len(days), (days[0].verdict, days[-1].verdict))


def holders(key: str, found: Iterable[Record]) -> list[Record]:
    """Who holds a record: all that are equal, in the order in which they are given."""
    rows = [one for one in found if one.key == key]
    best = max((abs(one.value) for one in rows), default=0)
    return [one for one in rows if abs(one.value) == best]


def home_comings(game: Game, tale: Tale) -> list[HomeComing]:
    """Who came home in each round, in the order in which they did."""
    found: list[HomeComing] = []
    tables = [*(one.standings for one in game.rounds), game.standings]
    for number, (rows, moved) in enumerate(zip(tables, tale.rounds, strict=True), game.first_round):
        brought = {trip: event.verdict for trip, event in moved if is_home(event)}
        first = _first_day(rows, moved)
        for place, row in enumerate((row for row in rows if row.home), 1):
            days = None if row.home_on is None or first is None else row.home_on - first + 1
            found.append(HomeComing(number, place, row, brought.get(row.player), days))
    return found


def _first_day(rows: Sequence[Standing], moved: Sequence[tuple[str, Event]]) -> int | None:
    """The day of the first move of a round; None where it began elsewhere: with a hand-over, or an opening table."""
    began = dict(reversed(moved))
    if any(event.origin or isinstance(event.step, Opened) for event in began.values()):
        return None
    if any(row.square and row.player not in began for row in rows):
        return None
    return min((day for _, event in moved if (day := event.verdict.counts_on) is not None), default=None)


def is_home(event: Event) -> bool:
    """Whether an event brought its player home."""
    match event.step:
        case Thrown(roll=roll):
            return roll.home
        case Given(home=home) | Placed(home=home):
            return home
        case Opened(row=row):
            return row.home_at is not None
        case _:
            return False


def _single(key: str, trip: str, worths: Sequence[tuple[int, Verdict]], sign: int) -> Iterator[Record]:
    """The biggest worth (the least for a `sign` below 0) and its verdict, the earliest of equal ones."""
    worth, verdict = max(worths, key=lambda one: one[0] * sign, default=(0, None))
    if verdict is not None and worth * sign > 0:
        yield Record(key, trip, worth, (verdict,))


def _roll(event: Event) -> int:
    return event.step.roll.roll if isinstance(event.step, Thrown) else 0


def _way(event: Event) -> int:
    """The squares from where a roll began to where it ended, jump and landing included."""
    return 0 if event.target is None else event.target - event.origin


def _rest(event: Event) -> int:
    """The days of rest that lay before the player after a roll that made him rest."""
    step = event.step
    if not isinstance(step, Thrown) or not step.roll.rests or step.rest_until is None:
        return 0
    return step.rest_until - step.day


def _streak(throws: Sequence[Event]) -> list[Event]:
    """The longest run of days with a daily roll on each, the earliest of equal ones."""
    best: list[Event] = []
    run: list[Event] = []
    last = 0
    for event in throws:
        if not isinstance(event.step, Thrown) or event.kind != "roll" or event.step.day == last:
            continue
        run = [*run, event] if event.step.day == last + 1 else [event]
        last = event.step.day
        best = max(best, run, key=len)
    return best
