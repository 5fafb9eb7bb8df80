"""What is told of rulings: every post of a pattern, what a file changed, and a game that got another name."""

from __future__ import annotations

import json

import pytest
from court import fill, must, ruling, told
from fakeboard import FakeThread
from process import command
from scene import Scene

REASON = 'reason = "話し合いで決めた"\n'
PATTERN = '[[ruling]]\nkind = "stands"\npattern = { body = "*", from = 2, until = 9 }\n' + REASON
DAY = '[[ruling]]\nkind = "day"\npost = 11\nday = 2007-05-02\n' + REASON


@pytest.fixture
def evening(scene: Scene, thread: FakeThread) -> Scene:
    """A game with an empty file of rulings."""
    scene.write(thread, more='rulings = "rulings.toml"')
    write(scene)
    fill(thread, scene)
    scene.round()
    return scene


def write(scene: Scene, *rows: str) -> None:
    (scene.path / "rulings.toml").write_text("\n".join(rows), encoding="utf-8")


def polled(scene: Scene, *more: str) -> list[str]:
    scene.close()
    return must(command("poll", "--settings", str(scene.file), "--lang", "en", *more)).stdout.splitlines()


def test_what_a_file_changed_is_told_with_every_post_of_a_pattern(evening: Scene) -> None:
    write(evening, PATTERN, DAY)
    lines = polled(evening)
    assert "sugoroku: file of rulings: 2 made, 0 amended, 0 undone" in lines
    touched = [line.rpartition("/")[2] for line in lines if line.startswith("  ruling 1 ")]
    assert touched == [str(number) for number in range(2, 10)]
    assert not any("file of rulings" in line for line in polled(evening))
    write(evening, DAY.replace("05-02", "05-01"))
    found = [json.loads(line) for line in polled(evening, "--json")]
    (made,) = [one for one in found if one["outcome"] == "rulings"]
    assert [made[name] for name in ("game", "added", "amended", "undone")] == ["sugoroku", 0, 1, 1]
    assert [(one["what"], one["id"]) for one in made["rulings"]] == [("undo", 1), ("amend", 2)]


def test_all_posts_of_a_pattern_are_listed(evening: Scene, thread: FakeThread) -> None:
    must(ruling(evening, "add", "stands", "--pattern", "body=*", "--from", "2", "--until", "9"))
    assert "and 5 more" in ruling(evening, "list").stdout
    listed = ruling(evening, "list", "--all").stdout
    for number in range(2, 10):
        assert f"entrance/{thread.key}/{number}" in listed


def test_a_game_that_got_another_name_is_told_with_the_remedy(evening: Scene) -> None:
    must(ruling(evening, "add", "void", "2"))
    evening.close()
    settings = evening.file.read_text("utf-8")
    assert 'name = "sugoroku"' in settings
    evening.file.write_text(settings.replace('name = "sugoroku"', 'name = "renamed"'), "utf-8")
    options = ("--settings", str(evening.file), "--lang", "en")
    for arguments in (("status",), ("ruling", "list"), ("poll",), ("poll", "--now"), ("ruling", "list")):
        done = command(*arguments, *options)
        text = done.stdout if arguments[0] == "status" else done.stderr
        told_so = [line for line in text.splitlines() if "game sugoroku: 1 rulings in force hold nowhere" in line]
        assert len(told_so) == 1, done
        assert f"give the old name back in {evening.file}" in told_so[0]
    items = told(command("status", *options, "--json"))["open_items"]
    assert [item["kind"] for item in items] == ["rulings_forsaken"]
    evening.file.write_text(settings, "utf-8")
    done = command("poll", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert "ruling 1 void" in ruling(evening, "list").stdout
