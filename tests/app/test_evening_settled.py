"""The scripted evening (part 4, "Done when"): every kind of dispute settled from the terminal alone, and undone again.

Nothing here calls the use cases: a host types, and pastes what `referee open` prints.
"""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from court import EVERY, fill, must, ruling, whole
from evening_game import everything
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


@pytest.mark.parametrize("way", [0, 1, -1])
def test_pasting_what_is_offered_settles_everything_and_undoing_restores_every_byte(scene: Scene, way: int) -> None:
    """`way`: the first command that is offered of each item, the second, the last."""
    everything(scene)
    before, rulings = whole(scene), 0
    left = waits(scene)
    assert len(left) >= 13
    while open_now := [row for row in left if row["settle"]]:
        settle = open_now[0]["settle"]
        paste(scene, settle[min(way, len(settle) - 1)])
        rulings += 1
        assert rulings < 40, "it never ends"
        left = waits(scene)
    assert [row["kind"] for row in left] == ["next_thread"]
    assert scene.verify() is None
    settled = whole(scene)
    scene.rebuild()
    assert whole(scene) == settled
    for number in range(rulings, 0, -1):
        must(ruling(scene, "undo", str(number)))
    assert whole(scene) == before
    assert scene.verify() is None
    assert len(waits(scene)) >= 13


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
