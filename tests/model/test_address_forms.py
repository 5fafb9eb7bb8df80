"""One row for each form of FORMATS 1.9 and 4.1: what it names, and that it is the same thread as the plain address."""

from __future__ import annotations

import pytest

from referee.model import ThreadRef, is_doorway, parse_address, parse_board

QA = ThreadRef("qa", "1686483985", "krsw.5ch.net", "2ch")
OLD = ThreadRef("qa", "978600696", "piza.2ch.net", "2ch")
OLDER = ThreadRef("qa", "1000888777", "piza.2ch.net", "2ch")
PINK = ThreadRef("hgame", "1686483985", "mercury.bbspink.com", "bbspink")
SC = ThreadRef("news4vip", "1409796283", "viper.2ch.sc", "2ch.sc")
OPEN = ThreadRef("netgame", "1473379948", "hayabusa.open2ch.net", "open2ch")
JBBS = ThreadRef("computer/41116", "1219061976", "jbbs.shitaraba.net", "jbbs")
MACHI = ThreadRef("kanto", "1313500000", "machi.to", "machi")
EDDIST = ThreadRef("liveedge", "1735000000", "bbs.eddibb.cc", "eddist")
OWN = ThreadRef("sugoroku", "1795981783", "bbs.example.jp", "0ch")
PLAIN = "https://krsw.5ch.net/test/read.cgi/qa/1686483985"

