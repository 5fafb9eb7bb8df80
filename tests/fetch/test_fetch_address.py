"""Where dats and past logs lie (FORMATS 4.1), and which redirects lead to the same thread."""

from __future__ import annotations

import pytest

from referee.errors import SourceError
from referee.fetch import (
    archive_addresses,
    board_address,
    goes_by_numbers,
    host_of,
    is_past_log,
    live_address,
    reading_address,
    setting_address,
    subject_address,
)
from referee.fetch.address import redirect_target
from referee.model import ThreadRef, parse_address


def thread_of(url: str) -> ThreadRef:
    address = parse_address(url)
    assert address is not None
    return address.thread


@pytest.mark.parametrize(
    ("url", "dat"),
    [
        (
            "http://127.0.0.1:8080/test/read.cgi/entrance/1178000000/",
            "http://127.0.0.1:8080/entrance/dat/1178000000.dat",
        ),
        (
            "http://localhost:8080/test/read.cgi/entrance/1178000000/l50",
            "http://localhost:8080/entrance/dat/1178000000.dat",
        ),
        ("http://[::1]:80/test/read.cgi/e/1178000000", "http://[::1]:80/e/dat/1178000000.dat"),
        ("https://bbs.example.jp/test/read.cgi/e/1178000000/5", "https://bbs.example.jp/e/dat/1178000000.dat"),
        ("http://example.jp/~me/bbs/test/read.cgi/e/1178000000/", "http://example.jp/~me/bbs/e/dat/1178000000.dat"),
        ("http://example.jp/~me/e/dat/1178000000.dat", "http://example.jp/~me/e/dat/1178000000.dat"),
        ("http://example.jp/e/dat/1178000000.dat", "http://example.jp/e/dat/1178000000.dat"),
        ("http://etc7.2ch.net/test/read.cgi/entrance/1178000000/", "https://etc7.2ch.net/entrance/dat/1178000000.dat"),
        ("https://mi.5ch.io/test/read.cgi/news4vip/1178000000/", "https://mi.5ch.io/news4vip/dat/1178000000.dat"),
        ("https://itest.5ch.io/mi/test/read.cgi/news4vip/1178000000", "https://mi.5ch.io/news4vip/dat/1178000000.dat"),
        ("http://hope.2ch.sc/test/read.cgi/entrance/1178000000/", "http://hope.2ch.sc/entrance/dat/1178000000.dat"),
        ("https://bbs.eddibb.cc/liveedge/1178000000", "https://bbs.eddibb.cc/liveedge/dat/1178000000.dat"),
        (
            "https://hayabusa.open2ch.net/test/read.cgi/livejupiter/1178000000/",
            "https://hayabusa.open2ch.net/livejupiter/dat/1178000000.dat",
        ),
    ],
)
def test_the_dat_of_a_thread(url: str, dat: str) -> None:
    assert live_address(thread_of(url), url) == dat
    assert thread_of(dat) == thread_of(url)


@pytest.mark.parametrize(
    ("host", "family", "scheme"),
    [("a.5ch.io", "2ch", "https"), ("hope.2ch.sc", "2ch.sc", "https"), ("127.0.0.1:8080", "0ch", "http")],
)
def test_without_the_address_that_was_written_down(host: str, family: str, scheme: str) -> None:
    assert live_address(ThreadRef("e", "1178000000", host, family)).startswith(f"{scheme}://{host}/e/dat/")


def test_a_thread_without_its_server_cannot_be_asked() -> None:
    with pytest.raises(SourceError):
        live_address(ThreadRef("e", "1178000000"))


@pytest.mark.parametrize(
    ("url", "live"),
    [
        (
            "http://jbbs.livedoor.jp/bbs/read.cgi/game/10000/1207900000/5",
            "https://jbbs.shitaraba.net/bbs/rawmode.cgi/game/10000/1207900000/",
        ),
        (
            "https://jbbs.shitaraba.net/game/10000/storage/1207900000.html",
            "https://jbbs.shitaraba.net/bbs/rawmode.cgi/game/10000/1207900000/",
        ),
        (
            "http://kanto.machi.to/bbs/read.cgi/kanto/1313500000/",
            "https://machi.to/bbs/offlaw.cgi/2/kanto/1313500000/",
        ),
        ("https://machi.to/bbs/offlaw.cgi/kanto/1313500000/", "https://machi.to/bbs/offlaw.cgi/2/kanto/1313500000/"),
        (
            "http://127.0.0.1:80/bbs/read.cgi/game/10000/1207900000/",
            "http://127.0.0.1:80/bbs/rawmode.cgi/game/10000/1207900000/",
        ),
        (
            "http://127.0.0.1:80/bbs/offlaw.cgi/2/kanto/1313500000/",
            "http://127.0.0.1:80/bbs/offlaw.cgi/2/kanto/1313500000/",
        ),
    ],
)
def test_shitaraba_and_machi_have_programs_of_their_own(url: str, live: str) -> None:
    assert live_address(thread_of(url), url) == live
    assert thread_of(live).identity == thread_of(url).identity
    assert goes_by_numbers(live)
    assert not goes_by_numbers("https://mi.5ch.io/e/dat/1689054614.dat")


