"""Past logs that are pages, taken into the ledger by polls: a weaker source than the dat (issue 4, "Past logs")."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta

import pytest
from fakeboard import FakeBoard, FakeThread
from fakeboard.numbered import NumberedThread, ShitarabaThread
from fakeboard.pages import hidden, leave_page, storage_page, thread_page
from fallen import fallen, is_right, posts, told
from process import command
from scene import TRIPS, Scene, play

DAY = timedelta(hours=24)


def test_a_thread_that_lives_on_as_a_page_alone(scene: Scene, thread: FakeThread) -> None:
    page = fallen(scene, thread, 12, 8)
    dat = scene.held()
    polled = scene.poll(600)
    assert (polled.outcome, polled.reason, polled.why) == ("fallen", "page", "audit")
    assert told(scene) == [("page_adds", 13, "13-20")]
    assert [post.source for post in posts(scene)] == ["dat"] * 12 + ["html"] * 8
    assert (scene.held(), scene.cursor().posts) == (dat, 20)
    is_right(scene, thread, page)
    scene.board.forget()
    scene.run(scene.now + timedelta(days=10))
    assert scene.cursor().life == "audited"
    assert {exchange.at for exchange in scene.board.log} == {scene.now - timedelta(days=10) + DAY}
    assert scene.count("captures") == 3
    is_right(scene, thread, page)


def test_a_thread_first_seen_as_a_page(scene: Scene, thread: FakeThread) -> None:
    play(thread, 15, every=3000)
    thread.fall(None)
    page = leave_page(scene.board, thread)
    assert scene.poll().reason == "page"
    assert told(scene) == []
    assert [post.source for post in posts(scene)] == ["html"] * 15
    with scene.open.read() as view:
        assert view.title(scene.place().thread) == thread.title
    is_right(scene, thread, page)


@pytest.mark.parametrize("key", ["978600696", "1000888777"])
def test_old_keys_have_other_folders(scene: Scene, board: FakeBoard, key: str) -> None:
    thread = board.thread(key=key)
    scene.write(thread)
    play(thread, 5)
    thread.fall(None)
    page = thread_page(thread)
    board.files[f"/entrance/kako/{key[:3]}/{key}.html"] = page
    assert scene.poll().reason == "page"
    is_right(scene, thread, page)


def test_a_dat_is_looked_for_before_a_page(scene: Scene, thread: FakeThread) -> None:
    fallen(scene, thread, 5, 3)
    thread.fall("kako")
    assert scene.poll(600).reason == "archived"
    assert {post.source for post in posts(scene)} == {"dat"}


def test_shitaraba_has_past_logs_as_pages_alone(scene: Scene, board: FakeBoard) -> None:
    thread: ShitarabaThread = board.shitaraba()
    scene.write(thread)
    page = fallen(scene, thread, 8, 6)
    thread.fall("storage")
    polled = scene.poll(600)
    assert (polled.outcome, polled.reason) == ("fallen", "page")
    assert told(scene) == [("page_adds", 9, "9-14")]
    assert {verdict.player for verdict in scene.verdicts() if verdict.player} <= {f"◆{trip}" for trip in TRIPS}
    assert isinstance(thread, NumberedThread)
    is_right(scene, thread, page)


def test_a_page_that_disagrees_with_the_dat(scene: Scene, thread: FakeThread) -> None:
    """The dat wins, whatever the page says of posts that it has; what differs is told."""
    play(thread, 12, every=3000)
    scene.poll()
    before = scene.verdicts()
    thread.edit(4, thread.lines[3].replace("おはよう".encode("cp932"), b"?").replace(b"ID:", b"ID:x"))
    thread.erase(6)
    play(thread, 3, every=3000)
    thread.fall(None)
    page = leave_page(scene.board, thread)
    scene.poll(600)
    kinds = told(scene)
    assert [(kind, number) for kind, number, _ in kinds] == [
        ("page_differs", 4),
        ("page_differs", 6),
        ("page_adds", 13),
    ]
    assert "id" in kinds[0][2]
    assert kinds[1][2] == "status"
    assert scene.verdicts()[:12] == before
    assert {post.number: post.source for post in posts(scene)}[4] == "dat"
    is_right(scene, thread, page)


def test_a_page_in_which_a_post_was_taken_out(scene: Scene, thread: FakeThread) -> None:
    """Numbers moved up: what moved is known by its content, and judged once."""
    play(thread, 12, every=3000)
    scene.poll()
    thread.remove(5)
    play(thread, 3, every=3000)
    thread.fall(None)
    page = leave_page(scene.board, thread)
    scene.poll(600)
    assert ("page_renumbered", None, "7") in told(scene)
    assert len({post.fingerprint for post in posts(scene)}) == len(posts(scene))
    is_right(scene, thread, page)


def newcomer(thread: FakeThread) -> None:
    """A post of somebody who did not play before."""
    thread.post("参加します", name="新人 </b>◆NewCome1.2 <b>", ident="a7dF7mnv")


def players(scene: Scene) -> list[str | None]:
    return [verdict.player for verdict in scene.verdicts()]


@pytest.mark.parametrize("removed", [3, 12])
def test_new_posts_of_a_page_in_which_an_old_one_was_taken_out_are_not_taken_for_those_of_the_dat(
    scene: Scene, thread: FakeThread, removed: int
) -> None:
    """The new post no. 12 of the page is not the post no. 12 of the dat: no roll is lost."""
    play(thread, 12, every=3000)
    scene.poll()
    before = scene.verdicts()
    thread.remove(removed)
    newcomer(thread)
    play(thread, 2, every=3000)
    thread.fall(None)
    page = leave_page(scene.board, thread)
    scene.poll(600)
    assert ("page_adds", 12, "12-14") in told(scene)
    assert (("page_lacks", 3, "3") in told(scene)) == (removed == 3)  # behind the end of a page nothing is lacking
    assert "page_differs" not in {kind for kind, *_ in told(scene)}
    assert [post.source for post in posts(scene)] == ["dat"] * 12 + ["html"] * 3
    assert scene.verdicts()[:12] == before
    assert players(scene)[12] == "◆NewCome1.2"
    is_right(scene, thread, page)


def test_a_post_that_was_taken_out_before_the_first_poll_is_judged_at_its_place(
    scene: Scene, thread: FakeThread
) -> None:
    """An older page has it: the game is judged anew from there, as an audit of both judges it."""
    play(thread, 3, every=3000)
    newcomer(thread)
    play(thread, 5, every=3000)
    page = thread_page(thread)
    thread.remove(4)
    play(thread, 1, every=3000)
    scene.poll()
    thread.fall(None)
    leave_page(scene.board, thread, page)
    scene.when_due()
    assert ("page_adds", 4, "4") in told(scene)
    assert players(scene).index("◆NewCome1.2") == 3
    assert len(posts(scene)) == 10
    is_right(scene, thread, page)


def test_several_posts_that_a_page_alone_has_stand_in_its_order(scene: Scene, thread: FakeThread) -> None:
    play(thread, 9, every=3000)
    page = thread_page(thread)
    bodies = [line.split(b"<>")[2] for line in thread.lines]
    for number in (8, 5, 4, 2):
        thread.remove(number)
    scene.poll()
    thread.fall(None)
    leave_page(scene.board, thread, page)
    scene.when_due()
    assert [post.stamp for post in posts(scene)] == sorted(
        (post.stamp for post in posts(scene)),
        key=lambda stamp: (stamp.day, stamp.millis),  # type: ignore[union-attr]
    )
    assert len(posts(scene)) == len(bodies)
    is_right(scene, thread, page)


def test_a_gap_of_a_numbered_thread_is_filled_from_the_page(scene: Scene, board: FakeBoard) -> None:
    """A number that is missing is no post that could be believed before a page which has it."""
    thread: ShitarabaThread = board.shitaraba()
    scene.write(thread)
    play(thread, 2, every=3000)
    newcomer(thread)
    play(thread, 5, every=3000)
    page = storage_page(thread)
    thread.remove(3)
    scene.poll()
    assert scene.kinds()[3] == "erased"
    thread.fall("storage")
    leave_page(board, thread, page)
    scene.when_due()
    assert told(scene) == [("page_adds", 3, "3")]
    assert players(scene)[2] == "◆NewCome1.2"
    assert [post.number for post in posts(scene)] == list(range(1, 9))
    is_right(scene, thread, page)


def test_why_says_that_a_post_was_read_from_a_page(scene: Scene, thread: FakeThread) -> None:
    fallen(scene, thread, 3, 3)
    scene.poll(600)
    scene.close()
    settings = ["--settings", str(scene.file)]
    for number, source in ((2, "dat"), (5, "html")):
        row = json.loads(command("why", str(number), "--json", *settings).stdout)
        assert row["source"] == source
        said = command("why", str(number), "--lang", "en", *settings).stdout
        assert ("HTML" in said) == (source == "html")


def test_a_page_that_is_cut_and_whole_a_day_later(scene: Scene, thread: FakeThread) -> None:
    whole = fallen(scene, thread, 5, 10)
    cut = whole[: whole.index(b"<dt>12 ") + 60]
    leave_page(scene.board, thread, cut)
    scene.poll(600)
    assert [post.number for post in posts(scene)] == list(range(1, 12))
    assert "cut_page" in {kind for kind, *_ in told(scene)}
    is_right(scene, thread, cut)
    leave_page(scene.board, thread, whole)
    assert scene.when_due().reason == "page"
    assert [post.number for post in posts(scene)] == list(range(1, 16))
    is_right(scene, thread, whole)


def test_a_page_that_is_whole_and_cut_a_day_later(scene: Scene, thread: FakeThread) -> None:
    """What a page lacks says nothing: no post is gone for it."""
    whole = fallen(scene, thread, 5, 10)
    scene.poll(600)
    leave_page(scene.board, thread, whole[: whole.index(b"<dt>8 ") + 60])
    scene.when_due()
    assert scene.sql("SELECT DISTINCT status FROM posts") == [("present",)]
    is_right(scene, thread, whole)


def test_a_thread_that_comes_back_is_read_from_its_dat_again(scene: Scene, thread: FakeThread) -> None:
    fallen(scene, thread, 6, 4)
    scene.poll(600)
    before = scene.verdicts()
    thread.rise()
    play(thread, 3, every=3000)
    scene.run(scene.now + timedelta(days=2))
    assert scene.cursor().life == "live"
    assert scene.verdicts()[:10] == before
    assert {post.source for post in posts(scene)[10:]} == {"dat"}
    play(thread, 2)
    scene.run(scene.now + timedelta(days=1))
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


def test_a_thread_thought_gone_is_found_as_a_page(scene: Scene, thread: FakeThread) -> None:
    play(thread, 6, every=3000)
    scene.poll()
    thread.fall(None)
    scene.run(scene.now + timedelta(hours=9))
    assert scene.sql("SELECT DISTINCT status FROM posts") == [("thread_gone",)]
    page = leave_page(scene.board, thread)
    scene.run(scene.now + timedelta(days=3))
    assert scene.sql("SELECT DISTINCT status FROM posts") == [("present",)]
    is_right(scene, thread, page)


def test_a_dat_found_after_a_page_is_judged_instead(scene: Scene, thread: FakeThread) -> None:
    """The mail that a page hides makes another post of it; the dat has it, and wins."""
    play(thread, 12, every=3000)
    thread.fall(None)
    page = leave_page(scene.board, thread, hidden(thread_page(thread)))
    assert scene.poll().reason == "page"
    by_page = scene.verdicts()
    assert any(post.mail is None for post in posts(scene))
    is_right(scene, thread, page)
    thread.fall("kako")
    assert scene.when_due().reason == "archived"
    assert {post.source for post in posts(scene) if post.mail == "sage"} == {"dat"}
    assert not any(post.mail is None for post in posts(scene))
    assert scene.verdicts() != by_page
    is_right(scene, thread, page)
    withdrawn = scene.sql("SELECT count(*) FROM withdrawals WHERE cause = 'dat'")[0][0]
    assert withdrawn == sum(b"<>sage<>" in line for line in thread.lines)
    assert scene.sql("SELECT count(*) FROM posts WHERE replaces IS NOT NULL") == [(0,)]


def test_a_dat_that_erased_what_a_page_showed_is_an_erasure(scene: Scene, thread: FakeThread) -> None:
    play(thread, 8, every=3000)
    thread.fall(None)
    leave_page(scene.board, thread)
    scene.poll()
    before = scene.verdicts()
    thread.erase(3)
    thread.fall("kako")
    scene.when_due()
    assert scene.verdicts() == before
    with scene.open.read() as view:
        assert [one.post.status for one in view.versions(scene.place().thread, 3)] == ["normal", "erased"]
    assert scene.verify() is None


def test_a_page_tells_what_a_broken_line_was(scene: Scene, thread: FakeThread) -> None:
    play(thread, 8, every=3000)
    good = thread.lines[4]
    thread.lines[4] = good.partition(b"<>")[0]
    scene.poll()
    assert scene.verdicts()[4].why == "unreadable"
    thread.lines[4] = good
    play(thread, 2, every=3000)
    thread.fall(None)
    page = leave_page(scene.board, thread)
    scene.poll(600)
    assert ("page_adds", 5, "5") in told(scene)
    assert [post.number for post in posts(scene)] == list(range(1, 11))
    assert posts(scene)[4].source == "html"
    is_right(scene, thread, page)


def test_half_a_line_is_read_from_the_page(scene: Scene, thread: FakeThread) -> None:
    """The thread fell while its last line was being written: the page has it whole."""
    play(thread, 4)
    thread.begin_line("名無しさん<>sage<>2007/05/01(火) 12:34".encode("cp932"))
    scene.poll()
    thread.half = b""
    play(thread, 1)
    thread.fall(None)
    page = leave_page(scene.board, thread)
    scene.poll(600)
    assert [(post.number, post.source, post.status) for post in posts(scene)][4:] == [(5, "html", "normal")]
    is_right(scene, thread, page)


def test_what_differs_is_told_by_the_commands(scene: Scene, thread: FakeThread) -> None:
    """By the poll that found the page, and by `status` from then on, in words and as JSON."""
    fallen(scene, thread, 3, 3)
    scene.close()
    shutil.copytree(scene.path, other := scene.path / "other")
    settings = ["--settings", str(scene.file)]
    polled = command("poll", "--now", "--json", *settings)
    (row,) = json.loads(polled.stdout)["problems"]
    assert (row["kind"], row["no"]) == ("page_adds", 4)
    assert "4-6" in row["text"]
    status = json.loads(command("status", "--json", *settings).stdout)
    assert list(status) == ["threads", "linked", "ledger", "problems", "open_items", "notifications"]
    assert status["threads"][0]["problems"] == [row]
    assert row["text"] in command("status", *settings, "--lang", "en").stdout
    assert row["text"] in command("poll", "--now", "--settings", str(other / "referee.toml"), "--lang", "en").stderr


def test_a_byte_of_a_page_is_covered(scene: Scene, thread: FakeThread) -> None:
    fallen(scene, thread, 5, 5)
    scene.poll(600)
    scene.close()
    scene.sql("UPDATE captures SET body = (SELECT body FROM captures WHERE id = 1) WHERE form = 'page'")
    difference = scene.verify()
    assert difference is not None
    assert difference.what in ("chain", "file")
