"""What feeds say besides verdicts: titles, and how the ranks of a day moved."""

from __future__ import annotations

from referee.words.tongue import msg

#: Merged into the labels of the pages.
FEED_LABELS = {
    "feed": msg("判定と順位の動き"),
    "feed_moved": msg("{player} {origin}→{target}"),
    "feed_ranks": msg("{day}の順位の動き"),
    "feed_passed": msg("{player} が {others} を抜いた: {before}位→{after}位"),
    "feed_new_passed": msg("{player} が {others} の前に入った: {after}位"),
    "feed_rank": msg("{player}: {before}位→{after}位"),
    "feed_new": msg("{player}: 初めて表に入った、{after}位"),
    "feed_home": msg("{player} があがった"),
}
