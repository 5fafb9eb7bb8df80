"""Verdicts as rows: the JSON objects and CSV lines that DESIGN promises to the outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.model import Given, LinkedPost, Own, Placed, Roll, ThreadRef, Thrown, Verdict, day_text
from referee.model.game import Cause, Step
from referee.words import Speaker


class MoveRow(Struct, frozen=True, gc=False, rename={"origin": "from", "target": "to"}):
    """One movement: `{player, from, to, cause}`."""

    player: str
    origin: int
    target: int
    cause: Cause


class FindingRow(Struct, frozen=True, gc=False, omit_defaults=True):
    """One finding: `{rule, at, effect, worth, text}`; `at` and `worth` are told even when null."""

    rule: str
    at: tuple[int, int] | None
    effect: str
    worth: float | None
    text: str | None = None


class LinkedRow(Struct, frozen=True, gc=False):
    """The post that an extra roll rolled."""

    thread: str
    no: int
    time: str


class ClaimRow(Struct, frozen=True, gc=False):
    """A total claimed in a name, with the squares before and after the post."""

    read: int
    before: int
    after: int


class OwnRow(Struct, frozen=True, gc=False, omit_defaults=True, rename={"origin": "from", "target": "to"}):
    """What the referee says of a post without the host's rulings on it (H3)."""

    kind: str
    why: str | None = None
    origin: int | None = None
    target: int | None = None
    roll: int | None = None


class PostRow(Struct, frozen=True, gc=False, omit_defaults=True, rename={"origin": "from", "target": "to"}):
    """One element of `posts`: a verdict, or an extra roll that a post links; what is absent is null (or 0).

    `time` is what the board printed; `counts_on` the day on which the post counts where a ruling moved it."""

    thread: str
    no: int
    time: str | None = None
    kind: str | None = None
    why: str | None = None
    player: str | None = None
    name: str | None = None
    id: str | None = None
    dice: str | None = None
    origin: int | None = None
    target: int | None = None
    roll: int | None = None
    bonus: int = 0
    gift: int = 0
    jump: int | None = None
    overshoot: int = 0
    rest_until: str | None = None
    moves: Sequence[MoveRow] = ()
    notices: Sequence[str] = ()
    claim: ClaimRow | None = None
    findings: Sequence[FindingRow] = ()
    linked: LinkedRow | None = None
    text: str | None = None
    rulings: Sequence[int] = ()
    own: OwnRow | None = None
    counts_on: str | None = None


def finding_rows(roll: Roll, speaker: Speaker | None) -> list[FindingRow]:
    """The findings of a roll, each with its sentence where a speaker is given."""
    if speaker is None:
        return [FindingRow(f.rule, f.at, f.effect, f.worth) for f in roll.findings]
    say, dice, square = speaker.finding_text, roll.dice, roll.origin
    return [FindingRow(f.rule, f.at, f.effect, f.worth, say(f, dice, square, roll)) for f in roll.findings]


def moves_of(step: Step) -> tuple[MoveRow, ...]:
    """The movements of one step: the walk or jump (or gift), then the landing on a hundred (M3)."""
    if isinstance(step, Thrown):
        roll = step.roll
        origin, target, landing = roll.origin, roll.target, roll.landing
        cause: Cause = "roll" if roll.jump is None and not roll.is_random else "jump"
    elif isinstance(step, Given):
        origin, target, landing, cause = step.origin, step.target, step.landing, "cp"
    elif isinstance(step, Placed):
        origin, target, landing, cause = step.origin, step.target, 0, "ruling"
    else:
        return ()
    if target is None:
        return ()
    reached = target - landing
    moves = (MoveRow(step.player, origin, reached, cause),) if reached != origin else ()
    return (*moves, MoveRow(step.player, reached, target, "landing")) if landing else moves


#: How many days a row maker remembers as text.
_DAYS_REMEMBERED = 64


