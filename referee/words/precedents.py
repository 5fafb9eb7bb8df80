"""A precedent in words: the labels around what the book says itself."""

from __future__ import annotations

from collections.abc import Sequence

from referee.words.tongue import Tongue
from referee.words.width import clean


def precedent_text(
    _: Tongue,
    head: str,
    question: str,
    answers: Sequence[tuple[bool, str, str]],
    reason: str,
    case: Sequence[str],
) -> str:
    """A precedent in several lines; each answer is whether it holds, its sentence, and what the case gives."""
    lines = [head, f"  {_('問い: {text}', text=question)}"]
    for is_chosen, text, expected in answers:
        lines.append(f"    {'●' if is_chosen else '○'} {text}")
        if expected:
            lines.append(f"        → {expected}")
    lines.append(f"  {_('理由: {text}', text=reason)}")
    lines.append(f"  {_('例:')}")
    return "\n".join([*lines, *(f"    {clean(line)}" for line in case)])


def cited_text(_: Tongue, number: str, question: str) -> str:
    """A precedent that a verdict rests on: its number, and what was asked."""
    return _("先例 {number}: {question}", number=number, question=clean(question))
