"""Rolls in words: every worked example in one line and in full, both languages, and the sentences themselves."""

from __future__ import annotations

import re
from typing import Any

import pytest
from helpers import evaluator, judge, ruleset, vectors
from hypothesis import given
from hypothesis import strategies as st
from saying import LANGUAGES, LIMIT, assert_for_people, assert_short, speaker

from referee.model import Context, Finding, Roll
from referee.rules import evaluate_plain, load_ruleset
from referee.words import Speaker, columns
from referee.words.precedents import cited_text

CASES = vectors("vectors-judge.json")
ALL_DICE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"


def roll_of(args: dict[str, Any]) -> Roll:
    return evaluator()(
        args["dice"],
        Context(args["post_no"], args["second"], args["square"], args["held"], args["chance"], args["gift"]),
    )


def numbers_of(roll: Roll) -> set[int]:
    """Every number of a roll that a person should find in its full text, without signs."""
    factors = roll.factors
    told = {roll.origin, roll.landing, roll.overshoot, roll.bonus, roll.gift_before, roll.gift_after, roll.again}
    if not roll.exposures or roll.rests:
        told.add(roll.rests)
    if not roll.by_chance:
        told |= {roll.digits, roll.points, roll.roll, 1 << abs(factors.doubles)}
        told |= {factors.square, factors.held} - {1}
    told |= {number for number in (roll.jump, roll.target) if number is not None}
    told |= {roll.next.held, roll.next.rolls} - {1}
    return {abs(number) for number in told} - {0, 1}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_worked_examples_in_words(lang: str) -> None:
    for case in CASES:
        roll = roll_of(case["args"])
        assert_short(speaker(lang).short_roll(roll), lang)
        full = speaker(lang).roll(roll)
        assert_for_people(full, lang)
        assert numbers_of(roll) <= set(map(int, re.findall(r"\d+", full))), (case["id"], full)
        for finding in roll.findings:
            assert_for_people(speaker(lang).finding_text(finding, roll.dice), lang)


@given(
    st.text(alphabet=ALL_DICE, max_size=64) | st.text(max_size=12),
    st.integers(0, 999), st.integers(0, 10), st.booleans(), st.sampled_from([None, 1, 55, 1000]), st.integers(0, 5),
)  # fmt: skip
def test_any_dice_fit_one_line(dice: str, square: int, held: int, chance: bool, number: int | None, gift: int) -> None:
    context = Context(number, number, square, held, chance, gift * 10)
    for readings in ({}, {"x_strikes": "setbacks", "fraction": "half_up"}):
        roll = evaluator(**readings)(dice, context)
        for lang in LANGUAGES:
            line = speaker(lang).short_roll(roll)
            assert columns(line) <= LIMIT
            assert "\n" not in line
            assert speaker(lang).roll(roll).count("\n") >= 2


@pytest.mark.parametrize(
    ("dice", "context", "ja", "en"),
    [
        ("aHdF5mnv", Context(), "5 → 5", "5 → 5"),
        ("aGOFHmnv", Context(), "GO +50", "GO +50"),
        ("xK3dxdxd", Context(), "K3: 数字×3", "K3: digits ×3"),
        ("K+12d3hn", Context(), "12 → 12", "12 → 12"),
        ("aX/dfHmn", Context(), "/ → 無効 (X)", "/ → nothing (X)"),
        ("XXGO5hna", Context(), "GO → 無効 (XX)", "GO → nothing (XX)"),
        ("aHdF5mnv", Context(square=111), "マスの倍率 ×3 (111)", "the square's multiplier ×3 (111)"),
        ("aHdF5mnv", Context(square=321), "マスの倍率 ×(-2) (321)", "the square's multiplier ×(-2) (321)"),
        ("aHdF5mnv", Context(held=5), "持ち越しの倍率 ×5", "held multiplier ×5"),
        ("aHdF5mnv", Context(gift=10), "もらったボーナス +10", "gift received +10"),
        ("aHWF5mnv", Context(), "W ×1/2", "W ×1/2"),
        ("HhHhHhHh", Context(), "スカ +74", "miss +74"),
        ("ADFHMNQL", Context(), "全て英大文字 +100", "all capitals +100"),
        ("aHddd5mv", Context(), "ddd (3連) +300", "ddd (run of 3) +300"),
        ("aUPI5mnv", Context(), "UPI: リモートホストを晒す", "UPI: show the remote host"),
        ("aPLF5mnv", Context(post_no=123), "PL: レス番号の数字の合計 +6", "PL: digits of the post number +6"),
        ("aPLF5mnv", Context(), "PL: レス番号の数字の合計 (レス番号が必要)",
         "PL: digits of the post number (needs the post number)"),
        ("aPTF5mnv", Context(), "PT: 秒の数字の合計 (秒が必要)", "PT: digits of the seconds (needs the seconds)"),
        ("aHd5mnTO", Context(), "TO: ランダムのマスへぶっ飛び (マスは未定)",
         "TO: jump to a random square (not decided yet)"),
        ("aH+F5mnv", Context(square=100, chance=True), "chance: +あり → 550マスへ", "chance: with + → jump to 550"),
    ],
)  # fmt: skip
def test_findings(dice: str, context: Context, ja: str, en: str) -> None:
    roll = judge(dice, context)
    for lang, wanted in (("ja", ja), ("en", en)):
        said = [speaker(lang).finding(finding, dice, roll.origin) for finding in roll.findings]
        assert wanted in said


