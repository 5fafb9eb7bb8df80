"""A hand-over as JSON keeps it: the bits of its sets of days in hexadecimal.

A board's clock may go wrong by decades for a post, and a set that spans them is a number of more digits than JSON has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from referee.model import Handover

#: What of a player are sets of days.
_SETS = ("rolled", "posted", "sat")


def handover_json(handed: Handover) -> dict[str, Any]:
    """A hand-over as JSON."""
    return _with_bits(msgspec.to_builtins(handed), hex)


def handover_of(content: dict[str, Any]) -> Handover:
    """The hand-over that JSON holds."""
    return msgspec.convert(_with_bits(content, lambda bits: int(bits, 16) if isinstance(bits, str) else bits), Handover)


def _with_bits(handed: dict[str, Any], form: Callable[[Any], Any]) -> dict[str, Any]:
    players = [
        {name: {**told, "bits": form(told["bits"])} if name in _SETS else told for name, told in player.items()}
        for player in handed["players"]
    ]
    return {**handed, "players": players}
