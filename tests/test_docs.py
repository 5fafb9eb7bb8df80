"""Docs are checked, not hoped for: README's examples run, every command and rule is in its place."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee import __version__
from referee.app.rulesets import find_ruleset
from referee.app.showrules import rules_page
from referee.cli import COMMANDS, group
from referee.model import Context
from referee.rules import Evaluator, load_ruleset
from referee.words.codes import _WHYS, why_text
from referee.words.tongue import Tongue

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"^```console\n\$ referee (.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def test_console_blocks_of_readme_are_what_comes_out(
    golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    text = README.read_text("utf-8")
    assert len(BLOCK.findall(text)) >= 4

    def run(block: re.Match[str]) -> str:
        result = CliRunner().invoke(group, shlex.split(block[1]), prog_name="referee")
        assert result.exception is None, result.output
        return f"```console\n$ referee {block[1]}\n{result.stdout}```"

    golden(README, BLOCK.sub(run, text))


def test_rules_page_is_made_from_the_ruleset(golden: Callable[[Path, str], None]) -> None:
    ruleset = find_ruleset()
    page = rules_page(ruleset)
    ids = {row.rule for row in ruleset.event} | {row.id for row in ruleset.rule}
    for rule in ids:
        assert page.count(f"**{rule}**") == 1, rule
    golden(ROOT / "docs" / "rules.md", page)


def test_every_command_is_in_readme() -> None:
    text = README.read_text("utf-8")
    for command in COMMANDS:
        assert f"referee {command}" in text, command


def test_readme_names_a_test_command() -> None:
    pattern = re.compile(r"^<!-- tests -->\n```sh\n(.*?)```\n<!-- end -->$", re.DOTALL | re.MULTILINE)
    block = pattern.search(README.read_text("utf-8"))
    assert block is not None
    assert "pytest" in block[1]


def test_the_row_that_readme_shows_is_a_rule_without_any_python() -> None:
    row = re.search(r"^```toml\n(.*?)```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert row is not None
    packaged = (ROOT / "referee/rules/sets/id-sugoroku.toml").read_text("utf-8")
    evaluate = Evaluator(load_ruleset(f"{packaged}\n{row[1]}", "with one row more"))
    assert evaluate("aHnd2Mdv", Context()).roll == 2 + 7
    assert evaluate("aHNd2Mdv", Context()).roll == 2


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_players_find_every_reason_in_their_page(lang: str) -> None:
    """Word for word as the pages say it."""
    page = (ROOT / "docs/players.md").read_text("utf-8")
    assert len(_WHYS) >= 9
    for reason in _WHYS:
        assert f"| {why_text(Tongue(lang, {}), reason)} |" in page, reason


def test_changelog_tells_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{__version__}]" in text
    assert "### Judging" in text
    assert find_ruleset().digest[:12] in text, "a changed ruleset must be told under Judging, with its digest"
