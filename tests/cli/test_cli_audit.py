"""`referee audit` as a host types it: outputs, refusals, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from audits import LINKED, ROOT, THREAD, audit, audited
from click.testing import CliRunner

from referee.cli import group, run

KEYS = ["ruleset", "posts", "standings", "gifts_waiting", "threads", "open_items", "problems"]
POST_KEYS = [
    "thread",
    "no",
    "time",
    "kind",
    "why",
    "player",
    "name",
    "id",
    "dice",
    "from",
    "to",
    "roll",
    "bonus",
    "gift",
    "jump",
    "overshoot",
    "rest_until",
    "moves",
    "notices",
    "claim",
    "findings",
    "linked",
    "text",
]
STANDING_KEYS = [
    "rank",
    "player",
    "name",
    "square",
    "home",
    "rolls",
    "rest_until",
    "held",
    "chance",
    "extra_rolls",
    "can_roll_on",
]


def line(number: int, trip: str, shown: str, body: str = "", mail: str = "") -> str:
    return f"A </b>{trip} <b><>{mail}<>2007/05/{number:02d}(火) 12:00:00 ID:{shown}<> {body} <>"


def write_thread(path: Path, *lines: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(("\n".join(lines) + "\n").encode("cp932"))
    return str(path)


def test_json_has_the_promised_keys_in_order() -> None:
    whole = audited(THREAD, "--linked", LINKED, "--text")
    assert list(whole) == KEYS
    for post in whole["posts"]:
        assert [key for key in POST_KEYS if key in post] == list(post)
        assert post["text"]
        assert all(set(finding) <= {"rule", "at", "effect", "worth", "text"} for finding in post.get("findings", ()))
    assert all(list(row) == STANDING_KEYS for row in whole["standings"])
    assert all(list(item) == ["kind", "why", "thread", "no", "text"] for item in whole["open_items"])
    assert whole["threads"][0] == {
        "thread": "entrance/1178000000",
        "source": THREAD,
        "title": "IDすごろく その1",
        "posts": 60,
        "refused": None,
        "form": "dat",
    }
    assert "◆AruKu.7abc" in audit(THREAD, "--json").stdout, "JSON is UTF-8, unescaped"


def test_every_post_has_exactly_one_element_and_extra_rolls_stand_before_theirs() -> None:
    posts = audited(THREAD, "--linked", LINKED)["posts"]
    own = [post["no"] for post in posts if post["kind"] != "extra"]
    assert own == list(range(1, 61))
    place = next(index for index, post in enumerate(posts) if post["kind"] == "extra")
    extra, post = posts[place], posts[place + 1]
    assert (extra["no"], extra["time"]) == (post["no"], post["time"])
    linked = {"thread": "etc7.2ch.net/entrance2/1178100000", "no": 3, "time": "2007-05-03T00:18:22+09:00"}
    assert extra["linked"] == linked
    assert extra["moves"] == [{"player": "◆AruKu.7abc", "from": 85, "to": 91, "cause": "roll"}]


def test_without_the_linked_thread_the_link_is_listed_as_unreachable() -> None:
    items = audited(THREAD)["open_items"]
    assert [item["why"] for item in items if item["kind"] == "link_refused"] == ["unreachable"]


def test_host_names_never_leave() -> None:
    result = audit(THREAD, "--linked", LINKED, "--json", "--text")
    assert "p1234" not in result.output
    assert any(
        post.get("name") == "ねこ ***" or "***" in post.get("name", "") for post in json.loads(result.stdout)["posts"]
    )


def test_csv_is_a_table_for_spreadsheets(tmp_path: Path) -> None:
    evil = write_thread(
        tmp_path / "entrance/1178000000.dat",
        "=cmd() </b>◆AAAAAAAAAA <b><><>2007/05/01(火) 12:00:00 ID:aSdF5mnv<> x <>t",
        line(2, "◆AAAAAAAAAA", "+SdFHmnv"),
    )
    target = tmp_path / "posts.csv"
    assert audit(evil, "--csv", str(target)).exception is None
    data = target.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [key for key in POST_KEYS if key != "text"] == list(rows[0])
    assert len(rows) == 2
    assert rows[0]["name"] == "'=cmd()"
    assert rows[1]["dice"] == "'+SdFHmnv"
    assert json.loads(rows[0]["findings"])
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


@pytest.mark.parametrize(
    ("name", "body", "why"),
    [
        ("empty.dat", b"", "empty"),
        ("picture.dat", b"\x89PNG\r\n\x1a\n" + bytes(200), "binary"),
        ("page.dat", b"<html><head><title>error 1234</title></head><body>x</body></html>", "error_page"),
        ("notes.dat", "ただのメモ\nもう一行\n".encode("cp932"), "no_posts"),
    ],
)
def test_what_is_no_thread_is_refused_in_one_line_and_the_others_go_on(
    tmp_path: Path, name: str, body: bytes, why: str
) -> None:
    bad = tmp_path / name
    bad.write_bytes(body)
    result = audit(str(bad), THREAD, "--json")
    assert result.return_value == 3
    whole = json.loads(result.stdout)
    assert [thread["refused"] for thread in whole["threads"]] == [why, None]
    assert len(whole["posts"]) == 60
    (problem,) = [problem for problem in whole["problems"] if problem["kind"] == "refused_source"]
    assert problem["text"]
    shown = audit(str(bad), THREAD)
    assert shown.return_value == 3
    assert shown.stderr.strip().count("\n") == 0
    assert name in shown.stderr


def test_a_folder_without_threads_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    for missing in (str(tmp_path), str(tmp_path / "nothing.dat")):
        result = audit(missing)
        assert result.return_value == 3
        assert len(result.stderr.strip().splitlines()) == 1


def test_a_folder_means_its_threads_in_order_of_their_keys(tmp_path: Path) -> None:
    board = tmp_path / "entrance"
    write_thread(board / "1000000000.dat", line(2, "◆AAAAAAAAAA", "aHdF7mnv"))
    write_thread(board / "999999999.dat", line(1, "◆AAAAAAAAAA", "aHdF5mnv"))
    (board / "subject.txt").write_bytes("999999999.dat<>すごろく (1)\n".encode("cp932"))
    whole = audited(str(board))
    assert [thread["thread"] for thread in whole["threads"]] == ["entrance/999999999", "entrance/1000000000"]
    assert [(post["from"], post["to"]) for post in whole["posts"]] == [(0, 5), (5, 12)]


def test_the_same_thread_twice_adds_nothing() -> None:
    once, twice = audited(THREAD), audited(THREAD, THREAD)
    assert twice["posts"] == once["posts"]
    assert twice["standings"] == once["standings"]
    assert [problem["kind"] for problem in twice["problems"]] == ["seen_before"]


def test_url_names_the_thread_of_a_file(tmp_path: Path) -> None:
    file = write_thread(tmp_path / "saved.bin", line(1, "◆AAAAAAAAAA", "adfHm5TO"))
    url = "http://etc7.2ch.net/test/read.cgi/entrance/1178000000/"
    (post,) = audited(f"{url}={file}")["posts"]
    assert post["thread"] == "etc7.2ch.net/entrance/1178000000"
    assert post["jump"] is not None


def test_a_game_file_names_ruleset_readings_and_boards(tmp_path: Path) -> None:
    file = write_thread(
        tmp_path / "entrance/1.dat", line(1, "◆AAAAAAAAAA", "aHWF5mnv"), line(2, "◆AAAAAAAAAA", "aHSF3Wmn")
    )
    game = tmp_path / "referee.toml"
    game.write_text('[[game]]\nname = "g"\nreadings = { fraction = "ceil" }\n', "utf-8")
    assert [post["roll"] for post in audited(file, "--game", str(game))["posts"]] == [3, -3]
    assert [post["roll"] for post in audited(file)["posts"]] == [2, -3]
    assert [post["roll"] for post in audited(file, "--set", "fraction=floor")["posts"]] == [2, -4]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[game]]\nname = "g"\nrulesett = "x"\n', "did you mean ruleset"),
        ('[[game]]\nname = "g"\nexposures = "links"\n', "did you mean link?"),
        ('[[game]]\nname = "g"\nreadings = { fracton = "floor" }\n', "did you mean fraction"),
        ("lang = 'ja'\n", "[[game]]"),
        ("[[game]\n", "TOML"),
    ],
)
def test_a_bad_game_file_is_refused_with_what_would_be_right(
    tmp_path: Path, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "referee.toml"
    game.write_text(text, "utf-8")
    assert run(["audit", THREAD, "--game", str(game)]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert len(captured.err.strip().splitlines()) == 1
    assert not captured.out


def test_a_csv_that_can_not_be_written_ends_with_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", THREAD, "--csv", str(tmp_path / "no" / "where.csv")]) == 4
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_narrow_terminal_never_makes_output_fail() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "referee", "audit", THREAD, "--text", "--lang", "ja"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"},
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_reader_that_stops_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "audit", THREAD, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert not process.stderr.read()
        assert process.wait() == 0


def test_a_csv_never_overwrites_what_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_thread(tmp_path / "entrance/1178000000.dat", line(1, "◆AAAAAAAAAA", "aHdF5mnv"))
    before = Path(file).read_bytes()
    (tmp_path / "link.csv").symlink_to(file)
    for target in (file, str(tmp_path / "link.csv")):
        assert run(["audit", str(tmp_path / "entrance"), "--csv", target]) == 2
        assert "overwritten" in capsys.readouterr().err
    assert Path(file).read_bytes() == before


def test_where_the_program_was_started_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_thread(tmp_path / "entrance/1178000000.dat", line(1, "◆AAAAAAAAAA", "adfHm5TO"))
    told = []
    for folder, argument in ((tmp_path, "entrance/1178000000.dat"), (tmp_path / "entrance", "1178000000.dat")):
        monkeypatch.chdir(folder)
        (post,) = audited(argument)["posts"]
        told.append((post["thread"], post["jump"]))
    assert told[0] == told[1]
    assert told[0][0].endswith("entrance/1178000000")


@pytest.mark.parametrize("field", range(4))
def test_a_reference_too_long_to_be_a_number_harms_nothing(tmp_path: Path, field: int) -> None:
    fields = ["名無しさん", "", "2007/05/01(火) 12:00:00 ID:aHdF5mnv", " x ", ""]
    fields[field] += f"&#{'1' * 5000};&#x{'f' * 5000};"
    file = write_thread(tmp_path / "entrance/1.dat", line(1, "◆AAAAAAAAAA", "aHdF5mnv"), "<>".join(fields))
    assert len(audited(file)["posts"]) == 2


def test_a_stamp_of_another_age_is_unreadable(tmp_path: Path) -> None:
    late = "A </b>◆AAAAAAAAAA <b><><>9999/12/31(火) 12:00:00 ID:aYdF5mnv<> x <>"
    whole = audited(write_thread(tmp_path / "entrance/1.dat", late, line(1, "◆BBBBBBBBBB", "aHdF6mnv")))
    assert [post.get("why") for post in whole["posts"]] == ["undated", None]


def test_a_path_that_is_no_text_is_told_as_well_as_it_can_be(tmp_path: Path) -> None:
    odd = tmp_path / "b\udcff" / "1178000000.dat"
    try:
        file = write_thread(odd, line(1, "◆AAAAAAAAAA", "aHdF5mnv"))
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert len(audited(file, str(tmp_path / "c\udcff.dat"))["posts"]) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_closed_folder_is_refused_and_the_others_go_on(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    result = audit(str(closed), THREAD, "--json")
    assert result.return_value == 3
    assert len(json.loads(result.stdout)["posts"]) == 60


def test_files_called_like_a_thread_that_can_not_be_read_are_told(tmp_path: Path) -> None:
    board = tmp_path / "entrance"
    write_thread(board / "1178000000.dat", line(1, "◆AAAAAAAAAA", "aHdF5mnv"))
    (board / "1178000001.html").write_text("<html><body>x</body></html>", "utf-8")
    (board / "1178000002.dat.gz").write_bytes(b"\x1f\x8b" + bytes(50))
    (board / "1178000003").symlink_to(board / "nowhere")
    (board / "notes.txt").write_text("x", "utf-8")
    whole = audited(str(board))
    told = [problem["thread"][-10:] for problem in whole["problems"] if problem["kind"] == "passed_over"]
    assert sorted(told) == ["1178000001", "1178000002", "1178000003"]


def test_a_ruleset_file_is_looked_for_beside_the_settings(tmp_path: Path) -> None:
    packaged = (ROOT / "referee/rules/sets/id-sugoroku.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(packaged.replace("worth = 50\n", "worth = 60\n"), "utf-8")
    (tmp_path / "referee.toml").write_text('[[game]]\nname = "g"\nruleset = "mine.toml"\n', "utf-8")
    file = write_thread(tmp_path / "entrance/1.dat", line(1, "◆AAAAAAAAAA", "aGOF5mnv"))
    (post,) = audited(file, "--game", str(tmp_path / "referee.toml"))["posts"]
    assert post["roll"] == 65


def test_a_closed_stdout_is_no_error() -> None:
    command = f"{sys.executable} -m referee judge aHdF5mnv >&-"
    done = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_corrections_are_listed_only_where_both_posts_are_of_one_player(tmp_path: Path) -> None:
    names = ["A </b>◆AruKu.7abc <b>", "B </b>◆7Kaze/oQe2 <b>", "A </b>◆AruKu.7abc <b>", "B </b>◆7Kaze/oQe2 <b>"]
    bodies = ["1", "2", "訂正 &gt;&gt;1", "訂正 &gt;&gt;1"]
    lines = [
        f"{name}<>sage<>2007/05/01(火) 20:0{number}:00.00 ID:a{number}dFhjMm0<> {body} <>"
        for number, (name, body) in enumerate(zip(names, bodies, strict=True))
    ]
    dat = tmp_path / "entrance" / "1178000000.dat"
    dat.parent.mkdir()
    dat.write_bytes("".join(f"{line}\n" for line in lines).encode("cp932"))
    result = CliRunner().invoke(group, ["audit", str(dat), "--json"])
    (item,) = json.loads(result.stdout)["open_items"]
    assert (item["kind"], item["no"]) == ("correction", 3)
    told = CliRunner().invoke(group, ["audit", str(dat), "--lang", "en"]).stdout
    assert "for the host (1):\n  entrance/1178000000 3: ◆AruKu.7abc corrects an own post, >>1\n" in told
