"""Posts by content: added, moved, edited, gone and back; what was first seen is what a game is judged by."""

from __future__ import annotations

import pytest
from book import GAME, LATER, NEXT, NOW, THREAD, chat, reading, saw
from msgspec.structs import replace

from referee.errors import LedgerConflict
from referee.ledger import Ledger, Merged, Tx
from referee.model import Capture, ThreadRef


def told(merged: Merged) -> tuple[str, str, str, str, int, int]:
    """New, edited (as `from>to`), moved, back as texts; how many are gone and unchanged."""
    before = {chat(1, text).fingerprint: text for text in "abcdefghijklmnopqrstuvwxyz" + "ABCDEFXYZ"}
    return (
        "".join(post.body for post in merged.new),
        " ".join(f"{before[edited.before]}>{edited.post.body}" for edited in merged.edited),
        " ".join(f"{moved.post.body}{moved.before}-{moved.post.number}" for moved in merged.renumbered),
        "".join(post.body for post in merged.back),
        len(merged.gone),
        merged.unchanged,
    )


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "a b c", ("abc", "", "", "", 0, 0)),
        ("a b c", "a b c", ("", "", "", "", 0, 3)),
        ("a b c", "a b c d e", ("de", "", "", "", 0, 3)),
        ("a b c", "a X c", ("", "b>X", "", "", 1, 2)),
        ("a b c", "a X c d", ("d", "b>X", "", "", 1, 2)),
        ("a b c d", "a X Y d", ("", "b>X c>Y", "", "", 2, 2)),
        ("a b c d e", "a b d e", ("", "", "d4-3 e5-4", "", 1, 2)),
        ("a b c d e", "a b d e f", ("f", "", "d4-3 e5-4", "", 1, 2)),
        ("a b c d e f", "a c D e f g", ("g", "d>D", "c3-2 e5-4 f6-5", "", 2, 1)),
        ("a b c", "a", ("", "", "", "", 2, 1)),
        ("a b c", "a b", ("", "", "", "", 1, 2)),
        ("a b", "X Y Z", ("Z", "a>X b>Y", "", "", 2, 0)),
        ("a b c", "a Z b c", ("Z", "", "b2-3 c3-4", "", 0, 1)),
    ],
)
def test_a_second_reading(ledger: Ledger, before: str, after: str, expected: tuple[object, ...]) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, before)
        assert told(saw(tx, after)) == expected
        stored = list(tx.posts(thread=THREAD, first_only=False))
    present = {one.number: one.post.body for one in stored if one.status == "present"}
    assert [present[number] for number in sorted(present)] == after.split()


def test_lines_that_are_alike_shift_when_one_more_is_erased(ledger: Ledger) -> None:
    """Erased lines are told apart by their order: when an earlier post is erased too, the later one is no new post."""
    with ledger.write(NOW) as tx:
        saw(tx, "a b c d X f")
        merged = saw(tx, "a b X d Y f")
        assert told(merged) == ("", "X>Y", "X5-3", "", 1, 4)
        assert [one.post.body for one in tx.posts(GAME)] == list("abcdXf")