FORMS = [
    # 1.9: links in threads
    ("https://krsw.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    ("http://piza.2ch.net/test/read.cgi?bbs=qa&key=978600696&st=2&to=2&nofirst=true", OLD, 2),
    ("http://piza.2ch.net/test/read.cgi?bbs=qa&amp;key=978600696&amp;st=2&amp;to=9", OLD, "range"),
    ("http://piza.2ch.net/test/read.so/qa/978600696/5", OLD, 5),
    ("http://viper.2ch.sc/test/read.cgi/news4vip/1409796283/141", SC, 141),
    ("http://jbbs.shitaraba.net/bbs/read.cgi/computer/41116/1219061976/1", JBBS, 1),
    ("http://jbbs.shitaraba.net/bbs/lite/read.cgi/computer/41116/1219061976/1", JBBS, 1),
    # 1.9: pages that only lead on
    *[
        (f"{jump}{PLAIN}/5", QA, 5)
        for jump in (
            "http://jump.5ch.net/?", "http://jump.2ch.net/?", "https://jump.5ch.io/?", "http://ime.nu/",
            "http://ime.st/", "http://nun.nu/", "http://pinktower.com/?", "https://machi.to/bbs/link.cgi?URL=",
            "https://jbbs.shitaraba.net/bbs/link.cgi?url=", "/bbs/link.cgi?url=",
            "http://jump.2ch.net/?http://ime.nu/",
        )
    ],
    ("http://ime.nu/krsw.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    # 1.9: typed without the h, or without a scheme
    ("ttp://krsw.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    ("ttps://krsw.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    ("tp://krsw.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    ("krsw.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    # 1.9: ranges and phone forms
    *[(f"{PLAIN}/{suffix}", QA, 5) for suffix in ("5", "5n", "5-5", "5/", "5i", "g?g=5")],
    ("https://itest.5ch.net/krsw/test/read.cgi/qa/1686483985/g?g=5", QA, 5),
    ("https://ula.5ch.net/2ch/qa/krsw.5ch.net/1686483985/?g=5", QA, 5),
    *[(f"{PLAIN}/{suffix}", QA, "range") for suffix in ("5-", "-5", "5-10", "5-10n", "l50", "l50n", "l10i", "5,7")],
    *[(f"{PLAIN}{suffix}", QA, None) for suffix in ("", "/", "/?v=pc", "/i", "/#top")],
    # 1.9: hosts, old and new domains
    ("https://krsw.5ch.io/test/read.cgi/qa/1686483985/5", QA, 5),
    ("http://pc11.2ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    ("https://kako.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    ("https://itest.5ch.net/krsw/test/read.cgi/qa/1686483985/5", QA, 5),
    ("https://itest.5ch.net/test/read.cgi/qa/1686483985/5", QA, 5),
    ("https://itest.5ch.io/krsw/test/read.cgi/qa/1686483985/5", QA, 5),
    ("https://itest.bbspink.com/mercury/test/read.cgi/hgame/1686483985/5", PINK, 5),
    ("https://ula.5ch.net/5ch/qa/krsw.5ch.net/1686483985/5", QA, 5),
    ("https://ula.5ch.net/2ch/qa/krsw.5ch.net/1686483985/5", QA, 5),
    ("https://mercury.bbspink.com/test/read.cgi/hgame/1686483985/5", PINK, 5),
    ("http://hayabusa.open2ch.net/test/read.cgi/netgame/1473379948/5", OPEN, 5),
    ("https://bbs.eddibb.cc/test/read.cgi/liveedge/1735000000/5", EDDIST, 5),
    ("https://bbs.eddibb.cc/liveedge/1735000000/5", EDDIST, 5),
    ("https://bbs.eddibb.cc/liveedge/dat/1735000000.dat", EDDIST, None),
    ("http://bbs.example.jp/test/read.cgi/sugoroku/1795981783/5", OWN, 5),
    ("http://bbs.example.jp/bbs/test/read.cgi/sugoroku/1795981783/5", OWN, 5),
    # 3: したらば and まち, their old hosts too
    ("http://jbbs.livedoor.jp/bbs/read.cgi/computer/41116/1219061976/5", JBBS, 5),
    ("http://jbbs.livedoor.com/bbs/read.cgi/computer/41116/1219061976/5", JBBS, 5),
    ("https://jbbs.shitaraba.net/bbs/rawmode.cgi/computer/41116/1219061976/217-", JBBS, "range"),
    ("https://jbbs.shitaraba.net/bbs/read_archive.cgi/computer/41116/1219061976/", JBBS, None),
    ("https://jbbs.shitaraba.net/computer/41116/storage/1219061976.html", JBBS, None),
    ("https://machi.to/bbs/read.cgi/kanto/1313500000/5", MACHI, 5),
    ("http://kanto.machi.to/bbs/read.cgi/kanto/1313500000/5", MACHI, 5),
    ("http://kanto.machi.to/bbs/read.pl?BBS=kanto&KEY=1313500000&START=5&END=5", MACHI, 5),
    ("http://kanto.machi.to/bbs/read.cgi?BBS=kanto&KEY=1313500000", MACHI, None),
    ("https://machi.to/bbs/offlaw.cgi/kanto/1313500000/", MACHI, None),
    ("https://machi.to/bbs/offlaw.cgi/2/kanto/1313500000/5-", MACHI, "range"),
    # 4.1: live dats and past logs
    ("https://krsw.5ch.io/qa/dat/1686483985.dat", QA, None),
    ("https://krsw.5ch.net/qa/oyster/1686/1686483985.dat", QA, None),
    ("https://krsw.5ch.net/qa/oyster/9786/978600696.dat", OLD, None),
    ("https://krsw.5ch.net/qa/oyster/978/978600696.dat", OLD, None),
    ("http://krsw.5ch.net/qa/kako/1686/16864/1686483985.dat", QA, None),
    ("http://krsw.5ch.net/qa/kako/1686/16864/1686483985.dat.gz", QA, None),
    ("http://krsw.5ch.net/qa/kako/1686/16864/1686483985.html", QA, None),
    ("http://piza.2ch.net/qa/kako/978/978600696.html", OLD, None),
    ("http://piza.2ch.net/qa/kako/978/978600696.dat.gz", OLD, None),
    ("http://piza.2ch.net/qa/kako/100/1000888777.html", OLDER, None),
    ("http://bbs.example.jp/sugoroku/kako/1795/17959/1795981783.dat", OWN, None),
    ("http://bbs.example.jp/sugoroku/kako/1795/17959/1795981783.html", OWN, None),
]  # fmt: skip


@pytest.mark.parametrize(("url", "thread", "number"), FORMS, ids=[url for url, _, _ in FORMS])
def test_every_form_names_its_thread_and_post(url: str, thread: ThreadRef, number: int | str | None) -> None:
    address = parse_address(url)
    assert address is not None
    assert address.thread.identity == thread.identity
    assert address.thread.is_same(thread)
    assert (address.number, address.is_range) == ((None, True) if number == "range" else (number, False))


@pytest.mark.parametrize(
    ("path", "family", "board"),
    [
        ("/bbs/rawmode.cgi/game/10000/1178000000/", "jbbs", "game/10000"),
        ("/bbs/read.cgi/game/10000/1178000000/5", "jbbs", "game/10000"),
        ("/bbs/read_archive.cgi/game/10000/1178000000/", "jbbs", "game/10000"),
        ("/bbs/offlaw.cgi/kanto/1178000000/", "machi", "kanto"),
        ("/bbs/offlaw.cgi/2/kanto/1178000000/", "machi", "kanto"),
        ("/bbs/read.cgi/kanto/1178000000/5", "0ch", "kanto"),
    ],
)
def test_on_another_server_the_software_is_known_by_its_programs(path: str, family: str, board: str) -> None:
    address = parse_address(f"http://127.0.0.1:8080{path}")
    assert address is not None
    assert address.thread == ThreadRef(board, "1178000000", "127.0.0.1:8080", family)


_QA = ("qa", "krsw.5ch.net", "2ch")
_JBBS = ("game/10000", "jbbs.shitaraba.net", "jbbs")
_MACHI = ("kanto", "machi.to", "machi")
_OWN = ("sugoroku", "bbs.example.jp", "0ch")
_OWN_JBBS = ("game/10000", "bbs.example.jp", "jbbs")
_LISTS = ("", "/", "/index.html", "/subback.html", "/subject.txt", "/SETTING.TXT", "/head.txt", "?v=pc", "/#top")
_FOLDERS = ("/dat", "/dat/", "/kako/", "/kako/kako0000.html", "/oyster/1686/")

BOARDS = [
    *[(f"https://krsw.5ch.net/qa{end}", _QA) for end in (*_LISTS, *_FOLDERS)],
    ("https://krsw.5ch.net/test/read.cgi/qa", _QA),
    ("https://krsw.5ch.net/test/read.cgi/qa/", _QA),
    ("krsw.5ch.net/qa", _QA),
    ("ttps://krsw.5ch.net/qa/", _QA),
    ("https://itest.5ch.net/krsw/subback/qa", _QA),
    ("https://itest.5ch.net/krsw/test/read.cgi/qa/", _QA),
    ("https://itest.5ch.net/subback/qa", ("qa", "itest.5ch.net", "2ch")),
    ("https://itest.5ch.net/qa/", ("qa", "itest.5ch.net", "2ch")),
    ("https://itest.bbspink.com/subback/hgame", ("hgame", "itest.bbspink.com", "bbspink")),
    ("https://ula.5ch.net/5ch/qa/krsw.5ch.net", _QA),
    *[(f"https://jbbs.shitaraba.net/game/10000{end}", _JBBS) for end in ("", "/", "/subject.txt", "/storage/")],
    *[
        (f"https://jbbs.shitaraba.net/bbs/{program}.cgi/game/10000{end}", _JBBS)
        for program in ("read", "lite/read", "rawmode", "read_archive", "api/setting")
        for end in ("", "/")
    ],
    ("http://jbbs.livedoor.jp/game/10000", ("game/10000", "jbbs.livedoor.jp", "jbbs")),
    *[
        (f"https://machi.to/{path}", _MACHI)
        for path in ("kanto", "kanto/", "bbs/read.cgi/kanto", "bbs/offlaw.cgi/2/kanto/")
    ],
    ("http://bbs.example.jp/sugoroku", _OWN),
    ("http://bbs.example.jp/~me/test/read.cgi/sugoroku/", _OWN),
    # on a server of one's own, by what only that software has
    *[
        (f"http://bbs.example.jp/bbs/{program}.cgi/game/10000/", _OWN_JBBS)
        for program in ("read", "rawmode", "read_archive", "api/setting")
    ],
    ("http://bbs.example.jp/bbs/offlaw.cgi/2/kanto/", ("kanto", "bbs.example.jp", "machi")),
    # no board, or none that can be told
    *[
        (url, None)
        for url in (
            "https://krsw.5ch.net/", "https://krsw.5ch.net", "https://itest.5ch.net/", "https://ula.5ch.net/5ch/qa",
            "https://jbbs.shitaraba.net/game/", "http://bbs.example.jp/bbs/read.cgi/kanto/", "qa", "",
        )
    ],
]  # fmt: skip


@pytest.mark.parametrize(("url", "named"), BOARDS, ids=[url for url, _ in BOARDS])
def test_every_form_of_a_board(url: str, named: tuple[str, str, str] | None) -> None:
    board = parse_board(url)
    assert (board and (board.board, board.host, board.family)) == named
    assert parse_address(url) is None
    assert board is None or (board.key == "" and is_doorway(board.host or "") is ("itest" in (board.host or "")))
