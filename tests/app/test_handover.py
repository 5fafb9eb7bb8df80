"""A game handed over to a new ledger through a thread or a file: it goes on there as it would have here (issue 6)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from evening_game import A, B, C, D, EveningGame, everything
from fakeboard import FakeThread
from msgspec.structs import replace
from process import command, is_one_line
from scene import Scene

from referee.app.handing import read_handover
from referee.app.handovertext import check_of, lines_of
from referee.app.init import init
from referee.app.open import open_folder
from referee.app.tell import table
from referee.errors import UsageError
from referee.model import OWN_TEXT, Verdict


def run(scene: Scene, monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    scene.close()
    monkeypatch.chdir(scene.path)
    ran = command(*words)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def handed(scene: Scene, monkeypatch: pytest.MonkeyPatch, *options: str) -> list[str]:
    posts: list[str] = json.loads(run(scene, monkeypatch, "paste", "handover", "--json", *options))["posts"]
    return posts


def stored(post: str) -> str:
    """A post as a board stores it that trims and squeezes spaces."""
    text = post.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return " <br> ".join(" ".join(line.split()) for line in text.split("\n"))


def opened(scene: Scene, folder: Path, thread: FakeThread, file: Path) -> Scene:
    """A new folder whose game goes on in a thread after the hand-over of a file."""
    made = init(folder, thread.url, scene.now, read_handover(str(file)).handover)
    assert not made.other_rules
    text = made.settings.read_text("utf-8").replace('contact = ""', 'contact = "host@example.jp"')
    made.settings.write_text(text.replace('lang = "ja"', 'lang = "en"'), encoding="utf-8")
    return Scene(folder, scene.board, scene.client)


def rows(scene: Scene, game: str = "sugoroku") -> object:
    return table(scene.open, scene.folder.table(scene.folder.game(None))).rows


def what_happens(verdicts: list[Verdict]) -> list[object]:
    return [(one.number, one.kind, one.why, one.steps, one.notices, one.claim, one.rest_until) for one in verdicts]


def second(scene: Scene) -> EveningGame:
    """The next thread: everybody posts again, also who rests, waits, holds, owes and has a right."""
    game = EveningGame(scene)
    game.thread = scene.board.thread(key="1178000002", title="IDすごろく その2")
    game.post(5, "20:00:00", A, "aHdF5mnv", "歩く人 999歩")
    game.post(5, "20:01:00", B, "d1dFhjMm", "風")
    game.post(5, "20:02:00", C, "CNd2dFhM", "", f"{scene.board.origin}/test/read.cgi/entrance2/1178000009/7")
    game.post(5, "20:03:00", D, "JO3YdFhM", "ねこ")
    game.post(5, "20:04:00", A, "d9dFhjMm", "歩く人")
    game.post(6, "20:00:00", D, "d4dFhjMm", "ねこ", "http://x.example/a.jpg")
    game.post(6, "20:01:00", B, "d1dFhjMx", "風")
    return game


@pytest.mark.parametrize("way", ["thread", "utf-8", "cp932", "sjis-crlf"])
def test_a_game_goes_on_as_it_would_have_here(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, way: str
) -> None:
    first, _ = everything(scene)
    posts = handed(scene, monkeypatch)
    assert all(post.startswith(OWN_TEXT) for post in posts)
    file = tmp_path / "handover"
    if way == "thread":
        for post in posts:
            first.post(4, "23:00:00", A, "d1dFhjMx", "歩く人", stored(post))
        file.write_bytes(b"".join(line + b"\n" for line in first.thread.lines))
    else:
        text = "\n\n----- 1/1 -----\n".join(posts)
        if way.endswith("crlf"):
            text = "名前\r\n" + text.replace("\n", " \r\n ")
        file.write_bytes(text.encode("cp932" if way.startswith("sjis") else way))
    more = second(scene)
    folder = tmp_path / "new"
    folder.mkdir()
    other = opened(scene, folder, more.thread, file)
    assert rows(other) == rows(scene), "before the first post"
    assert other.verify() is None
    scene.write(first.thread, more.thread)
    if way == "thread":
        scene.round(4 * 86_400)
    scene.round(86_400)
    scene.round(60)
    other.round()
    here = [one for one in scene.verdicts() if one.thread.key == more.thread.key]
    there = other.verdicts("entrance")
    assert what_happens(there) == what_happens(here)
    assert {one.kind for one in there} >= {"roll", "void"}
    assert rows(other) == rows(scene)
    assert other.verify() is None
    assert [one.changed for one in other.rebuild()] == [()]
    assert other.verify() is None
    other.close()


def test_posts_that_it_covers_are_judged_already(scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The ledger is lost in the middle of a thread: the same thread is read again from its first post."""
    first, no = everything(scene)
    file = tmp_path / "handover.txt"
    file.write_text("\n".join(handed(scene, monkeypatch)), encoding="utf-8")
    before = rows(scene)
    folder = tmp_path / "new"
    folder.mkdir()
    other = opened(scene, folder, first.thread, file)
    other.round()
    verdicts = other.verdicts("entrance")
    assert {(one.kind, one.why) for one in verdicts} == {("chat", "handed_over")}
    assert not any(one.steps or one.items for one in verdicts)
    assert rows(other) == before
    first.post(5, "20:00:00", A, "aHdF5mnv", "歩く人")
    other.round(86_400)
    assert other.verdicts("entrance")[-1].kind == "roll"
    assert other.verify() is None
    told = command("why", str(no["chat"]), "--settings", str(other.file))
    assert "handed the game over" in told.stdout, told.stderr
    other.close()


