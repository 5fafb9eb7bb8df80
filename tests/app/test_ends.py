"""When a thread takes no more posts (FORMATS 1.8, 1.10)."""

from __future__ import annotations

import pytest

from referee.app.ends import Extent, has_ended
from referee.model import Capture, Post, ThreadRef
from referee.parse import read_dat

KB = 1024
DATE = "2007/05/01(火) 12:00:00"


def posts(first: str = "x", last: str = "") -> list[Post]:
    body = f"A<><>{DATE} ID:a5dMhaAn<> {first} <>題\nA<><>{DATE} ID:a5dMhaAn<> x <>\n{last}"
    return read_dat(Capture(ThreadRef("e", "1"), "x", body.encode("cp932"))).posts


@pytest.mark.parametrize(
    ("family", "before", "after", "ended"),
    [
        ("jbbs", (990, 0), (999, 0), False),
        ("jbbs", (990, 0), (1000, 0), True),
        ("jbbs", (990, 0), (1001, 0), True),
        ("jbbs", (1000, 0), (1003, 0), False),
        ("jbbs", (1000, 0), (1000, 0), True),
        ("jbbs", (290, 0), (300, 0), False),
        ("jbbs", (5, 511 * KB), (6, 600 * KB), False),
        ("machi", (290, 0), (300, 0), True),
        ("machi", (300, 0), (301, 0), False),
        ("machi", (990, 0), (1000, 0), True),
        ("2ch", (990, 0), (1000, 0), False),
        ("2ch", (600, 511 * KB), (601, 512 * KB), True),
        ("2ch", (601, 513 * KB), (602, 514 * KB), False),
        ("0ch", (601, 1023 * KB), (602, 1025 * KB), True),
        ("2ch", (0, 0), (602, 700 * KB), False),
        ("machi", (0, 0), (995, 0), False),
    ],
)
def test_a_limit_counts_when_it_has_just_been_reached(
    family: str, before: tuple[int, int], after: tuple[int, int], ended: bool
) -> None:
    assert has_ended(posts(), family, Extent(*before), Extent(*after)) is ended


@pytest.mark.parametrize(
    ("limits", "after", "ended"),
    [
        ("checked:vvvvvv:500:512:", (500, 0), True),
        ("checked:vvvvvv:500:512:", (499, 0), False),
        ("checked:vvvvvv:V:256:", (600, 256 * KB), True),
        ("checked:vvvvvv:V:V:", (1000, 600 * KB), False),
    ],
)
def test_a_thread_may_have_limits_of_its_own(limits: str, after: tuple[int, int], ended: bool) -> None:
    first = f"x <hr>VIPQ2_EXTDAT: {limits}: EXT was configured"
    assert has_ended(posts(first), "2ch", Extent(2, 100), Extent(*after)) is ended


@pytest.mark.parametrize(
    ("line", "ended"),
    [
        ("1001<><>Over 1000 Thread<> 次 <>\n", True),
        ("停止しました。。。<>停止<>停止<>真・スレッドストッパー<>\n", True),
        ("過去ログ ★<><>[過去ログ]<>倉庫<>\n", True),
        (f"A<><>{DATE}<> Over 1000 Thread <>\n", False),
    ],
)
def test_a_line_of_the_server_ends_a_thread(line: str, ended: bool) -> None:
    assert has_ended(posts(last=line), "2ch", Extent(2, 100), Extent(3, 200)) is ended
