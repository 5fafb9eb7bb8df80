"""The door of the rules: TOML text in, a checked ruleset out, or a refusal that names row, reason and remedy."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from referee.errors import RulesetError, nearest, wrong_value
from referee.rules.effects import EFFECTS, SHAPES
from referee.rules.follow import CLASSES
from referee.rules.plain import row_matches
from referee.rules.ruleset import EventRow, Head, Reading, Ruleset, RuleText, SquareRow, Value

#: Every switch with all its values, the default first (RULES, table "Readings").
SWITCHES: dict[str, tuple[Value, ...]] = {
    "roll_on_sage": (True, False),
    "dice": ("first8", "all"),
    "follower_digit_counts": (True, False),
    "x_strikes": ("always", "setbacks"),
    "xx_keeps_runs": (True, False),
    "xx_lifts_chance": (False, True),
    "all_case": ("dice", "letters"),
    "miss_beside_shapes": (True, False),
    "pt_hundredths": (False, True),
    "fraction": ("towards_zero", "floor", "ceil", "half_up"),
    "land_after_jump": (True, False),
    "rest_unit": ("days", "turns"),
    "showing_allows_second_roll": (False, True),
    "gift_to": ("rolls", "shown"),
}

S = TypeVar("S", bound=msgspec.Struct)

_TABLES = ("ruleset", "event", "square", "readings", "rule")

#: A rule id and, behind a slash, the row's own part.
_ID = re.compile("[A-Za-z0-9-]+(?:/[A-Za-z0-9_-]+)?")
_MOST = 1_000_000
#: The least and the most that a worth may be, by effect: days of rest, factors, hundreds, steps; else points.
_WORTHS = {
    "rest": (1, 366),
    "hold": (0, 1000),
    "digits_times": (0, 1000),
    "jump_hundreds": (0, 99),
    "gift_before": (1, _MOST),
    "gift_after": (1, _MOST),
}
_POINTS = (-_MOST, _MOST)
_TIMES = (-1000, 1000)


def load_ruleset(text: str, where: str, read: Callable[[str], dict[str, Any]] = tomllib.loads) -> Ruleset:
    """Read a ruleset.

    Args:
        text: the TOML text; a byte order mark before it is passed over.
        where: the file or name that a refusal names.
        read: what reads TOML.

    Raises:
        RulesetError: the text is no TOML, or a row is wrong; the message names the row, the reason and what would be
            right.
    """
    try:
        data = read(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(where, f"not valid TOML: {error}", "mend the line it names") from None
    for table in data:
        if table not in _TABLES:
            raise RulesetError(where, f"unknown table [{table}]", nearest(table, _TABLES))
    head = convert_row(data.get("ruleset", {}), Head, where, "[ruleset]")
    if not 1 <= head.goal <= _MOST:
        raise RulesetError(
            f"{where}, [ruleset]", f"goal is {head.goal}", f"home is a square of 1 or more, at most {_MOST}"
        )
    ruleset = Ruleset(
        ruleset=head,
        event=tuple(_rows(data, "event", EventRow, where)),
        square=tuple(_rows(data, "square", SquareRow, where)),
        rule=tuple(_rows(data, "rule", RuleText, where)),
    ).read_as(_readings(data.get("readings", {}), where))
    _check(ruleset, where)
    return ruleset


def with_readings(ruleset: Ruleset, chosen: Mapping[str, Value], where: str) -> Ruleset:
    """The ruleset with some switches set otherwise; values that were in force become alternatives.

    Raises:
        RulesetError: an unknown switch, or a value that the switch does not have.
    """
    readings = dict(ruleset.readings)
    for name, value in chosen.items():
        _known_value(name, value, where)
        all_values = SWITCHES[name]
        others = tuple(v for v in all_values if v != value)
        old = readings.get(name)
        readings[name] = Reading(value, others, old.ja if old else "", old.en if old else "", old.rule if old else "")
    return ruleset.read_as(readings)


def with_row(ruleset: Ruleset, row: str, changed: Mapping[str, object], where: str) -> Ruleset:
    """The ruleset with some keys of an event's row (its id) set otherwise.

    Raises:
        RulesetError: no such row, or it would be wrong; its examples must still be right.
    """
    ids = [event.id for event in ruleset.event]
    if row not in ids:
        raise RulesetError(f"{where}, {row}", "no such row", nearest(row, ids))
    name = f"[[event]] {row}"
    events = [
        convert_row({**msgspec.to_builtins(event), **changed}, EventRow, where, name) if event.id == row else event
        for event in ruleset.event
    ]
    edited = msgspec.structs.replace(ruleset, event=tuple(events))
    _check(edited, where)
    return edited


def parse_setting(text: str) -> tuple[str, Value]:
    """`SWITCH=VALUE` as typed on a command line; `true` and `false` are truth values.

    Raises:
        RulesetError: no `=` in it, an unknown switch or value.
    """
    name, sign, value = text.partition("=")
    if not sign:
        raise RulesetError(f"--set {text}", "no value", "write SWITCH=VALUE, for example fraction=floor")
    name, value = name.strip(), value.strip()
    typed: Value = {"true": True, "false": False}.get(value.lower(), value)
    _known_value(name, typed, "--set")
    return name, typed


def _known_value(name: str, value: object, where: str) -> None:
    if name not in SWITCHES:
        raise RulesetError(f"{where}, {name}", "unknown switch", nearest(name, SWITCHES))
    if not any(value == known and type(value) is type(known) for known in SWITCHES[name]):
        right = ", ".join(_toml(v) for v in SWITCHES[name])
        told = _toml(value) if isinstance(value, bool | str) else repr(value)
        raise RulesetError(f"{where}, {name}", f"{told} is no value of this switch", f"one of {right}")


def _toml(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _rows(data: Mapping[str, Any], table: str, kind: type[S], where: str) -> Iterable[S]:
    rows = data.get(table, [])
    if not isinstance(rows, list):
        raise RulesetError(f"{where}, {table}", "is no list of rows", f"write each row under [[{table}]]")
    for number, row in enumerate(rows, 1):
        name = row.get("id") if isinstance(row, dict) else None
        named = isinstance(name, str) and _ID.fullmatch(name)
        yield convert_row(row, kind, where, f"[[{table}]] {name if named else f'no. {number}'}")


def convert_row(row: object, kind: type[S], where: str, name: str) -> S:
    """A table of a TOML file as a record.

    Raises:
        RulesetError: an unknown key, or a value of the wrong type; names the row and what would be right.
    """
    known = kind.__struct_fields__
    for key in row if isinstance(row, dict) else ():
        if key not in known:
            raise RulesetError(f"{where}, {name}", f"unknown key {key}", nearest(key, known))
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise RulesetError(f"{where}, {name}", *wrong_value(error, kind)) from None


def _readings(tables: object, where: str) -> dict[str, Reading]:
    if not isinstance(tables, dict):
        raise RulesetError(f"{where}, readings", "is no table", "write each switch under [readings.NAME]")
    readings = {}
    for name, table in tables.items():
        if name not in SWITCHES:
            raise RulesetError(f"{where}, [readings.{name}]", "unknown switch", nearest(name, SWITCHES))
        reading = convert_row(table, Reading, where, f"[readings.{name}]")
        for value in (reading.value, *reading.alternatives):
            _known_value(name, value, where)
        readings[name] = reading
    return readings


def _check(ruleset: Ruleset, where: str) -> None:
    if not ruleset.event:
        raise RulesetError(where, "no [[event]] rows", "a ruleset needs at least one event")
    _check_ids((*ruleset.event, *ruleset.rule), where)
    # Every row is looked at before any example is tried: the example of one may depend on the others.
    for event in ruleset.event:
        if reason := _fault(event):
            raise RulesetError(f"{where}, row {event.id}", *reason)
    _check_squares(ruleset, where)
    for number, event in enumerate(ruleset.event, 1):
        # With the rows up to it: what is appended to a file never spoils an example that stands before it.
        above = msgspec.structs.replace(ruleset, event=ruleset.event[:number])
        if reason := _example_fault(event, above):
            raise RulesetError(f"{where}, row {event.id}", *reason)


def _check_ids(rows: Sequence[EventRow | RuleText], where: str) -> None:
    seen: set[str] = set()
    for row in rows:
        if not _ID.fullmatch(row.id):
            raise RulesetError(
                f"{where}, row {row.id!r}", "is no id", "letters, digits and -, like E-W7 or, of several rows, E-W7/end"
            )
        if row.id in seen:
            raise RulesetError(
                f"{where}, row {row.id}", "duplicate id", "give the second row another name behind a slash"
            )
        seen.add(row.id)


def _check_squares(ruleset: Ruleset, where: str) -> None:
    """Each square that multiplies lies between start and home, and multiplies by one number."""
    seen: set[int] = set()
    low, high = _TIMES
    for number, row in enumerate(ruleset.square, 1):
        place = f"{where}, [[square]] no. {number}"
        if not low <= row.times <= high:
            raise RulesetError(place, f"times = {row.times}", f"a whole number from {low} to {high}")
        for square in row.squares:
            if not 1 <= square < ruleset.goal:
                raise RulesetError(place, f"square {square}", f"squares from 1 to {ruleset.goal - 1}, before home")
            if square in seen:
                raise RulesetError(place, f"square {square} is there already", "name each square once, in one row")
            seen.add(square)


def _fault(row: EventRow) -> tuple[str, str] | None:
    """What is wrong with a row, and what would be right; None when nothing is."""
    effect = EFFECTS.get(row.effect)
    if effect is None:
        return f"unknown effect {row.effect}", nearest(row.effect, EFFECTS)
    if (row.trigger is None) == (row.shape is None):
        return (
            "needs either a trigger or a shape",
            f"a trigger of one or two characters, or a shape: {', '.join(SHAPES)}",
        )
    if row.shape is not None and row.shape not in effect.shapes:
        return (
            f"effect {row.effect} does not stand on shape {row.shape}",
            f"its shapes: {', '.join(effect.shapes) or 'none'}",
        )
    if row.trigger is not None and effect.shapes and row.effect != "points":
        return f"effect {row.effect} needs a shape", f"shape = {effect.shapes[0]!r}"
    return _trigger_fault(row) or _worth_fault(row)


def _trigger_fault(row: EventRow) -> tuple[str, str] | None:
    if row.trigger is None:
        return ("a shape has no follow", "leave follow out") if row.follow is not None else None
    if (
        not 1 <= len(row.trigger) <= 2
        or not row.trigger.isascii()
        or not row.trigger.isprintable()
        or " " in row.trigger
    ):
        return f"trigger {row.trigger!r}", "one or two ASCII characters"
    if row.follow is None:
        return None
    words = row.follow.split()
    if not words or any(word == "!" for word in words) or not row.follow.isascii():
        return (
            f"follow {row.follow!r} says nothing",
            f"a class ({' '.join(CLASSES)}) or characters, '!' in front for not",
        )
    for word in words:
        body = word.removeprefix("!")
        if len(body) > 3 and body not in CLASSES and body.islower():
            close = difflib.get_close_matches(body, CLASSES, 1, 0.75)
            if close:
                return f"unknown class {body} in follow", f"did you mean {close[0]}?"
    return None


def _worth_fault(row: EventRow) -> tuple[str, str] | None:
    effect = EFFECTS[row.effect]
    digit_follows = "digit" in (row.follow or "").split()
    if effect.worth == "needed" and row.worth is None:
        return f"effect {row.effect} needs a worth", "add worth = …"
    if effect.worth == "no" and row.worth is not None:
        return f"effect {row.effect} has no worth", "leave worth out"
    if effect.worth == "or_digit" and (row.worth is not None) == digit_follows:
        return f"effect {row.effect} needs its number from one place", 'either worth = …, or follow = "digit"'
    if effect.kind and not row.kind:
        return f"effect {row.effect} needs a kind", 'add kind = "…", the letter that names it'
    if effect.kind and not re.fullmatch("[A-Z]", row.kind or ""):
        return f"kind {row.kind!r}", "one capital letter"
    if not effect.kind and row.kind is not None:
        return f"effect {row.effect} has no kind", "leave kind out"
    if row.strikable and row.effect not in ("points", "rest"):
        return f"effect {row.effect} can't be struck", "strikable stands on points and rest"
    low, high = _WORTHS.get(row.effect, _POINTS)
    if row.worth is not None and not low <= row.worth <= high:
        return f"worth {row.worth} of effect {row.effect}", f"a whole number from {low} to {high}"
    return None


def _example_fault(row: EventRow, ruleset: Ruleset) -> tuple[str, str] | None:
    if not row_matches(row, row.hit, ruleset):
        spoiler = _spoiler(row, ruleset)
        if spoiler is not None:
            told = f"row {spoiler.id} above it spoils its example hit = {row.hit!r}"
            return told, "give dice without that row's characters, or move that row below it"
        return f"its example hit = {row.hit!r} misses this row", "give dice that the row matches"
    if row_matches(row, row.miss, ruleset):
        return f"its example miss = {row.miss!r} hits this row", "give dice that the row does not match"
    return None


def _spoiler(row: EventRow, ruleset: Ruleset) -> EventRow | None:
    """The first row above that keeps this one from matching its own example; only a miss looks at other rows."""
    if row.shape != "miss":
        return None
    for other in ruleset.event:
        pair = msgspec.structs.replace(ruleset, event=(other, row))
        if other is not row and not row_matches(row, row.hit, pair):
            return other
    return None
