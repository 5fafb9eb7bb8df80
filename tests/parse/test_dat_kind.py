"""What is no thread is refused by its name."""

from __future__ import annotations

import gzip

import pytest

from referee.parse import looks_like_thread

DATE = "2007/05/01(火) 12:00:00"
POST = f"A<><>{DATE} ID:a5dMhaAn<> x <>題\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \r\n\n\0", "empty"),
        ("<!DOCTYPE html><html><title>もうずっと人大杉</title></html>", "html"),
        ("<HTML>\n<HEAD>\n<TITLE>Just a moment…</TITLE>", "html"),
        ("<ERROR>スレッドを発見できません</ERROR>", "html"),
        (f"{POST}10, 215 (総レス数, サイズ)<><>1245508091000000 (最終更新)<>中略<>\n{POST}", "digest"),
        (f"２ちゃんねる ★<><>{DATE} ID:???<> 3月13日より <>お知らせ\n", "moved_notice"),
        (f"5ちゃんねる ★<><>{DATE} ID:???<> お客様が <>お知らせ\n", "moved_notice"),
        (f"1<>A<>sage<>{DATE}<>x<>題<>YL0bGuuo0\n", "no_posts"),
        ("1001<><>Over 1000 Thread<> 次 <>\n", "no_posts"),
        ("過去ログ ★<><>[過去ログ]<><em>倉庫</em><>\n", "no_posts"),
        ("むかしむかし\nあるところに\n", "no_posts"),
        ("1178000000.dat<>ＩＤすごろく (55)\n", "no_posts"),
        ("ng (too many)", "no_posts"),
    ],
)
def test_what_is_no_thread_is_refused_by_name(text: str, reason: str) -> None:
    assert looks_like_thread(text.encode("cp932", "xmlcharrefreplace")) == reason


def test_packed_and_binary_files_are_refused() -> None:
    assert looks_like_thread(gzip.compress(POST.encode("cp932"))) == "binary"
    assert looks_like_thread(bytes(range(256)) * 4) == "binary"


def test_the_notice_thread_of_0ch_servers_is_known_by_its_key() -> None:
    assert looks_like_thread(POST.encode("cp932"), "2000000000") == "moved_notice"
    assert looks_like_thread(POST.encode("cp932"), "1178000000") is None


@pytest.mark.parametrize(
    "text",
    [
        POST,
        "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん\n",
        "\n" * 40 + POST,
        f"1001<><>Over 1000 Thread<> x <>\n{POST}",
        "名無しさん,0,99/08/21 23:05,さいころ,題\n",
        f"<b>A</b><><>{DATE}<> x <>題\n",
    ],
)
def test_what_has_one_post_is_a_thread(text: str) -> None:
    assert looks_like_thread(text.encode("cp932")) is None
