"""Two readings of a thread laid side by side: what is one post, what is another, and where each stands."""

from __future__ import annotations

from msgspec.structs import replace

from referee.model import Capture, Post, ThreadRef
from referee.parse.align import align
from referee.parse.dat import read_dat

THREAD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")


def reading(said: str) -> list[Post]:
    """Posts, one for each word `BODY@MINUTE`, each of another poster than all of another minute; `X` is erased."""
    lines = []
    for word in said.split():
        body, _, minute = word.partition("@")
        at = int(minute or ord(body[0].lower()) - 97)
        date = f"2007/05/01(火) 12:{at:02d}:00 ID:a5dMh{at:03d}"
        lines.append("あぼーん<>あぼーん<>あぼーん<>あぼーん<>" if body == "X" else f"名無し<>sage<>{date}<> {body} <>")
    return read_dat(Capture(THREAD, "", "".join(f"{line}\n" for line in lines).encode("cp932"))).posts


def aligned(ours: str, theirs: str) -> str:
    """`=` what is in both, `-` what the first has alone, `+` the second."""
    pairs = align(reading(ours), reading(theirs))
    return " ".join(
        ("=" if one and other else "-" if one else "+") + f"{(one or other).number}"  # type: ignore[union-attr]
        for one, other in pairs
    )


def test_equal_readings_are_pairs() -> None:
    assert aligned("a b c", "a b c") == "=1 =2 =3"
    assert aligned("", "a") == "+1"
    assert aligned("a", "") == "-1"


def test_what_was_taken_out_of_either_is_alone_at_its_place() -> None:
    assert aligned("a b c d", "a c d e f") == "=1 -2 =3 =4 +4 +5"
    assert aligned("a c d e", "a b c d") == "=1 +2 =2 =3 -4"


def test_the_last_post_taken_out_and_another_written_are_two_posts() -> None:
    assert aligned("a b c", "a b d") == "=1 =2 -3 +3"
    assert aligned("a b d", "a b c") == "=1 =2 +3 -3"


def test_an_edited_or_erased_post_is_the_same_one() -> None:
    assert aligned("a b c", "a x@1 c") == "=1 =2 =3"
    assert aligned("a b c", "a b x@2") == "=1 =2 =3"
    assert aligned("a X c", "a b c") == "=1 =2 =3"
    assert aligned("a b X", "a b c") == "=1 =2 =3"


def test_posts_of_which_nothing_is_alike_are_two_though_they_stand_at_one_place() -> None:
    assert aligned("a b c", "a x@30 c") in ("=1 -2 +2 =3", "=1 +2 -2 =3")


def test_posts_in_another_order_are_no_others() -> None:
    pairs = align(reading("a b c"), reading("a c b"))
    assert [(one and one.body, other and other.body) for one, other in pairs] == [(f" {x} ", f" {x} ") for x in "abc"]


def test_many_posts_of_no_common_content_take_no_time() -> None:
    ours, theirs = reading("a"), reading("b")
    many = [replace(ours[0], number=at, fingerprint=at) for at in range(1, 5001)]
    others = [replace(theirs[0], number=at, fingerprint=-at) for at in range(1, 5001)]
    assert len(align(many, others)) in range(5000, 10001)
