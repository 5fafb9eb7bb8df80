"""Tests of pages publish whole games: scenarios as in tests/game, and the saved threads of the fixtures."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "game"))
