"""What was declared: superseded with a cause, withdrawn, never lost; and nobody rolls twice on a day by any path."""

from __future__ import annotations

from typing import Any

import pytest
from book import GAME, LATER, NEXT, NOW, THREAD, moves_of, reading, saw, says
from msgspec.structs import replace
from scenario import play

from referee.errors import LedgerConflict
from referee.ledger import Ledger, Move, Tx
from referee.model import OpenItem, Shown, ThreadRef, Verdict

ROLL = play("1 05-01 10:00:05 ◆A a5dMhaAn").verdicts[0]
OTHER = ThreadRef("entrance", "99", "etc7.2ch.net", "2ch")


def roll(
    number: int, *, day: int = 0, player: str = "◆A", showing: bool = False, thread: ThreadRef = THREAD
) -> Verdict:
    """A daily roll; `day` counts from some day, `showing` whether the post also showed something."""
    thrown = ROLL.roll
    assert thrown
    thrown = replace(thrown, player=player, day=thrown.day + day)
    steps: tuple[Any, ...] = (Shown(player, thrown.day, ("M",), ("http://",)), thrown) if showing else (thrown,)
    return replace(ROLL, thread=thread, number=number, fingerprint=1000 + number, player=player, steps=steps)


def kept(tx: Tx) -> list[tuple[int, str, bool, int | None]]:
    rows = [stored for number in range(1, 9) for stored in tx.verdict(GAME, THREAD, number)]
    return sorted((row.id, row.cause, row.in_force, row.supersedes) for row in rows)


def test_verdicts_come_back_in_the_order_of_the_game(ledger: Ledger) -> None:
    played = play(
        "1 05-01 10:00:05 ◆A a5dMhaAn\n2 05-01 10:01 ◆B PRPRPRd1\n3 05-01 10:02 - abc\n4 05-02 10:02 ◆A a5dMhaAn\n"
    )
    with ledger.write(NOW) as tx:
        declared = tx.put_verdicts(GAME, [replace(one, thread=THREAD) for one in played.verdicts], "seen")
        tx.put_moves((number, moves_of(verdict)) for number, verdict in declared.new)
        stored = list(tx.verdicts(GAME))
        assert [one.verdict for one in stored] == [replace(one, thread=THREAD) for one in played.verdicts]
        assert [one.verdict.number for one in tx.verdicts(GAME, THREAD)] == [1, 2, 3, 4]
        assert list(tx.verdicts(GAME, NEXT)) == []
        assert {(one.declared_at, one.cause, one.in_force, one.supersedes) for one in stored} == {
            (NOW, "seen", True, None)
        }
        moves = list(tx.moves(GAME))
        assert [(one.player, one.number) for one in moves] == [("◆A", 1), ("◆B", 2), ("◆A", 4)]
        assert moves[0].target == moves[2].origin == played.verdicts[0].roll.roll.target  # type: ignore[union-attr]
        assert {one.thread for one in moves} == {THREAD}


