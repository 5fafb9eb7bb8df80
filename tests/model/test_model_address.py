"""Addresses of threads and posts, and the paths of saved files (FORMATS 1.9, 4.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.model import Address, ThreadRef, family_of, normalise_url, parse_address, thread_of_path

ENTRANCE = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")
READ = "http://etc7.2ch.net/test/read.cgi/entrance/1178000000"


@pytest.mark.parametrize(
    ("suffix", "number", "is_range"),
    [
        ("", None, False),
        ("/", None, False),
        ("/5", 5, False),
        ("/5n", 5, False),
        ("/5-5", 5, False),
        ("/5/", 5, False),
        ("/5?v=pc", 5, False),
        ("/5#top", 5, False),
        ("/5-", None, True),
        ("/-5", None, True),
        ("/5-10", None, True),
        ("/5-10n", None, True),
        ("/l50", None, True),
        ("/l50n", None, True),
        ("/5,7", None, True),
        ("/0", None, True),
        ("/i", None, False),
        ("/g?g=5", 5, False),
        ("/?v=pc", None, False),
    ],
)
def test_a_suffix_names_a_post_or_a_range(suffix: str, number: int | None, is_range: bool) -> None:
    assert parse_address(READ + suffix) == Address(ENTRANCE, number, is_range)


@pytest.mark.parametrize(
    ("query", "number", "is_range"),
    [
        ("&st=2&to=2&nofirst=true", 2, False),
        ("&amp;st=2&amp;to=2", 2, False),
        ("&st=2&to=5", None, True),
        ("&st=2", None, True),
        ("&to=5", None, True),
        ("&ls=50", None, True),
        ("", None, False),
    ],
)
def test_the_old_read_cgi_names_one_post_only_with_equal_ends(query: str, number: int | None, is_range: bool) -> None:
    url = f"http://etc7.2ch.net/test/read.cgi?bbs=entrance&key=1178000000{query}"
    assert parse_address(url) == Address(ENTRANCE, number, is_range)


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("ttp://etc7.2ch.net/test/read.cgi/entrance/1178000000/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        ("tp://etc7.2ch.net/test/read.cgi/entrance/1178000000/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        ("ttps://ETC7.2ch.net/test/read.cgi/entrance/1178000000/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        ("etc7.2ch.net/test/read.cgi/entrance/1178000000/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        ("//etc7.2ch.net/test/read.cgi/entrance/1178000000/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (f"http://jump.5ch.net/?{READ}/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (f"http://jump.2ch.net/?{READ}/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (f"https://jump.5ch.io/?{READ}/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        ("http://ime.nu/etc7.2ch.net/test/read.cgi/entrance/1178000000/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (f"http://ime.st/{READ}/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        ("http://nun.nu/etc7.2ch.net/test/read.cgi/entrance/1178000000/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (f"http://www.pinktower.com/?{READ}/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (f"http://machi.to/bbs/link.cgi?URL={READ}/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (f"http://jbbs.shitaraba.net/bbs/link.cgi?url={READ}/5", "2ch etc7.2ch.net/entrance/1178000000 5"),
        (
            f"/bbs/link.cgi?url={READ.replace(':', '%3A').replace('/', '%2F')}%2F5",
            "2ch etc7.2ch.net/entrance/1178000000 5",
        ),
        ("https://itest.5ch.net/krsw/test/read.cgi/qa/1686483985/7", "2ch krsw.5ch.net/qa/1686483985 7"),
        ("https://itest.5ch.net/test/read.cgi/qa/1686483985/", "2ch itest.5ch.net/qa/1686483985"),
        ("https://ula.5ch.net/5ch/qa/krsw.5ch.net/1686483985/", "2ch krsw.5ch.net/qa/1686483985"),
        ("https://krsw.5ch.io/qa/dat/1686483985.dat", "2ch krsw.5ch.io/qa/1686483985"),
        ("https://krsw.5ch.net/qa/oyster/1686/1686483985.dat", "2ch krsw.5ch.net/qa/1686483985"),
        ("http://piza.2ch.net/qa/kako/978/978600696.html", "2ch piza.2ch.net/qa/978600696"),
        ("http://piza.2ch.net/qa/kako/100/1000888777.dat.gz", "2ch piza.2ch.net/qa/1000888777"),
        ("http://b.2ch.net/qa/kako/1689/16890/1689054614.dat", "2ch b.2ch.net/qa/1689054614"),
        (
            "https://mercury.bbspink.com/test/read.cgi/hgame/1686483985/9-9",
            "bbspink mercury.bbspink.com/hgame/1686483985 9",
        ),
        ("http://viper.2ch.sc/test/read.cgi/news4vip/1409796283/3", "2ch.sc viper.2ch.sc/news4vip/1409796283 3"),
        (
            "http://hayabusa.open2ch.net/test/read.cgi/netgame/1473379948/3",
            "open2ch hayabusa.open2ch.net/netgame/1473379948 3",
        ),
        (
            "http://jbbs.livedoor.jp/bbs/read.cgi/computer/41116/1219061976/1",
            "jbbs jbbs.livedoor.jp/computer/41116/1219061976 1",
        ),
        (
            "https://jbbs.shitaraba.net/computer/41116/storage/1219061976.html",
            "jbbs jbbs.shitaraba.net/computer/41116/1219061976",
        ),
        ("http://kanto.machi.to/bbs/read.cgi/tokyo/1178000000/8", "machi kanto.machi.to/tokyo/1178000000 8"),
        ("https://bbs.eddibb.cc/test/read.cgi/liveedge/1735000000/8", "eddist bbs.eddibb.cc/liveedge/1735000000 8"),
        ("https://bbs.eddibb.cc/liveedge/1735000000/8", "eddist bbs.eddibb.cc/liveedge/1735000000 8"),
        ("http://127.0.0.1:8080/test/read.cgi/entrance/1178000000/", "0ch 127.0.0.1:8080/entrance/1178000000"),
        ("http://[::1]:8080/test/read.cgi/entrance/1178000000/2", "0ch [::1]:8080/entrance/1178000000 2"),
        ("https://example.jp/cgi/test/read.cgi/entrance/1178000000/2", "0ch example.jp/entrance/1178000000 2"),
    ],
)
def test_an_address_of_every_form(url: str, named: str) -> None:
    address = parse_address(url)
    assert address is not None
    assert not address.is_range
    assert f"{address.thread.family} {address.thread} {address.number or ''}".strip() == named


@pytest.mark.parametrize(
    "url",
    [
        "",
        "entrance",
        "http://",
        "http://etc7.2ch.net/",
        "http://etc7.2ch.net/entrance/",
        "http://x.jp/a/b/5",
        "ftp://a.jp/",
        "http://etc7.2ch.net/test/read.cgi/entrance/",
        "http://etc7.2ch.net/test/read.cgi?bbs=qa",
        "mailto:a@example.jp",
    ],
)
def test_what_names_no_thread(url: str) -> None:
    assert parse_address(url) is None


def test_moved_servers_name_the_same_thread() -> None:
    urls = [READ, READ.replace("etc7.2ch.net", "itest.5ch.net/krsw"), READ.replace("etc7.2ch.net", "krsw.5ch.io")]
    found = [address.thread for address in map(parse_address, urls) if address]
    assert len(found) == 3
    assert len({thread.identity for thread in found}) == 1


@pytest.mark.parametrize(
    ("path", "thread"),
    [
        ("logs/entrance/1178000000.dat", ThreadRef("entrance", "1178000000")),
        ("/srv/entrance/dat/1178000000.dat", ThreadRef("entrance", "1178000000")),
        ("logs/etc7.2ch.net/entrance/1178000000.dat", ENTRANCE),
        ("logs/etc7.2ch.net/entrance/1178000000.html", ENTRANCE),
        ("logs/etc7.2ch.net/entrance/dat/1178000000.dat.gz", ENTRANCE),
        ("logs/etc7.2ch.net/entrance/oyster/1178/1178000000.dat", ENTRANCE),
        ("logs/etc7.2ch.net/entrance/kako/1178/11780/1178000000.html", ENTRANCE),
        ("etc7.2ch.net/test/read.cgi/entrance/1178000000/index.html", ENTRANCE),
        ("etc7.2ch.net\\entrance\\1178000000.dat", ENTRANCE),
        ("127.0.0.1:8080/entrance/1178000000.dat", ThreadRef("entrance", "1178000000", "127.0.0.1:8080", "0ch")),
        ("v1.2/entrance/1178000000.dat", ThreadRef("entrance", "1178000000")),
        ("1178/1178000000.dat", ThreadRef("1178", "1178000000")),
        ("1178000000.dat", ThreadRef("", "1178000000")),
        ("./foo.dat", ThreadRef("", "foo")),
        ("dat/foo.dat", ThreadRef("", "foo")),
        ("foo", ThreadRef("", "foo")),
    ],
)
def test_a_saved_thread_is_known_by_its_path(path: str, thread: ThreadRef) -> None:
    assert thread_of_path(path) == thread


@pytest.mark.parametrize("path", ["", "/", "entrance/", "..", ".dat"])
def test_a_path_without_a_file_name_is_no_thread(path: str) -> None:
    assert thread_of_path(path) is None


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("ttp://A.example.jp/X.jpg", "http://a.example.jp/X.jpg"),
        ("HTTPS://a.example.jp/", "https://a.example.jp/"),
        ("http://jump.5ch.net/?https://a.example.jp/?q=1", "https://a.example.jp/?q=1"),
        ("http://ime.nu/ime.st/a.example.jp/", "http://a.example.jp/"),
        ("http://ime.nu/", "http://ime.nu/"),
        ("../test/read.cgi/qa/1/2", "../test/read.cgi/qa/1/2"),
        ("sssp://img.2ch.net/ico/a.gif", "sssp://img.2ch.net/ico/a.gif"),
    ],
)
def test_a_url_is_normalised(url: str, normal: str) -> None:
    assert normalise_url(url) == normal
    assert normalise_url(normal) == normal


def test_families_go_by_the_end_of_the_host() -> None:
    assert [family_of(host) for host in ("2ch.net", "a.2ch.net:80", "not2ch.net", "open2ch.net", "localhost:8080")] == [
        "2ch", "2ch", "0ch", "open2ch", "0ch",
    ]  # fmt: skip


@given(st.text())
def test_any_text_is_an_address_or_none(text: str) -> None:
    parse_address(text)
    thread_of_path(text)
    normalise_url(text)
