"""One list of all that waits for the host: every kind, each with the command that settles it, empty when all is settled
(part 4)."""

from __future__ import annotations

import json
import re
import shlex
from datetime import date
from typing import Any

import pytest
from evening_game import EveningGame, everything
from fakeboard import FakeBoard
from linkgame import FIVE, SEVEN, Game
from msgspec.structs import replace
from process import command
from ruled import rule, undo
from scene import Scene

from referee.app.book import read_book
from referee.app.book import ruled as with_rulings
from referee.app.seat import Seat, open_items
from referee.app.settle import SETTLED_BY
from referee.app.tell import table
from referee.app.waiting import Waiting, scan_all, waiting
from referee.model import ACTS, DAY_ONLY, Act, PostKey, Ruling, Stamp, ThreadRef
from referee.model.ruling import (
    AcceptLink,
    CarryOver,
    Chat,
    Count,
    Exposure,
    Join,
    Opening,
    Outage,
    RandomSquare,
    SetSquare,
    ShiftDay,
    Stands,
    TakeRules,
    Void,
)
from referee.words.host import HostSpeaker

THIRD = date(2007, 5, 3).toordinal()
EVERYTHING = [
    "exposure_shown", "link_refused", "random_square", "erased", "undated", "claim_differs", "lookalike_trip",
    "same_id", "trip_change", "same_id", "correction", "midnight", "midnight", "next_thread",
]  # fmt: skip


def name(one: Waiting) -> str:
    return one.item.why or one.item.kind if one.item.kind == "near_miss" else one.item.kind


def waits(scene: Scene) -> list[Waiting]:
    (game,) = scene.tables()
    return [one for one in open_items(Seat(scene.open, game)) if one.is_open]


def kinds(scene: Scene) -> list[str]:
    return [name(one) for one in waits(scene)]


def told(scene: Scene, monkeypatch: pytest.MonkeyPatch, *options: str) -> list[dict[str, Any]]:
    scene.close()
    monkeypatch.chdir(scene.path)
    ran = command("open", "--json", *options)
    assert ran.returncode == 0, ran.stderr
    rows: list[dict[str, Any]] = json.loads(ran.stdout)
    return rows


def test_everything_that_waits_is_listed_once_the_newest_thread_last(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, no = everything(scene)
    rows = told(scene, monkeypatch)
    assert [row["why"] if row["kind"] == "near_miss" else row["kind"] for row in rows] == EVERYTHING
    assert [row["no"] for row in rows[:-1]] == sorted(row["no"] for row in rows[:-1])
    for row in rows:
        assert list(row) == ["kind", "why", "thread", "no", "text", "settle"]
    assert rows[0]["thread"] == str(scene.place().thread)
    assert rows[-1]["no"] is None
    assert [row["no"] for row in rows if row["kind"] == "correction"] == [no["correction"]]


def test_commands_name_kinds_and_values_that_rulings_have(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    everything(scene)
    values = {field for act in ACTS.values() for field in act.__struct_fields__} | {"refuse", "reason"}
    for row in told(scene, monkeypatch)[:-1]:
        assert row["settle"], row
        for line in row["settle"]:
            words = shlex.split(line)
            assert words[:3] == ["referee", "ruling", "add"]
            assert words[3] in ACTS
            assert words[4] == f"1178000000/{row['no']}"
            assert {word.removeprefix("--") for word in words if word.startswith("--")} <= values
            assert words[-2:] == ["--reason", "…"]
        assert " stands " in row["settle"][-1]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("exposure_shown", "exposure 1178000000/{no} --refuse"),
        ("random_square", "random 1178000000/{no} --square 33"),
        ("undated", "day 1178000000/{no} --day 2007-05-02"),
        ("claim_differs", "square 1178000000/{no} --square 999"),
        ("lookalike_trip", "count 1178000000/{no} --player ◆Neko2hgTy."),
        ("trip_change", "join 1178000000/{no} --alias ◆Inu5wanWan --player ◆AruKu.7abc"),
        ("midnight", "day 1178000000/{no} --day 2007-05-03"),
    ],
)
def test_the_command_is_ready_to_paste(scene: Scene, kind: str, line: str) -> None:
    _, no = everything(scene)
    (one,) = [one for one in waits(scene) if name(one) == kind and one.item.number == no[kind]]
    assert one.settle[0] == f'referee ruling add {line.format(no=no[kind])} --reason "…"'


