"""What was changed by hand is found: `verify` names row, player, expected and actual (ODD-INPUTS 33)."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from datetime import UTC, datetime, timedelta

import pytest
from fakeboard import FakeBoard, FakeThread
from process import command, environment, is_one_line
from scene import TRIPS, Scene, derived, play

from referee.app.upkeep import Difference


@pytest.fixture
def played(scene: Scene, thread: FakeThread) -> Scene:
    """A game of forty posts in four captures; the ledger is closed."""
    for _ in range(4):
        play(thread, 10, every=9000)
        scene.poll()
    assert scene.verify() is None
    scene.close()
    return scene


def found(scene: Scene) -> Difference:
    difference = scene.verify()
    assert difference is not None
    scene.close()
    return difference


def says(scene: Scene, *words: str) -> None:
    """`referee verify` ends with 1 and one line that holds some words; so does its JSON."""
    done = command("verify", "--settings", str(scene.file))
    assert (done.returncode, done.stderr) == (1, "")
    assert is_one_line(done.stdout)
    for word in words:
        assert word in done.stdout
    assert command("verify", "--json", "--settings", str(scene.file)).stdout.startswith('{"ok":false,')


def test_a_total(played: Scene) -> None:
    """It names player, expected, actual, and the post that made the total."""
    player, square = played.sql("SELECT trip, square FROM players ORDER BY trip LIMIT 1")[0]
    last = [verdict.number for verdict in played.verdicts() if any(m[0] == player for m in moved(verdict))][-1]
    played.close()
    played.sql("UPDATE players SET square = square + 7 WHERE trip = ?", player)
    difference = found(played)
    assert (difference.what, difference.player) == ("total", player)
    assert (difference.expected, difference.actual) == (str(square), str(square + 7))
    assert difference.number == last
    says(played, player, str(square), str(square + 7))


def moved(verdict: object) -> list[tuple[str, int]]:
    from referee.app.ingest import ledger_moves

    return [(move.player, move.target) for move in ledger_moves(verdict)]  # type: ignore[arg-type]


def test_a_player_that_was_made_up(played: Scene) -> None:
    played.sql(
        "INSERT INTO players SELECT game_id, round, '◆MadeUp1234', 900, 3, NULL, form, payload FROM players LIMIT 1"
    )
    difference = found(played)
    assert (difference.what, difference.player, difference.expected) == ("total", "◆MadeUp1234", "")


def test_a_player_that_was_dropped(played: Scene) -> None:
    played.sql("DELETE FROM players WHERE trip = ?", f"◆{TRIPS[0]}")
    difference = found(played)
    assert (difference.what, difference.player, difference.actual) == ("total", f"◆{TRIPS[0]}", "")


def test_a_verdict(played: Scene) -> None:
    """Another post's verdict, word for word, in the place of the one that was declared."""
    rolls = played.sql("SELECT id, number, player FROM verdicts WHERE kind = 'roll' ORDER BY id")
    (first, number, player), (second, _, _) = rolls[0], rolls[1]
    played.sql("UPDATE verdicts SET payload = (SELECT payload FROM verdicts WHERE id = ?) WHERE id = ?", second, first)
    difference = found(played)
    assert (difference.what, difference.number, difference.player) == ("verdict", number, player)
    assert difference.expected.startswith("roll 0→")
    assert difference.expected != difference.actual
    says(played, player, str(number))


def test_a_verdict_that_can_not_be_read_any_more(played: Scene) -> None:
    (number,) = played.sql("SELECT min(id) FROM verdicts WHERE kind = 'roll'")[0]
    played.sql("UPDATE verdicts SET payload = x'00112233' WHERE id = ?", number)
    found(played)
    says(played, "verdicts", str(number))


def test_a_verdict_that_was_dropped(played: Scene) -> None:
    number, player = played.sql("SELECT number, player FROM verdicts WHERE kind = 'roll' ORDER BY id LIMIT 1")[0]
    played.sql("DELETE FROM moves WHERE verdict_id = (SELECT id FROM verdicts WHERE number = ?)", number)
    played.sql("DELETE FROM verdicts WHERE number = ?", number)
    difference = found(played)
    assert (difference.what, difference.number, difference.player, difference.actual) == (
        "verdict", number, player, "",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("column", "value"), [("kind", "'void'"), ("player", "'◆MadeUp1234'"), ("day", "1"), ("cause", "'x'")]
)
def test_a_column_of_a_verdict(played: Scene, column: str, value: str) -> None:
    (number,) = played.sql("SELECT min(id) FROM verdicts WHERE kind = 'roll'")[0]
    played.sql(f"UPDATE verdicts SET {column} = {value} WHERE id = ?", number)
    found(played)


def test_the_rules_that_judged(played: Scene) -> None:
    played.sql("UPDATE rulesets SET digest = 'x'")
    difference = found(played)
    assert (difference.what, difference.number, difference.actual) == ("rules", 1, "x")
    assert difference.expected != "x"


