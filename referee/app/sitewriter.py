"""A site written into a folder: only what changed is made, by two processes where there is much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.app.collector import collecting_rarely
from referee.app.pagefiles import lying_in, must_be_ours, put, replace, sweep
from referee.app.site import PagesSink, templates
from referee.app.stock import Left, Stock
from referee.pages import FOLDERS, Draft, Game, Page, build

if TYPE_CHECKING:  # what publishes from the ledger reads no saved threads
    from referee.app.audit import Audit

#: From how many pages on a second process pays.
_MANY = 200
#: In how many parts they share the pages out: so many that neither waits long for the other.
_PARTS = 64
#: What one process wrote: how many files, and how they were left.
_Part = tuple[int, Left]


class Published(Struct, frozen=True):
    """What publishing came to: `game` its name, `pages` its folder, and how many files were written, removed (what they
    were about is gone) and left as they were."""

    game: str
    pages: str
    written: int
    removed: int
    unchanged: int


def publish_audit(audit: Audit, sink: PagesSink, target: str) -> Published:
    """Publish what an audit judged; the folder is that of the game.

    Raises:
        UsageError: a file of the folder is not ours.
    """
    with collecting_rarely():
        game = sink.game(audit)
        return write_game(game, Path(target), game.title, templates())


def write_game(game: Game, folder: Path, name: str, texts: Mapping[str, str]) -> Published:
    """Write the pages of a game that are not there yet; what was made of the same before is not even made.

    Raises: as `write_site`.
    """
    stock = Stock(folder)
    return write_site(build(game, texts, stock.piece), stock, folder, name)


def write_site(drafts: Iterable[Draft], stock: Stock, folder: Path, name: str) -> Published:
    """Write the pages that differ from what lies in the folder; those that are no more are removed.

    Raises:
        UsageError: a file that would be overwritten was not made by the referee; nothing was written.
        OSError: the disk failed; files written before are whole.
    """
    drafts = list(drafts)
    paths = {draft.path for draft in drafts}
    for path in paths - stock.paths:
        must_be_ours(f"{folder}/{path}")
    due = list(stock.due(drafts))

    def write(parts: Iterable[Sequence[Draft]]) -> _Part:
        written, made = 0, list[Draft]()
        for part in parts:
            written += sum(put_page(folder, draft.make()) for draft in part)
            made += part
        return written, stock.leave(made, replace)

    stale = (lying_in(folder) | stock.paths if stock.is_in_doubt else stock.paths) - paths
    if any(draft.basis or draft.path not in stock.paths for draft in due):  # the others lie there, mostly as they are
        stock.begin(replace)
    parts = _by_one_or_two(due, write)
    removed = sweep(folder, stale)
    stock.save([left for _, left in parts], replace)
    written = sum(count for count, _ in parts)
    return Published(name, str(folder), written, removed, len(drafts) - written)


def _by_one_or_two(due: Sequence[Draft], write: Callable[[Iterable[Sequence[Draft]]], _Part]) -> tuple[_Part, ...]:
    if len(due) >= _MANY:  # few pages need nothing of what starts processes
        from referee.app.halves import by_two, may_be_two

        if may_be_two():
            return by_two(_shared_out(due), write)
    return (write([due]),)


def _shared_out(drafts: Sequence[Draft]) -> list[list[Draft]]:
    """The pages in parts, each with its translation, which shares work with it; the first ones first: threads are
    long."""
    parts: list[list[Draft]] = [[] for _ in range(_PARTS)]
    places: dict[str, int] = {}
    for draft in drafts:
        place = places.setdefault(draft.path.removeprefix(FOLDERS["en"]), len(places))
        parts[place % _PARTS].append(draft)
    return parts


def put_page(folder: Path, page: Page) -> bool:
    """Write a page where it differs from what lies in the folder; whether it did.

    Raises: as `write_site`.
    """
    return put(f"{folder}/{page.path}", page.text.encode("utf-8", "replace"))
