"""The ID checker as a form, and as the API asks it: fields of a query into questions, questions into answers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

import msgspec
from msgspec import Struct

from referee.app.judge import Answer, Judge, Refused, read_batch
from referee.app.otherwise import OtherReadings
from referee.app.precedents import explain_cited
from referee.app.question import Question
from referee.app.site import rule_book, shown_others
from referee.app.typed import HIGHEST, LOWEST, make_context, read_second
from referee.errors import UsageError
from referee.model import Context
from referee.pages import Asked, Checker, Page, Trouble
from referee.rules import Ruleset

#: How many IDs are judged at once, at most.
MOST = 20
#: The fields of the form, in the order of its address.
FIELDS = ("id", "no", "second", "square", "held", "chance", "gift")
_LABEL = re.compile(r"ID[:：]\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,10}", re.ASCII)
_CHANCE = {"": False, "0": False, "1": True}


class Form(Struct, frozen=True):
    """A form as filled in: `typed` by field, the IDs, and what is wrong; `context` holds where nothing is."""

    typed: Mapping[str, str]
    ids: tuple[str, ...]
    context: Context
    troubles: tuple[Trouble, ...] = ()

    @property
    def query(self) -> str:
        """The query that asks the same again: only fields that were filled in, escaped for an attribute."""
        filled = [f"{name}={quote(self.typed[name], safe='')}" for name in FIELDS if self.typed[name]]
        return "&amp;".join(filled) if self.ids else ""


def read_form(fields: Iterable[tuple[str, str]]) -> Form:
    """Read the fields of a query; `id` may come several times, of others the last counts; unknown ones are nobody's."""
    typed = dict.fromkeys(FIELDS, "")
    ids: list[str] = []
    for name, value in fields:
        if name == "id":
            ids += _LABEL.sub(" ", value).replace(",", " ").replace("、", " ").split()
        elif name in typed:
            typed[name] = unicodedata.normalize("NFKC", value[:64]).strip()
    troubles = []
    if len(ids) > MOST:
        troubles.append(Trouble("id", "", 1, MOST))
        ids = ids[:MOST]
    typed["id"] = " ".join(ids)
    numbers: dict[str, int | None] = {}
    for name, low in LOWEST.items():
        text = typed[name]
        number = int(text) if _NUMBER.fullmatch(text) else None
        if text and (number is None or not low <= number <= HIGHEST):
            troubles.append(Trouble(name, text, low, HIGHEST))
        numbers[name] = number
    second, fraction = None, ""
    if typed["second"]:
        try:
            second, fraction = read_second(typed["second"])
        except UsageError:
            troubles.append(Trouble("second", typed["second"]))
    if typed["chance"] not in _CHANCE:
        troubles.append(Trouble("chance", typed["chance"]))
    if troubles:
        return Form(typed, tuple(ids), Context(), tuple(troubles))
    held = 1 if numbers["held"] is None else numbers["held"]
    chance = _CHANCE[typed["chance"]]
    context = make_context(numbers["no"], second, fraction, numbers["square"] or 0, held, chance, numbers["gift"] or 0)
    return Form(typed, tuple(ids), context)


def read_rows(body: bytes) -> list[Question | Refused]:
    """The questions of a POST: a JSON array of the rows of `judge --batch`, or such rows as lines.

    Raises:
        UsageError: it is neither, or holds more than `MOST`.
    """
    lines: Sequence[bytes] = body.splitlines()
    if body.lstrip().startswith(b"["):
        try:
            lines = [bytes(row) for row in msgspec.json.decode(body, type=list[msgspec.Raw])]
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UsageError("", f"no JSON array: {error}", 'send [{"id": "Rzi1234p"}]') from None
    lines = [line for line in lines if line.strip()]
    if not 0 < len(lines) <= MOST:
        raise UsageError("", f"{len(lines)} rows", f"send 1 to {MOST}")
    return list(read_batch(lines))


class CheckDesk:
    """Where IDs are judged by one ruleset, in one language; everything it needs is made once, `others` for all its
    languages."""

    def __init__(
        self, title: str, ruleset: Ruleset, others: OtherReadings, lang: str, templates: Mapping[str, str]
    ) -> None:
        self._ruleset = ruleset
        self._checker = Checker(title, rule_book(ruleset, lang), lang, templates)
        self._speaker = self._checker.speaker
        self._judge = Judge(ruleset, self._speaker, others)

    def page(self, form: Form) -> tuple[Page, bool]:
        """The page of a form, and whether all that was asked could be told."""
        asked = [] if form.troubles else [self._asked(ident, form.context) for ident in form.ids]
        page = self._checker.page(form.typed, asked, form.troubles, "" if form.troubles else form.query)
        return page, not form.troubles and all(one.roll is not None for one in asked)

    def sentences(self, form: Form) -> str:
        """What is wrong with a form, in one line."""
        return " / ".join(map(self._checker.sentence, form.troubles))

    def row(self, question: Question | Refused) -> dict[str, object] | Refused:
        """One element of `judge --json`."""
        answer = self._answer(question)
        return answer if isinstance(answer, Refused) else self._judge.as_json(answer)

    def _asked(self, ident: str, context: Context) -> Asked:
        answer = self._answer(Question(ident, context))
        if isinstance(answer, Refused):
            return Asked(ident)
        rests_on = tuple(explain_cited(answer.cited, self._ruleset, self._speaker))
        return Asked(ident, answer.roll, rests_on, shown_others(answer.others))

    def _answer(self, question: Question | Refused) -> Answer | Refused:
        if isinstance(question, Refused):
            return question
        try:
            return self._judge.answer(question)
        except UsageError as error:
            return Refused(question.id, str(error))
