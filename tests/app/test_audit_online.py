"""Threads read straight from a board, without a ledger: `audit URL`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fakeboard import FakeBoard, FakeThread
from fakeboard.pages import thread_page
from scene import play

from referee.app.online import Online
from referee.model import Problem
from referee.model.address import parse_address
from referee.parse import ReadThread


@pytest.fixture
def online() -> Iterator[Online]:
    online = Online()
    yield online
    online.close()


def read(online: Online, thread: FakeThread) -> ReadThread | Problem:
    address = parse_address(thread.url)
    assert address is not None
    return online.read(thread.url, address.thread)


def test_a_thread_of_which_only_a_page_is_left(online: Online, board: FakeBoard, thread: FakeThread) -> None:
    """Its past log is HTML: the posts are those of the dat that is gone."""
    play(thread, 5)
    before = read(online, thread)
    assert isinstance(before, ReadThread)
    thread.fall(None)
    gone = read(online, thread)
    assert isinstance(gone, Problem)
    assert gone.detail == "not_found"
    board.files[f"/entrance/kako/{thread.key[:4]}/{thread.key[:5]}/{thread.key}.html"] = thread_page(thread)
    after = read(online, thread)
    assert isinstance(after, ReadThread)
    assert [post.source for post in after.posts] == ["html"] * 5
    assert [(post.number, post.name, post.stamp, post.dice_id, post.fingerprint) for post in after.posts] == [
        (post.number, post.name, post.stamp, post.dice_id, post.fingerprint) for post in before.posts
    ]


def test_a_page_that_is_none_of_a_thread(online: Online, board: FakeBoard, thread: FakeThread) -> None:
    play(thread, 5)
    thread.fall(None)
    page = "<html><head><title>お知らせ</title></head><body>移転しました</body></html>".encode("cp932")
    board.files[f"/entrance/kako/{thread.key[:4]}/{thread.key[:5]}/{thread.key}.html"] = page
    assert isinstance(read(online, thread), Problem)
