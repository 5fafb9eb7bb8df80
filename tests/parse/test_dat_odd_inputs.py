"""Inputs that broke other programs (ODD-INPUTS rows 1–10 and 12), each with the outcome that is right."""

from __future__ import annotations

import pytest

from referee.model import DAY_ONLY, MINUTES, Capture, Post, ThreadRef
from referee.parse import ReadThread, looks_like_thread, plain_text, read_dat

THREAD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")
ID = "2007/05/01(火) 12:00:00 ID:a5dMhaAn"
FIRST = f"親<>sage<>{ID}<> はじめ <>ＩＤすごろく".encode("cp932")


def read(*lines: str | bytes, thread: ThreadRef = THREAD) -> ReadThread:
    """A thread of a first post and the given lines, as a CP932 dat."""
    raw = [FIRST, *(line if isinstance(line, bytes) else line.encode("cp932") for line in lines)]
    return read_dat(Capture(thread, "here.dat", b"".join(line + b"\n" for line in raw)))


def one(line: str | bytes, thread: ThreadRef = THREAD) -> Post:
    """The post of one line, which stands second in its thread."""
    posts = read(line, thread=thread).posts
    assert len(posts) == 2
    return posts[1]


def dated(field: str) -> Post:
    return one(f"名<><>{field}<> x <>")


def named(field: str, thread: ThreadRef = THREAD) -> Post:
    return one(f"{field}<><>{ID}<> x <>", thread)


@pytest.mark.parametrize(
    ("field", "iso", "digits"),
    [
        ("2007/05/01(火) 12:34:56 ID:a", "2007-05-01T12:34:56+09:00", 0),
        ("2007/05/01(火) 12:34:56.78 ID:a", "2007-05-01T12:34:56.78+09:00", 2),
        ("2007/05/01(火) 12:34:56.789 ID:a", "2007-05-01T12:34:56.789+09:00", 3),
        ("2007/05/01(火) 12:34:56.7 ID:a", "2007-05-01T12:34:56.7+09:00", 1),
        ("2007/05/01(火) 12:34 ID:a", "2007-05-01T12:34+09:00", MINUTES),
        ("2007/05/01(火) 12:34:56.ｳﾝｺ ID:a", "2007-05-01T12:34:56+09:00", 0),
        ("2007/05/01(火) NY:AN:NY.AN ID:a", "2007-05-01", DAY_ONLY),
        ("07/05/01 12:34 ID:a", "2007-05-01T12:34+09:00", MINUTES),
        ("99/05/01(土) 12:34:56 ID:a", "1999-05-01T12:34:56+09:00", 0),
        ("2007/05/01(火)12:34:56 ID:a", "2007-05-01T12:34:56+09:00", 0),
        ("2007/05/01(Tue) 12:34:56 ID:a", "2007-05-01T12:34:56+09:00", 0),
        ("2007/05/01 12:34:56 ID:a", "2007-05-01T12:34:56+09:00", 0),
        ("皇紀2667年,2007/05/01(火) 12:34:56 ID:a", "2007-05-01T12:34:56+09:00", 0),
        ("2008/02/29(金) 23:59:59.99 ID:a", "2008-02-29T23:59:59.99+09:00", 2),
    ],
)
def test_odd_01_stamps_are_read_as_precisely_as_printed(field: str, iso: str, digits: int) -> None:
    post = dated(field)
    assert post.stamp is not None
    assert (post.stamp.iso, post.stamp.digits, post.id) == (iso, digits, "a")
    assert post.date.strip() == field.removesuffix("ID:a").strip()


@pytest.mark.parametrize(
    "field",
    ["2007/02/30(金) 12:00:00", "2007/05/01(火) 25:00:00", "2007/05/01(火) 12:60", "2007/13/01(火) 12:00", "NG NG", ""],
)
def test_odd_01_an_impossible_stamp_is_listed_and_the_post_kept(field: str) -> None:
    thread = read(f"名<><>{field} ID:a5dMhaAn HOST:192.0.2.1<> x <>")
    assert thread.posts[1].stamp is None
    assert (thread.posts[1].id, thread.posts[1].status) == ("a5dMhaAn", "normal")
    assert [(problem.kind, problem.number, problem.detail) for problem in thread.problems] == [("bad_stamp", 2, field)]


