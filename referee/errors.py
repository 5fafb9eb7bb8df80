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
