"""The host's rulings on days, outages and dice (RULES H2 to H4)."""

from __future__ import annotations

from scenario import at, ordinal, play

from referee.model.ruling import (
    Count,
    Outage,
    ShiftDay,
)


def test_a_hidden_id_counts_in_an_outage_as_nothing_or_as_the_host_says() -> None:
    text = """
        1 05-01 10:00 ◆A ??? => chat no_id
        2 05-01 12:00 ◆A ??? => roll 0-{0}
        3 05-01 12:30 ◆A ??? => void second_of_day, please_sage
        4 05-01 12:30 ◆B - => chat no_id
        5 05-01 14:00 ◆C ??? => chat no_id
        """
    window = (at("05-01", "11:00"), at("05-01", "13:00"))
    play(text.format(0), rulings=[(2, Outage(*window))])
    play(text.format(5), rulings=[(2, Outage(*window, "a5dMhaAn"))])


def test_an_outage_is_in_force_in_a_thread_that_its_post_does_not_stand_in() -> None:
    play(
        """
        1 05-01 10:00 ◆A a5dMhaAn => roll 0-5
        == entrance/1178000001
        2 05-02 12:00 ◆A ??? => roll 5-5
        """,
        rulings=[(1, Outage(at("05-02", "11:00"), at("05-02", "13:00")))],
    )


def test_a_post_counts_on_another_day() -> None:
    played = play(
        """
        1 05-01 23:59:50 ◆A a5dMhaAn => roll 0-5, !midnight
        2 05-02 00:00:05 ◆A a7dMhaAn => roll 5-12, !midnight
        3 05-02 10:00:00 ◆A a5dMhaAn => void second_of_day, please_sage
        """,
    )
    assert played.squares == {"◆A": 12}
    play(
        """
        1 05-01 23:59:50 ◆A a5dMhaAn => roll 0-5, !midnight
        2 05-02 00:00:05 ◆A a7dMhaAn => void second_of_day, please_sage
        3 05-02 10:00:00 ◆A a5dMhaAn => roll 5-10
        4 ? 10:00:00 ◆A a5dMhaAn => roll 10-15
        """,
        rulings=[(2, ShiftDay(ordinal(5, 1))), (4, ShiftDay(ordinal(5, 3)))],
    )


def test_the_printed_stamp_stays_and_the_day_that_counts_stands_beside_it() -> None:
    played = play(
        """
        1 05-01 23:59:50 ◆A PRdMhuan => roll 0-0, !midnight
        > entrance2/11/5 05-02 00:05 ◆A a9dMhaAn
        2 05-02 00:06 ◆A - sage | @entrance2/11/5 => chat no_id, extra 0-9
        3 ? 10:00 ◆B a7dMhaAn => roll 0-7
        4 05-02 11:00 ◆B a8dMhaAn => void second_of_day, please_sage
        """,
        rulings=[(1, ShiftDay(ordinal(5, 2))), (3, Count(at=at("05-02", "10:00")))],
    )
    first, _, undated, second = played.verdicts
    assert (first.stamp, first.day, first.counts_on) == (at("05-01", "23:59:50"), ordinal(5, 2), ordinal(5, 2))
    assert (undated.stamp, undated.day) == (None, ordinal(5, 2))
    assert second.day is None
    assert first.roll
    assert first.roll.at == at("05-01", "23:59:50"), "the right to an extra roll came when the post was made"
    assert [item.facts for item in first.items] == [(at("05-01", "23:59:50").iso,)]


def test_dice_that_the_host_gave_are_nobodys_id() -> None:
    text = """
        1 05-01 12:00 ◆A ??? => roll 0-5
        2 05-01 12:10 ◆B ??? => roll 0-5
        3 05-01 12:20 ◆C a5dMhaAn => roll 0-5
        4 05-01 12:30 ◆D a7dMhaAn => roll 0-5
        """
    played = play(
        text,
        rulings=[
            (1, Outage(at("05-01", "11:00"), at("05-01", "12:15"), "a5dMhaAn")),
            (4, Count(dice="a5dMhaAn")),
        ],
    )
    assert [(one.id, one.dice) for one in played.verdicts[2:]] == [("a5dMhaAn",) * 2, ("a7dMhaAn",) * 2]
    assert {one.dice for one in played.verdicts[:2]} == {None}
    assert [one.items for one in played.verdicts] == [(), (), (), ()]
