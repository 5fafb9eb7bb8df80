"""The catalogue: every message has its English, with the same placeholders, and none is left over."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee.words
from referee.rules.effects import EFFECTS
from referee.words.codes import _WHYS
from referee.words.en import ENGLISH
from referee.words.findings import _EFFECTS, _UNKNOWN

ROOM = Path(referee.words.__file__).parent
#: Words of the game that have no English.
_KEPT = re.compile("ぬるぽ|すごろく|したらば|[「」×→…]")
_JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠々]")


def messages() -> Iterator[str]:
    """Every message that the code says: the first argument of `_(…)` and `msg(…)`."""
    for path in sorted(ROOM.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "msg"):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert isinstance(first.value, str)
                    yield first.value


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_catalogue_is_complete_and_has_nothing_unused() -> None:
    said = set(messages())
    assert len(said) > 100, "the messages are not found any more"
    assert said == set(ENGLISH)


@pytest.mark.parametrize("message", sorted(ENGLISH))
def test_translation_has_the_same_placeholders_and_is_english(message: str) -> None:
    english = ENGLISH[message]
    assert fields(english) == fields(message)
    assert english.strip()
    assert not _JAPANESE.search(_KEPT.sub("", english))


def test_every_literal_message_is_in_the_catalogue_form() -> None:
    """`_` is called with a literal, or with a message of a table; never with a text put together on the spot."""
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "msg"):
                assert isinstance(node.args[0], ast.Constant | ast.Subscript | ast.Name), (path.name, node.lineno)


def test_every_effect_of_the_rules_has_words() -> None:
    assert set(EFFECTS) - {"nothing"} <= set(_EFFECTS)
    assert set(_UNKNOWN) <= set(_EFFECTS)


def test_every_reason_names_a_rule() -> None:
    assert all(re.fullmatch(r"T\d|H3", rule) for rule, _ in _WHYS.values())
