"""Links to posts on other boards: which of them is an extra roll, and why another is not (RULES X1 to X3)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game.opened import OpenGame
from referee.game.table import Table
from referee.model import Link, LinkedPost, PlayerState, Post, Stamp, ThreadRef

#: What a post under another trip must say of where it comes from (X3).
GAME_WORD = "すごろく"


def is_candidate(link: Link, game: OpenGame, post: Post) -> bool:
    """Whether a link leads to a thread that is not of this game: only such links can be extra rolls."""
    thread = link.thread
    if thread is None or thread.is_same(post.thread) or (game.thread is not None and thread.is_same(game.thread)):
        return False
    # Threads saved without a host are the same on any host (DESIGN, "A saved thread").
    return thread.identity not in game.past and ("", thread.board, thread.key) not in game.past


def judge_link(link: Link, player: PlayerState, game: OpenGame, table: Table) -> LinkedPost | str:
    """The linked post that is rolled, or the first reason of X3 for which the link does not count."""
    assert link.thread is not None  # is_candidate has seen to it
    posts = table.linked(link.thread)
    target = _target(link, player, posts, game) if posts is not None else None
    number = target.number if target is not None else link.number
    if number is not None and used_key(link.thread, number) in game.used:
        return "used"
    if player.home_at is not None or not player.grants:
        return "no_right"
    if posts is None or (link.number is not None and target is None):
        return "unreachable"
    if target is not None and (target.id_kind != "shown" or target.status != "normal"):
        return "no_id_there"
    if target is None or not (_has_trip(target, player, game) or _is_mangled(target, player, game)):
        return "no_trip_there"
    boards = table.settings.extra_boards
    if player.made < len(boards) and link.thread.board != boards[player.made]:
        return "wrong_board"
    if target.stamp is None or grant_for(target.stamp, player) is None:
        return "too_old"
    return LinkedPost(link.thread, target.number, target.stamp, target.id or "", table.dice_of(target))


def used_key(thread: ThreadRef, number: int) -> str:
    """What names a linked post among those rolled already."""
    return f"{'/'.join(thread.identity)}#{number}"


def grant_for(stamp: Stamp | None, player: PlayerState) -> Stamp | None:
    """The oldest right that a post of this stamp may use; None where it is older than all, or undated."""
    if stamp is None:
        return None
    return next((grant for grant in player.grants if not stamp.is_older_than(grant)), None)


def _target(link: Link, player: PlayerState, posts: Mapping[int, Post], game: OpenGame) -> Post | None:
    """The post that a link means: the one it names, or the player's first in the thread not older than the grant."""
    if link.number is not None:
        return posts.get(link.number)
    own = [post for wanted in (_has_trip, _is_mangled) for post in posts.values() if wanted(post, player, game)]
    fresh = (post for post in own if grant_for(post.stamp, player))
    return next(fresh, own[0] if own else None)


def _has_trip(post: Post, player: PlayerState, game: OpenGame) -> bool:
    trip = post.name.trip
    return trip is not None and game.player_of(trip) == player.trip


def _is_mangled(post: Post, _: PlayerState, __: OpenGame) -> bool:
    """Another genuine trip (trips change from site to site) with the game's name in name or body."""
    return post.name.trip is not None and (GAME_WORD in post.name.text or GAME_WORD in post.body)
