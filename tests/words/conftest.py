"""Tests of words play whole games, with the players of tests/game."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "game"))
