"""Rulings from the terminal: each kind made and undone, what is refused, and what is shown before."""

from __future__ import annotations

import io
from importlib import resources

import pytest
from court import A2, EVERY, A, B, book, fill, must, ruling, stand, told, whole
from fakeboard import FakeThread
from process import command, is_one_line
from scene import Scene

from referee.app.ruling import Request, add, propose, save
from referee.errors import UsageError
from referee.model.ruling import ACTS


@pytest.fixture
def evening(scene: Scene, thread: FakeThread) -> Scene:
    """A game in which something waits for every kind of ruling."""
    fill(thread, scene)
    scene.round()
    return scene


def test_every_kind_is_tried() -> None:
    assert set(EVERY) == set(ACTS)


@pytest.mark.parametrize("kind", EVERY)
def test_made_and_undone_leaves_every_byte_as_it_was(evening: Scene, kind: str) -> None:
    before = whole(evening)
    must(ruling(evening, "add", kind, *EVERY[kind]))
    ruled = whole(evening)
    assert ruled["verdicts"] != before["verdicts"]
    assert (ruled["standings"] != before["standings"]) == (kind != "stands")
    assert evening.verify() is None
    must(ruling(evening, "undo", "1", reason="間違い"))
    assert whole(evening) == before
    assert evening.verify() is None
    assert [event.what for event in book(evening).entries[0].events] == ["add", "undo"]


def test_all_kinds_together_hold_after_a_rebuild_and_are_undone_in_any_order(evening: Scene) -> None:
    before = whole(evening)
    kinds = [kind for kind in EVERY if kind != "chat"]
    for kind in kinds:
        must(ruling(evening, "add", kind, *EVERY[kind]))
    ruled = whole(evening)
    assert evening.verify() is None
    evening.rebuild()
    assert whole(evening) == ruled
    for number in sorted(range(1, len(kinds) + 1), key=lambda number: number % 3):
        must(ruling(evening, "undo", str(number)))
    assert whole(evening) == before
    assert evening.verify() is None


def test_the_difference_is_shown_before_and_nothing_is_recorded_without_a_yes(evening: Scene) -> None:
    before = whole(evening)
    done = ruling(evening, "add", "void", "2", yes=False)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert "nothing was recorded" in done.stderr
    assert "ruling 1 void entrance/" in done.stdout
    assert "they part at" in done.stdout
    assert f"{A}: square" in done.stdout
    assert whole(evening) == before
    assert not book(evening).entries


def test_json_tells_ruling_posts_and_effect(evening: Scene) -> None:
    done = told(must(ruling(evening, "add", "square", "8", "--square", "300", "--json")))
    assert (done["saved"], done["ruling"]["id"], done["ruling"]["values"]["square"]) == (True, 1, 300)
    assert [post["no"] for post in done["posts"]] == [8]
    assert done["effect"]["parting"]["no"] == 8
    assert any(row["player"] == B for row in done["effect"]["players"])
    listed = told(ruling(evening, "list", "--json"))
    assert [row["kind"] for row in listed["rulings"]] == ["square"]
    assert listed["rulings"][0]["author"] == "host"


