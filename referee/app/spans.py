"""The ranges of the standings: open items of late, each played again as the host could rule it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, takewhile

from referee.app.collector import collecting_rarely
from referee.app.links import table_with_links
from referee.app.settle import name_of
from referee.app.tables import GameTable
from referee.app.waiting import PostId, Scan, Waiting, scan_all
from referee.game import RANGED, fold, is_ranged, ranges
from referee.ledger import View
from referee.model import GameState, OpenItem, Post, Verdict

#: How many open items are tried, the newest first, and how many days old they may be: all behind each is played again.
MOST, FRESH = 20, 14

#: What stands in a verdict where an item may wait that matters: a changed trip is found among posts with one ID.
_SIGNS = sorted(RANGED - {"trip_change"} | {"same_id"})

#: The lowest and the highest square by player; only where they differ.
Spans = dict[str, tuple[int, int]]


def spans(
    view: View,
    game: GameTable,
    state: GameState,
    scan: Scan | None = None,
    verdicts: Iterable[Verdict] | None = None,
) -> Spans:
    """Where players may still stand, while items are open that matter; `state` is that after the last post, `scan` what
    is known of the verdicts in force, and `verdicts` these, where they were read already.

    Nothing is played where nothing fresh is open: a glance at the verdicts that say such a word is all it costs.
    """
    since = state.day - FRESH if state.day is not None else None
    if since is None:
        return {}
    if scan is None:
        if not _may_wait(view, game, since):
            return {}
        scan = scan_all(view, game)
    fresh = [one for one in scan.items() if _counts(one, since, game)][-MOST:]
    items: dict[PostId, list[OpenItem]] = {}
    for one in fresh:
        assert one.post is not None  # RANGED holds kinds of items about posts alone
        items.setdefault(one.post, []).append(one.item)
    return _played(view, game, items, verdicts) if items else {}


def _may_wait(view: View, game: GameTable, since: int) -> bool:
    """Whether there is an item that could matter, settled or not."""
    return any(
        (verdict.stamp is None or verdict.stamp.day >= since)
        and any(sign in _SIGNS for sign in (*map(name_of, verdict.items), *verdict.notices))
        for verdict in (stored.verdict for stored in view.verdicts(game.name, mentioning=_SIGNS))
    )


def _counts(one: Waiting, since: int, game: GameTable) -> bool:
    return one.is_open and is_ranged(one.item, game.table) and one.day is not None and one.day >= since


def _played(
    view: View, game: GameTable, items: dict[PostId, list[OpenItem]], verdicts: Iterable[Verdict] | None
) -> Spans:
    """Up to the first post that is open the verdicts in force are folded, which is the same and quicker."""
    table = table_with_links(view, game)
    posts = (stored.post for stored in view.posts(game.name))
    with collecting_rarely():
        for post in posts:
            if _id(post) in items:
                if verdicts is None:
                    verdicts = (stored.verdict for stored in view.verdicts(game.name))
                before = _before(_id(post), verdicts)
                return ranges(chain((post,), posts), table, items, fold(before, table, game.start))
    return {}


def _before(post: PostId, verdicts: Iterable[Verdict]) -> list[Verdict]:
    return list(takewhile(lambda verdict: _id(verdict) != post, verdicts))


def _id(one: Post | Verdict) -> PostId:
    return one.thread.identity, one.fingerprint
