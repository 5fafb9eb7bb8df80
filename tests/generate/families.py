"""One short thread for each family of boards, written as that family wrote it at a time of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from .numbered import Machi, Machi2, Shitaraba
from .post import Person, Said, Story, about
from .script import Scene, read_scenes, say, with_addresses
from .styles import Comma, Eddist, FiveCh, Open2ch, Pink, Style, TwoCh2004, TwoChSc, ZeroCh

_TRIPS = ("◆AruKu.7abc", "◆Neko2hgTy.", "◆7Kaze/oQe2", "◆SugoroKu.9")
_LONG_TRIPS = ("◆AruKu.7abcXY", "◆Neko2hgTy.12", "◆7Kaze/oQe2.Q", "◆SugoroKu.9.a")
_LINKED_BOARD = "entrance2"
_NAMES = ("歩く人", "ねこ", "風", "進行役")


@dataclass(frozen=True)
class Family:
    """One fixture: `folder` is host and board, `scenes` the files whose first scene is played, in the order of time."""

    slug: str
    family: str
    shows: str
    style: type[Style]
    first_day: date
    folder: str
    key: str
    scenes: tuple[str, ...]
    title: str = "IDすごろく"
    linked_key: str = ""
    scheme: str = "http"
    trips: tuple[str, ...] = _TRIPS
    linked_style: type[Style] | None = None
    linked_host: str = ""

    @property
    def host(self) -> str:
        return self.folder.partition("/")[0]


FAMILIES = (
    Family(
        slug="family-2ch-1999",
        family="2ch",
        shows="1999年の2ch (カンマ区切り)。トリップもIDもまだないので、誰も振れない",
        style=Comma,
        first_day=date(1999, 8, 21),
        folder="piza.2ch.net/lobby",
        key="935200000",
        title="数字すごろく,はじめました",
        scenes=("family-1999",),
    ),
    Family(
        slug="family-2ch-2004",
        family="2ch",
        shows="2004年の2ch。秒まで、IDは8文字。fusianasanと停止の行",
        style=TwoCh2004,
        first_day=date(2004, 6, 1),
        folder="etc3.2ch.net/entrance",
        key="1086000000",
        scenes=("families", "family-2004"),
        linked_key="1086100000",
    ),
    Family(
        slug="family-5ch-2023",
        family="2ch",
        shows="2023年の5ch (途中のレスは省いた)。1/100秒、9文字目、29日のNIKU、SLIP、1001と1002の行",
        style=FiveCh,
        first_day=date(2023, 3, 27),
        folder="krsw.5ch.net/entrance",
        key="1679900000",
        scenes=("families", "family-5ch"),
        linked_key="1679950000",
        scheme="https",
    ),
    Family(
        slug="family-bbspink",
        family="bbspink",
        shows="2008年のBBSPINK。BEと株がIDのまわりにつき、削除は「うふ～ん」",
        style=Pink,
        first_day=date(2008, 3, 22),
        folder="set.bbspink.com/pinkcafe",
        key="1206100000",
        scenes=("families", "family-pink"),
        linked_key="1206200000",
    ),
    Family(
        slug="family-2chsc",
        family="2ch.sc",
        shows="2014年の2ch.sc。写しのレスのIDには.netがつき、終わりに過去ログの行",
        style=TwoChSc,
        first_day=date(2014, 9, 4),
        folder="ai.2ch.sc/news4vip",
        key="1409790000",
        scenes=("families", "family-2chsc"),
        linked_key="1409800000",
    ),
    Family(
        slug="family-open2ch",
        family="open2ch",
        shows="2016年のおーぷん2ch。IDは3文字、曜日のあとに空白がない",
        style=Open2ch,
        first_day=date(2016, 9, 9),
        folder="hayabusa.open2ch.net/news4vip",
        key="1473400000",
        title="IDすごろく＠おーぷん",
        scenes=("family-open2ch",),
        linked_key="1473410000",
    ),
    Family(
        slug="family-0ch",
        family="0ch",
        shows="個人の掲示板 (ex0ch)。空白なし、(主)、12文字のトリップ、独自の上限の行",
        style=ZeroCh,
        first_day=date(2026, 11, 28),
        folder="bbs.example.jp/sugoroku",
        key="1795800000",
        scenes=("families", "family-0ch"),
        linked_key="1795810000",
        trips=_LONG_TRIPS,
    ),
    Family(
        slug="family-eddist",
        family="eddist",
        shows="エッヂ (eddist)。裸のトリップ、9文字のID、1/1000秒",
        style=Eddist,
        first_day=date(2025, 1, 1),
        folder="bbs.eddibb.cc/liveedge",
        key="1735650000",
        title="エッヂすごろく",
        scenes=("families", "family-eddist"),
        linked_key="1735660000",
        scheme="https",
        trips=(_LONG_TRIPS[0], *_TRIPS[1:]),
    ),
    Family(
        slug="family-jbbs",
        family="jbbs",
        shows="2008年のしたらば (rawmode)。EUC-JPに①、番号つき7項目、IDは最後、削除は＜削除＞と欠番",
        style=Shitaraba,
        first_day=date(2008, 4, 12),
        folder="jbbs.shitaraba.net/game/10000",
        key="1207900000",
        scenes=("families", "family-numbered"),
        linked_key="1207950000",
        linked_style=TwoCh2004,
        linked_host="etc7.2ch.net",
    ),
    Family(
        slug="family-machi",
        family="machi",
        shows="2011年のまち (offlaw 1)。番号つき6項目、◆はタグの外、欠番は削除",
        style=Machi,
        first_day=date(2011, 8, 17),
        folder="machi.to/kanto",
        key="1313500000",
        scenes=("families", "family-numbered"),
        linked_key="1313550000",
        linked_style=TwoCh2004,
        linked_host="etc7.2ch.net",
    ),
    Family(
        slug="family-machi-2",
        family="machi",
        shows="同じまちのスレ (offlaw 2)。7項目めのホストは読まない",
        style=Machi2,
        first_day=date(2011, 8, 17),
        folder="machi.to/kanto",
        key="1313500000",
        scenes=("families", "family-numbered"),
        linked_key="1313550000",
        linked_style=TwoCh2004,
        linked_host="etc7.2ch.net",
    ),
)


def family_games() -> list[Story]:
    """The folders `family-*`."""
    return [_story(family) for family in FAMILIES]


def _story(family: Family) -> Story:
    people = {
        symbol: Person(name, trip, sign)
        for sign, (symbol, name, trip) in enumerate(zip("ABCD", _NAMES, family.trips, strict=True), 1)
    }
    said = [post for name in family.scenes for post in _said(read_scenes(name)[0], people)]
    said.sort(key=lambda post: post.place)
    posts = [post for post in said if not post.board]
    elsewhere = [Said(0, 0, ident="qQk2Lw9e", body="雑談スレ"), *(post for post in said if post.board)]
    path = f"{family.folder}/{family.key}.dat"
    elsewhere_host = family.linked_host or family.host
    linked = f"linked/{elsewhere_host}/{_LINKED_BOARD}/{family.linked_key}.dat"
    for thread, its in ((path, posts), (linked, elsewhere)):
        for number, post in enumerate(its, 1):
            post.thread, post.no = thread.removesuffix(".dat"), number
    labels = {post.label: post for post in elsewhere if post.label}
    there = f"{family.scheme}://{elsewhere_host}/test/read.cgi/{_LINKED_BOARD}/{family.linked_key}"
    for post in posts:
        post.body = with_addresses(post.body, labels, {_LINKED_BOARD: there})
    style = family.style(family.first_day)
    files = {path: _dat(style, posts, family.title, style.end(len(posts)))}
    if family.linked_key:
        linked_style = family.linked_style(family.first_day) if family.linked_style else style
        files[linked] = _dat(linked_style, elsewhere, "雑談", [])
    title = f"板の家系: {family.slug.removeprefix('family-')}"
    files["about.toml"] = about(title, family.shows, family.family, [path], [linked] if family.linked_key else [])
    return Story(family.slug, files, [post for post in posts if post.expect], labels, family.first_day)


def _said(scene: Scene, people: dict[str, Person]) -> list[Said]:
    return [say(line, scene, people, line.day, line.at or 0) for line in scene.lines]


def _dat(style: Style, posts: list[Said], title: str, end: list[str]) -> bytes:
    lines = [style.line(post, "" if place else title) for place, post in enumerate(posts)]
    return b"".join([*lines, *(f"{line}\n".encode("cp932") for line in end)])
