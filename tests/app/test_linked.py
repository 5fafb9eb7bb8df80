"""Extra rolls live: linked threads of other boards are read by the poller, kept, and judged by RULES X1 to X4."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from fakeboard import FakeBoard, FakeThread
from scene import TRIPS, Scene

from referee.app.audit import open_audit
from referee.app.book import added, read_book, ruled, write
from referee.app.ingest import judge_all
from referee.app.poll import Polled
from referee.cli import group, run
from referee.model import Ruling, Thrown, Verdict
from referee.model.ruling import AcceptLink, Act, PostKey, TakeRules

WALKER = f"歩く人 </b>◆{TRIPS[0]} <b>"
OTHER = f"風 </b>◆{TRIPS[1]} <b>"
#: Dice that grant an extra roll (PR), and such that walk five and seven squares.
GRANT, FIVE, SEVEN = "PRd1MhaA", "a5dMhaAn", "a7dMhaAn"


class Game:
    """One game thread in which a player has a right, and a board where he uses it."""

    def __init__(self, scene: Scene, board: FakeBoard) -> None:
        self.scene, self.board = scene, board
        self.thread = scene.board.thread()
        self.there = board.thread("entrance2", "1178000001", "雑談")
        scene.write(self.thread)
        self.thread.post("はじめ", name=WALKER, mail="", ident=GRANT)
        self.poll()
        scene.advance(60)

    def poll(self, wait: float = 61) -> list[Polled]:
        """A round, whatever the schedule of the game's thread says; back-off and budget hold."""
        return self.scene.round(wait, hurry=True)

    def extra(self, ident: str = FIVE, thread: FakeThread | None = None, name: str = WALKER) -> str:
        """The player rolls elsewhere; the link to it."""
        thread = thread or self.there
        return f"{thread.url}{thread.post('すごろくから来ました', name=name, mail='', ident=ident)}"

    def link(self, *urls: str, name: str = WALKER) -> int:
        """The player posts links in the game's thread."""
        self.scene.advance(60)
        return self.thread.post(" <br> ".join(urls), name=name, ident="")

    def extras(self) -> list[tuple[int, int]]:
        """Posts by which extra rolls were made, and the squares reached."""
        return [
            (verdict.number, step.roll.target or 0)
            for verdict in self.scene.verdicts()
            for step in verdict.steps
            if isinstance(step, Thrown) and step.linked is not None
        ]

    def refused(self) -> list[tuple[int, str | None]]:
        return [
            (verdict.number, item.why)
            for verdict in self.scene.verdicts()
            for item in verdict.items
            if item.kind == "link_refused"
        ]

    def asked(self, thread: FakeThread | None = None) -> int:
        """How often the linked thread was asked for."""
        path = (thread or self.there).path
        return sum(exchange.path == path for exchange in self.board.log)

    def audited(self) -> list[Verdict]:
        """What an audit says of the same bytes, linked threads given with `--linked`."""
        scene, saved, linked = self.scene, self.scene.path / "saved.dat", []
        saved.write_bytes(scene.held())
        with scene.open.read() as view:
            for cursor in view.linked_cursors():
                file = scene.path / f"{cursor.thread.key}.dat"
                file.write_bytes(view.held(cursor.thread).body)
                if file.stat().st_size:
                    url = f"http://{cursor.thread.host}/test/read.cgi/{cursor.thread.board}/{cursor.thread.key}/"
                    linked.append(f"{url}={file}")
        audit, _ = open_audit([f"{self.thread.url}={saved}"], linked, str(scene.file), None, [], "en")
        return [verdict for batch in audit.verdicts(lambda _: None) for verdict in batch]

    def check(self) -> None:
        """The ledger is right, a rebuild changes nothing, and an audit says the same."""
        scene = self.scene
        assert scene.verify() is None
        assert scene.verdicts() == self.audited()
        before = scene.derived()
        assert [(one.changed, one.other_rules) for one in scene.rebuild()] == [((), 0)]
        assert scene.derived() == before
        assert scene.verify() is None


@pytest.fixture
def game(scene: Scene) -> Game:
    """The other board stands on the same server."""
    return Game(scene, scene.board)


@pytest.fixture
def far(scene: Scene) -> Iterator[Game]:
    """The other board stands on a server that the settings do not name yet."""
    with FakeBoard(scene.board.clock) as other:
        yield Game(scene, other)


def name_host(scene: Scene, *hosts: str, more: str = "") -> None:
    scene.write(scene.board.thread(), polling=f"linked_hosts = {json.dumps(hosts)}\n{more}")


def told(polled: list[Polled]) -> list[tuple[str, str]]:
    return [(one.outcome, one.reason) for one in polled]


def outcomes(polled: list[Polled]) -> list[str]:
    return [one.outcome for one in polled]


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
    import socket

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


def test_the_command_tells_what_was_read(
    game: Game, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.app import clock

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

    def rule(act: Act, number: int) -> None:
        with scene.open.write(scene.now) as tx:
            book = read_book(tx, "sugoroku")
            key = PostKey(scene.place().thread, number)
            write(tx, added(book, Ruling(0, (key,), act, "話し合い"), scene.now))
            for table in scene.tables():
                judge_all(tx, ruled(tx, table), "ruling")

    game.poll()
    assert (game.extras(), game.refused()) == ([(taken, 6)], [(accepted, "no_right")])
    rule(TakeRules("id-sugoroku", {"fraction": "floor"}), taken)
    assert (game.extras(), scene.verify()) == ([(taken, 6)], None)
    rule(AcceptLink(dice=SEVEN), accepted)
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


def status(game: Game) -> dict[str, Any]:
    result = CliRunner().invoke(group, ["status", "--settings", str(game.scene.file), "--json"])
    assert result.exception is None, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found