@pytest.mark.parametrize(
    ("rest", "kind", "shown", "dice_id"),
    [
        (" ID:???", "hidden", None, None),
        (" ID:???0", "hidden", None, None),
        (" ID:???*", "hidden", None, None),
        (" ID:???(主)", "hidden", None, None),
        (" ID:????????", "hidden", None, None),
        (" ID:NG0", "not_an_id", None, None),
        (" ID:NG", "not_an_id", None, None),
        (" ID:Thread", "not_an_id", None, None),
        (" ID:DELETED", "not_an_id", None, None),
        (" ID:192.0.2.1", "not_an_id", None, None),
        (" ID:2001:db8::1", "not_an_id", None, None),
        (" 発信元:192.0.2.1", "not_an_id", None, None),
        (" 発信元:192.0.2.1 (a5dMhaAn) 0", "not_an_id", None, None),
        (" HOST:a b.example.ne.jp ID:a5dMhaAn", "not_an_id", None, None),
        (" ID:", "none", None, None),
        (" .net", "none", None, None),
        (" 0", "none", None, None),
        (" (主)", "none", None, None),
        (" ", "none", None, None),
        ("", "none", None, None),
        (" ID:HnFsVfdg0●", "shown", "HnFsVfdg0●", "HnFsVfdg0"),
        (" ID:LrFXId3x(主)", "shown", "LrFXId3x(主)", "LrFXId3x"),
        (" ID:wK9tD0N30.net", "shown", "wK9tD0N30.net", "wK9tD0N30"),
        (" ID:aBcD.net", "shown", "aBcD.net", "aBcD.net"),
        (" ID:S5Bb/s0hdNIKU", "shown", "S5Bb/s0hdNIKU", "S5Bb/s0hdNIKU"),
        (" ID:c0k", "shown", "c0k", "c0k"),
        (" ID:abcdefgh_ijklmnop_qrstuvwx", "shown", "abcdefgh_ijklmnop_qrstuvwx", "abcdefgh_ijklmnop_qrstuvwx"),
    ],
)
def test_odd_02_only_a_real_id_is_an_id(rest: str, kind: str, shown: str | None, dice_id: str | None) -> None:
    post = dated(f"2007/05/01(火) 12:00:00{rest}")
    assert (post.id_kind, post.id, post.dice_id) == (kind, shown, dice_id)


@pytest.mark.parametrize(
    "rest",
    [
        ' <a href="http://2ch.se/">株</a> ID:a5dMhaAn',
        ' ID:a5dMhaAn <a href="http://2ch.se/">株</a>',
        " ID:a5dMhaAn BE:95537333-2BP(111)",
        " ID:a5dMhaAn BE:2031240097-DIA(277333) 株主優待(ghard)",
        " ID:a5dMhaAn 株優プチ(entrance)",
    ],
)
def test_odd_03_what_stands_beside_an_id_leaves_it_unharmed(rest: str) -> None:
    post = dated(f"2007/05/01(火) 12:00:00{rest}")
    assert (post.id, post.id_kind) == ("a5dMhaAn", "shown")


@pytest.mark.parametrize(
    ("field", "trip", "lookalike", "text", "host"),
    [
        ("太郎 </b>【大凶】<b>", None, None, "太郎", False),
        (" </b>◆abcdefghij <b>", "◆abcdefghij", None, "", False),
        ("太郎◆abcdefghij", None, "◆abcdefghij", "太郎◆abcdefghij", False),
        ("◇abcdefghij", None, "◇abcdefghij", "◇abcdefghij", False),
        ("太郎&#9670;abcdefghij", None, "◆abcdefghij", "太郎◆abcdefghij", False),
        ("太郎&#x25C6;abcdefghij", None, "◆abcdefghij", "太郎◆abcdefghij", False),
        ("太郎 ◆abcdefghij </b>(ﾜｯﾁｮｲ 0f43-2rqm)<b>", None, "◆abcdefghij", "太郎 ◆abcdefghij", False),
        ("&lt;/b&gt;◆abcdefghij &lt;b&gt;", None, "◆abcdefghij", "</b>◆abcdefghij <b>", False),
        ("</b>host.example.ne.jp<b> </b>◆Tabcdefghi <b>", "◆Tabcdefghi", None, "***", True),
        ("名 </b>host.example.ne.jp<b>前", None, None, "名 ***前", True),
        ("</b>192.0.2.7<b>", None, None, "***", True),
        ("歩く人 </b>(ｽｯﾌﾟﾌﾟ Sd5e-2ovy [192.0.2.1 [上級国民]])<b>", None, None, "歩く人", False),
        ("歩く人 (ﾜｯﾁｮｲ 0f43-2rqm [192.0.2.1])", None, None, "歩く人 (ﾜｯﾁｮｲ 0f43-2rqm [***])", False),
        ("太郎 </b>◆abcdefghij  (ﾛｰｶﾙ [127.0.0.1])", "◆abcdefghij", None, "太郎", False),
        ("太郎 </b>◆abcdefghij", "◆abcdefghij", None, "太郎", False),
        (" </b>忍法帖【Lv=10,xxxPT】<b> </b>◆0a./bc.def <b>", "◆0a./bc.def", None, "", False),
        ("壊れ </b>◆??? <b>", None, "◆???", "壊れ", False),
        ("◆◇ 飾り ◇◆", None, None, "◆◇ 飾り ◇◆", False),
        ("狼 </b>◆｡ｱｲｳｴｵｶｷｸｹｺｻｼｽ! <b>", "◆｡ｱｲｳｴｵｶｷｸｹｺｻｼｽ!", None, "狼", False),
        ("</b>スペイン山猫<b></b>(秋田県)<b> <small>[US]</small>", None, None, "", False),
        ("凜　</b> ◆Wpuzura65A<b>", None, "◆Wpuzura65A", "凜", False),
    ],
)
def test_odd_04_a_trip_comes_only_from_the_mark_up_of_the_server(
    field: str, trip: str | None, lookalike: str | None, text: str, host: bool
) -> None:
    name = named(field).name
    assert (name.trip, name.lookalike, name.text, name.host) == (trip, lookalike, text, host)
    assert name.raw == field
    assert "192.0.2" not in name.text


