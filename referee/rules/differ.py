"""Two rulesets beside each other: what the second has that the first has not, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from referee.rules.load import SWITCHES
from referee.rules.ruleset import EventRow, Ruleset, RuleText

ChangeKind = Literal["goal", "event", "rule", "squares", "reading"]


class Change(Struct, frozen=True):
    """One difference. `name` is the id of a row, the switch, or the squares; `before` and `after` are what stands
    there, in Japanese and English, None where nothing does; `fields` the keys of a row that differ, its sentences
    apart."""

    kind: ChangeKind
    name: str
    before: tuple[str, str] | None
    after: tuple[str, str] | None
    fields: tuple[tuple[str, str, str], ...] = ()


def differences(one: Ruleset, other: Ruleset) -> tuple[Change, ...]:
    """Every difference, in the order of the ruleset's tables. Names of rulesets and the order of rows are none."""
    changes: list[Change] = []
    if one.goal != other.goal:
        changes.append(_same_words("goal", "", str(one.goal), str(other.goal)))
    changes += _rows("event", one.event, other.event)
    changes += _squares(one.multipliers, other.multipliers)
    changes += _readings(one, other)
    changes += _rows("rule", one.rule, other.rule)
    return tuple(changes)


def _same_words(kind: ChangeKind, name: str, before: str, after: str) -> Change:
    return Change(kind, name, (before, before), (after, after))


def _rows(
    kind: ChangeKind, before: Sequence[EventRow | RuleText], after: Sequence[EventRow | RuleText]
) -> Iterator[Change]:
    """Rows by their ids: those of the first in its order, then those that only the second has."""
    old, new = {row.id: row for row in before}, {row.id: row for row in after}
    for name in {**old, **new}:
        was, now = old.get(name), new.get(name)
        if was != now:
            yield Change(kind, name, _sentences(was), _sentences(now), tuple(_fields(was, now)) if was and now else ())


def _sentences(row: EventRow | RuleText | None) -> tuple[str, str] | None:
    return None if row is None else (row.ja, row.en)


def _fields(was: EventRow | RuleText, now: EventRow | RuleText) -> Iterator[tuple[str, str, str]]:
    for name in was.__struct_fields__:
        before, after = getattr(was, name), getattr(now, name)
        if name not in ("ja", "en") and before != after:
            yield name, _written(before), _written(after)


def _squares(before: dict[int, int], after: dict[int, int]) -> Iterator[Change]:
    """Squares whose multiplier differs, those of one difference together; ×1 is no multiplier."""
    groups: dict[tuple[int, int], list[int]] = {}
    for square in sorted({*before, *after}):
        times = before.get(square, 1), after.get(square, 1)
        if times[0] != times[1]:
            groups.setdefault(times, []).append(square)
    for (was, now), squares in groups.items():
        yield _same_words("squares", ", ".join(map(str, squares)), str(was), str(now))


def _readings(one: Ruleset, other: Ruleset) -> Iterator[Change]:
    """Switches in force otherwise, whether a ruleset names them or leaves them at the default; else their sentences."""
    for name in SWITCHES:
        was, now = getattr(one.values, name), getattr(other.values, name)
        if was != now:
            yield _same_words("reading", name, _written(was), _written(now))


def _written(value: object) -> str:
    """A value as a person reads it; nothing is a dash."""
    return "–" if value is None else msgspec.json.encode(value).decode() if isinstance(value, bool) else str(value)
