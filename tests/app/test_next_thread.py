"""From one thread to the next: proposed to the host, followed by a sign that was named, found by a search."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from fakeboard import FakeThread
from scene import TRIPS, Scene, play, settings_text

from referee.app.daemon import Daemon
from referee.app.follow import proposals
from referee.app.open import with_adopted
from referee.app.poll import Polled
from referee.app.search import parse_search
from referee.app.settings import read_settings
from referee.cli import run
from referee.errors import UsageError

HOST = f"主 </b>◆{TRIPS[3]} <b>"
HOSTED = f'host = ["◆{TRIPS[3]}"]'
FOLLOW = f'{HOSTED}\nnext_thread = "follow"'


def nearly_full(scene: Scene, more: str = HOSTED) -> FakeThread:
    """A thread of 960 posts, read once; nothing else is on the board."""
    thread = scene.board.thread(title="IDすごろく その2")
    scene.write(thread, more=more)
    play(thread, 960)
    scene.round()
    return thread


def successor(scene: Scene, title: str = "IDすごろく その3", key: str = "1178100000", name: str = HOST) -> FakeThread:
    one = scene.board.thread(key=key, title=title)
    one.post("前スレはすぐそこ", name=name, mail="")
    return one


def found(polled: list[Polled]) -> list[tuple[str, str]]:
    return [(one.outcome, one.thread.key) for one in polled if one.candidate is not None]


def asked(scene: Scene) -> list[str]:
    folder = with_adopted(scene.folder, scene.open)
    return [one.candidate.thread.key for one in proposals(scene.open, folder.places)]


def test_the_host_is_asked_about_a_candidate_once(scene: Scene) -> None:
    nearly_full(scene)
    successor(scene)
    assert found(scene.round(1000)) == [("proposed", "1178100000")]
    assert asked(scene) == ["1178100000"]
    assert found(scene.round(1000)) == []  # told already, and nothing more is known
    assert len(scene.folder.places) == len(with_adopted(scene.folder, scene.open).places) == 1
    assert scene.verify() is None


def test_more_signs_are_told_again(scene: Scene) -> None:
    thread = nearly_full(scene)
    successor(scene, name="A")
    (first,) = [one for one in scene.round(1000) if one.candidate]
    thread.post(f"次 {scene.board.origin}/test/read.cgi/entrance/1178100000/", name=HOST, mail="")
    (second,) = [one for one in scene.round(1000) if one.candidate]
    assert first.candidate is not None
    assert second.candidate is not None
    assert second.candidate.score > first.candidate.score
    assert [reason.sign for reason in second.candidate.reasons] == ["title_number", "linked", "host_linked"]


def test_a_thread_that_the_host_wrote_down_is_asked_about_no_more(scene: Scene) -> None:
    thread = nearly_full(scene)
    other = successor(scene)
    scene.round(1000)
    scene.write(thread, other, more=HOSTED)
    assert asked(scene) == []


def test_without_a_named_sign_nothing_is_followed(scene: Scene) -> None:
    nearly_full(scene, FOLLOW)
    successor(scene, name="A")  # the next number, and nothing of the host
    assert found(scene.round(1000)) == [("proposed", "1178100000")]
    assert len(with_adopted(scene.folder, scene.open).places) == 1


def test_a_thread_with_a_named_sign_is_followed_and_the_game_goes_on_there(scene: Scene) -> None:
    thread = nearly_full(scene, FOLLOW)
    other = successor(scene)
    assert found(scene.round(1000)) == [("followed", "1178100000")]
    play(thread, 3)
    play(other, 10)
    outcomes = [(one.thread.key, one.outcome) for one in [*scene.round(1000), *scene.round(2)]]  # one host, in turn
    assert ("1178000000", "grown") in outcomes
    assert ("1178100000", "grown") in outcomes
    assert scene.verdicts()[-1].thread.key == "1178100000"
    assert len(scene.verdicts()) == 963 + 11
    assert scene.verify() is None
    assert [rebuilt.changed for rebuilt in scene.rebuild()] == [()]


def test_what_was_followed_is_known_after_a_new_start(scene: Scene) -> None:
    nearly_full(scene, FOLLOW)
    other = successor(scene)
    scene.round(1000)
    scene.close()
    play(other, 5)
    assert {one.thread.key for one in scene.round(1000)} == {"1178000000", "1178100000"}
    (adopted,) = [place for place in with_adopted(scene.folder, scene.open).places if place.thread.key == other.key]
    assert adopted.address == other.dat_url


def test_a_thread_that_another_game_has_comes_into_this_one_too(scene: Scene) -> None:
    other = scene.board.thread(key="1178100000", title="IDすごろく その3")
    other.post("x", name=HOST, mail="")
    thread = scene.board.thread(title="IDすごろく その2")
    also = f'\n[[game]]\nname = "other"\nthreads = ["{other.url}"]\n'
    scene.write(thread, more=FOLLOW, also=also)
    play(thread, 960)
    assert found([*scene.round(), *scene.round(2)]) == [("followed", other.key)]
    (place,) = [one for one in with_adopted(scene.folder, scene.open).places if one.thread.key == other.key]
    assert place.games == ("other", "sugoroku")
    play(other, 3)
    scene.round(1000)
    scene.round(2)
    assert len(scene.verdicts("other")) == 4
    assert len(scene.verdicts()) == 964
    assert scene.verify() is None


def test_two_candidates_with_the_sign_are_for_the_host(scene: Scene) -> None:
    nearly_full(scene, FOLLOW)
    successor(scene)
    successor(scene, key="1178100001")
    assert found(scene.round(1000)) == [("proposed", "1178100000"), ("proposed", "1178100001")]


def test_odd_24_a_refuge_is_never_followed(scene: Scene) -> None:
    """ODD-INPUTS 24: subject.txt is behind the dat, and there is a refuge beside the next thread."""
    nearly_full(scene, FOLLOW)
    scene.board.subject_lag = 5
    successor(scene, title="IDすごろく その3 (避難所)", key="1178100000")
    successor(scene, key="1178100001")
    assert found(scene.round(1000)) == [("followed", "1178100001"), ("proposed", "1178100000")]


def test_a_quiet_look_costs_little(scene: Scene) -> None:
    nearly_full(scene)
    successor(scene)
    scene.round(1000)
    scene.board.forget()
    for _ in range(30):
        scene.round(60)
    paths = [exchange.path for exchange in scene.board.log]
    assert paths.count("/entrance/subject.txt") == 2  # every fifteen minutes
    assert not any("1178100000" in path for path in paths)  # its first post was read
    assert scene.use().requests == len(paths) + 5


def test_far_from_its_end_nothing_is_looked_for(scene: Scene) -> None:
    thread = scene.board.thread(posts=100)
    successor(scene)
    scene.write(thread)
    scene.round()
    assert not any("subject" in exchange.path for exchange in scene.board.log)


def test_after_its_end_it_is_looked_for_two_days(scene: Scene) -> None:
    thread = nearly_full(scene, FOLLOW)
    thread.fill()
    scene.round(1000)
    scene.advance(timedelta(hours=20).total_seconds())
    other = successor(scene)
    assert found(scene.round()) == [("followed", other.key)]
    assert scene.verify() is None


def test_a_list_that_does_not_come_is_asked_for_again(scene: Scene) -> None:
    nearly_full(scene)
    successor(scene)
    scene.board.misbehave("error_500", path="subject.txt", times=1)
    assert found(scene.round(1000)) == []
    assert found(scene.round(1000)) == [("proposed", "1178100000")]


@pytest.mark.parametrize("kind", ["shitaraba", "machi"])
def test_boards_of_numbered_posts_too(kind: str, scene: Scene) -> None:
    opens = getattr(scene.board, kind)
    thread = opens(title="IDすごろく その2")
    scene.write(thread, more=FOLLOW)
    play(thread, 960)
    scene.round()
    other = opens(key="1178100000", title="IDすごろく その3")
    other.post("x", name=HOST, mail="")
    assert found(scene.round(1000)) == [("followed", other.key)]
    play(other, 3)
    scene.round(1000)
    scene.round(2)
    assert scene.held(0) == thread.dat
    assert len(scene.verdicts()) == 964
    assert scene.verify() is None


def test_a_search_names_threads_by_their_titles(scene: Scene) -> None:
    first = scene.board.thread(key="1178000000", title="IDすごろく その1")
    scene.board.thread(key="1178000001", title="雑談", posts=3)
    play(first, 5)
    text = settings_text(f"{scene.board.origin}/entrance/ IDすごろく その*")
    scene.file.write_text(text, encoding="utf-8")
    assert found(scene.round()) == [("followed", "1178000000")]
    assert [one.outcome for one in scene.round(60)] == ["grown"]
    second = scene.board.thread(key="1178000500", title="IDすごろく その2")
    play(second, 5)
    assert found(scene.round(1000)) == [("followed", "1178000500")]
    scene.round(1000)
    scene.round(2)
    assert {verdict.thread.key for verdict in scene.verdicts()} == {"1178000000", "1178000500"}
    assert scene.verify() is None


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("thread", "/entrance"),
        ("thread", "/test/read.cgi/entrance/"),
        ("shitaraba", "/bbs/read.cgi/game/10000/"),
        ("shitaraba", "/game/10000"),
        ("machi", "/bbs/offlaw.cgi/2/kanto"),
        ("machi", "/kanto/"),
    ],
)
def test_a_search_on_any_form_of_a_board(scene: Scene, kind: str, path: str) -> None:
    """Software of したらば and まち on a server of one's own is known by its program, or by the form of its list."""
    thread = getattr(scene.board, kind)(title="IDすごろく その1")
    play(thread, 5)
    scene.file.write_text(settings_text(f"{scene.board.origin}{path} IDすごろく*"), encoding="utf-8")
    assert found(scene.round()) == [("followed", "1178000000")]
    assert [one.outcome for one in scene.round(60)] == ["grown"]
    assert len(scene.verdicts()) == 5
    assert found(scene.round(1000)) == []


