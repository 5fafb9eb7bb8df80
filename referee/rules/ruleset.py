"""A ruleset as loaded: rows, readings in force, and the digest that names both."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Literal

import msgspec
from msgspec import Struct

from referee.model import Readings

Case = Literal["blind", "exact"]
Shape = Literal["digit", "run", "all_capital", "all_small", "miss"]
Value = bool | str


class EventRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One event: what to match (`trigger` with `follow`, or `shape`), and what follows (`effect`, `worth`, `kind`).

    `strikable` rows are those that X makes nothing (E-X). `hit` and `miss` are dice that this very row matches and does
    not match.
    """

    id: str
    effect: str
    ja: str
    en: str
    hit: str
    miss: str
    trigger: str | None = None
    case: Case = "blind"
    follow: str | None = None
    shape: Shape | None = None
    worth: int | None = None
    kind: str | None = None
    strikable: bool = False

    @property
    def rule(self) -> str:
        """The rule id: the row's id before the slash."""
        return self.id.partition("/")[0]


class RuleText(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence for a rule that is no event."""

    id: str
    ja: str
    en: str


class SquareRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Squares that multiply what is rolled from them (M2)."""

    squares: tuple[int, ...]
    times: int


class Reading(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One switch: the value in force, its alternatives, and the sentence that explains it."""

    value: Value
    alternatives: tuple[Value, ...]
    ja: str
    en: str
    rule: str = ""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The `[ruleset]` table: its name, and the square that is home."""

    name: str
    goal: int = 1000


class Ruleset(Struct, frozen=True, dict=True):
    """A ruleset that loaded: every row checked, `values` the readings in force (a switch left out has its default)."""

    ruleset: Head
    event: tuple[EventRow, ...]
    square: tuple[SquareRow, ...] = ()
    readings: dict[str, Reading] = {}
    rule: tuple[RuleText, ...] = ()
    values: Readings = Readings()

    @property
    def name(self) -> str:
        return self.ruleset.name

    @property
    def goal(self) -> int:
        """The square that is home."""
        return self.ruleset.goal

    @property
    def multipliers(self) -> dict[int, int]:
        """Square → what a roll from it is multiplied by (M2); squares that do not multiply are left out."""
        return {square: row.times for row in self.square for square in row.squares}

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the canonical JSON of the ruleset, with the readings in force."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()

    def read_as(self, readings: dict[str, Reading]) -> Ruleset:
        """The same rows under other readings."""
        values = msgspec.convert({name: reading.value for name, reading in readings.items()}, Readings)
        return msgspec.structs.replace(self, readings=readings, values=values)

    def texts(self, lang: str) -> dict[str, str]:
        """Row or rule id → its sentence in `ja` or `en`."""
        rows: tuple[EventRow | RuleText, ...] = (*self.event, *self.rule)
        return {row.id: row.en if lang == "en" else row.ja for row in rows}
