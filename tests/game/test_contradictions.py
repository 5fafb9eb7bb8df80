"""What two rulings can't both say: each contradiction, and what only looks like one."""

from __future__ import annotations

import pytest
from scenario import HOME_THREAD, stamp

from referee.game import contradiction
from referee.model import Act, Opening, PostKey, Ruling, Stamp
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


def ruling(number: int, act: Act, *posts: int) -> Ruling:
    return Ruling(number, tuple(PostKey(HOME_THREAD, post, 1000 + post) for post in posts or (1,)), act, "so be it")


def at(text: str) -> Stamp:
    found = stamp(*text.split())
    assert found is not None
    return found


def outage(since: str, until: str, dice: str = "") -> Outage:
    return Outage(at(since), at(until), dice)


@pytest.mark.parametrize(
    ("earlier", "later", "why"),
    [
        (Void(), Chat(), "other"),
        (Chat(), Count("◆A"), "other"),
        (Count("◆A"), Count("◆B"), "other"),
        (Count("◆A"), Count("◆A"), "twice"),
        (SetSquare(1, "◆A"), SetSquare(2, "◆A"), "other"),
        (SetSquare(1, "◆A"), SetSquare(1, "◆A"), "twice"),
        (SetSquare(1), SetSquare(2), "other"),
        (SetSquare(1), SetSquare(1), "twice"),
        (SetSquare(1, "◆A"), SetSquare(2, "◆B"), None),
        (RandomSquare(1), RandomSquare(2), "other"),
        (RandomSquare(1), SetSquare(2), None),
        (Exposure(True), Exposure(False), "other"),
        (AcceptLink(), AcceptLink("http://example.com/"), "other"),
        (NewRound(), NewRound(), "twice"),
        (TakeRules("a"), TakeRules("b"), "other"),
        (ShiftDay(1), ShiftDay(2), "other"),
        (Stands(), Stands(), "twice"),
        (Stands(), Void(), None),
        (CarryOver((Opening("◆A", 1),)), CarryOver((Opening("◆B", 1), Opening("◆A", 2))), "other"),
        (CarryOver((Opening("◆A", 1),)), CarryOver((Opening("◆B", 1),)), None),
        (Join("◆A2", "◆A"), Join("◆A2", "◆B"), "alias"),
        (Join("◆A2", "◆A"), Join("◆A2", "◆A"), "twice"),
        (Join("◆A2", "◆A"), Join("◆A3", "◆A"), None),
        (Join("◆A2", "◆A"), Join("◆A", "◆A2"), "ring"),
        (outage("05-01 10:00", "05-01 12:00"), outage("05-01 12:00", "05-01 13:00", "a5dMhaAn"), "outage"),
        (outage("05-01 10:00", "05-01 12:00"), outage("05-01 12:01", "05-01 13:00", "a5dMhaAn"), None),
        (outage("05-01 10:00", "05-01 12:00"), outage("05-01 11:00", "05-01 13:00"), "other"),
    ],
)
def test_two_rulings_on_one_post(earlier: Act, later: Act, why: str | None) -> None:
    found = contradiction(ruling(2, later), [ruling(1, earlier)])
    assert (found.why if found else None) == why
    if found is not None:
        assert found.other == 1


def test_other_posts_are_no_contradiction_but_joined_trips_and_times_are() -> None:
    assert contradiction(ruling(2, Void(), 2), [ruling(1, Chat(), 1)]) is None
    found = contradiction(ruling(2, Void(), 3, 2), [ruling(1, Chat(), 1, 2)])
    assert found is not None
    assert found.post is not None
    assert found.post.number == 2
    assert contradiction(ruling(2, Join("◆A2", "◆B"), 9), [ruling(1, Join("◆A2", "◆A"), 1)]) is not None
    dice = outage("05-01 10:00", "05-01 12:00", "a5dMhaAn")
    assert contradiction(ruling(2, dice, 9), [ruling(1, outage("05-01 --:--", "05-01 --:--"), 1)]) is not None
    assert contradiction(ruling(2, dice, 9), [ruling(1, dice, 1)]) is None


def test_a_ring_of_three_names_who_closes_it() -> None:
    known = [ruling(1, Join("◆A", "◆B"), 1), ruling(2, Join("◆B", "◆C"), 2)]
    found = contradiction(ruling(3, Join("◆C", "◆A"), 3), known)
    assert found is not None
    assert (found.why, found.other) == ("ring", 2)


def test_a_square_without_a_player_is_the_writers() -> None:
    def square(number: int, player: str | None, post: int = 1) -> Ruling:
        return ruling(number, SetSquare(100 * number, player), post)

    def why(later: Ruling, *earlier: Ruling, writer: str | None = "◆A") -> str | None:
        found = contradiction(later, earlier, lambda _: writer)
        return found.why if found else None

    assert why(square(2, "◆A"), square(1, None)) == "other"
    assert why(square(2, None), square(1, "◆A")) == "other"
    assert why(ruling(2, SetSquare(100, "◆A")), square(1, None)) == "twice"
    assert why(square(2, "◆B"), square(1, None)) is None
    assert why(square(2, "◆A"), square(1, None), writer=None) is None
    assert why(square(3, "◆C"), ruling(2, Count("◆C")), square(1, None)) == "other"
    assert why(square(3, "◆A"), ruling(2, Count("◆C")), square(1, None)) is None


def test_a_joined_trip_is_the_player_from_its_post_on() -> None:
    join = ruling(1, Join("◆A2", "◆A"), 5)
    for post, why in ((5, "other"), (6, "other"), (4, None)):
        earlier = ruling(2, SetSquare(1), post)
        found = contradiction(ruling(3, SetSquare(2, "◆A"), post), [join, earlier], lambda _: "◆A2")
        assert (found.why if found else None) == why


def test_an_amended_ruling_does_not_contradict_itself() -> None:
    assert contradiction(ruling(1, Chat()), [ruling(1, Void())]) is None


def test_without_contents_numbers_count() -> None:
    one, other = (replaced(ruling(n, act)) for n, act in ((1, Void()), (2, Chat())))
    assert contradiction(other, [one]) is not None


def replaced(one: Ruling) -> Ruling:
    posts = tuple(PostKey(post.thread, post.number) for post in one.posts)
    return Ruling(one.id, posts, one.act, one.reason)
