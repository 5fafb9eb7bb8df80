"""Odd inputs as a game meets them, from the board to what is told of it; each test is named after its row."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fakeboard import FakeThread, line_of
from process import command
from scene import TRIPS, Scene, play

from referee.app.follow import proposals

A, B = (f"歩く人 </b>◆{trip} <b>" for trip in TRIPS[:2])
STAMP = "2007/05/01(火) 12:00:00"


def polled(scene: Scene, thread: FakeThread, *lines: str | bytes) -> dict[str, Any]:
    """A first post and some lines, polled, and what `referee audit` tells of them, as JSON: they must agree."""
    thread.append(f"主<>sage<>2007/05/01(火) 00:00:00 ID:first000<> はじめ <>{thread.title}".encode("cp932"))
    for line in lines:
        thread.append(line if isinstance(line, bytes) else line.encode("cp932"))
    assert scene.poll().outcome == "grown"
    saved = scene.path / "saved.dat"
    saved.write_bytes(thread.dat)
    done = command("audit", f"{thread.url}={saved}", "--json", "--text", "--game", str(scene.file), "--lang", "en")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert [(post["no"], post["kind"]) for post in told["posts"]] == sorted(scene.kinds().items())
    assert scene.verify() is None
    return told


def kinds(told: dict[str, Any]) -> list[tuple[str, str | None]]:
    """Kind and reason of each post behind the first."""
    return [(post["kind"], post.get("why")) for post in told["posts"][1:]]


def items(told: dict[str, Any]) -> list[tuple[str, str | None, int]]:
    """What the host is told, with its reason and the number of its post."""
    return [(item["kind"], item["why"], item["no"]) for item in told["open_items"]]


def problems(told: dict[str, Any]) -> list[tuple[str, int | None]]:
    return [(problem["kind"], problem.get("no")) for problem in told["problems"]]


def rolled(date: str = f"{STAMP} ID:a5dMhaAn", name: str = A, body: str = "とりゃ", mail: str = "") -> str:
    return f"{name}<>{mail}<>{date}<> {body} <>"


@pytest.mark.parametrize(
    ("stamp", "time"),
    [
        ("2007/05/01(火) 12:34:56", "2007-05-01T12:34:56+09:00"),
        ("2007/05/01(火) 12:34:56.78", "2007-05-01T12:34:56.78+09:00"),
        ("2007/05/01(火) 12:34:56.789", "2007-05-01T12:34:56.789+09:00"),
        ("2007/05/01(火) 12:34", "2007-05-01T12:34+09:00"),
        ("2007/05/01(火) 12:34:56.ｳﾝｺ", "2007-05-01T12:34:56+09:00"),
        ("2007/05/01(火) NY:AN:NY.AN", "2007-05-01"),
        ("07/05/01 12:34:56", "2007-05-01T12:34:56+09:00"),
        ("皇紀2668年,2008/01/01(火) 12:34:56", "2008-01-01T12:34:56+09:00"),
    ],
)
def test_odd_01_a_roll_has_the_time_that_is_printed(scene: Scene, thread: FakeThread, stamp: str, time: str) -> None:
    told = polled(scene, thread, rolled(f"{stamp} ID:a5dMhaAn"))
    assert kinds(told) == [("roll", None)]
    assert (told["posts"][1]["time"], problems(told)) == (time, [])


def test_odd_01_what_has_no_date_is_no_roll_and_listed(scene: Scene, thread: FakeThread) -> None:
    told = polled(scene, thread, rolled("2007/02/30(金) 12:00:00 ID:a5dMhaAn"), rolled())
    assert kinds(told) == [("void", "undated"), ("roll", None)]
    assert problems(told) == [("bad_stamp", 2)]
    assert "time" not in told["posts"][1]


NO_IDS = [
    "ID:???", "ID:???0", "ID:NG0", "ID:Thread", "ID:DELETED", "ID:", "発信元:192.0.2.1", "HOST:a.example.ne.jp", ".net",
    "(主)", "",
]  # fmt: skip


@pytest.mark.parametrize("shown", NO_IDS)
def test_odd_02_posts_without_an_id_are_no_rolls_and_nobody_in_common(
    scene: Scene, thread: FakeThread, shown: str
) -> None:
    told = polled(scene, thread, *(rolled(f"{STAMP} {shown}", name) for name in (A, B)))
    assert [kind for kind, _ in kinds(told)] == ["chat", "chat"]
    assert (told["standings"], told["open_items"]) == ([], [])
    assert "192.0.2.1" not in json.dumps(told)
    assert "a.example" not in json.dumps(told)


def test_odd_02_a_shown_id_of_two_trips_is_told(scene: Scene, thread: FakeThread) -> None:
    """What the test above would miss if nothing were ever compared."""
    told = polled(scene, thread, rolled(), rolled(name=B))
    assert items(told) == [("near_miss", "same_id", 3)]


@pytest.mark.parametrize(
    "rest",
    ['<a href="http://2ch.se/">株</a> ID:a5dMhaAn', "ID:a5dMhaAn BE:95537333-2BP(111)", "ID:a5dMhaAn 株主優待(ghard)"],
)
def test_odd_03_the_dice_are_those_of_the_id(scene: Scene, thread: FakeThread, rest: str) -> None:
    told = polled(scene, thread, rolled(f"{STAMP} {rest}"))
    assert (told["posts"][1]["kind"], told["posts"][1]["dice"]) == ("roll", "a5dMhaAn")


@pytest.mark.parametrize("name", ["太郎◆abcdefghij", "◇abcdefghij", "太郎&#9670;abcdefghij"])
def test_odd_04_a_lookalike_is_told_and_never_a_player(scene: Scene, thread: FakeThread, name: str) -> None:
    told = polled(scene, thread, rolled(name=name), rolled(name="太郎 </b>【大凶】<b>"), rolled(name=A))
    assert kinds(told) == [("chat", "no_trip"), ("chat", "no_trip"), ("roll", None)]
    assert [row["player"] for row in told["standings"]] == [f"◆{TRIPS[0]}"]
    assert ("near_miss", "lookalike_trip", 2) in items(told)


@pytest.mark.parametrize(
    ("name", "player"),
    [
        (" </b>◆abcdefghij <b>", "◆abcdefghij"),
        ("</b>host.example.ne.jp<b> </b>◆abcdefghij <b>", "◆abcdefghij"),
        ("太郎 </b>◆abcdefghij  (ｽｯﾌﾟﾌﾟ Sd5e-2ovy [192.0.2.1 [上級国民]])<b>", "◆abcdefghij"),
        ("太郎 </b>◆abcdefghij", "◆abcdefghij"),
    ],
)
def test_odd_04_a_player_is_who_the_server_says(scene: Scene, thread: FakeThread, name: str, player: str) -> None:
    told = polled(scene, thread, rolled(name=name))
    assert [row["player"] for row in told["standings"]] == [player]
    assert "192.0.2.1" not in json.dumps(told)
    assert "host.example" not in json.dumps(told)


@pytest.mark.parametrize("bad", [b"\x81", b"\0", b"\r", "てすと".encode()])
def test_odd_05_a_bad_byte_is_told_of_its_post_and_harms_no_other(scene: Scene, thread: FakeThread, bad: bytes) -> None:
    harmed = rolled().encode("cp932").replace("とりゃ".encode("cp932") + b" <>", b"x" + bad + b"<>")
    told = polled(scene, thread, harmed, rolled(name=B, date=f"{STAMP} ID:b5dMhaAn"))
    assert kinds(told) == [("roll", None), ("roll", None)]
    assert problems(told) == [("bad_bytes", 2)]


def test_odd_05_a_copy_with_crlf_is_judged_as_the_thread(scene: Scene, thread: FakeThread) -> None:
    play(thread, 20, every=4000)
    scene.poll()
    saved = scene.path / "crlf.dat"
    saved.write_bytes(thread.dat.replace(b"\n", b"\r\n"))
    done = command("audit", f"{thread.url}={saved}", "--json", "--game", str(scene.file))
    assert [post["kind"] for post in json.loads(done.stdout)["posts"]] == list(scene.kinds().values())


def test_odd_06_what_is_shown_has_no_direction_controls(scene: Scene, thread: FakeThread) -> None:
    name = A.replace("歩く人", "歩&#8238;く&#x202E;人&#128512;&#55357;&#56832;")
    told = polled(scene, thread, rolled(name=name, body="&#130; &copy2ch &#8238;"))
    (row,) = told["standings"]
    assert row["name"] == "歩く人\U0001f600\U0001f600"
    for arguments in (["standings"], ["why", "2"], ["status"]):
        assert "\u202e" not in command(*arguments, "--settings", str(scene.file)).stdout
    assert "\u202e" not in json.dumps(told, ensure_ascii=False)


def test_odd_07_a_title_that_nobody_saw_is_unknown(scene: Scene, thread: FakeThread) -> None:
    play(thread, 3)
    thread.erase(1)
    scene.poll()
    with scene.open.read() as view:
        assert view.title(scene.place().thread) is None
    assert "あぼーん" not in command("status", "--settings", str(scene.file)).stdout


@pytest.mark.parametrize(
    "line",
    [
        "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん",
        "あぼーん<>あぼーん<><> あぼーん <>",
        "うふ～ん<>うふ～ん<>うふ～ん ID:DELETED<>うふ～ん<>うふ～ん<>",
        "＜削除＞<>＜削除＞<>＜削除＞<>＜削除＞<>",
        "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん                                        ",
    ],
)
def test_odd_08_an_erased_post_is_erased_and_keeps_its_number(scene: Scene, thread: FakeThread, line: str) -> None:
    told = polled(scene, thread, line, rolled())
    assert kinds(told) == [("erased", None), ("roll", None)]
    assert items(told) == [("erased", None, 2)]


@pytest.mark.parametrize(
    "line",
    [
        "1001<><>Over 1000 Thread<> 次のスレへ <>",
        "１００１<><>Over 1000 Thread<> 次のスレへ <>",
        "1002<><>Over 1000 Thread<> 次 <>",
        "２８<><>Over 27 Thread<>次<>",
        "過去ログ ★<><>[過去ログ]<><em>倉庫</em><>",
    ],
)
def test_odd_09_a_line_of_the_server_is_nobodys(scene: Scene, thread: FakeThread, line: str) -> None:
    told = polled(scene, thread, rolled(), line)
    assert kinds(told) == [("roll", None), ("notice", None)]
    assert (len(told["standings"]), told["open_items"], told["posts"][2].get("player")) == (1, [], None)


@pytest.mark.parametrize(
    ("lines", "expected", "listed"),
    [
        ([rolled().removesuffix("とりゃ <>"), "あとの半分 <>"], ["roll", "chat"], [3]),  # a newline inside a body
        ([rolled(body="a<>b")], ["roll"], []),
        ([rolled().removesuffix("<>")], ["roll"], []),
        ([rolled() + "x<>y"], ["roll"], []),
        (["x"], ["chat"], [2]),
        ([""], ["chat"], [2]),
    ],
)
def test_odd_10_no_line_is_dropped(
    scene: Scene, thread: FakeThread, lines: list[str], expected: list[str], listed: list[int]
) -> None:
    told = polled(scene, thread, *lines, rolled(f"{STAMP} ID:b5dMhaAn", B))
    assert [kind for kind, _ in kinds(told)] == [*expected, "roll"]
    assert [post["no"] for post in told["posts"]] == list(range(1, len(lines) + 3))
    assert [number for kind, number in problems(told) if kind == "broken_line"] == listed


def test_odd_10_half_a_last_line_waits_for_the_next_poll(scene: Scene, thread: FakeThread) -> None:
    play(thread, 2)
    line = line_of("とりゃ", at=scene.now, name=A, mail="", ident="a5dMhaAn")
    thread.begin_line(line[:-10])
    scene.poll()
    assert sorted(scene.kinds()) == [1, 2]
    thread.end_line(line[-10:])
    scene.poll(600)
    assert scene.kinds()[3] == "roll"


@pytest.mark.parametrize("way", ["wrong_charset", "charset_unknown"])
def test_odd_12_whatever_the_header_says_the_bytes_decide(scene: Scene, thread: FakeThread, way: str) -> None:
    scene.board.misbehave(way)
    told = polled(scene, thread, rolled(name=A.replace("歩く人", "歩く人①")))
    assert told["standings"][0]["name"] == "歩く人①"


def test_odd_12_euc_jp_with_row_13_is_read(scene: Scene) -> None:
    thread = scene.board.shitaraba()
    scene.write(thread)
    play(thread, 2)
    thread.post("とりゃ㈱Ⅰ", name=A.replace("歩く人", "歩く人①"), mail="", ident="a5dMhaAn")
    scene.poll()
    assert (scene.verdicts()[2].kind, scene.verdicts()[2].name) == ("roll", "歩く人①")


def nearly_full(scene: Scene, title: str, more: str = "") -> FakeThread:
    thread = scene.board.thread(title=title)
    scene.write(thread, more=more)
    play(thread, 960)
    scene.round()
    return thread


def told_of(scene: Scene) -> list[tuple[str, str, list[str]]]:
    """What the host is asked about: key, title and reasons."""
    return [
        (one.candidate.thread.key, one.candidate.title, [reason.sign for reason in one.candidate.reasons])
        for one in proposals(scene.open, scene.places)
    ]


def test_odd_13_the_next_in_series_is_recognised_however_it_is_written(scene: Scene) -> None:
    nearly_full(scene, "ＩＤすごろく&#9856; その２&#9; ")
    scene.board.thread(key="1178100000", title="IDすごろく⚀ その3").post("つづき")
    scene.round(1000)
    assert told_of(scene) == [("1178100000", "IDすごろく⚀ その3", ["title_number"])]


PAGE_OF_COMMAS = (
    "<html><head><title>もうずっと人大杉</title></head><body>\n"
    f"歩く人 </b>◆{TRIPS[0]} <b>,,{STAMP} ID:a5dMhaAn,とりゃ,題<br>\n"
    f"名無し,0,99/08/21 23:05,さいころ,題\n</body></html>\n"
)


@pytest.mark.parametrize("page", [PAGE_OF_COMMAS, PAGE_OF_COMMAS.replace("\n", " ")])
@pytest.mark.parametrize("is_first", [True, False])
def test_odd_20_a_page_full_of_commas_is_no_thread_of_1999(
    scene: Scene, thread: FakeThread, page: str, is_first: bool
) -> None:
    if not is_first:
        play(thread, 10)
        scene.poll()
    before = [scene.count(table) for table in ("captures", "posts", "verdicts")], scene.derived()["verdicts"]
    scene.board.files[thread.path] = page.encode("cp932")
    answer = scene.poll(3700)
    assert (answer.outcome, answer.reason) == ("refused", "html")
    assert ([scene.count(table) for table in ("captures", "posts", "verdicts")], scene.derived()["verdicts"]) == before


SERIES = "IDすごろく その12"
NEXT, REFUGE = ("1178100000", "IDすごろく その13"), ("1178100001", "IDすごろく その13 (避難所)")
HOSTED = f'host = ["◆{TRIPS[3]}"]'


@pytest.mark.parametrize("how", ["propose", "follow"])
def test_odd_24_candidates_are_proposed_with_reasons_and_never_followed_without_a_strong_sign(
    scene: Scene, how: str
) -> None:
    nearly_full(scene, SERIES, f'{HOSTED}\nnext_thread = "{how}"\nnext_signs = ["host_trip", "host_linked"]')
    for key, title in (NEXT, REFUGE):
        scene.board.thread(key=key, title=title).post("つづきはこちら")
    answers = scene.round(1000)
    assert [one.outcome for one in answers if one.candidate] == ["proposed", "proposed"]
    assert told_of(scene) == [(*NEXT, ["title_number"]), (*REFUGE, ["title_alike"])]
    out = command("status", "--settings", str(scene.file), "--lang", "ja").stdout
    assert "「IDすごろく その13」 40点: 題名の番号が次" in out
    assert "「IDすごろく その13 (避難所)」 10点: 題名が似ている" in out
    for _ in range(5):
        assert [one.thread.key for one in scene.round(1000)] == ["1178000000"]


@pytest.mark.parametrize("how", ["propose", "follow"])
def test_odd_24_a_list_behind_the_dat_hides_no_candidate(scene: Scene, how: str) -> None:
    """The host has linked the next thread, and subject.txt has neither it nor the latest posts yet."""
    thread = nearly_full(scene, SERIES, f'{HOSTED}\nnext_thread = "{how}"')
    scene.board.files["/entrance/subject.txt"] = f"{thread.key}.dat<>{SERIES} (940)\n".encode("cp932")
    scene.board.thread(key=NEXT[0], title=NEXT[1]).post("つづき")
    link = f"次 {scene.board.origin}/test/read.cgi/entrance/{NEXT[0]}/"
    thread.post(link, name=f"主 </b>◆{TRIPS[3]} <b>", mail="")
    scene.round(1000)
    scene.round(1000)
    assert told_of(scene) == [(NEXT[0], "", ["linked", "host_linked"])]  # no title yet: nothing that is followed
    del scene.board.files["/entrance/subject.txt"]
    ((outcome, candidate),) = [(one.outcome, one.candidate) for one in scene.round(1000) if one.candidate]
    assert outcome == ("followed" if how == "follow" else "proposed")
    assert [reason.sign for reason in candidate.reasons] == ["title_number", "linked", "host_linked"]
