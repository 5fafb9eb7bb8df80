"""What can be asked of the ledger, within one transaction."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from referee.ledger import desk
from referee.ledger.door import at_the_door, streamed_at_the_door
from referee.ledger.store import Line
from referee.model import Capture, Cursor, GameState, Held, HostUse, ThreadRef, Verdict

if TYPE_CHECKING:
    from referee.ledger import records as r

#: No capture has so high an id.
_LAST = 2**62

# SQLAlchemy, and whatever imports it, is imported where it is used: a poll without news never gets there.


class View:
    """What can be asked. Methods without a word about it raise `LedgerError` alone; a thread or game that the ledger
    does not have is a `LedgerConflict`. Iterators are read while the transaction lasts."""

    def __init__(self, line: Line, where: str) -> None:
        self._line = line
        self.where = where
        self._is_over = False
        self._threads: dict[tuple[str, str, str], int] = {}

    def end(self) -> None:
        """The transaction is over: states read from it are of no more use."""
        self._is_over = True

    # Every poll

    @at_the_door
    def cursors(self) -> tuple[Cursor, ...]:
        """Where the polling of every thread stands, in the order in which the threads came in."""
        return desk.cursors(self._line.raw)

    @at_the_door
    def cursor(self, thread: ThreadRef) -> Cursor | None:
        """Where the polling of one thread stands; None where it was never polled."""
        return desk.cursor(self._line.raw, thread)

    @at_the_door
    def linked_cursors(self) -> tuple[Cursor, ...]:
        """How it stands with the threads that are in no game: posts of games link to them."""
        return desk.linked_cursors(self._line.raw)

    @at_the_door
    def knows(self, thread: ThreadRef) -> bool:
        """Whether a thread has been put in."""
        return desk.knows(self._line.raw, thread)

    @at_the_door
    def host_uses(self) -> tuple[HostUse, ...]:
        """What every host was asked, by name."""
        return desk.host_uses(self._line.raw)

    @at_the_door
    def host_use(self, host: str) -> HostUse:
        """What one host was asked; a fresh count for one that was never asked."""
        return desk.host_use(self._line.raw, host)

    @at_the_door
    def held(self, thread: ThreadRef) -> Held:
        """The dat of a thread as last known, byte for byte, with the headers' texts of its cursor; empty where nothing
        is held yet."""
        cursor = desk.cursor(self._line.raw, thread)
        body = desk.held(self._line.raw, self._id(thread))
        return Held(body, cursor.last_modified, cursor.etag) if cursor is not None else Held(body)

    @at_the_door
    def pages(self, thread: ThreadRef, up_to: int = _LAST) -> tuple[Capture, ...]:
        """What was seen of a thread's past log as a page, newest first, equal ones once; `up_to` is the id of a
        capture, later ones are not told."""
        return desk.pages(self._line.raw, self._id(thread), thread, up_to)

    @at_the_door
    def game_settings(self, name: str) -> bytes | None:
        """The settings of a game as last written; None where the game is not known."""
        return desk.game_settings(self._line.raw, name)

    @at_the_door
    def notes(self, kind: str) -> tuple[dict[str, Any], ...]:
        """What was written into the journal by `Tx.note` under one kind, in order."""
        return tuple(msgspec.json.decode(text) for text in desk.notes(self._line.raw, kind))

    @at_the_door
    def is_judged(self, game: str, thread: ThreadRef, fingerprint: int) -> bool:
        """Whether a content of a post is one that a game is judged by: of a thread of it, and the first that stood
        there. Any host of the board will do, as for rulings."""
        return desk.is_judged(self._line.raw, game, thread, fingerprint)

    @at_the_door
    def last_line(self) -> tuple[int, str, datetime] | None:
        """Number, digest and time (UTC) of the last line of the journal, None where there is none: while they stay,
        nothing was seen, declared or ruled. Cursors may move on."""
        return desk.last_line(self._line.raw)

    # Games and threads

    @at_the_door
    def games(self) -> tuple[r.GameRow, ...]:
        """Every game, in the order in which they came in."""
        return desk.all_games(self._line.raw)

    @at_the_door
    def threads(self, game: str) -> tuple[r.ThreadRow, ...]:
        """The threads of a game, in order."""
        return desk.threads_of(self._line.raw, self._game(game), game)

    @at_the_door
    def comes_last(self, game: str, thread: ThreadRef) -> bool:
        """Whether no post is known of the threads of a game that come after one of them."""
        from referee.ledger import games

        return games.comes_last(self._line.core, self._game(game), self._id(thread))

    @at_the_door
    def title(self, thread: ThreadRef) -> str | None:
        """The title of a thread, None while it is not known."""
        return desk.title(self._line.raw, self._id(thread))

    # What was seen

    @streamed_at_the_door
    def captures(self, thread: ThreadRef | None = None, after: int = 0) -> Iterator[r.StoredCapture]:
        """Captures in the order in which they came, as received, of one thread or of all (those that extra rolls link
        to among them); `after` is an id, only later ones are told."""
        from referee.ledger import captures

        number = None if thread is None else self._id(thread)
        return captures.stream(self._line.core, self.where, number, after=after)

    @streamed_at_the_door
    def posts(
        self, game: str | None = None, thread: ThreadRef | None = None, *, first_only: bool = True
    ) -> Iterator[r.StoredPost]:
        """Posts of a game, a thread, or all, in the order in which they were first seen; those of a game thread by
        thread, in the order of its threads: the order of the game.

        `first_only` leaves out later contents of a post: a game is judged by what was seen first.
        """
        from referee.ledger import seen

        if game is not None:
            threads = [row.thread for row in self.threads(game) if thread is None or row.thread.is_same(thread)]
            for one in threads:
                yield from seen.stream(self._line.raw, thread=self._id(one), first_only=first_only)
            return
        of_thread = None if thread is None else self._id(thread)
        yield from seen.stream(self._line.raw, thread=of_thread, first_only=first_only)

    @at_the_door
    def versions(self, thread: ThreadRef, number: int) -> tuple[r.StoredPost, ...]:
        """Every content that the post at a number had, oldest first; empty where nothing stands or stood there last."""
        from referee.ledger import seen

        return seen.versions(self._line.raw, self._id(thread), number)

    @at_the_door
    def posts_at(self, thread: ThreadRef, number: int) -> tuple[tuple[r.StoredPost, ...], ...]:
        """The posts that have a number, or had it last before they were gone, each with every content that it had,
        oldest first; what stands there comes first."""
        from referee.ledger import seen

        return seen.at_number(self._line.raw, self._id(thread), number)

    @at_the_door
    def post_with(self, thread: ThreadRef, fingerprint: int) -> tuple[r.StoredPost, ...]:
        """Every content of the post that has, or had, this one, oldest first; empty where none has."""
        from referee.ledger import seen

        return seen.with_content(self._line.raw, self._id(thread), fingerprint)

    @streamed_at_the_door
    def rewritten(self, game: str) -> Iterator[r.StoredPost]:
        """Every content of the posts of a game that had more than one, and of those that are gone, as they came."""
        from referee.ledger import seen

        return seen.rewritten(self._line.raw, self._game(game))

    @at_the_door
    def named(self, thread: ThreadRef) -> dict[int, int]:
        """Of contents (fingerprints) of a thread the number that means their posts now; a post that is gone has none
        where another one means its number."""
        from referee.ledger import seen

        return seen.named(self._line.raw, self._id(thread))

    @at_the_door
    def posts_digest(self, game: str) -> str:
        """The digest (SHA-256, hex) of the posts of a game, computed from them; `games` tells the one kept."""
        from referee.ledger import games

        return games.posts_digest(self._line.core, self._game(game))

    @at_the_door
    def last_post(self, thread: ThreadRef) -> r.LastPost | None:
        """The post at the end of a thread; None where none is known. It costs the same in the longest ledger."""
        return desk.last_post(self._line.raw, thread)

    # What was declared

    @streamed_at_the_door
    def verdicts(
        self, game: str, thread: ThreadRef | None = None, *, round: int = 1, mentioning: Sequence[str] = ()
    ) -> Iterator[r.StoredVerdict]:
        """The verdicts in force, in the order of the game; of one thread where that is given.

        `mentioning` leaves out, without reading them, most of those in which none of some words stands; a long one may
        be told though none does.
        """
        from referee.ledger import declared

        of_thread = None if thread is None else self._id(thread)
        return declared.in_force(self._line.raw, self._game(game), round, of_thread, mentioning)

    @at_the_door
    def last_verdict(self) -> int:
        """The id of the verdict declared last, of whatever game; 0 where none was."""
        return desk.last_verdict(self._line.raw)

    @at_the_door
    def verdicts_after(self, game: str, number: int, *, round: int = 1) -> tuple[r.StoredVerdict, ...]:
        """The verdicts in force that were declared after one (its id), in the order of declaring."""
        from referee.ledger import declared

        return declared.after(self._line.raw, self._game(game), round, number)

    @at_the_door
    def verdicts_that_differ(self, game: str, verdicts: Sequence[Verdict], *, round: int = 1) -> list[Verdict]:
        """Those of some verdicts that do not stand already, word for word."""
        from referee.ledger.verdicts import that_differ

        return that_differ(self._line.core, self._game(game), round, self._with_rows(verdicts))

    @at_the_door
    def verdict(self, game: str, thread: ThreadRef, number: int, *, round: int = 1) -> tuple[r.StoredVerdict, ...]:
        """All that was declared of a post, oldest first; empty where nothing was."""
        from referee.ledger import declared

        return declared.of_post(self._line.raw, self._game(game), round, self._id(thread), number)

    @at_the_door
    def verdicts_on(
        self, game: str, thread: ThreadRef, contents: Sequence[int], *, round: int = 1
    ) -> tuple[r.StoredVerdict, ...]:
        """All that was declared of some contents (fingerprints) of a thread, oldest first."""
        from referee.ledger import declared

        return declared.of_contents(self._line.raw, self._game(game), round, self._id(thread), contents)

    @streamed_at_the_door
    def declared_anew(self, game: str, *, round: int = 1) -> Iterator[r.StoredVerdict]:
        """Of every post of which more than one thing was declared, all that was; and what was withdrawn: oldest
        first."""
        from referee.ledger import declared

        return declared.declared_anew(self._line.raw, self._game(game), round)

    @streamed_at_the_door
    def moves(self, game: str, *, round: int = 1) -> Iterator[r.StoredMove]:
        """The moves of the verdicts in force, in the order of the game."""
        from referee.ledger import declared

        return declared.moves_in_force(self._line.raw, self._game(game), round)

    # Where the game stands

    @at_the_door
    def snapshot(self, game: str, ruleset: str, rulings: str, *, round: int = 1) -> GameState | None:
        """The state of a game after its last post; None where none is kept that was made of this ruleset, these rulings
        (digests), and the posts known now. A game without posts stands at the start, whatever its rules.

        Its maps read on from the ledger when asked, so that it costs the same in a long game: use it while the
        transaction lasts, or make it `whole` (`referee.ledger.whole`).
        """
        from referee.ledger import kept

        return kept.get(self._line.raw, self._game(game), round, ruleset, rulings, self._check)

    @streamed_at_the_door
    def totals(self, game: str, *, round: int = 1) -> Iterator[r.Total]:
        """What the snapshot tells of each player in numbers, by trip: to be compared with a replay."""
        from referee.ledger import snapshots

        return snapshots.totals(self._line.core, self._game(game), round)

    @at_the_door
    def thread_order(self, game: str) -> list[tuple[str, str, str]]:
        """The identities of the threads of a game in order, as the journal tells it: to be compared with `threads`."""
        from referee.ledger import upkeep

        return upkeep.thread_order(self._line.core, self.where, game)

    @at_the_door
    def threads_gone(self) -> set[tuple[str, str, str]]:
        """The identities of the threads that are no more to be had, as the journal tells it."""
        from referee.ledger import upkeep

        return upkeep.threads_gone(self._line.core, self.where)

    # The ledger itself

    @streamed_at_the_door
    def journal(self, after: int = 0) -> Iterator[r.JournalRow]:
        """The lines of the journal behind one of them."""
        from referee.ledger import upkeep

        return upkeep.journal_rows(self._line.core, after)

    @at_the_door
    def verify_chain(self) -> r.Break | None:
        """The first row that is not what was written, None where all are (see `chain.first_break`)."""
        from referee.ledger import chain

        return chain.first_break(self._line.core, self.where)

    @at_the_door
    def verify_file(self) -> tuple[str, ...]:
        """What SQLite finds wrong with its file and with rows that lead nowhere; empty where nothing is."""
        from referee.ledger import upkeep

        return upkeep.file_problems(self._line.raw)

    @at_the_door
    def sizes(self) -> r.Sizes:
        """How much the ledger holds."""
        from referee.ledger import upkeep

        files = (self.where, f"{self.where}-wal")
        return upkeep.sizes(self._line.raw, sum(os.path.getsize(path) for path in files if os.path.exists(path)))

    def _id(self, thread: ThreadRef) -> int:
        identity = thread.identity
        known = self._threads.get(identity)
        if known is None:
            known = self._threads[identity] = desk.thread_id(self._line.raw, thread, self.where)
        return known

    def _with_rows(self, verdicts: Sequence[Verdict]) -> list[tuple[int, ThreadRef, Verdict]]:
        """Verdicts with the id of their thread's row, and the thread as the row has it."""
        from referee.ledger import games

        ids = {verdict.thread.identity: self._id(verdict.thread) for verdict in verdicts}
        rows = {identity: (number, games.thread_ref(self._line.core, number)) for identity, number in ids.items()}
        return [(*rows[verdict.thread.identity], verdict) for verdict in verdicts]

    def _game(self, name: str) -> int:
        return desk.game_id(self._line.raw, name, self.where)

    def _check(self) -> None:
        if self._is_over:
            raise RuntimeError("a state read from the ledger is used after its transaction; make it whole before")
