"""What stands in the place of a page or a dat and is neither changes nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fakeboard import FakeBoard, FakeThread
from fakeboard.pages import NO_SUCH_PAGE, leave_page, thread_page
from fallen import fallen
from scene import Scene, play

NOTICES = {
    "no_such_thread": NO_SUCH_PAGE,
    "commas": (
        "<html><head><title>お知らせ</title></head><body>\n"
        "移転のお知らせ,名無しさん,2007/05/01(火) 12:00:00,ご利用ありがとうございます,またどうぞ\n</body></html>\n"
    ).encode("cp932"),
    "commas_alone": "<p>名無しさん,sage,2007/05/01 12:00,移転しました,お知らせ</p>\n".encode("cp932") * 3,
    "empty": b"",
    "busy": "<html><head><title>人大杉</title></head><body>人大杉</body></html>".encode("cp932"),
    "binary": b"\x89PNG\r\n\x1a\n" + bytes(100),
}


@pytest.mark.parametrize("name", NOTICES)
def test_a_notice_in_the_place_of_a_page_changes_nothing(scene: Scene, thread: FakeThread, name: str) -> None:
    fallen(scene, thread, 6, 2)
    before, held = scene.derived(), scene.held()
    leave_page(scene.board, thread, NOTICES[name])
    polled = scene.poll(600)
    assert (polled.outcome, polled.why) == ("fallen", "back_off")
    assert polled.reason not in ("", "page", "archived")
    assert (scene.derived(), scene.held()) == (before, held)
    assert scene.count("captures") == 1
    assert scene.verify() is None


@pytest.mark.parametrize("name", [name for name in NOTICES if name != "empty"])
def test_a_notice_in_the_place_of_the_dat_changes_nothing(scene: Scene, thread: FakeThread, name: str) -> None:
    play(thread, 6)
    scene.poll()
    before = scene.derived()
    dat, thread.lines, thread.half = thread.lines, [], NOTICES[name]
    assert thread.dat == NOTICES[name]
    thread._touch()
    polled = scene.poll(4000)
    assert polled.outcome == "refused"
    assert scene.derived() == before
    assert scene.count("captures") == 1
    thread.lines, thread.half = dat, b""
    play(thread, 2)
    scene.run(scene.now + timedelta(hours=3))
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


def test_the_page_of_another_thread_changes_nothing(scene: Scene, board: FakeBoard, thread: FakeThread) -> None:
    fallen(scene, thread, 6, 2)
    other = board.thread(key="1178000009", title="よそのスレ")
    scene.advance(5000)
    play(other, 9, every=3000)
    leave_page(board, thread, thread_page(other))
    before = scene.derived()
    polled = scene.poll(600)
    assert (polled.outcome, polled.reason) == ("fallen", "other_thread")
    assert scene.derived() == before
    leave_page(board, thread)
    scene.run(scene.now + timedelta(hours=2))
    assert scene.cursor().posts == 8
