"""Lists of boards: threads of every family, settings, menus, moves (FORMATS 3, 4.1, 4.4, 4.5)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.model import ListedThread, MenuBoard
from referee.parse.listing import read_settings, read_threads
from referee.parse.menu import find_in_menu, read_menu, read_move

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "formats" / "samples"
real = pytest.mark.skipif(not SAMPLES.exists(), reason="the real samples do not lie beside this checkout")

ROWS = [
    ("1178000000.dat<>IDすごろく その2 (55)", ListedThread("1178000000", "IDすごろく その2", 55)),
    ("1178000000.dat<>IDすごろく  (55)", ListedThread("1178000000", "IDすごろく", 55)),
    ("1178000000.dat<>すごろく (その13) (1002)", ListedThread("1178000000", "すごろく (その13)", 1002)),
    ("1178000000.dat<>すごろく (避難所)", ListedThread("1178000000", "すごろく (避難所)")),
    ("1178000000.dat<>&#9856; -&gt; その3  [進行役★] (7)", ListedThread("1178000000", "⚀ -> その3  [進行役★]", 7)),
    ("978600696.dat<>昔のスレ (3)", ListedThread("978600696", "昔のスレ", 3)),
    ("924090402.dat<>お知らせ (1)", ListedThread("924090402", "お知らせ", 1)),
    ("1219061976.cgi,IDすごろく(55)", ListedThread("1219061976", "IDすごろく", 55)),
    ("1219061976.cgi,a,b(c)(55)", ListedThread("1219061976", "a,b(c)", 55)),
    ("12<>1313500000<>IDすごろく(300)", ListedThread("1313500000", "IDすごろく", 300)),
]  # fmt: skip


@pytest.mark.parametrize("encoding", ["cp932", "euc_jis_2004", "utf-8"])
@pytest.mark.parametrize(("row", "thread"), ROWS, ids=[row for row, _ in ROWS])
def test_a_row_of_every_family(row: str, thread: ListedThread, encoding: str) -> None:
    found = read_threads(f"{row}\n".encode(encoding, "xmlcharrefreplace"))
    assert found.threads == (thread,)
    assert found.problems == ()


def test_shitaraba_repeats_its_first_line_and_may_have_a_run_of_nuls() -> None:
    text = "2.cgi,二(2)\n1.cgi,①(1)\n2.cgi,二(2)\n"
    found = read_threads(text.encode("euc_jis_2004") + bytes(4096))
    assert [thread.key for thread in found.threads] == ["2", "1"]
    assert found.threads[1].title == "①"
    assert found.problems == ()


def test_what_names_no_thread_is_told_by_its_line() -> None:
    found = read_threads("1.dat<>一 (1)\nむかしむかし\n1.dat<>別 (9)\n\n2.dat<>二 (2)\n".encode("cp932"), "s")
    assert [thread.key for thread in found.threads] == ["1", "2"]
    assert [(problem.kind, problem.number, problem.source) for problem in found.problems] == [
        ("broken_line", 2, "s"), ("broken_line", 3, "s"),
    ]  # fmt: skip


def test_settings_are_read_as_written() -> None:
    text = "entrance@2ch\nBBS_TITLE=ラウンジ\nBBS_FORCE_ID=checked\nBBS_SLIP=\nA=b=c\n\nBBS_RES_MAX=1000\n?\n"
    settings = read_settings(text.encode("cp932"), "s")
    assert settings.get("BBS_TITLE") == "ラウンジ"
    assert settings.is_on("BBS_FORCE_ID")
    assert not settings.is_on("BBS_SLIP")
    assert not settings.is_on("BBS_NO_ID")
    assert (settings.get("A"), settings.get("nowhere")) == ("b=c", "")
    assert (settings.number("BBS_RES_MAX"), settings.number("BBS_TITLE"), settings.number("x")) == (1000, None, None)
    assert [(problem.kind, problem.number) for problem in settings.problems] == [("broken_line", 8)]


def test_settings_of_shitaraba_are_in_euc_jp() -> None:
    settings = read_settings("BBS_TITLE=①すごろく\nBBS_THREAD_STOP=1000\n".encode("euc_jis_2004"))
    assert (settings.get("BBS_TITLE"), settings.number("BBS_THREAD_STOP")) == ("①すごろく", 1000)


MENU = (
    "<HTML><A HREF=https://www.5ch.net/ TARGET=_top>入り口</A><br><B>雑談</B><br>\n"
    "<A HREF=https://etc7.5ch.net/entrance/>ラウンジ</A><br><a href='//krsw.5ch.net/qa/'>質問&amp;答</a>\n"
    "<b>ほか</b><A HREF=http://find.5ch.net/search?q=a>検索</A><A HREF=https://a.bbspink.com/pinkcafe/>カフェ</A>"
)


def test_a_menu_page_gives_boards_with_their_categories() -> None:
    assert read_menu(MENU.encode("cp932")) == (
        MenuBoard("ラウンジ", "雑談", "https://etc7.5ch.net/entrance/", "etc7.5ch.net", "entrance"),
        MenuBoard("質問&答", "雑談", "http://krsw.5ch.net/qa/", "krsw.5ch.net", "qa"),
        MenuBoard("カフェ", "ほか", "https://a.bbspink.com/pinkcafe/", "a.bbspink.com", "pinkcafe"),
    )


def test_a_menu_in_json_gives_the_same() -> None:
    text = (
        '{"menu_list":[{"category_name":"雑談","category_content":[{"board_name":"ラウンジ","url":'
        '"https://etc7.5ch.net/entrance/"},{"board_name":1},7]},3]}'
    )
    menu = read_menu(text.encode())
    assert menu == (MenuBoard("ラウンジ", "雑談", "https://etc7.5ch.net/entrance/", "etc7.5ch.net", "entrance"),)
    found = find_in_menu(menu, "entrance")
    assert found is not None
    assert found.host == "etc7.5ch.net"
    assert find_in_menu(menu, "qa") is None


@pytest.mark.parametrize("body", [b"", b"{", b"{}", b'{"menu_list":7}', b"[1]", b"{" * 5000, b"\xff<b>", b"<a href="])
def test_what_is_no_menu_has_no_boards(body: bytes) -> None:
    assert read_menu(body) == ()


@pytest.mark.parametrize(
    ("page", "url"),
    [
        ('<script>window.location.href="https://krsw.5ch.net/entrance/"</script>', "https://krsw.5ch.net/entrance/"),
        ('<script>location.href="//krsw.5ch.io/entrance/";</script>', "http://krsw.5ch.io/entrance/"),
        ("<script>location.replace('https://krsw.5ch.io/entrance/')</script>", "https://krsw.5ch.io/entrance/"),
        ('<meta http-equiv="refresh" content="0; url=http://a.5ch.net/entrance/">', "http://a.5ch.net/entrance/"),
        ('<script>location.href="https://krsw.5ch.net/qa/"</script>', ""),
        ("<html>移転しました</html>", ""),
    ],
)
def test_a_page_that_leads_to_the_new_server_names_it(page: str, url: str) -> None:
    assert read_move(page.encode("cp932"), "entrance") == url


@given(st.one_of(st.binary(max_size=300), st.text(max_size=100).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_are_read_as_lists(body: bytes) -> None:
    for content in (body, MENU.encode("cp932") + body, b"1.dat<>" + body, b"1.cgi," + body):
        read_threads(content)
        read_settings(content)
        read_menu(content)
        read_move(content, "entrance")


@real
@pytest.mark.parametrize(
    ("name", "count"),
    [("open2ch_2016_subject.txt", 900), ("ex0ch_subject.txt", 2), ("5ch_2022_newsplus_subject_excerpt.utf8.txt", 10)],
)
def test_real_lists_are_read_whole(name: str, count: int) -> None:
    body = (SAMPLES / name).read_bytes()
    found = read_threads(body)
    assert (len(found.threads), found.problems) == (count, ())
    assert all(thread.title and thread.posts for thread in found.threads)
    for end in range(0, len(body), 7):
        assert len(read_threads(body[:end]).threads) <= count


@real
def test_real_settings_are_read_whole() -> None:
    settings = read_settings((SAMPLES / "ex0ch_SETTING.TXT").read_bytes())
    assert settings.problems == ()
    assert settings.get("BBS_TITLE") == "すごろく板"
    assert settings.is_on("BBS_FORCE_ID")
    assert settings.number("BBS_DATMAX") == 512


@real
def test_a_real_menu_is_read_whole() -> None:
    menu = read_menu((SAMPLES / "5ch_bbsmenu.html").read_bytes())
    assert len(menu) > 900
    assert len({board.category for board in menu}) > 30
    found = find_in_menu(menu, "lifeline")
    assert found is not None
    assert (found.name, found.category, found.host) == ("緊急自然災害", "地震", "rio2016.5ch.net")
