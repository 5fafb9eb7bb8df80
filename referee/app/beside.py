"""Where is kept what was made of the program's own files: in `__pycache__` beside them, as Python keeps its own."""

from __future__ import annotations

import os
import sys
from importlib.resources.abc import Traversable
from pathlib import Path


def kept_beside(folder: Traversable) -> Path | None:
    """The place for what is made of the files of a folder; None where nothing may be written, as Python would not
    either."""
    if sys.dont_write_bytecode or not isinstance(folder, Path):
        return None
    place = folder / "__pycache__"
    try:
        place.mkdir(exist_ok=True)
    except OSError:
        return None
    return place if os.access(place, os.W_OK) else None
