"""The English catalogue of what is said of precedents and of rulesets beside each other."""

from __future__ import annotations

RULES: dict[str, str] = {
    "結果に効いた読み方 ({number}): {sentence}": "a reading that mattered ({number}): {sentence}",
    "先例 {number}: {question}": "precedent {number}: {question}",
    "問い: {text}": "question: {text}",
    "理由: {text}": "reason: {text}",
    "例:": "case:",
    "あがりのマス: {before} → {after}": "home: square {before} → {after}",
    "マス {squares} の倍率: {before} → {after}": "squares {squares}: {before} → {after}",
    "読み方 {name}: {before} → {after}": "reading {name}: {before} → {after}",
    "増えた行 {name}: {text}": "added {name}: {text}",
    "なくなった行 {name}: {text}": "removed {name}: {text}",
    "変わった行 {name}: {text} ({keys})": "changed {name}: {text} ({keys})",
    "言い方の変わった行 {name}: {text}": "worded otherwise {name}: {text}",
    "{before} → {after}": "{before} → {after}",
    "{one} と {other} は同じルール": "{one} and {other} are the same rules",
    "{game}: 判定{verdicts}件はどれも変わらない": "{game}: none of {verdicts} verdicts would change",
    "{game}: 判定{verdicts}件のうち{changed}件が変わる": "{game}: {changed} of {verdicts} verdicts would change",
    "最初に分かれる {place}: {before} → {after}": "they part at {place}: {before} → {after}",
    "(なし)": "(none)",
    "振っていない": "has not rolled",
    "{player}: {before} → {after}": "{player}: {before} → {after}",
    "あがり ({rank}位)": "home (rank {rank})",
    "{square}マス ({rank}位)": "square {square} (rank {rank})",
}
