"""The games of the settings as pages, from the ledger."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from referee.app.collector import collecting_rarely
from referee.app.fronthomes import homes_in
from referee.app.ledgersite import game_of_ledger
from referee.app.open import Folder
from referee.app.pagefiles import must_be_ours
from referee.app.settings import Game
from referee.app.site import templates
from referee.app.sitewriter import Published, put_page, write_game
from referee.errors import UsageError
from referee.ledger import Ledger
from referee.pages import STYLE, Page, front_page, slug

#: The page in front of all games, and that in front of each.
FRONT = "index.html"


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
    for path in (STYLE, FRONT):  # before anything is written
        must_be_ours(f"{site}/{path}")
    done, refused = [], []
    for one in games:
        with collecting_rarely():
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
    homes = {name: homes_in(site / slug(name)) for name, _ in front}
    pages = {page.path: page for page in (Page(STYLE, texts[STYLE]), front_page(front, texts, homes=homes))}
    for page in pages.values():
        put_page(site, page)
    return done, refused


def _is_there(site: Path, game: Game) -> bool:
    return (site / slug(game.name) / FRONT).is_file()