@pytest.mark.parametrize(
    ("live", "subject", "settings"),
    [
        ("http://a.jp/~me/e/dat/1178000000.dat", "http://a.jp/~me/e/subject.txt", "http://a.jp/~me/e/SETTING.TXT"),
        (
            "https://jbbs.shitaraba.net/bbs/rawmode.cgi/game/10000/1207900000/",
            "https://jbbs.shitaraba.net/game/10000/subject.txt",
            "https://jbbs.shitaraba.net/bbs/api/setting.cgi/game/10000/",
        ),
        (
            "https://machi.to/bbs/offlaw.cgi/2/kanto/1313500000/",
            "https://machi.to/kanto/subject.txt",
            "https://machi.to/kanto/SETTING.TXT",
        ),
        ("http://a.jp/e/", "", ""),
    ],
)
def test_the_lists_of_a_board(live: str, subject: str, settings: str) -> None:
    assert (subject_address(live), setting_address(live)) == (subject, settings)
    assert subject.removesuffix("subject.txt") == board_address(live)


@pytest.mark.parametrize(
    ("dat", "archives", "pages"),
    [
        (
            "https://mi.5ch.io/e/dat/1689054614.dat",
            ["oyster/1689/1689054614.dat", "kako/1689/16890/1689054614.dat", "kako/1689/16890/1689054614.dat.gz"],
            ["kako/1689/16890/1689054614.html"],
        ),
        (
            "https://mi.5ch.io/e/dat/1000888777.dat",
            [
                "oyster/1000/1000888777.dat",
                "kako/1000/10008/1000888777.dat",
                "kako/100/1000888777.dat",
                "kako/1000/10008/1000888777.dat.gz",
                "kako/100/1000888777.dat.gz",
            ],
            ["kako/1000/10008/1000888777.html", "kako/100/1000888777.html"],
        ),
        (
            "https://mi.5ch.io/e/dat/978600696.dat",
            [
                "oyster/9786/978600696.dat",
                "oyster/978/978600696.dat",
                "kako/978/978600696.dat",
                "kako/978/978600696.dat.gz",
            ],
            ["kako/978/978600696.html"],
        ),
        (
            "http://127.0.0.1:80/e/dat/1178000000.dat",
            ["kako/1178/11780/1178000000.dat", "kako/1178/11780/1178000000.dat.gz", "oyster/1178/1178000000.dat"],
            ["kako/1178/11780/1178000000.html"],
        ),
    ],
)
def test_past_logs_likeliest_first(dat: str, archives: list[str], pages: list[str]) -> None:
    base = dat.partition("dat/")[0]
    found = archive_addresses(thread_of(dat), dat)
    assert list(found) == [f"{base}{path}" for path in archives]
    with_pages = archive_addresses(thread_of(dat), dat, pages=True)
    assert list(with_pages) == [f"{base}{path}" for path in archives + pages]
    assert all(thread_of(address) == thread_of(dat) and is_past_log(address) for address in with_pages)
    assert not is_past_log(dat)


def test_the_storage_of_shitaraba_has_pages_only() -> None:
    live = "https://jbbs.shitaraba.net/bbs/rawmode.cgi/game/10000/1207900000/"
    assert archive_addresses(thread_of(live), live) == ()
    found = archive_addresses(thread_of(live), live, pages=True)
    assert found == (
        "https://jbbs.shitaraba.net/bbs/read_archive.cgi/game/10000/1207900000/",
        "https://jbbs.shitaraba.net/game/10000/storage/1207900000.html",
    )
    assert all(thread_of(address) == thread_of(live) and is_past_log(address) for address in found)


def test_what_is_no_dat_has_no_past_log() -> None:
    assert archive_addresses(ThreadRef("e", "1", "a.jp", "0ch"), "http://a.jp/e/1") == ()


