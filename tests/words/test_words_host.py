"""The host's table in words: lists in the width of a terminal, and posts that boards take."""

from __future__ import annotations

import re
from datetime import date
from html import escape

import pytest
from helpers import ruleset
from hypothesis import given, settings
from hypothesis import strategies as st
from saying import LANGUAGES, assert_for_people

from referee.model import OWN_TEXT, PostLimits, Standing
from referee.words import columns, paste
from referee.words.host import HostSpeaker

DAY = date(2007, 5, 4).toordinal()


def speaker(lang: str) -> HostSpeaker:
    return HostSpeaker(lang, ruleset().texts(lang))


def standing(rank: int, name: str = "歩く人", square: int = 5, **more: object) -> Standing:
    known: dict[str, object] = {"home": False, "rolls": 1, "rest_until": None, "held": 1, "chance": False}
    known |= {"extra_rolls": 0, "can_roll_on": DAY + 1, **more}
    return Standing(rank, f"◆Trip{rank:04}..", name, square, **known)  # type: ignore[arg-type]


def test_results_are_told_under_our_own_mark() -> None:
    (post,) = speaker("ja").results(
        DAY, [">>9 ◆A 出目+5 0→5マス"], [standing(1, rest_until=DAY + 1)], {"◆Trip0001..": (0, 5)}
    )
    assert post.splitlines() == [
        f"{OWN_TEXT}5/4(金)の結果",
        ">>9 ◆A 出目+5 0→5マス",
        "順位表",
        "1位 ◆Trip0001.. 歩く人 5 (0-5)マス 5/5(土)まで休み",
    ]
    (post,) = speaker("en").results(DAY, [], [], {})
    assert post.splitlines() == [f"{OWN_TEXT}results of 2007-05-04", "no rolls on this day"]


def assert_taken(post: str, limits: PostLimits) -> None:
    """A board takes it, and stores what was meant."""
    lines = post.split("\n")
    stored = " <br> ".join(re.sub(r"&amp;(#\d+;)", r"&\1", escape(line)) for line in lines)
    assert len(lines) <= limits.lines
    assert len(stored.encode("cp932")) <= limits.bytes
    assert all(len(line.encode("cp932")) <= limits.columns for line in lines)
    assert all(line == line.rstrip() and "  " not in line for line in lines)
    assert "<" not in post
    assert not re.search(r"&(?!#\d+;)", post)
    assert not any(re.match("[◆◇#]", line) for line in lines)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(max_size=90), max_size=90), st.lists(st.text(max_size=40), max_size=60))
def test_every_post_is_one_that_boards_take(told: list[str], names: list[str]) -> None:
    table = [standing(rank, name) for rank, name in enumerate(names, 1)]
    for lang in LANGUAGES:
        posts = speaker(lang).results(DAY, told, table, {})
        for post in posts:
            lines = post.split("\n")
            assert lines[0].startswith(OWN_TEXT)
            assert_taken(post, paste.USUAL)
        assert "\n".join(posts).count("◆Trip") >= len(names)


@pytest.mark.parametrize(
    "name", ["http://x.example/a.jpg", "ttp://x.example/1.png", "etc7.2ch.net/test/READ.CGI/qa/1/5"]
)
def test_a_name_is_no_link_in_a_text_of_ours(name: str) -> None:
    (post,) = speaker("ja").results(DAY, [], [standing(1, name)], {})
    assert "://" not in post
    assert "read.cgi" not in post.lower()


def test_what_cp932_has_not_stands_as_a_reference() -> None:
    (post,) = speaker("ja").results(DAY, [], [standing(1, "🐈〜·–")], {})
    assert "&#128008;～×-" in post


def test_names_of_players_fill_lines_of_a_terminal() -> None:
    players = [f"◆Trip{number:04}.." for number in range(30)]
    for lang in LANGUAGES:
        say = speaker(lang)
        for lines in (
            say.can_roll(DAY, players),
            say.resting([(player, DAY) for player in players]),
            say.extra_rolls([(player, 2) for player in players]),
        ):
            assert all(columns(line) <= 80 for line in lines)
            text = " ".join(lines)
            assert [player for player in players if player not in text] == []
            assert_for_people(text, lang)


def test_nobody_and_nothing() -> None:
    assert speaker("ja").can_roll(DAY, []) == ("5/4(金)に振れる人はいない",)
    assert speaker("en").resting([]) == speaker("en").extra_rolls([]) == ()
    assert speaker("en").evening_heading("", "entrance/1178000000", DAY, 0) == (
        "entrance/1178000000 2007-05-04", "no rolls on this day",
    )  # fmt: skip
    assert speaker("en").paste_header(1, 1) != speaker("en").paste_header(1, 2)
