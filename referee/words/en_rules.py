"""The English catalogue of what is said of precedents and of rulesets beside each other."""

from __future__ import annotations

RULES: dict[str, str] = {
    "結果に効いた読み方 ({number}): {sentence}": "a reading that mattered ({number}): {sentence}",
    "先例 {number}: {question}": "precedent {number}: {question}",
    "問い: {text}": "question: {text}",
    "理由: {text}": "reason: {text}",
    "例:": "case:",
}
