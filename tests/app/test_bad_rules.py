"""Several games in one settings file, and the rules of one of them are bad: it is told, and stops no other."""

from __future__ import annotations

import signal

import pytest
from fakeboard import FakeBoard, FakeThread
from process import daemon, is_one_line, referee
from scene import Scene, play

BAD = ['ruleset = "none.toml"', 'readings = { fractoin = "floor" }']


def other(thread: FakeThread, more: str = "") -> str:
    return f'\n[[game]]\nname = "other"\nthreads = ["{thread.url}"]\n{more}\n'


@pytest.fixture
def pair(scene: Scene, board: FakeBoard) -> tuple[FakeThread, FakeThread]:
    """A thread for each of two games."""
    return board.thread(key="1178000000"), board.thread(key="1178000001")


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("is_known", [True, False])
def test_the_polling_of_other_games_goes_on(
    scene: Scene, pair: tuple[FakeThread, FakeThread], bad: str, is_known: bool
) -> None:
    for thread in pair:
        play(thread, 5)
    if is_known:
        scene.write(pair[0], also=other(pair[1]))
        scene.round()
        scene.round(2)
        assert len(scene.verdicts("other")) == 5
    scene.write(pair[0], also=other(pair[1], bad))
    for thread in pair:
        play(thread, 3)
    polled = [*scene.round(1000), *scene.round(2)]
    assert [one.outcome for one in polled].count("grown") == 2
    told = {str(refusal) for one in polled for refusal in one.refusals}
    assert len(told) == 1
    assert bad.partition(" ")[0] in told.pop()
    assert len(scene.verdicts()) == 8
    # what came meanwhile is kept, and judged once the rules are mended, news or no news
    scene.write(pair[0], also=other(pair[1]))
    (judged,) = [one for one in scene.round(1000) if one.anew]
    assert sum(len(declared.new) for declared in judged.anew) == (3 if is_known else 8)
    assert [verdict.number for verdict in scene.verdicts("other")] == list(range(1, 9))
    assert scene.verify() is None
    assert [one.changed for one in scene.rebuild()] == [(), ()]


def test_a_thread_of_two_games_is_judged_for_the_good_one(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    scene.write(thread, also=other(thread))
    scene.poll()
    scene.write(thread, also=other(thread, BAD[0]))
    play(thread, 5, every=1000)
    scene.poll(1000)
    assert (len(scene.verdicts()), len(scene.verdicts("other"))) == (10, 5)
    scene.write(thread, also=other(thread))
    scene.poll(1000)
    assert scene.verdicts("other") == scene.verdicts()
    assert scene.verify() is None


def test_the_command_tells_it_in_a_line_at_each_poll(scene: Scene, pair: tuple[FakeThread, FakeThread]) -> None:
    for thread in pair:
        play(thread, 5)
    scene.write(pair[0], also=other(pair[1], BAD[0]))
    scene.close()
    for thread in (*pair, None):
        if thread is not None:
            play(thread, 1)
        done = referee(scene.path, "poll", "--now")
        assert done.returncode == 2
        assert is_one_line(done.stderr)
        assert f"{scene.file.name}, game other, ruleset: none.toml" in done.stderr
        assert len(done.stdout.splitlines()) == 2
    assert len(scene.verdicts()) == 6
    assert referee(scene.path, "standings", "--game", "sugoroku").returncode == 0
    assert referee(scene.path, "standings", "--game", "other").returncode == 2


def test_a_daemon_starts_tells_it_and_polls_the_others(scene: Scene, pair: tuple[FakeThread, FakeThread]) -> None:
    for thread in pair:
        play(thread, 5)
    scene.write(pair[0], also=other(pair[1], BAD[0]))
    with daemon(scene.path) as one:
        one.says("game other, ruleset: none.toml")
        one.says("5 posts")
        one.tell(signal.SIGTERM)
        assert one.ends()[0] == 0
    assert len(scene.verdicts()) == 5


def test_where_no_game_can_be_judged_nothing_is_asked_for(scene: Scene, pair: tuple[FakeThread, FakeThread]) -> None:
    scene.write(pair[0], more=BAD[0], also=other(pair[1], BAD[1]))
    play(pair[0], 5)
    scene.close()
    done = referee(scene.path, "poll")
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
