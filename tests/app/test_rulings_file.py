"""The file of rulings: the same events as at the terminal, taken over whole or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest
from court import A2, EVERY, A, B, D, book, fill, must, ruling, told, whole
from fakeboard import FakeThread
from forked_door import Killer
from msgspec.structs import replace
from process import command, daemon, environment, is_one_line
from scene import Scene, play

from referee.app.audit import open_audit
from referee.model import Problem

REASON = 'reason = "話し合いで決めた"\n'


@pytest.fixture
def evening(scene: Scene, thread: FakeThread) -> Scene:
    """A game with an empty file of rulings."""
    scene.write(thread, more='rulings = "rulings.toml"')
    write(scene)
    fill(thread, scene)
    scene.round()
    return scene


def row(kind: str, post: object, *more: str, reason: str = REASON) -> str:
    named = f"post = {post}" if isinstance(post, int) else f'post = "{post}"'
    return f'[[ruling]]\nkind = "{kind}"\n{named}\n{reason}' + "".join(f"{line}\n" for line in more)


def write(scene: Scene, *rows: str) -> None:
    (scene.path / "rulings.toml").write_text("# 裁定\n" + "\n".join(rows), encoding="utf-8")


def poll(scene: Scene, *more: str) -> subprocess.CompletedProcess[str]:
    scene.close()
    return command("poll", "--settings", str(scene.file), "--lang", "en", *more)


#: What the terminal's options are in TOML.
IN_TOML = {
    "void": row("void", 2),
    "count": row("count", 4, 'player = "◆QwErTyUiOp"'),
    "square": row("square", 8, "square = 300"),
    "random": row("random", 8, "square = 600"),
    "exposure": row("exposure", 9, "accept = false"),
    "link": row("link", 7, 'dice = "a9dMhaAn"'),
    "join": row("join", 11, f'alias = "{A2}"', f'player = "{B}"'),
    "round": row("round", 8),
    "rules": row("rules", 12, 'name = "id-sugoroku"', "readings = { roll_on_sage = false }"),
    "carry_over": row(
        "carry_over", 2,
        "players = [",
        f'{{ player = "{A}", square = 100, rolls = 3 }},',
        f'{{ player = "{D}", square = 1000, home_at = 1 }},',
        "]",
    ),
    "outage": row("outage", 10, "since = 2007-05-02T15:00:00", "until = 2007-05-02T16:00:00"),
    "day": row("day", 11, "day = 2007-05-02"),
    "stands": row("stands", 11),
}  # fmt: skip


def test_both_doors_give_the_same_book(evening: Scene) -> None:
    assert set(IN_TOML) == set(EVERY) - {"chat"}
    for kind in IN_TOML:
        arguments = EVERY[kind]
        if kind == "outage":  # TOML always has seconds
            arguments = ("10", "--since", "2007-05-02T15:00:00", "--until", "2007-05-02T16:00:00")
        must(ruling(evening, "add", kind, *arguments))
    typed, stood = book(evening).in_force, whole(evening)["standings"]
    for number in range(1, len(typed) + 1):
        must(ruling(evening, "undo", str(number)))
    write(evening, *IN_TOML.values())
    assert poll(evening).returncode == 0
    in_file = book(evening).in_force
    assert [one.door for one in in_file] == ["file"] * len(typed)
    assert [replace(one, id=0, made_at="", door="terminal") for one in in_file] == [
        replace(one, id=0, made_at="") for one in typed
    ]
    assert whole(evening)["standings"] == stood
    assert evening.verify() is None


def test_rows_are_added_and_undone_and_rows_that_stay_keep_their_number(evening: Scene, thread: FakeThread) -> None:
    before = whole(evening)
    write(evening, IN_TOML["void"], IN_TOML["day"])
    poll(evening)
    first = whole(evening)
    poll(evening)
    write(evening, IN_TOML["day"], "# a word of the host")
    poll(evening)
    assert [(one.id, one.kind) for one in book(evening).in_force] == [(2, "day")]
    write(evening, IN_TOML["day"].replace("05-02", "05-01"), IN_TOML["void"])
    poll(evening)
    assert [(one.id, one.kind) for one in book(evening).in_force] == [(2, "day"), (3, "void")]
    write(evening, IN_TOML["day"], IN_TOML["void"])
    poll(evening)
    assert [verdict.kind for verdict in evening.verdicts()]
    assert len(first["verdicts"]) > len(before["verdicts"])
    write(evening)
    poll(evening)
    assert whole(evening) == before
    listed = ruling(evening, "list", "--all").stdout
    assert "gone from the file of rulings" in listed
    assert evening.verify() is None


def test_a_row_is_known_by_what_it_says_though_posts_are_renumbered(evening: Scene, thread: FakeThread) -> None:
    write(evening, IN_TOML["square"])
    poll(evening)
    thread.remove(1)
    evening.advance(3700)
    evening.round(hurry=True)
    write(evening, IN_TOML["square"], IN_TOML["stands"])
    poll(evening)
    (square, _) = book(evening).in_force
    assert (square.id, square.kind) == (1, "square")
    (verdict,) = [one for one in evening.verdicts() if 1 in one.rulings]
    assert verdict.player == B


def test_a_row_that_is_mended_keeps_its_posts_though_posts_are_renumbered(evening: Scene, thread: FakeThread) -> None:
    write(evening, IN_TOML["square"], IN_TOML["random"])
    poll(evening)
    before = [one.posts for one in book(evening).in_force]
    thread.remove(1)
    evening.advance(3700)
    evening.round(hurry=True)
    mended = IN_TOML["square"].replace("話し合いで決めた", "話し合いで決めました")
    write(evening, IN_TOML["stands"], IN_TOML["random"], mended)
    assert "1 made, 1 amended, 0 undone" in poll(evening).stdout
    square, random, stands = book(evening).in_force
    assert [square.posts, random.posts] == before
    assert (square.id, square.reason, square.act.square) == (1, "話し合いで決めました", 300)  # type: ignore[union-attr]
    assert stands.kind == "stands"
    write(evening, IN_TOML["stands"], IN_TOML["random"], mended.replace("300", "400"))
    poll(evening)
    square, random, _ = book(evening).in_force
    assert (square.id, square.posts, square.act.square) == (1, before[0], 400)  # type: ignore[union-attr]
    assert evening.verify() is None
    write(evening, IN_TOML["stands"], IN_TOML["random"])
    poll(evening)
    assert [one.id for one in book(evening).in_force] == [2, 3]
    write(evening, IN_TOML["stands"], IN_TOML["random"], IN_TOML["square"])
    poll(evening)
    anew = book(evening).in_force[-1]
    assert (anew.id, anew.kind) == (4, "square")
    assert anew.posts[0].fingerprint != before[0][0].fingerprint  # added anew: the number as it stands now
    assert evening.verify() is None


def test_two_rows_may_change_places(evening: Scene) -> None:
    """What a file says holds as a whole: no row is refused for what another one said before."""
    rows = [row("square", 8, f"square = {square}", f'player = "{who}"') for square, who in ((300, A), (400, B))]
    write(evening, *rows)
    poll(evening)
    write(evening, *(one.replace(A, "?").replace(B, A).replace("?", B) for one in rows))
    assert "0 made, 2 amended, 0 undone" in poll(evening).stdout
    assert [one.act.player for one in book(evening).in_force] == [B, A]  # type: ignore[union-attr]
    assert evening.verify() is None


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("[[ruling]\nkind = 1", ("not valid TOML", "line", "mend the line")),
        (row("viod", 2), ("row 2 (line 7)", "unknown kind of ruling viod", "did you mean void?")),
        (row("chat", 3, reason=""), ("row 2 (line 7)", "has no reason")),
        (row("chat", 3, reason='reason = " "\n'), ("row 2 (line 7)", "has no reason")),
        (row("chat", 99), ("row 2 (line 7)", "no such post", "the last one known is 15")),
        (row("chat", "entrance/1/3"), ("row 2 (line 7)", "names no post of this game")),
        (row("chat", 2), ("row 2 (line 7)", "rulings.toml, row 1 (line 2)", "take one of them out")),
        (IN_TOML["void"], ("row 2 (line 7)", "says the same as row 1")),
        (row("chat", 3, "sqare = 3"), ("row 2 (line 7)", "unknown key sqare")),
        (row("square", 3, "square = 3000"), ("row 2 (line 7) square, square", "3000 is no square")),
        (row("square", 3, 'square = "x"'), ("x is no square",)),
        (row("count", 4, f'player = "{B}"'), ("row 2 (line 7)", "rolled on that day by")),
        (row("day", 3, "day = 2007-05-03T10:00:00"), ("more than a day",)),
        (row("chat", 3, 'pattern = { name = "x" }'), ("a post and a pattern",)),
        (row("chat", 3, "author = 3"), ("author", "is no text")),
        ("[[ruling]]\n" + REASON, ("has no kind",)),
        ("rulling = 3", ("unknown key rulling",)),
    ],
)
def test_a_bad_file_is_refused_whole_and_the_poll_goes_on(
    evening: Scene, thread: FakeThread, bad: str, words: tuple[str, ...]
) -> None:
    write(evening, IN_TOML["day"])
    assert poll(evening).returncode == 0
    before = whole(evening)
    bad = bad if bad.startswith("rulling") else IN_TOML["void"] + "\n" + bad
    bad = bad if not bad.startswith("rulling") else bad + "\n" + IN_TOML["void"]
    write(evening, bad)
    done = poll(evening)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    for word in ("rulings.toml", *words):
        assert word in done.stderr
    assert whole(evening) == before
    assert len(book(evening).entries) == 1
    thread.post("おはよう", ident="Chat0009")
    done = poll(evening, "--now")
    assert done.returncode == 2
    assert 16 in evening.kinds()
    evening.close()
    listed = ruling(evening, "list")
    assert listed.returncode == 2
    assert "another day" in listed.stdout
    assert ruling(evening, "add", "stands", "11").returncode == 2
    rebuilt = command("rebuild", "--settings", str(evening.file), "--lang", "en")
    assert rebuilt.returncode == 2
    assert "rulings.toml" in rebuilt.stderr
    write(evening, IN_TOML["day"])
    assert poll(evening).returncode == 0


def test_a_file_that_is_not_there(evening: Scene) -> None:
    (evening.path / "rulings.toml").unlink()
    done = poll(evening)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert "can't be read" in done.stderr
    assert "make the file" in done.stderr


def test_each_door_undoes_its_own(evening: Scene) -> None:
    write(evening, IN_TOML["day"])
    done = ruling(evening, "add", "void", "2")
    assert (done.returncode, done.stderr) == (0, "sugoroku: file of rulings: 1 made, 0 amended, 0 undone\n")
    for arguments in (("undo", "1"), ("amend", "1", "chat")):
        done = ruling(evening, *arguments)
        assert done.returncode == 2
        assert "stands in the file of rulings" in done.stderr
    write(evening)
    listed = ruling(evening, "list")
    assert (listed.returncode, listed.stderr) == (0, "sugoroku: file of rulings: 0 made, 0 amended, 1 undone\n")
    assert [one.id for one in book(evening).in_force] == [2]
    must(ruling(evening, "undo", "2"))


def test_rows_wait_for_a_game_that_nobody_read_yet(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread, more='rulings = "rulings.toml"')
    write(scene, IN_TOML["void"])
    fill(thread, scene)
    assert poll(scene).returncode == 0
    assert [one.kind for one in book(scene).in_force] == ["void"]
    assert scene.verify() is None


def test_a_pattern_in_a_file(evening: Scene) -> None:
    write(evening, '[[ruling]]\nkind = "stands"\npattern = { body = "お*", until = 14 }\n' + REASON)
    assert poll(evening).returncode == 0
    (one,) = book(evening).in_force
    assert [post.number for post in one.posts] == [13, 14]
    assert one.pattern == "body=お* until=14"


def test_a_poll_without_news_stays_lean(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread, more='rulings = "rulings.toml"')
    play(thread, 5)
    write(scene, IN_TOML["void"])
    assert poll(scene).returncode == 0
    assert len(book(scene).in_force) == 1
    scene.close()
    heavy = ("alembic", "apscheduler", "jinja2", "sqlalchemy", "referee.game", "referee.app.ruling")
    code = (
        "import sys; from referee.cli import run\n"
        f"code = run(['poll', '--now', '--settings', {str(scene.file)!r}])\n"
        f"print(code, *sorted(name for name in sys.modules if name.startswith({heavy!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "0", done
    assert "no new posts" in done.stdout


def test_killed_between_nothing_is_half_written(evening: Scene) -> None:
    """Killed at any step of the database, a file is taken over whole or not at all; the next round does it."""
    write(evening, IN_TOML["void"], IN_TOML["square"])
    before = whole(evening)
    killer = Killer(evening)
    assert killer.points > 20
    found = set()
    for point in (*range(1, killer.points, killer.points // 8), killer.points - 1, killer.points):
        assert killer.killed_at(point)
        after = whole(evening)
        kinds = [one.kind for one in book(evening).in_force]
        assert kinds in ([], ["void", "square"])
        assert (after == before) == (not kinds)
        assert evening.verify() is None
        evening.close()
        found.add(len(kinds))
    assert 0 in found
    assert poll(evening).returncode == 0
    assert [one.kind for one in book(evening).in_force] == ["void", "square"]
    assert evening.verify() is None


def test_an_audit_applies_the_file_by_thread_and_number(evening: Scene, thread: FakeThread) -> None:
    write(evening, *IN_TOML.values())
    poll(evening)
    ruled, stood = evening.verdicts(), told(command("standings", "--settings", str(evening.file), "--json"))
    audited = evening.audited(thread)
    assert [(one.number, one.kind, one.why, one.steps) for one in audited] == [
        (one.number, one.kind, one.why, one.steps) for one in ruled
    ]
    saved = f"{thread.url}={evening.path / 'saved-0.dat'}"
    done = told(command("audit", saved, "--game", str(evening.file), "--json"))
    assert done["standings"] == stood["standings"]
    write(evening, IN_TOML["void"], row("chat", 99), row("chat", "qa/1/3"))
    audit, _ = open_audit([saved], [], str(evening.file), None, [], "en")
    problems: list[Problem] = []
    for _ in audit.verdicts(problems.append):
        pass
    unmet = [problem for problem in problems if problem.kind == "ruling_unmet"]
    assert [(problem.number, problem.source.rpartition("/")[2]) for problem in unmet] == [
        (99, "rulings.toml, row 2 (line 7)"),
        (None, "rulings.toml, row 3 (line 12)"),
    ]
    told_badly = command("audit", saved, "--game", str(evening.file), "--lang", "en").stderr
    assert "mend post or pattern of the row" in told_badly
    write(evening, row("viod", 2))
    done_badly = command("audit", saved, "--game", str(evening.file))
    assert done_badly.returncode == 2
    assert is_one_line(done_badly.stderr)
    write(evening, '[[ruling]]\nkind = "void"\npattern = { id = "a5d*" }\n' + REASON)
    assert [one.kind for one in evening.audited(thread)][1] == "void"


def test_the_daemon_reads_it_too(evening: Scene) -> None:
    write(evening, IN_TOML["void"], row("chat", 2))
    evening.close()
    with daemon(evening.path) as running:
        assert "contradicts" in running.says("rulings.toml")
        assert not book(evening).entries
        evening.close()
        write(evening, IN_TOML["void"])
        running.tell(signal.SIGHUP)
        running.says("reloaded")
        for _ in range(100):
            if book(evening).entries:
                break
            time.sleep(0.1)
        running.tell(signal.SIGTERM)
        running.ends()
    assert [one.kind for one in book(evening).in_force] == ["void"]
