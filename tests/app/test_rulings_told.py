"""No ruling is hidden: `why` and `evening` tell what each says, why and by whom, and every difference can be seen."""

from __future__ import annotations

import json

import pytest
from court import EVERY, A, B, fill, must, ruling, told
from fakeboard import FakeThread
from process import command
from scene import Scene

REASON = "話し合いで決めた"


@pytest.fixture
def evening(scene: Scene, thread: FakeThread) -> Scene:
    fill(thread, scene)
    scene.round()
    return scene


def ask(scene: Scene, *arguments: str, lang: str = "en") -> str:
    scene.close()
    return must(command(*arguments, "--settings", str(scene.file), "--lang", lang)).stdout


@pytest.mark.parametrize("kind", EVERY)
def test_why_and_the_evening_tell_every_kind(evening: Scene, kind: str) -> None:
    must(ruling(evening, "add", kind, *EVERY[kind], "--author", "◆Host"))
    listed = json.loads(ask(evening, "ruling", "list", "--json"))["rulings"][0]
    no = EVERY[kind][0]
    row = json.loads(ask(evening, "why", no, "--json"))
    assert row["rulings"] == [1]
    (text,) = row["ruling_texts"]
    assert text["posts"] == [int(no)]
    assert {key: text[key] for key in ("id", "kind", "text", "reason", "author")} == {
        key: listed[key] for key in ("id", "kind", "text", "reason", "author")
    }
    line = f">>{no}; {listed['text']}; reason: {REASON} (◆Host)"
    assert line in ask(evening, "why", no)
    assert f"理由: {REASON} (◆Host)" in ask(evening, "why", no, lang="ja")
    assert sum(line in ask(evening, "evening", "--day", day) for day in ("2007-05-01", "2007-05-02", "2007-05-03")) == 1


def test_a_moved_post_keeps_its_printed_time(evening: Scene) -> None:
    before = json.loads(ask(evening, "why", "11", "--json"))
    printed = before["time"].replace("T", " ").removesuffix("+09:00")
    must(ruling(evening, "add", *("day", *EVERY["day"])))
    row = json.loads(ask(evening, "why", "11", "--json"))
    assert (row["time"], row["counts_on"]) == (before["time"], "2007-05-02")
    assert "counts_on" not in before
    text = ask(evening, "why", "11")
    assert printed in text
    assert "ruling: counts as a post of 2007-05-02 (H3)" in text


def test_of_a_batch_only_the_rulings_on_the_post_are_named(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread, more='rulings = "rulings.toml"')
    file = scene.path / "rulings.toml"
    file.write_text("", encoding="utf-8")
    fill(thread, scene)
    scene.round()
    rows = [("void", 2, ""), ("void", 3, ""), ("square", 6, "square = 300\n")]
    file.write_text(
        "".join(f'[[ruling]]\nkind = "{kind}"\npost = {no}\nreason = "{REASON}"\n{more}' for kind, no, more in rows),
        encoding="utf-8",
    )
    scene.close()
    command("poll", "--settings", str(scene.file))
    said = ask(scene, "why", "2")
    assert "ruling 1 of the host" in said
    assert "ruling 1, 2" not in said
    assert "when the rulings file changed" in ask(scene, "why", "12")  # judged anew since its player was set


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if " → " in line]


def test_differences_can_be_seen(evening: Scene) -> None:
    shown = ruling(evening, "add", "square", "12", "--square", "500")
    assert "set on 500" in next(line for line in lines_of(shown.stdout) if "/12: " in line)
    amended = ruling(evening, "amend", "1", "square", "12", "--square", "600").stdout
    line = next(line for line in lines_of(amended) if "/12: " in line)
    assert "set on 500" in line.partition(" → ")[0]
    assert "set on 600" in line.partition(" → ")[2]
    rows = json.loads(ask(evening, "tryout", "--without", "1", "--json"))["changes"]
    assert rows
    assert all(row["before"] != row["after"] for row in rows)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ruling", "count 4 player=◆QwErTyUiOp"),
        ("--ruling", f"square 3 square=300 player={A}"),
        ("--ruling", f"join 11 alias=◆ZyXwVuTsRq player={B}"),
        ("--ruling", "round 8"),
        ("--set", "roll_on_sage=false"),
    ],
)
def test_no_change_is_told_with_equal_lines(evening: Scene, arguments: tuple[str, ...]) -> None:
    evening.close()
    done = command("tryout", *arguments, "--settings", str(evening.file), "--json")
    rows = told(done)["changes"]
    assert rows
    assert [row for row in rows if row["before"] == row["after"]] == []


def test_an_edited_row_shows_the_extra_roll_that_it_changes(evening: Scene, thread: FakeThread) -> None:
    must(ruling(evening, "add", "link", "7", "--dice", "aGOd5mnv", "--number", "5"))
    text = ask(evening, "tryout", "--row", "E-GO worth=70")
    line = next(line for line in lines_of(text) if "/7: " in line)
    assert line.count("extra roll (entrance2/5)") == 2, line
    before, _, after = line.partition(" → >>")
    assert before.partition("aGOd5mnv")[2] != after.partition("aGOd5mnv")[2]


def test_what_is_pasted_is_never_cut_in_a_list(evening: Scene) -> None:
    must(ruling(evening, "add", "void", "2"))
    for day in ("2007-05-01", "2007-05-02", "2007-05-03"):
        for post in json.loads(ask(evening, "evening", "--day", day, "--json"))["paste"]:
            assert "…" not in post
