"""The ID checker (ID判定機): what IDs are worth, with every finding and the readings that matter."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from referee.app.precedents import Cited, cited_by_roll, explain_cited
from referee.app.rows import finding_rows
from referee.errors import UsageError
from referee.model import Context, Next, Roll, Thrown, Verdict
from referee.parse import read_bare_ident
from referee.rules import SWITCHES, Evaluator, Ruleset, evaluate_plain, with_readings
from referee.words import Speaker

#: The longest ID that is judged, in characters.
LONGEST = 64
#: The dice of an ID under the reading `first8` (T7).
DICE = 8
#: Switches that change what one ID is worth; the others need a game.
_JUDGED = tuple(
    name for name in SWITCHES if name not in ("roll_on_sage", "rest_unit", "showing_allows_second_roll", "gift_to")
)
_LABEL = re.compile(r"\A\s*ID[:：]\s*", re.IGNORECASE)
_SECOND = re.compile(r"(\d{1,2})(?:\.(\d{1,3}))?\Z", re.ASCII)


class Question(Struct, frozen=True):
    """One ID to judge, with what is known of the post."""

    id: str
    context: Context = Context()


class BatchLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `judge --batch`: `id` (or `dice`), and what is known of the post."""

    id: str | None = None
    dice: str | None = None
    post_no: int | None = None
    second: int | str | float | None = None
    square: int = 0
    held: int = 1
    chance: bool = False
    gift: int = 0


class Worth(Struct, frozen=True):
    """What an ID is worth, in the keys of the worked examples (RULES, "Format of the worked examples")."""

    digits: int
    points: int
    roll: int
    bonus: int
    jump: int | str | None
    to: int | None
    home: bool
    rests: int
    exposures: tuple[str, ...]
    next: Next
    again: int
    cp: int
    cn: int
    tasks: tuple[str, ...]
    miss: bool
    overshoot: int


class Answer(Struct, frozen=True):
    """An ID judged: its worth, what it rests on (the switches of which an alternative changes it, and precedents), and
    the sentence."""

    id: str
    roll: Roll
    worth: Worth
    cited: Cited
    text: str


class Refused(Struct, frozen=True):
    """An ID that can't be judged."""

    id: str
    error: str


class Judge:
    """Judges IDs one by one, by one ruleset."""

    def __init__(self, ruleset: Ruleset, speaker: Speaker) -> None:
        self._ruleset = ruleset
        self._speaker = speaker
        self._evaluate = Evaluator(ruleset)
        self._others: tuple[tuple[str, Ruleset], ...] | None = None

    def roll(self, question: Question) -> Roll:
        """The roll of an ID.

        Raises:
            UsageError: the ID is empty, hidden, too long, or its dice are no ASCII characters.
        """
        return self._evaluate(dice_of(question.id, self._ruleset), question.context)

    def answer(self, question: Question) -> Answer:
        """The roll of an ID with its findings, sentences, and the switches of which an alternative changes it.

        Raises:
            UsageError: as `roll`.
        """
        roll = self.roll(question)
        worth = worth_of(roll)
        cited = cited_by_roll(roll, self._ruleset.goal, self.readings(question, worth))
        return Answer(question.id, roll, worth, cited, self._speaker.short_roll(roll))

    def as_json(self, answer: Answer) -> dict[str, object]:
        """One object of `judge --json` (DESIGN): flat, in the order promised, and `precedents` behind it."""
        return {
            "id": answer.id,
            "dice": answer.roll.dice,
            **msgspec.structs.asdict(answer.worth),
            "readings": answer.cited.readings,
            "findings": finding_rows(answer.roll, self._speaker),
            "text": answer.text,
            "precedents": answer.cited.numbers,
        }

    def explain(self, answer: Answer) -> str:
        """The roll in full, with the readings and precedents that matter."""
        speaker = self._speaker
        return "\n".join([speaker.roll(answer.roll), *explain_cited(answer.cited, self._ruleset, speaker)])

    def readings(self, question: Question, worth: Worth) -> tuple[str, ...]:
        """The switches of which an alternative would change this worth of an ID."""
        matter = (
            name
            for name, ruleset in self._alternatives()
            if worth_of(evaluate_plain(dice_of(question.id, ruleset), question.context, ruleset)) != worth
        )
        return tuple(dict.fromkeys(matter))

    def readings_of(self, verdict: Verdict, step: Thrown) -> tuple[str, ...]:
        """The switches of which an alternative would change a roll of a verdict, the game before it the same; none of a
        roll without dice, which walks nothing (an outage)."""
        if not step.roll.dice:
            return ()
        return self.readings(question_of(verdict, step), worth_of(step.roll))

    def _alternatives(self) -> tuple[tuple[str, Ruleset], ...]:
        if self._others is None:
            in_force = self._ruleset.values
            self._others = tuple(
                (name, with_readings(self._ruleset, {name: value}, name))
                for name in _JUDGED
                for value in SWITCHES[name]
                if value != getattr(in_force, name)
            )
        return self._others


