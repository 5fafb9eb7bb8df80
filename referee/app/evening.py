"""The evening of a host: what a day brought, what waits, who may roll next, and the text to paste."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.app.boardlimits import kept_limits
from referee.app.book import ruled
from referee.app.named import NumbersNow, judged_state, must_know
from referee.app.orphans import orphaned
from referee.app.pastview import state_after
from referee.app.rows import RowMaker
from referee.app.ruledon import RulingOn, ruling_lines, rulings_on
from referee.app.seat import Seat
from referee.app.spans import Spans, spans
from referee.app.waiting import Waiting, scan_of, waiting, waiting_row
from referee.errors import UsageError
from referee.game import standings
from referee.model import PostLimits, Standing, Thrown, Verdict, day_text
from referee.words.evening import WIDTH
from referee.words.host import HostSpeaker
from referee.words.paste import LINE


class Evening(Struct, frozen=True):
    """A day of a game (an ordinal) as its host wants to see it.

    `verdicts` are those with a roll on that day, also a roll that the host ruled void; `rows` the standings at its end,
    `spans` their ranges where the day is the last one; `waits` all that is open now; `rulings` the host's about any
    post of that day, whether it rolls or not; `limits` what a post may hold on the board of its last thread.
    """

    game: str
    title: str
    thread: str
    day: int
    verdicts: tuple[Verdict, ...]
    rows: tuple[Standing, ...]
    spans: Spans
    waits: tuple[Waiting, ...]
    rulings: tuple[RulingOn, ...] = ()
    limits: PostLimits = PostLimits()

    @property
    def can_roll(self) -> list[str]:
        """Who may roll on the day after."""
        return [row.player for row in self.rows if row.can_roll_on is not None and row.can_roll_on <= self.day + 1]

    @property
    def resting(self) -> list[tuple[str, int]]:
        """Who rests beyond this day, and until which."""
        return [(row.player, row.rest_until) for row in self.rows if row.rest_until and row.rest_until > self.day]

    @property
    def extra_rolls(self) -> list[tuple[str, int]]:
        """Who has rights to extra rolls now, and how many."""
        return [(row.player, row.extra_rolls) for row in self.rows if row.extra_rolls]

    def roll_lines(self, speaker: HostSpeaker, limit: int = WIDTH - 2) -> list[str]:
        """The rolls of the day, a line each: at most of a terminal's width, or of so many columns."""
        return [line for verdict in self.verdicts for line in _lines(verdict, self.day, speaker, limit)]

    def posts(self, speaker: HostSpeaker) -> list[str]:
        """The text to paste: results and standings, as posts that the board takes."""
        return speaker.results(self.day, self.roll_lines(speaker, LINE), self.rows, self.spans, self.limits)

    def as_json(self, speaker: HostSpeaker) -> dict[str, object]:
        """`evening --json`."""
        maker = RowMaker(speaker)
        return {
            "game": self.game,
            "day": day_text(self.day),
            "rolls": [row for row in maker.rows(self.verdicts) if row.kind in ("roll", "extra", "void")],
            "open": [waiting_row(one, speaker) for one in self.waits],
            "can_roll": self.can_roll,
            "resting": [{"player": player, "until": day_text(until)} for player, until in self.resting],
            "extra_rolls": [{"player": player, "count": count} for player, count in self.extra_rolls],
            "paste": self.posts(speaker),
            "rulings": [one.row(speaker) for one in self.rulings],
        }


def evening(seat: Seat, day: int | None = None) -> Evening:
    """The evening of a day (an ordinal); of that of the last post seen where none is named.

    Raises:
        UsageError: the ledger does not know the game yet, or no day of it.
    """
    with seat.ledger.read() as view:
        must_know(view, seat.game.name)
        game = ruled(view, seat.game)
        state = judged_state(view, game)
        last, thread = state.day, state.thread
        if last is None or thread is None:
            raise UsageError(game.name, "no post with a date is known of this game yet", "run: referee poll")
        day = last if day is None else day
        scan, lost = scan_of(view, game, many=seat.many), orphaned(view, game.name)
        verdicts: list[Verdict] = []
        with_word: list[Verdict] = []
        reached: int | None = None
        cut = 0
        for place, stored in enumerate(view.verdicts(game.name), 1):
            verdict = stored.verdict
            scan.add(verdict)
            reached = verdict.counts_on if verdict.counts_on is not None else reached
            if verdict.counts_on is not None and verdict.counts_on <= day:
                cut = place
            if verdict.rulings and reached == day:
                with_word.append(verdict)
            if _rolled_on(verdict, day):
                verdicts.append(verdict)
        ranges: Spans = spans(view, game, state, scan) if day >= last else {}
        if day < last:
            state = state_after(view, game, cut)
        rows = standings(state, game.readings(state.ruleset))
        waits = tuple(one for one in waiting(scan, orphans=lost, candidates=seat.candidates) if one.is_open)
        named = seat.title or view.title(thread) or ""
        numbers = NumbersNow(view)  # what is pasted points at posts of today
        rolls = tuple(numbers.renumbered(verdict) for verdict in verdicts)
        rulings = rulings_on(view, game.name, map(numbers.renumbered, with_word))
        label = f"{thread.board}/{thread.key}"
        limits = kept_limits(view, thread)
        return Evening(game.name, named, label, day, rolls, rows, ranges, waits, rulings, limits)


def _rolled_on(verdict: Verdict, day: int) -> bool:
    if any(isinstance(step, Thrown) and step.day == day for step in verdict.steps):
        return True
    return _voided(verdict) and verdict.counts_on == day


def _voided(verdict: Verdict) -> bool:
    """Whether the host took a roll back."""
    return verdict.kind != "roll" and verdict.own is not None and verdict.own.kind == "roll"


def _lines(verdict: Verdict, day: int, speaker: HostSpeaker, limit: int) -> Iterator[str]:
    """The rolls of a post on a day: each extra roll, then its own."""
    for step in verdict.steps:
        if isinstance(step, Thrown) and step.linked is not None and step.day == day:
            yield speaker.short(verdict, step, limit)
    if verdict.roll is not None or _voided(verdict):
        yield speaker.short(verdict, limit=limit)


def lines(found: Evening, speaker: HostSpeaker, shown: int) -> Iterator[str]:
    """An evening in a terminal; of what waits, the latest `shown` with the commands that settle them."""
    told = found.roll_lines(speaker)
    heading, rolls = speaker.evening_heading(found.title, found.thread, found.day, len(told))
    yield heading
    yield rolls
    yield from (f"  {line}" for line in told)
    yield from (f"  {line}" for line in ruling_lines(found.rulings, speaker))
    if found.waits:
        yield speaker.items_header(len(found.waits))
        for one in found.waits[-shown:]:
            yield from (f"  {line}" for line in one.lines(speaker, WIDTH - 2))
        if len(found.waits) > shown:
            yield f"  {speaker.more_waits(len(found.waits) - shown)}"
    else:
        yield speaker.nothing_waits()
    yield from speaker.can_roll(found.day + 1, found.can_roll)
    yield from speaker.resting(found.resting)
    yield from speaker.extra_rolls(found.extra_rolls)
    posts = found.posts(speaker)
    for number, post in enumerate(posts, 1):
        yield speaker.paste_header(number, len(posts))
        yield post
