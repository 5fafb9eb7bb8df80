"""The next thread of a game: titles, links, the host's trip (FORMATS 4.7; ODD-INPUTS 13, 24)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game.successor import Ending, candidates, ranked, to_follow, with_reasons
from referee.game.titles import matches, plain_title, title_sign
from referee.model import Candidate, Capture, ListedThread, Post, Reason, ThreadRef
from referee.parse import read_dat

OLD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")
HOST = "◆AbCdEfGhIj"
READ = "http://etc7.2ch.net/test/read.cgi/entrance"
DATE = "2007/05/01(火) 12:00:00 ID:a5dMhaAn"


@pytest.mark.parametrize(
    ("old", "new", "sign"),
    [
        ("IDすごろく その2", "IDすごろく その3", "title_number"),
        ("ＩＤすごろく⚀ その２\t ", "IDすごろく⚀ その3", "title_number"),  # ODD-INPUTS 13
        ("IDすごろく part09", "IDすごろく Part10", "title_number"),
        ("IDすごろく Part264", "IDすごろく Part265 [進行役★]", "title_number"),
        ("IDすごろく ★2", "IDすごろく ★3 [転載禁止]©2ch.net", "title_number"),
        ("3スレ目 IDすごろく", "4スレ目 IDすごろく", "title_number"),
        ("【2024】IDすごろく その12", "【2024】IDすごろく その13", "title_number"),
        ("IDすごろく 2024", "IDすごろく 2025", "title_number"),
        ("IDすごろく", "IDすごろく その2", "title_number"),
        ("IDすごろく", "IDすごろく2", "title_number"),
        ("IDすごろく", "IDすごろく ★2", "title_number"),
        ("IDすごろく その2", "IDすごろく その4", "title_later"),
        ("IDすごろく その12", "IDすごろく その13 (避難所)", "title_alike"),  # ODD-INPUTS 24
        ("IDすごろく その12", "IDすごろく 反省会", None),
        ("IDすごろく その2", "IDすごろく その2", "title_alike"),
        ("IDすごろく その2", "IDすごろく その1", None),
        ("IDすごろく その2", "雑談 その3", None),
        ("ID その2", "IDカード", None),
        ("", "IDすごろく その2", None),
        ("IDすごろく その2", "", None),
    ],
)
def test_what_a_title_says_of_the_series(old: str, new: str, sign: str | None) -> None:
    assert title_sign(old, new) == sign


@pytest.mark.parametrize(
    ("pattern", "title", "is_match"),
    [
        ("IDすごろく その*", "ＩＤすごろく　その３", True),
        ("IDすごろく*", "IDすごろく", True),
        ("*すごろく*", "第2回 IDすごろく 本スレ", True),
        ("IDすごろく", "IDすごろく その3", False),
        ("a.c", "abc", False),
        ("*", "", True),
    ],
)
def test_a_pattern_of_titles(pattern: str, title: str, is_match: bool) -> None:
    assert matches(pattern, title) is is_match


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_titles_are_compared(old: str, new: str) -> None:
    title_sign(old, new)
    matches(old, new)
    assert plain_title(plain_title(old)) == plain_title(old) or "[" in old or "©" in old


def thread(*said: tuple[int, str, str]) -> list[Post]:
    """The posts of a thread with a thousand, of which some say something: number, trip, body."""
    by_number = {number: (trip, body) for number, trip, body in said}
    lines = []
    for number in range(1, 1001):
        trip, body = by_number.get(number, ("", "x"))
        name = f"A </b>{trip} <b>" if trip else "A"
        lines.append(f"{name}<><>{DATE}<> {body} <>{'題' if number == 1 else ''}\n")
    return read_dat(Capture(OLD, "x", "".join(lines).encode("cp932"))).posts


def opening(body: str = "x", trip: str = "", key: str = "1179000000") -> Post:
    name = f"A </b>{trip} <b>" if trip else "A"
    ref = ThreadRef("entrance", key, "etc7.2ch.net", "2ch")
    return read_dat(Capture(ref, "x", f"{name}<><>{DATE}<> {body} <>題\n".encode("cp932"))).posts[0]


def found(
    *listed: tuple[str, str],
    said: tuple[tuple[int, str, str], ...] = (),
    openings: dict[str, Post] | None = None,
    known: tuple[ThreadRef, ...] = (),
) -> tuple[Candidate, ...]:
    ending = Ending(OLD, "IDすごろく その12", thread(*said), (HOST,), known)
    return candidates(ending, [ListedThread(key, title, 5) for key, title in listed], openings)


def signs(candidate: Candidate) -> list[tuple[str, int | None]]:
    return [(reason.sign, reason.number) for reason in candidate.reasons]


NEXT = ("1179000000", "IDすごろく その13")


@pytest.mark.parametrize(
    ("said", "first", "expected"),
    [
        ((), None, [("title_number", None)]),
        (((980, "", f"次 {READ}/1179000000/"),), None, [("title_number", None), ("linked", 980)]),
        (
            ((980, "", f"{READ}/1179000000/"), (990, HOST, f"{READ}/1179000000/l50")),
            None,
            [("title_number", None), ("linked", 980), ("host_linked", 990)],
        ),
        (
            ((980, "", "https://krsw.5ch.net/test/read.cgi/entrance/1179000000/"),),
            None,
            [("title_number", None), ("linked", 980)],
        ),
        (((980, "", f"{READ.replace('entrance', 'qa')}/1179000000/"),), None, [("title_number", None)]),
        (((100, "", f"{READ}/1179000000/"),), None, [("title_number", None)]),
        ((), opening(f"前スレ <br> {READ}/1178000000/"), [("title_number", None), ("back_link", 1)]),
        ((), opening("x", HOST), [("title_number", None), ("host_trip", 1)]),
        ((), opening("x", "◆KlMnOpQrSt"), [("title_number", None)]),
        ((), opening(f"x <br> {READ}/1177000000/"), [("title_number", None)]),
    ],
)
def test_each_sign_is_a_reason(
    said: tuple[tuple[int, str, str], ...], first: Post | None, expected: list[tuple[str, int | None]]
) -> None:
    (candidate,) = found(NEXT, said=said, openings={"1179000000": first} if first else None)
    assert signs(candidate) == expected
    assert candidate.thread.is_same(ThreadRef("entrance", "1179000000", "etc7.2ch.net", "2ch"))
    assert 40 <= candidate.score <= 100


def test_more_reasons_score_higher_and_stand_first() -> None:
    refuge = ("1179000001", "IDすごろく その13 (避難所)")
    later = ("1179000002", "IDすごろく その14")
    other = ("1179000003", "雑談スレ その13")
    all_of = found(refuge, later, other, NEXT, openings={"1179000000": opening("x", HOST)})
    assert [candidate.title for candidate in all_of] == [NEXT[1], later[1], refuge[1]]
    assert [candidate.score for candidate in all_of] == [70, 15, 10]


def test_a_linked_thread_that_the_list_does_not_have_yet_counts() -> None:
    (candidate,) = found(said=((999, HOST, f"{READ}/1179000000/"),))
    assert (candidate.title, candidate.posts, candidate.score) == ("", None, 45)


@pytest.mark.parametrize("key", ["1177999999", "1178000000", "9240230711", "9990000001", "924090402", "x"])
def test_older_threads_and_special_keys_are_none(key: str) -> None:
    assert found((key, "IDすごろく その13")) == ()


def test_threads_of_the_game_are_none() -> None:
    assert found(NEXT, known=(ThreadRef("entrance", "1179000000", "krsw.5ch.net", "2ch"),)) == ()


def test_an_erased_post_links_nowhere() -> None:
    posts = thread()
    erased = "あぼーん<>あぼーん<>あぼーん<>あぼーん<>あぼーん\n".encode("cp932")
    posts = [*posts, *read_dat(Capture(OLD, "x", erased)).posts]
    assert candidates(Ending(OLD, "題", posts), []) == ()


@pytest.mark.parametrize(
    ("said", "first", "named", "follows"),
    [
        ((), None, ("host_trip", "host_linked", "linked", "back_link"), False),  # the title alone is no strong sign
        ((), opening("x", HOST), ("host_trip",), True),
        ((), opening("x", HOST), ("host_linked",), False),
        ((), opening(f"{READ}/1178000000/"), ("back_link",), True),
        (((980, "", f"{READ}/1179000000/"),), None, ("host_linked",), False),
        (((980, "", f"{READ}/1179000000/"),), None, ("linked",), True),
        (((980, HOST, f"{READ}/1179000000/"),), None, ("host_linked",), True),
        ((), opening("x", HOST), (), False),
    ],
)
def test_a_thread_is_followed_only_by_a_sign_that_was_named(
    said: tuple[tuple[int, str, str], ...], first: Post | None, named: tuple[str, ...], follows: bool
) -> None:
    all_of = found(NEXT, said=said, openings={"1179000000": first} if first else None)
    chosen = to_follow(all_of, named)  # type: ignore[arg-type]
    assert (chosen is not None) is follows


def test_two_strong_candidates_are_for_the_host() -> None:
    double = ("1179000005", "IDすごろく その13")
    both = found(NEXT, double, said=((980, "", f"{READ}/1179000000/ {READ}/1179000005/"),))
    assert len(both) == 2
    assert to_follow(both, ("linked",)) is None


def test_what_was_found_earlier_is_not_forgotten() -> None:
    (candidate,) = found(NEXT)
    more = with_reasons(candidate, [Reason("host_trip", 1), Reason("title_number")])
    assert signs(more) == [("title_number", None), ("host_trip", 1)]
    assert more.score == candidate.score + 30
    assert ranked([candidate, more]) == (more, candidate)


def test_a_link_to_something_else_is_never_followed() -> None:
    all_of = found(("1179000000", "雑談スレ"), said=((980, HOST, f"{READ}/1179000000/"),))
    assert [candidate.title for candidate in all_of] == ["雑談スレ"]
    assert to_follow(all_of, ("host_linked", "linked")) is None
