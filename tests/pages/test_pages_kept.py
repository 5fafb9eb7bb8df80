"""Publishing after publishing is as if only the last game had been published: what was kept was right."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from published import played
from scenario import Play
from test_ruled_laws import ruled_games, table_without

from referee.app.site import templates
from referee.app.sitewriter import write_game
from referee.app.stock import NAME
from referee.game import Table
from referee.model import Post, Ruling
from referee.pages import Game

TEXTS = templates()


def game_of(posts: list[Post], at_table: Table, rulings: tuple[Ruling, ...], **more: object) -> Game:
    return played(Play(posts, at_table), rulings=rulings, **more)


def files(folder: Path) -> dict[str, str]:
    paths = [path for path in folder.rglob("*") if path.is_file() and NAME not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


@settings(max_examples=25, deadline=None, suppress_health_check=[*HealthCheck])
@given(
    ruled_games(),
    st.lists(
        st.tuples(st.sampled_from((0.5, 0.9, 1.0)), st.sampled_from("PRA"), st.sampled_from((0, 0, 1))),
        min_size=1,
        max_size=3,
    ),
)
def test_publishing_after_publishing_is_publishing_once(
    ruled: tuple[list[Post], Table], steps: list[tuple[float, str, int]]
) -> None:
    posts, at_table = ruled
    known = at_table.rulings
    found = [*known.by_content.values(), *known.by_number.values(), known.outages]
    rulings = tuple({ruling.id: ruling for some in found for ruling in some}.values())
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        for share, host, title in [*steps, (1.0, "R", 0)]:
            said = {"P": (), "R": rulings, "A": tuple(replace(one, reason="said anew") for one in rulings)}[host]
            table = at_table if said else table_without(at_table)
            game = game_of(posts[: round(len(posts) * share)], table, said, title=("IDすごろく", "ほかの名")[title])
            done = write_game(game, Path(one), "x", TEXTS)
        write_game(game, Path(other), "x", TEXTS)
        assert files(Path(one)) == files(Path(other))
        again = write_game(game, Path(one), "x", TEXTS)
        assert (again.written, again.removed, again.unchanged) == (0, 0, done.written + done.unchanged)
