"""Rulings in words: every kind, and what it does to a post, in both languages."""

from __future__ import annotations

from datetime import date

import pytest
from helpers import evaluator
from msgspec.structs import replace
from saying import LANGUAGES, assert_for_people, assert_short, speaker

from referee.model import ACTS, Act, Context, Opening, OpenItem, Own, PostKey, Ruling, Stamp, ThreadRef
from referee.model.game import (
    Joined,
    Opened,
    Placed,
    RoundOpened,
    RulesTaken,
    Step,
    Thrown,
    Verdict,
    Voided,
)
from referee.model.ruling import (
    AcceptLink,
    CarryOver,
    Chat,
    Count,
    Exposure,
    Join,
    NewRound,
    Outage,
    RandomSquare,
    SetSquare,
    ShiftDay,
    Stands,
    TakeRules,
    Void,
)

THREAD = ThreadRef("entrance", "1178000000", "etc.example.2ch.net", "2ch")
TODAY = date(2007, 5, 1).toordinal()
NOON = Stamp(TODAY, 43_200_000, 0)
SAID: list[tuple[Act, str, str]] = [
    (Void(), "無効", "void"),
    (Chat(), "雑談", "chat"),
    (Count(), "サイコロとして数える", "counts as a roll"),
    (Count("◆A", "a5dMhaAn", NOON), "a5dMhaAn", "2007-05-01 12:00:00"),
    (SetSquare(300, "◆A"), "300", "◆A stands on 300"),
    (SetSquare(0), "書いた人", "who wrote it"),
    (RandomSquare(354), "354", "354"),
    (Exposure(True, ("D", "I")), "デスクトップ", "desktop"),
    (Exposure(True), "認める", "accepted"),
    (Exposure(False), "認めない", "not accepted"),
    (AcceptLink(), "リンク", "link"),
    (AcceptLink("http://example.com/", 5, "a5dMhaAn", NOON), ">>5", "a5dMhaAn"),
    (Join("◆B", "◆A"), "◆B は ◆A", "◆B is a trip of ◆A"),
    (NewRound(), "全員ふりだし", "all at the start"),
    (TakeRules("house", {"fraction": "floor", "roll_on_sage": False}), "roll_on_sage=false", "house"),
    (CarryOver((Opening("◆A", 5), Opening("◆B", 6))), "2人", "players: 2"),
    (Outage(NOON, NOON), "0歩", "0 steps"),
    (Outage(NOON, NOON, "a5dMhaAn"), "a5dMhaAn", "a5dMhaAn"),
    (ShiftDay(TODAY), "5/1(火)", "2007-05-01"),
    (Stands(), "判定のまま", "stands"),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("act", "ja", "en"), SAID)
def test_what_a_ruling_says(act: Act, ja: str, en: str, lang: str) -> None:
    ruling = Ruling(3, (PostKey(THREAD, 55, 1),), act, "主が決めた 203.0.113.9", "◆H")
    said = speaker(lang).ruling(ruling)
    assert (ja if lang == "ja" else en) in said
    reason = speaker(lang).ruling_reason(ruling)
    assert "203" not in reason, "no address is repeated"
    assert_for_people(reason, "en")


def test_every_kind_is_said() -> None:
    assert {type(act) for act, _, _ in SAID} == set(ACTS.values())


STEPS: list[Step] = [
    Voided("◆A", TODAY),
    Placed("◆A", TODAY, 5, 300),
    Joined("◆A", "◆B"),
    RoundOpened(2),
    RulesTaken("ab" * 32),
    Opened("◆A", Opening("◆A", 300), 1),
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruled_verdict_tells_each_step_and_what_the_referee_says_beside_it(lang: str) -> None:
    items = (OpenItem("ruling_idle", THREAD, 55, "void", ("7",)),)
    verdict = Verdict(
        THREAD, 55, 1, NOON, "chat", "ruled", "◆A", "太郎", "a5dMhaAn", "a5dMhaAn", "", tuple(STEPS), (), None, None,
        items, (3, 7), Own("void", "second_of_day"),
    )  # fmt: skip
    full = speaker(lang).full(verdict)
    assert_for_people(full, lang)
    expected = {
        "ja": (
            "裁定: サイコロは無効",
            "5→300",
            "◆B は ◆A",
            "第2回",
            "abababababab",
            "引き継いで",
            "裁定7",
            "今日は振り済み",
        ),
        "en": (
            "roll is void",
            "5→300",
            "◆B is a trip",
            "round 2",
            "abababababab",
            "carried over",
            "ruling 7",
            "already",
        ),
    }
    for part in expected[lang]:
        assert part in full
    line = speaker(lang).short(verdict)
    assert_short(line, lang)
    assert ("裁定3、7" if lang == "ja" else "ruled: 3, 7") in line


def told_apart(before: Verdict, after: Verdict, lang: str = "en") -> tuple[str, str]:
    was, now = speaker(lang).apart(before, after)
    assert was != now
    assert_for_people(was + now, lang)
    return was, now


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verdicts_that_differ_are_told_apart_though_their_lines_agree(lang: str) -> None:
    verdict = Verdict(THREAD, 55, 1, NOON, "chat", "no_id", "◆A", "太郎", None, None, "", rulings=(3,))
    opened = [replace(verdict, steps=(Opened("◆B", Opening("◆B", square), 1),)) for square in (500, 600)]
    was, now = told_apart(*opened, lang)
    assert ("500" in was, "600" in now) == (True, True)
    _, now = told_apart(replace(verdict, rulings=()), opened[0], lang)
    assert "500" in now
    placed = [replace(verdict, steps=(Placed("◆B", TODAY, 5, square),)) for square in (7, 8)]
    was, now = told_apart(*placed, lang)
    assert ("7" in was, "8" in now) == (True, True)
    item = OpenItem("near_miss", THREAD, 55, "same_id", ("a5dMhaAn", "◆A", "◆B"))
    _, now = told_apart(verdict, replace(verdict, items=(item,)), lang)
    assert "◆B" in now
    thrown = Thrown("◆A", TODAY, NOON, evaluator()("a5dMhaAn", Context(55, 0)), "太郎")
    rolls = [replace(verdict, kind="roll", steps=(replace(thrown, at=at),)) for at in (NOON, replace(NOON, digits=1))]
    assert speaker(lang).apart(*rolls)[1].endswith("; digits 1")
    was, now = told_apart(replace(verdict, day=TODAY), verdict, lang)
    assert speaker(lang).day(TODAY) in was


def test_what_the_referee_says_beside_a_ruling_doubles_no_word() -> None:
    thrown = Thrown("◆A", TODAY, NOON, evaluator()("a5dMhaAn", Context(55, 0)), "太郎")
    assert speaker("en").own(Own("roll", None, thrown)) == "without the ruling: roll +5 0→5 (H3)"
    assert "サイコロ 出目" not in speaker("ja").own(Own("roll", None, thrown))
