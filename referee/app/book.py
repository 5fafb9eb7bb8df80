"""The book of rulings of a game: what the host decided, amended and undid, as the journal tells it; nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.app.clock import iso
from referee.app.handedform import handover_json, handover_of
from referee.model import GameState, Handover, Ruling, ThreadRef

if TYPE_CHECKING:  # a poll without news reads the book, and judges nothing
    from referee.app.tables import GameTable
    from referee.ledger import Tx, View

#: Under this kind the journal holds what happens to rulings.
KIND = "ruling/1"
#: … and under this one the hand-over with which a game opened.
OPENING = "handover/1"


class Event(Struct, frozen=True):
    """One thing that happened to a ruling: it was made (`add`), takes another form (`amend`), or is `undo`ne.

    `ruling` is the ruling as it is from then on; `reason` and `author` are those of the event; `at` is a time (UTC).
    """

    game: str
    what: Literal["add", "amend", "undo"]
    ruling: Ruling
    reason: str
    author: str = ""
    at: str = ""


class Entry(Struct, frozen=True):
    """A ruling with all that happened to it, oldest first."""

    events: tuple[Event, ...]

    @property
    def ruling(self) -> Ruling:
        """The ruling as it stands, or stood last."""
        return self.events[-1].ruling

    @property
    def is_undone(self) -> bool:
        """Whether it is in force no more."""
        return self.events[-1].what == "undo"


class Book(Struct, frozen=True):
    """All rulings of a game, in the order in which they were made."""

    game: str
    entries: tuple[Entry, ...] = ()

    @property
    def in_force(self) -> tuple[Ruling, ...]:
        """Those that hold."""
        return tuple(entry.ruling for entry in self.entries if not entry.is_undone)

    @property
    def next_id(self) -> int:
        """The number of the next ruling."""
        return len(self.entries) + 1

    def entry(self, number: int) -> Entry | None:
        """The ruling of a number."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    def after(self, event: Event) -> Book:
        """The book with one more event."""
        number = event.ruling.id
        if event.what == "add":
            return replace(self, entries=(*self.entries, Entry((event,))))
        entries = list(self.entries)
        entries[number - 1] = Entry((*entries[number - 1].events, event))
        return replace(self, entries=tuple(entries))


def read_book(view: View, game: str) -> Book:
    """The rulings of a game as the ledger knows them."""
    found = Book(game)
    for content in view.notes(KIND):
        if content["game"] == game:
            found = found.after(msgspec.convert(content, Event))
    return found


def games_ruled(view: View) -> list[str]:
    """The names of all games that a ruling was ever made in."""
    return list(dict.fromkeys(content["game"] for content in view.notes(KIND)))


def games_opened(view: View) -> list[str]:
    """The names of all games that opened with a hand-over."""
    return [content["game"] for content in view.notes(OPENING)]


def ruled(view: View, game: GameTable) -> GameTable:
    """A game under the rulings that are in force, and after the hand-over with which it opened.

    Raises:
        RulesetError: a ruling names a ruleset that can't be used.
    """
    return under(view, game, read_book(view, game.name))


def under(view: View, game: GameTable, book: Book) -> GameTable:
    """A game under the rulings of a book, which need not be the one that the ledger holds, and after the hand-over with
    which it opened.

    Raises:
        RulesetError: a ruling names a ruleset that can't be used.
    """
    return game.opened_with(opening(view, game.name)).ruled(book.in_force)


def opening(view: View, game: str) -> Handover | None:
    """The hand-over with which a game opened; None where it began at the start."""
    told = (content["handover"] for content in view.notes(OPENING) if content["game"] == game)
    return next((handover_of(content) for content in told), None)


def open_with(tx: Tx, game: str, handed: Handover) -> None:
    """Put the hand-over with which a game opens into the journal."""
    tx.note(OPENING, {"game": game, "handover": handover_json(handed)})


def kept_state(view: View, game: GameTable) -> GameState | None:
    """The state of a game after its last post, under its rules and rulings (see `View.snapshot`); that with which it
    opens while there is no post."""
    state = view.snapshot(game.name, game.digest, game.rulings_digest)
    return game.start if state is not None and state.thread is None else state


def write(tx: Tx, event: Event) -> None:
    """Put one event into the journal."""
    content: dict[str, Any] = msgspec.to_builtins(event)
    tx.note(KIND, content)


def follow(tx: Tx, game: str, thread: ThreadRef, contents: Mapping[int, int]) -> None:
    """Rulings go over to the contents that took the place of those they are about (fingerprint → fingerprint): the same
    posts, told by a better source."""
    for entry in read_book(tx, game).entries:
        posts = tuple(
            replace(post, fingerprint=contents.get(post.fingerprint, post.fingerprint))
            if post.fingerprint is not None and post.thread.identity == thread.identity
            else post
            for post in entry.ruling.posts
        )
        if posts != entry.ruling.posts and not entry.is_undone:
            moved = replace(entry.ruling, posts=posts)
            write(tx, Event(game, "amend", moved, moved.reason, moved.author, entry.events[-1].at))


def added(book: Book, ruling: Ruling, now: datetime) -> Event:
    """A new ruling, with the next number."""
    made = replace(ruling, id=book.next_id, made_at=iso(now) or "")
    return Event(book.game, "add", made, made.reason, made.author, made.made_at)


def amended(entry: Entry, ruling: Ruling, reason: str, author: str, now: datetime) -> Event:
    """A ruling in another form; it keeps its number, and what it was before stays in the book."""
    game = entry.events[0].game
    changed = replace(ruling, id=entry.ruling.id, made_at=entry.ruling.made_at)
    return Event(game, "amend", changed, reason, author, iso(now) or "")


def undone(entry: Entry, reason: str, author: str, now: datetime) -> Event:
    """A ruling that holds no more."""
    return Event(entry.events[0].game, "undo", entry.ruling, reason, author, iso(now) or "")
