"""Feeds in English."""

from __future__ import annotations

FEEDS: dict[str, str] = {
    "判定と順位の動き": "Verdicts and ranks",
    "{player} {origin}→{target}": "{player} {origin}→{target}",
    "{day}の順位の動き": "Ranks of {day}",
    "{player} が {others} を抜いた: {before}位→{after}位": "{player} passed {others}: rank {before}→{after}",
    "{player} が {others} の前に入った: {after}位": "{player} came in before {others}: rank {after}",
    "{player}: {before}位→{after}位": "{player}: rank {before}→{after}",
    "{player}: 初めて表に入った、{after}位": "{player}: new in the table, rank {after}",
    "{player} があがった": "{player} came home",
}
