"""What a post ever held, in words: shortened, addresses masked, and what differs named."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from saying import LANGUAGES, assert_for_people, speaker

from referee.model import Name, Post, Stamp, ThreadRef
from referee.words.contents import Content, differing, fields_shown

AT = Stamp(732_797, 43_200_000, 2)
POST = Post(
    ThreadRef("e", "1"), 1, 1, Name("歩く人◆A", "歩く人◆A", "歩く人", "◆A"), "", AT.iso, AT, "abcd1234", "abcd1234",
    "shown", "",
)  # fmt: skip


def content(text: str = "とりゃ", **fields: object) -> Content:
    return Content(replace(POST, **fields), text, "present", None, None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_field_that_differs_is_told(lang: str) -> None:
    say = speaker(lang)
    other = content(
        "うりゃ", name=Name("x◆B", "x◆B", "x", "◆B"), mail="sage", stamp=None, date="いつか", id=None, id_kind="none",
        status="broken",
    )  # fmt: skip
    assert list(differing(content(), other)) == ["status", "name", "mail", "time", "id", "body"]
    for text in (say.content(other), say.content_differs(content(), other), say.content_differs(content(), content())):
        assert_for_people(
            text.replace("とりゃ", "").replace("うりゃ", "").replace("歩く人", "").replace("いつか", ""), lang
        )
    assert say.content_differs(content(), content())


def test_what_is_no_difference() -> None:
    nobody = [Name(name, name, name) for name in ("名無しさん", "名無しのごんべ")]
    assert not list(differing(content(name=nobody[0]), content(name=nobody[1]))), "a rewritten default name"
    assert not list(differing(content(mail=None), content(mail="sage"))), "a mail that the source hides"
    erased = content("あぼーん", status="erased", id=None)
    assert not list(differing(content(), erased))
    assert speaker("en").content_differs(content(), erased) == ""
    assert fields_shown(erased) == dict.fromkeys(("name", "mail", "time", "id", "body"))


def test_no_half_of_an_address_is_left() -> None:
    """It is masked before the text is cut, wherever the first sign that differs stands."""
    old, new = (content(f"{'a' * 30} 192.0.2.{last} {tail}", mail="192.0.2.7") for last, tail in ((1, "x"), (12, "y")))
    said = speaker("en").content_differs(old, new) + speaker("en").content(new) + repr(fields_shown(new))
    assert "192" not in said
    assert ".2." not in said
    assert "*** x" in said
