"""From a thread on a board to verdicts in the ledger, poll by poll (ODD-INPUTS 14-18, 20, 21)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from fakeboard import FakeThread, line_of
from hypothesis import given, settings
from hypothesis import strategies as st
from scene import TRIPS, Scene, play

from referee.model import Verdict

PLAYER = f"歩く人 </b>◆{TRIPS[0]} <b>"


def roll(thread: FakeThread, ident: str = "abcd1234", *, trip: str = TRIPS[0]) -> int:
    return thread.post("とりゃ", name=f"歩く人 </b>◆{trip} <b>", mail="", ident=ident)


def numbers(verdicts: list[Verdict]) -> list[int]:
    return [verdict.number for verdict in verdicts]


def test_the_first_poll_judges_everything(scene: Scene, thread: FakeThread) -> None:
    play(thread, 20)
    polled = scene.poll()
    assert (polled.outcome, polled.requests) == ("grown", 1)
    assert scene.verdicts() == scene.audited(thread)
    assert numbers(scene.verdicts()) == list(range(1, 21))
    assert scene.cursor().posts == 20
    assert scene.verify() is None


def test_a_poll_without_news_writes_no_capture(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    scene.poll()
    before = scene.derived(), scene.count("captures"), scene.count("journal")
    assert scene.poll(300).outcome == "unchanged"  # the ETag known is that of the packed form: a 206 tells the other
    polled = scene.poll(300)
    assert (polled.outcome, scene.board.log[-1].status) == ("unchanged", 304)
    assert (scene.derived(), scene.count("captures"), scene.count("journal")) == before
    assert scene.use().requests == 3


def test_growth_is_judged_from_where_the_game_stands(scene: Scene, thread: FakeThread) -> None:
    for _ in range(8):
        play(thread, 7)
        assert scene.poll(3600 * 5).outcome == "grown"
        assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


def test_what_a_poll_brought_is_only_what_is_new(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    scene.poll()
    play(thread, 3)
    polled = scene.poll(600)
    assert polled.news is not None
    ((_, declared),) = polled.news.declared
    assert [verdict.number for _, verdict in declared.new] == [6, 7, 8]
    assert (declared.superseding, declared.unchanged) == ((), ())


def test_odd_21_a_line_still_being_written_is_judged_once_and_whole(scene: Scene, thread: FakeThread) -> None:
    """ODD-INPUTS 21."""
    play(thread, 3)
    line = line_of("とりゃ", at=scene.now, name=PLAYER, mail="", ident="abcd1234")
    thread.begin_line(line[:40])
    scene.poll()
    assert numbers(scene.verdicts()) == [1, 2, 3]
    thread.begin_line(line[40:60])
    scene.poll(60)
    assert numbers(scene.verdicts()) == [1, 2, 3]
    thread.end_line(line[60:])
    scene.poll(600)
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verdicts()[-1].player == f"◆{TRIPS[0]}"
    assert scene.count("verdicts") == 4
    assert scene.verify() is None


def test_odd_21_a_first_line_still_being_written_is_no_post_yet(scene: Scene, thread: FakeThread) -> None:
    line = line_of("とりゃ", at=scene.now, name=PLAYER, mail="", ident="abcd1234", title="IDすごろく")
    thread.begin_line(line[:-5])
    scene.poll()
    assert scene.count("verdicts") == 0
    thread.end_line(line[-5:])
    scene.poll(600)
    assert scene.kinds() == {1: "roll"}
    assert scene.verify() is None


@pytest.mark.parametrize("same_length", [True, False])
def test_odd_16_an_erased_post_is_found_by_the_hourly_full_fetch_and_its_verdict_stands(
    scene: Scene, thread: FakeThread, same_length: bool
) -> None:
    """ODD-INPUTS 16: erased by a line of equal, or of other length."""
    play(thread, 2)
    roll(thread)
    play(thread, 4)
    scene.poll()
    before = scene.verdicts()
    thread.erase(3, same_length=same_length)
    thread.post("まだいるよ")
    assert until_rewritten(scene) <= 3600 + 900
    assert scene.verdicts()[:7] == before
    assert len(scene.verdicts()) == 8
    with scene.open.read() as view:
        versions = view.versions(scene.place().thread, 3)
    assert [stored.post.status for stored in versions] == ["normal", "erased"]
    assert scene.verify() is None


def until_rewritten(scene: Scene) -> float:
    """Polls whenever the thread is due, until an edit is found; seconds that took."""
    start = scene.now
    for _ in range(100):
        if scene.when_due().outcome == "rewritten":
            return (scene.now - start).total_seconds()
    raise AssertionError("the edit was never found")


@pytest.mark.parametrize("same_length", [True, False])
def test_odd_17_an_edit_in_a_thread_that_stands_still_is_found_too(
    scene: Scene, thread: FakeThread, same_length: bool
) -> None:
    """The server says that something changed, though nothing new is there: the whole is fetched within the hour."""
    play(thread, 8)
    scene.poll()
    scene.poll(4000)
    thread.erase(3, same_length=same_length)
    assert until_rewritten(scene) <= 3600 + 900
    for _ in range(20):  # and then no longer: nothing moves any more
        scene.when_due()
    assert "range" in scene.board.log[-1].headers


def test_odd_17_a_post_edited_in_place_counts_as_first_seen_and_both_versions_are_kept(
    scene: Scene, thread: FakeThread
) -> None:
    """ODD-INPUTS 17."""
    play(thread, 1)
    roll(thread, "abcd1234")
    play(thread, 3)
    scene.poll()
    before = scene.verdicts()
    thread.edit(2, line_of("ちがうよ", at=scene.now, name=PLAYER, mail="", ident="ZZZZ9999"))
    scene.poll(3700)
    assert scene.verdicts() == before
    with scene.open.read() as view:
        versions = view.versions(scene.place().thread, 2)
    assert [stored.post.id for stored in versions] == ["abcd1234", "ZZZZ9999"]
    assert [stored.status for stored in versions] == ["gone", "present"]
    assert scene.verify() is None


def test_odd_16_a_removed_post_moves_the_numbers_and_no_verdict(scene: Scene, thread: FakeThread) -> None:
    """ODD-INPUTS 16: numbers move down by one; nothing is judged twice."""
    play(thread, 10)
    scene.poll()
    before = scene.verdicts()
    thread.remove(3)
    thread.post("あたらしい")
    polled = scene.poll(3700)
    assert (polled.outcome, polled.reason) == ("rewritten", "removed")
    assert polled.news is not None
    assert len(polled.news.merged.renumbered) == 7
    assert scene.verdicts()[:10] == before
    assert len(scene.verdicts()) == 11
    assert scene.verify() is None
    play(thread, 2)
    scene.poll(600)
    assert len(scene.verdicts()) == 13
    assert scene.verify() is None


def test_odd_07_a_first_post_erased_keeps_the_title(scene: Scene, thread: FakeThread) -> None:
    """ODD-INPUTS 7."""
    play(thread, 5)
    scene.poll()
    thread.erase(1)
    scene.poll(3700)
    with scene.open.read() as view:
        assert view.title(scene.place().thread) == thread.title


@pytest.mark.parametrize("status", [302, 404])
def test_odd_14_a_thread_that_fell_is_read_on_in_its_past_log(scene: Scene, thread: FakeThread, status: int) -> None:
    """ODD-INPUTS 14: ten posts held, two more in the past log."""
    play(thread, 10)
    scene.poll()
    play(thread, 2)
    thread.fall(status=status)
    polled = scene.poll(600)
    assert (polled.outcome, polled.reason) == ("fallen", "archived")
    assert numbers(scene.verdicts()) == list(range(1, 13))
    assert scene.count("verdicts") == 12
    assert scene.cursor().life == "ended"
    assert scene.verify() is None


def test_odd_15_a_thread_that_fell_at_1000_is_judged_to_its_end(scene: Scene, thread: FakeThread) -> None:
    """ODD-INPUTS 15."""
    play(thread, 962)
    scene.poll()
    play(thread, 38)
    thread.fill()
    thread.append("1002<><>Over 1000 Thread<> 終わり <>".encode("cp932"))
    thread.fall()
    scene.poll(600)
    kinds = scene.kinds()
    assert sorted(kinds) == list(range(1, 1003))
    assert (kinds[1001], kinds[1002]) == ("notice", "notice")
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


def test_a_last_line_of_a_past_log_without_line_end_counts_once_it_was_seen_twice(
    scene: Scene, thread: FakeThread
) -> None:
    play(thread, 5)
    scene.poll()
    thread.begin_line(line_of("とりゃ", at=scene.now, name=PLAYER, mail="", ident="abcd1234"))
    thread.fall()
    scene.poll(600)
    assert numbers(scene.verdicts()) == [1, 2, 3, 4, 5], "the log may have been caught while it was copied"
    scene.when_due()
    assert numbers(scene.verdicts()) == [1, 2, 3, 4, 5, 6]
    assert scene.verify() is None
    before = scene.derived()
    scene.rebuild()
    assert scene.derived() == before


BODIES_THAT_ARE_NO_THREAD = [
    "page_busy", "page_wait", "digest", "digest_203", "moved_notice", "no_such_page", "no_such_thread", "nothing",
    "bomb", "huge", "packed_with_br", "thread_203",
]  # fmt: skip


@pytest.mark.parametrize("name", BODIES_THAT_ARE_NO_THREAD)
@pytest.mark.parametrize("full", [True, False])
def test_odd_20_a_body_that_is_no_thread_never_reaches_the_ledger(
    scene: Scene, thread: FakeThread, name: str, full: bool
) -> None:
    """ODD-INPUTS 20."""
    play(thread, 10)
    scene.poll()
    play(thread, 1)
    if full:
        scene.poll(600)
        play(thread, 1)
    before = scene.derived(), scene.count("captures"), scene.held()
    scene.board.misbehave(name)
    polled = scene.poll(3700 if full else 600)
    assert polled.outcome in ("refused", "failed", "fallen")
    assert (scene.derived(), scene.count("captures"), scene.held()) == before
    assert scene.cursor().life == "live"
    assert scene.cursor().failures == 1
    scene.board.behave()
    assert scene.when_due().outcome == "grown"
    assert scene.verdicts() == scene.audited(thread)


@pytest.mark.parametrize("name", [name for name in BODIES_THAT_ARE_NO_THREAD if name != "no_such_thread"])
def test_odd_20_nor_when_it_is_the_first_that_came(scene: Scene, thread: FakeThread, name: str) -> None:
    play(thread, 10)
    scene.board.misbehave(name)
    for _ in range(4):
        scene.poll(4000)
    assert scene.count("captures") == scene.count("posts") == scene.count("verdicts") == 0
    scene.board.behave()


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    growth=st.lists(st.tuples(st.integers(0, 9), st.integers(60, 40_000), st.booleans()), min_size=1, max_size=8),
)
def test_polls_say_what_an_audit_of_the_last_dat_says(
    new_scene: Callable[[], Scene], seed: int, growth: list[tuple[int, int, bool]]
) -> None:
    """However a thread grows between polls, the verdicts are those of `referee audit` of the same bytes."""
    chance = random.Random(seed)
    scene = new_scene()
    thread = scene.board.thread(key=str(1178000001 + scene.number))
    scene.write(thread)
    play(thread, 1, chance)
    for posts, wait, half in growth:
        line = line_of("とりゃ", at=scene.now, name=PLAYER, mail="", ident="abcd1234")
        if thread.half:
            thread.end_line(line[20:])
        play(thread, posts, chance, every=7)
        if half:
            thread.begin_line(line[:20])
        scene.round(wait)
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None
    scene.close()


def test_a_board_that_rewrites_its_default_name_makes_no_edits(scene: Scene, thread: FakeThread) -> None:
    play(thread, 8)
    scene.poll()
    before = scene.verdicts()
    old, new = (name.encode("cp932") for name in ("名無しさん", "お前名無しだろ"))
    renamed = [line.replace(old, new) for line in thread.lines]
    assert renamed != thread.lines
    for number, line in enumerate(renamed, 1):
        thread.edit(number, line)
    polled = scene.poll(3600)
    assert (polled.outcome, polled.reason) == ("unchanged", ""), "no edit is told either"
    thread.edit(1, renamed[0].replace(new, old))
    play(thread, 1)
    polled = scene.poll(3600)
    assert (polled.outcome, polled.reason) == ("grown", "")
    assert polled.news is not None
    assert (len(polled.news.merged.new), polled.news.merged.edited, polled.news.merged.gone) == (1, (), ())
    assert scene.verdicts()[:8] == before
    assert scene.verify() is None
    assert [one.changed for one in scene.rebuild()] == [()]
