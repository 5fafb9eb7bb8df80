"""A ruleset as the checker page takes it: rows, readings and sentences of one language, as JSON."""

from __future__ import annotations

import msgspec

from referee.app.otherwise import other_values
from referee.app.precedents import reading_sentences
from referee.rules import EventRow, Ruleset
from referee.words import clean

#: What the page has no use for: sentences come by language, examples are tried by the loader.
_LEFT_OUT = ("ja", "en", "hit", "miss")
#: Sections of rules that a roll rests on; the others are about posts, links and hosts.
_OF_ROLLS = ("E", "M", "S", "G")
#: Rulesets of which the JSON is remembered: what is published again and again has one in two languages.
_REMEMBERED: dict[tuple[str, str], str] = {}
_MOST = 8


def rules_json(ruleset: Ruleset, lang: str) -> str:
    """The data of the checker page in `ja` or `en`."""
    key = (ruleset.digest, lang)
    if key not in _REMEMBERED:
        if len(_REMEMBERED) >= _MOST:
            _REMEMBERED.clear()
        _REMEMBERED[key] = _made(ruleset, lang)
    return _REMEMBERED[key]


def _made(ruleset: Ruleset, lang: str) -> str:
    others = list(other_values(ruleset))
    readings = reading_sentences(ruleset, lang)
    data = {
        "lang": lang,
        "head": ruleset.ruleset,
        "event": [_row(row) for row in ruleset.event],
        "square": ruleset.square,
        "values": ruleset.values,
        "alternatives": others,
        "sentences": {
            name: clean(readings[name]) for name in dict.fromkeys(name for name, _ in others) if name in readings
        },
        "texts": {row: clean(text) for row, text in ruleset.texts(lang).items() if row.startswith(_OF_ROLLS)},
    }
    return msgspec.json.encode(data).decode()


def _row(row: EventRow) -> dict[str, object]:
    return {name: value for name, value in msgspec.to_builtins(row).items() if name not in _LEFT_OUT}
