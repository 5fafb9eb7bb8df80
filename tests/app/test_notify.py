"""Notes after polls: what is told, to whom, once; what fails is tried again and stops nothing; never to a board."""

from __future__ import annotations

import json
import signal
import sys
import types
from typing import Any

import pytest
from fakeboard import FakeThread
from fakehook import FakeHook
from msgspec.structs import replace
from noted import write
from process import daemon, referee
from scene import TRIPS, Scene

from referee.app.clock import JST
from referee.app.notices import Seen, between
from referee.app.notify import Message, Notifier, Tried, body_of, load, path_of, waiting
from referee.app.targets import masked
from referee.errors import RefereeError
from referee.model import Claim, Spot
from referee.words.notices import NoticeSpeaker

A, B, C = TRIPS[:3]
#: Dice by what they do.
FIVE, NINE, REST = "a5dMhaAn", "a9dMhaAn", "a5dMhYAn"


def roll(thread: FakeThread, trip: str, ident: str, name: str = "歩く人") -> int:
    return thread.post("とりゃ", name=f"{name} </b>◆{trip} <b>", mail="sage", ident=ident)


def run(scene: Scene) -> tuple[Tried, ...]:
    """What a poll does when it has written."""
    return Notifier(scene.folder, scene.open, lambda: scene.places).run(scene.now)


def poll(scene: Scene, days: float = 0) -> tuple[Tried, ...]:
    scene.poll(days * 86400 + 900)
    return run(scene)


def told(hook: FakeHook, event: str) -> list[dict[str, Any]]:
    return [note for note in hook.notes if note["event"] == event]


@pytest.fixture
def begun(scene: Scene, thread: FakeThread, hook: FakeHook) -> Scene:
    """A is on 9, B on 5; nothing was told of it."""
    write(scene, thread, hook)
    roll(thread, A, NINE)
    roll(thread, B, FIVE, "風")
    assert poll(scene) == ()
    return scene


def test_a_game_seen_for_the_first_time_is_only_looked_at(begun: Scene, hook: FakeHook) -> None:
    assert hook.bodies == []
    assert load(path_of(begun.folder)).seen == 2


