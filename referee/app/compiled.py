"""What Jinja2 makes of the templates, kept beside them."""

from __future__ import annotations

from contextlib import suppress
from importlib.resources.abc import Traversable

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from referee.app.beside import kept_beside


class _Beside(FileSystemBytecodeCache):
    """A cache that is no loss: what can't be written is made again the next time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_beside(folder: Traversable) -> FileSystemBytecodeCache | None:
    """The cache of a folder of templates; None where nothing may be written."""
    place = kept_beside(folder)
    return None if place is None else _Beside(str(place), "%s.jinja")
