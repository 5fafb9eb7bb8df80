"""What the host ruled about posts that are told: each ruling in words and as JSON, so that no ruling is hidden (H3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from referee.app.book import Entry, read_book
from referee.ledger import View
from referee.model import Verdict
from referee.words import Speaker

#: How the cause of a verdict begins that was declared for rulings; their numbers follow, `, ` between them.
_RULED = "ruling "
#: The cause told of a batch none of which is about the post: several rulings at once come from the file alone.
_BATCH = "rulings"


class RulingOn(Struct, frozen=True):
    """A ruling, and the numbers of the posts told that it is about, in their order."""

    entry: Entry
    posts: tuple[int, ...]

    def line(self, speaker: Speaker) -> str:
        """Its number, posts, what it says, why, and who said it, in one line."""
        places = [f">>{number}" for number in self.posts]
        return speaker.ruling_entry(self.entry.ruling, places, is_undone=self.entry.is_undone)

    def row(self, speaker: Speaker) -> RulingRow:
        """The same as JSON."""
        ruling = self.entry.ruling
        return RulingRow(ruling.id, ruling.kind, self.posts, speaker.ruling(ruling), ruling.reason, ruling.author)


class RulingRow(Struct, frozen=True):
    """A ruling as JSON, beside the posts told: `{id, kind, posts, text, reason, author}`; `posts` are numbers."""

    id: int
    kind: str
    posts: tuple[int, ...]
    text: str
    reason: str
    author: str


def rulings_on(view: View, game: str, verdicts: Iterable[Verdict]) -> tuple[RulingOn, ...]:
    """The rulings about posts by their verdicts, each once, in the order of their numbers; the book is read only where
    there are some."""
    posts: dict[int, list[int]] = {}
    for verdict in verdicts:
        for number in verdict.rulings:
            posts.setdefault(number, []).append(verdict.number)
    if not posts:
        return ()
    entries = read_book(view, game).entries
    return tuple(RulingOn(one, tuple(posts[one.ruling.id])) for one in entries if one.ruling.id in posts)


def ruling_lines(rulings: Sequence[RulingOn], speaker: Speaker) -> Iterator[str]:
    """A line for each ruling."""
    return (one.line(speaker) for one in rulings)


def cause_on(cause: str, *verdicts: Verdict) -> str:
    """Why a post was declared anew, of a batch of rulings those alone that are about it now or were before."""
    numbers = cause.removeprefix(_RULED).split(", ") if cause.startswith(_RULED) else []
    if len(numbers) < 2:  # one ruling, of this post or of one before it; or something else
        return cause
    about = {str(number) for verdict in verdicts for number in verdict.rulings}
    here = [number for number in numbers if number in about]
    return _RULED + ", ".join(here) if here else _BATCH
