"""The cut: after which post a table was drawn up, and when that was."""

from __future__ import annotations

from collections.abc import Sequence

from referee.model import Verdict
from referee.pages.edition import Edition
from referee.words.tongue import time_text


def cut_told(edition: Edition, verdicts: Sequence[Verdict]) -> str:
    """The last of some verdicts (one at least) as the cut, with its time; where its post has none (a notice, an erased
    post), with the last one before it that has, and the time of that."""
    last = verdicts[-1]
    where = {"thread": edition.thread_title(last.thread), "number": last.number}
    dated = next((one for one in reversed(verdicts) if one.stamp is not None), None)
    if dated is None or dated.stamp is None:
        return edition.say("cut_undated", **where)
    time = edition.say("jst", time=time_text(dated.stamp))
    if dated is last:
        return edition.say("cut", time=time, **where)
    return edition.say("cut_behind", post=edition.post(dated, last), time=time, **where)
