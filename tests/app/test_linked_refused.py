"""Linked threads that do not come: servers in trouble, hosts that are not asked, budgets; and what is told of them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from fakeboard import FakeBoard
from linkgame import Game, name_host, outcomes, status, told
from scene import Scene

from referee.cli import run


@pytest.fixture
def far(scene: Scene) -> Iterator[Game]:
    """The other board stands on a server that the settings do not name yet."""
    with FakeBoard(scene.board.clock) as other:
        yield Game(scene, other)


def test_unreachable_then_reachable(game: Game) -> None:
    url = game.extra()
    number = game.link(url)
    game.board.misbehave("error_500", path="entrance2")
    assert told(game.poll()) == [("grown", ""), ("link_failed", "server_error")]
    assert (game.extras(), game.refused()) == ([], [(number, "unreachable")])
    assert game.scene.verify() is None
    game.thread.post("続き")
    assert game.poll()[0].outcome == "grown"  # the counting goes on
    assert game.asked() == 1  # back-off
    game.board.behave()
    game.scene.close()  # restarted between
    polled = game.poll(200)
    assert [(one.outcome, one.settled) for one in polled if one.outcome == "linked"] == [("linked", 1)]
    assert (game.extras(), game.refused()) == ([(number, 6)], [])
    causes = game.scene.sql("SELECT cause FROM verdicts WHERE number = ? ORDER BY id", number)
    assert causes == [("seen",), ("linked",)]
    game.check()


def test_it_is_given_up_after_a_bounded_number_of_tries(game: Game) -> None:
    game.link(game.extra())
    game.board.misbehave("error_500", path="entrance2")
    for _ in range(40):
        game.poll(3601)
    assert game.asked() == 12
    (waiting,) = status(game)["linked"]
    assert (waiting["why"], waiting["failures"], waiting["reason"]) == ("given_up", 12, "server_error")
    game.board.behave()
    game.link(f"{game.there.url}1")  # another link: another try
    game.poll()
    assert len(game.extras()) == 1
    game.check()


def test_a_private_address_is_refused_unless_the_settings_name_it(far: Game) -> None:
    url = far.extra()
    number = far.link(url)
    assert told(far.poll()) == [("grown", ""), ("link_failed", "unknown_host")]
    assert far.board.requests == 0
    assert far.refused() == [(number, "unreachable")]
    assert far.poll()[0].outcome == "unchanged"
    (waiting,) = status(far)["linked"]
    assert waiting["reason"] == "unknown_host"
    name_host(far.scene, far.board.origin.removeprefix("http://"))
    far.poll()
    assert far.extras() == [(number, 6)]
    far.check()


def test_a_known_name_at_a_private_address_is_refused(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    port = game.board.port
    looked_up: list[str] = []

    def resolve(name: str, *args: Any, **more: Any) -> list[Any]:
        looked_up.append(name)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda name, *a, **k: (real if name[0].isdigit() else resolve)(name, *a, **k)
    )
    number = game.link("https://hayabusa.2ch.net/test/read.cgi/entrance2/1178000001/1")
    game.board.forget()
    assert told(game.poll())[1:] == [("link_failed", "private_address")]
    assert (looked_up, game.asked()) == (["hayabusa.2ch.net"], 0)
    assert game.refused() == [(number, "unreachable")]
    game.check()


def test_a_redirect_to_another_host_is_not_followed(game: Game) -> None:
    with FakeBoard(game.scene.board.clock) as inside:
        secret = inside.thread("entrance2", game.there.key)
        url = game.extra(thread=secret)
        game.there.fall(None, status=302, location=f"{inside.origin}{secret.path}")
        number = game.link(f"{game.there.url}1")
        assert url
        assert told(game.poll())[1:] == [("link_failed", "not_found")]
        assert inside.requests == 0
    assert game.refused() == [(number, "unreachable")]


@pytest.mark.parametrize(("way", "reason"), [("huge", "too_large"), ("bomb", "too_large"), ("page_busy", "html")])
def test_what_is_no_thread_or_too_large_is_not_kept(way: str, reason: str, game: Game) -> None:
    game.link(game.extra())
    game.board.misbehave(way, path="entrance2")
    captures = game.scene.count("captures")
    game.board.forget()
    polled = game.poll()
    assert told(polled)[1:] == [("link_failed", reason)]
    assert polled[1].received < 3_000_000
    assert game.scene.count("captures") == captures + 1  # that of the game
    assert game.scene.verify() is None


def test_a_thread_that_is_nowhere_or_has_fallen(game: Game) -> None:
    url = game.extra()
    game.there.fall(None)
    number = game.link(url)
    assert told(game.poll())[1:] == [("link_failed", "not_found")]
    game.there.fall("kako")
    game.poll(200)
    assert game.extras() == [(number, 6)]
    game.check()


def test_the_budget_holds_for_links_too(scene: Scene) -> None:
    game = Game(scene, scene.board)
    scene.write(game.thread, polling="requests_per_day = 2")
    number = game.link(game.extra())
    polled = game.poll()
    assert outcomes(polled) == ["grown", "link_waits"]
    assert (polled[1].why, game.asked()) == ("budget", 0)
    (waiting,) = status(game)["linked"]
    assert (waiting["why"], waiting["reason"]) == ("budget", None)
    assert game.refused() == [(number, "unreachable")]
    game.poll(3600)
    assert game.asked() == 0
    game.poll(24 * 3600)
    assert game.asked() == 1
    assert game.extras() == [(number, 6)]
    game.check()


def test_a_server_in_trouble_does_not_keep_the_game_waiting(game: Game) -> None:
    urls = [game.extra(thread=game.board.thread("entrance2", str(1178002000 + number))) for number in range(4)]
    number = game.link(*urls)
    game.board.misbehave("no_answer", path="entrance2")
    polled = game.poll()
    assert outcomes(polled)[:2] == ["grown", "link_failed"]
    assert game.refused() == [(number, "unreachable")] * 4
    game.board.behave()
    for _ in range(3):
        game.poll(300)
    assert len(game.extras()) == 1  # one right
    game.check()


def test_what_became_of_links_is_told_in_both_languages(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    game.link(game.extra())
    game.board.misbehave("error_500", path="entrance2")
    scene = game.scene
    game.poll()
    scene.close()
    assert run(["status", "--settings", str(scene.file), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "a linked thread could not be read: an error of the server; next at 05/01" in said
    assert run(["status", "--settings", str(scene.file), "--lang", "ja"]) == 0
    assert "リンク先のスレを読めなかった: サーバのエラー" in capsys.readouterr().out
    number = len(game.thread.lines)
    game.board.behave()
    game.poll(200)
    scene.close()
    assert run(["why", str(number), "--settings", str(scene.file), "--lang", "en"]) == 0
    assert "when the linked post became known" in capsys.readouterr().out
