"""Widths: full-width and ambiguous characters are two columns, combining marks none."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.words import clean, columns, cut, pad


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0), ("abc", 3), ("あがり", 6), ("ﾏｽ", 2), ("◆AB", 4), ("→", 2), ("×", 2), ("か\u3099", 2),
        ("e\u0301", 1), ("😀", 2), ("５歩", 4), ("a\u200bb", 2), ("ᄀ\u1161", 2),
    ],
)  # fmt: skip
def test_columns(text: str, width: int) -> None:
    assert columns(text) == width


@given(st.text(), st.integers(0, 40))
def test_cut_fits_and_keeps_what_fits(text: str, limit: int) -> None:
    kept = cut(text, limit)
    assert columns(kept) <= limit
    if columns(text) <= limit:
        assert kept == text
    elif limit >= 2:
        assert kept.endswith("…")
        assert text.startswith(kept[:-1])


@given(st.text(), st.integers(0, 40), st.booleans())
def test_pad_is_exact(text: str, width: int, right: bool) -> None:
    assert columns(pad(text, width, right=right)) == width


def test_pad_puts_numbers_to_the_right() -> None:
    assert pad("5", 3, right=True) == "  5"
    assert pad("あ", 3) == "あ "


@given(st.text())
def test_clean_leaves_one_harmless_line(text: str) -> None:
    line = clean(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in line)
    assert clean(line) == line


def test_clean_examples() -> None:
    assert clean("a\u202eb\x1b[31m\tc\r\nd\x00\ufeff") == "ab[31m c  d"
    assert clean("あ" + "\u0301" * 50) == "あ" + "\u0301" * 3
