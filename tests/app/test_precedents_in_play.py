"""Precedents in a ledger: a post erased after it was seen (P-T-05), and what `why` cites."""

from __future__ import annotations

import json
from datetime import timedelta, timezone
from typing import Any

import pytest
from fakeboard import FakeThread
from process import command
from scene import Scene

from referee.app.book import added, read_book, write
from referee.app.precedents import book
from referee.model import Act, PostKey, Ruling
from referee.model.ruling import Chat, SetSquare, Void
from referee.rules import Precedent

JST = timezone(timedelta(hours=9))
ERASED_LATER = [one for one in book() if any(post.erased_later for post in one.case.posts)]


def trip_of(trip: str) -> str:
    """A trip that boards would print for the short one of a case."""
    return trip.ljust(11, "A")


@pytest.mark.parametrize("one", ERASED_LATER, ids=lambda one: one.number)
def test_a_post_erased_later_is_seen_and_then_seen_erased(one: Precedent, scene: Scene, thread: FakeThread) -> None:
    for post in one.case.posts:
        assert post.trip is not None
        assert post.time is not None
        name = f"歩く人 </b>{trip_of(post.trip)} <b>"
        number = thread.post("とりゃ", name=name, mail="", ident=post.id, at=post.time.replace(tzinfo=JST))
        assert number == post.no
    scene.poll()
    before = scene.verdicts()
    for post in one.case.posts:
        if post.erased_later:
            thread.erase(post.no)
    polled = scene.poll(3700)
    assert polled.news is not None
    assert polled.news.merged.gone, "the board shows it no more"
    assert scene.verdicts() == before
    found = {verdict.number: verdict for verdict in before}
    for wanted in one.choice.posts:
        thrown = found[wanted["no"]].roll
        assert thrown is not None
        assert (found[wanted["no"]].kind, thrown.roll.target) == (wanted["kind"], wanted["to"])


def test_there_is_a_case_of_a_post_erased_later() -> None:
    assert [one.number for one in ERASED_LATER] == ["P-T-05"]


def why(scene: Scene, number: int, *more: str) -> str:
    return str(command("why", str(number), "--settings", str(scene.file), "--lang", "en", *more).stdout)


@pytest.mark.parametrize(
    ("ident", "mail", "readings", "precedents"),
    [
        ("a5dMhaAn", "", [], []),
        ("a5dMhaAn", "sage", ["roll_on_sage"], ["P-T-01"]),
        ("aWd5mhnv", "", ["fraction"], ["P-M-01"]),
        ("aWd5MhnF7", "sage", ["dice", "fraction", "roll_on_sage"], ["P-T-02", "P-M-01", "P-T-01"]),
        ("CPd5mhNv", "", [], ["P-G-03"]),
        ("aUPR5555", "", [], ["P-E-01", "P-E-13"]),
        ("adfHm5TO", "", [], ["P-M-05"]),
    ],
)
def test_why_cites_what_a_verdict_rests_on(
    ident: str, mail: str, readings: list[str], precedents: list[str], scene: Scene, thread: FakeThread
) -> None:
    thread.post("とりゃ", name="歩く人 </b>◆AbCdEfGhIj <b>", mail=mail, ident=ident)
    scene.poll()
    told: dict[str, Any] = json.loads(why(scene, 1, "--json"))
    assert told["kind"] == "roll"
    assert (told.get("readings", []), told.get("precedents", [])) == (readings, precedents)
    text = why(scene, 1)
    assert all(number in text for number in precedents)
    assert text.count("precedent P-") + text.count("a reading that mattered (P-") == len(precedents)


@pytest.mark.parametrize(("act", "number"), [(Void(), "P-H-02"), (Chat(), "P-H-03"), (SetSquare(40), "P-H-05")])
def test_why_cites_the_precedent_of_a_ruling(act: Act, number: str, scene: Scene, thread: FakeThread) -> None:
    thread.post("とりゃ", name="歩く人 </b>◆AbCdEfGhIj <b>", mail="", ident="a5dMhaAn")
    scene.poll()
    (verdict,) = scene.verdicts()
    key = PostKey(verdict.thread, 1, verdict.fingerprint)
    with scene.open.write(scene.now) as tx:
        write(tx, added(read_book(tx, "sugoroku"), Ruling(0, (key,), act, "a test"), scene.now))
    scene.rebuild()
    told = json.loads(why(scene, 1, "--json"))
    assert told["precedents"] == [number]
    assert f"precedent {number}: " in why(scene, 1)