def test_it_is_handed_over_again(scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    everything(scene)
    file = tmp_path / "handover.txt"
    file.write_text("\n".join(handed(scene, monkeypatch)), encoding="utf-8")
    folder = tmp_path / "new"
    folder.mkdir()
    other = opened(scene, folder, second(scene).thread, file)
    other.close()
    again = handed(other, monkeypatch)
    file.write_text("\n".join(again), encoding="utf-8")
    one, two = read_handover(str(file)).handover, None
    file.write_text("\n".join(handed(scene, monkeypatch)), encoding="utf-8")
    two = read_handover(str(file)).handover
    assert (one.players, one.thread, one.number, one.fingerprint) == (
        two.players,
        two.thread,
        two.number,
        two.fingerprint,
    )


# What was copied wrongly


@pytest.fixture
def text(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> str:
    everything(scene)
    return "\n".join(handed(scene, monkeypatch))


def refusal(tmp_path: Path, content: str | bytes) -> str:
    file = tmp_path / "broken"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UsageError) as caught:
        read_handover(str(file))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_copying_error_is_told_with_its_line(text: str, tmp_path: Path) -> None:
    lines = text.splitlines()
    place = next(place for place, line in enumerate(lines) if A in line and ".人" in line)
    number = lines[place].partition(".")[0]
    for spoilt in (lines[place].replace(A, A[:-1] + "x"), lines[place].replace("マス=", "マス=1")):
        told = refusal(tmp_path, "\n".join([*lines[:place], spoilt, *lines[place + 1 :]]))
        assert f"line {number}: was copied wrongly" in told
    for gone in ([], ["x" + lines[place][4:]], [lines[place][:-5]]):
        told = refusal(tmp_path, "\n".join([*lines[:place], *gone, *lines[place + 1 :]]))
        assert f"line {number} of " in told
        assert "missing" in told


def test_other_things_are_refused_too(text: str, tmp_path: Path) -> None:
    lines = text.splitlines()
    assert "holds no hand-over" in refusal(tmp_path, "")
    assert "holds no hand-over" in refusal(tmp_path, "こんにちは\n1. りんご\n")
    assert "holds no hand-over" in refusal(tmp_path, bytes(range(256)))
    assert "missing" in refusal(tmp_path, "\n".join(lines[:-3]))
    assert "its first line is missing" in refusal(tmp_path, "\n".join(lines[2:]))
    with pytest.raises(UsageError, match="can't be read"):
        read_handover(str(tmp_path / "nowhere"))


def test_lines_of_several_hand_overs_are_told(text: str, tmp_path: Path) -> None:
    lines = text.splitlines()
    place = next(place for place, line in enumerate(lines) if ".人" in line)
    other = lines[place].rpartition(" *")[0].replace("マス=", "マス=1")
    told = refusal(tmp_path, "\n".join([*lines[:place], f"{other} *{check_of(other)}", *lines[place + 1 :]]))
    assert "of several hand-overs" in told
    told = refusal(tmp_path, "\n".join([*lines, f"{other} *{check_of(other)}"]))
    assert "stands there twice" in told


def test_what_others_paste_into_a_thread_is_not_taken(scene: Scene, text: str, tmp_path: Path) -> None:
    game = second(scene)
    game.thread.lines.clear()
    game.post(5, "20:00:00", A, "aHdF5mnv", "歩く人", stored(text))
    game.post(5, "20:00:10", "", "aHdF5mnv", "誰か", stored(f"もらった\n{text}"))  # quoted: no text of ours
    file = tmp_path / "thread.dat"
    file.write_bytes(b"".join(line + b"\n" for line in game.thread.lines))
    found = read_handover(str(file))
    assert (found.by, found.numbers) == (f"◆{A}", (1,))
    game.post(5, "20:01:00", "", "Evil1234", "誰か", stored(text))
    told = refusal(tmp_path, b"".join(line + b"\n" for line in game.thread.lines))
    assert f"by several people: ◆{A}, ID:Evil1234" in told


# The commands


def test_init_tells_what_it_opened_with(
    scene: Scene, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "handover.txt").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    url = "https://etc7.2ch.net/test/read.cgi/entrance/1178009999/"
    ran = command("init", "--from-handover", "handover.txt", url, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    told = json.loads(ran.stdout)["handover"]
    assert (told["no"], told["players"] >= 6) == (18, True)
    assert json.loads(command("standings", "--json").stdout)["cut"]["no"] == 18
    again = command("init", "--from-handover", "handover.txt", url)
    assert again.returncode == 2
    assert is_one_line(again.stderr)


def test_a_ruleset_that_is_not_here_is_asked_for(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "h").write_text(text, encoding="utf-8")
    found = read_handover(str(tmp_path / "h")).handover
    folder = tmp_path / "new"
    folder.mkdir()
    monkeypatch.chdir(folder)
    url = "https://etc7.2ch.net/test/read.cgi/entrance/1178009999/"
    Path("h").write_text("\n".join(lines_of(replace(found, ruleset="ours"), 256)), encoding="utf-8")
    ran = command("init", "--from-handover", "h", url)
    assert ran.returncode == 2
    assert is_one_line(ran.stderr)
    assert "--ruleset ours.toml" in ran.stderr
    assert not Path("referee.toml").exists()
    readings = {**found.readings, "fraction": "floor"}
    Path("h").write_text("\n".join(lines_of(replace(found, readings=readings), 256)), encoding="utf-8")
    ran = command("init", "--from-handover", "h", url, "--lang", "en")
    assert ran.returncode == 0
    assert "not word for word" in ran.stderr  # the digest is that of the other reading
    assert open_folder("referee.toml").settings.game[0].readings == {"fraction": "floor"}


def test_a_game_under_another_name_is_told(scene: Scene, text: str, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (tmp_path / "h").write_text(text, encoding="utf-8")
    other = opened(scene, folder, second(scene).thread, tmp_path / "h")
    other.close()
    other.file.write_text(other.file.read_text("utf-8").replace('name = "entrance"', 'name = "mine"'), encoding="utf-8")
    told = command("status", "--settings", str(other.file))
    assert "the hand-over of the game entrance is in force nowhere" in told.stdout, told.stderr


def dead_links(site: Path) -> list[str]:
    """Links within a site that lead nowhere."""
    found = [
        (page, link) for page in site.rglob("*.html") for link in re.findall(r'href="([^":#]+)["#]', page.read_text())
    ]
    assert len(found) > 100
    return sorted({link for page, link in found if not (page.parent / link).is_file()})


def test_every_command_works_before_and_after_the_first_post(
    scene: Scene, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (tmp_path / "h").write_text(text, encoding="utf-8")
    other = opened(scene, folder, second(scene).thread, tmp_path / "h")
    commands = [
        "standings",
        "status",
        "open",
        "verify",
        "publish",
        "paste standings",
        "paste handover",
        "paste template",
        "paste rules",
        "rebuild",
        "evening",
        "paste standings --changed",
    ]
    for after_posts in (False, True):
        if after_posts:
            other.round()
        other.close()
        monkeypatch.chdir(folder)
        for words in commands:
            ran = command(*words.split())
            assert (ran.returncode, "Traceback" in ran.stderr) == (0, False), (words, ran.stderr)
        assert dead_links(folder / "site") == [], "players whom the hand-over brought have pages too"
    table_page = (folder / "site" / "entrance" / "index.html").read_text("utf-8")
    assert A in table_page
    assert command("tryout", "--set", "fraction=floor").returncode == 0
    made = command("ruling", "add", "void", "1", "--reason", "x", "--yes")
    assert made.returncode == 0, made.stderr
    assert command("verify").returncode == 0


def test_what_nobody_knows_by_whom_is_taken_only_where_it_is_one(scene: Scene, text: str, tmp_path: Path) -> None:
    """Posts without trip and ID are never of one and the same person (ODD-INPUTS 2)."""
    game = second(scene)
    game.thread.lines.clear()
    game.post(5, "20:00:00", "", "", "誰か", stored(text))
    game.post(5, "20:00:10", "", "???", "誰か", stored(text))
    file = tmp_path / "thread.dat"
    file.write_bytes(b"".join(line + b"\n" for line in game.thread.lines))
    found = read_handover(str(file))
    assert found.by == "ID:???"
    other = "\n".join([OWN_TEXT, *lines_of(replace(found.handover, homes=9), 240)])
    game.post(5, "20:01:00", "", "???", "誰か", stored(other))
    told = refusal(tmp_path, b"".join(line + b"\n" for line in game.thread.lines))
    assert "several hand-overs, by whom nothing tells" in told


def test_posts_in_any_order_and_pasted_again_are_one_hand_over(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    everything(scene)
    (scene.path / "SETTING.TXT").write_bytes(b"BBS_LINE_NUMBER=8\nBBS_MESSAGE_COUNT=700\n")
    old = handed(scene, monkeypatch, "--board-settings", "SETTING.TXT")
    game = second(scene)
    scene.write(game.thread)
    scene.round(60)
    new = handed(scene, monkeypatch, "--board-settings", "SETTING.TXT")
    assert min(len(old), len(new)) >= 3
    no = len(game.thread.lines)
    for post in [*old, new[1], new[0], *new[2:], new[0]]:
        game.post(7, "20:00:00", A, "", "歩く人", stored(post))
    file = tmp_path / "thread.dat"
    file.write_bytes(b"".join(line + b"\n" for line in game.thread.lines))
    found = read_handover(str(file))
    assert found.handover.number == no
    assert min(found.numbers) > no + len(old)


def test_days_of_far_years_are_handed_over(scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A board whose clock went wrong for a post."""
    game = EveningGame(scene)
    game.post(1, "20:00:00", A, "aHdF5mnv", "歩く人")
    game.thread.append(game.thread.lines[0].replace(b"2007/05/01", b"2098/05/01").replace(b"ID:aHdF5mnv", b""))
    game.read()
    file = tmp_path / "handover.txt"
    file.write_text("\n".join(handed(scene, monkeypatch)), encoding="utf-8")
    folder = tmp_path / "new"
    folder.mkdir()
    other = opened(scene, folder, second(scene).thread, file)
    assert rows(other) == rows(scene)
    assert other.verify() is None
    other.round(60)
    other.close()
    monkeypatch.chdir(folder)
    made = command("ruling", "add", "void", "1", "--reason", "x", "--yes")
    assert made.returncode == 0, made.stderr
    assert other.verify() is None
    other.close()
