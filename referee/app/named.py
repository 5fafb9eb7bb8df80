"""Posts as people name them: `N` of the newest thread, `THREAD/N`, or `THREAD/@CONTENT` where no number means one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.app.book import kept_state
from referee.errors import UsageError
from referee.model import GameState, PostKey, ThreadRef, Verdict

if TYPE_CHECKING:  # what judges: a poll tells of orphans without it
    from referee.app.tables import GameTable
    from referee.ledger import StoredPost, View

#: Digits of the number of a post.
_LONGEST = 9
#: Stands before the content of a post that no number means; no shell makes anything of it.
_CONTENT = "@"
#: A fingerprint is written as so many hexadecimal digits.
_HEX, _ALL_BITS = 16, 2**64 - 1

#: Of posts that were judged under another number than means them now: which one does; None where none does.
Moved = dict[PostKey, int | None]


def must_know(view: View, game: str) -> None:
    """See to it that the ledger knows a game.

    Raises:
        UsageError: it does not, yet.
    """
    if not any(known.name == game for known in view.games()):
        hint = "run: referee poll (or, where its threads were read for another game before: referee rebuild)"
        raise UsageError(game, "nothing is known of this game yet", hint)


def judged_state(view: View, game: GameTable) -> GameState:
    """Where a game stands, under its rules and rulings.

    Raises:
        UsageError: the ledger holds it as others judged it.
    """
    state = kept_state(view, game)
    if state is None:
        raise UsageError(game.name, "was judged by other rules than those in the settings", "run: referee rebuild")
    return state


def post_number(text: str) -> int | None:
    """The number of a post as typed; None where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST else None


def find_post(view: View, game: str, post: str) -> tuple[ThreadRef, int]:
    """Thread and number that a name means; nobody says that such a post is known.

    Raises:
        UsageError: it is no name of a post, or of no thread of the game.
    """
    name, _, typed = post.rpartition("/")
    number = post_number(typed)
    threads = threads_named(view, game, name)
    if number is None or not threads:
        known = ", ".join(str(row.thread) for row in view.threads(game))
        raise UsageError(post, "names no post of this game", f"write N, or THREAD/N; its threads: {known}")
    read = [thread for thread in threads if (cursor := view.cursor(thread)) is not None and cursor.posts]
    return (read or threads)[-1], number


def threads_named(view: View, game: str, name: str) -> list[ThreadRef]:
    """The threads of a game that a name means, in order; all of them where it is empty."""
    threads = [row.thread for row in view.threads(game)]
    return [thread for thread in threads if not name or is_called(thread, name)]


def is_called(thread: ThreadRef, name: str) -> bool:
    """Whether a name means a thread: its key, board/key, or host/board/key."""
    return f"/{thread}".endswith(f"/{name}")


def by_content(fingerprint: int) -> str:
    """What stands in the place of a number for a post that none means any more."""
    return f"{_CONTENT}{fingerprint & _ALL_BITS:0{_HEX}x}"


class NumbersNow:
    """Which number means a post now that was judged under another one; asked of the ledger while a view lasts."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[tuple[str, str, str], dict[int, int]] = {}

    def of_content(self, thread: ThreadRef, fingerprint: int) -> int | None:
        """The number that means the post of a content now; None where none does."""
        known = self._known.get(thread.identity)
        if known is None:
            known = self._known[thread.identity] = self._view.named(thread) if self._view.knows(thread) else {}
        return known.get(fingerprint)

    def of(self, verdict: Verdict) -> int | None:
        """The number that means the post of a verdict now; None where none does."""
        return self.of_content(verdict.thread, verdict.fingerprint)

    def renumbered(self, verdict: Verdict) -> Verdict:
        """A verdict under the number that its post has now, where it has one."""
        number = self.of(verdict)
        return verdict if number in (None, verdict.number) else replace(verdict, number=number)

    def moved(self, posts: Iterable[PostKey]) -> Moved:
        """Those of some posts that another number means now, or none."""
        now = {post: self.of_content(post.thread, post.fingerprint) for post in posts if post.fingerprint is not None}
        return {post: number for post, number in now.items() if number != post.number}


class NumbersAsJudged:
    """The same where nobody knows otherwise, as of saved threads: the numbers under which posts were judged."""

    def of(self, verdict: Verdict) -> int | None:
        """The number under which it was judged."""
        return verdict.number

    def renumbered(self, verdict: Verdict) -> Verdict:
        """The verdict as it is."""
        return verdict


Numbers = NumbersNow | NumbersAsJudged


def judged_post(view: View, game: str, post: str, where: str) -> StoredPost:
    """The content of a named post that the game is judged by: the first that stood there.

    Raises:
        UsageError: as `find_post`, or nothing is known to stand there; `where` is named first.
    """
    if post.rpartition("/")[2].startswith(_CONTENT):
        return _with_content(view, game, post, where)
    try:
        thread, number = find_post(view, game, post)
    except UsageError as error:
        raise UsageError(f"{where}: {post}" if where else post, error.what, error.hint) from None
    contents = view.versions(thread, number)
    if not contents:
        last = view.last_post(thread)
        told = "none is known" if last is None else f"the last one known is {last.number}"
        named = f"{thread}/{number}"
        raise UsageError(f"{where}: {named}" if where else named, "there is no such post", f"of this thread {told}")
    return contents[0]


def _with_content(view: View, game: str, post: str, where: str) -> StoredPost:
    """The post that is named by a content that it has, or had."""
    name, _, typed = post.rpartition("/")
    for thread in threads_named(view, game, name):
        for stored in view.posts(game, thread, first_only=False):
            if by_content(stored.post.fingerprint) == typed:
                return view.post_with(thread, stored.post.fingerprint)[0]
    hint = "copy it as open or ruling list print it, or write THREAD/N"
    raise UsageError(f"{where}: {post}" if where else post, "there is no such post", hint)