def test_odd_04_families_that_print_trips_otherwise() -> None:
    eddist = ThreadRef("liveedge", "1735657200", "bbs.eddibb.cc", "eddist")
    jbbs = ThreadRef("netgame/1", "1178000000", "jbbs.shitaraba.net", "jbbs")
    machi = ThreadRef("tokyo", "1178000000", "kanto.machi.to", "machi")
    assert named("歩く人 5マス ◆abcdefghij", eddist).name.trip == "◆abcdefghij"
    assert named("歩く人 5マス ◆abcdefghij", eddist).name.typed == "歩く人 5マス"
    assert named("凜　</b> ◆Wpuzura65A<b>", jbbs).name.trip == "◆Wpuzura65A"
    assert named("凜◆</b>Wpuzura65A<b>", machi).name.trip == "◆Wpuzura65A"
    assert named("凜◆</b>Wpuzura65A<b>").name.trip is None


@pytest.mark.parametrize(
    ("field", "cap"),
    [
        ("案内 ★", "案内 ★"),
        ("親＠案内 ★", "案内 ★"),
        ("親 </b>◆ozOtJW9BFA <b>@案内 ★", "案内 ★"),
        ('<font color="#fc0584">案内 ★</font>', "案内 ★"),
        ("案内☆", None),
        ("案内&#9733;", None),
        ("★印の人", None),
    ],
)
def test_a_cap_is_a_star_that_can_not_be_typed(field: str, cap: str | None) -> None:
    assert named(field).name.cap == cap


def broken_neighbours(bad: bytes) -> ReadThread:
    """A thread with a bad line between two good ones, which must not be harmed."""
    good = f"歩く人 </b>◆abcdefghij <b><>sage<>{ID}<> よい <>".encode("cp932")
    thread = read(good, bad, good)
    assert [post.number for post in thread.posts] == [1, 2, 3, 4]
    for number in (2, 4):
        post = thread.posts[number - 1]
        assert (post.name.trip, post.body, post.id) == ("◆abcdefghij", " よい ", "a5dMhaAn")
    return thread


@pytest.mark.parametrize(
    ("line", "name", "body"),
    [
        (b"A\x81<>sage<>" + ID.encode("cp932") + b"<> x <>", "A\ufffd", " x "),
        (b"A<>sage<>" + ID.encode("cp932") + b"<> x\0y <>", "A", " x y "),
        (b"A<>sage<>" + ID.encode("cp932") + b"<> x\ry <>", "A", " x y "),
        ("歩く人".encode() + b"<>sage<>" + ID.encode("cp932") + b"<> x <>", "歩く人", " x "),
        (b"A<>sage<>" + ID.encode("cp932") + b"<> x\xff\xa0y <>", "A", " x\ufffd y "),
        (b"A<>sage<>" + ID.encode("cp932") + b"<> x\x81<>", "A", " x\ufffd"),
    ],
)
def test_odd_05_a_bad_byte_flags_its_post_and_harms_no_other(line: bytes, name: str, body: str) -> None:
    thread = broken_neighbours(line)
    post = thread.posts[2]
    assert (post.name.raw, post.mail, post.id, post.body, post.status) == (name, "sage", "a5dMhaAn", body, "normal")
    assert [(problem.kind, problem.number) for problem in thread.problems] == [("bad_bytes", 3)]


