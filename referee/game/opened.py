"""A game opened to be changed: what `GameState` holds, for as long as posts are judged one after the other."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from immutables import Map

from referee.model import DayIds, GameState, OpenItem, PlayerState, Post, Stamp, ThreadRef

#: Days whose IDs are remembered; stamps run backwards by minutes, not by weeks.
_DAYS = 3
#: With how many others an ID is compared: a whole network behind one address would list every pair.
_MOST = 20


class Players(dict[str, PlayerState | None]):
    """The players of a game, each looked up in the state when first asked for; `players[trip]` is None for nobody."""

    __slots__ = ("_state",)

    def __init__(self, state: Map[str, PlayerState]) -> None:
        super().__init__()
        self._state = state

    def __missing__(self, trip: str) -> PlayerState | None:
        player = self[trip] = self._state.get(trip)
        return player

    def everybody(self) -> list[PlayerState]:
        """All players as they are now."""
        return list(self.close().values())

    def close(self) -> Map[str, PlayerState]:
        """The players as a value: those of the state, with what was changed."""
        known = self._state.get
        return self._state.update(
            {trip: player for trip, player in self.items() if player is not None and player is not known(trip)}
        )


class OpenDay:
    """The IDs of one day, opened (see `DayIds`)."""

    __slots__ = ("day", "ids", "told")

    def __init__(self, day: DayIds) -> None:
        self.day = day.day
        self.ids = dict(day.ids)
        self.told = set(day.told)

    def again(self, dice: str, who: str, items: tuple[OpenItem, ...]) -> None:
        """One post more with known dice, by a trip or `""`; what it listed is not listed again."""
        known = self.ids[dice]
        self.told.update((item.facts[1], item.facts[2]) for item in items if item.why == "same_id")
        if who not in known and len(known) < _MOST:
            self.ids[dice] = (*known, who)

    def close(self) -> DayIds:
        """The IDs of the day as a value."""
        return DayIds(self.day, Map(self.ids), frozenset(self.told))


class OpenGame:
    """A `GameState` opened to be changed; the value it was opened from stays as it is, and `close` makes a new one.

    `decide` reads it and only `evolve` writes it. A value for each post would be the same, made a thousand times; this
    is what a run of posts shares. The fields are those of `GameState`.
    """

    __slots__ = (
        "aliases", "day", "homes", "last", "last_other", "moves", "number", "past", "players", "recent", "round",
        "ruleset", "seen", "stamp", "thread", "used", "waiting",
    )  # fmt: skip

    def __init__(self, state: GameState) -> None:
        self.players = Players(state.players)
        self.waiting = state.waiting
        self.last = state.last
        self.last_other = state.last_other
        self.used = state.used
        self.thread = state.thread
        self.seen = set(state.seen)
        self.past = state.past
        self.recent = [OpenDay(day) for day in state.recent]
        self.homes = state.homes
        self.moves = state.moves
        self.number = state.number
        self.stamp: Stamp | None = state.stamp
        self.day = state.day
        self.round = state.round
        self.aliases = state.aliases
        self.ruleset = state.ruleset

    def player_of(self, trip: str) -> str:
        """Whose trip it is: another one that the host joined to it, else its own."""
        return self.aliases.get(trip, trip) if self.aliases else trip

    def close(self) -> GameState:
        """The state as a value; the game stays open."""
        recent = tuple([day.close() for day in self.recent])
        return GameState(
            self.players.close(), self.waiting, self.last, self.last_other, self.used, self.thread,
            Map(dict.fromkeys(self.seen, True)), self.past, recent, self.homes, self.moves, self.number, self.stamp,
            self.day, self.round, self.aliases, self.ruleset,
        )  # fmt: skip

    def has_seen(self, post: Post) -> bool:
        """Whether this very post was judged already (the same thread given twice, perhaps once without its host)."""
        thread, fingerprint = post.thread, post.fingerprint
        if self.thread is not None and self.thread.is_same(thread):
            return fingerprint in self.seen
        for identity, packed in self.past.items() if not thread.family else self._past_of(thread):
            if identity[1:] == thread.identity[1:] and fingerprint in _unpack(packed):
                return True
        return False

    def turn_to(self, thread: ThreadRef) -> None:
        """Go on to a thread. Fingerprints of earlier ones are packed: eight bytes a post, for years of threads."""
        known = self.thread
        self.thread = thread
        if known is not None and known.identity == thread.identity:
            return
        if known is not None:
            self.past = self.past.set(known.identity, array("q", sorted(self.seen)).tobytes())
        packed = self.past.get(thread.identity)
        self.seen = set(_unpack(packed or b""))

    def ids_of(self, day: int) -> OpenDay | None:
        """The IDs of a day, mostly that of the post before; None for a day not remembered."""
        for known in self.recent:
            if known.day == day:
                return known
        return None

    def remember_id(self, day: int, dice: str, who: str, items: tuple[OpenItem, ...]) -> None:
        """One post more with these dice on a day, by a trip or `""`; the day last met stands first."""
        known = self.recent[0] if self.recent and self.recent[0].day == day else self._turn_to_day(day)
        if dice in known.ids:
            known.again(dice, who, items)
        else:
            known.ids[dice] = (who,)

    def _turn_to_day(self, day: int) -> OpenDay:
        known = self.ids_of(day)
        if known is None:
            known = OpenDay(DayIds(day, Map()))
        else:
            self.recent.remove(known)
        self.recent.insert(0, known)
        del self.recent[_DAYS:]
        return known

    def _past_of(self, thread: ThreadRef) -> Iterator[tuple[tuple[str, str, str], bytes]]:
        """The fingerprints kept of a thread under its own name, and under that without a host."""
        for identity in (thread.identity, ("", thread.board, thread.key)):
            packed = self.past.get(identity)
            if packed is not None:
                yield identity, packed


def _unpack(packed: bytes) -> array[int]:
    fingerprints = array("q")
    fingerprints.frombytes(packed)
    return fingerprints
