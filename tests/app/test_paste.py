"""`referee paste`: text within the limits of a board, of which nothing ever counts (issue 6; ODD-INPUTS 28, 32)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from evening_game import A, B, C, EveningGame, everything
from process import command, is_one_line
from scene import Scene

from referee.app.boardlimits import keep_limits, kept_limits
from referee.model import OWN_TEXT, BoardSettings, PostLimits

KINDS = ["verdict 1", "standings", "standings --changed", "handover", "template", "rules"]
HOSTILE = [
    '<script>alert(1)</script>', "&lt;b&gt; &#9670; &copy", "http://x.example/a.jpg", "ttp://x/test/read.cgi/qa/1/2",
    "😀〜−∥\u202e逆", "  二つ  空白　全角  ", "#trip ◆Fake", "A*%20=,\"';|~`\\", "ID:abcdefgh", "名" * 500,
    ">>1 訂正 >>1",
]  # fmt: skip


def run(scene: Scene, monkeypatch: pytest.MonkeyPatch, kind: str, *options: str) -> list[str]:
    scene.close()
    monkeypatch.chdir(scene.path)
    ran = command("paste", *kind.split(), "--json", *options)
    assert ran.returncode == 0, ran.stderr
    posts: list[str] = json.loads(ran.stdout)["posts"]
    return posts


def stored(post: str) -> str:
    text = post.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return re.sub(r"&amp;(#\d+;)", r"&\1", text).replace("\n", " <br> ")


def assert_taken(posts: list[str], limits: PostLimits) -> None:
    for number, post in enumerate(posts, 1):
        lines = post.split("\n")
        assert lines[0].startswith(OWN_TEXT)
        assert len(posts) == 1 or lines[0].endswith(f" ({number}/{len(posts)})")
        assert len(lines) <= limits.lines
        assert len(stored(post).encode("cp932")) <= limits.bytes
        assert all(len(line.encode("cp932")) <= limits.columns for line in lines)
        assert "<" not in post
        assert "  " not in post
        assert not re.search(r"&(?!#\d+;)|^[◆◇#]", post, re.MULTILINE)


def hostile(scene: Scene) -> EveningGame:
    game = EveningGame(scene)
    for place, name in enumerate(HOSTILE):
        shown = name.replace("&", "&amp;").replace("<", "&lt;").encode("cp932", "xmlcharrefreplace").decode("cp932")
        game.post(1, f"20:{place:02}:00", f"Trip{place:02}abcd", f"d{place % 9}dFhjM{place % 7}", shown)
    return game


@pytest.mark.parametrize("settings", ["", "BBS_LINE_NUMBER=2\nBBS_MESSAGE_COUNT=300\nBBS_COLUMN_NUMBER=100\n"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_taken_by_the_board_whatever_players_are_called(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, kind: str, settings: str
) -> None:
    hostile(scene).read()
    limits, options = PostLimits(), list[str]()
    if settings:
        (scene.path / "SETTING.TXT").write_bytes(settings.encode())
        limits, options = PostLimits(4, 300, 100), ["--board-settings", "SETTING.TXT"]
    for lang in ("ja", "en"):
        posts = run(scene, monkeypatch, kind, "--lang", lang, *options)
        assert_taken(posts, limits)
        assert "read.cgi/qa" not in "".join(posts)
        assert "://x" not in "".join(posts)


def test_a_hand_over_keeps_hostile_names(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.app.handing import read_handover

    hostile(scene).read()
    (scene.path / "SETTING.TXT").write_bytes(b"BBS_LINE_NUMBER=2\nBBS_MESSAGE_COUNT=300\nBBS_COLUMN_NUMBER=140\n")
    posts = run(scene, monkeypatch, "handover", "--board-settings", "SETTING.TXT")
    assert len(posts) > 5
    (scene.path / "h").write_text("\n".join(posts), encoding="utf-8")
    with scene.open.read() as view:
        state = view.snapshot("sugoroku", scene.tables()[0].digest, "")
        assert state is not None
        names = {player.trip: player.name for player in state.players.values()}
    found = {player.trip: player.name for player in read_handover(str(scene.path / "h")).handover.players}
    assert found.keys() == names.keys()
    assert all(names[trip].startswith(name) for trip, name in found.items())
    assert sum(names[trip] != name for trip, name in found.items()) <= 1, "only a name too long for a field is cut"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_is_pasted_counts(scene: Scene, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Under a player's own trip and ID, by one who owes a picture and by one who has a right to an extra roll."""
    game, _ = everything(scene, more='title = "IDすごろく"')
    scene.file.write_text('site_url = "https://x.example/a.jpg/"\n' + scene.file.read_text("utf-8"), encoding="utf-8")
    before = [(one.number, one.steps) for one in scene.verdicts()]
    posts = run(scene, monkeypatch, kind)
    numbers = [
        game.post(5, f"20:0{n % 10}:00", trip, "d1dFhjMz", "風", stored(post))
        for n, (post, trip) in enumerate((post, trip) for post in posts for trip in (A, B, C))
    ]
    scene.round(86_400)
    for verdict in scene.verdicts()[len(before) :]:
        assert verdict.number in numbers
        assert (verdict.kind, verdict.why, verdict.steps, verdict.claim) == ("chat", "own_text", (), None)
        assert not [item for item in verdict.items if item.why != "same_id"]


