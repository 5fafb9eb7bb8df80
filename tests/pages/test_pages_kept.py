"""Publishing after publishing is as if only the last game had been published: what was kept was right."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path
from unittest.mock import patch

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from published import played
from scenario import HOME_THREAD, Play
from test_ruled_laws import ruled_games, table_without

from referee.app.site import templates
from referee.app.sitewriter import write_game
from referee.app.stock import NAME
from referee.game import Table
from referee.model import OpenItem, Post, Ruling
from referee.pages import Game, Held, Versions, thread

TEXTS = templates()


def game_of(posts: list[Post], at_table: Table, rulings: tuple[Ruling, ...], **more: object) -> Game:
    return played(Play(posts, at_table), rulings=rulings, **more)


def elsewhere(game: Game, later: int) -> Game:
    """The game some days later, with what is known beside its posts: what is open, what changed, what was before.

    It goes by `later`, so that each of them is now there and now not.
    """
    posts = [(verdict.thread.identity, verdict.fingerprint) for verdict in game.verdicts][later % 3 :: 4]
    item = OpenItem("erased" if later % 2 else "near_miss", HOME_THREAD, 1, None if later % 2 else "midnight")
    at = datetime(2007, 6, 1 + later % 7, 12)
    return replace(
        game,
        day=game.day + later,
        life=("live", "final", "saved")[later % 3],
        polled_at=f"2007-05-20 12:{later:02d}",
        open_items=len(posts),
        waits=dict.fromkeys(posts, (item,) * (later % 3)),
        changed=dict.fromkeys(posts, at) if later % 5 else {},
        versions={post: Versions(held=(Held("abcdefgh", later % 2 == 0, "gone", at, at),)) for post in posts},
        extra_boards=game.extra_boards[later % 2 :],
        base="https://example.jp/game/" if later % 4 else "",
    )


def files(folder: Path) -> dict[str, str]:
    paths = [path for path in folder.rglob("*") if path.is_file() and NAME not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


@settings(max_examples=15, deadline=None, suppress_health_check=[*HealthCheck])
@given(
    ruled_games(),
    st.lists(
        st.tuples(
            st.sampled_from((0.5, 0.9, 1.0)), st.sampled_from("PRA"), st.sampled_from((0, 0, 1)), st.integers(0, 40)
        ),
        min_size=1,
        max_size=3,
    ),
)
def test_publishing_after_publishing_is_publishing_once(
    ruled: tuple[list[Post], Table], steps: list[tuple[float, str, int, int]]
) -> None:
    posts, at_table = ruled
    known = at_table.rulings
    found = [*known.by_content.values(), *known.by_number.values(), known.outages]
    rulings = tuple({ruling.id: ruling for some in found for ruling in some}.values())
    with (
        patch.object(thread, "GROUP", 3),  # some groups of posts stay while others are made again
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as other,
    ):
        for share, host, title, later in [*steps, (1.0, "R", 0, 0)]:
            said = {"P": (), "R": rulings, "A": tuple(replace(one, reason="said anew") for one in rulings)}[host]
            table = at_table if said else table_without(at_table)
            game = game_of(posts[: round(len(posts) * share)], table, said, title=("IDすごろく", "ほかの名")[title])
            game = elsewhere(game, later)
            done = write_game(game, Path(one), "x", TEXTS)
        write_game(game, Path(other), "x", TEXTS)
        assert files(Path(one)) == files(Path(other))
        again = write_game(game, Path(one), "x", TEXTS)
        assert (again.written, again.removed, again.unchanged) == (0, 0, done.written + done.unchanged)
