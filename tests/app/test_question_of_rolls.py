"""What `why` asks anew of a roll that was judged: the same question, so the same roll."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import ROOT

from referee.app.audit import open_audit
from referee.app.judge import Judge
from referee.app.question import Question, asked_of
from referee.model import Thrown, Verdict

THREADS = ROOT / "fixtures/threads"
#: Boards of 1999 showed no IDs: nobody rolled there.
CASES = sorted(path.parent for path in THREADS.glob("*/about.toml") if path.parent.name != "family-2ch-1999")


def verdicts(folder: Path, *settings: str) -> tuple[list[Verdict], Judge]:
    linked = folder / "linked"
    sources = [str(path) for path in sorted(folder.iterdir()) if path.is_dir() and path != linked]
    audit, speaker = open_audit(sources, [str(linked)] if linked.exists() else [], None, None, settings, "en")
    return [one for some in audit.verdicts(lambda _: None) for one in some], Judge(audit.ruleset, speaker)


@pytest.mark.parametrize("settings", [(), ("dice=all", "pt_hundredths=true", "xx_lifts_chance=true")])
@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_a_roll_asked_anew_is_the_same(folder: Path, settings: tuple[str, ...]) -> None:
    told, judge = verdicts(folder, *settings)
    rolls = [(verdict, step) for verdict in told for step in verdict.steps if isinstance(step, Thrown)]
    assert rolls
    for verdict, step in rolls:
        assert judge.answer(Question(*asked_of(verdict, step))).roll == step.roll, (verdict.number, step.roll.dice)
