"""Several games, several threads, and games whose rules change under way (ODD-INPUTS 34)."""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta

import pytest
from fakeboard import FakeBoard, FakeThread
from process import command
from scene import TRIPS, Scene, play

from referee.app.tell import table
from referee.app.why import as_row, why
from referee.errors import UsageError
from referee.words import Speaker


def roll(thread: FakeThread, ident: str, trip: str = TRIPS[0], mail: str = "") -> None:
    thread.post("とりゃ", name=f"歩く人 </b>◆{trip} <b>", mail=mail, ident=ident)


def second_game(thread: FakeThread, more: str = "") -> str:
    return f'\n[[game]]\nname = "other"\nthreads = ["{thread.url}"]\n{more}\n'


def test_two_threads_in_a_row_are_one_game(scene: Scene, board: FakeBoard) -> None:
    first, second = board.thread(key="1178000000"), board.thread(key="1178000001")
    scene.write(first, second)
    play(first, 30, every=900)
    scene.round()
    play(first, 5)
    first.stop()
    play(second, 10, every=900)
    scene.round(3600)
    scene.run(scene.now + timedelta(hours=12))
    play(second, 25, every=900)
    scene.run(scene.now + timedelta(hours=12))
    assert scene.verdicts() == scene.audited(first, second)
    assert {verdict.thread.key for verdict in scene.verdicts()} == {"1178000000", "1178000001"}
    assert scene.verify() is None
    before = scene.derived()
    assert [one.changed for one in scene.rebuild()] == [()]
    assert scene.derived() == before


@pytest.mark.parametrize("ended", [False, True])
def test_a_game_that_comes_to_the_settings_is_judged_by_what_is_known(
    scene: Scene, thread: FakeThread, ended: bool
) -> None:
    """News or no news, and though its thread has ended."""
    play(thread, 20, every=4000)
    if ended:
        thread.stop()
    scene.poll()
    scene.run(scene.now + timedelta(days=2))
    scene.write(thread, also=second_game(thread))
    scene.round(3600)
    assert scene.verdicts("other") == scene.verdicts("sugoroku")
    assert scene.verify() is None
    before = scene.derived()
    scene.rebuild()
    assert scene.derived() == before


def test_a_thread_read_for_one_game_is_put_into_another(scene: Scene, board: FakeBoard) -> None:
    first, second = board.thread(key="1178000000"), board.thread(key="1178000001")
    scene.write(first, also=second_game(second))
    play(first, 5, every=900)
    play(second, 5, every=900)
    scene.run(scene.now + timedelta(hours=1))
    scene.write(first, second, also=second_game(second))
    scene.round(3600)
    judged = [(verdict.thread.key, verdict.number) for verdict in scene.verdicts("sugoroku")]
    assert judged == [(key, number) for key in ("1178000000", "1178000001") for number in range(1, 6)]
    assert scene.verify() is None


def test_two_games_share_a_thread(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread, also=second_game(thread, "readings = { roll_on_sage = false }"))
    for ident in ("aaaa1234", "bbbb5678"):
        roll(thread, ident, mail="sage")
        scene.advance(86_400)
    play(thread, 20, every=4000)
    scene.poll()
    play(thread, 5)
    scene.poll(3600)
    assert scene.board.requests == 2
    assert (scene.kinds("sugoroku")[1], scene.kinds("other")[1]) == ("roll", "chat")
    assert len(scene.verdicts("other")) == 27
    assert scene.verdicts("sugoroku") != scene.verdicts("other")
    assert scene.verify() is None
    before = scene.derived()
    scene.rebuild()
    assert scene.derived() == before


def test_a_game_added_later_to_a_thread_is_judged_from_its_first_post(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10)
    scene.poll()
    scene.write(thread, also=second_game(thread))
    play(thread, 3)
    scene.poll(600)
    assert [verdict.number for verdict in scene.verdicts("other")] == list(range(1, 14))
    assert scene.verify() is None


def test_the_settings_of_a_game_stand_in_the_journal_whenever_they_changed(scene: Scene, thread: FakeThread) -> None:
    play(thread, 3)
    scene.poll()
    scene.write(thread, more='title = "新しい題"')
    play(thread, 1)
    scene.poll(600)
    with scene.open.read() as view:
        told = [row.content for row in view.journal() if row.kind == "settings/1"]
    assert len(told) == 2
    assert "新しい題" in told[1]


def test_a_snapshot_of_other_rules_is_not_used(scene: Scene, thread: FakeThread) -> None:
    """ODD-INPUTS 34: verdicts that come out otherwise supersede the old ones, with the cause."""
    roll(thread, "aaaa1234", mail="sage")
    play(thread, 20, every=4000)
    scene.poll()
    before = scene.verdicts()
    scene.write(thread, more="readings = { roll_on_sage = false }")
    with pytest.raises(UsageError, match="referee rebuild"):
        table(scene.open, scene.tables()[0])
    play(thread, 2)
    scene.poll(1000)
    after = scene.verdicts()
    assert (before[0].kind, after[0].kind) == ("roll", "chat")
    assert after == scene.audited(thread)
    assert scene.verify() is None
    old, new = why(scene.open, scene.tables()[0], "1").posts[0].stored
    assert (old.in_force, new.in_force, new.supersedes, new.cause) == (False, True, old.id, "rules")
    assert as_row(why(scene.open, scene.tables()[0], "1").posts[0], Speaker("en", {})).why == "sage"
    assert [stored.verdict for stored in why(scene.open, scene.tables()[0], "21").posts[0].stored][-1] == after[20]