class RowMaker:
    """Makes rows of verdicts; `speaker` adds `text` to each row and finding, None leaves it out."""

    def __init__(self, speaker: Speaker | None = None) -> None:
        self._speaker = speaker
        self._thread: ThreadRef | None = None
        self._label = ""
        self._days: dict[int, str] = {}

    def rows(self, verdicts: Iterable[Verdict]) -> list[PostRow]:
        """The rows of verdicts, in order: for each verdict one for each extra roll, then the post's own."""
        rows: list[PostRow] = []
        for verdict in verdicts:
            if verdict.thread is not self._thread:
                self._thread, self._label = verdict.thread, str(verdict.thread)
            stamp, time = verdict.stamp, None
            if stamp is not None:
                day = self._days.get(stamp.day) or self._day(stamp.day)
                time = f"{day}T{stamp.printed}+09:00" if stamp.printed else f"{day}{stamp.clock}"
            for place, step in enumerate(verdict.steps):
                if isinstance(step, Thrown) and step.linked is not None:
                    rows.append(self._extra(verdict, place, step, step.linked, time))
            rows.append(self._own(verdict, time))
        return rows

    def _own(self, verdict: Verdict, time: str | None) -> PostRow:
        steps, claim, speaker = verdict.steps, verdict.claim, self._speaker
        rest = None if verdict.rest_until is None else self._day(verdict.rest_until)
        text = speaker.short(verdict) if speaker else None
        claimed = None if claim is None else ClaimRow(claim.read, claim.before, claim.after)
        moves = _move_rows(steps, None) if steps else ()
        thrown = verdict.roll if steps else None
        own = None if verdict.own is None else _own_row(verdict.own)
        day = None if verdict.day is None else self._day(verdict.day)
        if thrown is None:
            return PostRow(
                self._label, verdict.number, time, verdict.kind, verdict.why, verdict.player, verdict.name, verdict.id,
                None, None, None, None, 0, 0, None, 0, rest, moves, verdict.notices, claimed, (), None, text,
                verdict.rulings, own, day,
            )  # fmt: skip
        roll = thrown.roll
        return PostRow(
            self._label, verdict.number, time, verdict.kind, verdict.why, verdict.player, verdict.name, verdict.id,
            roll.dice, roll.origin, roll.target, roll.roll, roll.bonus, thrown.gift, roll.jump, roll.overshoot, rest,
            moves, verdict.notices, claimed, finding_rows(roll, speaker), None, text, verdict.rulings, own,
            day,
        )  # fmt: skip

    def _extra(self, verdict: Verdict, place: int, step: Thrown, linked: LinkedPost, time: str | None) -> PostRow:
        roll, speaker = step.roll, self._speaker
        return PostRow(
            self._label, verdict.number, time, "extra", None, verdict.player, verdict.name, linked.id or None,
            roll.dice, roll.origin, roll.target, roll.roll, roll.bonus, 0, roll.jump, roll.overshoot,
            self._day(step.rest_until), _move_rows(verdict.steps, place), (), None, finding_rows(roll, speaker),
            LinkedRow(str(linked.thread), linked.number, linked.stamp.iso),
            speaker.short(verdict, step) if speaker else None,
        )  # fmt: skip

    def _day(self, day: int | None) -> str | None:
        """A day as ISO date; days come in order, so the last ones are remembered."""
        if day is None:
            return None
        text = self._days.get(day)
        if text is None:
            if len(self._days) >= _DAYS_REMEMBERED:
                self._days.clear()
            text = self._days[day] = day_text(day)
        return text


def _own_row(own: Own) -> OwnRow:
    if own.thrown is None:
        return OwnRow(own.kind, own.why)
    roll = own.thrown.roll
    return OwnRow(own.kind, own.why, roll.origin, roll.target, roll.roll)


def _move_rows(steps: Sequence[Step], extra: int | None) -> tuple[MoveRow, ...]:
    """The movements of the extra roll at a place among the steps (None: of the post itself), gifts it gave included."""
    if len(steps) == 1 and extra is None and isinstance(steps[0], Thrown) and steps[0].linked is None:
        return moves_of(steps[0])  # nothing but a daily roll: so nearly always
    rows: list[MoveRow] = []
    for place, step in enumerate(steps):
        if isinstance(step, Thrown):
            mine = place == extra if extra is not None else step.linked is None
        else:
            mine = (isinstance(step, Given) and step.extra == extra) or (isinstance(step, Placed) and extra is None)
        if mine:
            rows += moves_of(step)
    return tuple(rows)


#: What JSON tells of a post and CSV does not: sentences, and what stands beside a ruling.
_JSON_ONLY = frozenset({"text", "rulings", "own", "counts_on"})
#: The columns of CSV: the keys of `posts` that are promised.
CSV_COLUMNS: tuple[str, ...] = tuple(name for name in PostRow.__struct_encode_fields__ if name not in _JSON_ONLY)
