"""Games made into pages, and pages read again as a browser would."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from posixpath import dirname, normpath
from tomllib import loads
from typing import Any

from helpers import ROOT, ruleset
from msgspec.structs import replace
from scenario import HOME_THREAD, Play, play
from selectolax.lexbor import LexborHTMLParser

from referee.app.audit import open_audit
from referee.app.site import PagesSink, put_together, templates
from referee.app.tables import GameTable
from referee.model import PostKey, Ruling
from referee.model.ruling import SetSquare
from referee.pages import Game, Thread, build

THREADS = ROOT / "fixtures/threads"
Site = dict[str, str]


def audited(name: str) -> Game:
    """The game of a folder of fixtures/threads."""
    folder = THREADS / name
    linked = [str(folder / "linked")] if (folder / "linked").is_dir() else []
    sources = [str(folder / source) for source in loads((folder / "about.toml").read_text("utf-8"))["sources"]]
    audit, _ = open_audit(sources, linked, None, None, [], "ja")
    sink = PagesSink()
    for verdicts in audit.verdicts(lambda _: None):
        sink.verdicts(verdicts)
    return sink.game(audit)


@cache
def site(name: str) -> Site:
    """The pages of such a game by their paths."""
    return pages_of(audited(name))


def pages_of(game: Game) -> Site:
    return {draft.path: draft.make().text for draft in build(game, templates())}


def played(
    play: Play,
    *,
    day: int | None = None,
    rulings: tuple[Ruling, ...] = (),
    title: str = "IDすごろく",
    open_items: int = 0,
    **more: Any,
) -> Game:
    """A scenario ready to be published; `more` are other arguments of `put_together`."""
    refs = list({verdict.thread.identity: verdict.thread for verdict in play.verdicts}.values())
    table = GameTable("sugoroku", play.table, ruleset(), rulings=rulings)
    facts = {"life": "live", "polled_at": "2007-05-20 12:00"} | more
    address = "https://etc.example.2ch.net/test/read.cgi/entrance/1178000000/"
    threads = [Thread(ref, title, address) for ref in refs]
    game = put_together(title, play.verdicts, play.state, table, threads, day=day or play.state.day or 0, **facts)
    return replace(game, open_items=open_items)


def html_of(site: Site) -> Iterator[tuple[str, LexborHTMLParser]]:
    """Every page, read."""
    for path, text in site.items():
        if path.endswith(".html"):
            yield path, LexborHTMLParser(text)


def target_of(path: str, href: str) -> str:
    """Where a link of a page leads, counted from the folder of the game."""
    return normpath(f"{dirname(path)}/{href.partition('#')[0]}".lstrip("/"))


def ruled_game() -> Game:
    """A small game in which the host set a player on a square."""
    one = play("""
        1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
        2 05-01 10:00:06 ◆B a9dMhaAn 風
    """)
    ruling = Ruling(1, (PostKey(HOME_THREAD, one.verdicts[1].fingerprint),), SetSquare(7, "◆B"), "because of the storm")
    verdicts = [replace(verdict, rulings=(1,)) if verdict.number == 2 else verdict for verdict in one.verdicts]
    return replace(played(one, rulings=(ruling,)), verdicts=verdicts)
