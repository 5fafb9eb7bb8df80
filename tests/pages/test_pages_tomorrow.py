"""The next rolls, on the page and in calendars: the day is the one of the standings."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta

import pytest
from published import audited, pages_of, played, site
from scenario import day, play
from selectolax.lexbor import LexborHTMLParser, LexborNode
from test_pages_hostile import NASTY, hostile
from test_pages_race import crowd

from referee.model import Stamp
from referee.pages.calendar import Entry, calendar

Event = dict[str, str]


def unfolded(text: str) -> list[str]:
    """The lines of a calendar, after a look at how they are folded."""
    assert text.endswith("\r\n")
    assert "\r" not in text.replace("\r\n", "")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def events(text: str) -> list[Event]:
    """The events of a calendar by property, values with their escapes undone."""
    found: list[Event] = []
    inside: list[str] = []
    for line in unfolded(text):
        name, _, value = line.partition(":")
        if name == "BEGIN":
            inside.append(value)
            if value == "VEVENT":
                found.append({})
        elif name == "END":
            assert inside.pop() == value
        elif inside[-1] == "VEVENT":
            assert name not in found[-1]
            found[-1][name] = re.sub(r"\\(.)", lambda sign: sign[1].replace("n", "\n"), value)
    assert inside == []
    return found


def rows(page: LexborHTMLParser) -> list[LexborNode]:
    return page.css("table.standings tbody tr")


def tomorrow(text: str, on: str) -> LexborHTMLParser:
    return LexborHTMLParser(pages_of(played(play(text), day=day(on)))["tomorrow.html"])


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_every_day_is_that_of_the_standings(name: str) -> None:
    game, pages = audited(name), site(name)
    days = {row.player: max(row.can_roll_on or 0, game.day) for row in game.standings if not row.home}
    assert len(days) >= 3
    page = LexborHTMLParser(pages["tomorrow.html"])
    told = {}
    for row in rows(page):
        trip, when = row.css_first(".trip"), row.css_first("time")
        assert trip is not None
        assert when is not None
        told[trip.text()] = date.fromisoformat(str(when.attributes["datetime"])).toordinal()
    assert told == days
    assert list(told.values()) == sorted(told.values())
    assert len(page.css("main > ul > li > .home")) == len(game.standings) - len(days)
    both = [events(pages[f"{lang}calendar.ics"]) for lang in ("", "en/")]
    for found in both:
        assert [date.fromisoformat(one["DTSTART;VALUE=DATE"]).toordinal() for one in found] == list(told.values())
    assert [one["UID"] for one in both[0]] == [one["UID"] for one in both[1]]
    assert len({one["UID"] for one in both[0]}) == len(days)


def test_who_may_roll_already_is_told_the_day_that_the_pages_speak_of() -> None:
    """Also in the calendar, where the event was moved by the midnight, and for programs; what is to come stays."""
    game = play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-08 10:00:06 ◆B aYdMhaAn 風")
    first, later = (pages_of(played(game, day=day(on))) for on in ("05-08", "05-09"))
    for pages, on in ((first, "2007-05-08"), (later, "2007-05-09")):
        days = {row.css_first(".trip").text(): row.css_first("time").attributes["datetime"]  # type: ignore[union-attr]
                for row in rows(LexborHTMLParser(pages["tomorrow.html"]))}  # fmt: skip
        assert days == {"◆A": on, "◆B": "2007-05-10"}
        told = {row["player"]: (row["can_roll_on"], row["next_roll_on"])
                for row in json.loads(pages["standings.json"])["standings"]}  # fmt: skip
        assert told == {"◆A": ("2007-05-02", on), "◆B": ("2007-05-10", "2007-05-10")}
        (mine,) = events(pages["players/A.ics"])
        assert date.fromisoformat(mine["DTSTART;VALUE=DATE"]).isoformat() == on
        midnight = datetime.fromisoformat(on) - timedelta(hours=9)
        assert mine["DTSTAMP"] == f"{midnight:%Y%m%dT%H%M%SZ}"
    assert first["players/B.ics"] == later["players/B.ics"]


def test_each_player_has_a_calendar_of_his_own() -> None:
    """Who is home has an empty one, which whoever reads it by its address finds again."""
    pages = site("demo")
    mine = {path: events(text) for path, text in pages.items() if path.startswith("players/") and path.endswith(".ics")}
    assert len(mine) == 4
    everybody = events(pages["calendar.ics"])
    assert sorted(one["UID"] for found in mine.values() for one in found) == sorted(one["UID"] for one in everybody)
    assert mine["players/AruKu_2e7abc.ics"] == []
    assert "BEGIN:VTIMEZONE" in unfolded(pages["players/AruKu_2e7abc.ics"]), "a calendar holds at least one component"


@pytest.mark.parametrize(
    ("dice", "on", "when", "told"),
    [
        ("a5dMhaAn", "05-01", "5/2(水)", ["今日はもう振った"]),
        ("a5dMhaAn", "05-02", "5/2(水)", ["振れる"]),
        ("a5dMhaAn", "05-09", "5/9(水)", ["振れる"]),
        ("aYdMhaAn", "05-01", "5/3(木)", ["5/2(水)まで休み"]),
        ("UPMdhaAn", "05-01", "5/4(金)", ["晒し待ち: 食事 (5/3(木)まで休み)"]),
        ("PRdMhaAn", "05-01", "5/2(水)", ["今日はもう振った", "entrance2であと1回振れる"]),
        ("JO7dhaMn", "05-01", "5/2(水)", ["今日はもう振った", "次回×7"]),
    ],
)
def test_what_a_player_is_told(dice: str, on: str, when: str, told: list[str]) -> None:
    (row,) = rows(tomorrow(f"1 05-01 10:00:05 ◆A {dice} 歩く人", on))
    assert row.css_first("td.when").text(strip=True) == when  # type: ignore[union-attr]
    assert [item.text(strip=True) for item in row.css("li")] == [*told, "カレンダー"]


def test_the_square_and_a_waiting_gift_are_told() -> None:
    game = """
        1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
        2 05-01 10:00:06 ◆B CNd1haAM 風
    """
    pages = pages_of(played(play(game, start={"◆A": 106}), day=day("05-01")))
    texts = [row.text() for row in rows(LexborHTMLParser(pages["tomorrow.html"]))]
    (text,) = [text for text in texts if "歩く人" in text]
    assert "次の出目は×3 (111マス)" in text
    assert "次に振ると+10" in text
    (mine,) = [one for one in events(pages["calendar.ics"]) if "歩く人" in one["SUMMARY"]]
    assert mine["DESCRIPTION"] == "いま111マス\n次の出目は×3 (111マス)"


def test_an_open_exposure_has_the_latest_day_and_says_what_makes_it_sooner() -> None:
    pages = pages_of(played(play("1 05-01 10:00:05 ◆A UPMdhaAn 歩く人"), day=day("05-01")))
    (one,) = events(pages["calendar.ics"])
    assert one["DTSTART;VALUE=DATE"] == "20070504"
    assert one["DESCRIPTION"].splitlines()[-1] == "食事を晒せば早まる"


def test_an_event_keeps_its_name_while_its_day_moves_and_tells_when_it_did() -> None:
    text = "1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-02 08:30:05 ◆B a5dMhaAn 風"
    longer = f"{text}\n3 05-02 09:00:05 ◆A a5dMhaAn 歩く人"
    before, after = (events(pages_of(played(play(one)))["calendar.ics"]) for one in (text, longer))
    mine = [next(one for one in found if "歩く人" in one["SUMMARY"]) for found in (before, after)]
    assert mine[0]["UID"] == mine[1]["UID"]
    assert [one["DTSTAMP"] for one in mine] == ["20070501T010005Z", "20070502T000005Z"]
    other = [next(one for one in found if "風" in one["SUMMARY"]) for found in (before, after)]
    assert other[0] == other[1], "what others do changes nobody's day"


def test_lines_are_folded_between_characters_and_values_escaped() -> None:
    title = "名" * 60 + ";,\\ " + "🎲" * 40
    text = calendar("-//referee//", title, [Entry("a@b", 733_000, Stamp(733_000, 0, 0), title, "one\ntwo")])
    assert sum(line.startswith(" ") for line in text.split("\r\n")) > 4
    (one,) = events(text)
    assert one["SUMMARY"] == title
    assert one["DESCRIPTION"] == "one\ntwo"
    assert one["DTSTAMP"].endswith("T150000Z"), "midnight in Japan is three in the afternoon in UTC"


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_a_nasty_name_stays_within_its_event(text: str) -> None:
    pages = hostile(text)
    for path, content in pages.items():
        if path.endswith(".ics"):
            assert {name.partition(";")[0] for one in events(content) for name in one} <= {
                "UID", "DTSTAMP", "DTSTART", "SUMMARY", "DESCRIPTION", "TRANSP",
            }  # fmt: skip
    assert len(events(pages["calendar.ics"])) == 2


def test_calendars_are_read_by_another_program() -> None:
    icalendar = pytest.importorskip("icalendar", reason="no icalendar here (pip install -e '.[dev]')")
    for pages in (site("demo"), hostile(";,\\\\nBEGIN:VEVENT名")):
        for path, text in pages.items():
            if path.endswith(".ics"):
                read = icalendar.Calendar.from_ical(text)
                assert not any(component.errors for component in read.walk())
                found = read.walk("VEVENT")
                assert [one["DTSTART"].dt.strftime("%Y%m%d") for one in found] == [
                    one["DTSTART;VALUE=DATE"] for one in events(text)
                ]
                assert [str(one["SUMMARY"]) for one in found] == [one["SUMMARY"] for one in events(text)]


def test_many_players_go_on_on_further_pages() -> None:
    _, pages = crowd(200, 3)
    mine = [LexborHTMLParser(pages[path]) for path in pages if path.startswith("tomorrow")]
    assert sum(len(rows(page)) for page in mine) == 200
    assert all(len(text.encode()) < 60_000 for path, text in pages.items() if path.startswith("tomorrow"))