def test_a_ruling_in_another_form_keeps_its_number_and_what_it_was(evening: Scene) -> None:
    must(ruling(evening, "add", "square", "3", "--square", "300", "--player", A))
    must(ruling(evening, "amend", "1", "--square", "400", reason="数え間違い"))
    (entry,) = book(evening).entries
    assert [(event.what, event.ruling.act.square, event.ruling.act.player) for event in entry.events] == [  # type: ignore[union-attr]
        ("add", 300, A),
        ("amend", 400, A),
    ]
    assert evening.verify() is None
    must(ruling(evening, "amend", "1", "chat", "2", reason="別の話だった"))
    (entry,) = book(evening).entries
    assert (entry.ruling.kind, entry.ruling.posts[0].number, entry.ruling.id) == ("chat", 2, 1)
    must(ruling(evening, "undo", "1", reason="やめた"))
    assert "no rulings" in ruling(evening, "list").stdout
    all_of_it = ruling(evening, "list", "--all").stdout
    for word in ("数え間違い", "やめた", "amended", "undone", "400"):
        assert word in all_of_it


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("add", "void", "99"), ("no such post", "the last one known is 15")),
        (("add", "void", "entrance/1/2"), ("names no post of this game", "write N, or THREAD/N")),
        (("add", "viod", "2"), ("unknown kind of ruling viod", "did you mean void?")),
        (("add", "void"), ("names no post",)),
        (("add", "square", "3"), ("has no square",)),
        (("add", "square", "3", "--square", "1001"), ("1001 is no square", "0 to 1000")),
        (("add", "square", "3", "--square", "1", "--player", "AbCdEfGhIj"), ("did you mean ◆AbCdEfGhIj?",)),
        (("add", "square", "13", "--square", "1"), ("has no trip",)),
        (("add", "void", "3", "--square", "1"), ("unknown value square",)),
        (("add", "day", "3", "--day", "2007-05-32"), ("is no time", "2026-08-01")),
        (("add", "day", "3", "--day", "2007-05-03T10:00"), ("more than a day",)),
        (("add", "exposure", "9", "--accept", "--shown", "DX"), ("X is nothing that can be exposed", "D I K M R")),
        (("add", "exposure", "9"), ("has no accept", "give --accept or --refuse")),
        (("add", "outage", "10", "--since", "2007-05-02", "--until", "2007-05-01"), ("before it begins",)),
        (("add", "join", "11", "--alias", A2, "--player", A2), ("to itself",)),
        (("add", "link", "2"), ("links to no thread",)),
        (("add", "link", "7", "--url", "http://etc7.2ch.net/test/read.cgi/qa/1/5"), ("has no link", "its links:")),
        (("add", "rules", "12", "--name", "id-sugorok"), ("no such ruleset", "did you mean id-sugoroku?")),
        (("add", "rules", "12", "--name", "id-sugoroku", "--set", "dice=some"), ("is no value of this switch",)),
        (("add", "carry_over", "2", "--row", f"player={A} square=1000"), ("has no home_at",)),
        (("add", "carry_over", "2", "--row", f"player={A} sqare=10"), ("unknown value sqare", "did you mean square?")),
        (("add", "void", "--pattern", "nmae=x"), ("unknown field nmae", "did you mean name?")),
        (("add", "void", "--pattern", "name=nobody"), ("no post fits name=nobody",)),
        (("add", "void", "2", "--pattern", "name=*"), ("a post and a pattern",)),
        (("add", "square", "--pattern", "name=*", "--square", "3"), ("is about one post",)),
        (("undo", "1"), ("there is no such ruling", "none yet")),
        (("amend", "7", "void"), ("there is no such ruling",)),
    ],
)  # fmt: skip
def test_refused_in_one_line_with_the_remedy(
    evening: Scene, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    before = whole(evening)
    done = ruling(evening, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    for word in words:
        assert word in done.stderr
    assert whole(evening) == before
    assert not book(evening).entries


@pytest.mark.parametrize("arguments", [("add", "void", "2"), ("undo", "1"), ("amend", "1", "chat")])
def test_no_reason_no_ruling(evening: Scene, arguments: tuple[str, ...]) -> None:
    must(ruling(evening, "add", "stands", "11"))
    for reason in (None, "  "):
        done = ruling(evening, *arguments, reason=reason)
        assert done.returncode == 2
        assert is_one_line(done.stderr)
        assert "reason" in done.stderr
    assert len(book(evening).entries) == 1


@pytest.mark.parametrize(
    ("first", "second", "word"),
    [
        (("void", "2"), ("chat", "2"), "contradicts ruling 1 (void)"),
        (("count", "2"), ("void", "2"), "contradicts ruling 1 (count)"),
        (("void", "2"), ("void", "2"), "says again what ruling 1"),
        (("square", "3", "--square", "1"), ("square", "3", "--square", "2"), "contradicts ruling 1 (square)"),
        (("square", "3", "--square", "1"), ("square", "3", "--square", "1"), "says again what ruling 1 (square) says"),
        (("square", "3", "--square", "1"), ("square", "3", "--square", "2", "--player", B), "contradicts ruling 1"),
        (("square", "3", "--square", "2", "--player", B), ("square", "3", "--square", "1"), "contradicts ruling 1"),
        (("day", "11", "--day", "2007-05-02"), ("day", "11", "--day", "2007-05-01"), "contradicts ruling 1 (day)"),
        (("exposure", "9", "--refuse"), ("exposure", "9", "--accept"), "contradicts ruling 1 (exposure)"),
        (("join", "11", "--alias", A2, "--player", B), ("join", "12", "--alias", A2, "--player", A), "another player"),
        (("join", "11", "--alias", A2, "--player", B), ("join", "11", "--alias", B, "--player", A2), "in a ring"),
        (
            ("outage", "10", "--since", "2007-05-02", "--until", "2007-05-03"),
            ("outage", "11", "--since", "2007-05-03", "--until", "2007-05-04", "--dice", "a5dMhaAn"),
            "gives other dice",
        ),
    ],
)
def test_what_contradicts_an_earlier_ruling_is_refused(
    evening: Scene, first: tuple[str, ...], second: tuple[str, ...], word: str
) -> None:
    must(ruling(evening, "add", *first))
    before = whole(evening)
    done = ruling(evening, "add", *second)
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    assert word in done.stderr
    assert "ruling 1" in done.stderr
    assert whole(evening) == before
    must(ruling(evening, "undo", "1"))
    must(ruling(evening, "add", *second))


def test_a_post_does_not_count_on_a_day_that_another_post_used(evening: Scene) -> None:
    before = whole(evening)
    done = ruling(evening, "add", "count", "4", "--player", B)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert f"{B} rolled on that day by" in done.stderr
    assert "/3 — make that one chat first: referee ruling add chat" in done.stderr
    assert whole(evening) == before
    must(ruling(evening, "add", "chat", "3"))
    must(ruling(evening, "add", "count", "4", "--player", B))
    assert evening.kinds()[4] == "roll"


def test_a_pattern_becomes_the_posts_that_were_there(evening: Scene, thread: FakeThread) -> None:
    done = must(
        ruling(evening, "add", "stands", "--pattern", "name=名無しさん", "--pattern", "body=お*", "--from", "2")
    )
    assert "posts that the ruling touches: 2" in done.stdout
    assert "/13: " in done.stdout
    assert "/14: " in done.stdout
    thread.post("おはよう", ident="Chat0004")
    evening.advance(120)
    evening.round()
    (entry,) = book(evening).entries
    assert [post.number for post in entry.ruling.posts] == [13, 14]
    assert entry.ruling.pattern == "name=名無しさん body=お* from=2"
    assert evening.verify() is None
    must(ruling(evening, "amend", "1", "--until", "13"))
    (entry,) = book(evening).entries
    assert [post.number for post in entry.ruling.posts] == [13]
    assert entry.ruling.pattern == "name=名無しさん body=お* from=2 until=13"
    must(ruling(evening, "amend", "1", "--until", "99", "--pattern", "body=お?"))
    (entry,) = book(evening).entries
    assert [post.number for post in entry.ruling.posts] == [13]
    assert entry.ruling.pattern == "name=名無しさん body=お? from=2 until=99"
    narrower = ("--pattern", "id=???", "--thread", f"entrance/{thread.key}", "--from", "5", "--until", "10")
    done = must(ruling(evening, "add", "void", *narrower))
    assert "posts that the ruling touches: 1" in done.stdout


@pytest.mark.parametrize(
    ("bounds", "word"), [(("--until", "7"), "has no pattern"), (("--until", "x"), "unknown value until")]
)
def test_bounds_of_a_ruling_without_a_pattern(evening: Scene, bounds: tuple[str, ...], word: str) -> None:
    must(ruling(evening, "add", "void", "2"))
    done = ruling(evening, "amend", "1", *bounds)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert word in done.stderr


def test_a_ruling_follows_its_post_when_posts_are_renumbered(evening: Scene, thread: FakeThread) -> None:
    must(ruling(evening, "add", "square", "8", "--square", "500"))
    thread.remove(1)
    evening.advance(3700)
    evening.round(hurry=True)
    (verdict,) = [one for one in evening.verdicts() if one.rulings]
    assert verdict.number in (7, 8)
    assert verdict.player == B
    assert b'"square":500' in stand(evening)
    assert evening.verify() is None
    assert "can't be found" not in command("status", "--settings", str(evening.file)).stdout


def test_a_ruling_whose_post_is_lost_is_told_everywhere(evening: Scene) -> None:
    must(ruling(evening, "add", "chat", "2"))
    evening.close()
    lost = evening.sql("SELECT fingerprint FROM posts WHERE number = 2")[0][0]
    evening.sql(
        "UPDATE posts SET replaces = (SELECT fingerprint FROM posts WHERE number = 3) WHERE fingerprint = ?", lost
    )
    settings = ("--settings", str(evening.file), "--lang", "en")
    for done in (
        command("ruling", "list", *settings),
        command("status", *settings),
        command("poll", *settings),
    ):
        text = done.stdout + done.stderr
        assert "ruling 1" in text
        assert "can't be found" in text, done
    (item,) = told(command("status", *settings, "--json"))["open_items"]
    assert (item["kind"], item["no"]) == ("ruling_orphaned", 2)


def test_the_settings_changed_and_nobody_judged_since(evening: Scene, thread: FakeThread) -> None:
    evening.write(thread, more="readings = { roll_on_sage = false }")
    done = ruling(evening, "add", "void", "2")
    assert done.returncode == 2
    assert "was judged by other rules" in done.stderr


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("\n", 2)])
def test_on_a_terminal_the_host_is_asked(
    evening: Scene, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(answer))
    done = ruling(evening, "add", "void", "2", yes=False)
    assert done.returncode == code
    assert "Record this? [y/N]" in done.stdout + done.stderr
    assert len(book(evening).entries) == (code == 0)


