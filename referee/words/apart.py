"""Two verdicts on one post told so that what differs can be seen."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee.model import Thrown, Verdict
from referee.words.full import full
from referee.words.items import item_text
from referee.words.short import short
from referee.words.tongue import Tongue, plain

#: Columns for a value that has no sentence of its own.
_LONG = 64
#: Between the lines of one verdict.
_SIDE = " / "
#: Lines of the full text that are told at most.
_MOST = 3


def apart(_: Tongue, before: Verdict | None, after: Verdict | None, then: Tongue | None = None) -> tuple[str, str]:
    """A verdict before and after, in a line each; nothing for one that is not there.

    The two lines differ where the verdicts do: extra rolls that differ are told as well, and where the short lines say
    the same but for the numbers of rulings, what the full text, or else the verdict's fields, tell otherwise. `then` is
    the tongue of the verdict before, where another ruleset's sentences hold for it.
    """
    old = then or _
    if before is None or after is None:
        return _SIDE.join(_lines(old, before, 0)), _SIDE.join(_lines(_, after, 0))
    extras = max(_extras(before), _extras(after))
    told = zip(_lines(old, before, extras), _lines(_, after, extras), strict=True)
    plainly = zip(_lines(old, _unruled(before), extras), _lines(_, _unruled(after), extras), strict=True)
    unlike = [lines for lines, (one, other) in zip(told, plainly, strict=True) if one != other]
    if unlike:
        was, now = zip(*unlike, strict=True)
        return _SIDE.join(filter(None, was)), _SIDE.join(filter(None, now))
    beside, instead = _beside(old, before, _, after)
    return "; ".join([short(old, before), *beside]), "; ".join([short(_, after), *instead])


def _extras(verdict: Verdict) -> int:
    return sum(isinstance(step, Thrown) and step.linked is not None for step in verdict.steps)


def _lines(_: Tongue, verdict: Verdict | None, extras: int) -> list[str]:
    """The extra rolls of a verdict in a line each, filled up to so many, then its own line."""
    if verdict is None:
        return []
    linked = [step for step in verdict.steps if isinstance(step, Thrown) and step.linked is not None]
    lines = [short(_, verdict, step) for step in linked]
    return [*lines, *[""] * (extras - len(lines)), short(_, verdict)]


def _unruled(verdict: Verdict) -> Verdict:
    """A verdict without the numbers of rulings, which alone make no difference."""
    return replace(verdict, rulings=(), own=None) if verdict.rulings else verdict


def _beside(old: Tongue, before: Verdict, new: Tongue, after: Verdict) -> tuple[list[str], list[str]]:
    """What of two verdicts differs though their short lines agree: what the ruling did before what the referee says
    beside it."""
    said = ((full(old, _unruled(before)), full(new, _unruled(after))), (full(old, before), full(new, after)))
    items = ([item_text(old, one) for one in before.items], [item_text(new, one) for one in after.items])
    plainly, whole = (_unlike(was.splitlines(), now.splitlines()) for was, now in said)
    return next((found for found in (plainly, _unlike(*items), whole) if any(found)), None) or _field(before, after)


def _field(before: Struct, after: Struct) -> tuple[list[str], list[str]]:
    """The first field that differs, looked for inside what it holds, by its name and value."""
    for name in before.__struct_fields__:
        one, other = getattr(before, name), getattr(after, name)
        if one == other or name == "ruleset":
            continue
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            one, other = next(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
        if isinstance(one, Struct) and type(one) is type(other):
            return _field(one, other)
        return [plain(f"{name} {one}", _LONG)], [plain(f"{name} {other}", _LONG)]
    return [], []


def _unlike(was: list[str], now: list[str]) -> tuple[list[str], list[str]]:
    """The lines that one of the two has alone, the first of them."""
    one, other = ([line.strip() for line in some if line not in rest] for some, rest in ((was, now), (now, was)))
    return one[:_MOST], other[:_MOST]
