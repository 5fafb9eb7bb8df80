"""What can be written to the ledger, within one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from referee.errors import LedgerConflict
from referee.ledger import desk
from referee.ledger.door import at_the_door
from referee.ledger.store import Line
from referee.ledger.times import from_text
from referee.ledger.view import View
from referee.model import Capture, Cursor, GameState, HostUse, Post, ThreadRef, Verdict

if TYPE_CHECKING:
    from referee.ledger import records as r

# SQLAlchemy, and whatever imports it, is imported where it is used: a poll without news never gets there.


class Tx(View):
    """What can be written, and all that can be asked; all of it or nothing."""

    def __init__(self, line: Line, where: str, at: str) -> None:
        super().__init__(line, where)
        self._at = at

    @property
    def at(self) -> datetime:
        """The time of this transaction (UTC): what is declared in it bears it."""
        return from_text(self._at)

    # Every poll

    @at_the_door
    def put_cursor(self, cursor: Cursor) -> None:
        """Write where the polling of a thread stands; the thread has been put in."""
        desk.put_cursor(self._line.raw, cursor, self.where)

    @at_the_door
    def put_host_use(self, use: HostUse) -> None:
        """Write what a host was asked."""
        desk.put_host_use(self._line.raw, use)

    # Games and threads

    @at_the_door
    def put_game(self, name: str, settings: bytes) -> bool:
        """Write a game with its settings (canonical JSON); whether anything changed. Changes stand in the journal."""
        from referee.ledger import games

        return games.put_game(self._line.core, name, settings, self._at)

    @at_the_door
    def put_thread(self, thread: ThreadRef, title: str | None = None, game: str | None = None) -> int | None:
        """Write a thread, its title where it is known, and make it the next one of a game where that is named; its
        place among the threads of the game, counted from 1."""
        from referee.ledger import games

        number = games.put_thread(self._line.core, thread, title)
        self._threads[thread.identity] = number
        if game is None:
            return None
        label = {"game": game, "thread": thread.identity}
        return games.join_game(self._line.core, self._game(game), number, label, self._at)

    @at_the_door
    def order_threads(self, game: str, wanted: Sequence[ThreadRef]) -> bool:
        """Put the threads of a game in an order; whether its posts come in another order now, so that it must be judged
        from its first post on (its snapshot is dropped). A thread that is not named stays behind the one it came after.
        """
        from referee.ledger import games, snapshots

        number = self._game(game)
        identities = [thread.identity for thread in wanted]
        changed = games.order_threads(self._line.core, number, identities, {"game": game}, self._at)
        if changed:
            snapshots.drop(self._line.core, number)
        return changed

    # What was seen

    @at_the_door
    def add_capture(self, capture: Capture) -> int:
        """Keep what a server answered; its id. Bytes that were held already are not kept twice; a page joins no dat.

        Raises:
            LedgerConflict: it begins behind the bytes held, or the thread has not been put in.
        """
        from referee.ledger import captures

        thread = self._id(capture.thread)
        held = desk.held(self._line.raw, thread, capture.form)
        return captures.add(self._line.core, thread, capture, held, self._at, self.where)

    @at_the_door
    def put_posts(
        self, posts: Sequence[Post], capture: int, *, from_number: int = 1, in_place: bool = False
    ) -> r.Merged:
        """Merge a reading of a thread into what is known of its posts.

        Args:
            posts: all posts of the thread with numbers from `from_number` on, in order, as read from the dat after
                `capture`; posts before it stay as they are.
            capture: the id of the capture that brought them.
            from_number: where the reading begins, counted from 1.
            in_place: new posts take their place in the order of the game as the reading has them, also before known
                ones; else they come behind all that is known.

        Raises:
            LedgerConflict: there is no such capture, or the posts are of another thread.
        """
        from referee.ledger import captures
        from referee.ledger import posts as room

        thread = captures.thread_of(self._line.core, capture)
        if thread is None:
            raise LedgerConflict(self.where, f"has no capture {capture}", "add the capture first")
        if any(post.thread is not posts[0].thread and post.thread.identity != thread.identity for post in posts) or (
            posts and posts[0].thread.identity != thread.identity
        ):
            raise LedgerConflict(self.where, f"capture {capture} is of {thread}", "put each thread's posts by itself")
        return room.put(self._line.core, self._id(thread), thread, posts, capture, from_number, in_place=in_place)

    @at_the_door
    def set_thread_gone(self, thread: ThreadRef) -> int:
        """Tell of a thread's posts that the thread is no more to be had; how many of them were there. A later reading
        brings them back."""
        from referee.ledger import journal, posts, upkeep

        count = posts.set_thread_gone(self._line.core, self._id(thread))
        if count:  # no capture tells this: the journal does
            capture = upkeep.last_capture(self._line.core, thread.identity)
            content = {"thread": thread.identity, "capture": capture}
            journal.append(self._line.core, self._at, "gone/1", content)
        return count

    # What is declared

    @at_the_door
    def put_verdicts(
        self, game: str, verdicts: Sequence[Verdict], cause: str, *, second_rolls: bool = False, round: int = 1
    ) -> r.Declared:
        """Declare verdicts, in order. One that stands already, word for word, stands on; one that differs from what
        stands for its post supersedes it, and the moves of the old one go.

        Args:
            game: its name.
            verdicts: at most one for each post.
            cause: why they are declared: `seen`, `rebuild`, `ruling 3` …
            second_rolls: the reading showing_allows_second_roll is in force.
            round: counted from 1.

        Raises:
            LedgerConflict: a second daily roll, or a thread or game that the ledger does not have.
        """
        from referee.ledger.verdicts import Putter, forget_moves_superseded

        putter = Putter(self._line.core, self._game(game), game, round, self._at)
        declared = putter.put(self._with_rows(verdicts), cause, second_rolls=second_rolls)
        forget_moves_superseded(self._line.core, (number for number, _ in declared.superseding))
        return declared

    @at_the_door
    def withdraw_verdicts(self, ids: Iterable[int], cause: str) -> None:
        """Take verdicts back without others in their place.

        Raises:
            LedgerConflict: one of them is not in force.
        """
        from referee.ledger import verdicts

        verdicts.withdraw(self._line.core, ids, cause, self._at, self.where)

    @at_the_door
    def put_moves(self, moves: Iterable[tuple[int, Sequence[r.Move]]]) -> None:
        """Write the moves of verdicts, each given by its id; they take the place of those written before."""
        from referee.ledger import verdicts

        verdicts.put_moves(self._line.core, moves)

    # Where the game stands

    @at_the_door
    def put_snapshot(self, game: str, state: GameState, ruleset: str, rulings: str, *, round: int = 1) -> None:
        """Keep the state of a game after the last post known now; `ruleset`, `rulings` are the digests of what made it.

        A state that came from `snapshot` in this transaction writes only what changed.
        """
        from referee.ledger import snapshots

        snapshots.put(self._line.core, self._game(game), round, state, ruleset, rulings)

    @at_the_door
    def forget_derived(self, game: str) -> None:
        """Drop what is made from captures (posts, moves, the snapshot) of a game, to put it anew in this transaction.
        What was declared stays."""
        from referee.ledger import posts, snapshots, verdicts

        number = self._game(game)
        posts.forget(self._line.core, number)
        verdicts.forget_moves(self._line.core, number)
        snapshots.drop(self._line.core, number)

    @at_the_door
    def forget_linked_posts(self) -> None:
        """The same for the posts of threads that are in no game."""
        from referee.ledger import posts

        posts.forget_linked(self._line.core)

    @at_the_door
    def note(self, kind: str, content: dict[str, Any]) -> int:
        """Write a line of the app's own into the journal (`rebuild/1`, `ruling/1` …), `content` as JSON; its number."""
        from referee.ledger import journal

        return journal.append(self._line.core, self._at, kind, content)
