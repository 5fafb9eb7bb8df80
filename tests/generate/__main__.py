"""Rewrites the generated folders of `fixtures/threads/`: `python -m tests.generate [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from .write import write_all

THREADS = Path(__file__).resolve().parents[2] / "fixtures/threads"

if __name__ == "__main__":
    for path in write_all(Path(sys.argv[1]) if len(sys.argv) > 1 else THREADS):
        print(path)
