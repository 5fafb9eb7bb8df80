"""The same five posts, as every family writes them, give the same posts but for what a format can't carry."""

from __future__ import annotations

from datetime import date

import pytest
from generate.numbered import Machi, Machi2, Shitaraba
from generate.post import Said
from generate.styles import FiveCh, Style, TwoCh2004, ZeroCh

from referee.model import Capture, Post, ThreadRef
from referee.parse import plain_text
from referee.parse.recognise import read_thread

DAY = date(2008, 4, 12)
FIVE = [
    Said(0, 72_000, "進行役", "◆SugoroKu.9", "", "aHdF0mnv", "IDの数字で進む <br> ①番"),
    Said(0, 72_060, "歩く人 12歩", "◆AruKu.7abc", "sage", "Rzi1234p", "一番乗り"),
    Said(0, 72_120, ident="W8dk2jaL", body="トリップなし http://example.com/udon.jpg"),
    Said(1, 300, "ねこ", "◆Neko2hgTy.", "", "???", "http://etc7.2ch.net/test/read.cgi/entrance2/1178100000/5"),
    Said(1, 400, form="erased"),
]
STYLES: dict[str, tuple[type[Style], str]] = {
    "2ch": (TwoCh2004, "2ch"),
    "5ch": (FiveCh, "2ch"),
    "0ch": (ZeroCh, "0ch"),
    "rawmode": (Shitaraba, "jbbs"),
    "offlaw": (Machi, "machi"),
    "offlaw2": (Machi2, "machi"),
}


def read(name: str) -> list[Post]:
    kind, family = STYLES[name]
    style = kind(DAY)
    lines = []
    for number, said in enumerate(FIVE, 1):
        said.no = number
        lines.append(style.line(said, "IDすごろく" if number == 1 else ""))
    thread = read_thread(Capture(ThreadRef("entrance", "1207990000", "a.example.jp", family), "x", b"".join(lines)))
    assert (thread.title, thread.problems) == ("IDすごろく", [])
    return thread.posts


def facts(post: Post) -> list[object]:
    """What every format carries: no marks behind the eight dice, no fraction of a second, no SLIP in the name."""
    if post.status == "erased":
        return [post.number, post.status]
    stamp = post.stamp
    assert stamp is not None
    links = [(link.url, link.thread, link.number, link.picture) for link in post.links]
    said = "\n".join(line.strip() for line in plain_text(post.body).strip().split("\n"))
    name = post.name.typed
    dice = post.dice_id[:8] if post.dice_id else None
    clock = (stamp.day, stamp.millis // 1000)
    return [post.number, post.status, name, post.name.trip, post.mail, clock, dice, post.id_kind, said, links]


@pytest.mark.parametrize("name", STYLES)
def test_odd_11_the_same_five_posts(name: str) -> None:
    assert [facts(post) for post in read(name)] == [facts(post) for post in read("2ch")]
