"""What a ruling says, made of its kind and of values as typed or as TOML has them: both doors pass here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.app.clock import board_time
from referee.app.question import ident_of
from referee.errors import UsageError, nearest
from referee.model import DAY_ONLY, MINUTES, Stamp
from referee.model.ruling import ACTS, Act, CarryOver, Join, Opening, Outage
from referee.rules import Ruleset, parse_setting

#: `2026-08-01`, and behind T (or a space) the time, as precise as it is known.
_STAMP = re.compile(
    r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(?:\+09:00)?)?", re.ASCII
)
_YES = {"true": True, "yes": True, "false": False, "no": False}
_MOST = 10**9


class _WrongError(Exception):
    """A value that is none: what is wrong, and what would be right."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(what, hint)
        self.what, self.hint = what, hint


def make_act(kind: str, values: Mapping[str, object], ruleset: Ruleset, where: str, base: Act | None = None) -> Act:
    """What a ruling of a kind says.

    Args:
        kind: a name in `ACTS`.
        values: its values by their names, as typed (text, or a list of it) or as TOML has them.
        ruleset: tells which square is home, and what can be exposed.
        where: what a refusal names first.
        base: what an amended ruling of the same kind says; what is not named stays.

    Raises:
        UsageError: an unknown kind or value, one that is missing or wrong; names it, and what would be right.
    """
    if kind not in ACTS:
        raise UsageError(where, f"unknown kind of ruling {kind}", nearest(kind, ACTS))
    place = f"{where} {kind}" if where else kind
    made = _fields(ACTS[kind], values, ruleset, place)
    act = replace(base, **made) if base is not None else _whole(ACTS[kind], made, place)
    if wrong := _at_odds(act):
        raise UsageError(place, *wrong)
    return act


def typed_values(words: Iterable[str], where: str) -> dict[str, object]:
    """`key=value` words as values; a key that stands twice has a list of them.

    Raises:
        UsageError: a word without `=`.
    """
    values: dict[str, object] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or not key:
            raise UsageError(where, f"{word} is no value", "write key=value, for example square=300")
        known = values.get(key)
        values[key] = value if known is None else [*known, value] if isinstance(known, list) else [known, value]
    return values


def _fields(kind: type[Any], values: Mapping[str, object], ruleset: Ruleset, where: str) -> dict[str, object]:
    made = {}
    for key, value in values.items():
        known = [name for name in kind.__struct_fields__ if name in _MAKERS]
        if key not in known:
            raise UsageError(where, f"unknown value {key}", nearest(key, known) if known else "it has no values")
        try:
            made[key] = _MAKERS[key](value, ruleset)
        except _WrongError as error:
            raise UsageError(f"{where}, {key}", error.what, error.hint) from None
        except UsageError as error:
            raise UsageError(f"{where}, {key}, {error.where}", error.what, error.hint) from None
    return made


def _whole(kind: type[Any], made: Mapping[str, object], where: str) -> Any:
    missing = [field.name for field in msgspec.structs.fields(kind) if field.required and field.name not in made]
    if missing:
        raise UsageError(where, f"has no {missing[0]}", f"give {_GIVEN.get(missing[0]) or _hinted(missing[0])}")
    return kind(**made)


def _hinted(name: str) -> str:
    return f"{name}: {_HINTS[name]}"


def _at_odds(act: Act) -> tuple[str, str] | None:
    """What is wrong with values that are right one by one."""
    match act:
        case Join(alias=alias, player=player) if alias == player:
            return f"joins {alias} to itself", "name two trips: the alias, and whose it is"
        case Outage(since=since, until=until) if until.is_older_than(since):
            return f"ends ({until.iso}) before it begins ({since.iso})", "since comes first"
        case CarryOver(players=rows):
            for place, row in enumerate(rows):
                if any(row.player == other.player for other in rows[:place]):
                    return f"two rows for {row.player}", "give each player one row"
                if row.home_at is not None and any(row.home_at == other.home_at for other in rows[:place]):
                    return f"two players came home as no. {row.home_at}", "home_at counts who came home, from 1"
    return None


