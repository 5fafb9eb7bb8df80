"""Where players may still stand: what is open played again as the host could rule it, one item at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.game.opened import OpenGame
from referee.game.replay import EMPTY, judge_in
from referee.game.rulings import also
from referee.game.table import Table
from referee.model import DAY_MILLIS, Act, GameState, OpenItem, Post, PostKey, Ruling
from referee.model.ruling import AcceptLink, Count, Exposure, Join, RandomSquare, SetSquare, ShiftDay

#: Kinds of open items, and reasons of near misses, that the host may rule otherwise in a way that can be computed.
RANGED = frozenset(
    {
        "undated", "random_square", "exposure_shown", "link_refused", "midnight", "claim_differs", "lookalike_trip",
        "trip_change",
    }
)  # fmt: skip
#: The ends of what a random square may be (M5).
_LEAST, _MOST = 0, 999


class _Branch(Struct):
    """A place where the game may go another way: the game before post number `place` of those kept, and the rulings
    that would lead it there."""

    place: int
    before: GameState
    acts: tuple[Act, ...]


def ranges(
    posts: Iterable[Post],
    table: Table,
    items: Mapping[tuple[tuple[str, str, str], int], Sequence[OpenItem]],
    start: GameState = EMPTY,
) -> dict[str, tuple[int, int]]:
    """The lowest and the highest square on which each player may stand, for those where the two differ.

    `posts` are all of the game, in order, `start` the state before them, `items` the open ones by thread (its identity)
    and fingerprint of their post.
    A trip that would be joined to another player has no square of its own then, which leaves its range as it is. Each
    item alone is ruled otherwise, everything behind it is played again, and the others stay as the referee has
    them: not every combination. A random square not yet decided is tried at its two ends, 0 and 999.
    """
    kept: list[Post] = []
    branches: list[_Branch] = []
    game = OpenGame(start)
    for post in posts:
        open_here = items.get((post.thread.identity, post.fingerprint))
        acts = tuple(act for item in open_here or () for act in alternatives(item, post, game.day, table))
        if acts:
            branches.append(_Branch(len(kept), game.close(), acts))
        if branches:
            kept.append(post)
        judge_in(game, (post,), table)
    low = _squares(game)
    high = dict(low)
    for branch in branches:
        for act in branch.acts:
            other = OpenGame(branch.before)
            judge_in(other, kept[branch.place :], _ruled(table, kept[branch.place], act))
            for trip, square in _squares(other).items():
                low[trip] = min(square, low.get(trip, square))
                high[trip] = max(square, high.get(trip, square))
    return {trip: (low[trip], high[trip]) for trip in low if low[trip] != high[trip]}


def is_ranged(item: OpenItem, table: Table) -> bool:
    """Whether an item may have alternatives: a square that the seed chose stays chosen, for one."""
    return bool(RANGED & {item.kind, item.why}) and (item.kind != "random_square" or table.settings.random == "ruling")


def alternatives(item: OpenItem, post: Post, day: int | None, table: Table) -> Iterator[Act]:
    """What the host could rule of an open item instead of what the referee says; nothing where that can't be computed.

    `day` is that of the post before (an ordinal): an undated post may count on it.
    """
    settings = table.settings
    match item.kind:
        case "undated" if day is not None:
            yield ShiftDay(day)
        case "random_square" if is_ranged(item, table):
            yield from (RandomSquare(_LEAST), RandomSquare(_MOST))
        case "exposure_shown":
            yield Exposure(accept=settings.exposures == "ruling")
        case "link_refused":
            yield AcceptLink(item.facts[0])
        case "claim_differs":
            yield SetSquare(min(int(item.facts[0]), table.judge.goal))
        case "trip_change":
            _, old, new = item.facts
            yield Join(new, old)
        case "near_miss":
            yield from _of_near_miss(item, post)


def _of_near_miss(item: OpenItem, post: Post) -> Iterator[Act]:
    player = lookalike_player(item)
    if player is not None:
        yield Count(player)
    elif item.why == "midnight" and post.stamp is not None:
        yield ShiftDay(other_day(post.stamp.day, post.stamp.millis))


def lookalike_player(item: OpenItem) -> str | None:
    """The player whose trip a name only looks like; None of an item of another kind, and of a name of another form."""
    typed = item.facts[0].strip() if item.why == "lookalike_trip" else ""
    return f"◆{typed[1:]}" if typed[:1] in ("◇", "◆") else None


def other_day(day: int, millis: int) -> int:
    """The day on the other side of the midnight that a stamp is close to; both are ordinals."""
    return day - 1 if millis < DAY_MILLIS // 2 else day + 1


def _ruled(table: Table, post: Post, act: Act) -> Table:
    key = PostKey(post.thread, post.number, post.fingerprint)
    return replace(table, rulings=also(table.rulings, Ruling(0, (key,), act, "")))


def _squares(game: OpenGame) -> dict[str, int]:
    return {player.trip: player.square for player in game.players.everybody() if player.rolls}
