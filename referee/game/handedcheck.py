"""What no game comes to: anybody can paste a hand-over whose checks are right, so its content is looked at too.

Only what would lead the referee astray is asked for: what the host may have ruled (RULES H3), however odd, passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from referee.game.handover import listed
from referee.model import BOARD_DAYS, DAY_ONLY, FAMILIES, Days, GameSettings, Handover, PlayerState, Rest, Stamp

#: The largest number that a game counts to, the most extra rolls that wait at once, the longest texts, the most boards.
_COUNT, _WAITING, _TEXT, _BOARDS = 10**7 - 1, 1000, 1000, 100
#: The last day of a rest: the calendar must have one behind it.
_LAST_REST = date(9000, 1, 1).toordinal()
#: Two days stand beside each other where stamps run backwards (N1); the clock of a board goes a little beyond 24 hours.
_DAYS_STOOD, _CLOCK = 2, 100 * 3_600_000
_FINGERPRINTS = range(-(2**63), 2**63)
_KEY = re.compile("[0-9]+")
_SITE = re.compile(r"[A-Za-z0-9.:_\[\]-]*")
_USED = re.compile(r"[A-Za-z0-9.:_\[\]-]*/\S+/[0-9]+#[0-9]+")
_PAID = re.compile("#[0-9a-f]{12}")
_OWED = re.compile("[A-Z]")


def flaw(handed: Handover, goal: int) -> tuple[str, str] | None:
    """The first thing in a hand-over that no game comes to, with the square `goal` as home: where it stands (a player,
    or another part) and what is wrong, for a refusal; None where all is well."""
    return next(_flaws(handed, goal), None)


def _flaws(handed: Handover, goal: int) -> Iterator[tuple[str, str]]:
    parts: list[tuple[str, Iterator[str]]] = [
        ("game", _of_game(handed)),
        ("settings", _of_settings(handed.settings)),
        ("thread", _of_thread(handed)),
        *((f"player {_shown(one.trip)}", _of_player(one, handed.homes, goal)) for one in handed.players),
        ("players", _twice(one.trip for one in handed.players)),
        ("gifts", _of_gifts(handed)),
        ("other trips", _of_aliases(handed)),
        ("posts rolled elsewhere", (f"{_shown(key)} names no post" for key in handed.used if not _USED.fullmatch(key))),
    ]
    for where, found in parts:
        for what in found:
            yield where, what


def _of_game(handed: Handover) -> Iterator[str]:
    if not _is_text(handed.title, _TEXT, may_be_empty=True):
        yield "its title is too long"
    if not _is_text(handed.ruleset, _TEXT) or "/" in handed.ruleset or "\\" in handed.ruleset:
        yield f"{_shown(handed.ruleset)} is no name of a ruleset"
    if not 1 <= handed.round <= _COUNT:
        yield f"round {handed.round}; rounds are counted from 1"
    if not 0 <= handed.homes <= _COUNT:
        yield f"{handed.homes} players at home"
    for trip in (handed.last, handed.last_other):
        if trip is not None and not _is_trip(trip):
            yield f"{_shown(trip)} rolled last, and is no trip"
    if handed.last_other is not None and handed.last in (None, handed.last_other):
        yield f"{_shown(handed.last_other)} rolled before the last roll, and nobody else made that"


def _of_settings(settings: GameSettings) -> Iterator[str]:
    if len(settings.extra_boards) > _BOARDS:
        yield f"{len(settings.extra_boards)} boards of extra rolls"
    for board in settings.extra_boards:
        if not _is_word(board):
            yield f"{_shown(board)} is no board of extra rolls"


def _of_thread(handed: Handover) -> Iterator[str]:
    thread = handed.thread
    for site, board, key in ((thread.host or "", thread.board, thread.key), *handed.earlier):
        if not _is_word(board):
            yield f"{_shown(board)} is no board"
        if not _KEY.fullmatch(key):
            yield f"{_shown(key)} is no key of a thread"
        if not _SITE.fullmatch(site):
            yield f"{_shown(site)} is no server"
    if thread.family not in FAMILIES:
        yield f"{_shown(thread.family)} is no kind of board"
    if not 1 <= handed.number <= _COUNT:
        yield f"post {handed.number}; posts are counted from 1"
    if handed.fingerprint not in _FINGERPRINTS:
        yield "the mark of its last post is no 64 bits"
    if handed.stamp is not None:
        yield from _of_stamp(handed.stamp)
    if handed.day is not None:
        yield from _of_days((handed.day,))
    elif handed.stamp is not None:
        yield "its last post has a time, and the game has come to no day"


def _of_player(player: PlayerState, homes: int, goal: int) -> Iterator[str]:
    if not _is_trip(player.trip):
        yield "is no trip"
    yield from _of_square(player, homes, goal)
    counts = {"rolls": player.rolls, "held ×n": player.held, "extra rolls made": player.made, "moves": player.arrived}
    for name, count in counts.items():
        if not 0 <= count <= _COUNT:
            yield f"{name}: {count}"
    for name, count in {"extra rolls": player.pending, "rights to extra rolls": len(player.grants)}.items():
        if not 0 <= count <= _WAITING:
            yield f"{name} that wait: {count}"
    for stamp in player.grants:
        yield from _of_stamp(stamp)
    for days in (player.rolled, player.posted, player.sat):
        yield from _of_set(days)
    if player.rest is not None:
        yield from _of_rest(player.rest)


def _of_square(player: PlayerState, homes: int, goal: int) -> Iterator[str]:
    """Where the player stands and stood, and what tells of home."""
    for square in (player.square, *(square for _, squares in player.stood for square in squares)):
        if not 0 <= square <= goal:
            yield f"square {square}; the board has squares 0 to {goal}"
    if (player.square == goal) != (player.home_at is not None):
        at = "has come home" if player.home_at is not None else "has not come home"
        yield f"stands on square {player.square} and {at}; home is square {goal}"
    if player.home_at is not None and not 1 <= player.home_at <= homes:
        yield f"came home as no. {player.home_at} of {homes}"
    if player.home_on is not None:
        yield from _of_days((player.home_on,))
        if player.home_at is None:
            yield "has a day of coming home, and has not come home"
    if len(player.stood) > _DAYS_STOOD or not all(squares for _, squares in player.stood):
        yield "the squares stood on are not those of the last days"
    yield from _of_days(day for day, _ in player.stood)


def _of_rest(rest: Rest) -> Iterator[str]:
    yield from _of_days((rest.since,))
    if not BOARD_DAYS.start <= rest.until <= _LAST_REST:
        yield f"rests until a day that is in no calendar of the game: {_day(rest.until)}"
    yield from (f"{_shown(one)} is nothing to be shown" for one in rest.owed if not _OWED.fullmatch(one))
    yield from (f"{_shown(one)} is no mark of a picture" for one in rest.shown if not _PAID.fullmatch(one))


def _of_gifts(handed: Handover) -> Iterator[str]:
    known = {player.trip for player in handed.players}
    for giver, steps in handed.waiting:
        if giver not in known:
            yield f"{_shown(giver)} gives, and is no player"
        if not 1 <= steps <= _COUNT:
            yield f"{steps} steps of {_shown(giver)}"


def _of_aliases(handed: Handover) -> Iterator[str]:
    yield from _twice(alias for alias, _ in handed.aliases)
    aliases = {alias for alias, _ in handed.aliases}
    for alias, player in handed.aliases:
        for trip in (alias, player):
            if not _is_trip(trip):
                yield f"{_shown(trip)} is no trip"
        if player in aliases:
            yield f"{_shown(player)} plays for another, and {_shown(alias)} for it"


def _of_set(days: Days) -> Iterator[str]:
    if days.first < 0 or days.bits < 0 or days.bits.bit_length() > len(BOARD_DAYS):
        yield "days beyond all calendars"
    else:
        yield from _of_days(listed(days))


def _of_days(days: Iterable[int]) -> Iterator[str]:
    for day in days:
        if day not in BOARD_DAYS:
            yield f"{_day(day)} is no day of a board"


def _of_stamp(stamp: Stamp) -> Iterator[str]:
    yield from _of_days((stamp.day,))
    if not 0 <= stamp.millis < _CLOCK or not DAY_ONLY <= stamp.digits <= 3:
        yield "a time that no clock shows"


def _twice(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f"{_shown(name)} stands there twice"
        seen.add(name)


def _day(day: int) -> str:
    return date.fromordinal(day).isoformat() if 1 <= day <= date.max.toordinal() else str(day)


def _is_trip(text: str) -> bool:
    return len(text) > 1 and text.startswith("◆") and _is_word(text)


def _is_word(text: str) -> bool:
    return _is_text(text, _TEXT) and text.isprintable() and not any(map(str.isspace, text))


def _is_text(text: str, limit: int, *, may_be_empty: bool = False) -> bool:
    return len(text) <= limit and (may_be_empty or bool(text.strip()))


def _shown(text: str) -> str:
    """A text of a stranger in a refusal."""
    return text[:40] or "(nothing)"
