"""Pages written to a folder: only what changed, each file whole or not at all, and nothing that is not ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from referee.app.audit import Audit
from referee.app.halves import in_halves, may_halve
from referee.app.open import Folder
from referee.app.pagefiles import lying_in, must_be_ours, put, replace, sweep
from referee.app.settings import Game
from referee.app.site import PagesSink, game_of_ledger, templates
from referee.app.stock import Left, Stock
from referee.errors import UsageError
from referee.ledger import Ledger
from referee.pages import STYLE, Draft, Page, build, front_page, slug
from referee.pages import Game as PagesGame

#: From how many pages on a second process pays.
_MANY = 200


class Published(Struct, frozen=True):
    """What publishing came to: `game` its name, `pages` its folder, and how many files were written, removed (what they
    were about is gone) and left as they were."""

    game: str
    pages: str
    written: int
    removed: int
    unchanged: int


def publish(
    ledger: Ledger, folder: Folder, game: str | None, target: str | None, now: datetime
) -> tuple[list[Published], list[UsageError]]:
    """Publish one game of the settings, or all; each has a folder of its own, and a page in front leads to them.

    What was published, and why games could not be: one of several stops no other.

    Raises:
        UsageError: the game asked for, or the only one, is unknown or judged by other rules; a file of the folder is
            not ours.
    """
    texts = templates()
    site = Path(target) if target is not None else folder.file.parent / folder.settings.pages
    games = folder.settings.game if game is None else (folder.game(game),)
    done, refused = [], []
    for one in games:
        try:
            table = folder.table(one)
            with ledger.read() as view:
                made = game_of_ledger(view, one, table, now, folder.settings.site_url)
        except UsageError as error:
            if len(games) == 1:
                raise
            refused.append(error)
        else:
            done.append(write_game(made, site / slug(one.name), one.name, texts))
    front = [(one.name, one.title or one.name) for one in folder.settings.game if _is_there(site, one)]
    pages = {page.path: page for page in (Page(STYLE, texts[STYLE]), front_page(front, texts))}
    for page in pages.values():
        _put(site, page)
    return done, refused


def publish_audit(audit: Audit, sink: PagesSink, target: str) -> Published:
    """Publish what an audit judged; the folder is that of the game.

    Raises:
        UsageError: a file of the folder is not ours.
    """
    game = sink.game(audit)
    return write_game(game, Path(target), game.title, templates())


def _is_there(site: Path, game: Game) -> bool:
    return (site / slug(game.name) / "index.html").is_file()


def write_game(game: PagesGame, folder: Path, name: str, texts: Mapping[str, str]) -> Published:
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
    due = [draft for draft in drafts if not stock.has(draft.path, draft.basis)]

    def write(some: Sequence[Draft]) -> tuple[int, Left]:
        written = sum(_put(folder, draft.make()) for draft in some)
        return written, stock.leave(some, replace)

    parts = in_halves(due, write) if len(due) >= _MANY and may_halve() else (write(due),)
    removed = sweep(folder, (stock.paths or lying_in(folder)) - paths)
    stock.save([left for _, left in parts], replace)
    written = sum(count for count, _ in parts)
    return Published(name, str(folder), written, removed, len(drafts) - written)


def _put(folder: Path, page: Page) -> bool:
    return put(f"{folder}/{page.path}", page.text.encode("utf-8", "replace"))
