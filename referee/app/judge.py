"""The ID checker (ID判定機): what IDs are worth, with every finding and the readings that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from referee.app.cited import Cited
from referee.app.otherwise import OtherReadings, Otherwise, switches
from referee.app.precedents import cited_by_roll, explain_cited
from referee.app.question import Question, Worth, worth_of
from referee.app.rows import finding_rows
from referee.app.typed import make_context, read_second
from referee.errors import UsageError
from referee.model import Roll, Thrown, Verdict
from referee.rules import Evaluator, Ruleset
from referee.words import Speaker


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


class Answer(Struct, frozen=True):
    """An ID judged: its roll, its worth, what it would be by other readings, and what it rests on (their switches, and
    precedents)."""

    id: str
    roll: Roll
    worth: Worth
    others: tuple[Otherwise, ...]
    cited: Cited


class Refused(Struct, frozen=True):
    """An ID that can't be judged."""

    id: str
    error: str


class Judge:
    """Judges IDs one by one, by one ruleset; `others` may serve several languages."""

    def __init__(self, ruleset: Ruleset, speaker: Speaker, others: OtherReadings | None = None) -> None:
        self._ruleset = ruleset
        self._speaker = speaker
        self._others = others or OtherReadings(ruleset, Evaluator(ruleset))

    def answer(self, question: Question) -> Answer:
        """The roll of an ID, and the readings of which an alternative changes it.

        Raises:
            UsageError: the ID is empty, hidden, too long, or its dice are no ASCII characters.
        """
        roll, others = self._others.judged(question)
        cited = cited_by_roll(roll, self._ruleset.goal, switches(others))
        return Answer(question.id, roll, worth_of(roll), others, cited)

    def short(self, answer: Answer) -> str:
        """The roll in one line."""
        return self._speaker.short_roll(answer.roll)

    def as_json(self, answer: Answer) -> dict[str, object]:
        """One object of `judge --json` (DESIGN): flat, in the order promised, and `precedents` behind it."""
        return {
            "id": answer.id,
            "dice": answer.roll.dice,
            **msgspec.structs.asdict(answer.worth),
            "readings": answer.cited.readings,
            "findings": finding_rows(answer.roll, self._speaker),
            "text": self.short(answer),
            "precedents": answer.cited.numbers,
        }

    def explain(self, answer: Answer) -> str:
        """The roll in full, with the readings and precedents that matter."""
        speaker = self._speaker
        return "\n".join([speaker.roll(answer.roll), *explain_cited(answer.cited, self._ruleset, speaker)])

    def readings_of(self, verdict: Verdict, step: Thrown) -> tuple[str, ...]:
        """The switches of which an alternative would change a roll of a verdict, the game before it the same."""
        return switches(self._others.of_step(verdict, step))


def read_batch(lines: Iterable[bytes]) -> Iterator[Question | Refused]:
    """The questions of `judge --batch`: JSON lines, in order; a bad line is refused and the rest goes on."""
    decode = msgspec.json.Decoder(BatchLine).decode
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = decode(line)
            yield _question(row)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield Refused(_id_of(line), f"line {number}: {error}")
        except UsageError as error:
            yield Refused(_id_of(line), f"line {number}: {error}")


def _question(row: BatchLine) -> Question:
    typed = row.id if row.id is not None else row.dice
    if typed is None:
        raise UsageError("", "neither id nor dice", 'write {"id": "Rzi1234p"}')
    second, fraction = (None, "") if row.second is None else read_second(str(row.second))
    return Question(typed, make_context(row.post_no, second, fraction, row.square, row.held, row.chance, row.gift))


def _id_of(line: bytes) -> str:
    """The ID of a line that was refused, as far as it can be told."""
    try:
        row = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    found = row.get("id", row.get("dice", "")) if isinstance(row, dict) else ""
    return found if isinstance(found, str) else ""
