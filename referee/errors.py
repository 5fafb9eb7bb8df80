"""The error tree: what ends a command, with the exit code and one line for the person.

    RefereeError            4   the disk failed (base of all)
    ├── UsageError          2   wrong use of a command, a bad ID, a bad setting
    │   └── RulesetError    2   a ruleset that refuses to load, or an unknown switch
    ├── SourceError         3   a file or folder that is no thread, or can't be read
    ├── LockHeld            0   another process polls already
    └── LedgerError         4   the ledger, or the disk under it
        ├── LedgerMissing   4   there is none at that place
        ├── LedgerNewer     4   a newer referee wrote it
        ├── LedgerBusy      4   another program holds it
        ├── LedgerReadOnly  4   it may be read, not written
        ├── LedgerCorrupt   4   its bytes are damaged, or it is no ledger
        ├── LedgerFull      4   the disk has no room
        ├── LedgerGone      4   it was deleted or replaced under a running program
        └── LedgerConflict  4   what was to be written contradicts what stands there

A bad post is never an exception: it is a `referee.model.Problem`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

import msgspec

#: What msgspec calls a type → what a person writes in TOML.
_TYPES = {
    "int": "a whole number",
    "float": "a number with a decimal point",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
}
_OUT_OF_BOUNDS = re.compile(r"Expected `int` (?P<sign>>=|<=) (?P<limit>-?[0-9]+)")
_WRONG_TYPE = re.compile(r"Expected `(?P<right>.+)`, got `(?P<got>.+)`")
_WRONG_WORD = re.compile(r"Invalid enum value (?P<got>.+)", re.DOTALL)


class RefereeError(Exception):
    """What went wrong, where, and what to do about it, in one line each.

    `where` names the thing (a path, a row, an ID), `what` says what is wrong with it,
    `hint` says what to do. `exit_code` is what the command ends with.
    """

    exit_code = 4

    def __init__(self, where: str, what: str, hint: str = "") -> None:
        super().__init__(where, what, hint)
        self.where = where
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        line = f"{self.where}: {self.what}" if self.where else self.what
        line = f"{line} — {self.hint}" if self.hint else line
        # What strangers wrote may stand in it: nothing of that reaches a terminal but what can be read.
        return "".join(one if one.isprintable() else "?" for one in " ".join(line.split()))


class UsageError(RefereeError):
    """Wrong use of a command: a bad ID, a bad option, a bad settings file."""

    exit_code = 2


class RulesetError(UsageError):
    """A ruleset that can't be used: `where` names the ruleset and the row."""


class SourceError(RefereeError):
    """A source that is no thread, or that can't be read."""

    exit_code = 3


class LedgerError(RefereeError):
    """The ledger, or the disk under it, failed: `where` is the path of the ledger."""


class LedgerMissing(LedgerError):
    """There is no ledger at that place."""


class LedgerNewer(LedgerError):
    """The ledger was written by a newer referee."""


class LedgerBusy(LedgerError):
    """Another program held the ledger for longer than we wait."""


class LedgerReadOnly(LedgerError):
    """The ledger may be read, not written."""


class LedgerCorrupt(LedgerError):
    """The file is damaged, or it is no ledger."""


class LedgerFull(LedgerError):
    """The disk has no room for what was to be written; nothing of it was."""


class LedgerGone(LedgerError):
    """The ledger was deleted or replaced under a running program."""


class LedgerConflict(LedgerError):
    """What was to be written contradicts what the ledger holds, such as a second daily roll."""


class LockHeld(RefereeError):
    """Another process polls already: `where` is the ledger, `what` who holds it. No failure: the work is done there."""

    exit_code = 0


def nearest(name: str, known: Iterable[str]) -> str:
    """The hint for a name that nobody knows: the known one that it resembles, else all of them."""
    names = tuple(known)
    close = difflib.get_close_matches(name, names, 1, 0.5)
    return f"did you mean {close[0]}?" if close else "one of " + ", ".join(names)


def wrong_value(error: msgspec.ValidationError, kind: type[msgspec.Struct]) -> tuple[str, str]:
    """What is wrong with a value, and what would be right, of a table that did not convert to `kind`."""
    text, _, path = str(error).partition(" - at `$.")
    path = path.rstrip("`")
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    allowed = _words(fields.get(path.partition("[")[0]))
    if (word := _WRONG_WORD.fullmatch(text)) is not None and allowed:
        return f"{path} = {word['got']} is not known", nearest(word["got"].strip("'"), allowed)
    if (bound := _OUT_OF_BOUNDS.fullmatch(text)) is not None:
        return f"{path} is out of bounds", f"{'at least' if bound['sign'] == '>=' else 'at most'} {bound['limit']}"
    if (types := _WRONG_TYPE.fullmatch(text)) is not None:
        right = [_TYPES.get(name, name) for name in types["right"].split(" | ") if name != "null"]
        got = _TYPES.get(types["got"], types["got"])
        return f"{path or 'this'} is {got}", nearest("", allowed) if allowed else f"write {' or '.join(right)}"
    return str(error), "its keys: " + ", ".join(fields)


def _words(kind: Any) -> tuple[str, ...]:
    """The words that a type allows: those of a Literal, also of one that may be left out."""
    if get_origin(kind) is Literal:
        return tuple(word for word in get_args(kind) if isinstance(word, str))
    return tuple(word for part in get_args(kind) for word in _words(part))
