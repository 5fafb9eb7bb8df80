"""The saved games of fixtures/threads: golden verdicts and standings, scenes played as the rules say, every rule met.

Each folder holds dats, an about.toml (what it shows; its sources in order), and beside them what the referee says:
verdicts.jsonl (the `posts` of `audit --json --text`, one a line) and standings.json (the rest). `pytest --bless`
rewrites these two. The expectations in tests/generate/scenes do not come from the referee: they were worked out from
RULES.md by hand. `python -m tests.generate` rewrites the dats of all folders but the demo, which is made by hand.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from generate.expect import check
from generate.occur import (
    Game,
    Occurs,
    adds_bonus,
    all_of,
    boards_in_order,
    claim_among_numbers,
    exposes_and_shows,
    extra_then_daily,
    finding,
    first_home_stands_first,
    gift_lands,
    gift_to_last_roller,
    gifts_at_once,
    goes_on_in_next_thread,
    joins_at_start,
    jump_replaces_walk,
    moved,
    multiplies_once,
    noticed,
    reasons,
    rest_is_added,
    rests,
    right_claim,
    rolled,
    rolls_on_sage,
    says,
    second_roll_next_turn,
    shows_host,
    shows_picture,
    stamps_run_backwards,
    stays_on_board,
)
from generate.post import Story
from generate.write import stories, write_all
from helpers import ROOT, evaluator, ruleset

from referee.model import Context

THREADS = ROOT / "fixtures/threads"
FOLDERS = sorted(path for path in THREADS.iterdir() if path.is_dir())

_EVENTS = (
    "E-DIGIT", "E-X", "E-XX", "E-K", "E-PLUS", "E-SLASH", "E-LI", "E-Z", "E-Q", "E-GO", "E-G", "E-SA", "E-S",
    "E-UPPER", "E-LOWER", "E-RUN", "E-MISS", "E-B", "E-W", "E-RV", "E-Y", "E-UP", "E-JO", "E-CP", "E-CN",
    "E-PL", "E-PT", "E-PR", "E-TO", "E-EA", "E-EC", "E-EN", "E-EO", "E-ET",
)  # fmt: skip

#: How each rule of the ruleset shows itself: rule id → does it occur in a game?
OCCURRENCES: dict[str, Occurs] = {
    **{rule: finding(rule) for rule in _EVENTS},
    "T1": joins_at_start,
    "T2": all_of(says("void", "second_of_day"), noticed("please_sage")),
    "T3": all_of(says("chat", "no_trip"), says("chat", "no_id")),
    "T4": all_of(says("void", "resting"), says("chat", "home")),
    "T5": rolls_on_sage,
    "T6": all_of(says("void", "undated"), stamps_run_backwards),
    "T7": rolled(lambda row: len(row["id"]) > len(row["dice"]) == 8),
    "T8": all_of(says("notice"), says("erased"), says("chat", "unreadable")),
    "T9": goes_on_in_next_thread,
    "M1": rolled(multiplies_once),
    "M2": finding("M2"),
    "M3": all_of(moved("landing"), rolled(stays_on_board), rolled(adds_bonus)),
    "M4": rolled(jump_replaces_walk),
    "M5": lambda game: any(item["kind"] == "random_square" for item in game.items),
    "M6": rolled(lambda row: row.get("overshoot", 0) > 0 and row["to"] == 1000),
    "S1": finding("S1"),
    "S2": second_roll_next_turn,
    "S3": finding("S3"),
    "S4": rolled(rests),
    "S5": exposes_and_shows,
    "S6": all_of(shows_host, shows_picture),
    "S7": rest_is_added,
    "G1": gift_to_last_roller,
    "G2": all_of(gift_lands, rolled(gifts_at_once)),
    "G3": all_of(finding("G3"), rolled(lambda row: row.get("gift", 0) > 0 and "jump" in row)),
    "X1": boards_in_order,
    "X2": rolled(lambda row: row["kind"] == "extra" and row.get("bonus", 0) > 0),
    "X3": reasons(
        "link_refused", "used", "no_right", "unreachable", "no_id_there", "no_trip_there", "wrong_board", "too_old"
    ),
    "X4": extra_then_daily,
    "H1": first_home_stands_first,
    "N1": all_of(noticed("claim_differs"), right_claim),
    "N2": claim_among_numbers,
    "N3": reasons("near_miss", "lookalike_trip", "same_id", "midnight"),
}


@cache
def audited(folder: Path) -> dict[str, Any]:
    """What `audit --json --text` prints for a folder; run in the folder, so that paths in it are the folder's own."""
    about = tomllib.loads((folder / "about.toml").read_text(encoding="utf-8"))
    linked = [word for path in about["linked"] for word in ("--linked", path)]
    command = [sys.executable, "-m", "referee", "audit", *about["sources"], *linked, "--json", "--text", "--lang", "ja"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@cache
def told() -> dict[str, Story]:
    """The generated stories by folder name."""
    return {story.slug: story for story in stories()}


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _standings(result: dict[str, Any]) -> str:
    """The object without its posts, each row of a list on a line of its own."""
    parts = []
    for key in ("standings", "gifts_waiting", "threads", "open_items", "problems"):
        value = result[key]
        rows = ",\n".join(f"  {_line(row)}" for row in value) if isinstance(value, list) else ""
        parts.append(f"{_line(key)}: " + (f"[\n{rows}\n]" if rows else _line(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def test_there_are_folders() -> None:
    assert FOLDERS, f"no game in {THREADS}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_verdicts_and_standings_are_as_blessed(folder: Path, golden: Callable[[Path, str], None]) -> None:
    result = audited(folder)
    golden(folder / "verdicts.jsonl", "".join(f"{_line(row)}\n" for row in result["posts"]))
    golden(folder / "standings.json", _standings(result))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_folder_says_what_it_shows(folder: Path) -> None:
    about = tomllib.loads((folder / "about.toml").read_text(encoding="utf-8"))
    assert set(about) == {"title", "shows", "family", "sources", "linked"}
    assert about["title"]
    assert about["shows"]
    assert about["sources"]
    for path in (*about["sources"], *about["linked"]):
        assert (folder / path).is_file(), path
    dats = {path.relative_to(folder).as_posix() for path in folder.rglob("*.dat")}
    assert dats == {*about["sources"], *about["linked"]}


@pytest.mark.parametrize("slug", sorted(told()))
def test_scenes_go_as_the_rules_say(slug: str) -> None:
    story = told()[slug]
    result = audited(THREADS / slug)
    assert story.scripted
    rows: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in result["posts"]:
        rows.setdefault((row["thread"], row["no"]), []).append(row)
    wrong = []
    for said in story.scripted:
        differences = check(said, story, rows.get((said.thread, said.no), []), result)
        wrong += [f"{said.scene} {said.thread} {said.no} ({said.who} {said.ident}): {what}" for what in differences]
    assert not wrong, "\n".join(wrong)


def test_every_scene_of_the_long_game_expects_something() -> None:
    scenes = {said.scene for said in told()["long-game"].scripted}
    for section in ("moves", "turns", "events", "gifts", "states", "extra", "seam"):
        assert any(scene.startswith(section) for scene in scenes), section


def test_the_long_game_is_two_threads_of_a_thousand_posts() -> None:
    result = audited(THREADS / "long-game")
    assert [thread["posts"] for thread in result["threads"]] == [1001, 1001]  # and the notice of the server


def test_every_rule_occurs_in_the_long_game() -> None:
    result = audited(THREADS / "long-game")
    game = Game.of(result, THREADS / "long-game")
    missing = [rule for rule, occurs in OCCURRENCES.items() if not occurs(game)]
    assert not missing, f"rules that the long game does not show: {', '.join(missing)}"


def test_no_rule_occurs_where_nobody_can_roll() -> None:
    folder = THREADS / "family-2ch-1999"
    game = Game.of(audited(folder), folder)
    assert [rule for rule, occurs in OCCURRENCES.items() if occurs(game)] == []


def test_the_table_of_occurrences_has_every_rule_of_the_ruleset() -> None:
    """Each but those that only the host makes happen: tests/game/test_rulings.py has them."""
    shipped = ruleset()
    rules = {row.rule for row in shipped.event} | {row.id for row in shipped.rule}
    assert set(OCCURRENCES) | {"H2", "H3", "H4"} == rules


def test_every_row_of_the_ruleset_occurs_in_the_long_game() -> None:
    result, judge = audited(THREADS / "long-game"), evaluator()
    met = {
        finding.row
        for row in result["posts"]
        if "findings" in row and all(finding["rule"] != "S3" for finding in row["findings"])  # chance: no die counts
        for finding in judge(row["dice"], Context()).findings
        if finding.effect != "struck"
    }
    missing = [row.id for row in ruleset().event if row.id not in met]
    assert not missing, f"rows that the long game does not show: {', '.join(missing)}"


def test_generating_again_gives_the_same_bytes(tmp_path: Path) -> None:
    written = list(write_all(tmp_path))
    assert written
    for path in written:
        name = path.relative_to(tmp_path)
        assert path.read_bytes() == (THREADS / name).read_bytes(), f"{name} is not what tests.generate writes"
    generated = {path.relative_to(tmp_path).parts[0] for path in written}
    assert generated == {folder.name for folder in FOLDERS} - {"demo"}
