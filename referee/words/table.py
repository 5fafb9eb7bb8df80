"""The standings in words: titles of the columns, and the state of a player."""

from __future__ import annotations

from referee.model import Standing
from referee.words.tongue import Tongue, shown
from referee.words.width import clean

_NAME = 24
#: The lowest and the highest square on which a player may stand; None where nothing open matters.
Span = tuple[int, int] | None


def header(_: Tongue) -> tuple[str, ...]:
    """Titles of the columns that `row` fills."""
    return (
        _("順位"),
        _("プレイヤー"),
        _("名前"),
        _("マス"),
        _("回数"),
        _("休み"),
        _("状態"),
        _("次に振れる日"),
    )


def row(_: Tongue, standing: Standing, span: Span = None) -> tuple[str, ...]:
    """One row of the standings, a cell for each title; `span` where the player may stand while items are open."""
    return (
        str(standing.rank),
        clean(standing.player),
        shown(standing.name, _NAME),
        square_text(standing, span),
        str(standing.rolls),
        "" if standing.rest_until is None else _.day(standing.rest_until),
        _.join(_states(_, standing)),
        "" if standing.can_roll_on is None else _.day(standing.can_roll_on),
    )


def square_text(standing: Standing, span: Span = None) -> str:
    """The square of a player, and where else the host may yet put it: `123 (118–140)`."""
    return str(standing.square) if span is None else f"{standing.square} ({span[0]}–{span[1]})"


def state_words(_: Tongue, standing: Standing) -> str:
    """What holds for a player: home, rest, chance, ×n, extra rolls; nothing where nothing holds."""
    states = _states(_, standing)
    if standing.rest_until is not None:
        states.insert(0, _("{day}まで休み", day=_.day(standing.rest_until)))
    return _.join(states)


def _states(_: Tongue, standing: Standing) -> list[str]:
    states = []
    if standing.home:
        day = standing.home_on
        states.append(_("あがり") if day is None else _("{day}あがり", day=_.day(day)))
    if standing.chance:
        states.append(_("chance状態"))
    if standing.held != 1:
        states.append(_("次回×{n}", n=standing.held))
    if standing.extra_rolls:
        states.append(_("あと{n}回振れる", n=standing.extra_rolls))
    return states
