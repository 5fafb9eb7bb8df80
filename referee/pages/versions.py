"""What a post was before: every verdict that was declared of it, and every content that it held, without the texts.

What a board took away, the pages do not bring back: they tell that it changed, when, and in what.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.model import Verdict
from referee.pages.edition import Edition
from referee.pages.view import Versions


def versions_of(edition: Edition, verdict: Verdict) -> Versions | None:
    """What the post of a verdict was before; None where it never changed."""
    versions = edition.game.versions
    return versions.get((verdict.thread.identity, verdict.fingerprint)) if versions else None


def version_lines(edition: Edition, verdict: Verdict) -> tuple[str, ...]:
    """The same in words: since when the verdict stands, those before it, latest first; then contents, oldest first."""
    found = versions_of(edition, verdict)
    return () if found is None else tuple(_lines(edition, found))


def _lines(edition: Edition, found: Versions) -> Iterator[str]:
    speaker = edition.speaker
    if found.said:
        *before, now = found.said
        yield speaker.declared_now(now.at, now.cause)
        for old in reversed(before):
            line = edition.speaker_of(old.verdict).short(old.verdict)
            yield speaker.declared_before(old.at, old.cause, line)
    for held in found.held:
        yield speaker.was_held(held.id, held.life, held.first_seen, held.gone_at, is_erased=held.is_erased)
        if held.differs:
            yield speaker.differs(held.differs)
