"""Near misses: what a host would want to look at, listed as facts (RULES N3)."""

from __future__ import annotations

import re

from referee.game.opened import OpenGame
from referee.model import DAY_MILLIS, DAY_ONLY, MINUTES, OWN_TEXT, OpenItem, Post, Stamp

#: How close to midnight a roll is told, in milliseconds.
_CLOSE = 30_000
#: What a post says that corrects an earlier one.
CORRECTS = "訂正"
_LINE_END = re.compile(r"<br ?/?>", re.IGNORECASE)
#: One `>` at the beginning of a line quotes; two are an anchor.
_QUOTES = re.compile(r"\s*(?:&gt;|[>＞])(?!&gt;|[>＞])")
_CORRECTION = re.compile(rf"{CORRECTS}(?:[\s:：]|<[^<>]*>)*(?:&gt;|[>＞]){{2}}([0-9０-９]{{1,5}})(?![0-9０-９])")


def is_near_midnight(stamp: Stamp) -> bool:
    """Whether a stamp may lie within 30 seconds of midnight; one without seconds is told for its whole minute."""
    if stamp.digits == DAY_ONLY:
        return False
    width = 60_000 if stamp.digits == MINUTES else 0
    return stamp.millis <= _CLOSE or stamp.millis + width >= DAY_MILLIS - _CLOSE


def same_id(game: OpenGame, post: Post, dice: str, rolls_now: bool) -> tuple[OpenItem, ...]:
    """The same ID on the same day with another trip or none, where one of the two is a player.

    `rolls_now`: the post itself makes its trip a player.
    """
    stamp = post.stamp
    day = game.ids_of(stamp.day) if stamp is not None else None
    if day is None or dice not in day.ids:  # nearly always: IDs are one player's own
        return ()
    who = game.player_of(post.name.trip) if post.name.trip is not None else ""
    items = []
    for other in day.ids[dice]:
        pair = (who, other) if who < other else (other, who)
        if other == who or pair in day.told:
            continue
        if rolls_now or _is_player(game, who) or _is_player(game, other):
            items.append(OpenItem("near_miss", post.thread, post.number, "same_id", (post.id or dice, *pair)))
    return tuple(items)


def corrected(post: Post) -> tuple[int, ...]:
    """The numbers of earlier posts that a post says it corrects (`訂正 >>N`), each once.

    Anchors may be linked, and be written with full-width signs or digits; lines that quote, and texts of our own, say
    nothing.
    """
    if CORRECTS not in post.body or OWN_TEXT in post.body:
        return ()
    lines = (line for line in _LINE_END.split(post.body) if not _QUOTES.match(line))
    numbers = (int(number) for line in lines for number in _CORRECTION.findall(line))
    return tuple(dict.fromkeys(number for number in numbers if 0 < number < post.number))


def is_own_text(post: Post) -> bool:
    """Whether a post is a text of ours that somebody pasted: it begins with our mark; who quotes it writes on. Nothing
    of it counts, neither an ID nor a link."""
    return OWN_TEXT in post.body and not _LINE_END.sub("", post.body.partition(OWN_TEXT)[0]).strip()


def _is_player(game: OpenGame, trip: str) -> bool:
    player = game.players[trip]
    return player is not None and player.rolls > 0