@pytest.mark.parametrize(
    ("thread", "hint"),
    [
        ("https://itest.5ch.net/subback/entrance IDすごろく*", "names no server"),
        ("http://bbs.example.jp/bbs/read.cgi/kanto/ IDすごろく*", "/bbs/offlaw.cgi/2/board/"),
        ("https://etc7.2ch.net/ IDすごろく*", "top page"),
    ],
)
def test_a_search_of_which_the_board_is_not_known_is_refused(tmp_path: Path, thread: str, hint: str) -> None:
    path = tmp_path / "referee.toml"
    path.write_text(settings_text(thread), "utf-8")
    with pytest.raises(UsageError, match="is no search") as refused:
        read_settings(str(path))
    assert hint in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("https://etc7.2ch.net/entrance/ IDすごろく その*", "IDすごろく その*"),
        ("https://jbbs.shitaraba.net/game/10000/  すごろく", "すごろく"),
        ("https://etc7.2ch.net/entrance/", None),
        ("https://etc7.2ch.net/test/read.cgi/entrance/1178000000/ x", None),
        ("entrance すごろく", None),
        ("https://etc7.2ch.net/entrance IDすごろく", "IDすごろく"),
        ("https://jbbs.shitaraba.net/bbs/read.cgi/game/10000/ ID*", "ID*"),
        ("http://127.0.0.1:99/bbs/offlaw.cgi/2/kanto/ ID*", "ID*"),
        ("http://127.0.0.1:99/bbs/rawmode.cgi/game/10000/ ID*", "ID*"),
        ("http://127.0.0.1:99/bbs/read.cgi/game/10000/ ID*", "ID*"),
        ("http://127.0.0.1:99/bbs/read.cgi/kanto/ ID*", None),  # whose program that is can't be told
        ("https://itest.5ch.net/krsw/subback/entrance ID*", "ID*"),
        ("https://itest.5ch.net/subback/entrance ID*", None),  # names no server
    ],
)
def test_what_is_a_search(text: str, title: str | None) -> None:
    search = parse_search(text)
    assert (search.title if search else None) == title