def test_an_erased_line_is_never_a_new_post_where_one_stood(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c X")
        capture = tx.add_capture(Capture(THREAD, "x", b"else"))
        erased = [*reading("a b X"), replace(chat(4, "Y"), status="erased")]
        assert told(tx.put_posts(erased, capture)) == ("", "X>Y", "X4-3", "", 1, 2)


def test_a_post_that_comes_back(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        saw(tx, "a X c")
        assert told(saw(tx, "a b c")) == ("", "", "", "b", 1, 2)
        assert [(one.post.body, one.status, one.replaces is None) for one in tx.versions(THREAD, 2)] == [
            ("b", "present", True)
        ]
        assert [one.post.body for one in tx.posts(thread=THREAD, first_only=False)] == list("abcX"), "by first sighting"


def test_both_versions_are_kept_and_the_first_is_judged(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        saw(tx, "a X c")
        saw(tx, "a Y c d")
        assert [(one.post.body, one.status) for one in tx.versions(THREAD, 2)] == [
            ("b", "gone"),
            ("X", "gone"),
            ("Y", "present"),
        ]
        first = tx.versions(THREAD, 2)[0]
        assert (first.first_seen, first.gone_at) == (NOW, NOW)
        assert [one.post.body for one in tx.posts(GAME)] == list("abcd")
        assert tx.versions(THREAD, 77) == ()


def at(tx: Tx, number: int) -> list[str]:
    """The posts of a number, each as its contents, oldest first; those that are gone in brackets."""
    told = []
    for contents in tx.posts_at(THREAD, number):
        text = "".join(one.post.body for one in contents)
        told.append(f"({text})" if contents[-1].status == "gone" else text)
    return told


def named(tx: Tx) -> str:
    known = {chat(1, text).fingerprint: text for text in "abcdefgXY"}
    return " ".join(f"{known[one]}{number}" for one, number in sorted(tx.named(THREAD).items(), key=lambda one: one[1]))


def test_posts_by_the_number_that_they_have_now(ledger: Ledger) -> None:
    """What stands at a number comes before what is gone from there; each with all that it held, wherever it stood."""
    with ledger.write(NOW) as tx:
        saw(tx, "a b c d e")
        assert [at(tx, number) for number in (3, 6)] == [["c"], []]
        saw(tx, "a b X d e")
        assert at(tx, 3) == ["cX"]
        saw(tx, "a X d e")
        assert [at(tx, number) for number in (2, 3, 5)] == [["cX", "(b)"], ["d"], []]
        assert sorted(named(tx).split()) == ["X2", "a1", "c2", "d3", "e4"], "nobody can name b any more"
        saw(tx, "a X e")
        assert at(tx, 3) == ["e", "(d)"]
        saw(tx, "a e")
        assert at(tx, 2) == ["e", "(cX)", "(b)"], "what was gone later first"
        assert [one.post.body for one in tx.post_with(THREAD, chat(1, "c").fingerprint)] == ["c", "X"]
        assert tx.post_with(THREAD, 1) == ()
        tx.set_thread_gone(THREAD)
        assert at(tx, 2) == ["e", "(cX)", "(b)"], "a post of a thread that is gone stands where it stood"
        assert [one.post.body for one in tx.versions(THREAD, 2)] == ["e"]
        assert sorted(named(tx).split()) == ["a1", "d3", "e2"]


def test_a_content_that_came_and_went_is_no_post_of_its_own(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        saw(tx, "a X c")
        saw(tx, "a b c")
        assert at(tx, 2) == ["b"]
        saw(tx, "b c")
        assert [at(tx, number) for number in (1, 2)] == [["b", "(a)"], ["c"]], "X went with b"


def test_a_reading_of_the_end_leaves_the_rest_alone(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        capture = tx.add_capture(Capture(THREAD, "x", b"c\nd\n", 4, LATER, 206))
        merged = tx.put_posts([chat(3, "c"), chat(4, "d")], capture, from_number=3)
        assert told(merged) == ("d", "", "", "", 0, 1)
        stored = list(tx.posts(thread=THREAD))
    assert [(one.post.body, one.first_seen) for one in stored] == [("a", NOW), ("b", NOW), ("c", NOW), ("d", LATER)]


def test_order_is_that_of_the_threads_and_in_each_that_of_sighting(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b")
        saw(tx, "k l", NEXT)
        assert not tx.comes_last(GAME, THREAD)
        assert tx.comes_last(GAME, NEXT)
        saw(tx, "a b c")
        assert [one.post.body for one in tx.posts(GAME)] == list("abckl")
        assert [one.post.body for one in tx.posts()] == list("abklc")


def test_threads_are_put_in_another_order(ledger: Ledger) -> None:
    """One that is not named stays behind the thread that it came after; the journal knows."""
    third, fourth = (ThreadRef("entrance", key, "etc7.2ch.net", "2ch") for key in "34")

    def order(tx: Tx) -> list[str]:
        return [row.thread.key[-1] for row in tx.threads(GAME)]

    with ledger.write(NOW) as tx:
        for thread in (third, fourth):
            tx.put_thread(thread, None, GAME)
        assert order(tx) == list("0134")
        assert not tx.order_threads(GAME, [THREAD, NEXT, third, fourth])
        assert not tx.order_threads(GAME, [NEXT, fourth])
        assert order(tx) == list("0134")
        assert not tx.order_threads(GAME, [fourth, NEXT, ThreadRef("x", "5")])  # no post is known: nothing was judged
        assert order(tx) == list("0413")
        saw(tx, "a b")
        assert not tx.order_threads(GAME, [NEXT, THREAD])
        saw(tx, "k l", NEXT)
        assert [row.ordinal for row in tx.threads(GAME)] == [1, 2, 3, 4]
        assert order(tx) == list("1304")
        assert tx.order_threads(GAME, [THREAD, NEXT])
        assert order(tx) == list("0413")
        assert [one.post.body for one in tx.posts(GAME)] == list("abkl")
        assert sum(row.kind == "order/1" for row in tx.journal()) == 3
        assert tx.verify_chain() is None


def test_a_thread_that_is_gone(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        saw(tx, "a b")
        assert tx.set_thread_gone(THREAD) == 2
        assert [one.status for one in tx.posts(thread=THREAD)] == ["thread_gone", "thread_gone", "gone"]
        assert told(saw(tx, "a b")) == ("", "", "", "ab", 0, 0)
        assert [one.status for one in tx.posts(thread=THREAD)] == ["present", "present", "gone"]


def test_the_posts_digest_runs_along(ledger: Ledger) -> None:
    other = ThreadRef("entrance", "5", "etc7.2ch.net", "2ch")
    digests = []
    with ledger.write(NOW) as tx:
        tx.put_game("second", b"{}")
        tx.put_thread(other)
        for step in range(4):
            if step == 1:
                saw(tx, "a b")
            elif step == 2:
                saw(tx, "x y", other)  # not yet a thread of the game
            elif step == 3:
                tx.put_thread(other, None, GAME)
            digests.append(tx.games()[0].posts_digest)
            assert tx.posts_digest(GAME) == digests[-1]
        saw(tx, "a X")
        assert tx.posts_digest(GAME) == tx.games()[0].posts_digest == digests[-1], "an edit is no post to judge"
        assert tx.posts_digest("second") == tx.games()[1].posts_digest == digests[0]
    assert len(set(digests)) == 3


def test_posts_go_with_a_capture_of_their_thread(ledger: Ledger) -> None:
    with ledger.write(NOW) as tx:
        capture = tx.add_capture(Capture(THREAD, "x", b"a\n"))
        with pytest.raises(LedgerConflict, match="put each thread's posts by itself"):
            tx.put_posts(reading("a", NEXT), capture)
        with pytest.raises(LedgerConflict, match="has no capture 99"):
            tx.put_posts(reading("a"), 99)
        assert tx.put_posts([], capture) == Merged()
        assert next(tx.posts(), None) is None


def test_derived_rows_made_anew_are_the_same(ledger: Ledger) -> None:
    texts = ("a b c", "a X c d", "a c d", "a b c d e")
    with ledger.write(NOW) as tx:
        for text in texts:
            saw(tx, text)
    with ledger.write(NOW) as tx:
        before, digest = list(tx.posts(thread=THREAD, first_only=False)), tx.posts_digest(GAME)
        captures = list(tx.captures(THREAD))
        tx.forget_derived(GAME)
        assert list(tx.posts(GAME)) == []
        assert tx.games()[0].posts_digest == tx.posts_digest(GAME) != digest
        for stored in captures:
            tx.put_posts(reading(stored.whole.decode()), stored.id)
        assert list(tx.posts(thread=THREAD, first_only=False)) == before
        assert tx.games()[0].posts_digest == digest