def test_what_was_shown_of_another_book_is_not_recorded(evening: Scene) -> None:
    table = evening.tables()[0]
    asked = [Request(kind, "2", None, {}, "so be it", "host") for kind in ("void", "stands")]
    first, second = (propose(evening.open, table, add(table, one, "", evening.now)) for one in asked)
    save(evening.open, table, first, evening.now)
    with pytest.raises(UsageError, match="changed meanwhile"):
        save(evening.open, table, second, evening.now)
    assert [one.kind for one in book(evening).in_force] == ["void"]


def test_a_ruleset_file_that_was_ruled_on_may_change_or_go(evening: Scene) -> None:
    """H4: what holds from a post on is what the host named then."""
    file = evening.path / "house.toml"
    file.write_text(find_ruleset_text().replace('name = "id-sugoroku"', 'name = "house"', 1), "utf-8")
    must(ruling(evening, "add", "rules", "12", "--name", "house.toml", "--set", "roll_on_sage=false"))
    ruled = whole(evening)
    file.unlink()
    assert evening.verify() is None
    evening.rebuild()
    assert whole(evening) == ruled
    file.write_text("[ruleset]\n", "utf-8")
    assert evening.verify() is None


def find_ruleset_text() -> str:
    return (resources.files("referee.rules") / "sets" / "id-sugoroku.toml").read_text("utf-8")