def test_what_waits_for_a_ruling_by_the_settings_is_offered_the_other_way(scene: Scene) -> None:
    _, no = everything(scene, 'exposures = "ruling"\nrandom = "ruling"')
    first = {name(one): one.settle[0] for one in waits(scene) if one.settle}
    assert f"exposure 1178000000/{no['exposure_shown']} --accept " in first["exposure_shown"]
    assert f"random 1178000000/{no['random_square']} --square … " in first["random_square"]
    assert spans(scene)["◆AruKu.7abc"] == (3, 1000)  # on from 0, or home from 999
    rule(scene, RandomSquare(354), no["random_square"])
    assert spans(scene)["◆AruKu.7abc"] == (357, 999)  # as counted, or as the name claims


SETTLING: dict[str, Act] = {
    "exposure_shown": Exposure(accept=False),
    "link_refused": AcceptLink(number=7, dice="d5dFhjMm"),
    "random_square": RandomSquare(354),
    "erased": Stands(),
    "undated": ShiftDay(THIRD - 1),
    "claim_differs": SetSquare(40),
    "lookalike_trip": Count(player="◆Neko2hgTy."),
    "same_id": Stands(),
    "trip_change": Join("◆Inu5wanWan", "◆AruKu.7abc"),
    "correction": Stands(),
    "midnight": ShiftDay(THIRD),
}


