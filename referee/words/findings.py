"""One finding in words: which letters made which number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from referee.model import Finding, Roll
from referee.words.tongue import Tongue, msg, signed, times
from referee.words.width import clean

#: What each effect says; `{n}` is the finding's worth, `{letters}` the dice that made it.
_EFFECTS = {
    "digit": msg("{letters} → {n}"),
    "points": msg("{letters} {signed}"),
    "setback": msg("{letters} {signed}"),
    "points_per_length": msg("{letters} ({length}連) {signed}"),
    "digits_product": msg("{letters}: 数字は掛け算"),
    "digits_join": msg("{letters}: 続きの数字は一つの数"),
    "digits_times": msg("{letters}: 数字×{n}"),
    "double": msg("{letters} ×2"),
    "halve": msg("{letters} ×1/2"),
    "negate": msg("{letters} ×(-1)"),
    "strike": msg("{letters}: 後退とYの休みを消す"),
    "digits_only": msg("{letters}: 数字だけを数える"),
    "struck": msg("{letters} → 無効"),
    "rest": msg("{letters}: {n}回休み"),
    "exposure": msg("{letters}: {thing}を晒す"),
    "chance": msg("{letters}: 次回chance"),
    "hold": msg("{letters}: 次回×{n}"),
    "more_rolls": msg("{letters}: 次回{signed}回"),
    "gift_before": msg("{letters}: 直前の人へ{signed}"),
    "gift_after": msg("{letters}: 直後の人へ{signed}"),
    "bonus_number": msg("{letters}: レス番号の数字の合計 {signed}"),
    "bonus_seconds": msg("{letters}: 秒の数字の合計 {signed}"),
    "again": msg("{letters}: もう一度振る"),
    "jump_start": msg("{letters}: ふりだしへ"),
    "jump_hundreds": msg("{letters}: {n}マスへぶっ飛び"),
    "jump_number": msg("{letters}: レス番号と同じ{n}マスへぶっ飛び"),
    "jump_complement": msg("{letters}: レス番号から決まる{n}マスへぶっ飛び"),
    "jump_random": msg("{letters}: ランダムの{n}マスへぶっ飛び"),
    "task": msg("{letters}: {thing}"),
    "square_times": msg("マスの倍率 {times}{square}"),
    "held_times": msg("持ち越しの倍率 {times}"),
    "gift": msg("もらったボーナス {signed}"),
    "chance_jump": msg("chance: {plus} → {n}マスへ"),
}

#: What is said while something is missing that the worth depends on.
_UNKNOWN = {
    "bonus_number": msg("{letters}: レス番号の数字の合計 (レス番号が必要)"),
    "bonus_seconds": msg("{letters}: 秒の数字の合計 (秒が必要)"),
    "jump_number": msg("{letters}: レス番号と同じマスへぶっ飛び (レス番号が必要)"),
    "jump_complement": msg("{letters}: レス番号から決まるマスへぶっ飛び (レス番号が必要)"),
    "jump_random": msg("{letters}: ランダムのマスへぶっ飛び (マスは未定)"),
}

#: Rules that look at all dice at once: their name says more than the dice.
_WHOLE = {
    "E-MISS": msg("スカ"),
    "E-UPPER": msg("全て英大文字"),
    "E-LOWER": msg("全て英小文字"),
}

#: The same, where it is known which letters struck it.
_STRUCK = msg("{letters} → 無効 ({by})")
#: Effects that need a letter to say which thing they mean.
_KINDS = ("exposure", "task")
#: What the ruleset calls a kind, where the tables here do not know it.
_SOMETHING = msg("何か ({kind})")

_EXPOSED = {
    "D": msg("デスクトップ"),
    "I": msg("リモートホスト"),
    "K": msg("顔"),
    "M": msg("食事"),
    "R": msg("部屋"),
}

_TASKS = {
    "A": msg("面白いAAをコピペ"),
    "C": msg("面白い文章をコピペ"),
    "N": msg("「ぬるぽ」と書き込む"),
    "O": msg("おやじギャグを披露"),
    "T": msg("トリビアを披露"),
}


def finding_text(_: Tongue, finding: Finding, dice: str, square: int | None = None, roll: Roll | None = None) -> str:
    """A finding in one short line; `square` is the square rolled from and `roll` its roll, where known.

    The roll tells what a finding alone does not: which letters struck it, and what is to be shown.
    """
    effect, worth = finding.effect, finding.worth
    text = _UNKNOWN.get(effect) if worth is None else _EFFECTS.get(effect)
    letters = _letters(_, finding, dice)
    by = _striker(_, dice, roll) if effect == "struck" else ""
    if by:
        return _(_STRUCK, letters=letters, by=by)
    kind = _kind(finding, dice, roll) if effect in _KINDS else ""
    if text is None or (effect in _KINDS and not kind and _.sentence(finding.row)):
        return _by_row(_, finding, letters)
    number = _whole_number(worth)
    return _(
        text,
        letters=letters,
        length=finding.at[1] - finding.at[0] if finding.at else 0,
        n=number,
        signed=signed(number),
        times=times(int(number)),
        thing=_thing(_, effect, kind or "?") if effect in _KINDS else "",
        square=f" ({square})" if square is not None else "",
        plus=_("+あり") if finding.at else _("+なし"),
    )


def _thing(_: Tongue, effect: str, kind: str) -> str:
    return exposed(_, (kind,)) if effect == "exposure" else tasks(_, (kind,))


def explained(_: Tongue, finding: Finding, dice: str, square: int | None = None, roll: Roll | None = None) -> str:
    """The finding with the ruleset's own sentence behind it."""
    text, sentence = finding_text(_, finding, dice, square, roll), _.sentence(finding.row)
    return f"{text} [{sentence}]" if sentence and sentence not in text else text


