"""Extra rolls live: linked threads of other boards are read by the poller, kept, and judged by RULES X1 to X4."""

from __future__ import annotations

import random

import pytest
from linkgame import FIVE, GRANT, OTHER, SEVEN, WALKER, Game, outcomes
from ruled import rule
from scene import TRIPS, Scene

from referee.app import clock
from referee.cli import run
from referee.model.ruling import AcceptLink, TakeRules


@pytest.mark.parametrize("to", ["post", "thread"])
def test_the_poll_that_sees_the_link_rolls_it(to: str, game: Game) -> None:
    url = game.extra()
    number = game.link(url if to == "post" else game.there.url)
    polled = game.poll()
    assert outcomes(polled) == ["grown", "linked"]
    assert game.extras() == [(number, 6)]
    causes = game.scene.sql("SELECT cause FROM verdicts WHERE number = ?", number)
    assert causes == [("seen",)]  # judged right the first time
    assert game.asked() == 1
    game.check()


def test_only_links_that_can_count_lead_to_a_request(game: Game) -> None:
    url = game.extra()
    game.link(url, name=OTHER)  # no right
    game.link("http://example.com/picture.png", game.thread.url, "http://example.com/test/read.cgi/news/1178000009/5")
    game.poll()
    assert game.asked() == 0
    assert game.refused() == [(3, "unreachable")]  # a host that nobody knows
    game.link(url)
    game.poll()
    game.link(url)
    game.poll()
    assert (game.asked(), len(game.extras())) == (1, 1)
    game.check()


def test_a_thread_is_read_once_and_again_only_for_a_post_that_is_not_held(game: Game) -> None:
    game.extra(f"PR{FIVE[2:]}")
    game.link(f"{game.there.url}1")
    game.poll()
    game.link(f"{game.there.url}1")  # used
    game.poll()
    assert game.asked() == 1
    later = game.extra(SEVEN)
    number = game.link(later)
    game.poll()
    assert game.asked() == 2
    assert game.refused()[-1] == (number, "wrong_board")  # the second extra roll is made elsewhere
    game.check()


def test_the_players_post_comes_after_the_link_to_the_thread(game: Game) -> None:
    game.there.post("誰か")
    first = game.link(game.there.url)
    game.poll()
    assert game.refused() == [(first, "no_trip_there")]
    game.scene.advance(60)
    game.extra()
    game.poll()
    assert game.asked() == 1  # nobody linked again
    second = game.link(game.there.url)
    game.poll()
    assert (game.extras(), game.refused()) == ([(first, 6)], [(second, "used")])  # as an audit of the bytes has it
    game.check()


def test_a_post_that_a_lagging_server_does_not_show_yet_is_looked_for_once_more(game: Game) -> None:
    game.there.post("誰か")
    number = game.link(f"{game.there.url}2")
    game.poll()
    assert game.refused() == [(number, "unreachable")]
    game.extra()
    game.scene.round(61)
    assert game.asked() == 1
    game.scene.round(900)
    assert (game.asked(), game.extras()) == (2, [(number, 6)])
    wrong = game.link(f"{game.there.url}77")
    for _ in range(10):
        game.poll(1000)
    assert game.asked() == 2  # without a right nothing is asked for
    assert game.refused() == [(wrong, "no_right")]
    game.check()


def test_a_number_that_never_comes_is_looked_for_twice(game: Game) -> None:
    game.there.post("誰か")
    game.link(f"{game.there.url}77")
    for _ in range(10):
        game.poll(1000)
    assert game.asked() == 2
    game.check()


def test_two_links_in_one_post_and_an_extra_roll_that_grants_another(game: Game) -> None:
    one = game.extra("PRd1Mha2")
    two = game.extra(SEVEN, game.board.thread("qa", "1178000002"))
    number = game.link(one, two)
    assert outcomes(game.poll()) == ["grown", "linked", "linked"]
    assert [who for who, _ in game.extras()] == [number, number]
    game.check()


def test_many_links_are_read_a_few_at_a_time(game: Game) -> None:
    others = [game.board.thread("entrance2", str(1178001000 + number)) for number in range(20)]
    for one in others:
        one.post("こんにちは")
    game.link(*(f"{one.url}1" for one in others))
    polled = game.poll()
    assert outcomes(polled).count("linked") == 16  # in the poll, and once more behind it
    game.poll()
    assert sum(game.asked(one) for one in others) == 20
    assert {why for _, why in game.refused()} == {"no_trip_there"}
    game.check()


def test_new_rules_judge_by_the_same_captures(game: Game) -> None:
    number = game.link(game.extra())
    game.poll()
    game.scene.write(game.thread, more='readings = { fraction = "floor" }')
    game.board.forget()
    game.poll()
    assert (game.extras(), game.asked()) == ([(number, 6)], 0)
    game.check()


