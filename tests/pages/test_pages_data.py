"""The data files: what `docs/data.md` promises, in its order, and true."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest
from helpers import ROOT
from msgspec import to_builtins
from published import audited, pages_of, played, site
from scenario import play
from test_pages_hostile import NASTY, hostile

from referee.model import standing_row

DOCS = ROOT / "docs/data.md"


def data(name: str, file: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(site(name)[file])
    return found


def paths(value: Any, before: str = "") -> set[str]:
    """The keys of a value, level by level; those of texts by language or file name are not looked into."""
    if isinstance(value, list):
        return set().union(*(paths(one, before) for one in value)) if value else set()
    if not isinstance(value, dict):
        return set()
    found = set()
    for key, inner in value.items():
        found.add(f"{before}{key}")
        if key not in ("readings", "ja", "en"):
            found |= paths(inner, f"{before}{key}.")
    return found


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_the_standings_are_those_of_the_command_with_pages(name: str) -> None:
    told, game = data(name, "standings.json"), audited(name)
    assert list(told) == ["generator", "cut", "standings", "gifts_waiting"]
    for row, standing in zip(told["standings"], game.standings, strict=True):
        page = row.pop("page")
        assert page in site(name)
        assert f"en/{page}" in site(name)
        first, day = row["can_roll_on"], audited(name).day
        earliest = None if standing.home else max(first or "", date.fromordinal(day).isoformat())
        assert row.pop("next_roll_on") == earliest
        assert row == to_builtins(standing_row(standing))
    last = game.verdicts[-1]
    assert told["cut"] == {"thread": str(last.thread), "no": last.number, "time": last.stamp and last.stamp.iso}


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_counts_and_totals_add_up(name: str) -> None:
    told = data(name, "game.json")
    counts, players = told["counts"], told["players"]
    assert counts["posts"] == sum(counts[kind] for kind in ("roll", "void", "chat", "erased", "notice"))
    assert counts["posts"] == sum(thread["posts"] for thread in told["threads"])
    assert (counts["players"], counts["home"]) == (len(players), sum(player["home"] for player in players))
    assert told["totals"]["rolls"] == sum(player["rolls"] for player in players) == counts["roll"] + counts["extra"]
    assert told["totals"]["squares"] == sum(player["square"] for player in players)


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_every_address_leads_somewhere(name: str) -> None:
    told, pages = data(name, "game.json"), site(name)
    listed = [*told["files"]["data"], *told["files"]["ja"], *told["files"]["en"], told["ruleset"]["page"]]
    listed += [one["page"] for one in (*told["threads"], *told["players"])]
    listed += [one["calendar"] for one in told["players"]]
    assert set(listed) <= pages.keys()
    rolls = {path for path in pages if path.startswith("rolls/")}
    patterns = [thread["rolls"].replace("{no}", r"\d+") for thread in told["threads"]]
    assert rolls
    assert all(any(re.fullmatch(pattern, path) for pattern in patterns) for path in rolls)
    left_out = {path for path in pages if "/rolls/" not in f"/{path}" and path.removeprefix("en/") not in listed}
    goes_on = {path for path in left_out if f"{path.rpartition('/')[0]}.html" in listed or "standings-" in path}
    assert left_out - goes_on == {"style.css", "en/feed.atom", "en/feed.json"} - set(listed)


def test_the_docs_name_every_field_in_order() -> None:
    text = DOCS.read_text("utf-8")
    for file in ("standings.json", "game.json"):
        section = text.partition(f"## `{file}`")[2].partition("\n## ")[0]
        fields = re.findall(r"^\| `([\w.]+)`", section, re.MULTILINE)
        told = data("demo", file)
        assert set(fields) - {"standings.range"} == paths(told), file
        assert [name for name in fields if "." not in name] == list(told)


def test_the_last_poll_and_the_day_are_told_as_iso() -> None:
    told = json.loads(pages_of(played(play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人")))["game.json"])
    assert (told["polled_at"], told["day"], told["life"]) == ("2007-05-20T12:00+09:00", "2007-05-01", "live")
    assert (told["name"], told["url"]) == ("sugoroku", None)


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_a_nasty_text_is_one_text(text: str) -> None:
    for file in ("game.json", "standings.json"):
        told, harmless = json.loads(hostile(text)[file]), json.loads(hostile("x")[file])
        assert paths(told) == paths(harmless)
        assert "203.0.113.7" not in hostile(text)[file]
