"""The order of a game is that of its threads in the settings, whenever their posts became known."""

from __future__ import annotations

import random

import pytest
from fakeboard import FakeBoard, FakeThread
from process import command
from scene import TRIPS, Scene, play

from referee.app.why import why
from referee.ledger import StoredVerdict


@pytest.fixture
def pair(board: FakeBoard) -> tuple[FakeThread, FakeThread]:
    """Two threads that were alive at the same time: the same players rolled in both, on the same days."""
    first, second = board.thread(key="1178000000", title="その1"), board.thread(key="1178000001", title="その2")
    chance = random.Random(5)
    for _ in range(12):
        play(first, 3, chance, every=1500)
        play(second, 3, chance, every=1500)
    return first, second


def order(scene: Scene) -> list[str]:
    with scene.open.read() as view:
        return [row.thread.key for row in view.threads("sugoroku")]


def is_right(scene: Scene, *threads: FakeThread) -> None:
    """What is declared is what an audit of the threads in order says, and stays so when all is made anew."""
    assert scene.verdicts() == scene.audited(*threads)
    assert order(scene) == [thread.key for thread in threads]
    assert scene.verify() is None
    before = scene.derived()
    assert [one.changed for one in scene.rebuild()] == [()]
    assert scene.derived() == before


def declared(scene: Scene, post: str) -> tuple[StoredVerdict, ...]:
    return why(scene.open, scene.tables()[0], post).posts[0].stored


def test_a_first_thread_that_is_added_late(scene: Scene, pair: tuple[FakeThread, FakeThread]) -> None:
    first, second = pair
    scene.write(second)
    scene.poll()
    before = {verdict.number: verdict for verdict in scene.verdicts()}
    scene.write(first, second)
    scene.round(1000)
    is_right(scene, first, second)
    after = {verdict.number: verdict for verdict in scene.verdicts() if verdict.thread.key == second.key}
    changed = [number for number in before if before[number] != after[number]]
    assert any((before[number].kind, after[number].kind) == ("roll", "void") for number in changed)
    for number in changed:
        old, new = declared(scene, f"{second.key}/{number}")
        assert (old.in_force, old.cause) == (False, "seen")
        assert (new.in_force, new.cause, new.supersedes) == (True, "order", old.id)
    same = next(number for number in before if number not in changed)
    assert len(declared(scene, f"{second.key}/{same}")) == 1
    assert {stored.cause for stored in declared(scene, f"{first.key}/1")} == {"order"}
    scene.close()
    said = command("why", f"{second.key}/{changed[0]}", "--settings", str(scene.file)).stdout
    assert "when posts of an earlier thread became known" in said


def test_a_thread_between_two_others(scene: Scene, board: FakeBoard, pair: tuple[FakeThread, FakeThread]) -> None:
    first, second = pair
    third = board.thread(key="1178000002")
    play(third, 10, every=3000)
    scene.write(first, third)
    scene.round()
    scene.round(10)
    scene.write(first, second, third)
    scene.round(1000)
    scene.round(10)
    scene.round(10)
    is_right(scene, first, second, third)


def test_threads_that_grow_side_by_side(scene: Scene, board: FakeBoard) -> None:
    """The end of one thread and the beginning of the next are written on the same evening."""
    first, second = board.thread(key="1178000000"), board.thread(key="1178000001")
    scene.write(first, second)
    chance = random.Random(3)
    for _ in range(8):
        play(first, 4, chance, every=1200)
        play(second, 4, chance, every=1200)
        scene.round(600)
        scene.round(10)
        assert scene.verify() is None
    is_right(scene, first, second)


def test_news_of_the_last_thread_are_no_reason_to_judge_all_again(
    scene: Scene, pair: tuple[FakeThread, FakeThread], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    scene.write(first, second)
    scene.round()
    scene.round(10)
    monkeypatch.setattr("referee.app.ingest.judge_all", None)
    play(second, 5)
    scene.round(1000)
    scene.round(10)
    assert len(scene.verdicts()) == len(first.lines) + len(second.lines)


def test_another_order_in_the_settings(scene: Scene, pair: tuple[FakeThread, FakeThread]) -> None:
    """It counts from the next poll on, news or no news."""
    first, second = pair
    scene.write(second, first)
    scene.round()
    scene.round(10)
    is_right(scene, second, first)
    scene.write(first, second)
    scene.round(1000)
    is_right(scene, first, second)
    assert "order" in {stored.cause for number in range(1, 37) for stored in declared(scene, f"{second.key}/{number}")}


def test_a_rebuild_follows_the_order_of_the_settings(scene: Scene, pair: tuple[FakeThread, FakeThread]) -> None:
    first, second = pair
    scene.write(second, first)
    scene.round()
    scene.round(10)
    scene.write(first, second)
    assert scene.rebuild()[0].changed != ()
    is_right(scene, first, second)


def test_a_thread_no_longer_in_the_settings_keeps_its_place(
    scene: Scene, board: FakeBoard, pair: tuple[FakeThread, FakeThread]
) -> None:
    first, second = pair
    third = board.thread(key="1178000002")
    play(third, 10, every=3000)
    scene.write(first, second)
    scene.round()
    scene.round(10)
    scene.write(second, third)
    scene.round(1000)
    scene.round(10)
    assert order(scene) == [first.key, second.key, third.key]
    assert scene.verify() is None
    scene.write(first, second, third)
    scene.round(1000)
    is_right(scene, first, second, third)


def test_a_daily_roll_moves_to_the_earlier_thread(scene: Scene, board: FakeBoard) -> None:
    first, second = board.thread(key="1178000000"), board.thread(key="1178000001")
    for thread, ident in ((second, "bbbb1234"), (first, "aaaa1234")):
        thread.post("とりゃ", name=f"歩く人 </b>◆{TRIPS[0]} <b>", mail="", ident=ident)
    scene.write(second)
    scene.poll()
    assert scene.kinds() == {1: "roll"}
    scene.write(first, second)
    scene.round(1000)
    assert [(verdict.thread.key, verdict.kind) for verdict in scene.verdicts()] == [
        (first.key, "roll"), (second.key, "void"),
    ]  # fmt: skip
    is_right(scene, first, second)
