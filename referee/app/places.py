"""The threads of the settings: where their dats are asked for, and which games they belong to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.app.settings import Game
from referee.fetch import host_of, live_address
from referee.ledger import Tx, View
from referee.model import ThreadRef
from referee.model.address import parse_address

#: Notes in the journal: a thread that a game goes on in; one that the host is asked about.
FOLLOWED, PROPOSED = "follow/1", "propose/1"
#: Stands in the ledger for the settings of a game of which posts came that were not judged: its rules are bad.
UNJUDGED = b"{}"


class Place(Struct, frozen=True):
    """A thread to poll: where its dat is asked for, and the games that it belongs to."""

    thread: ThreadRef
    address: str
    games: tuple[str, ...]

    @property
    def host(self) -> str:
        """The server that is asked."""
        return host_of(self.address)


def places(games: tuple[Game, ...]) -> tuple[Place, ...]:
    """The threads of all games, in the order of the settings; one that several games share stands once."""
    found: dict[tuple[str, str, str], Place] = {}
    for game in games:
        for url in game.addresses:
            address = parse_address(url)
            assert address is not None  # the settings have seen to it
            known = found.get(address.thread.identity)
            names = (*(known.games if known else ()), game.name)
            where = known.address if known else live_address(address.thread, url)
            thread = known.thread if known else address.thread
            found[address.thread.identity] = Place(thread, where, tuple(dict.fromkeys(names)))
    return tuple(found.values())


def with_adopted(view: View, games: tuple[Game, ...], known: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places of the settings, and behind them the threads that were followed or found by a search.

    Only for games whose settings still ask for it.
    """
    asking = {game.name for game in games if game.next_thread == "follow" or game.searches}
    places = known
    for note in view.notes(FOLLOWED) if asking else ():
        if note["game"] in asking:
            places = joined(places, Place(ThreadRef(*note["thread"]), note["address"], (note["game"],)))
    return places


def joined(places: tuple[Place, ...], one: Place) -> tuple[Place, ...]:
    """Places with one more; a thread that stands among them already only comes into more games."""
    known = next((place for place in places if place.thread.identity == one.thread.identity), None)
    if known is None:
        return (*places, one)
    games = tuple(dict.fromkeys((*known.games, *one.games)))
    return tuple(replace(place, games=games) if place is known else place for place in places)


def settings_of(game: Game) -> bytes:
    """What the ledger keeps of a game's settings: canonical JSON, with the digest of a ruleset file's text."""
    file = Path(game.ruleset)
    text = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None
    return msgspec.json.encode({"game": game, "ruleset_text": text}, order="sorted")


def enter(tx: Tx, place: Place, games: Iterable[Game]) -> None:
    """A thread takes its place in its games, which stand in the ledger as they stand in the settings."""
    tx.put_thread(place.thread)
    for game in games:
        if game.name in place.games:
            tx.put_game(game.name, settings_of(game))
            tx.put_thread(place.thread, None, game.name)
            tx.order_threads(game.name, threads_of(game))


def threads_of(game: Game) -> list[ThreadRef]:
    """The threads of a game, in the order of the settings: that is the order of the game."""
    return [place.thread for place in places((game,))]