def test_odd_05_utf8_as_the_weekday_of_a_cp932_dat() -> None:
    date = b"2026/11/30(" + "月".encode() + b") 04:52:39 ID:LrFXId3x"
    post = broken_neighbours(b"A<><>" + date + b"<> x <>").posts[2]
    assert post.stamp is not None
    assert (post.stamp.iso, post.id) == ("2026-11-30T04:52:39+09:00", "LrFXId3x")


def test_odd_05_a_copy_with_crlf_is_the_same_thread() -> None:
    lines = [FIRST, f"歩く人 </b>◆abcdefghij <b><>sage<>{ID}<> よい <>".encode("cp932")]
    plain = read_dat(Capture(THREAD, "x", b"\n".join(lines) + b"\n"))
    for copy in (b"\r\n".join(lines) + b"\r\n", b"\r\n".join(lines) + b"\r"):
        assert read_dat(Capture(THREAD, "x", copy)) == plain


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("&#55357;&#56832;", "😀"),
        ("&#xD83D;&#xDE00;", "😀"),
        ("&#128512;", "😀"),
        ("&#x1F600;", "😀"),
        ("&#130;", "‚"),
        ("&copy2ch", "©2ch"),
        ("左&#8238;右&#x2067;", "左右"),
        ("a\u202eb", "ab"),
        ("&lt;b&gt;&amp;lt;", "<b>&lt;"),
        (" x <br>  <br> y ", " x\n\ny "),
    ],
)
def test_odd_06_references_are_decoded_once_and_direction_controls_left_out(markup: str, text: str) -> None:
    assert plain_text(markup) == text
    name = named(markup.encode("cp932", "xmlcharrefreplace").decode("cp932")).name
    assert name.text == text.replace("\n", " ").strip()


def test_odd_07_an_erased_first_post_leaves_the_title_unknown() -> None:
    erased = "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん\n".encode("cp932")
    assert read_dat(Capture(THREAD, "x", erased)).title is None
    eddist = "あぼーん<>あぼーん<><> あぼーん <>エッヂすごろく\n".encode("cp932")
    assert read_dat(Capture(THREAD, "x", eddist)).title == "エッヂすごろく"


@pytest.mark.parametrize(
    "line",
    [
        "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん",
        "あぼーん<>あぼーん<>あぼーん<>あぼーん<>",
        "あぼーん<>あぼーん<><> あぼーん <>",
        "あぼーん<>あぼーん<>NG<> あぼーん <>",
        "あぼーん   <>あぼーん<>あぼーん      <>あぼーん                <>",
        "あぼーん<>あぼーん<>あぼーん<>あぼーん",
        "うふ～ん<>うふ～ん<>うふ～ん ID:DELETED<>うふ～ん<>うふ～ん<>",
        "＜削除＞<>＜削除＞<>＜削除＞<>＜削除＞<>",
        "消えました<>消えました<>消えました<>消えました<>消えました",
    ],
)
def test_odd_08_erased_lines_keep_their_number(line: str) -> None:
    thread = read(line, line)
    assert [post.status for post in thread.posts] == ["normal", "erased", "erased"]
    assert thread.posts[1].fingerprint != thread.posts[2].fingerprint
    assert (thread.posts[1].id, thread.posts[1].stamp, thread.problems) == (None, None, [])


def test_odd_08_a_player_who_types_the_mark_is_not_erased() -> None:
    post = one(f"あぼーん<>あぼーん<>{ID}<> あぼーん <>")
    assert (post.status, post.id) == ("normal", "a5dMhaAn")


@pytest.mark.parametrize(
    "line",
    [
        "1001<><>Over 1000 Thread<> このスレッドは http://x.example.jp/ <>",
        "１００１<><>Over 1000 Thread<> 次 <>",
        "1002<><>Over 1000 Thread<> 次 <>",
        "２８<><>Over 27 Thread<>次<>",
        "（ ´∀`）＜1001<><>Over 1000 Thread<>次<>",
        "過去ログ ★<><>[過去ログ]<><em>倉庫</em><>",
        "停止しました。。。<>停止<>停止<>真・スレッドストッパー。。。<>停止したよ。",
    ],
)
def test_odd_09_lines_of_the_server_are_notices(line: str) -> None:
    thread = read(line)
    post = thread.posts[1]
    assert (post.status, post.stamp, post.id, post.name.trip, post.links) == ("server_notice", None, None, None, ())
    assert thread.problems == []
    assert thread.title == "ＩＤすごろく"


