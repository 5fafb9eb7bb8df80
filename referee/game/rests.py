"""Rests and exposures: when a rest is in force, what begins, lengthens and shortens it (RULES S4 to S7)."""

from __future__ import annotations

from hashlib import sha256

from referee.model import Link, PlayerState, Post, Readings, Rest, Roll
from referee.model.game import HOST_EXPOSURE

#: Days of rest for an exposure, and days that showing it takes off (S5).
EXPOSURE_DAYS = 2
#: Begins what stands for a picture link in a rest that was handed over (`picture_mark`).
_MARK = "#"


def is_over(rest: Rest, day: int, readings: Readings) -> bool:
    """Whether a rest has ended by this day; where rests are turns, it ends when none is left."""
    if readings.rest_unit == "turns":
        return rest.until <= rest.since and day > rest.since
    return day > rest.until


def rests_on(player: PlayerState, day: int, readings: Readings) -> bool:
    """Whether a rest of the player is in force on a day: after the day it began (S7), and not over."""
    if player.rest is None:
        return False
    if readings.rest_unit == "turns" and day in player.sat:
        return True
    return day > player.rest.since and not is_over(player.rest, day, readings)


def last_day(rest: Rest, day: int | None, readings: Readings) -> int:
    """The last day of a rest, seen from a day; where rests are turns, the earliest (an ID shown each day)."""
    if readings.rest_unit == "turns" and day is not None and day > rest.since:
        return day - 1 + rest.until - rest.since
    return rest.until


def current(rest: Rest | None, day: int, readings: Readings) -> Rest | None:
    """The rest if it is not over by this day; what was not shown is forgotten with it."""
    return None if rest is None or is_over(rest, day, readings) else rest


def after_roll(rest: Rest | None, day: int, roll: Roll, readings: Readings) -> Rest | None:
    """The rest after a roll of this day (S4, S5, S7)."""
    if rest is None and not roll.rests:
        return None
    rest = current(rest, day, readings)
    owed = rest.owed if rest else ()
    if roll.exposures:
        if rest is None or not owed:  # days that come from Y alone are void: count from this roll
            return Rest(day, day + roll.rests, roll.exposures)
        return Rest(rest.since, rest.until + roll.rests, (*owed, *roll.exposures), rest.shown)
    if not roll.rests or owed:
        return rest
    if rest is None:
        return Rest(day, day + roll.rests)
    # Days that passed are no days left (S7); turns are left until they are used up (S4).
    left_from = rest.since if readings.rest_unit == "turns" else day
    return Rest(rest.since, max(rest.until, left_from) + roll.rests)


def shown_in(post: Post, rest: Rest) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a post of a resting player shows: the exposures it pays, and the picture links that paid them (S6).

    Each picture link not shown before pays the oldest exposure owed other than the host name; a genuine host name pays
    that one.
    """
    owed = list(rest.owed)
    paid: list[str] = []
    links: list[str] = []
    if post.name.host and HOST_EXPOSURE in owed:
        owed.remove(HOST_EXPOSURE)
        paid.append(HOST_EXPOSURE)
    for url in pictures(post.links):
        oldest = next((kind for kind in owed if kind != HOST_EXPOSURE), None)
        if oldest is None or url in links or was_shown(url, rest):
            continue
        owed.remove(oldest)
        paid.append(oldest)
        links.append(url)
    return tuple(paid), tuple(links)


def was_shown(url: str, rest: Rest) -> bool:
    """Whether a picture link paid already in this rest, in this ledger or in the one that handed the game over."""
    return bool(rest.shown) and (url in rest.shown or picture_mark(url) in rest.shown)


def picture_mark(url: str) -> str:
    """What stands for a picture link that paid in a hand-over: text to be pasted holds no link (S6)."""
    return url if url.startswith(_MARK) else _MARK + sha256(url.encode("utf-8", "replace")).hexdigest()[:12]


def pictures(links: tuple[Link, ...]) -> list[str]:
    """The picture links of a post, in reading order."""
    return [link.url for link in links if link.picture]


def after_showing(
    rest: Rest, day: int, paid: tuple[str, ...], links: tuple[str, ...], readings: Readings
) -> Rest | None:
    """The rest after things were shown: two days off for each; free when nothing is owed any more (S5)."""
    owed = list(rest.owed)
    for kind in paid:
        owed.remove(kind)
    if not owed:
        return None
    left = Rest(rest.since, rest.until - EXPOSURE_DAYS * len(paid), tuple(owed), (*rest.shown, *links))
    return current(left, day, readings)


def after_sitting(rest: Rest, day: int) -> Rest:
    """Where rests are turns: one rest used up on this day (S4)."""
    return Rest(day, day + rest.until - rest.since - 1, rest.owed, rest.shown)
