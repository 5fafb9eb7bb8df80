"""Golden files for every room: expected text beside its input, rewritten by `pytest --bless`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no fault of the code: how long an example takes is measured in benchmarks/, never asserted.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite golden files, printing what changes")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """A function that compares a text with the golden file at a path, and rewrites the file under `--bless`."""
    bless = request.config.getoption("--bless")

    def compare(path: Path, actual: str) -> None:
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        if actual == expected:
            return
        lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), f"{path.name}", "now", lineterm="")
        difference = "\n".join(lines) or "only line ends differ"
        if not bless:
            pytest.fail(
                f"{path.name} is not what comes out now (pytest --bless accepts it):\n{difference}", pytrace=False
            )
        print(difference)
        path.write_text(actual, encoding="utf-8", newline="\n")

    return compare