@pytest.mark.parametrize(
    ("asked", "location", "target"),
    [
        ("http://a.5ch.net/e/dat/1178000000.dat", "https://a.5ch.net/e/dat/1178000000.dat", ("live", None)),
        ("https://a.5ch.net/e/dat/1178000000.dat", "https://b.5ch.io/e/dat/1178000000.dat", ("live", None)),
        ("https://a.5ch.net/e/dat/1178000000.dat", "/e/oyster/1178/1178000000.dat", ("past", None)),
        ("https://a.5ch.net/e/dat/1178000000.dat", "../kako/1178/11780/1178000000.dat", ("past", None)),
        ("https://a.5ch.net/e/dat/1178000000.dat", "/e/kako/1178/11780/1178000000.html", None),
        ("https://a.5ch.net/e/dat/1178000000.dat", "http://a.5ch.net/e/dat/1178000000.dat", None),
        ("https://a.5ch.net/e/dat/1178000000.dat", "https://a.5ch.net/f/dat/1178000000.dat", None),
        ("https://a.5ch.net/e/dat/1178000000.dat", "https://a.5ch.net/e/dat/1178000001.dat", None),
        (
            "https://jbbs.shitaraba.net/bbs/rawmode.cgi/a/1/1178000000/",
            "https://jbbs.shitaraba.net/bbs/read.cgi/a/1/1178000000/",
            None,
        ),
        (
            "http://jbbs.livedoor.jp/bbs/rawmode.cgi/a/1/1178000000/",
            "https://jbbs.shitaraba.net/bbs/rawmode.cgi/a/1/1178000000/",
            ("live", None),
        ),
        ("https://a.5ch.net/e/dat/1178000000.dat", "https://a.2ch.sc/e/dat/1178000000.dat", None),
        ("https://a.5ch.net/e/dat/1178000000.dat", "https://evil.example/e/dat/1178000000.dat", None),
        ("https://a.5ch.net/e/dat/1178000000.dat", "file:///e/dat/1178000000.dat", None),
        ("http://a.jp/e/dat/1178000000.dat", "http://b.jp/e/dat/1178000000.dat", None),
        ("http://a.jp/e/dat/1178000000.dat", "http://169.254.169.254/e/dat/1178000000.dat", None),
        ("http://a.jp/e/dat/1178000000.dat", "http://[::1", None),
        ("http://a.jp/e/dat/1178000000.dat", "", None),
        ("http://a.jp/e/dat/1178000000.dat", "/e/", None),
    ],
)
def test_redirects_lead_to_the_same_thread_or_nowhere(
    asked: str, location: str, target: tuple[str, None] | None
) -> None:
    found = redirect_target(thread_of(asked), asked, location)
    assert (None if found is None else ("past" if found[1] else "live", None)) == target


def test_hosts() -> None:
    assert host_of("http://User@Example.jp:8080/e/dat/1.dat") == "example.jp:8080"
    assert host_of("nonsense") == host_of("http://[::1") == ""


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("http://etc7.2ch.net/entrance/dat/1178000000.dat", "https://etc7.2ch.net/test/read.cgi/entrance/1178000000/"),
        (
            "http://bbs.example.jp/a/test/read.cgi/sugo/1178000000/5",
            "http://bbs.example.jp/a/test/read.cgi/sugo/1178000000/",
        ),
        ("http://127.0.0.1:8080/sugo/dat/1178000000.dat", "http://127.0.0.1:8080/test/read.cgi/sugo/1178000000/"),
        (
            "http://jbbs.livedoor.jp/bbs/read.cgi/game/123/1178000000/",
            "https://jbbs.shitaraba.net/bbs/read.cgi/game/123/1178000000/",
        ),
        ("http://kanto.machi.to/bbs/read.cgi/kanto/1178000000/", "https://machi.to/bbs/read.cgi/kanto/1178000000/"),
        ("https://bbs.eddibb.cc/liveedge/1700000000", "https://bbs.eddibb.cc/test/read.cgi/liveedge/1700000000/"),
    ],
)
def test_where_people_read_a_thread(url: str, read: str) -> None:
    assert reading_address(thread_of(url), url) == read
    post = parse_address(f"{read}5")
    assert post is not None
    assert (post.number, post.thread.is_same(thread_of(url))) == (5, True)


def test_nobody_reads_a_thread_of_an_unknown_server() -> None:
    with pytest.raises(SourceError):
        reading_address(ThreadRef("entrance", "1178000000"))
