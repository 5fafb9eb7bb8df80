"""Rewrites the generated files of `fixtures/threads/` and `fixtures/pages/`: `python -m tests.generate [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from .write import write_all, write_pages

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FIXTURES
    for path in (*write_all(folder / "threads"), *write_pages(folder / "pages")):
        print(path)
