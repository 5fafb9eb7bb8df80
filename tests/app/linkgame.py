"""A game with a right to an extra roll, and a board where it is used; what tests of live links share."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner
from fakeboard import FakeBoard, FakeThread
from scene import TRIPS, Scene

from referee.app.audit import open_audit
from referee.app.poll import Polled
from referee.cli import group
from referee.model import Thrown, Verdict

WALKER = f"歩く人 </b>◆{TRIPS[0]} <b>"
OTHER = f"風 </b>◆{TRIPS[1]} <b>"
#: Dice that grant an extra roll (PR), and such that walk five and seven squares.
GRANT, FIVE, SEVEN = "PRd1MhaA", "a5dMhaAn", "a7dMhaAn"


class Game:
    """One game thread in which a player has a right, and a board where he uses it."""

    def __init__(self, scene: Scene, board: FakeBoard) -> None:
        self.scene, self.board = scene, board
        self.thread = scene.board.thread()
        self.there = board.thread("entrance2", "1178000001", "雑談")
        scene.write(self.thread)
        self.thread.post("はじめ", name=WALKER, mail="", ident=GRANT)
        self.poll()
        scene.advance(60)

    def poll(self, wait: float = 61) -> list[Polled]:
        """A round, whatever the schedule of the game's thread says; back-off and budget hold."""
        return self.scene.round(wait, hurry=True)

    def extra(self, ident: str = FIVE, thread: FakeThread | None = None, name: str = WALKER) -> str:
        """The player rolls elsewhere; the link to it."""
        thread = thread or self.there
        return f"{thread.url}{thread.post('すごろくから来ました', name=name, mail='', ident=ident)}"

    def link(self, *urls: str, name: str = WALKER) -> int:
        """The player posts links in the game's thread."""
        self.scene.advance(60)
        return self.thread.post(" <br> ".join(urls), name=name, ident="")

    def extras(self) -> list[tuple[int, int]]:
        """Posts by which extra rolls were made, and the squares reached."""
        return [
            (verdict.number, step.roll.target or 0)
            for verdict in self.scene.verdicts()
            for step in verdict.steps
            if isinstance(step, Thrown) and step.linked is not None
        ]

    def refused(self) -> list[tuple[int, str | None]]:
        return [
            (verdict.number, item.why)
            for verdict in self.scene.verdicts()
            for item in verdict.items
            if item.kind == "link_refused"
        ]

    def asked(self, thread: FakeThread | None = None) -> int:
        """How often the linked thread was asked for."""
        path = (thread or self.there).path
        return sum(exchange.path == path for exchange in self.board.log)

    def audited(self) -> list[Verdict]:
        """What an audit says of the same bytes, linked threads given with `--linked`."""
        scene, saved, linked = self.scene, self.scene.path / "saved.dat", []
        saved.write_bytes(scene.held())
        with scene.open.read() as view:
            for cursor in view.linked_cursors():
                file = scene.path / f"{cursor.thread.key}.dat"
                file.write_bytes(view.held(cursor.thread).body)
                if file.stat().st_size:
                    url = f"http://{cursor.thread.host}/test/read.cgi/{cursor.thread.board}/{cursor.thread.key}/"
                    linked.append(f"{url}={file}")
        audit, _ = open_audit([f"{self.thread.url}={saved}"], linked, str(scene.file), None, [], "en")
        return [verdict for batch in audit.verdicts(lambda _: None) for verdict in batch]

    def check(self) -> None:
        """The ledger is right, a rebuild changes nothing, and an audit says the same."""
        scene = self.scene
        assert scene.verify() is None
        assert scene.verdicts() == self.audited()
        before = scene.derived()
        assert [(one.changed, one.other_rules) for one in scene.rebuild()] == [((), 0)]
        assert scene.derived() == before
        assert scene.verify() is None


def name_host(scene: Scene, *hosts: str, more: str = "") -> None:
    scene.write(scene.board.thread(), polling=f"linked_hosts = {json.dumps(hosts)}\n{more}")


def told(polled: list[Polled]) -> list[tuple[str, str]]:
    return [(one.outcome, one.reason) for one in polled]


def outcomes(polled: list[Polled]) -> list[str]:
    return [one.outcome for one in polled]


def status(game: Game) -> dict[str, Any]:
    result = CliRunner().invoke(group, ["status", "--settings", str(game.scene.file), "--json"])
    assert result.exception is None, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found
