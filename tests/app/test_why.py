"""`why`: a post by the number that it has now, what is gone from there, and all that it held (ODD-INPUTS 16, 17)."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fakeboard import FakeThread
from process import command
from scene import TRIPS, Scene, play

from referee.app.named import by_content

A, B, C = (f"◆{trip}" for trip in TRIPS[:3])


def roll(thread: FakeThread, ident: str, trip: str = A, body: str = "とりゃ", mail: str = "") -> None:
    thread.post(body, name=f"歩く人 </b>{trip} <b>", mail=mail, ident=ident)


def asked(scene: Scene, number: int | str, *more: str) -> str:
    done = command("why", str(number), "--settings", str(scene.file), "--lang", "en", *more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def row(scene: Scene, number: int) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(asked(scene, number, "--json"))
    return told


@pytest.fixture
def moved(scene: Scene, thread: FakeThread) -> Scene:
    """Six posts; the third, a roll of B, was taken out, so that 4, 5 and 6 are 3, 4 and 5 now."""
    for number, trip in enumerate((A, A, B, C, A, A), 1):
        roll(thread, f"a{number}dMhaAn", trip)
    scene.poll()
    thread.remove(3)
    scene.poll(3600)
    return scene


def test_odd_16_a_post_is_named_by_the_number_that_it_has_now(moved: Scene) -> None:
    told = asked(moved, 4)
    assert told.startswith(">>4 (judged as >>5) 歩く人 ◆AbCdEfGhIj")
    assert told.splitlines()[-1] == "the post judged as >>4 stands at >>3 now"
    found = row(moved, 4)
    assert (found["no"], found["judged_as"], found["id"]) == (4, 5, "a5dMhaAn")
    assert found["moved"] == [{"judged_as": 4, "no": 3, "gone": False}]
    assert found["text"].startswith(">>4 ")
    assert "removed" not in found
    assert not {"judged_as", "moved", "removed", "gone", "versions"} & set(row(moved, 2))
    assert "judged as" not in asked(moved, 2)


def test_odd_16_what_was_taken_out_is_told_behind_what_stands_there_now(moved: Scene) -> None:
    """Each with its own verdict in full: what was declared of one was never declared of the other."""
    here, gone = asked(moved, 3).split("\n\n")
    assert here.startswith(">>3 (judged as >>4)")
    assert "ID:a4dMhaAn" in here
    assert gone.splitlines()[0] == "a post that stood at >>3 and is gone:"
    assert gone.splitlines()[1].startswith(f">>3 歩く人 {B}")
    assert "dice: a3dMhaAn" in gone
    assert "gone by" in gone
    assert "declared before" not in here + gone
    found = row(moved, 3)
    (other,) = found["removed"]
    assert (found["no"], found["judged_as"], found["player"], found.get("gone")) == (3, 4, C, None)
    assert (other["no"], other.get("judged_as"), other["player"], other["gone"]) == (3, None, B, True)
    assert (found["kind"], other["kind"]) == ("roll", "roll")


def test_odd_16_a_number_that_nobody_has_any_more(moved: Scene, thread: FakeThread) -> None:
    assert asked(moved, 6).startswith(">>5 (judged as >>6)")
    thread.remove(5)
    moved.poll(3600)
    assert asked(moved, 6).startswith("a post that stood at >>5 and is gone:\n>>5 (judged as >>6)")
    roll(thread, "a7dMhaAn")
    moved.poll(3600)
    here, gone = asked(moved, 5).split("\n\n")
    assert here.startswith(">>5 歩く人")
    assert ">>5 (judged as >>6)" in gone
    assert gone.splitlines()[-1] == "the post judged as >>5 stands at >>4 now"
    done = command("why", "7", "--settings", str(moved.file))
    assert (done.returncode, "no verdict" in done.stderr) == (2, True)


def test_odd_16_a_ruling_is_about_the_post_that_stands_at_its_number(moved: Scene) -> None:
    def ruling(*words: str) -> Any:
        done = command("ruling", *words, "--reason", "x", "--settings", str(moved.file), "--lang", "en", "--yes")
        assert done.returncode == 0, done.stderr
        return done.stdout

    shown = ruling("add", "void", "3")
    assert shown.count("/3 (judged as >>4)") == 2, "the ruling, and the post that it touches"
    (ruled,) = [verdict for verdict in moved.verdicts() if verdict.rulings]
    assert (ruled.number, ruled.player, ruled.kind) == (4, C, "void")
    told = asked(moved, 3)
    assert "declared before" in told
    assert told.count(">>4") == 1, "everything said of it names the number that it has"
    (post,) = json.loads(ruling("undo", "1", "--json"))["posts"]
    assert (post["no"], post["judged_as"]) == (3, 4)


def test_odd_16_what_was_taken_out_can_be_ruled_on_by_a_pattern(moved: Scene) -> None:
    """Its number means another post now; a pattern counts numbers as they were when posts were first seen."""
    where = ("--settings", str(moved.file), "--lang", "en")
    pattern = ("--pattern", f"trip={B}", "--from", "3", "--until", "3")
    done = command("ruling", "add", "void", *pattern, "--reason", "x", "--yes", *where)
    assert done.returncode == 0, done.stderr
    (ruled,) = [verdict for verdict in moved.verdicts() if verdict.rulings]
    assert (ruled.player, ruled.kind) == (B, "void")


def test_odd_16_what_was_taken_out_can_be_ruled_on_by_its_content(moved: Scene) -> None:
    """So it is named by what tells of the ruling too; a content that is no post's is refused in a line."""
    (taken,) = (verdict for verdict in moved.verdicts() if verdict.player == B)
    name = f"{taken.thread.key}/{by_content(taken.fingerprint)}"
    where = ("--settings", str(moved.file), "--lang", "en")
    tried = command("tryout", "--ruling", f"void {name}", *where)
    assert (tried.returncode, B in tried.stdout) == (0, True)
    moved.close()
    done = command("ruling", "add", "void", name, "--reason", "x", "--yes", *where)
    assert done.returncode == 0, done.stderr
    (ruled,) = [verdict for verdict in moved.verdicts() if verdict.rulings]
    assert (ruled.player, ruled.kind) == (B, "void")
    moved.close()
    (row,) = json.loads(command("ruling", "list", "--json", *where).stdout)["rulings"]
    assert row["posts"] == [{"thread": str(taken.thread), "no": None, "judged_as": 3}]
    assert f"/{name} (judged as >>3, gone)" in command("ruling", "list", *where).stdout
    for wrong in (f"{taken.thread.key}/@00", "@", "1/@0123456789abcdef"):
        done = command("ruling", "add", "void", wrong, "--reason", "x", "--yes", *where)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert f"{wrong}: there is no such post" in done.stderr


