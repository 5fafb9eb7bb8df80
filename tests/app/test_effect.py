"""Two histories of one game beside each other: what would change, for whom, and where they part."""

from __future__ import annotations

from msgspec.structs import replace

from referee.app.effect import PlayerChange, effect_of, same_result
from referee.model import Standing, ThreadRef, Verdict

THREAD = ThreadRef("entrance", "1178000000", "etc.example.2ch.net", "2ch")


def verdict(number: int, kind: str = "roll", ruleset: str = "one") -> Verdict:
    return Verdict(THREAD, number, number, None, kind, None, "◆A", "", None, None, ruleset)  # type: ignore[arg-type]


def standing(player: str, rank: int, square: int, home: bool = False) -> Standing:
    return Standing(rank, player, "", square, home, 1, None, 1, False, 0, None)


def test_the_same_history_by_another_ruleset_has_no_effect() -> None:
    before = [verdict(1), verdict(2)]
    after = [verdict(1, ruleset="two"), verdict(2, ruleset="two")]
    rows = [standing("◆A", 1, 5)]
    effect = effect_of(before, after, rows, rows)
    assert (effect.changed, effect.players) == ((), ())
    assert effect.parting is None
    assert effect.verdicts == 2


def test_changed_verdicts_are_told_in_pairs_the_first_where_the_histories_part() -> None:
    before = [verdict(1), verdict(2), verdict(3)]
    after = [verdict(1), verdict(2, "chat", "two"), verdict(3, "void", "two")]
    effect = effect_of(before, after, [], [])
    assert effect.changed == ((before[1], after[1]), (before[2], after[2]))
    assert effect.parting == (before[1], after[1])
    assert effect.changed


def test_a_post_that_one_history_has_alone_stands_in_its_place() -> None:
    effect = effect_of([verdict(1), verdict(2), verdict(4)], [verdict(1), verdict(3), verdict(4)], [], [])
    assert effect.changed == ((verdict(2), None), (None, verdict(3)))
    effect = effect_of([verdict(1), verdict(2)], [verdict(2)], [], [])
    assert effect.changed == ((verdict(1), None),)


def test_players_whose_square_or_rank_differs() -> None:
    stood = [standing("◆A", 1, 50), standing("◆B", 2, 40), standing("◆C", 3, 30), standing("◆D", 4, 20)]
    stands = [standing("◆B", 1, 60), standing("◆A", 2, 50), standing("◆C", 3, 30), standing("◆E", 4, 1)]
    effect = effect_of([], [], stood, stands)
    assert effect.players == (
        PlayerChange("◆B", stood[1], stands[0]),
        PlayerChange("◆A", stood[0], stands[1]),
        PlayerChange("◆E", None, stands[3]),
        PlayerChange("◆D", stood[3], None),
    )


def test_home_is_home_on_whatever_square() -> None:
    stood, stands = [standing("◆A", 1, 1000, True)], [standing("◆A", 1, 1200, True)]
    assert effect_of([], [], stood, stands).players == ()
    assert effect_of([], [], stood, [standing("◆A", 1, 1000)]).players


def test_two_verdicts_are_the_same_whatever_ruleset_judged() -> None:
    one = verdict(1)
    assert same_result(one, replace(one, ruleset="two"))
    assert same_result(None, None)
    assert not same_result(one, None)
    assert not same_result(None, one)
    assert not same_result(one, verdict(1, "chat"))
