"""What was seen and what was declared, remembered: captures, posts, verdicts, the state of the game, and a journal.

`open_ledger` is the door. Here is SQL and nothing but SQL: what a verdict means, when to poll, what to rebuild is for
others. SQLAlchemy Core says the statements, without its ORM; the few of a poll without news are plain SQL (`desk`),
since importing SQLAlchemy takes longer than such a poll; alembic is imported only when a migration is due.
"""

from referee.ledger.ledger import Ledger, open_ledger
from referee.ledger.records import (
    Break,
    Declared,
    Edited,
    GameRow,
    JournalRow,
    LastPost,
    Merged,
    Move,
    Renumbered,
    Sizes,
    StoredCapture,
    StoredMove,
    StoredPost,
    StoredVerdict,
    ThreadRow,
    Total,
)
from referee.ledger.shelf import whole
from referee.ledger.tx import Tx
from referee.ledger.view import View

__all__ = [
    "Break",
    "Declared",
    "Edited",
    "GameRow",
    "JournalRow",
    "LastPost",
    "Ledger",
    "Merged",
    "Move",
    "Renumbered",
    "Sizes",
    "StoredCapture",
    "StoredMove",
    "StoredPost",
    "StoredVerdict",
    "ThreadRow",
    "Total",
    "Tx",
    "View",
    "open_ledger",
    "whole",
]
