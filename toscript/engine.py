"""The engine of the checker page: what is translated for it, what stands in for the rest, and what it says."""

from __future__ import annotations

import json
from pathlib import Path

from referee.app.precedents import index
from referee.words.en import ENGLISH
from toscript.expression import text
from toscript.program import translate

#: What the page calls, and the records that it fills with data.
ENTRIES = (
    "referee.app.checker.check",
    "referee.app.checker.Rules",
    "referee.app.checker.Form",
    "referee.app.cited.Index",
    "referee.app.otherwise.plainly",
    "referee.rules.ruleset.Ruleset",
    "referee.rules.ruleset.Head",
    "referee.rules.ruleset.EventRow",
    "referee.rules.ruleset.SquareRow",
    "referee.model.readings.Readings",
    "referee.words.tongue.Tongue",
    "referee.errors.UsageError",
)
STAND_INS = {
    # The page fills it: only the messages that the engine says.
    "referee.words.en.ENGLISH": "const ENGLISH = new Map();",
    # A checker knows no thread, so there is no seed.
    "referee.rules.settle.random_square": "const random_square = () => null;",
}
HELPERS = Path(__file__).parent / "helpers.js"


def engine() -> str:
    """The engine in JavaScript."""
    made = translate(ENTRIES, STAND_INS, HELPERS.read_text("utf-8"))
    head = "// generator: referee. Made by toscript (docs/checker.md) from the Python of the same names: change that."
    return f"{head}\n{made}"


def said(lang: str, script: str) -> str:
    """What the engine says in `ja` or `en` besides the ruleset's sentences, as JSON: messages, and the precedents that
    one roll can cite."""
    book = index(lang)
    by_sign = {sign: number for sign, number in book.by_sign.items() if sign.startswith("roll/")}
    numbers = {*book.by_reading.values(), *by_sign.values()}
    data = {
        "messages": {one: other for one, other in ENGLISH.items() if text(one) in script} if lang == "en" else {},
        "by_reading": book.by_reading,
        "by_sign": by_sign,
        "questions": {number: question for number, question in book.questions.items() if number in numbers},
    }
    return json.dumps(data, ensure_ascii=False, indent=0) + "\n"
