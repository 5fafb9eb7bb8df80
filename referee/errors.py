"""The error tree: what ends a command, with the exit code and one line for the person.

    RefereeError            4   the disk failed (base of all)
    ├── UsageError          2   wrong use of a command, a bad ID, a bad setting
    │   └── RulesetError    2   a ruleset that refuses to load, or an unknown switch
    └── SourceError         3   a file or folder that is no thread, or can't be read

A bad post is never an exception: it is a `referee.model.Problem`.
"""

from __future__ import annotations


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
        return " ".join(line.split())


class UsageError(RefereeError):
    """Wrong use of a command: a bad ID, a bad option, a bad settings file."""

    exit_code = 2


class RulesetError(UsageError):
    """A ruleset that can't be used: `where` names the ruleset and the row."""


class SourceError(RefereeError):
    """A source that is no thread, or that can't be read."""

    exit_code = 3