def test_each_is_settled_by_a_ruling_and_nothing_waits_in_the_end(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, no = everything(scene)
    for kind, act in reversed(SETTLING.items()):  # an earlier post of a pair would settle more than itself
        assert kind in kinds(scene)
        before = waits(scene)
        rule(scene, act, no[kind])
        assert kind not in kinds(scene)
        left = {one.item.number for one in waits(scene)} - {no["correction"] + 1}
        assert left < {one.item.number for one in before}
    assert kinds(scene) == ["correction"], "of a post that was another player's before the join"
    rule(scene, Stands(), no["correction"] + 1)
    assert kinds(scene) == []
    settled = [row for row in told(scene, monkeypatch, "--all") if "rulings" in row]
    assert {"erased", "claim_differs", "correction"} <= {row["kind"] for row in settled}
    assert all(row["settle"] == [] for row in settled)
    scene.write(game.thread, board_thread(scene))  # the candidate is taken into the game
    assert told(scene, monkeypatch) == []
    assert command("open").stdout == "nothing waits\n"
    assert command("open").returncode == 0
    assert scene.verify() is None


def board_thread(scene: Scene) -> Any:
    return scene.board.thread(key="1178100000", title="IDすごろく その2")


def test_what_says_nothing_about_an_item_leaves_it_open(scene: Scene) -> None:
    """Such rulings begin with a post, or are about something else of it."""
    _, no = everything(scene)
    before = kinds(scene)
    for number, act in (
        (no["claim_differs"], TakeRules("id-sugoroku", {"roll_on_sage": False})),
        (no["correction"], Join("◆Abcdefghij", "◆AruKu.7abc")),
        (no["random_square"], Exposure(accept=False)),
        (no["exposure_shown"], SetSquare(5)),
        (no["trip_change"], Outage(Stamp(THIRD, 0, DAY_ONLY), Stamp(THIRD, 0, DAY_ONLY))),
        (no["undated"], CarryOver((Opening("◆Abcdefghij", 3),))),
    ):
        ruling = rule(scene, act, number)
        assert [kind for kind in kinds(scene) if kind != "ruling_idle"] == before, act
        undo(scene, ruling)
    rule(scene, Join("◆Inu5wanWan", "◆AruKu.7abc"), no["trip_change"])
    assert "trip_change" not in kinds(scene)
    assert set(SETTLED_BY) == set(SETTLING)
    assert set().union(*SETTLED_BY.values()) <= set(ACTS) - {"stands", "round", "rules", "carry_over", "outage"}


def test_as_it_is_settles_every_kind(scene: Scene) -> None:
    _, no = everything(scene)
    for kind in SETTLING:
        rule(scene, Stands(), no[kind])
    assert kinds(scene) == []
    (game,) = scene.tables()
    assert all(one.rulings for one in open_items(Seat(scene.open, game)))


def test_what_is_undone_waits_again(scene: Scene) -> None:
    _, no = everything(scene)
    before = waits(scene)
    number = rule(scene, Void(), no["random_square"])
    assert "random_square" not in kinds(scene)
    undo(scene, number)
    assert waits(scene) == before


def test_of_a_pair_close_to_midnight_a_ruling_about_either_settles_both(scene: Scene) -> None:
    _, no = everything(scene)
    for number in (no["midnight"], no["midnight"] - 1):
        ruling = rule(scene, Stands(), number)
        assert "midnight" not in kinds(scene)
        undo(scene, ruling)
    assert kinds(scene).count("midnight") == 2


def test_of_two_posts_with_one_id_a_ruling_about_the_earlier_settles_it_too(scene: Scene) -> None:
    _, no = everything(scene)
    rule(scene, Stands(), no["claim_differs"])  # the ID that 12 and 13 showed too
    assert "trip_change" not in kinds(scene)
    assert kinds(scene).count("same_id") == 1  # no trip, and the new one
    rule(scene, Stands(), no["same_id"])
    assert kinds(scene).count("same_id") == 0


def test_a_correction_is_told_with_both_posts(scene: Scene) -> None:
    _, no = everything(scene)
    (one,) = [one for one in waits(scene) if name(one) == "correction"]
    assert [verdict.number for verdict in one.verdicts] == [no["claim_differs"], no["correction"]]
    lines = list(one.lines(HostSpeaker("en", {})))
    assert lines[0].startswith(f"entrance/1178000000 {no['correction']}: ")
    assert lines[1].startswith(f"  >>{no['claim_differs']} ◆AruKu.7abc")
    assert lines[2].startswith(f"  >>{no['correction']} ◆AruKu.7abc")


def test_a_ruling_without_effect_waits_until_it_is_undone_or_seen(scene: Scene) -> None:
    _, no = everything(scene)
    before = kinds(scene)
    number = rule(scene, Void(), no["chat"])
    (idle,) = [one for one in waits(scene) if name(one) == "ruling_idle"]
    ways = (f"undo {number}", f"add stands 1178000000/{no['chat']}")
    assert idle.settle == tuple(f'referee ruling {way} --reason "…"' for way in ways)
    seen = rule(scene, Stands(), no["chat"])
    assert kinds(scene) == before
    undo(scene, seen)
    assert "ruling_idle" in kinds(scene)
    undo(scene, number)
    assert kinds(scene) == before


def test_a_ruling_whose_post_is_gone_is_told_first(scene: Scene) -> None:
    everything(scene)
    lost = Ruling(7, (PostKey(ThreadRef("entrance", "1178000000"), 99, 1),), Chat(), "gone")
    (game,) = scene.tables()
    with scene.open.read() as view:
        first, *_ = waiting(scan_all(view, game), orphans=[lost])
    assert first.item.kind == "ruling_orphaned"
    assert first.settle == tuple(f'referee ruling {way} --reason "…"' for way in ("undo 7", "amend 7 chat …"))
    with scene.open.read() as view:
        first, *_ = waiting(scan_all(view, game), orphans=[replace(lost, door="file")])
    assert first.settle == (), "what stands in the file is changed there"
    assert "7" in first.text(HostSpeaker("ja", {}))


def test_where_there_are_several_games_commands_name_theirs(scene: Scene) -> None:
    everything(scene)
    (game,) = scene.tables()
    with scene.open.read() as view:
        found = waiting(scan_all(view, game, many=True))
    assert all(' --game sugoroku --reason "…"' in line for one in found for line in one.settle)


def test_threads_with_one_key_are_named_in_full(scene: Scene, board: FakeBoard) -> None:
    everything(scene)
    (game,) = scene.tables()
    with scene.open.read() as view:
        scan = scan_all(view, game)
        twin = replace(scene.place().thread, board="other")
        scan.ambiguous = {twin.key}
        (one, *_) = waiting(scan)
    assert f" {scene.place().thread}/5 " in one.settle[0]


def test_a_game_that_is_not_known_is_refused(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.write(scene.board.thread())
    monkeypatch.chdir(scene.path)
    for what in ("open", "evening"):
        ran = command(what)
        assert ran.returncode == 2
        assert re.search("sugoroku: nothing is known of this game yet", ran.stderr)


# Ranges


def spans(scene: Scene) -> dict[str, tuple[int, int]]:
    (game,) = scene.tables()
    return table(scene.open, game).spans


def test_standings_tell_a_range_while_something_is_open_that_matters(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, no = everything(scene)
    assert spans(scene) == {"◆AruKu.7abc": (36, 999), "◆Neko2hgTy.": (4, 11), "◆Saru8kikiK": (1, 9)}
    scene.close()
    monkeypatch.chdir(scene.path)
    assert "4 (4–11)" in command("standings").stdout
    rows = {row["player"]: row for row in json.loads(command("standings", "--json").stdout)["standings"]}
    assert rows["◆Neko2hgTy."]["range"] == [4, 11]
    assert "range" not in rows["◆7Kaze/oQe2"]
    rule(scene, SetSquare(40), no["claim_differs"])
    rule(scene, Stands(), no["undated"])
    rule(scene, Stands(), no["midnight"])
    assert spans(scene) == {"◆Neko2hgTy.": (4, 10)}  # as the name that looks like a trip says
    rule(scene, Stands(), no["lookalike_trip"])
    assert spans(scene) == {}


def test_where_nothing_is_open_posts_are_not_even_read(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    game = EveningGame(scene)
    game.post(1, "20:00:00", "AruKu.7abc", "aHdF5mnv")
    game.read()
    monkeypatch.setattr("referee.app.spans.scan_all", None)
    monkeypatch.setattr("referee.app.spans.ranges", None)
    assert spans(scene) == {}


def test_what_is_old_makes_no_range(scene: Scene) -> None:
    game, _ = everything(scene)
    assert spans(scene)
    game.post(25, "20:00:00", "AruKu.7abc", "d1dFhjMm")
    game.read(after=22 * 86_400)
    assert spans(scene) == {}
    assert kinds(scene)  # it waits all the same


def test_only_the_newest_items_are_tried(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    everything(scene)
    monkeypatch.setattr("referee.app.spans.MOST", 1)
    assert spans(scene) == {"◆Saru8kikiK": (1, 9)}


def test_a_link_that_did_not_count_makes_a_range_where_its_post_is_at_hand(game: Game) -> None:
    game.link(game.extra(f"PR{FIVE[2:]}"))  # no digit is left
    game.poll()
    assert spans(game.scene) == {}
    number = game.link(game.extra(SEVEN))  # the second extra roll is made on another board
    game.poll()
    assert game.refused() == [(number, "wrong_board")]
    (square,) = {verdict.roll.roll.target for verdict in game.scene.verdicts() if verdict.roll}
    assert square is not None
    ((low, high),) = spans(game.scene).values()
    assert (low, high) == (square, square + 7)
    rule(game.scene, AcceptLink(), number)
    assert spans(game.scene) == {}


def test_rulings_in_force_hold_in_every_alternative(scene: Scene) -> None:
    _, no = everything(scene)
    rule(scene, SetSquare(500, "◆Neko2hgTy."), no["chat"])
    assert "◆Neko2hgTy." not in spans(scene)
    with scene.open.read() as view:
        (game,) = scene.tables()
        assert with_rulings(view, game).rulings == read_book(view, "sugoroku").in_force
