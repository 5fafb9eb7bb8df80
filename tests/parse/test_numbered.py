"""Threads whose lines carry their numbers: したらば's rawmode and まち's offlaw (FORMATS 3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.model import Capture, Post, ThreadRef
from referee.parse import ReadThread
from referee.parse.decode import encoding_of
from referee.parse.euc import _has_at_most, euc_text
from referee.parse.recognise import (
    FORMATS,
    Format,
    read_offlaw,
    read_rawmode,
    read_thread,
    recognise,
    refusal_of,
    refusal_of_growing,
)

THREADS = Path(__file__).resolve().parents[2] / "fixtures" / "threads"
SAVED = {
    "rawmode": THREADS / "family-jbbs/jbbs.shitaraba.net/game/10000/1207900000.dat",
    "offlaw": THREADS / "family-machi/machi.to/kanto/1313500000.dat",
    "offlaw2": THREADS / "family-machi-2/machi.to/kanto/1313500000.dat",
}
THREAD = ThreadRef("game/10000", "1207900000", "jbbs.shitaraba.net", "jbbs")
DATE = "2008/04/12(土) 01:36:13"
FIRST = f"1<>凜　</b> ◆Wpuzura65A<b><>sage<>{DATE}<>はじめ<>題<>YL0bGuuo0\n"


def rawmode(text: str) -> ReadThread:
    return read_rawmode(Capture(THREAD, "x", text.encode("euc_jis_2004")))


def offlaw(text: str) -> ReadThread:
    return read_offlaw(Capture(ThreadRef("kanto", "1313500000", "machi.to", "machi"), "x", text.encode("cp932")))


def told(thread: ReadThread) -> list[tuple[str, int | None]]:
    return [(problem.kind, problem.number) for problem in thread.problems]


@pytest.mark.parametrize("source", SAVED)
def test_a_saved_thread_is_recognised_and_read_whole(source: str) -> None:
    body = SAVED[source].read_bytes()
    form = recognise(body)
    assert isinstance(form, Format)
    assert form.name == source.removesuffix("2")
    thread = form.read(Capture(ThreadRef("", ""), "x", body))  # neither host nor family is asked
    assert [post.number for post in thread.posts] == list(range(1, 34))
    assert {post.source for post in thread.posts} == {source}
    assert thread.title == "IDすごろく"
    assert [post.number for post in thread.posts if post.status == "erased"] == [22, 31, 32]
    assert sum(post.name.trip is not None for post in thread.posts) == 27
    assert thread.problems == []
    assert len({post.fingerprint for post in thread.posts}) == 33


def test_both_versions_of_offlaw_give_the_same_posts() -> None:
    one, two = (read_thread(Capture(THREAD, "x", SAVED[name].read_bytes())) for name in ("offlaw", "offlaw2"))
    assert [facts(post) for post in one.posts] == [facts(post) for post in two.posts]
    assert not any("example.ne.jp" in repr(post) for post in two.posts)  # a host is nobody's to read


def facts(post: Post) -> list[object]:
    return [getattr(post, name) for name in post.__struct_fields__ if name != "source"]


@pytest.mark.parametrize("encoding", ["euc_jis_2004", "utf-8", "cp932"])
def test_the_bytes_decide_the_encoding(encoding: str) -> None:
    text = FIRST + f"2<>名無し<><>{DATE}<>①Ⅰ㈱<><>\n"
    thread = read_thread(Capture(THREAD, "x", text.encode(encoding)))
    assert [post.body for post in thread.posts] == ["はじめ", "①Ⅰ㈱"]
    assert thread.posts[0].name.trip == "◆Wpuzura65A"
    assert thread.problems == []


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"\xad\xa1\xad\xb5\xad\xea", "①Ⅰ㈱"),  # NEC row 13
        (b"\xfc\xe2\xf9\xa1", "髙纊"),  # IBM's extensions, which euc_jis_2004 reads as other kanji
        (b"\xa1\xc1\xa1\xdd\xa1\xc2", "～－∥"),  # as CP932 has them
        (b"\x8e\xb1\x8e\xb2", "ｱｲ"),
        (b"\x8f\xb0\xa1", "丂"),
        ("歩く".encode("euc_jp"), "歩く"),
    ],
)
def test_euc_jp_has_the_characters_of_cp932(raw: bytes, text: str) -> None:
    assert euc_text(raw) == (text, True)
    assert euc_text(b"\xad\xa1" + raw) == (f"①{text}", True)


@pytest.mark.parametrize("raw", [b"\x93", b"\xa4", b"\x8e", b"\x8f\xa1", b"\xff", b"\x80"])
def test_a_bad_byte_harms_only_itself(raw: bytes) -> None:
    text, is_whole = euc_text(b"a" + raw + b"<>" + "歩".encode("euc_jp"))
    assert not is_whole
    assert text.endswith("<>歩")
    assert text.startswith("a\ufffd")


@given(st.binary(max_size=60))
def test_any_bytes_are_text_in_euc_jp(raw: bytes) -> None:
    text, is_whole = euc_text(raw)
    assert not is_whole or "\ufffd" not in text
    assert "\0" not in text


@given(st.binary(max_size=60), st.integers(0, 20))
def test_whether_bytes_are_euc_jp_is_known_before_all_are_read(raw: bytes, repeats: int) -> None:
    head = ("歩く".encode("euc_jp") * 40 + b"\xad\xa1" + raw) * repeats + raw
    few = (len(head.translate(None, bytes(range(128)))) // 2) // 10
    assert _has_at_most(few, head) == (euc_text(head)[0].count("\ufffd") <= few)


def test_fields_are_where_the_format_has_them() -> None:
    post = rawmode(FIRST).posts[0]
    assert (post.name.typed, post.mail, post.date, post.body) == ("凜", "sage", DATE, "はじめ")
    assert (post.id, post.id_kind, post.name.trip) == ("YL0bGuuo0", "shown", "◆Wpuzura65A")


@pytest.mark.parametrize(
    ("last", "id_", "kind"),
    [
        ("YL0bGuuoO", "YL0bGuuoO", "shown"),
        ("oi.cpw2Q0", "oi.cpw2Q0", "shown"),
        ("???", None, "hidden"),
        ("", None, "none"),
    ],
)
def test_the_seventh_field_of_rawmode_is_the_id(last: str, id_: str | None, kind: str) -> None:
    post = rawmode(f"{FIRST}2<>A<><>{DATE}<>x<><>{last}\n").posts[1]
    assert (post.id, post.id_kind) == (id_, kind)


@pytest.mark.parametrize(
    ("name", "trip"),
    [
        ("凜</b> ◆Wpuzura65A<b>", "◆Wpuzura65A"),
        ("</b>◆Wpuzura65A<b>", "◆Wpuzura65A"),
        ("凜◇Wpuzura65A", None),
        ("凜◆</b>Wpuzura65A<b>", None),  # まち's form is nobody's trip here
        ("凜 ◆Wpuzura65A", None),
    ],
)
def test_a_trip_of_shitaraba_stands_in_its_own_mark_up(name: str, trip: str | None) -> None:
    post = rawmode(f"{FIRST}2<>{name}<><>{DATE}<>x<><>\n").posts[1]
    assert post.name.trip == trip


@pytest.mark.parametrize(
    ("name", "trip"),
    [("歩◆</b>Wpuzura65A<b>", "◆Wpuzura65A"), ("歩◇</b>Wpuzura65A<b>", None), ("歩◆Wpuzura65A", None)],
)
def test_a_trip_of_machi_has_its_sign_before_the_tag(name: str, trip: str | None) -> None:
    post = offlaw(f"1<>{name}<>sage<>{DATE} ID:aBC.DeFG<>x<>題\n").posts[0]
    assert (post.name.trip, post.id, post.mail) == (trip, "aBC.DeFG", "sage")


def test_a_missing_number_is_an_erased_post_and_a_deleted_one_too() -> None:
    thread = rawmode(f"{FIRST}2<>＜削除＞<>＜削除＞<>＜削除＞<>＜削除＞<><>\n5<>A<><>{DATE}<>x<><>\n")
    assert [(post.number, post.status) for post in thread.posts] == [
        (1, "normal"), (2, "erased"), (3, "erased"), (4, "erased"), (5, "normal"),
    ]  # fmt: skip
    assert thread.posts[2].mail is None
    assert thread.problems == []
    fewer = rawmode(f"{FIRST}3<>B<><>{DATE}<>y<><>\n5<>A<><>{DATE}<>x<><>\n")
    assert fewer.posts[3].fingerprint == thread.posts[3].fingerprint  # the same gap at every reading


def test_a_file_that_begins_late_invents_no_posts() -> None:
    thread = rawmode(f"217<>A<><>{DATE}<>x<><>\n219<>A<><>{DATE}<>y<><>\n")
    assert [(post.number, post.status) for post in thread.posts] == [(217, "normal"), (218, "erased"), (219, "normal")]
    assert told(thread) == [("begins_late", 217)]
    assert thread.title is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("つづき<><>YL0bGuuo0", ("broken_line", 1)),  # a newline inside a body
        (f"1<>A<><>{DATE}<>x<><>", ("broken_line", 1)),  # a number that was there
        (f"0<>A<><>{DATE}<>x<><>", ("broken_line", 1)),
        (f"99999999<>A<><>{DATE}<>x<><>", ("broken_line", 1)),
        (f"１<>A<><>{DATE}<>x<><>", ("broken_line", 1)),
        ("3", ("broken_line", 1)),
    ],
)
def test_a_line_without_a_number_of_its_own_is_told_and_is_no_post(line: str, problem: tuple[str, int]) -> None:
    thread = rawmode(f"{FIRST}{line}\n2<>A<><>{DATE}<>y<><>\n")
    assert [post.number for post in thread.posts] == [1, 2]
    assert told(thread) == [problem]


def test_a_line_with_too_few_fields_is_a_broken_post() -> None:
    thread = rawmode(f"{FIRST}2<>A<><>{DATE}<>半分\n3<>A<><>{DATE}<>y<><>\n")
    assert [post.status for post in thread.posts] == ["normal", "broken", "normal"]
    assert told(thread) == [("broken_line", 2)]


def test_more_fields_than_usual_belong_to_the_body() -> None:
    post = rawmode(f"{FIRST}2<>A<><>{DATE}<>a<>b<><>YL0bGuuo0\n").posts[1]
    assert (post.body, post.id) == ("a<>b", "YL0bGuuo0")


def test_a_stamp_that_cannot_be_read_is_told() -> None:
    thread = rawmode(f"{FIRST}2<>A<><>きのう<>x<><>\n")
    assert told(thread) == [("bad_stamp", 2)]
    assert thread.posts[1].status == "normal"


def test_bytes_that_are_no_character_are_told_once() -> None:
    body = FIRST.encode("euc_jis_2004") + f"2<>A<><>{DATE}<>".encode("euc_jp") + b"\x93\xa4\xa2<><>\n"
    thread = read_thread(Capture(THREAD, "x", body))
    assert told(thread) == [("bad_bytes", 2)]
    assert thread.posts[1].body == "\ufffdあ"


def test_the_fingerprint_depends_on_neither_number_nor_title() -> None:
    one = rawmode(f"{FIRST}2<>A<><>{DATE}<>x<><>abcdefgh0\n").posts
    other = rawmode(f"{FIRST.replace('題', '別')}3<>A<><>{DATE}<>x<><>abcdefgh0\n").posts
    assert one[0].fingerprint == other[0].fingerprint
    assert one[1].fingerprint == other[2].fingerprint


@pytest.mark.parametrize("source", SAVED)
def test_a_cut_at_any_byte_changes_no_post_before_it(source: str) -> None:
    body = SAVED[source].read_bytes()
    form = next(one for one in FORMATS if one.name == source.removesuffix("2"))
    capture = Capture(THREAD, "x", body)
    whole = form.read(capture).posts
    for end in range(len(body)):
        posts = form.read(Capture(THREAD, "x", body[:end])).posts
        last = body[:end].rfind(b"\n") + 1
        complete = int(body[:last].rpartition(b"\n")[0].rpartition(b"\n")[2].partition(b"<>")[0]) if last else 0
        assert posts[:complete] == whole[:complete]
        assert len(posts) - complete <= 3  # the cut line itself, and the gap before it
        refusal_of(body[:end])


PIECES = st.sampled_from(
    [b"<>", b"\n", b"1", b"2<>", b"9999<>", b"20001<>", b"\r", b"\0", "歩".encode("euc_jp"), "歩".encode("cp932"),
     f"1<>A<><>{DATE}<>x<>t<>id\n".encode("euc_jp"), f"4<>A<><>{DATE} ID:a<>x<>\n".encode("cp932"), b"\x8e", b"\xad"]
)  # fmt: skip
BODIES = st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=30).map(b"".join))


@settings(deadline=None)  # a gap of thousands of numbers is as many erased posts
@given(BODIES)
def test_any_bytes_are_read_in_every_form(body: bytes) -> None:
    for form in FORMATS:
        thread = form.read(Capture(THREAD, "x", body))
        assert form.read(Capture(THREAD, "x", body)) == thread
        if isinstance(thread, str):  # of a page only its reader can say that it is none of a thread
            continue
        numbers = [post.number for post in thread.posts]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
        assert len({post.fingerprint for post in thread.posts}) == len(numbers)
    recognise(body)
    read_thread(Capture(THREAD, "x", body))


def test_a_dat_that_looks_numbered_stays_a_dat() -> None:
    line = f"1<>2<>{DATE} ID:a5dMhaAn<> {DATE} <>題\n2<>x<>{DATE} ID:a5dMhaAn<> x <>\n"
    form = recognise(line.encode("cp932"))
    assert isinstance(form, Format)
    assert form.name == "dat"


def test_utf_8_boards_of_the_0ch_family_are_read_as_dats() -> None:
    body = (THREADS / "family-0ch/bbs.example.jp/sugoroku/1795800000.dat").read_bytes()
    encoded = body.decode("cp932").encode("utf-8")
    assert encoding_of(encoded) == "utf-8"
    one, other = (read_thread(Capture(THREAD, "x", each)).posts for each in (body, encoded))
    kept = [name for name in Post.__struct_fields__ if name != "fingerprint"]
    assert [[getattr(p, n) for n in kept] for p in one] == [[getattr(p, n) for n in kept] for p in other]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("", "empty"),
        ("<ERROR>スレッドを発見できません</ERROR>", "html"),
        ("1<>A<>b\n", "no_posts"),
        ("PK\x03\x04", "binary"),
    ],
)
def test_what_is_of_no_form_is_refused_by_name(body: str, reason: str) -> None:
    assert refusal_of_growing(body.encode("cp932")) == reason


def test_a_last_line_of_rawmode_without_its_end_gives_no_dice() -> None:
    """The ID stands last there: half of it looks like a whole one."""
    whole = f"{FIRST}2<>歩 </b> ◆Wpuzura65A<b><><>{DATE}<>x<><>5a5dMhaA0\n".encode("euc_jis_2004")
    for cut in range(1, 11):
        read = read_rawmode(Capture(THREAD, "x", whole[:-cut]))
        assert [post.status for post in read.posts] == ["normal", "broken"]
        assert [(problem.kind, problem.number) for problem in read.problems] == [("broken_line", 2)]
    assert read_rawmode(Capture(THREAD, "x", whole)).posts[1].dice_id == "5a5dMhaA0"
