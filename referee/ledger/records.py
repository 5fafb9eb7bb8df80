"""What the ledger hands out and takes in besides the nouns of `model`: frozen records, one for each question."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from referee.model import Capture, Post, Stamp, ThreadRef, Verdict
from referee.model.game import Cause

PostLife = Literal["present", "gone", "thread_gone"]
#: The digest of no posts.
NO_POSTS = "0" * 64


class GameRow(Struct, frozen=True):
    """A game kept here: `settings` as last written by `put_game`; `posts_digest` (SHA-256, hex) runs over the contents
    of its posts in the order in which they were first seen."""

    name: str
    settings: bytes
    posts_digest: str


class ThreadRow(Struct, frozen=True):
    """A thread of a game: `ordinal` counts from 1; `title` is None until it is known."""

    game: str
    ordinal: int
    thread: ThreadRef
    title: str | None


class StoredCapture(Struct, frozen=True):
    """A capture as it was received, byte for byte; `whole` is the whole dat (of a page: the page) as known after it,
    `new_from` the first byte of it that was not known before."""

    id: int
    capture: Capture
    whole: bytes
    new_from: int


class StoredPost(Struct, frozen=True):
    """One content of a post, and what became of it.

    `post` is as first read (its number too); `number` as last seen; `status` is `present`, `gone` while its thread
    lives, or `thread_gone`; `first_seen`, `gone_at` (UTC) are the times of the captures that showed it first and that
    missed it first, None for a saved file; `replaces` is the fingerprint of the content that stood there before.
    """

    post: Post
    number: int
    status: PostLife
    first_seen: datetime | None
    gone_at: datetime | None
    replaces: int | None
    capture: int


class LastPost(Struct, frozen=True):
    """The post at the end of a thread: its number as last seen, and its stamp, None where it bears none."""

    number: int
    stamp: Stamp | None


class Renumbered(Struct, frozen=True):
    """A post that moved to another number in its thread."""

    post: Post
    before: int


class Edited(Struct, frozen=True):
    """A post that stands where another content stood: `before` is the fingerprint of that content."""

    post: Post
    before: int


class Merged(Struct, frozen=True):
    """What a reading of a thread changed: `new` posts to judge, in order; `edited` are later versions of known posts
    and not among the new; `restated` took the place of what a weaker source gave of them, and are to be judged instead;
    `back` were gone and are seen again; `gone` are fingerprints; `unchanged` counts the rest; `moved_in` is whether new
    posts came before known ones."""

    new: tuple[Post, ...] = ()
    edited: tuple[Edited, ...] = ()
    restated: tuple[Edited, ...] = ()
    renumbered: tuple[Renumbered, ...] = ()
    back: tuple[Post, ...] = ()
    gone: tuple[int, ...] = ()
    unchanged: int = 0
    moved_in: bool = False

    @property
    def changes_known(self) -> bool:
        """Whether anything of posts seen before is otherwise now: their contents, places, or that they are there."""
        return bool(self.edited or self.restated or self.renumbered or self.back or self.gone)


class Move(Struct, frozen=True):
    """Squares that a player went: from `origin` to `target`."""

    player: str
    origin: int
    target: int
    cause: Cause


class StoredMove(Struct, frozen=True):
    """A move, and the verdict (its id, and the post judged) that made it: `place` counts a verdict's moves from 0."""

    player: str
    origin: int
    target: int
    cause: Cause
    verdict: int
    place: int
    thread: ThreadRef
    number: int


class StoredVerdict(Struct, frozen=True):
    """A verdict as declared: `cause` why then, `supersedes` the id of the one before it; `in_force` whether it stands;
    `withdrawn` why it was taken back without a successor, None where it was not."""

    id: int
    verdict: Verdict
    declared_at: datetime
    cause: str
    supersedes: int | None
    in_force: bool
    withdrawn: str | None = None


class Declared(Struct, frozen=True):
    """What `put_verdicts` did: ids of verdicts newly in force (`new` for the first time, `superseding` in place of
    another), and of those that stood already (`unchanged`)."""

    new: tuple[tuple[int, Verdict], ...] = ()
    superseding: tuple[tuple[int, Verdict], ...] = ()
    unchanged: tuple[tuple[int, Verdict], ...] = ()


class Total(Struct, frozen=True):
    """What the snapshot tells of one player, as numbers that stand in the ledger beside the state."""

    player: str
    square: int
    rolls: int
    home_at: int | None


class JournalRow(Struct, frozen=True):
    """One line of the journal: `content` is JSON; `sha256` (hex) is over it and the line before."""

    seq: int
    at: datetime
    kind: str
    content: str
    sha256: str


class Break(Struct, frozen=True):
    """The first row that does not agree with the journal: which, and what it should be (digests or numbers)."""

    table: str
    row: str
    what: str
    expected: str
    actual: str


class Sizes(Struct, frozen=True):
    """How much the ledger holds: `bytes` of the file and its write-ahead log, the rest rows."""

    bytes: int
    captures: int
    posts: int
    verdicts: int
    journal: int
