"""Examining a board over real HTTP: what is asked, how often, and what of moved servers."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import httpx
import pytest
from fakeboard import FakeBoard
from scene import Scene, play

from referee.app import moves
from referee.app.boardlimits import kept_limits
from referee.app.doctor import Doctor, Examined
from referee.app.purse import Purse, open_purse
from referee.errors import SourceError, UsageError
from referee.fetch import Failed, Fetcher, Manners, Page, Refused
from referee.model import PostLimits
from referee.parse.recognise import refusal_of_growing


@pytest.fixture
def examine(client: httpx.Client, board: FakeBoard) -> object:
    def run(url: str, purse: Purse | None = None) -> Examined:
        fetcher = Fetcher(client, refusal_of_growing, pause=lambda _: None)
        return Doctor(fetcher, purse or Purse(), board.clock, lambda _: None).examine(url)

    return run


def codes(found: Examined) -> set[str]:
    return {advice.code for advice in found.advice}


def paths(board: FakeBoard) -> list[str]:
    return [exchange.path for exchange in board.log]


def test_a_thread_and_the_settings_of_its_board(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    thread = board.thread()
    play(thread, 40)
    found = examine(thread.url)
    assert paths(board) == ["/entrance/SETTING.TXT", "/entrance/dat/1178000000.dat"]
    assert (found.title, found.posts, found.requests, found.bad) == ("ラウンジ", 40, 2, 0)
    assert {"ids_forced", "seconds_shown", "mark_none", "trips_seen"} <= codes(found)


def test_of_a_board_a_lively_thread_is_looked_at(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    board.thread(key="1178000001", posts=3)
    play(board.thread(key="1178000002"), 30)
    found = examine(f"{board.origin}/entrance/")
    assert paths(board) == ["/entrance/SETTING.TXT", "/entrance/subject.txt", "/entrance/dat/1178000002.dat"]
    assert found.posts == 30


@pytest.mark.parametrize("kind", ["shitaraba", "machi"])
def test_boards_of_numbered_posts(kind: str, board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    thread = getattr(board, kind)()
    play(thread, 30)
    found = examine(thread.url)
    assert (found.posts, found.bad, found.unknown) == (30, 0, 0)


def test_a_board_that_hides_ids(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    board.settings["BBS_FORCE_ID"] = ""
    thread = board.thread()
    for _ in range(5):
        thread.post(mail="", ident="a5dMhaAn")
        thread.post(mail="sage", ident="???")
    found = examine(thread.url)
    (bad,) = [advice for advice in found.advice if advice.level == "bad"]
    assert (bad.code, bad.setting, bad.seen, bad.of) == ("ids_hidden_by_mail", "BBS_FORCE_ID=", 0, 5)


@pytest.mark.parametrize(("lag", "is_told"), [(-2, True), (0, False), (3, False)])
def test_a_thread_with_fewer_posts_than_its_list_counts(  # type: ignore[no-untyped-def]
    board: FakeBoard, examine, lag: int, is_told: bool
) -> None:
    """Removed without a trace, before anybody looked; a list that is behind its thread is no reason to say so."""
    play(board.thread(), 30)
    board.subject_lag = lag
    found = examine(f"{board.origin}/entrance/")
    told = [(advice.level, advice.seen, advice.of) for advice in found.advice if advice.code == "posts_removed"]
    assert told == ([("note", 30, 32)] if is_told else [])
    assert found.bad == 0


def test_without_settings_the_posts_tell(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    board.settings.clear()
    thread = board.thread()
    play(thread, 30)
    found = examine(thread.url)
    assert {"settings_missing", "ids_forced"} <= codes(found)
    assert not found.is_blind


def test_what_is_not_there_is_told(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    found = examine(f"{board.origin}/nowhere/")
    assert found.is_blind
    assert {advice.code: advice.value for advice in found.advice if advice.code.endswith("_missing")} == {
        "settings_missing": "not_found", "list_missing": "not_found",
    }  # fmt: skip
    thread = board.thread(posts=5)
    thread.fall(None)
    gone = examine(thread.url)
    assert next(advice.value for advice in gone.advice if advice.code == "thread_missing") == "not_found"


def test_an_old_page_leads_to_the_new_server(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    board.files["/qa/"] = b'<script>location.href="https://new.example.jp/qa/"</script>'
    found = examine(f"{board.origin}/qa/")
    assert (found.advice[0].code, found.advice[0].value) == ("moved", "https://new.example.jp/qa/")
    assert found.bad == 1


def test_the_menu_knows_where_a_board_stands(
    board: FakeBoard,
    examine,
    monkeypatch: pytest.MonkeyPatch,  # type: ignore[no-untyped-def]
) -> None:
    board.files["/menu.html"] = b"<B>a</B><A HREF=https://krsw.5ch.io/qa/>qa</A>"
    monkeypatch.setitem(moves.MENUS, "0ch", f"{board.origin}/menu.html")
    found = examine(f"{board.origin}/qa/")
    assert found.advice[0].value == "https://krsw.5ch.io/qa/"


@pytest.mark.parametrize(
    ("kind", "path", "write"),
    [
        ("shitaraba", "/game/10000/", "/bbs/rawmode.cgi/game/10000/"),
        ("shitaraba", "/game/10000", "/bbs/rawmode.cgi/game/10000/"),
        ("shitaraba", "/bbs/read.cgi/game/10000/", ""),
        ("machi", "/kanto/", "/bbs/offlaw.cgi/2/kanto/"),
        ("machi", "/bbs/offlaw.cgi/2/kanto/", ""),
    ],
)
def test_software_of_shitaraba_or_machi_on_another_server(  # type: ignore[no-untyped-def]
    board: FakeBoard, examine, kind: str, path: str, write: str
) -> None:
    """Known by the program in the address, else by the form of its list, with what to write into the settings."""
    play(getattr(board, kind)(), 30)
    found = examine(board.origin + path)
    assert (found.posts, found.bad, found.unknown, found.board.family) == (30, 0, 0, kind.replace("shitaraba", "jbbs"))
    told = [advice.value for advice in found.advice if advice.code == "numbered"]
    assert told == ([board.origin + write] if write else [])
    assert found.requests == board.requests


def test_a_list_of_shitaraba_in_folders_that_it_never_has(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    board.files["/~me/kanto/subject.txt"] = b"1178000000.cgi,x(40)\n"
    found = examine(f"{board.origin}/~me/kanto/")
    assert {"settings_missing", "thread_missing"} <= codes(found)
    assert found.requests == board.requests <= 12


def test_a_page_for_phones_names_no_server_and_the_menu_does(
    board: FakeBoard, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.files["/menu.html"] = b"<A HREF=https://krsw.5ch.io/qa/>qa</A>"
    monkeypatch.setitem(moves.MENUS, "2ch", f"{board.origin}/menu.html")
    asked: list[str] = []

    class NoOtherServer(Fetcher):
        def page(self, address: str, now: datetime) -> Page | Failed | Refused:
            asked.append(address)
            return super().page(address if board.origin in address else f"{board.origin}/nowhere", now)

    doctor = Doctor(NoOtherServer(client, refusal_of_growing), Purse(), board.clock, lambda _: None)
    for url in ("https://itest.5ch.net/subback/qa", "https://itest.5ch.net/qa/"):
        asked.clear()
        found = doctor.examine(url)
        assert (found.board.host, asked[1]) == ("krsw.5ch.io", "https://krsw.5ch.io/qa/SETTING.TXT")
    with pytest.raises(SourceError, match="names no server"):
        doctor.examine("https://itest.5ch.net/subback/entrance")


@pytest.mark.parametrize("url", ["", "entrance", "http://127.0.0.1:1/", "ftp://a.jp/b/"])
def test_what_names_no_board_is_refused(url: str, examine) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UsageError, match="neither"):
        examine(url)


def test_no_more_is_asked_than_the_budget_allows(board: FakeBoard, examine) -> None:  # type: ignore[no-untyped-def]
    thread = board.thread(posts=30)
    with pytest.raises(SourceError, match="often enough"):
        examine(thread.url, Purse(manners=Manners(budget=1)))
    assert board.requests == 1


def test_requests_are_counted_in_the_ledger_of_the_folder(scene: Scene, examine) -> None:  # type: ignore[no-untyped-def]
    thread = scene.board.thread()
    play(thread, 30)
    scene.write(thread)
    scene.poll()
    purse, folder = open_purse(str(scene.file), scene.now)
    assert folder is not None
    found = examine(thread.url, purse)
    purse.close()
    assert scene.use().requests == 1 + found.requests


def test_what_a_post_may_hold_is_kept_for_text_to_paste(scene: Scene, examine) -> None:  # type: ignore[no-untyped-def]
    thread = scene.board.thread()
    play(thread, 5)
    scene.write(thread)
    scene.poll()
    scene.board.settings |= {"BBS_LINE_NUMBER": "4", "BBS_MESSAGE_COUNT": "400"}
    purse, _ = open_purse(str(scene.file), scene.now)
    examine(thread.url, purse)
    purse.close()
    with scene.open.read() as view:
        assert kept_limits(view, scene.place().thread) == PostLimits(8, 400)


def test_a_host_that_wants_quiet_is_left_alone(scene: Scene, examine) -> None:  # type: ignore[no-untyped-def]
    thread = scene.board.thread(posts=3)
    scene.write(thread)
    scene.board.misbehave("busy_503_wait")
    scene.poll()
    scene.board.behave()
    scene.board.forget()
    purse, _ = open_purse(str(scene.file), scene.now)
    with pytest.raises(SourceError, match="left alone"):
        examine(thread.url, purse)
    purse.close()
    assert scene.board.requests == 0


def test_without_a_folder_only_this_run_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "referee.db").unlink(missing_ok=True)
    purse, folder = open_purse(None, scene.now)
    assert folder is None
    assert purse.left("a.jp", scene.now) > 1000