def test_odd_16_what_is_to_be_pasted_points_at_posts_of_today(moved: Scene) -> None:
    done = command("evening", "--settings", str(moved.file), "--lang", "en")
    assert f">>3 {C}" in done.stdout
    assert f">>4 {C}" not in done.stdout


def test_odd_16_open_items_name_the_posts_that_their_commands_are_about(scene: Scene, thread: FakeThread) -> None:
    play(thread, 5)
    thread.erase(5)
    scene.poll()

    def items() -> list[tuple[int, int | None, list[str]]]:
        done = command("open", "--json", "--settings", str(scene.file), "--lang", "en")
        return [(one["no"], one.get("judged_as"), one["settle"]) for one in json.loads(done.stdout)]

    (before,) = (settle for no, _, settle in items() if no == 5)
    assert before
    assert all(f"{thread.key}/5 " in one for one in before)
    thread.remove(2)
    scene.poll(3600)
    (after,) = (settle for no, judged, settle in items() if (no, judged) == (4, 5))
    assert after == [one.replace("/5 ", "/4 ") for one in before]
    told = command("open", "--settings", str(scene.file), "--lang", "en").stdout
    assert f"{thread.key} 4 (judged as >>5): " in told
    thread.remove(4)
    scene.poll(3600)
    play(thread, 1)
    scene.poll(3600)
    assert 5 not in [no for no, _, _ in items()], "no number means it any more"
    ((_, _, by_content),) = (one for one in items() if one[:2] == (None, 5))
    assert [re.sub("/@[0-9a-f]{16} ", "/4 ", one) for one in by_content] == after


def test_odd_17_why_tells_every_content_that_a_post_had(scene: Scene, thread: FakeThread) -> None:
    play(thread, 1)
    roll(thread, "abcd1234")
    play(thread, 3)
    scene.poll()
    told = command("why", "3", "--settings", str(scene.file), "--lang", "en").stdout
    assert "content of the post" not in told, "it stands there as it always did"
    thread.erase(2)
    scene.poll(3700)
    told = command("why", "2", "--settings", str(scene.file), "--lang", "en").stdout
    old, new = [line for line in told.splitlines() if line.startswith("content of the post")]
    assert "ID:abcd1234" in old
    assert "gone by" in old
    assert "an erased post" in new
    assert "still there" in new


def test_odd_17_both_versions_are_shown_with_what_differs(scene: Scene, thread: FakeThread) -> None:
    roll(thread, "abcd1234", body="とりゃ 192.0.2.1")
    roll(thread, "abcd5678", B, body="あ" * 60 + "い")
    scene.poll()
    line = thread.lines[0].replace("とりゃ 192.0.2.1".encode("cp932"), "うりゃ<br>2".encode("cp932"))
    thread.edit(1, line.replace(b"<><>", b"<>sage<>", 1))
    thread.edit(2, thread.lines[1].replace("い".encode("cp932"), "う".encode("cp932")))
    scene.poll(3600)
    told = asked(scene, 1)
    old, new, differs = told.splitlines()[-3:]
    assert old.startswith("content of the post: ID:abcd1234")
    assert old.endswith('"とりゃ ***"')
    assert new.endswith('"うりゃ 2"')
    assert differs == '  differs from the content before: mail none → sage, body "とりゃ ***" → "うりゃ 2"'
    differs = asked(scene, 2).splitlines()[-1]
    assert differs.endswith('body "…あああああああああい" → "…あああああああああう"'.replace("あ" * 9, "あ" * 8))
    first, second = row(scene, 1)["versions"]
    assert (first["body"], second["body"], second["differs"]) == ("とりゃ ***", "うりゃ 2", ["mail", "body"])
    assert (first["life"], second["life"], first["differs"]) == ("gone", "present", [])
    assert first["gone_at"] == second["first_seen"]
