"""A week of a game, without a scheduler: growth, edits, deletions, outages, a thread that fills and a next one."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from fakeboard import FakeBoard
from scene import Scene, play

OUTAGES = ["error_500", "busy_503_wait", "cut", "page_busy", "not_found", "no_answer", "busy_522", "delta_500"]


def test_a_week(scene: Scene, board: FakeBoard) -> None:
    """Polled whenever due, verify is green, and the verdicts are those of what was seen first."""
    first, second = board.thread(key="1178000000"), board.thread(key="1178300000", title="IDすごろく その3")
    scene.write(first, second, polling="interval = 600\nslowest = 1800\nfull = 3600")
    chance = random.Random(3)
    start = scene.now
    play(first, 300, chance)
    play(second, 1, chance)
    events = {"edits": 0, "removals": 0, "outages": 0}
    next_event = start

    def between(now: datetime) -> None:
        nonlocal next_event
        if now < next_event:
            return
        next_event = now + timedelta(minutes=chance.randrange(10, 60))
        hours = (now - start).total_seconds() / 3600
        board.behave()
        thread = first if hours < 72 else second
        play(thread, chance.randrange(0, 4), chance)
        if hours > 72 and not any(b"Over" in line for line in first.lines[-3:]):
            first.fill()
        if hours > 96 and first.live_status == 200:
            first.fall()
        if chance.random() < 0.08:
            thread.erase(chance.randrange(1, len(thread.lines) + 1), same_length=chance.random() < 0.5)
            events["edits"] += 1
        if chance.random() < 0.05 and len(thread.lines) > 5:
            thread.remove(chance.randrange(2, len(thread.lines)))
            events["removals"] += 1
        if chance.random() < 0.12:
            board.misbehave(chance.choice(OUTAGES))
            events["outages"] += 1

    done = scene.run(start + timedelta(days=7), between)
    board.behave()
    scene.run(scene.now + timedelta(hours=3))
    outcomes = {polled.outcome for polled in done}
    assert {"grown", "unchanged", "rewritten", "failed", "refused"} <= outcomes
    assert min(events.values()) > 3
    assert scene.cursor(scene.place(0)).life in ("ended", "audited")
    assert scene.cursor(scene.place(1)).life == "live"
    assert scene.held(1) == second.dat
    assert scene.verify() is None
    assert board.busiest == 1
    asked = [exchange.at for exchange in board.log]
    assert asked == sorted(asked)
    before = scene.derived()
    (rebuilt,) = scene.rebuild()
    assert rebuilt.changed == ()
    assert scene.derived() == before
    assert rebuilt.verdicts == scene.count("verdicts")