# The standings


def two_evenings(scene: Scene) -> EveningGame:
    game = EveningGame(scene)
    game.post(1, "20:00:00", A, "aHdF5mnv", "歩く人")
    game.post(1, "20:01:00", B, "d9dFhjMm", "風")
    game.post(1, "20:02:00", C, "d2dFhjMm")
    game.post(2, "20:00:00", A, "aHdF6mnv", "歩く人")
    game.post(2, "20:01:00", C, "YdFhdhjM")
    game.post(2, "20:02:00", "", "d9dFhjMm", "", "おはよう")
    game.read()
    return game


def test_only_who_changed_since_yesterdays_evening(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    two_evenings(scene)
    (post,) = run(scene, monkeypatch, "standings --changed")
    assert post.splitlines() == [
        f"{OWN_TEXT}standings up to >>6 (2007-05-02)",
        "only who changed since the end of 2007-05-01",
        f"1. ◆{A} 歩く人 square 11 (+6)",
        f"3. ◆{C} square 2 rests until 2007-05-03",
    ]
    (whole,) = run(scene, monkeypatch, "standings")
    assert f"2. ◆{B} 風 square 9" in whole
    assert "(+6)" not in whole


def test_since_a_day_or_a_post(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    two_evenings(scene)
    (since_post,) = run(scene, monkeypatch, "standings --since 2")
    assert "only who changed since >>2" in since_post
    assert f"◆{A} 歩く人 square 11 (+6)" in since_post
    assert f"◆{C} square 2 (+2) rests until" in since_post
    (since_start,) = run(scene, monkeypatch, "standings --since 2007-04-30")
    assert since_start.count("◆") == 3
    (nobody,) = run(scene, monkeypatch, "standings --since 1178000000/6")
    assert "nobody did" in nobody
    for wrong in ("99", "yesterday", "2007-13-01", "", "/"):
        ran = command("paste", "standings", "--since", wrong)
        assert ran.returncode == 2
        assert is_one_line(ran.stderr)


# A verdict


def test_a_verdict_in_full_with_its_page(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    two_evenings(scene)
    (post,) = run(scene, monkeypatch, "verdict 4", "--lang", "ja")
    assert post.startswith(f"{OWN_TEXT}>>4 の判定\n>>4 ")
    assert "5→11マス" in post
    assert "://" not in post
    scene.file.write_text('site_url = "https://x.example/s/"\n' + scene.file.read_text("utf-8"), encoding="utf-8")
    assert command("publish").returncode == 0
    for lang, folder in (("ja", ""), ("en", "en/")):
        for number in (4, 6):
            (post,) = run(scene, monkeypatch, f"verdict {number}", "--lang", lang)
            page = post.splitlines()[-1].rpartition("https://x.example/s/")[2]
            assert page.startswith(f"sugoroku/{folder}")
            path, _, anchor = page.partition("#")
            text = (scene.path / "site" / path).read_text("utf-8")
            assert f'id="{anchor}"' in text or not anchor
    ran = command("paste", "verdict", "99")
    assert ran.returncode == 2
    assert is_one_line(ran.stderr)


# The template, the rules


def test_the_template_has_what_the_next_thread_needs(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    game = two_evenings(scene)
    (post,) = run(scene, monkeypatch, "template")
    assert "first home: nobody yet" in post
    assert f"earlier thread: {game.thread.url}" in post
    assert "- A post with a genuine trip and a visible ID is a roll, once a day" in post
    assert f"◆{A} 歩く人 square 11" in post


def test_rules_are_those_of_rules_show(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    two_evenings(scene)
    shown = command("rules", "show", "--template", "--json", "--lang", "en")
    assert run(scene, monkeypatch, "rules") == json.loads(shown.stdout)["posts"]


# The limits


@pytest.mark.parametrize("kind", ["handover", "template"])
def test_a_title_for_which_there_is_no_room_is_cut(scene: Scene, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    two_evenings(scene)
    monkeypatch.setenv("REFEREE_GAME__0__TITLE", "한국어 " * 9)
    (scene.path / "SETTING.TXT").write_bytes(b"BBS_LINE_NUMBER=2\nBBS_MESSAGE_COUNT=256\nBBS_COLUMN_NUMBER=96\n")
    for lang in ("ja", "en"):
        posts = run(scene, monkeypatch, kind, "--lang", lang, "--board-settings", "SETTING.TXT")
        assert_taken(posts, PostLimits(4, 256, 96))
        assert all(re.search(r"&#\d+;… \(", post.split("\n")[0]) for post in posts)


def test_the_evening_keeps_to_what_doctor_read_of_the_board(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    two_evenings(scene)
    with scene.open.write(scene.now) as tx:
        keep_limits(tx, scene.place().thread, BoardSettings({"BBS_LINE_NUMBER": "2", "BBS_COLUMN_NUMBER": "96"}))
    scene.close()
    monkeypatch.chdir(scene.path)
    posts = json.loads(command("evening", "--json").stdout)["paste"]
    assert len(posts) > 1
    assert_taken(posts, PostLimits(4, 2048, 96))


def test_what_doctor_read_of_the_board_is_kept(scene: Scene) -> None:
    two_evenings(scene)
    thread = scene.place().thread
    with scene.open.write(scene.now) as tx:
        assert kept_limits(tx, thread) == PostLimits()
        keep_limits(tx, thread, BoardSettings({"BBS_LINE_NUMBER": "4", "BBS_MESSAGE_COUNT": "512"}))
        keep_limits(tx, thread, BoardSettings({"BBS_LINE_NUMBER": "4", "BBS_MESSAGE_COUNT": "512"}))
        assert kept_limits(tx, thread) == PostLimits(8, 512)
        assert len(tx.notes("board/1")) == 1
        keep_limits(tx, thread, BoardSettings({"BBS_LINE_NUMBER": "1"}))
        assert kept_limits(tx, thread) == PostLimits(), "nothing would fit: as if it had not told"
    assert scene.verify() is None


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"BBS_LINE_NUMBER=1\n", "2 lines is too small"),
        (b"BBS_MESSAGE_COUNT=100\n", "100 bytes is too small"),
        (b"BBS_COLUMN_NUMBER=20\n", "20 bytes in a line is too small"),
        (b"<html>", "is no SETTING.TXT"),
        (None, "can't be read"),
    ],
)
def test_settings_of_no_use_are_refused(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, content: bytes | None, told: str
) -> None:
    two_evenings(scene)
    scene.close()
    monkeypatch.chdir(scene.path)
    if content is not None:
        Path("SETTING.TXT").write_bytes(content)
    ran = command("paste", "standings", "--board-settings", "SETTING.TXT")
    assert ran.returncode == 2
    assert is_one_line(ran.stderr)
    assert told in ran.stderr


def test_several_posts_stand_under_lines_that_are_no_part_of_them(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_evenings(scene)
    scene.close()
    monkeypatch.chdir(scene.path)
    Path("SETTING.TXT").write_bytes(b"BBS_LINE_NUMBER=2\n")
    ran = command("paste", "rules", "--board-settings", "SETTING.TXT", "--lang", "ja")
    assert ran.stdout.startswith("----- スレに貼る文 1/")
    assert "-----" not in command("paste", "standings").stdout
