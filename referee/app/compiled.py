"""What Jinja2 makes of the templates, kept as Python keeps its own: in `__pycache__` beside them, where it may."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.resources.abc import Traversable
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket


class _Beside(FileSystemBytecodeCache):
    """A cache that is no loss: what can't be written is made again the next time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_beside(folder: Traversable) -> FileSystemBytecodeCache | None:
    """The cache of a folder of templates; None where nothing may be written, as Python would not either."""
    if sys.dont_write_bytecode or not isinstance(folder, Path):
        return None
    place = folder / "__pycache__"
    try:
        place.mkdir(exist_ok=True)
    except OSError:
        return None
    return _Beside(str(place), "%s.jinja") if os.access(place, os.W_OK) else None