def test_a_sign_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "referee.toml"
    path.write_text('[[game]]\nname = "g"\nnext_signs = ["title_number"]\n', "utf-8")
    with pytest.raises(UsageError, match="next_signs"):
        read_settings(str(path))


def test_the_commands_tell_of_a_candidate(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    nearly_full(scene)
    successor(scene)
    scene.round(1000)
    scene.close()
    assert run(["status", "--settings", str(scene.file), "--json"]) == 0
    (item,) = json.loads(capsys.readouterr().out)["open_items"]
    assert (item["kind"], item["thread"].rpartition("/")[2]) == ("next_thread", "1178100000")
    assert "the next number" in item["text"]
    assert run(["status", "--settings", str(scene.file), "--lang", "ja"]) == 0
    out = capsys.readouterr().out
    assert (
        "次スレの候補: 「IDすごろく その3」 70点: 題名の番号が次、1のレスが主のトリップ; 次スレなら threads に書き足す"
        in out
    )


def test_the_daemon_plans_a_thread_that_is_followed(scene: Scene) -> None:
    """Its job, without its scheduler: what is followed is told and polled at once."""
    nearly_full(scene, FOLLOW)
    other = successor(scene)
    scene.advance(1000)
    told: list[Polled] = []
    planned: list[str] = []

    class Planner:
        def add_job(self, *_: object, id: str, **__: object) -> None:
            planned.append(id)

    daemon = Daemon(scene.folder, scene.board.clock, scene.jitter, told.append)
    poller = scene.poller()
    daemon._look_for_next(Planner(), poller, Event())  # type: ignore[arg-type]
    assert found(told) == [("followed", other.key)]
    assert [thread.rpartition("/")[2] for thread in planned] == [other.key]
    assert poller.places[-1].thread.key == other.key
    daemon._look_for_next(Planner(), poller, Event())  # type: ignore[arg-type]
    assert len(planned) == len(told) == 1