def test_other_rules_are_judged_by_without_a_new_post(scene: Scene, thread: FakeThread) -> None:
    """The first poll after the settings changed judges anew, whether the thread brings news or not."""
    roll(thread, "aaaa1234", mail="sage")
    scene.poll()
    scene.write(thread, more="readings = { roll_on_sage = false }")
    scene.poll(1000)
    assert scene.verdicts()[0].kind == "chat"
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None
    count = len(why(scene.open, scene.tables()[0], "1").posts[0].stored)
    scene.poll(1000)
    assert len(why(scene.open, scene.tables()[0], "1").posts[0].stored) == count == 2


def test_a_poll_counts_what_is_judged_anew(scene: Scene, thread: FakeThread) -> None:
    """With news or without, whatever the reason: other rules here."""
    roll(thread, "aaaa1234", mail="sage")
    scene.poll()
    scene.write(thread, more="readings = { roll_on_sage = false }")
    polled = scene.poll(1000)
    assert [(len(one.new), len(one.superseding)) for one in polled.declared] == [(0, 1)]
    scene.write(thread)
    play(thread, 2)
    scene.close()
    done = command("poll", "--now", "--settings", str(scene.file), "--json")
    told = json.loads(done.stdout)
    assert (told["outcome"], told["new"], told["superseding"]) == ("grown", 2, 1)
    scene.write(thread, more="readings = { roll_on_sage = false }")
    assert "judged anew: 3" in command("poll", "--now", "--settings", str(scene.file)).stdout


def test_a_rebuild_under_other_rules_tells_what_changed(scene: Scene, thread: FakeThread) -> None:
    roll(thread, "aaaa1234", mail="sage")
    play(thread, 20, every=4000)
    scene.poll()
    before = scene.verdicts()
    scene.write(thread, more="readings = { roll_on_sage = false }")
    assert scene.verify() is not None
    (rebuilt,) = scene.rebuild()
    assert rebuilt.verdicts == 21
    assert rebuilt.changed[0][0] == before[0]
    assert scene.verify() is None
    assert scene.verdicts() == scene.audited(thread)
    assert why(scene.open, scene.tables()[0], "1").posts[0].stored[1].cause == "rebuild"
    (again,) = scene.rebuild()
    assert again.changed == ()


def test_a_rebuild_counts_apart_what_only_other_rules_judged(scene: Scene, thread: FakeThread) -> None:
    """A verdict that came out the same is no change that a host must look at."""
    roll(thread, "aaaa1234", mail="sage")
    play(thread, 20, every=4000)
    scene.poll()
    scene.write(thread, more="readings = { roll_on_sage = false }")
    scene.close()
    done = command("rebuild", "--settings", str(scene.file))
    assert done.returncode == 0
    head, *lines = done.stdout.splitlines()
    (same,) = re.findall(r"same result: (\d+)\)", head)
    (changed,) = re.findall(r"(\d+) changed", head)
    assert int(same) + int(changed) == 21
    assert 1 <= len(lines) == int(changed) < 21
    assert scene.verify() is None
    told = json.loads(command("rebuild", "--json", "--settings", str(scene.file)).stdout)
    assert (told["changed"], told["other_rules"]) == (0, 0)


def test_rules_that_change_back_change_verdicts_back(scene: Scene, thread: FakeThread) -> None:
    roll(thread, "aaaa1234", mail="sage")
    play(thread, 20, every=4000)
    scene.poll()
    before = scene.verdicts()
    for more in ("readings = { roll_on_sage = false }", ""):
        scene.write(thread, more=more)
        scene.rebuild()
    assert scene.verdicts() == before
    assert len(why(scene.open, scene.tables()[0], "1").posts[0].stored) == 3
    assert scene.verify() is None


def test_a_daily_roll_that_moves_to_another_post_far_away(scene: Scene, board: FakeBoard) -> None:
    """Under new rules an earlier post of the day is the roll; the old one is a thousand posts behind it."""
    thread = board.thread()
    scene.write(thread, more="readings = { roll_on_sage = false }")
    play(thread, 995, random.Random(1))
    roll(thread, "aaaa1234", "Newcomer01", mail="sage")
    play(thread, 10, random.Random(2))
    roll(thread, "bbbb1234", "Newcomer01")
    scene.poll()
    assert (scene.kinds()[996], scene.kinds()[1007]) == ("chat", "roll")
    scene.write(thread)
    scene.rebuild()
    assert (scene.kinds()[996], scene.kinds()[1007]) == ("roll", "void")
    assert scene.verdicts() == scene.audited(thread)
    assert scene.verify() is None


def test_a_rebuild_gives_the_same_bytes(scene: Scene, board: FakeBoard) -> None:
    """After growth, edits, removals and a fall: what is derived is derived again, byte for byte."""
    first, second = board.thread(key="1178000000"), board.thread(key="1178000001")
    scene.write(first, second)
    chance = random.Random(7)
    for step in range(30):
        play(first, 5, chance, every=200)
        play(second, 2, chance, every=200)
        if step % 4 == 1:
            first.erase(chance.randrange(1, len(first.lines)), same_length=chance.random() < 0.5)
        if step % 4 == 3:
            second.remove(chance.randrange(2, len(second.lines)))
        scene.round(chance.choice([60, 600, 3700]))
    first.fall()
    scene.round(3700)
    assert scene.verify() is None
    before = scene.derived()
    assert [one.changed for one in scene.rebuild()] == [()]
    assert scene.derived() == before
    assert scene.verify() is None