def test_a_move(played: Scene) -> None:
    verdict, player, origin, target = played.sql("SELECT verdict_id, player, origin, target FROM moves LIMIT 1")[0]
    (number,) = played.sql("SELECT number FROM verdicts WHERE id = ?", verdict)[0]
    played.sql("UPDATE moves SET target = target + 1 WHERE verdict_id = ? AND place = 0", verdict)
    difference = found(played)
    assert (difference.what, difference.number, difference.player) == ("move", number, player)
    assert (difference.expected, difference.actual) == (f"{origin}→{target}", f"{origin}→{target + 1}")
    says(played, player, str(number))


def test_a_byte_of_a_capture(played: Scene) -> None:
    number, body = played.sql("SELECT id, body FROM captures ORDER BY id LIMIT 1")[0]
    changed = zlib.decompress(body).replace("とりゃ".encode("cp932"), "とりゅ".encode("cp932"), 1)
    played.sql("UPDATE captures SET body = ? WHERE id = ?", zlib.compress(changed), number)
    found(played)
    says(played, "captures", str(number))


def test_a_capture_of_garbage(played: Scene) -> None:
    played.sql("UPDATE captures SET body = x'0011223344' WHERE id = 2")
    found(played)
    says(played, "captures", "2")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE journal SET content = replace(content, '1', '2') WHERE seq = 3",
        "UPDATE journal SET at = '2007-05-01T00:00:00.000000Z' WHERE seq = 3",
        "DELETE FROM journal WHERE seq = 3",
        "UPDATE journal SET sha256 = (SELECT sha256 FROM journal WHERE seq = 1) WHERE seq = 3",
    ],
)
def test_a_row_of_the_journal(played: Scene, change: str) -> None:
    played.sql(change)
    difference = found(played)
    assert difference.what == "chain"
    assert difference.expected != difference.actual
    says(played, "journal")


def test_a_post(played: Scene) -> None:
    """Posts are made from captures: what was changed there is healed by a rebuild."""
    before = played.derived()
    played.sql("UPDATE posts SET status = 'thread_gone' WHERE number = 5")
    played.sql("UPDATE players SET square = square + 7")
    found(played)
    played.rebuild()
    assert played.verify() is None
    changed = {table for table, rows in played.derived().items() if rows != before[table]}
    assert changed <= {"posts"}


#: What was changed in a post, and what is told: the number of the post, expected, actual.
POSTS = {
    "number": ("SET number = 99 WHERE number = 5", (5, "number 5", "number 99")),
    "one_thread_gone": ("SET status = 'thread_gone' WHERE number = 5", (5, "status present", "status thread_gone")),
    "all_thread_gone": ("SET status = 'thread_gone'", (1, "status present", "status thread_gone")),
    "gone": ("SET status = 'gone', gone_capture = 4 WHERE number = 7", (7, "status present", "status gone")),
    "replaces": (
        "SET replaces = (SELECT fingerprint FROM posts WHERE number = 8) WHERE number = 7",
        (7, "replaces None", "replaces"),
    ),
    "first_seen": ("SET first_capture = 2, first_number = 99 WHERE number = 1", (None, "", "")),
    "payload": ("SET payload = (SELECT payload FROM posts WHERE number = 6) WHERE number = 5", (None, "", "")),
}  # fmt: skip


@pytest.mark.parametrize("name", POSTS)
def test_a_post_that_is_not_what_was_fetched(played: Scene, name: str) -> None:
    change, (number, expected, actual) = POSTS[name]
    played.sql(f"UPDATE posts {change}")
    difference = found(played)
    if name != "first_seen":  # it changes the order of the game too
        assert difference.what == "post"
        assert number is None or difference.number == number
        assert difference.expected.startswith(expected)
        assert difference.actual.startswith(actual)
        assert difference.expected != difference.actual
        says(played, difference.expected, difference.actual)
    played.rebuild()
    assert played.verify() is None


def test_a_post_that_was_removed_and_one_that_was_edited(scene: Scene, thread: FakeThread) -> None:
    """All contents are compared, those that no verdict is about too."""
    play(thread, 10, every=900)
    scene.poll()
    thread.erase(4)
    thread.remove(7)
    scene.poll(4000)
    assert scene.verify() is None
    scene.sql("UPDATE posts SET status = 'present', gone_capture = NULL WHERE status = 'gone' AND number = 7")
    assert (found(scene).expected, found(scene).actual) == ("status gone", "status present")
    scene.rebuild()
    assert scene.verify() is None
    scene.close()
    scene.sql("UPDATE posts SET payload = (SELECT payload FROM posts WHERE number = 2) WHERE replaces IS NOT NULL")
    assert found(scene).what == "post"
    scene.rebuild()
    assert scene.verify() is None


