"""What the TOML of a packaged ruleset says, kept: reading it takes longer than all else that a small command does."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from referee.app.pagefiles import replace


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