def question_of(verdict: Verdict, step: Thrown) -> Question:
    """The ID of a roll that was judged, with all that it depended on: judged again it makes the same roll."""
    roll, linked = step.roll, step.linked
    thread, number, shown = (
        (linked.thread, linked.number, linked.id) if linked else (verdict.thread, verdict.number, verdict.id)
    )
    is_seeded = roll.is_random and roll.jump is not None and not verdict.rulings
    seed = f"{thread.board}/{thread.key}/{number}" if is_seeded else None
    # What was held is used up unseen by a roll of chance, and lifted by XX. That chance was lifted too, which is no
    # default (xx_lifts_chance), a roll does not tell: that reading is then not found.
    context = Context(
        number, step.at.second, roll.origin, roll.factors.held, roll.by_chance, step.gift, step.at.fraction, seed,
        roll.jump if roll.is_random and verdict.rulings else None,
    )  # fmt: skip
    # An ID that people would not type, as some boards show them, is asked for by its dice.
    ident = read_bare_ident(shown or "").dice_id or ""
    return Question(shown if shown and ident.startswith(roll.dice) and len(shown) <= LONGEST else roll.dice, context)


def worth_of(roll: Roll) -> Worth:
    """A roll in the keys of the worked examples; a square that chance has yet to choose is `random`."""
    return Worth(
        digits=roll.digits,
        points=roll.points,
        roll=roll.roll,
        bonus=roll.bonus,
        jump="random" if roll.is_random and roll.jump is None else roll.jump,
        to=roll.target,
        home=roll.home,
        rests=roll.rests,
        exposures=roll.exposures,
        next=roll.next,
        again=roll.again,
        cp=roll.cp,
        cn=roll.cn,
        tasks=roll.tasks,
        miss=roll.miss,
        overshoot=roll.overshoot,
    )


def dice_of(typed: str, ruleset: Ruleset) -> str:
    """The characters of an ID as typed that are dice (T7).

    Raises:
        UsageError: as `ident_of`.
    """
    dice = ident_of(typed)
    return dice[:DICE] if ruleset.values.dice == "first8" else dice


def ident_of(typed: str) -> str:
    """An ID as typed, without `ID:` before it and marks of boards behind it (T7), as in a thread.

    Raises:
        UsageError: there is nothing left, or nothing that could be dice.
    """
    text = _LABEL.sub("", typed).strip()
    if len(text) > LONGEST:
        raise UsageError(_shown(text), f"an ID of {len(text)} characters", f"IDs have at most {LONGEST}")
    if not text:
        raise UsageError(repr(typed), "an empty ID", "give the characters behind ID:")
    for character in text[:DICE]:
        if not character.isprintable() or character.isspace():
            raise UsageError(_shown(text), "white space among the dice", "give one ID without spaces")
    ident = read_bare_ident(text)
    if ident.dice_id is None and ident.kind == "hidden":
        raise UsageError(text, "a hidden ID", "an ID that the board hides is no roll")
    dice = ident.dice_id or ""
    odd = next((character for character in text[:DICE] if not character.isascii()), None)
    if not dice and odd is not None:
        raise UsageError(_shown(text), f"{odd!r} is no die", "dice are half-width letters, digits and symbols")
    if not dice:
        raise UsageError(_shown(text), "no ID of a player", "give the characters behind ID: as the board shows them")
    return dice


def _shown(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:24]}…"


def read_second(text: str) -> tuple[int, str]:
    """Seconds as a stamp prints them (`45` or `45.67`): whole seconds and fraction digits.

    Raises:
        UsageError: no number from 0 to 59.
    """
    found = _SECOND.match(text.strip())
    if found is None or int(found[1]) > 59:
        raise UsageError(f"second {text}", "no second of a stamp", "write 0 to 59, for example 45 or 45.67")
    return int(found[1]), found[2] or ""


def read_batch(lines: Iterator[bytes]) -> Iterator[Question | Refused]:
    """The questions of `judge --batch`: JSON lines, in order; a bad line is refused and the rest goes on."""
    decode = msgspec.json.Decoder(BatchLine).decode
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = decode(line)
            yield _question(row)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield Refused(_id_of(line), f"line {number}: {error}")
        except UsageError as error:
            yield Refused(_id_of(line), f"line {number}: {error}")


def _question(row: BatchLine) -> Question:
    typed = row.id if row.id is not None else row.dice
    if typed is None:
        raise UsageError("", "neither id nor dice", 'write {"id": "Rzi1234p"}')
    second, fraction = (None, "") if row.second is None else read_second(str(row.second))
    return Question(typed, make_context(row.post_no, second, fraction, row.square, row.held, row.chance, row.gift))


def make_context(
    post_no: int | None, second: int | None, fraction: str, square: int, held: int, chance: bool, gift: int
) -> Context:
    """The context of a roll, checked.

    Raises:
        UsageError: a number that no post and no player can have.
    """
    for name, value, low in (("no", post_no, 1), ("square", square, 0), ("held", held, 0), ("gift", gift, 0)):
        if value is not None and not low <= value <= 10**9:
            raise UsageError(f"{name} {value}", "out of range", f"{low} to {10**9}")
    return Context(post_no, second, square, held, chance, gift, fraction)


def _id_of(line: bytes) -> str:
    """The ID of a line that was refused, as far as it can be told."""
    try:
        row = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    found = row.get("id", row.get("dice", "")) if isinstance(row, dict) else ""
    return found if isinstance(found, str) else ""
