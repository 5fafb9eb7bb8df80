"""A verdict in full: who, what was declared by which rule, each step, and notices."""

from __future__ import annotations

from collections.abc import Iterator

from referee.model import Given, LinkedPost, Sat, Shown, Thrown, Verdict
from referee.model.game import Step
from referee.words.codes import kind_text, notice_text, rule_of, why_text
from referee.words.findings import exposed
from referee.words.items import item_text
from referee.words.rolls import arrival, is_lost, roll_lines
from referee.words.rulings import day_text, ordained_text, own_text
from referee.words.short import anchor
from referee.words.tongue import Tongue, plain, shown, signed, time_text

#: Columns for a trip, a name or an ID before they are cut.
_LONG = 64


def judged_text(_: Tongue, number: int, *, is_gone: bool = False) -> str:
    """The number under which a post was judged that stands at another one now, or is gone."""
    if is_gone:
        return _("判定のときは >>{number}、いまはない", number=number)
    return _("判定のときは >>{number}", number=number)


def moved_text(_: Tongue, judged_as: int, number: int, *, is_gone: bool) -> str:
    """Where a post stands now, or stood last, that was judged under another number."""
    if is_gone:
        text = _("判定のとき >>{before} だったレスは、消えるまで >>{now} にあった", before=judged_as, now=number)
    else:
        text = _("判定のとき >>{before} だったレスは、いまは >>{now}", before=judged_as, now=number)
    return text


def gone_text(_: Tongue, number: int) -> str:
    """Before what is told of a post that stood at a number and is gone."""
    return _(">>{number} にあって、いまはないレス:", number=number)


def full(_: Tongue, verdict: Verdict, judged_as: int | None = None) -> str:
    """A verdict in several lines; `judged_as` is the number under which it was judged, where it has another now."""
    lines = head_lines(_, verdict, judged_as)
    for step in verdict.steps:
        lines += step_lines(_, verdict, step)
    if verdict.own is not None:
        lines.append(own_text(_, verdict.own))
    return "\n".join([*lines, *tail_lines(_, verdict)])


def head_lines(_: Tongue, verdict: Verdict, judged_as: int | None = None) -> list[str]:
    """Whose post it is, what was declared, by which rule, and the day on which it counts where a ruling moved it."""
    moved = [day_text(_, verdict.day)] if verdict.day is not None else []
    return [_who_line(_, verdict, judged_as), *_declared(_, verdict), *moved]


def tail_lines(_: Tongue, verdict: Verdict) -> list[str]:
    """What is told beside a verdict: claim, notices, rest, what the host may want to see."""
    lines = []
    if verdict.claim is not None and "claim_differs" not in verdict.notices:
        numbers = {"read": verdict.claim.read, "before": verdict.claim.before, "after": verdict.claim.after}
        lines.append(_("名前欄の累計: {read} (このレスの前 {before}、後 {after})", **numbers))
    lines += [_("お知らせ: {text}", text=notice_text(_, code, verdict)) for code in verdict.notices]
    if verdict.rest_until is not None:
        lines.append(_("休み: {day}まで", day=_.day(verdict.rest_until)))
    # Near misses stay in the host's list: beside a verdict, a shared ID would read like an accusation.
    items = [item for item in verdict.items if item.kind != "near_miss"]
    return lines + [_("主の確認用: {text}", text=item_text(_, item)) for item in items]


def _who_line(_: Tongue, verdict: Verdict, judged_as: int | None) -> str:
    """Post, name, trip, time and ID, as far as they are there."""
    place = anchor(verdict) if judged_as is None else f"{anchor(verdict)} ({judged_text(_, judged_as)})"
    parts = [place, shown(verdict.name, _LONG) or _("名無し")]
    if verdict.player and verdict.player not in parts[1]:
        parts.append(plain(verdict.player, _LONG))
    if verdict.stamp is not None:
        parts.append(time_text(verdict.stamp))
    if verdict.id is not None:
        parts.append(f"ID:{plain(verdict.id, _LONG)}")
    return " ".join(parts)


def _declared(_: Tongue, verdict: Verdict) -> Iterator[str]:
    kind = kind_text(_, verdict.kind)
    if verdict.why is None:
        yield _("判定: {kind}", kind=kind)
    else:
        yield _("判定: {kind} … {why}", kind=kind, why=why_text(_, verdict.why))
    rule = rule_of(verdict)
    sentence = _.sentence(rule)
    if sentence:
        yield f"  {rule}: {sentence}"


def step_lines(_: Tongue, verdict: Verdict, step: Step) -> list[str]:
    """One step of a verdict."""
    match step:
        case Shown():
            return [_("晒した: {things} (S6)", things=exposed(_, step.paid))]
        case Thrown():
            return _thrown_lines(_, step, is_lost(verdict, step))
        case Given():
            return [_given_line(_, step)]
        case Sat():
            return [_("休み中のその日最初のID (S4)")]
        case _:
            return [ordained_text(_, step)]


def _thrown_lines(_: Tongue, step: Thrown, lost: bool) -> list[str]:
    if step.linked is None:
        return roll_lines(_, step.roll, lost=lost)
    return [extra_head(_, step.linked), *(f"  {line}" for line in roll_lines(_, step.roll, lost=lost))]


def extra_head(_: Tongue, linked: LinkedPost) -> str:
    """Which post of another board an extra roll rolled."""
    place = f"{linked.thread.board}/{linked.thread.key}/{linked.number}"
    return _("もう一度のサイコロ: {place} {time} (X2)", place=plain(place, _LONG), time=time_text(linked.stamp))


def _given_line(_: Tongue, step: Given) -> str:
    """A gift that moved its receiver at once; what waited for the receiver may be of several givers."""
    stops = [step.origin, *([step.target - step.landing] if step.landing else []), step.target]
    moved = arrival(_, "→".join(map(str, stops)), step.home)
    player, steps = plain(step.player, _LONG), signed(step.steps)
    if step.waiting or not step.giver:
        return _("CN: {player} が受け取る {steps}: {way} (G1)", player=player, steps=steps, way=moved)
    return _("CP: {player} へ {steps}: {way} (G2)", player=player, steps=steps, way=moved)
