"""What a player may do next: whether he may roll today, and what his next roll will be worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from msgspec import Struct

from referee.model import PlayerState, Standing
from referee.pages.edition import NAME, Edition
from referee.pages.view import Game
from referee.words.tongue import shown, times


class Turn(Struct, frozen=True):
    """Whether a player may roll today: `sign` is a class of the style sheet, and no colour alone says it."""

    sign: str
    text: str


def next_roll(game: Game, standing: Standing) -> int | None:
    """The day on which a player may roll next, seen from the day that the pages speak of (ordinals): that day for who
    may roll already. None for who is home, and in a game of which no day is known."""
    return None if standing.home else max(standing.can_roll_on or 0, game.day) or None


def turns(edition: Edition, standing: Standing, player: PlayerState) -> Iterator[Turn]:
    """Whether a player may roll today, and what else he may do."""
    say, today = edition.say, edition.game.day
    if standing.home:
        day = standing.home_on
        if day is None:
            yield Turn("home", say("home_undated", rolls=standing.rolls))
        else:
            yield Turn("home", say("home_on", day=edition.speaker.day(day), rolls=standing.rolls))
        return
    first = standing.can_roll_on
    rest = player.rest
    if first is None or first <= today:
        yield Turn("can", say("turn_can"))
    elif rest is not None and rest.owed and standing.rest_until is not None and standing.rest_until >= today:
        until = edition.speaker.day(standing.rest_until)
        yield Turn("shows", say("turn_shows", things=edition.speaker.things(rest.owed), day=until))
    elif standing.rest_until is not None and standing.rest_until >= today:
        yield Turn("rests", say("turn_rests", day=edition.speaker.day(standing.rest_until)))
    elif today in player.rolled:
        yield Turn("done", say("turn_done"))
    else:
        yield Turn("rests", say("turn_waits", day=edition.speaker.day(first)))
    if count := standing.extra_rolls:
        named = edition.game.extra_boards[player.made : player.made + count]
        if not named:
            yield Turn("extra", say("turn_extra_any", count=count))
        elif count == 1:
            yield Turn("extra", say("turn_extra", boards=shown(named[0], NAME), count=count))
        else:
            yield Turn("extra", say("turn_extra_each", boards=_boards(edition, player.made, count), count=count))


def _boards(edition: Edition, made: int, count: int) -> str:
    """On which boards so many extra rolls are due, one after the other, behind those made; then any will do (X1)."""
    named = [shown(board, NAME) for board in edition.game.extra_boards[made : made + count]]
    if len(named) < count:
        named.append(edition.say("any_board"))
    return reduce(lambda before, after: edition.say("then", before=before, after=after), named)


def held(edition: Edition, standing: Standing, player: PlayerState) -> Iterator[str]:
    """What holds for the next roll of a player who is not home: states, and what the square that he stands on does."""
    say = edition.say
    if standing.chance:
        yield say("chance")
    if standing.held != 1:
        yield say("held", n=standing.held)
    if player.pending:
        yield say("pending", n=player.pending, boards=_boards(edition, 0, player.pending))
    book = edition.book(edition.game.ruleset)
    factor = book.multipliers.get(standing.square) if book else None
    if factor is not None and not standing.chance:
        yield say("square_times", times=times(factor), square=standing.square)