def exposed(_: Tongue, kinds: tuple[str, ...]) -> str:
    """What is to be shown or was shown, by the letters behind UP."""
    return _counted(_, _EXPOSED, kinds)


def tasks(_: Tongue, kinds: tuple[str, ...]) -> str:
    """The tasks for fun, by the letters behind E."""
    return _counted(_, _TASKS, kinds)


def _counted(_: Tongue, known: Mapping[str, str], kinds: tuple[str, ...]) -> str:
    """The names of kinds, each once, with how often it is there."""
    if not kinds:
        return ""
    counts = Counter(_(known[kind]) if kind in known else _(_SOMETHING, kind=clean(kind)) for kind in kinds)
    return _.join(f"{name}×{count}" if count > 1 else name for name, count in counts.items())


def _by_row(_: Tongue, finding: Finding, letters: str) -> str:
    """What has no message of its own (an effect of doing nothing, or one of a later ruleset): the row's sentence."""
    sentence = _.sentence(finding.row) or _("なにもなし")
    return f"{letters}: {sentence}" if letters else sentence


def _letters(_: Tongue, finding: Finding, dice: str) -> str:
    if finding.rule in _WHOLE:
        return _(_WHOLE[finding.rule])
    return clean(dice[slice(*finding.at)]) if finding.at else ""


def _striker(_: Tongue, dice: str, roll: Roll | None) -> str:
    """The letters that struck a finding; nothing where it is not known which ones.

    Without its roll, a finding is told to be struck by X or XX only under a ruleset that has that very rule.
    """
    if roll is not None:
        spans = {f.effect: f.at for f in reversed(roll.findings) if f.at and f.effect in ("digits_only", "strike")}
        at = spans.get("digits_only") or spans.get("strike")
        return clean(dice[slice(*at)]) if at else ""
    for letters in ("XX", "X"):
        place = dice.upper().find(letters) if dice.isascii() else -1
        if place >= 0 and _.sentence(f"E-{letters}").startswith(f"{letters} " if _.lang == "ja" else f"{letters}:"):
            return dice[place : place + len(letters)]
    return ""


def _kind(finding: Finding, dice: str, roll: Roll | None) -> str:
    """The letter of what is to be shown or done; nothing where the finding alone does not tell it.

    Without its roll, the last letter that matched is believed if the row is called by it (`E-UP/D`, `E-EA`).
    """
    if roll is not None and finding in roll.findings:
        kinds = roll.exposures if finding.effect == "exposure" else roll.tasks
        place = [f for f in roll.findings if f.effect == finding.effect].index(finding)
        return kinds[place] if place < len(kinds) else ""
    last = dice[slice(*finding.at)][-1:].upper() if finding.at else ""
    known = _EXPOSED if finding.effect == "exposure" else _TASKS
    return last if last in known and finding.row.endswith(last) else ""


def _whole_number(worth: float | None) -> float:
    """The worth without a decimal point where it has no fraction."""
    if worth is None:
        return 0
    return int(worth) if worth == int(worth) else worth
