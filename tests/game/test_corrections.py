"""Posts that correct earlier ones: noticed by what stands there, whatever form anchors have (part 4)."""

from __future__ import annotations

import pytest
from scenario import play, post, stamp

from referee.game.near import corrected
from referee.model import OWN_TEXT

ANCHOR = '<a href="../test/read.cgi/entrance/1178000000/5" target="_blank">&gt;&gt;{}</a>'


@pytest.mark.parametrize(
    ("body", "numbers"),
    [
        ("訂正 >>5", (5,)),
        ("訂正>>5", (5,)),
        ("訂正 &gt;&gt;5", (5,)),
        ("訂正　＞＞５", (5,)),
        ("訂正：>>12 です", (12,)),
        (f" 訂正 {ANCHOR.format(5)} <br> すみません ", (5,)),
        ("すみません <br> 訂正 >>5 <br> 訂正 >>6 <br> 訂正 >>5", (5, 6)),
        ("&gt;訂正 >>5", ()),  # a quotation
        ("＞ 訂正 >>5", ()),
        ("それは <br> &gt; 訂正 &gt;&gt;5 <br> ですか", ()),
        (">>4 訂正 >>5", (5,)),
        ("訂正 >5", ()),
        ("訂正 5", ()),
        ("訂正", ()),
        (">>5 訂正", ()),
        ("訂正 >>0", ()),
        ("訂正 >>20", ()),  # itself
        ("訂正 >>21", ()),
        ("訂正 >>123456", ()),
        (f"{OWN_TEXT}5/4(金)の結果 <br> 訂正 >>5", ()),
    ],
)
def test_what_a_post_corrects(body: str, numbers: tuple[int, ...]) -> None:
    said = post(20, stamp("05-01", "10:00"), "◆A", "-", body=body)
    assert corrected(said) == numbers


def test_it_is_an_open_item_of_whoever_has_a_trip_and_changes_nothing() -> None:
    played = play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        2 05-01 11:00 ◆A - sage | 訂正 >>1 => chat no_id, !correction
        3 05-01 12:00 ◆B - sage | 訂正 >>1 => chat no_id, !correction
        4 05-01 12:00 - - sage | 訂正 >>1 => chat no_trip
        5 05-02 10:00 ◆A a4dMhaAn | 訂正 >>1 => roll 5-9, !correction
        """
    )
    assert played.verdicts[1].items[0].facts == ("◆A", "1")
