"""Maps of a stored state that fetch an entry when it is first asked for, so that a poll costs no more late in a game.

They do what the state of a game asks of `immutables.Map`: `get`, `[]`, `in`, `set`, `update`, iteration, equality.
`set` and `update` give a new map; what was set since the state was read is `changes`, which is all that has to be
written back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from immutables import Map
from msgspec.structs import replace

from referee.model import GameState

K = TypeVar("K")
V = TypeVar("V")
#: A snapshot: the rows of its game, its round, and how many snapshots were written there.
Origin = tuple[int, int, int]
#: An earlier thread as its row is called: its identity, put together with this between.
Past = tuple[str, str, str]
SEPARATOR = "\t"


class Shelf(Mapping[K, V], Generic[K, V]):
    """A map whose entries lie in the ledger: `fetch` gives one or None, `fetch_all` all of them.

    `origin` names the snapshot. It may be used while the transaction lasts from which it was read.
    """

    __slots__ = ("_fetch", "_fetch_all", "_known", "changes", "origin")

    def __init__(
        self,
        origin: Origin,
        fetch: Callable[[K], V | None],
        fetch_all: Callable[[], Mapping[K, V]],
        changes: Map[K, V] | None = None,
        known: dict[K, V | None] | None = None,
    ) -> None:
        self.origin = origin
        self._fetch = fetch
        self._fetch_all = fetch_all
        #: What was fetched, shared by all maps made from one; it only remembers what the ledger says.
        self._known: dict[K, V | None] = {} if known is None else known
        self.changes: Map[K, V] = Map() if changes is None else changes

    def set(self, key: K, value: V) -> Shelf[K, V]:
        """The map with one entry more, or another one."""
        return Shelf(self.origin, self._fetch, self._fetch_all, self.changes.set(key, value), self._known)

    def update(self, entries: Mapping[K, V]) -> Shelf[K, V]:
        """The map with some entries more, or other ones."""
        return Shelf(self.origin, self._fetch, self._fetch_all, self.changes.update(entries), self._known)

    def whole(self) -> Map[K, V]:
        """The same as a map that is all in memory."""
        whole: Map[K, V] = Map(self._fetch_all())
        return whole.update(self.changes)

    def __getitem__(self, key: K) -> V:
        value = self._find(key)
        if value is None:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        return self._find(key) is not None  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[K]:
        return iter(self.whole())

    def __len__(self) -> int:
        return len(self.whole())

    def __eq__(self, other: object) -> bool:
        mine = self.whole()
        return bool(mine == (other.whole() if isinstance(other, Shelf) else other))

    def __hash__(self) -> int:
        return hash(self.whole())

    def _find(self, key: K) -> V | None:
        value = self.changes.get(key)
        if value is not None:
            return value
        if key not in self._known:
            self._known[key] = self._fetch(key)
        return self._known[key]


def whole(state: GameState) -> GameState:
    """The same state, all in memory: it outlives the transaction from which it was read."""
    maps: tuple[Any, ...] = (state.players, state.used, state.past)
    players, used, past = (one.whole() if isinstance(one, Shelf) else one for one in maps)
    return replace(state, players=players, used=used, past=past)