def test_a_thread_that_is_gone_is_no_difference(scene: Scene, thread: FakeThread) -> None:
    """No capture tells it, but the journal does; a status that was put back is found."""
    play(thread, 10, every=900)
    scene.poll()
    thread.fall(None)
    scene.run(scene.now + timedelta(days=3))
    assert scene.sql("SELECT DISTINCT status FROM posts") == [("thread_gone",)]
    assert scene.verify() is None
    before = scene.derived()
    scene.rebuild()
    assert scene.derived() == before
    assert scene.verify() is None
    scene.close()
    scene.sql("UPDATE posts SET status = 'present' WHERE number = 3")
    difference = found(scene)
    assert (difference.number, difference.expected, difference.actual) == (3, "status thread_gone", "status present")
    scene.rebuild()
    assert scene.derived() == before


def test_a_thread_that_was_gone_and_is_back(scene: Scene, thread: FakeThread) -> None:
    play(thread, 10, every=900)
    scene.poll()
    thread.fall(None)
    scene.run(scene.now + timedelta(hours=9))
    assert scene.sql("SELECT DISTINCT status FROM posts") == [("thread_gone",)]
    thread.rise()
    scene.run(scene.now + timedelta(days=2))
    assert scene.sql("SELECT DISTINCT status FROM posts") == [("present",)]
    assert scene.verify() is None
    scene.rebuild()
    assert scene.verify() is None


@pytest.mark.parametrize("title", ["'よその題'", "NULL"])
def test_a_title(played: Scene, title: str) -> None:
    (right,) = played.sql("SELECT title FROM threads")[0]
    played.sql(f"UPDATE threads SET title = {title}")
    difference = found(played)
    assert (difference.what, difference.expected) == ("title", right)
    assert difference.actual == ("" if title == "NULL" else "よその題")
    says(played, right, "none" if title == "NULL" else "よその題")
    played.rebuild()
    assert played.verify() is None


@pytest.mark.parametrize(
    ("change", "expected", "actual"),
    [
        ("UPDATE game_threads SET ordinal = 5 - ordinal; UPDATE game_threads SET ordinal = ordinal - 2", "1", "2"),
        ("UPDATE game_threads SET ordinal = 3 WHERE ordinal = 2", "2", "3"),
        ("DELETE FROM game_threads WHERE ordinal = 2", "2", ""),
    ],
)
def test_the_place_of_a_thread(scene: Scene, board: FakeBoard, change: str, expected: str, actual: str) -> None:
    one, other = board.thread(key="1178000000"), board.thread(key="1178000001")
    scene.write(one, other)
    for thread in (one, other):
        play(thread, 5, every=900)
    scene.round()
    scene.round(10)
    assert scene.verify() is None
    scene.close()
    for statement in change.split("; "):
        scene.sql(statement)
    difference = found(scene)
    assert (difference.what, difference.expected, difference.actual) == ("order", expected, actual)
    says(scene, difference.thread.rpartition("/")[2], expected, actual or "none")
    scene.rebuild()
    assert scene.verify() is None
    assert scene.verdicts() == scene.audited(one, other)


def test_the_state_of_a_player(played: Scene) -> None:
    """What the next post is judged from, and no total shows."""
    one, other = [row[0] for row in played.sql("SELECT trip FROM players ORDER BY trip LIMIT 2")]
    played.sql("UPDATE players SET payload = (SELECT payload FROM players WHERE trip = ?) WHERE trip = ?", one, other)
    assert found(played).what in ("total", "snapshot")
    says(played)


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Kiritimati", ""])
def test_the_zone_of_the_machine_changes_nothing(played: Scene, board: FakeBoard, zone: str) -> None:
    """ODD-INPUTS 25: the same ledger wherever the machine thinks that it is."""
    fresh = played.path / "fresh"
    fresh.mkdir()
    (fresh / "referee.toml").write_text(played.file.read_text("utf-8"), encoding="utf-8")
    code = "import sys; from referee.ledger import open_ledger; from datetime import *; " + (
        "open_ledger('sqlite:///referee.db', create=True, now=datetime.now(timezone.utc))"
    )
    variables = environment(TZ=zone) if zone else {k: v for k, v in environment().items() if k != "TZ"}
    subprocess.run([sys.executable, "-c", code], cwd=fresh, env=variables, check=True)
    done = subprocess.run(
        [sys.executable, "-m", "referee", "poll"], cwd=fresh, env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0
    with played.open.read() as view:
        expected = [stored.verdict for stored in view.verdicts("sugoroku")]
    other = Scene(fresh, board, played.client)
    assert other.verdicts() == expected
    assert other.verify() is None
    other.close()
    assert derived(fresh / "referee.db")["players"] == derived(played.database)["players"]


@pytest.mark.parametrize("days", [-1, 1, 400])
def test_a_clock_that_is_wrong_changes_no_verdict(played: Scene, thread: FakeThread, days: int) -> None:
    """ODD-INPUTS 25: stamps date posts, not the machine."""
    verdicts = played.verdicts()
    played.advance(days * 86_400)
    play(thread, 1)
    thread.lines.pop()
    played.poll(70)
    assert played.verdicts() == verdicts
    assert datetime.now(UTC).year > 2020
    assert os.path.exists(played.database)
