"""The journal: what happened, appended only, each row's digest over its content and the row before.

A row of kind `verdicts/1` covers a run of verdicts by the digest of their digests, so that the chain costs one row for
a poll, and a changed verdict is still found by its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from referee.ledger.tables import journal

#: What the first row takes for the digest of the row before.
NOTHING = "0" * 64

_to_json = msgspec.json.Encoder(order="deterministic").encode


def append(core: Connection, at: str, kind: str, content: dict[str, Any]) -> int:
    """Write one more row; its number, counted from 1. `at` is a time as the ledger writes it."""
    last = core.execute(select(journal.c.seq, journal.c.sha256).order_by(journal.c.seq.desc()).limit(1)).one_or_none()
    seq, before = (1, NOTHING) if last is None else (last.seq + 1, last.sha256)
    text = _to_json(content).decode()
    row = {"seq": seq, "at": at, "kind": kind, "content": text, "sha256": chained(before, seq, at, kind, text)}
    core.execute(insert(journal), row)
    return seq


def chained(before: str, seq: int, at: str, kind: str, content: str) -> str:
    """The digest of a row, given that of the row before."""
    return digest_of(before, seq, at, kind, content)


def digest_of(*fields: Any) -> str:
    """SHA-256 (hex) of some values: of their JSON, so that no two rows of values look alike."""
    return sha256(_to_json(fields)).hexdigest()


def digest_of_all(digests: Iterable[str]) -> str:
    """SHA-256 (hex) of a run of digests."""
    return sha256("".join(digests).encode()).hexdigest()