def test_odd_10_a_newline_inside_a_body_makes_two_lines_and_nothing_is_dropped() -> None:
    thread = read(f"A<><>{ID}<>まえ", "うしろ <br> <>題", "", f"B<>sage<>{ID}<> x <>")
    assert [post.status for post in thread.posts] == ["normal", "normal", "broken", "broken", "normal"]
    assert [post.body for post in thread.posts[1:]] == ["まえ", "うしろ <br> <>題", "", " x "]
    assert [(problem.kind, problem.number) for problem in thread.problems] == [("broken_line", 3), ("broken_line", 4)]


@pytest.mark.parametrize(
    ("tail", "body"),
    [
        (" a <> b <>", " a <> b "),
        (" a ", " a "),
        (" a <> b <> c <>", " a <> b <> c "),
        (" a <> b <> c <> d", " a <> b <> c <> d"),
    ],
)
def test_odd_10_surplus_fields_belong_to_the_body(tail: str, body: str) -> None:
    thread = read(f"A<><>{ID}<>{tail}")
    assert (thread.posts[1].body, thread.posts[1].status, thread.problems) == (body, "normal", [])


def test_odd_10_on_the_first_line_the_last_field_is_the_title() -> None:
    thread = read_dat(Capture(THREAD, "x", f"A<><>{ID}<> a <> b <>題".encode("cp932")))
    assert (thread.title, thread.posts[0].body, thread.posts[0].id) == ("題", " a <> b ", "a5dMhaAn")


def test_odd_10_a_last_line_without_lf_is_read() -> None:
    thread = read_dat(Capture(THREAD, "x", FIRST + b"\n" + f"A<><>{ID}<> x <>".encode("cp932")))
    assert [post.body for post in thread.posts] == [" はじめ ", " x "]


def test_odd_12_the_bytes_decide_what_a_dat_is_in() -> None:
    text = f"歩く人① </b>◆abcdefghij <b><>sage<>{ID}<> よい～ <>題 髙\n" * 2
    expected = read_dat(Capture(THREAD, "x", text.encode("cp932")))
    assert expected.posts[0].name.typed == "歩く人①"
    for body in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.encode()[:-1]):
        thread = read_dat(Capture(THREAD, "x", body))
        assert [(p.name, p.body, p.id) for p in thread.posts] == [(p.name, p.body, p.id) for p in expected.posts]
        assert looks_like_thread(body) is None


def test_half_width_kana_are_not_taken_for_utf8() -> None:
    line = f"ﾃｽﾄ<>sage<>{ID.replace('火', 'ｶ')}<> ﾃｽ <>ﾃｱ\n".encode("cp932")
    assert read_dat(Capture(THREAD, "x", line)).posts[0].name.typed == "ﾃｽﾄ"


def test_the_wrapper_of_the_msie6_days_is_taken_off() -> None:
    body = b'<?xml version="1.0" encoding="Shift_JIS"?>\n<text><![CDATA[' + FIRST + b"\n" + FIRST + b"\n]]></text>"
    thread = read_dat(Capture(THREAD, "x", body))
    assert [post.name.typed for post in thread.posts] == ["親", "親"]
    assert thread.title == "ＩＤすごろく"
    assert looks_like_thread(body) is None


@pytest.mark.parametrize(
    ("field", "title"),
    [
        ("スレ ", "スレ"),
        ("スレ \t", "スレ"),
        ("ＩＤすごろく&#9856; その２&#9; ", "ＩＤすごろく⚀ その２"),
        ("スレ [案内★]", "スレ [案内★]"),
        ("スレ [転載禁止]&#169;2ch.net", "スレ"),
        ("スレ &copy;2ch.net", "スレ"),
        ("スレ<small>転載ダメ&#169;2ch.net</small>", "スレ"),
        ("", None),
    ],
)
def test_odd_13_a_title_loses_the_tail_that_boards_put_on_it(field: str, title: str | None) -> None:
    assert read_dat(Capture(THREAD, "x", f"A<><>{ID}<> x <>{field}\n".encode("cp932"))).title == title


def test_fingerprints_tell_contents_apart_whatever_their_number() -> None:
    a, b = f"A<><>{ID}<> x <>", f"B<><>{ID}<> x <>"
    thread, moved, spaced = read(a, b, a), read(b, a, a), read(f"A<><>{ID}<>x <>")
    prints = [post.fingerprint for post in thread.posts]
    assert len(set(prints)) == 4
    assert sorted(post.fingerprint for post in moved.posts) == sorted(prints)
    assert spaced.posts[1].fingerprint == prints[1]
    assert all(-(2**63) <= value < 2**63 for value in prints)
    other_title = read_dat(Capture(THREAD, "x", FIRST + "その２\n".encode("cp932")))
    assert other_title.posts[0].fingerprint == prints[0]
