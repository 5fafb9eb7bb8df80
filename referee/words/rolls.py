"""A roll in words: its sum, what multiplied it, the way over the squares, and what it hands on."""

from __future__ import annotations

from collections.abc import Iterator

from referee.model import Given, Roll, Thrown, Verdict
from referee.words.findings import exposed, finding_text, tasks
from referee.words.tongue import Tongue, signed, times
from referee.words.width import clean


def roll_lines(_: Tongue, roll: Roll, *, lost: bool = False) -> list[str]:
    """A roll in full, line by line: dice, findings, sum, multipliers in their order, bonus, way, what is handed on.

    `lost` tells that nobody was there to take its CP.
    """
    lines = [_("サイコロ: {dice}", dice=clean(roll.dice))]
    lines += [f"  {finding_text(_, finding, roll.dice, roll.origin, roll)}" for finding in roll.findings]
    return lines + conclusion(_, roll, lost=lost)


def conclusion(_: Tongue, roll: Roll, *, lost: bool = False) -> list[str]:
    """What the findings of a roll come to: sum, multipliers in their order, bonus, way, what is handed on."""
    lines = [*sum_lines(_, roll), _("移動: {way}", way=way(_, roll)), *_remarks(_, roll)]
    return [*lines, *(f"  {text}" for text in handed_on(_, roll, lost=lost))]


def sum_lines(_: Tongue, roll: Roll) -> list[str]:
    """How the findings are added up and multiplied, and what no multiplier touches."""
    lines = _product_lines(_, roll)
    if roll.bonus:
        lines.append(_("ボーナス: {bonus} (倍率はかからない)", bonus=signed(roll.bonus)))
    return lines


def way(_: Tongue, roll: Roll) -> str:
    """The squares before and after, with the square jumped to and the one that led on."""
    stops = [str(roll.origin)]
    if roll.jump is not None:
        stops.append(_("{square}(ぶっ飛び)", square=roll.jump))
    if roll.target is None:
        return _("{stops}→未定のマス (ランダム)", stops="→".join(stops))
    if roll.landing and roll.jump is None:
        stops.append(str(roll.target - roll.landing))
    if roll.jump is None or roll.target != roll.jump:
        stops.append(str(roll.target))
    return arrival(_, "→".join(stops), roll.home, roll.overshoot)


def arrival(_: Tongue, stops: str, home: bool, overshoot: int = 0) -> str:
    """The squares of a movement, and whether it came home."""
    if not home:
        return _("{stops}マス", stops=stops)
    if overshoot:
        return _("{stops}マス あがり! ({overshoot}超過)", stops=stops, overshoot=overshoot)
    return _("{stops}マス あがり!", stops=stops)


def handed_on(_: Tongue, roll: Roll, *, lost: bool = False) -> Iterator[str]:
    """What a roll leaves behind: rests, states, extra rolls, gifts (CP `lost` or not), tasks; each in a few words."""
    if roll.lifts:
        yield _("状態変化を解除 (XX)")
    if roll.exposures:
        yield _("晒し: {things} (晒すまで{n}日休み)", things=exposed(_, roll.exposures), n=roll.rests)
    elif roll.rests:
        yield _("{n}回休み", n=roll.rests)
    if roll.next.chance:
        yield _("次回chance")
    if roll.next.held != 1:
        yield _("次回×{n}", n=roll.next.held)
    if roll.next.rolls > 1:
        yield _("次回は{n}回振れる", n=roll.next.rolls)
    if roll.again:
        yield _("あと{n}回振れる", n=roll.again)
    if roll.gift_before and lost:
        yield _("直前の人へ{steps}: 渡す相手なし (G2)", steps=signed(roll.gift_before))
    elif roll.gift_before:
        yield _("直前の人へ{steps}", steps=signed(roll.gift_before))
    if roll.gift_after:
        yield _("直後の人へ{steps}", steps=signed(roll.gift_after))
    if roll.tasks:
        yield _("お題 (自由): {tasks}", tasks=tasks(_, roll.tasks))


def is_lost(verdict: Verdict, step: Thrown) -> bool:
    """Whether the CP of a roll found nobody to take it: no gift among the steps came of it (G2)."""
    if not step.roll.gift_before:
        return False
    place = verdict.steps.index(step) if step.linked is not None and step in verdict.steps else None
    return not any(isinstance(gift, Given) and gift.giver and gift.extra == place for gift in verdict.steps)


def jumps(roll: Roll) -> bool:
    """Whether the roll is told but not walked (M4)."""
    return roll.is_random or roll.jump is not None


def _product_lines(_: Tongue, roll: Roll) -> list[str]:
    if roll.by_chance:
        return [_("chance状態なので数字とイベントは数えない (S3)")]
    base = roll.digits + roll.points
    points = str(roll.points) if roll.points >= 0 else f"({roll.points})"
    total = _("合計: 数字 {digits} + 点 {points} = {base}", digits=roll.digits, points=points, base=base)
    return [total, _("出目: {product}", product=_product(_, roll, base))]


def _product(_: Tongue, roll: Roll, base: int) -> str:
    """The sum, each multiplier in the order of M1, the exact product, and what is left of it without the fraction."""
    factors = roll.factors
    parts = [str(base)]
    if factors.doubles:
        power = 1 << abs(factors.doubles)
        parts.append(f"×{power} (B/W)" if factors.doubles > 0 else f"×1/{power} (B/W)")
    if factors.negations:
        parts.append(f"{times(-1 if factors.negations & 1 else 1)} (RV)")
    if factors.square != 1:
        parts.append(_("{times} ({square}マス)", times=times(factors.square), square=roll.origin))
    if factors.held != 1:
        parts.append(_("{times} (持ち越し)", times=times(factors.held)))
    if len(parts) == 1:
        return str(roll.roll)
    exact = _exact(roll, base)
    text = f"{' '.join(parts)} = {exact}"
    return text if exact == str(roll.roll) else _("{text} → {roll} (端数を処理)", text=text, roll=roll.roll)


def _exact(roll: Roll, base: int) -> str:
    """The product before its fraction is dropped, in decimals without an end cut off."""
    factors = roll.factors
    product = base * factors.square * factors.held * (-1 if factors.negations & 1 else 1)
    if factors.doubles >= 0:
        return str(product << factors.doubles)
    places = -factors.doubles
    whole, rest = divmod(abs(product), 1 << places)
    sign = "-" if product < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    # A half of a half … has as many decimals as halvings.
    decimals = str(rest * 5**places).zfill(places).rstrip("0")
    return f"{sign}{whole}.{decimals}"


def _remarks(_: Tongue, roll: Roll) -> Iterator[str]:
    """What the squares alone do not tell."""
    if jumps(roll):
        if not roll.by_chance:
            yield _("  ぶっ飛びなので出目もボーナスも歩かない (M4)")
        if any(finding.effect == "gift" for finding in roll.findings):
            yield _("  もらったボーナスは消えた (G3)")
    elif roll.origin + roll.roll + roll.bonus < 0:
        yield _("  ふりだしより下はない (M3)")
    if roll.exposures and any(finding.effect == "rest" for finding in roll.findings):
        yield _("  晒しがあるのでYの休みは数えない (S5)")
    if roll.landing:
        yield _("  100の倍数に止まったので+{n} (M3)", n=roll.landing)