def test_who_is_passed_is_told_once(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    roll(thread, B, NINE, "風")
    assert [one.reason for one in poll(begun)] == [None]
    (note,) = told(hook, "passed")
    assert {key: note[key] for key in ("game", "player", "before", "rank", "by")} == {
        "game": "sugoroku", "player": f"◆{A}", "before": 1, "rank": 2,
        "by": [{"player": f"◆{B}", "name": "風", "square": 14}],
    }  # fmt: skip
    assert note["text"] == f"[sugoroku] 歩く人 (◆{A}) was passed by 風 (◆{B}): rank 1→2"
    assert hook.bodies[0]["text"].splitlines()[0] == note["text"]
    for _ in range(3):
        poll(begun)
    assert len(hook.bodies) == 1


def test_nobody_is_passed_by_those_who_stood(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    roll(thread, A, "a1dMTOnn")  # back to the start
    poll(begun)
    assert begun.verdicts()[-1].kind == "roll"
    assert told(hook, "passed") == []


def test_the_end_of_a_rest_is_told_on_the_first_poll_of_the_day(
    begun: Scene, thread: FakeThread, hook: FakeHook
) -> None:
    begun.advance(86400)
    roll(thread, A, REST)
    poll(begun)
    (row,) = [row for row in load(path_of(begun.folder)).games["sugoroku"].items() if row[0] == f"◆{A}"]
    free_on = row[1].free_on
    assert free_on is not None
    while begun.now.astimezone(JST).date().toordinal() < free_on:
        assert told(hook, "rest_ends") == []
        poll(begun, 0.2)
    assert [note["player"] for note in told(hook, "rest_ends")] == [f"◆{A}"]
    thread.post("おはよう")
    for _ in range(4):
        poll(begun, 0.1)
    assert len(told(hook, "rest_ends")) == 1


def test_a_rest_that_ended_while_the_roll_was_made_is_not_told(
    begun: Scene, thread: FakeThread, hook: FakeHook
) -> None:
    begun.advance(86400)
    roll(thread, A, REST)
    poll(begun)
    begun.advance(3 * 86400)
    roll(thread, A, FIVE)
    poll(begun)
    assert begun.verdicts()[-1].kind == "roll"
    assert told(hook, "rest_ends") == []


def test_a_thread_near_its_end_is_told_once_for_each_mark(scene: Scene, thread: FakeThread, hook: FakeHook) -> None:
    more = 'events = ["thread_end"]\nthread_end = 5'
    write(scene, thread, hook, f'{more}\n[[notify]]\nurl = "{hook.url}"\nevents = ["thread_end"]\nthread_end = 7')
    for _ in range(9):
        roll(thread, A, FIVE)
        poll(scene)
    assert [(note["posts"], note["thread"]) for note in told(hook, "thread_end")] == [
        (5, str(scene.place().thread)), (7, str(scene.place().thread)),
    ]  # fmt: skip


def test_open_items_and_changed_verdicts_are_told(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    first = begun.verdicts()[0]
    with begun.open.write(begun.now) as tx:
        tx.put_verdicts("sugoroku", [replace(first, claim=Claim(1, 2, 3))], "rebuild")
    run(begun)
    (note,) = told(hook, "changed_verdict")
    assert (note["no"], note["player"]) == (1, f"◆{A}")
    begun.advance(86400)
    thread.post("とりゃ", name=f"歩く人 ◇{A}", ident="abcdefgh")
    poll(begun)
    assert told(hook, "open_item")


def test_what_other_rules_judge_the_same_is_no_news(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    thread.post("とりゃ", name=f"歩く人 ◇{A}", ident="abcdefgh")
    poll(begun)
    assert told(hook, "open_item")
    hook.bodies.clear()
    with begun.open.write(begun.now) as tx:
        tx.put_verdicts("sugoroku", [replace(one, ruleset="0" * 64) for one in begun.verdicts()], "rules")
    run(begun)
    assert hook.bodies == []


def test_coming_home_is_told() -> None:
    before = {A: Seen("a", Spot(1, 990)), B: Seen("b", Spot(2, 900))}
    after = {B: Seen("b", Spot(1, 1000, home=True)), A: Seen("a", Spot(2, 990))}
    told = [(one.event, one.player, one.rank) for one in between("x", before, after)]
    assert told == [("passed", A, 2), ("home", B, 1)]
    assert list(between("x", after, after)) == []


def test_players_games_and_events_are_chosen(scene: Scene, thread: FakeThread, hook: FakeHook) -> None:
    write(scene, thread, hook, f'events = ["passed"]\nplayers = ["◆{B}"]\nlang = "ja"')
    roll(thread, A, NINE)
    roll(thread, B, NINE, "風")
    roll(thread, C, FIVE, "星")
    poll(scene)
    scene.advance(86400)
    roll(thread, C, NINE, "星")
    poll(scene)
    assert [note["player"] for note in hook.notes] == [f"◆{B}"]
    assert "抜かれた" in hook.bodies[0]["text"]


# What goes wrong


def test_what_was_not_taken_is_tried_again_until_it_is(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    hook.status = 500
    roll(thread, B, NINE, "風")
    assert [one.reason for one in poll(begun)] == ["busy"]
    assert waiting(begun.folder) == [(masked(hook.url), 1, "busy")]
    assert [one.reason for one in poll(begun)] == ["busy"]
    hook.status = 200
    assert [one.reason for one in poll(begun)] == [None]
    assert hook.bodies[0] == hook.bodies[1] == hook.bodies[2]
    assert (poll(begun), len(hook.bodies)) == ((), 3)
    assert waiting(begun.folder) == [(masked(hook.url), 0, "")]


def test_after_a_day_it_is_given_up(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    hook.status = 403
    roll(thread, B, NINE, "風")
    poll(begun)
    (tried,) = poll(begun, 1.1)
    assert (tried.reason, tried.given_up) == ("refused", True)
    assert poll(begun) == ()


def test_a_crash_while_sending_tells_nobody_twice(
    begun: Scene, thread: FakeThread, hook: FakeHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.advance(86400)
    roll(thread, B, NINE, "風")

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("referee.app.notify.send", crash)
        with pytest.raises(KeyboardInterrupt):
            poll(begun)
    assert poll(begun) == ()
    assert hook.bodies == []


@pytest.mark.parametrize("status", [301, 307])
def test_a_redirect_is_not_followed(begun: Scene, thread: FakeThread, hook: FakeHook, status: int) -> None:
    begun.advance(86400)
    hook.status = status
    roll(thread, B, NINE, "風")
    assert [one.reason for one in poll(begun)] == ["redirected"]
    assert len(hook.paths) == 1


def test_without_the_file_only_what_comes_is_told(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    roll(thread, B, NINE, "風")
    begun.poll(900)
    path_of(begun.folder).unlink()
    assert run(begun) == ()
    begun.advance(86400)
    roll(thread, A, NINE)
    poll(begun)
    assert [note["player"] for note in told(hook, "passed")] == [f"◆{B}"]


def test_a_damaged_file_is_told_in_a_line(begun: Scene) -> None:
    path_of(begun.folder).write_text('{"seen": "x"}', "utf-8")
    with pytest.raises(RefereeError, match="delete it"):
        run(begun)


def test_a_name_that_leads_inside_is_not_asked(
    begun: Scene, thread: FakeThread, hook: FakeHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that is written out may be anywhere; a name must lead to public ones."""
    from referee.fetch.webhook import post_json

    inside = [(0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: inside)
    assert post_json("https://hooks.example.com/x", b"{}") == "private_address"


def test_a_silent_hook_is_not_waited_for(hook: FakeHook) -> None:
    from referee.fetch.webhook import post_json

    hook.delay = 1.0
    assert post_json(hook.url, b"{}", timeout=0.2) == "timeout"
    assert post_json("http://127.0.0.1:1/x", b"{}") == "connect"
    assert post_json(hook.url, b"x" * 20_000) == "too_large"


# The ledger, the commands and the daemon


def test_the_ledger_knows_nothing_of_notes(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    roll(thread, B, NINE, "風")
    poll(begun)
    assert hook.bodies
    assert begun.verify() is None
    begun.rebuild()
    assert run(begun) == ()
    assert len(hook.bodies) == 1


def test_poll_tells_a_failure_in_a_line_without_the_secret(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    hook.status = 500
    roll(thread, B, NINE, "風")
    begun.poll(900)
    begun.close()
    done = referee(begun.path, "poll", "--json")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "http://127.0.0.1/…: a note was not taken (it is busy)" in done.stderr
    status = referee(begun.path, "status", "--json")
    (note,) = json.loads(status.stdout)["notifications"]
    assert (note["target"], note["waiting"], note["reason"]) == ("http://127.0.0.1/…", 1, "busy")
    listed = referee(begun.path, "notify")
    for output in (done, status, listed, referee(begun.path, "status")):
        assert "s3cret" not in output.stdout + output.stderr
        assert "t0ken" not in output.stdout + output.stderr
    assert "s3cret" not in path_of(begun.folder).read_text("utf-8")


def test_a_test_is_sent_to_every_target(begun: Scene, hook: FakeHook) -> None:
    done = referee(begun.path, "notify", "--test")
    assert (done.returncode, done.stderr) == (0, "")
    assert [note["event"] for note in hook.notes] == ["test"]
    hook.status = 404
    failed = referee(begun.path, "notify", "--test", "--json")
    assert failed.returncode == 3
    assert json.loads(failed.stdout) == [{"target": "http://127.0.0.1/…", "reason": "refused"}]


def test_the_daemon_tells_too(begun: Scene, thread: FakeThread, hook: FakeHook) -> None:
    begun.advance(86400)
    roll(thread, B, NINE, "風")
    begun.poll(900)
    begun.close()
    with daemon(begun.path) as one:
        one.says("a note was taken")
        one.tell(signal.SIGTERM)
        code, _ = one.ends()
    assert code == 0
    assert len(told(hook, "passed")) == 1
    assert not any("s3cret" in line for line in one.lines)


def test_apprise_sends_where_it_is_there(scene: Scene, thread: FakeThread, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.app.notify import send

    said: list[tuple[str, str]] = []

    class Apprise:
        def add(self, url: str) -> bool:
            self.url = url
            return not url.startswith("nonsense")

        def notify(self, body: str) -> bool:
            said.append((self.url, body))
            if self.url.startswith("boom"):
                raise ValueError(self.url)
            return True

    monkeypatch.setitem(sys.modules, "apprise", types.SimpleNamespace(Apprise=Apprise))
    assert send("tgram://1:x/2", {"text": "hello"}) is None
    assert said == [("tgram://1:x/2", "hello")]
    assert send("nonsense://x", {"text": "hello"}) == "apprise"
    assert send("boom://x", {"text": "hello"}) == "apprise"
    monkeypatch.setitem(sys.modules, "apprise", None)
    assert send("tgram://1:x/2", {"text": "hello"}) == "apprise_missing"
    assert "pip install" in NoticeSpeaker("en", {}).note_failed("tgram://…", "apprise_missing")


@pytest.mark.parametrize(
    "name", ["@everyone <!channel>", "[x](javascript:1)", "203.0.113.7", "\u202eevil\x00", "名" * 3000, '"}],"x":[{"']
)
def test_a_nasty_name_mentions_nobody_and_breaks_nothing(
    begun: Scene, thread: FakeThread, hook: FakeHook, name: str
) -> None:
    begun.advance(86400)
    roll(thread, B, NINE, name.replace("<", "&lt;").replace(">", "&gt;"))
    poll(begun)
    (note,) = told(hook, "passed")
    text = hook.bodies[0]["text"]
    assert not {"@", "<", ">", "\u202e", "\x00"} & set(text)
    assert "203.0.113.7" not in json.dumps(hook.bodies)
    assert len(json.dumps(hook.bodies[0])) < 3000
    assert note["by"][0]["player"] == f"◆{B}"


def test_a_message_stays_small() -> None:
    notes = [{"event": "passed", "text": "名" * 400, "n": number} for number in range(20)]
    body = body_of(Message("x", "2007-05-01T00:00:00+09:00", notes, more=3), NoticeSpeaker("en", {}))
    assert len(json.dumps(body, ensure_ascii=False).encode()) < 16_384
    assert body["more"] + len(body["notes"]) == 23
    assert body["text"].endswith("more")