def test_the_order_is_that_of_sighting_also_where_a_verdict_came_later(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        a, b, c = reading("a b c")
        tx.put_verdicts(GAME, [says(a), says(c)], "seen")
        tx.put_verdicts(GAME, [says(a, why="no_id"), says(b)], "rebuild")
        assert [(one.verdict.number, one.cause) for one in tx.verdicts(GAME)] == [
            (1, "rebuild"),
            (2, "rebuild"),
            (3, "seen"),
        ]


def test_a_changed_verdict_supersedes_and_nothing_is_lost(ledger: Ledger) -> None:
    post = reading("a")[0]
    with ledger.write(NOW) as tx:
        first = tx.put_verdicts(GAME, [says(post)], "seen")
        assert [len(first.new), len(first.superseding), len(first.unchanged)] == [1, 0, 0]
        again = tx.put_verdicts(GAME, [says(post)], "seen")
        assert [len(again.new), len(again.superseding), len(again.unchanged)] == [0, 0, 1]
        assert again.unchanged[0][0] == first.new[0][0]
        other = reading("a b")[1]
        assert tx.verdicts_that_differ(GAME, [says(post), says(other)]) == [says(other)]
        assert tx.verdicts_that_differ(GAME, [says(post, why="no_id")]) == [says(post, why="no_id")]
    with ledger.write(LATER) as tx:
        second = tx.put_verdicts(GAME, [says(post, why="no_id")], "ruling 1")
        assert [len(second.new), len(second.superseding), len(second.unchanged)] == [0, 1, 0]
        back = tx.put_verdicts(GAME, [says(post)], "undone")
        assert kept(tx) == [(1, "seen", False, None), (2, "ruling 1", False, 1), (3, "undone", True, 2)]
        assert [one.verdict for one in tx.verdicts(GAME)] == [says(post)]
        told = tx.verdict(GAME, THREAD, 1)
        assert [one.declared_at for one in told] == [NOW, LATER, LATER]
        assert [one.verdict.why for one in told] == ["no_trip", "no_id", "no_trip"]
        assert back.superseding[0][0] == 3
        assert tx.verify_chain() is None


def test_a_post_that_moved_is_found_at_both_numbers(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        tx.put_verdicts(GAME, [says(post) for post in reading("a b c")], "seen")
        saw(tx, "a c")
        assert [one.verdict.fingerprint for one in tx.verdict(GAME, THREAD, 3)] == [reading("a b c")[2].fingerprint]
        assert {one.verdict.fingerprint for one in tx.verdict(GAME, THREAD, 2)} == {
            post.fingerprint for post in reading("a b c")[1:]
        }
        b, c = (post.fingerprint for post in reading("a b c")[1:])
        assert [one.verdict.number for one in tx.verdicts_on(GAME, THREAD, [c])] == [3]
        assert [one.verdict.number for one in tx.verdicts_on(GAME, THREAD, [c, b, 1])] == [2, 3]


def test_withdrawn(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        number = tx.put_verdicts(GAME, [roll(1)], "seen").new[0][0]
        tx.put_moves([(number, [Move("◆A", 0, 5, "roll")])])
        tx.withdraw_verdicts([number], "no post")
        assert list(tx.verdicts(GAME)) == list(tx.moves(GAME)) == []
        assert [(one.in_force, one.withdrawn) for one in tx.verdict(GAME, THREAD, 1)] == [(False, "no post")]
        with pytest.raises(LedgerConflict, match="not in force"):
            tx.withdraw_verdicts([number], "again")
        assert len(tx.put_verdicts(GAME, [roll(1)], "seen").new) == 1
        assert tx.verify_chain() is None


def test_moves_put_again_take_the_place_of_the_old(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        number = tx.put_verdicts(GAME, [roll(1)], "seen").new[0][0]
        tx.put_moves([(number, [Move("◆A", 0, 100, "roll"), Move("◆A", 100, 120, "landing")])])
        tx.put_moves([(number, [Move("◆A", 0, 5, "roll")])])
        assert [(one.origin, one.target, one.cause, one.place) for one in tx.moves(GAME)] == [(0, 5, "roll", 0)]


def test_nobody_rolls_twice_on_a_day(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        tx.put_thread(OTHER)
        tx.put_verdicts(GAME, [roll(1), roll(2, player="◆B"), roll(3, day=1)], "seen")
    for second in (roll(4), roll(4, thread=OTHER), roll(4, showing=True)):
        with pytest.raises(LedgerConflict, match="a second daily roll"), ledger.write(NOW) as tx:
            tx.put_verdicts(GAME, [second], "seen")
    with ledger.write(NOW) as tx:
        tx.put_game("another", b"{}")
        tx.put_verdicts("another", [roll(1)], "seen")
        tx.put_verdicts(GAME, [roll(1)], "seen", round=2)
        assert len(list(tx.verdicts(GAME))) == 3
        assert tx.verify_chain() is None


def test_a_roll_may_take_the_place_of_one_that_is_none_any_more(ledger: Ledger) -> None:
    first, second = roll(1), roll(4)
    void = replace(second, kind="void", why="second_of_day", steps=())
    with ledger.write(NOW) as tx:
        tx.put_verdicts(GAME, [first, void], "seen")
        swapped = [replace(first, kind="void", why="ruling", steps=()), second]
        tx.put_verdicts(GAME, swapped[::-1], "ruling 1")
        assert [one.verdict.kind for one in tx.verdicts(GAME)] == ["roll", "void"]


def test_the_reading_that_allows_a_second_roll(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        tx.put_verdicts(GAME, [roll(1), roll(2, showing=True), roll(3, showing=True)], "seen", second_rolls=True)
        tx.put_verdicts(GAME, [replace(roll(2, showing=True), notices=("x",))], "rebuild", second_rolls=True)
        again = [(row.number, row.again) for row in _rows(tx) if row.in_force]
        assert again == [(1, 0), (3, 2), (2, 1)]
    with pytest.raises(LedgerConflict, match="a second daily roll"), ledger.write(NOW) as tx:
        tx.put_verdicts(GAME, [roll(4)], "seen", second_rolls=True)


def _rows(tx: Tx) -> list[Any]:
    from sqlalchemy import select

    from referee.ledger.tables import verdicts

    return list(tx._line.core.execute(select(verdicts).order_by(verdicts.c.id)))


def test_what_a_game_really_allows_is_never_refused(ledger: Ledger) -> None:
    text = """
    1 05-01 10:00 ◆A UPMaaaaa
    2 05-01 11:00 ◆A a5dMhaAn | http://example.com/a.jpg
    3 05-01 12:00 ◆A a5dMhaAn | http://example.com/b.jpg
    """
    played = play(text, showing_allows_second_roll=True)
    assert [verdict.kind for verdict in played.verdicts].count("roll") == 2
    with ledger.write(NOW) as tx:
        given = [replace(verdict, thread=THREAD) for verdict in played.verdicts]
        tx.put_verdicts(GAME, given, "seen", second_rolls=True)
        assert [one.verdict for one in tx.verdicts(GAME)] == given


def test_many_at_once_are_the_same_as_one_by_one(ledger: Ledger) -> None:
    texts = " ".join(f"w{n}" for n in range(1200))
    verdicts = [says(post) for post in reading(texts)]
    with ledger.write(NOW) as tx:
        assert len(tx.put_verdicts(GAME, verdicts, "seen").new) == 1200
        changed = [says(post, why="no_id") for post in reading(texts)]
        assert len(tx.put_verdicts(GAME, changed, "rebuild").superseding) == 1200
        assert [one.verdict for one in tx.verdicts(GAME)] == changed
        assert tx.verify_chain() is None


def test_only_what_is_known_is_judged(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        with pytest.raises(LedgerConflict, match="has no game other"):
            tx.put_verdicts("other", [roll(1)], "seen")
        with pytest.raises(LedgerConflict, match="has no thread"):
            tx.put_verdicts(GAME, [roll(1, thread=OTHER)], "seen")
        assert tx.put_verdicts(GAME, [], "seen").new == ()


def test_only_what_mentions_a_word_is_read(ledger: Ledger) -> None:
    """By its bytes; a long one is deflated, and told whatever it says."""
    a, b, c = reading("a b c")
    item = OpenItem("link_refused", THREAD, 1, "used", ("http://x.example/",))
    long = OpenItem("erased", THREAD, 3, None, tuple(f"fact {number}" for number in range(200)))
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        tx.put_verdicts(GAME, [says(a, items=(item,)), says(b), says(c, items=(long,))], "seen")
        for words, numbers in (
            (["link_refused"], [1, 3]),
            (["undated", "used"], [1, 3]),
            (["x"], [1, 3]),
            ([], [1, 2, 3]),
        ):
            assert [one.verdict.number for one in tx.verdicts(GAME, mentioning=words)] == numbers
        assert [one.verdict.number for one in tx.verdicts(GAME, THREAD, mentioning=["undated"])] == [3]
