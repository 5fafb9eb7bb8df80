"""What TOML of the package says, kept: reading it takes longer than all else that a small command does."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from referee.app.beside import kept_beside
from referee.app.pagefiles import replace


def reader(folder: Traversable) -> Callable[[str], dict[str, Any]]:
    """What reads the TOML of a folder of the package, once where it may keep what it read."""
    place = kept_beside(folder)
    return tomllib.loads if place is None else partial(read_toml, place=place)


def read_toml(text: str, place: Path) -> dict[str, Any]:
    """What a text says, read once: the folder keeps it under the digest of the text. What can't be kept is no loss.

    Raises:
        tomllib.TOMLDecodeError: it is no TOML.
    """
    kept = place / f"{sha256(text.encode()).hexdigest()[:32]}.msgpack"
    with suppress(OSError, msgspec.MsgspecError, UnicodeError):
        return msgspec.msgpack.decode(kept.read_bytes(), type=dict[str, Any])
    said = tomllib.loads(text)
    with suppress(OSError):
        replace(kept, msgspec.msgpack.encode(said))
    return said
