"""When verdicts that stand took the place of others that said something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from referee.app.clock import JST
from referee.ledger import StoredVerdict, View
from referee.model import ThreadRef, Verdict

#: When, by thread and content; in the boards' clock, without a zone.
Changes = dict[tuple[tuple[str, str, str], int], datetime]


def changes(view: View, game: str, standing: Sequence[StoredVerdict]) -> Changes:
    """Of verdicts in force those that differ from what was declared before, each with the time since when it is so.

    What other rules judged to the same result is no change, nor is what only the host is told (open items).
    """
    later: dict[ThreadRef, list[StoredVerdict]] = defaultdict(list)
    for stored in standing:
        if stored.supersedes is not None:
            later[stored.verdict.thread].append(stored)
    found: Changes = {}
    for thread, some in later.items():
        before = {one.id: one for one in view.verdicts_on(game, thread, [one.verdict.fingerprint for one in some])}
        for stored in some:
            at = _changed_at(stored, before)
            if at is not None:
                found[thread.identity, stored.verdict.fingerprint] = at.astimezone(JST).replace(tzinfo=None)
    return found


def _changed_at(stored: StoredVerdict, before: dict[int, StoredVerdict]) -> datetime | None:
    while stored.supersedes is not None and (earlier := before.get(stored.supersedes)) is not None:
        if said(earlier.verdict) != said(stored.verdict):
            return stored.declared_at
        stored = earlier
    return None


def said(verdict: Verdict) -> Verdict:
    """What a verdict says of its post, whatever ruleset it came from."""
    return replace(verdict, ruleset="", items=())
