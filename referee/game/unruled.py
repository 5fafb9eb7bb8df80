"""The verdict on a post that no ruling is about (RULES T3, T8); what has a genuine trip is decided step by step."""

from __future__ import annotations

from msgspec.structs import replace

from referee.game import near
from referee.game.decision import Decision
from referee.game.opened import OpenGame
from referee.game.table import Table
from referee.model import OpenItem, Post, Verdict
from referee.model.game import Kind


def unruled(game: OpenGame, post: Post, table: Table) -> Verdict:
    """The verdict on a post that no ruling is about, by the rules that are in force now."""
    trip = post.name.trip
    if post.status != "normal":
        return no_post(post, table)
    if trip is None:
        return without_trip(game, post, table)
    return Decision(game, post, table, game.player_of(trip) if game.aliases else trip).verdict()


def no_post(post: Post, table: Table) -> Verdict:
    """T8: erased when first seen, a line of the server, or a line that can't be read."""
    if post.status == "erased":
        return _verdict(post, table, "erased", None, items=(OpenItem("erased", post.thread, post.number),))
    if post.status == "server_notice":
        return _verdict(post, table, "notice", None)
    return _verdict(post, table, "chat", "unreadable")


def handed_over(game: OpenGame, post: Post, table: Table) -> Verdict:
    """What the earlier ledger judged: nothing of it happens again, but it is known who posted, and with which ID."""
    if post.status == "server_notice":
        return no_post(post, table)
    trip = post.name.trip if post.status == "normal" else None
    dice = table.dice_of(post) if trip is not None and post.dice_id is not None else None
    verdict = _verdict(post, table, "chat", "handed_over", dice)
    return verdict if trip is None else replace(verdict, player=game.player_of(trip))


def without_trip(game: OpenGame, post: Post, table: Table) -> Verdict:
    """T3: no genuine trip is chat; what only looks like a roll is listed (N3)."""
    if post.dice_id is None:
        return _verdict(post, table, "chat", "no_trip")
    dice = table.dice_of(post)
    items = near.same_id(game, post, dice, rolls_now=False)
    if post.name.lookalike is not None:
        items = (OpenItem("near_miss", post.thread, post.number, "lookalike_trip", (post.name.lookalike,)), *items)
    return _verdict(post, table, "chat", "no_trip", dice, items)


def _verdict(
    post: Post, table: Table, kind: Kind, why: str | None, dice: str | None = None, items: tuple[OpenItem, ...] = ()
) -> Verdict:
    return Verdict(
        post.thread, post.number, post.fingerprint, post.stamp, kind, why, None, post.name.text, post.id, dice,
        table.judge.digest, (), (), None, None, items,
    )  # fmt: skip
