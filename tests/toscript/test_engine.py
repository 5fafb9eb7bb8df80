"""The script of the checker page is made from the Python that it must agree with: `pytest --bless` makes it anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from helpers import ROOT

import toscript.engine

TEMPLATES = ROOT / "referee/pages/templates"


@cache
def engine() -> str:
    return toscript.engine.engine()


def test_the_script_is_what_the_rules_are_now(golden: Callable[[Path, str], None]) -> None:
    golden(TEMPLATES / "engine.js", engine())


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_what_the_script_says(lang: str, golden: Callable[[Path, str], None]) -> None:
    golden(TEMPLATES / f"checker.{lang}.json", toscript.engine.said(lang, engine()))