def _text(value: object, hint: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _WrongError("is empty" if isinstance(value, str) else f"{value!r} is no text", hint)
    return value.strip()


def _trip(value: object, _: Ruleset) -> str:
    text = _text(value, _HINTS["player"])
    if not text.startswith("◆"):
        raise _WrongError(f"{text} is no trip", f"did you mean ◆{text.removeprefix('◇')}?")
    if len(text) == 1:
        raise _WrongError("◆ is no trip", _HINTS["player"])
    return text


def _whole_number(least: int, most: int = _MOST) -> Callable[[object, Ruleset], int]:
    def make(value: object, _: Ruleset) -> int:
        number = _number(value)
        if number is None or not least <= number <= most:
            raise _WrongError(f"{value} is no number from {least} to {most}", "write a whole number")
        return number

    return make


def _number(value: object) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\d{1,10}", value.strip(), re.ASCII):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _square(value: object, ruleset: Ruleset) -> int:
    number = _number(value)
    if number is None or not 0 <= number <= ruleset.goal:
        raise _WrongError(f"{value} is no square", f"a whole number from 0 to {ruleset.goal} (home)")
    return number


def _truth(value: object, _: Ruleset) -> bool:
    found = _YES.get(value.lower()) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise _WrongError(f"{value} is neither true nor false", "write true or false")
    return found


def _letters(value: object, ruleset: Ruleset) -> tuple[str, ...]:
    known = "".join(sorted({row.kind for row in ruleset.event if row.effect == "exposure" and row.kind}))
    parts = value if isinstance(value, list | tuple) else [value]
    letters = [letter for part in parts for letter in _text(part, f"letters of {known}").replace(",", "")]
    for letter in letters:
        if letter not in known:
            raise _WrongError(f"{letter} is nothing that can be exposed", f"one of {' '.join(known)}")
    return tuple(letters)


def _day(value: object, _: Ruleset) -> int:
    stamp = _stamp(value, _)
    if stamp.digits != DAY_ONLY:
        raise _WrongError(f"{value} is more than a day", _HINTS["day"])
    return stamp.day


def _stamp(value: object, _: Ruleset) -> Stamp:
    """A time of the boards' clock (JST), as precise as it is written."""
    if isinstance(value, datetime):
        value = board_time(value)
    elif isinstance(value, date):
        value = value.isoformat()
    found = _STAMP.fullmatch(value.strip()) if isinstance(value, str) else None
    try:
        if found is None:
            raise ValueError
        day, hour, minute, second, fraction = found.groups()
        ordinal = date.fromisoformat(day).toordinal()
    except ValueError:
        raise _WrongError(f"{value} is no time", _HINTS["at"]) from None
    if hour is None:
        return Stamp(ordinal, 0, DAY_ONLY)
    if int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59:
        raise _WrongError(f"{value} is no time", _HINTS["at"])
    millis = ((int(hour) * 60 + int(minute)) * 60 + int(second or 0)) * 1000
    if second is None:
        return Stamp(ordinal, millis, MINUTES)
    return Stamp(ordinal, millis + int((fraction or "").ljust(3, "0")), len(fraction or ""))


def _dice(value: object, _: Ruleset) -> str:
    return ident_of(_text(value, _HINTS["dice"]))


def _url(value: object, _: Ruleset) -> str:
    text = _text(value, _HINTS["url"])
    if not re.match(r"h?t?tps?://", text):
        raise _WrongError(f"{text} is no link", _HINTS["url"])
    return text


def _name(value: object, _: Ruleset) -> str:
    return _text(value, _HINTS["name"])


def _readings(value: object, _: Ruleset) -> dict[str, bool | str]:
    """Switches as a table, or as typed; whether the ruleset knows them is seen when it is loaded."""
    if isinstance(value, dict):
        return dict(value)
    parts = value if isinstance(value, list | tuple) else [value]
    return dict(parse_setting(_text(part, "write SWITCH=VALUE")) for part in parts)


def _players(value: object, ruleset: Ruleset) -> tuple[Opening, ...]:
    """The rows of an opening table: tables of TOML, or `player=◆A square=300` as typed."""
    rows = value if isinstance(value, list | tuple) else [value]
    if not rows:
        raise _WrongError("has no rows", _HINTS["players"])
    return tuple(_opening(row, ruleset, place) for place, row in enumerate(rows, 1))


def _opening(row: object, ruleset: Ruleset, place: int) -> Opening:
    where = f"row {place}"
    if isinstance(row, str):
        row = typed_values(row.split(), where)
    if not isinstance(row, dict):
        raise _WrongError(f"{where} is no table", _HINTS["players"])
    # A name may be left empty in an opening table, and only there.
    name = str(row.get("name", ""))
    made = _fields(Opening, {key: value for key, value in row.items() if key != "name"}, ruleset, where)
    opening: Opening = replace(_whole(Opening, made, where), name=name)
    if (opening.square == ruleset.goal) != (opening.home_at is not None):
        what = "has no home_at" if opening.home_at is None else f"is home, but on square {opening.square}"
        raise UsageError(where, f"{opening.player} {what}", f"home is square {ruleset.goal}, with home_at from 1")
    return opening


_HINTS = {
    "player": "write a trip with ◆, such as ◆AbCdEfGhIj",
    "alias": "write a trip with ◆, such as ◆AbCdEfGhIj",
    "dice": "the characters behind ID:",
    "at": "write 2026-08-01T23:59:50, or 2026-08-01, in the boards' clock (JST)",
    "since": "write 2026-08-01T23:59:50, or 2026-08-01, in the boards' clock (JST)",
    "until": "write 2026-08-01T23:59:50, or 2026-08-01, in the boards' clock (JST)",
    "day": "write a day such as 2026-08-01",
    "square": "a whole number from 0 to home",
    "url": "write the link as it stands in the post",
    "name": "a packaged ruleset, or a TOML file",
    "players": 'rows such as "player=◆AbCdEfGhIj square=300"',
}
#: What is to be given where a value that must be is missing, and its name is no option.
_GIVEN = {"accept": "--accept or --refuse; in a file accept = true or false"}
#: How each value is made, by its name: a name means the same in every kind of ruling.
_MAKERS: dict[str, Callable[[object, Ruleset], object]] = {
    "player": _trip,
    "alias": _trip,
    "dice": _dice,
    "at": _stamp,
    "since": _stamp,
    "until": _stamp,
    "day": _day,
    "rest_until": _day,
    "rolled_on": _day,
    "square": _square,
    "accept": _truth,
    "chance": _truth,
    "shown": _letters,
    "owed": _letters,
    "url": _url,
    "number": _whole_number(1),
    "name": _name,
    "readings": _readings,
    "players": _players,
    "rolls": _whole_number(1),
    "home_at": _whole_number(1),
    "held": _whole_number(0, 1000),
    "pending": _whole_number(0, 1000),
}
