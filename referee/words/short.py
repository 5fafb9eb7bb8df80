"""A verdict in one line of at most 60 full-width characters, fit to be pasted into a thread by a person."""

from __future__ import annotations

from collections.abc import Iterable

from referee.model import Placed, Roll, Shown, Thrown, Verdict
from referee.words.codes import kind_text, rule_of, why_text
from referee.words.findings import exposed
from referee.words.rolls import handed_on, is_lost, way
from referee.words.tongue import Tongue, plain, shown, signed
from referee.words.width import ELLIPSIS, clean, columns, cut, fits

#: Sixty full-width characters.
LIMIT = 120
#: Columns for a trip or a name, and for dice, before they are cut.
_WHO = 20
_DICE = 16


def short_roll(_: Tongue, roll: Roll) -> str:
    """A roll in one line: dice, worth, way, and what it hands on as far as there is room."""
    return _fit(_, _roll_head(_, roll), handed_on(_, roll))


def whole_roll(_: Tongue, roll: Roll) -> str:
    """The same with all that it hands on, however long that is."""
    head, handed = _worth(_, clean(roll.dice), roll), _.join(handed_on(_, roll))
    return f"{head} {handed}" if handed else head


def short(_: Tongue, verdict: Verdict, step: Thrown | None = None, limit: int = LIMIT) -> str:
    """A verdict in one line of so many columns; with an extra roll as `step`, that roll instead of the post's own
    verdict."""
    head = f"{anchor(verdict)} {who(_, verdict)}"
    if step is not None and step.linked is not None:
        place = f"{step.linked.thread.board}/{step.linked.number}"
        head = f"{head} {_('もう一度 ({place})', place=plain(place, _WHO))} {_roll_head(_, step.roll)}"
        handed = handed_on(_, step.roll, lost=is_lost(verdict, step))
        return _fit(_, head, [*handed, *_rest(_, step.rest_until)], limit)
    rolled = verdict.roll
    if rolled is not None:
        handed = handed_on(_, rolled.roll, lost=is_lost(verdict, rolled))
        return _fit(_, f"{head} {_roll_head(_, rolled.roll)}", [*handed, *_others(_, verdict)], limit)
    if verdict.why is None:
        return _fit(_, f"{head} {kind_text(_, verdict.kind)} ({rule_of(verdict)})", _others(_, verdict), limit)
    told = _("{kind}: {why}", kind=kind_text(_, verdict.kind), why=why_text(_, verdict.why))
    return _fit(_, f"{head} {told}", _others(_, verdict), limit)


def anchor(verdict: Verdict) -> str:
    """The post, as the players of a thread point at it."""
    return f">>{verdict.number}"


def who(_: Tongue, verdict: Verdict, limit: int = _WHO) -> str:
    """Whose post it is: the genuine trip, else the name."""
    return plain(verdict.player, limit) if verdict.player else shown(verdict.name, limit) or _("名無し")


def _roll_head(_: Tongue, roll: Roll) -> str:
    return _worth(_, plain(roll.dice, _DICE), roll)


def _worth(_: Tongue, dice: str, roll: Roll) -> str:
    parts = [dice]
    parts.append(_("chance状態") if roll.by_chance else _("出目{roll}", roll=signed(roll.roll)))
    if roll.bonus:
        parts.append(_("ボーナス{bonus}", bonus=signed(roll.bonus)))
    return " ".join([*parts, way(_, roll)])


def _others(_: Tongue, verdict: Verdict) -> Iterable[str]:
    """What else the post did or is told, the most useful first."""
    if verdict.rulings:
        yield _("裁定{numbers}", numbers=_.join(map(str, verdict.rulings)))
    yield from _ordained(_, verdict)
    for step in verdict.steps:
        if isinstance(step, Shown):
            yield _("晒した: {things}", things=exposed(_, step.paid))
    extras = sum(isinstance(step, Thrown) and step.linked is not None for step in verdict.steps)
    if extras:
        yield _("他板で{n}回振った", n=extras)
    yield from _rest(_, verdict.rest_until)
    if "please_sage" in verdict.notices:
        yield _("sageでおねがいします")
    if "claim_differs" in verdict.notices and verdict.claim is not None:
        yield _("名前欄{read}は計算では{after}", read=verdict.claim.read, after=verdict.claim.after)


def _ordained(_: Tongue, verdict: Verdict) -> Iterable[str]:
    """What the host's word did that neither the kind nor the way tells: the day, and squares that are set."""
    if verdict.day is not None:
        yield _("裁定で{day}に数える", day=_.day(verdict.day))
    for step in verdict.steps:
        if isinstance(step, Placed) and step.player == verdict.player:
            yield _("裁定で{square}マス", square=step.target)
        elif isinstance(step, Placed):
            yield _("裁定で {player} は{square}マス", player=plain(step.player, _WHO), square=step.target)


def _rest(_: Tongue, until: int | None) -> Iterable[str]:
    if until is not None:
        yield _("{day}まで休み", day=_.day(until))


def _fit(_: Tongue, head: str, parts: Iterable[str], limit: int = LIMIT) -> str:
    """The head, then as many parts as fit; `…` where some did not."""
    line = cut(head, limit)
    left = list(parts)
    for place, part in enumerate(left):
        longer = _.join([line, part]) if place else f"{line} {part}"
        room = limit if place == len(left) - 1 else limit - columns(ELLIPSIS)
        if not fits(longer, room):
            return cut(line + ELLIPSIS, limit)
        line = longer
    return line
