"""Pages written to a folder: only what changed, each file whole or not at all, and nothing that is not ours."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from referee.app.audit import Audit
from referee.app.open import Folder
from referee.app.settings import Game
from referee.app.site import PagesSink, game_of_ledger, templates
from referee.errors import UsageError
from referee.ledger import Ledger
from referee.pages import COMING_AND_GOING, FOLDERS, STYLE, Page, build, front_page, slug

#: Every page says so; what does not is somebody else's file.
_OURS = (b'<meta name="generator" content="referee">', b"/* generator: referee */")
#: Where that stands in a file (bytes).
_HEAD = 512


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
                pages = list(build(game_of_ledger(view, one, table, now), texts))
        except UsageError as error:
            if len(games) == 1:
                raise
            refused.append(error)
        else:
            done.append(write_site(pages, site / slug(one.name), one.name))
    front = [(one.name, one.title or one.name) for one in folder.settings.game if _is_there(site, one)]
    write_site([Page(STYLE, texts[STYLE]), front_page(front, texts)], site, "", sweeps=False)
    return done, refused


def publish_audit(audit: Audit, sink: PagesSink, target: str) -> Published:
    """Publish what an audit judged; the folder is that of the game.

    Raises:
        UsageError: a file of the folder is not ours.
    """
    game = sink.game(audit)
    return write_site(build(game, templates()), Path(target), game.title)


def _is_there(site: Path, game: Game) -> bool:
    return (site / slug(game.name) / "index.html").is_file()


def write_site(pages: Iterable[Page], folder: Path, game: str, *, sweeps: bool = True) -> Published:
    """Write the pages that differ from what lies there; with `sweeps`, pages of posts, players, threads and rules that
    are no more are removed.

    Raises:
        UsageError: a file that would be overwritten was not made by the referee.
        OSError: the disk failed; files written before are whole.
    """
    files = {folder / page.path: page.text.encode("utf-8", "replace") for page in pages}
    changed = {path: content for path, content in files.items() if _differs(path, content)}
    for path, content in changed.items():
        _replace(path, content)
    removed = _sweep(folder, files.keys()) if sweeps else 0
    return Published(game, str(folder), len(changed), removed, len(files) - len(changed))


def _differs(path: Path, content: bytes) -> bool:
    """Whether something else lies there, or nothing."""
    there = path.read_bytes() if path.is_file() else None
    if there is not None and there != content and not _is_ours(there):
        raise UsageError(str(path), "was not made by the referee and would be overwritten", "name another folder")
    return there != content


def _is_ours(content: bytes) -> bool:
    return any(sign in content[:_HEAD] for sign in _OURS)


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside its place, then put it there at once: a reader sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name[:40]}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _sweep(folder: Path, kept: Collection[Path]) -> int:
    """Remove pages of ours that nothing made this time; how many there were."""
    places = [folder / lang / name for lang in FOLDERS.values() for name in COMING_AND_GOING]
    there = [path for place in places for path in place.glob("*.html") if path not in kept and path.is_file()]
    stale = [path for path in there if _is_ours(path.read_bytes())]
    for path in stale:
        path.unlink()
    return len(stale)
