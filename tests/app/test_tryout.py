"""`tryout`: what would be otherwise, of everything that can be tried; nothing is ever written."""

from __future__ import annotations

import pytest
from court import A, B, fill, must, ruling, told, whole
from fakeboard import FakeThread
from helpers import SHIPPED
from process import command, is_one_line
from scene import Scene


@pytest.fixture
def evening(scene: Scene, thread: FakeThread) -> Scene:
    fill(thread, scene)
    scene.round()
    return scene


def tryout(scene: Scene, *arguments: str, code: int = 0) -> str:
    scene.close()
    done = command("tryout", *arguments, "--settings", str(scene.file), "--lang", "en")
    assert done.returncode == code, done
    return done.stdout if code == 0 else done.stderr


@pytest.mark.parametrize(
    ("arguments", "changed"),
    [
        (("--ruling", "void 2"), [2]),
        (("--ruling", "stands 2"), []),
        (("--ruling", f"square 3 square=300 player={A}"), [3, 6, 12]),
        (("--ruling", f"square 3 --square 300 --player {A}"), [3, 6, 12]),
        (("--ruling", f"referee ruling add square 3 --square 300 player={A} --reason 'so be it' --yes"), [3, 6, 12]),
        (("--ruling", "exposure 9 --refuse"), [9]),
        (("--ruling", "exposure 9 accept=false"), [9]),
        (("--ruling", "rules 12 --name id-sugoroku --set roll_on_sage=false"), [12]),
        (("--ruling", f"carry_over 2 --row 'player={A} square=100 rolls=3'"), [2]),
        (("--ruling", "void --pattern id=a5dMhaA*"), [2]),
        (("--set", "roll_on_sage=false"), [12]),
        (("--row", "E-GO worth=70"), []),
        (("--without", "1"), [13]),
        (("--without", "1", "--ruling", "chat 13"), [13]),
    ],
)
def test_what_would_change(evening: Scene, arguments: tuple[str, ...], changed: list[int]) -> None:
    must(ruling(evening, "add", "square", "13", "--square", "7", "--player", "◆QwErTyUiOp"))
    before = whole(evening)
    found = told_of(evening, *arguments)
    assert sorted(row["no"] for row in found["changes"])[: len(changed)] == changed
    assert (found["parting"] or {}).get("no") == (changed[0] if changed else None)
    assert found["changed"] == len(found["changes"])
    assert whole(evening) == before


def told_of(scene: Scene, *arguments: str) -> dict[str, object] | object:
    scene.close()
    return told(must(command("tryout", *arguments, "--settings", str(scene.file), "--json")))


def test_another_ruleset_and_an_edited_row(evening: Scene, thread: FakeThread) -> None:
    (evening.path / "poorer.toml").write_text(SHIPPED.replace("worth = 50", "worth = 70"), encoding="utf-8")
    assert "none of 15 verdicts would change" in tryout(evening, "--ruleset", "poorer.toml")
    name = f"歩く人 </b>{B} <b>"
    evening.advance(24 * 3600)
    thread.post("とりゃ", name=name, mail="", ident="aGOd5mnv")
    evening.round()
    for arguments in (("--ruleset", "poorer.toml"), ("--row", "E-GO worth=70")):
        text = tryout(evening, *arguments)
        assert "1 of 16 verdicts would change" in text
        assert "they part at" in text
        assert f"{B}: square" in text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((), "tries nothing"),
        (("--ruling", "viod 2"), "did you mean void?"),
        (("--ruling", "void 99"), "no such post"),
        (("--ruling", "exposure 9"), "give --accept or --refuse"),
        (("--ruling", "void 2 --hard"), "No such option"),
        (("--ruling", "void 2 3"), "3 is no value"),
        (("--ruling", "void 2 --game other"), "is about the game other"),
        (("--ruling", "square 3 --square"), "requires an argument"),
        (("--ruling", "void '2"), "a quote without an end"),
        (("--ruling", f"count 4 player={B}"), "rolled on that day by"),
        (("--ruling", "void 2", "--ruling", "chat 2"), "contradicts ruling 1"),
        (("--without", "1"), "no such ruling is in force"),
        (("--row", "E-GA worth=70"), "no such row"),
        (("--row", "E-GO worht=70"), "did you mean worth?"),
        (("--row", "E-GO worth=x"), "worth is text"),
        (("--row", "E-GO"), "changes nothing"),
        (("--set", "x=y"), "unknown switch"),
    ],
)
def test_refused_as_if_it_were_meant(evening: Scene, arguments: tuple[str, ...], word: str) -> None:
    text = tryout(evening, *arguments, code=2)
    assert is_one_line(text)
    assert word in text
