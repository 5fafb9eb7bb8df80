"""A game for programs: `standings.json` and `game.json` (their fields: docs/data.md), one of each for both languages.

Addresses in them count from the folder of the game; `url` tells where that stands, where the settings say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.model import Cut, Standing, Thrown, day_text, standing_row
from referee.pages.edition import Edition
from referee.pages.feeds import ATOM, JSON
from referee.pages.paths import (
    CALENDAR,
    FOLDERS,
    ROUNDS,
    calendar_path,
    player_path,
    rules_path,
    thread_path,
    thread_slug,
)
from referee.pages.records import LONG, first_homes
from referee.pages.turns import next_roll
from referee.pages.view import Draft, Game, Page, Thread
from referee.words.tongue import plain, shown

STANDINGS_DATA, GAME_DATA = "standings.json", "game.json"
#: Kinds of verdicts, in the order in which they are counted.
_KINDS = ("roll", "void", "chat", "erased", "notice")


def data_pages(editions: Sequence[Edition]) -> Iterator[Draft]:
    """Both files; the editions tell what pages there are."""
    game = editions[0].game
    yield Draft(STANDINGS_DATA, lambda: Page(STANDINGS_DATA, _text(_standings(game))))
    yield Draft(GAME_DATA, lambda: Page(GAME_DATA, _text(_game(game, editions))))


def _text(value: Mapping[str, Any]) -> str:
    """JSON in lines, its first key the sign that the file is ours."""
    return msgspec.json.format(msgspec.json.encode({"generator": "referee", **value}), indent=1).decode() + "\n"


def _cut(game: Game) -> Cut:
    if not game.verdicts:
        return Cut(None, None, None)
    last = game.verdicts[-1]
    return Cut(str(last.thread), last.number, last.stamp.iso if last.stamp else None)


def _standings(game: Game) -> dict[str, Any]:
    """What `referee standings --json` prints, and the next day and page of each player."""
    return {
        "cut": _cut(game),
        "standings": [_row(game, row) for row in game.standings],
        "gifts_waiting": game.gifts_waiting,
    }


def _row(game: Game, standing: Standing) -> dict[str, Any]:
    row = replace(
        standing_row(standing, game.spans.get(standing.player)),
        player=plain(standing.player, LONG),
        name=shown(standing.name, LONG),
    )
    fields: dict[str, Any] = msgspec.to_builtins(row)
    day = next_roll(game, standing)
    return {**fields, "next_roll_on": None if day is None else day_text(day), "page": player_path(standing.player)}


def _game(game: Game, editions: Sequence[Edition]) -> dict[str, Any]:
    return {
        "name": shown(game.name, LONG),
        "title": shown(game.title, LONG),
        "url": game.base or None,
        "life": game.life,
        "day": day_text(game.day) if game.day else None,
        "polled_at": game.polled_at and f"{game.polled_at.replace(' ', 'T')}+09:00",
        "cut": _cut(game),
        "ruleset": _ruleset(game, editions[0]),
        "counts": _counts(game),
        "totals": {
            "rolls": sum(row.rolls for row in game.standings),
            "squares": sum(row.square for row in game.standings),
            "gifts_waiting": game.gifts_waiting,
        },
        "first_home": first_homes(game),
        "threads": [_thread(game, thread) for thread in game.threads],
        "players": [
            {
                "player": plain(row.player, LONG),
                "name": shown(row.name, LONG),
                "rank": row.rank,
                "square": row.square,
                "home": row.home,
                "rolls": row.rolls,
                "page": player_path(row.player),
                "calendar": calendar_path(row.player),
            }
            for row in game.standings
        ],
        "files": {
            "data": [STANDINGS_DATA, GAME_DATA],
            **{edition.lang: _files(edition) for edition in editions},
        },
    }


def _ruleset(game: Game, edition: Edition) -> dict[str, Any]:
    """The ruleset in force; where its book is not at hand, only its digest is known."""
    book = edition.book(game.ruleset)
    return {
        "name": shown(book.name, LONG) if book else None,
        "digest": game.ruleset,
        "readings": {name: value for name, value, _ in book.readings} if book else {},
        "page": rules_path(game.ruleset) if book else None,
    }


def _counts(game: Game) -> dict[str, int]:
    kinds: Counter[str] = Counter(verdict.kind for verdict in game.verdicts)
    extra = sum(
        isinstance(step, Thrown) and step.linked is not None
        for verdict in game.verdicts
        if verdict.steps
        for step in verdict.steps
    )
    return {
        "posts": len(game.verdicts),
        **{kind: kinds[kind] for kind in _KINDS},
        "extra": extra,
        "players": len(game.standings),
        "home": sum(row.home for row in game.standings),
        "rulings": len(game.rulings),
        "open_items": game.open_items,
    }


def _thread(game: Game, thread: Thread) -> dict[str, Any]:
    """A thread with its page; `rolls` is the address of a verdict of it (RFC 6570), which chat has not."""
    identity = thread.ref.identity
    return {
        "thread": str(thread.ref),
        "title": shown(thread.title, LONG),
        "address": thread.address,
        "posts": sum(verdict.thread.identity == identity for verdict in game.verdicts),
        "page": thread_path(thread.ref),
        "rolls": f"rolls/{thread_slug(thread.ref)}-{{no}}.html",
    }


def _files(edition: Edition) -> dict[str, str]:
    """What every page leads to, the archive, the calendar and the feeds: addresses and titles."""
    folder, feed = FOLDERS[edition.lang], edition.say("feed")
    leads = {path: shown(title, LONG) for path, title in edition.navigation}
    more = {ROUNDS: edition.say("rounds"), CALENDAR: edition.say("calendar")}
    return {folder + path: title for path, title in {**leads, **more, ATOM: feed, JSON: feed}.items()}