def test_a_linked_thread_comes_into_the_game(game: Game) -> None:
    game.link(game.extra())
    game.poll()
    game.scene.write(game.thread, game.there)
    game.there.post("続き", name=OTHER, mail="", ident=SEVEN)
    game.poll()
    game.poll()
    assert game.refused() == [(2, "unreachable")]  # a thread of the game is no other board
    assert {verdict.thread.key for verdict in game.scene.verdicts()} == {game.thread.key, game.there.key}
    assert game.scene.verify() is None


def test_a_first_reading_of_an_old_thread_follows_its_links(scene: Scene) -> None:
    thread, there = scene.board.thread(), scene.board.thread("entrance2", "1178000001")
    scene.write(thread)
    thread.post("はじめ", name=WALKER, mail="", ident=GRANT)
    scene.advance(60)
    there.post("すごろく", name=WALKER, mail="", ident=FIVE)
    scene.advance(60)
    thread.post(f"{there.url}1", name=WALKER, ident="")
    assert outcomes(scene.round()) == ["grown", "linked"]
    assert scene.sql("SELECT count(*) FROM verdicts WHERE cause <> 'seen'") == [(0,)]
    assert scene.verify() is None


def test_a_changed_linked_post_is_found(game: Game) -> None:
    game.link(game.extra())
    game.poll()
    row = "SELECT id FROM threads WHERE board = 'entrance2'"
    game.scene.sql(f"UPDATE posts SET status = 'thread_gone' WHERE thread_id = ({row})")
    difference = game.scene.verify()
    assert difference is not None
    assert (difference.what, "entrance2" in difference.thread) == ("post", True)


def test_a_thread_of_another_game_is_read_by_its_own_polls(game: Game) -> None:
    scene = game.scene
    scene.write(game.thread, also=f'[[game]]\nname = "other"\nthreads = ["{game.there.url}"]\n')
    game.there.post("はじめ")
    game.poll()
    first = game.link(game.there.url)
    game.poll()
    assert game.refused() == [(first, "no_trip_there")]
    scene.advance(60)
    game.extra()
    assert outcomes(game.poll()) == ["unchanged", "grown"]
    assert game.extras() == [(first, 6)]
    assert scene.verify() is None
    assert [one.changed for one in scene.rebuild()] == [(), ()]


def test_the_command_tells_what_was_read(
    game: Game, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", game.board.clock)
    game.link(game.extra())
    game.scene.close()
    game.scene.advance(600)
    assert run(["poll", "--settings", str(game.scene.file), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1].split(";")[0] for line in lines] == [
        "new posts read (1 posts)",
        "a linked thread was read",
    ]


def test_rulings_stand_beside_live_links(game: Game) -> None:
    """Another ruleset from the link's post on reads linked threads too; a link accepted is remembered."""
    url, old = game.extra(), game.extra(SEVEN, game.board.thread("qa", "1178000002"), name=OTHER)
    taken, accepted = game.link(url), game.link(old)
    scene = game.scene

    game.poll()
    assert (game.extras(), game.refused()) == ([(taken, 6)], [(accepted, "no_right")])
    rule(scene, TakeRules("id-sugoroku", {"fraction": "floor"}), taken)
    assert (game.extras(), scene.verify()) == ([(taken, 6)], None)
    rule(scene, AcceptLink(dice=SEVEN), accepted)
    assert game.extras() == [(taken, 6), (accepted, 13)]
    assert scene.verify() is None
    assert [one.changed for one in scene.rebuild()] == [()]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_comes_live_play_and_an_audit_say_the_same(seed: int, game: Game) -> None:
    """Posts, links to threads and to posts, rolls elsewhere before and after them, servers that fail, restarts."""
    chance = random.Random(seed)
    names = [WALKER, OTHER, f"主 </b>◆{TRIPS[2]} <b>"]
    boards = [
        game.board.thread(board, str(1178000100 + number))
        for number, board in enumerate(("entrance2", "entrance2", "qa", "pcqa", "news"))
    ]
    for _ in range(60):
        name = chance.choice(names)
        match chance.choice(["roll", "roll", "there", "there", "link", "link", "poll", "poll", "trouble", "restart"]):
            case "roll":
                game.thread.post("とりゃ", name=name, mail="", ident=chance.choice((GRANT, f"PR{SEVEN[2:]}", FIVE)))
            case "there":
                ident = chance.choice((FIVE, SEVEN, GRANT, ""))
                chance.choice(boards).post(chance.choice(("ほ", "すごろく")), name=name, mail="", ident=ident)
            case "link":
                urls = [f"{one.url}{chance.choice(('', '1', '2', '3'))}" for one in chance.sample(boards, 2)]
                game.thread.post(" <br> ".join(urls), name=name, ident="")
            case "poll":
                game.poll(chance.choice((61, 300, 4000)))
            case "trouble":
                game.board.misbehave(chance.choice(("error_500", "page_busy", "not_found")), times=2, path="qa")
            case "restart":
                game.scene.close()
        game.scene.advance(chance.choice((10, 600, 20_000)))
    game.board.behave()
    game.poll(4000)
    assert game.extras() or game.refused()
    game.check()