def test_a_finding_explains_itself_by_the_rulesets_sentence() -> None:
    roll = judge("aGOFHmnv")
    assert speaker("ja").finding_text(roll.findings[0], roll.dice) == "GO +50 [GO … +50]"
    assert speaker("en").finding_text(roll.findings[0], roll.dice) == "GO +50 [GO: +50]"
    nothing = judge("aHdF5mnK").findings[-1]
    assert speaker("en").finding_text(nothing, "aHdF5mnK") == "K: K at the end: nothing"


def test_a_speaker_without_sentences_still_speaks() -> None:
    bare = Speaker("ja", {})
    roll = judge("aUPH5mKd")
    assert [bare.finding_text(finding, roll.dice) for finding in roll.findings] == [
        "UP: なにもなし", "P: なにもなし", "5 → 5", "Kd: なにもなし",
    ]  # fmt: skip
    assert bare.finding(Finding("E-NEW", (0, 1), "effect_of_later", 3, "E-NEW"), "Nabc") == "N: なにもなし"


OWN = """
[ruleset]
name = "own"
[[event]]
id = "E-DIGIT"
shape = "digit"
effect = "digit"
ja = "数字"
en = "digit"
hit = "a5"
miss = "ab"
[[event]]
id = "E-X"
trigger = "N"
effect = "strike"
ja = "N … -を消す"
en = "N: strikes -"
hit = "N"
miss = "a"
[[event]]
id = "E-ALL"
trigger = "Q"
case = "exact"
effect = "digits_only"
ja = "Q … 数字だけ"
en = "Q: digits only"
hit = "Q"
miss = "q"
[[event]]
id = "E-MINUS"
trigger = "-"
effect = "points"
worth = -5
strikable = true
ja = "- … -5"
en = "-: -5"
hit = "-"
miss = "a"
[[event]]
id = "E-SHOW/pet"
trigger = "ZM"
effect = "exposure"
kind = "P"
ja = "ZM … ペットを晒す"
en = "ZM: show the pet"
hit = "ZM"
miss = "MZ"
[[event]]
id = "E-SHOW/D"
trigger = "ZZ"
effect = "exposure"
kind = "D"
ja = "ZZ … デスクトップを晒す"
en = "ZZ: show the desktop"
hit = "ZZ"
miss = "ZM"
"""


@pytest.mark.parametrize(
    ("dice", "with_roll", "alone"),
    [
        ("n-5a", "- → 無効 (n)", "- → 無効"),
        ("n-5X", "- → 無効 (n)", "- → 無効"),  # X is among the dice, but strikes nothing here
        ("nQ-5", "- → 無効 (Q)", "- → 無効"),
        ("QXX-", "- → 無効 (Q)", "- → 無効"),
    ],
)
def test_only_letters_that_strike_are_named(dice: str, with_roll: str, alone: str) -> None:
    rules = load_ruleset(OWN, "own")
    say = Speaker("ja", rules.texts("ja"))
    roll = evaluate_plain(dice, Context(), rules)
    assert with_roll in say.roll(roll)
    (struck,) = [finding for finding in roll.findings if finding.row == "E-MINUS"]
    assert say.finding(struck, dice) == alone
    assert say.finding(struck, dice, 0, roll) == with_roll
    assert Speaker("en", rules.texts("en")).finding(struck, dice) == "- → nothing"


