"""The scripted evening (part 4, "Done when"): every kind of dispute settled from the terminal alone, and undone again.

Nothing here calls the use cases: a host types, and pastes what `referee open` prints.
"""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from court import EVERY, fill, must, ruling, whole
from evening_game import A, everything
from fakeboard import FakeThread
from process import command
from scene import Scene

from referee.model import ACTS


def waits(scene: Scene) -> list[dict[str, Any]]:
    """What `referee open --json` lists."""
    scene.close()
    done = must(command("open", "--json", "--settings", str(scene.file), "--lang", "en"))
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


#: What the host fills in where a command leaves something to be filled in.
FILLED = {
    "--reason": "話し合いで決めた",
    "--player": "◆QwErTyUiOp",
    "--dice": "a5dMhaAn",
    "--at": "2007-05-02T21:00",
    "--square": "7",
}


def paste(scene: Scene, line: str) -> None:
    """Run a command as it was printed, filled in where the host has to, and say yes."""
    program, *words = shlex.split(line)
    assert program == "referee"
    for place, word in enumerate(words):
        if "…" in word:
            words[place] = FILLED[words[place - 1]]
    scene.close()
    must(command(*words, "--yes", "--settings", str(scene.file), "--lang", "en"))


def kept(rows: list[dict[str, Any]]) -> list[tuple[str, str | None, int]]:
    """Items by what they are about, whatever number their posts have now."""
    return [(row["kind"], row["why"], row.get("judged_as") or row["no"]) for row in rows]


def paste_all(scene: Scene, way: int) -> int:
    """Paste a command of every item until nothing waits that has one; each settles its own item. How many it took."""
    rulings, left = 0, waits(scene)
    assert len(left) >= 13
    while open_now := [row for row in left if row["settle"]]:
        settle = open_now[0]["settle"]
        paste(scene, settle[min(way, len(settle) - 1)])
        rulings += 1
        assert rulings < 40, "it never ends"
        left = waits(scene)
        assert len([one for one in kept(left) if one == kept(open_now)[0]]) < kept(open_now).count(kept(open_now)[0])
    assert [row["kind"] for row in left] == ["next_thread"]
    return rulings


@pytest.mark.parametrize("way", [0, 1, -1])
def test_pasting_what_is_offered_settles_everything_and_undoing_restores_every_byte(scene: Scene, way: int) -> None:
    """`way`: the first command that is offered of each item, the second, the last."""
    everything(scene)
    before = whole(scene)
    rulings = paste_all(scene, way)
    assert scene.verify() is None
    settled = whole(scene)
    scene.rebuild()
    assert whole(scene) == settled
    for number in range(rulings, 0, -1):
        must(ruling(scene, "undo", str(number)))
    assert whole(scene) == before
    assert scene.verify() is None
    assert len(waits(scene)) >= 13


@pytest.mark.parametrize("way", [0, -1])
def test_what_is_offered_settles_its_own_item_after_posts_were_taken_out(scene: Scene, way: int) -> None:
    """A roll before everything that is open, and a post that is itself open: its number means another one now."""
    game, no = everything(scene)
    before = waits(scene)
    game.thread.remove(no["lookalike_trip"])
    game.thread.remove(3)
    scene.round(3600)
    moved = waits(scene)
    assert kept(moved) == kept(before)
    assert [row["no"] for row in moved if row.get("judged_as") == no["lookalike_trip"]] == [None]
    assert [row["no"] for row in moved if row.get("judged_as") == no["midnight"]] == [no["midnight"] - 2]
    ruled = paste_all(scene, way)
    assert scene.verify() is None
    listed = must(command("ruling", "list", "--settings", str(scene.file), "--lang", "en")).stdout.splitlines()
    assert len(listed) == ruled
    assert sum(f"(judged as >>{no['lookalike_trip']}, gone)" in line for line in listed) == 1
    assert all("judged as" in line for line in listed)
    done = json.loads(must(command("standings", "--json", "--settings", str(scene.file))).stdout)
    assert done["cut"]["no"] == len(game.thread.lines)


@pytest.mark.parametrize("way", [0, -1])
def test_a_claim_beyond_home_and_a_ruling_that_changes_nothing_are_settled_by_what_is_offered(
    scene: Scene, way: int
) -> None:
    game, no = everything(scene)
    game.post(5, "20:00:00", A, "d3dFhjMm", "歩く人 累計1012歩")
    game.read(after=86_400)
    must(ruling(scene, "add", "void", str(no["chat"])))
    before = waits(scene)
    for row in [row for row in before if row["kind"] == "ruling_idle" or "1012" in row["text"]]:
        assert not [line for line in row["settle"] if "1012" in line]
        paste(scene, row["settle"][way])
        left = waits(scene)
        assert row not in left
        assert len(left) == len(before) - 1
        before = left


def test_a_ruling_of_every_kind_is_typed_and_the_evening_still_tells_itself(scene: Scene, thread: FakeThread) -> None:
    fill(thread, scene)
    scene.round()
    before = whole(scene)
    assert set(EVERY) == set(ACTS)
    typed = [kind for kind in EVERY if kind != "chat"]  # it contradicts the ruling that voids the same post
    for kind in typed:
        must(ruling(scene, "add", kind, *EVERY[kind]))
        assert scene.verify() is None
    for screen in ("evening", "standings", "open", "status"):
        done = must(command(screen, "--settings", str(scene.file), "--lang", "ja"))
        assert done.stdout.strip()
        assert "Traceback" not in done.stdout
    for number in range(1, len(typed) + 1):
        must(ruling(scene, "undo", str(number)))
    assert whole(scene) == before
    must(ruling(scene, "add", "chat", *EVERY["chat"]))
    assert scene.verify() is None
