"""`referee audit` run in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from referee.cli import group

ROOT = Path(__file__).parent.parent.parent
DEMO = ROOT / "fixtures/threads/demo"
THREAD = str(DEMO / "entrance/1178000000.dat")
LINKED = str(DEMO / "linked")


def audit(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["audit", *arguments], standalone_mode=False)


def audited(*arguments: str) -> dict[str, Any]:
    result = audit(*arguments, "--json")
    assert result.exception is None, result.exception
    whole: dict[str, Any] = json.loads(result.stdout)
    return whole