def test_a_kind_of_our_own_is_told_alike_everywhere() -> None:
    rules = load_ruleset(OWN, "own")
    say = Speaker("ja", rules.texts("ja"))
    roll = evaluate_plain("zm5ZZ", Context(), rules)
    assert roll.exposures == ("P", "D")
    assert "晒し: 何か (P)、デスクトップ (晒すまで4日休み)" in say.short_roll(roll)
    assert say.roll(roll).splitlines()[1:4] == ["  zm: 何か (P)を晒す", "  5 → 5", "  ZZ: デスクトップを晒す"]
    assert "  晒し: 何か (P)、デスクトップ (晒すまで4日休み)" in say.roll(roll)
    assert say.finding(roll.findings[0], roll.dice) == "zm: ZM … ペットを晒す", "alone, M would say a meal"
    assert say.finding(roll.findings[2], roll.dice) == "ZZ: ZZ … デスクトップを晒す"
    assert Speaker("ja", {}).finding(roll.findings[0], roll.dice) == "zm: 何か (?)を晒す"


def test_roll_in_full() -> None:
    roll = judge("WGdf+Hm1", Context(square=111, held=5))
    assert speaker("ja").roll(roll).splitlines() == [
        "サイコロ: WGdf+Hm1",
        "  W ×1/2",
        "  G +10",
        "  + +5",
        "  1 → 1",
        "  マスの倍率 ×3 (111)",
        "  持ち越しの倍率 ×5",
        "合計: 数字 1 + 点 15 = 16",
        "出目: 16 ×1/2 (B/W) ×3 (111マス) ×5 (持ち越し) = 120",
        "移動: 111→231マス",
    ]
    negative = judge("RVWf+Hm1", Context(square=0))
    assert "出目: 6 ×1/2 (B/W) ×(-1) (RV) = -3" in speaker("ja").roll(negative)
    assert "  ふりだしより下はない (M3)" in speaker("ja").roll(negative)
    assert "roll: 5 ×1/2 (B/W) = 2.5 → 2 (rounded)" in speaker("en").roll(judge("aHWF5mnv"))


@pytest.mark.parametrize(
    ("dice", "context", "line"),
    [
        ("aHdF5mnv", Context(square=95), "aHdF5mnv 出目+5 95→100→120マス"),
        ("aHdF9mnv", Context(square=995), "aHdF9mnv 出目+9 995→1000マス あがり! (4超過)"),
        ("aTO5HfaH", Context(square=10), "aTO5HfaH 出目+5 10→500(ぶっ飛び)→520マス"),
        ("aHd5mnTO", Context(square=10), "aHd5mnTO 出目+5 10→未定のマス (ランダム)"),
        ("aPLd5mnv", Context(post_no=55), "aPLd5mnv 出目+5 ボーナス+10 0→15マス"),
        ("a+dF5mnv", Context(square=10, chance=True), "a+dF5mnv chance状態 10→505(ぶっ飛び)マス"),
        ("YYUPD5ma", Context(), "YYUPD5ma 出目+5 0→5マス 晒し: デスクトップ (晒すまで2日休み)"),
        ("JO3CPPRY", Context(), "JO3CPPRY 出目+3 0→3マス 1回休み、次回×3、あと1回振れる、直前の人へ+10"),
    ],
)
def test_short_roll(dice: str, context: Context, line: str) -> None:
    assert speaker("ja").short_roll(judge(dice, context)) == line


def test_every_row_of_the_ruleset_has_words_of_its_own() -> None:
    """Each row's own example is said without falling back to the id of a row."""
    for row in ruleset().event:
        roll = judge(row.hit, Context(post_no=55, second=30, seed="entrance/1178000000/55"))
        said = [speaker("ja").finding_text(finding, roll.dice) for finding in roll.findings if finding.row == row.id]
        assert said, row.id
        assert not any("E-" in text for text in said), row.id


def test_what_a_result_rests_on_is_told_with_its_precedent() -> None:
    ja, en = speaker("ja"), speaker("en")
    assert ja.reading("端数は0に近い方へ") == "結果に効いた読み方: 端数は0に近い方へ"
    assert ja.reading("端数は0に近い方へ", "P-M-01") == "結果に効いた読み方 (P-M-01): 端数は0に近い方へ"
    assert en.reading("dropped", "P-M-01") == "a reading that mattered (P-M-01): dropped"
    assert cited_text(ja.tongue, "P-T-04", "短いID") == "先例 P-T-04: 短いID"
    assert cited_text(en.tongue, "P-T-04", "a short ID") == "precedent P-T-04: a short ID"
