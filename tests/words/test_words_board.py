"""What `doctor` says: every code in both languages, fit for people."""

from __future__ import annotations

import pytest
from saying import LANGUAGES, assert_for_people, speaker

from referee.model import Advice
from referee.words.board import _ADVICE, _FOUND


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", _FOUND)
def test_every_code_has_words(code: str, lang: str) -> None:
    say = speaker(lang)
    for advice in (
        Advice(code, "bad"),
        Advice(code, "bad", "BBS_TITLE=\u202ex", 3, 5, "7"),
        Advice(code, "note", seen=0, of=0),
    ):
        for text in (say.advice(advice), say.remedy(advice) or "x"):
            assert "\u202e" not in text
            assert_for_people(text.replace("BBS_TITLE", "").replace("「", ""), lang) if "BBS" not in text else None
    assert "3" in say.advice(Advice(code, "good", seen=3, of=5))


def test_advice_is_given_only_where_something_is_to_do() -> None:
    say = speaker("en")
    assert set(_ADVICE) <= set(_FOUND)
    assert say.remedy(Advice("ids_none", "bad"))
    assert not say.remedy(Advice("ids_forced", "good"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_in_one_sentence(lang: str) -> None:
    say = speaker(lang)
    texts = [
        say.board_verdict(*counts, is_blind=blind)
        for counts, blind in (((0, 0), False), ((0, 2), False), ((3, 1), False), ((0, 4), True))
    ]
    assert len(set(texts)) == 4
    for text in (*texts, say.board("a.jp/b", "題", "a.jp/b/1", 3), say.board("a.jp/b", "", "", 0)):
        assert_for_people(text, lang)
