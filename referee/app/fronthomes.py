"""Who was the first home in a game that is published: the page in front also leads to games that are not made now."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from referee.pages import GAME_DATA, FirstHome


class _Data(Struct):
    first_home: list[FirstHome] = []


def homes_in(folder: Path) -> list[FirstHome]:
    """What the `game.json` of a folder of pages tells of it; nothing where it can't be read, or was made by a referee
    that did not tell."""
    try:
        return msgspec.json.decode((folder / GAME_DATA).read_bytes(), type=_Data).first_home
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return []
