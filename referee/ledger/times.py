"""Instants as the ledger writes them: UTC, text of fixed width, so that later is greater."""

from __future__ import annotations

from datetime import UTC, datetime

from referee.errors import LedgerCorrupt


def to_text(at: datetime) -> str:
    """`2026-03-01T00:00:00.000000Z`.

    Raises:
        ValueError: a time without its zone.
    """
    if at.tzinfo is None:
        raise ValueError("a time without a zone never reaches the ledger")
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def maybe_to_text(at: datetime | None) -> str | None:
    """`to_text` of a time that may be unknown."""
    return None if at is None else to_text(at)


def from_text(text: str) -> datetime:
    """The instant of a text that `to_text` made.

    Raises:
        LedgerCorrupt: it is none.
    """
    try:
        return datetime.fromisoformat(text)
    except (TypeError, ValueError):
        hint = "restore the latest backup, then run `referee verify`"
        raise LedgerCorrupt("", f"the ledger holds {text!r} where a time belongs", hint) from None


def maybe_from_text(text: str | None) -> datetime | None:
    """`from_text` of a time that may be unknown."""
    return None if text is None else from_text(text)
