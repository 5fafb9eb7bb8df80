"""Rulings made, amended and undone in any order leave the game that a fresh replay with the surviving ones tells."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from court import A2, EVERY, A, B, C, fill
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scene import Scene

from referee.app.acts import typed_values
from referee.app.book import read_book
from referee.app.histories import History, history, posts_of
from referee.app.open import Folder
from referee.app.ruling import Make, Request, add, amend, propose, save, undo
from referee.app.tables import GameTable
from referee.app.tell import table
from referee.app.upkeep import verify
from referee.errors import UsageError
from referee.ledger import Ledger, open_ledger

#: A ruling as `KIND POST key=value …`; some contradict each other, some are about the same posts.
SOME = (
    "void 2", "chat 2", "chat 3", "void 8", "count 4 player=◆QwErTyUiOp", f"count 4 player={B}", "count 12",
    f"square 8 square=300 player={A}", "square 11 square=1000", "square 12 square=990", "random 8 square=600",
    "exposure 9 accept=false", "exposure 9 accept=true shown=D", "link 7 dice=a9dMhaAn", "link 7",
    f"join 11 alias={A2} player={B}", f"join 8 alias={B} player={A}", f"join 5 alias={C} player={A2}", "round 8",
    "round 4", "rules 12 name=id-sugoroku readings=roll_on_sage=false",
    "rules 3 name=id-sugoroku readings=fraction=ceil",
    f"carry_over 2 players='player={A} square=100'", f"carry_over 1 players='player={C} square=1000 home_at=1'",
    "outage 10 since=2007-05-02 until=2007-05-02", "outage 9 since=2007-05-02 until=2007-05-02 dice=a9dMhaAn",
    "day 11 day=2007-05-02", "day 3 day=2007-05-04", "stands 11", "stands 13",
)  # fmt: skip
steps = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(SOME), st.just(0)),
    st.tuples(st.just("amend"), st.sampled_from(SOME), st.integers(1, 5)),
    st.tuples(st.just("undo"), st.just(""), st.integers(1, 5)),
)


@dataclass(repr=False)
class Court:
    """A game that was played, and a folder for a copy of its ledger."""

    folder: Folder
    game: GameTable
    kept: Path
    now: datetime

    def __repr__(self) -> str:
        return "court"

    def copy(self) -> Ledger:
        path = self.kept.with_name("copy.db")
        for old in path.parent.glob("copy.db*"):
            old.unlink()
        shutil.copy(self.kept, path)
        return open_ledger(f"sqlite:///{path}", now=self.now)


@pytest.fixture(scope="module")
def court(new_scene: Callable[[], Scene], tmp_path_factory: pytest.TempPathFactory) -> Court:
    scene = new_scene()
    thread = scene.board.thread()
    scene.write(thread)
    fill(thread, scene)
    scene.round()
    scene.close()
    kept = tmp_path_factory.mktemp("court") / "kept.db"
    shutil.copy(scene.database, kept)
    return Court(scene.folder, scene.tables()[0], kept, scene.now)


def request_of(text: str) -> Request:
    kind, post, *words = shlex.split(text)
    return Request(kind, post, None, typed_values(words, ""), "so be it", "host")


def make_of(court: Court, what: str, text: str, number: int) -> Make:
    now = court.now
    if what == "add":
        return add(court.game, request_of(text), "", now)
    if what == "amend":
        return amend(court.game, number, request_of(text), now, has_file=False)
    return undo(number, "no", "host", now, has_file=False)


def state(ledger: Ledger, court: Court) -> tuple[bytes, bytes]:
    """Verdicts in force and standings, byte for byte."""
    with ledger.read() as view:
        verdicts = msgspec.json.encode([stored.verdict for stored in view.verdicts(court.game.name)])
    return verdicts, msgspec.json.encode(table(ledger, court.game).as_json())


def fresh(ledger: Ledger, court: Court) -> History:
    """The same, judged from the first post on with the rulings in force."""
    with ledger.read() as view:
        rulings = read_book(view, court.game.name).in_force
        return history(view, court.game.ruled(rulings), posts_of(view, court.game.name))


def test_every_kind_is_among_them() -> None:
    assert {text.split()[0] for text in SOME} == set(EVERY)


@settings(max_examples=200, deadline=None, suppress_health_check=[*HealthCheck])
@given(given_steps=st.lists(steps, max_size=8))
def test_any_sequence_ends_where_a_fresh_replay_ends(court: Court, given_steps: list[tuple[str, str, int]]) -> None:
    with court.copy() as ledger:
        first = state(ledger, court)
        for what, text, number in given_steps:
            try:
                proposal = propose(ledger, court.game, make_of(court, what, text, number))
            except UsageError:
                continue  # refused: nothing of it may be left
            save(ledger, court.game, proposal, court.now)
        replayed = fresh(ledger, court)
        assert table(ledger, court.game).rows == replayed.standings
        with ledger.read() as view:
            assert [stored.verdict for stored in view.verdicts(court.game.name)] == replayed.verdicts
            standing = [one.id for one in read_book(view, court.game.name).in_force]
        for number in standing:
            save(ledger, court.game, propose(ledger, court.game, make_of(court, "undo", "", number)), court.now)
        assert state(ledger, court) == first


def test_what_they_leave_is_verified(court: Court) -> None:
    with court.copy() as ledger:
        made = 0
        for text in SOME:
            try:
                save(ledger, court.game, propose(ledger, court.game, make_of(court, "add", text, 0)), court.now)
            except UsageError:
                continue
            made += 1
        assert made > 15
        assert verify(ledger, [court.game], court.now) is None
