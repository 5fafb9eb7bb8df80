"""A thread with something for every kind of ruling, and what tests of rulings ask of a ledger."""

from __future__ import annotations

import json
from subprocess import CompletedProcess
from typing import Any

import msgspec
from fakeboard import FakeThread
from process import command
from scene import Scene, as_json

from referee.app.book import Book, read_book
from referee.app.tell import table

A, B, C, D, A2 = "◆AbCdEfGhIj", "◆KlMnOpQrSt", "◆UvWxYz0123", "◆Foo4Bar5.6", "◆ZyXwVuTsRq"
NEWCOMER = "◆QwErTyUiOp"
DAY = 24 * 3600
#: Every kind of ruling, as typed: each is about a post of the thread, and all but the last change something.
EVERY: dict[str, tuple[str, ...]] = {
    "void": ("2",),
    "chat": ("2",),
    "count": ("4", "--player", NEWCOMER),
    "square": ("8", "--square", "300"),
    "random": ("8", "--square", "600"),
    "exposure": ("9", "--refuse"),
    "link": ("7", "--dice", "a9dMhaAn"),
    "join": ("11", "--alias", A2, "--player", B),
    "round": ("8",),
    "rules": ("12", "--name", "id-sugoroku", "--set", "roll_on_sage=false"),
    "carry_over": ("2", "--row", f"player={A} square=100 rolls=3", "--row", f"player={D} square=1000 home_at=1"),
    "outage": ("10", "--since", "2007-05-02T15:00", "--until", "2007-05-02T16:00:00"),
    "day": ("11", "--day", "2007-05-02"),
    "stands": ("11",),
}
_SECONDS_TO_MIDNIGHT = 8 * 3600 + 46 * 60 + 45  # from 15:13:20, five seconds past


def fill(thread: FakeThread, scene: Scene) -> None:
    """Twelve posts of three days; three more on the last day are chat."""

    def post(trip: str, ident: str, body: str = "とりゃ", mail: str = "") -> None:
        name = f"歩く人 </b>{trip} <b>" if trip else "名無しさん"
        thread.post(body, name=name, mail=mail, ident=ident)

    post("", "Host0001", "スレ立て")
    post(A, "a5dMhaAn")
    post(B, "a7dMhaAn")
    post("", "a3dMhaAn")
    post(C, "UPDUPIan")
    scene.advance(DAY)
    post(A, "PRdMhuan")
    post(A, "", f"{thread.origin}/test/read.cgi/entrance2/1178000011/5", "sage")
    post(B, "adfHm5TO")
    post(C, "", "http://example.com/a.jpg", "sage")
    post(D, "???")
    scene.advance(_SECONDS_TO_MIDNIGHT)
    post(A2, "a7dMhbAn")
    post(A, "a9dMhbAn", mail="sage")
    post("", "Chat0001", "おつ", "sage")
    post("", "Chat0002", "おつ号", "sage")
    post("", "Chat0003", "はい", "sage")


def ruling(
    scene: Scene, *arguments: str, reason: str | None = "話し合いで決めた", yes: bool = True
) -> CompletedProcess[str]:
    """`referee ruling …` in the folder of a scene; its ledger is closed before."""
    scene.close()
    more = ["--reason", reason] if reason is not None and arguments[0] != "list" else []
    more += ["--yes"] if yes and arguments[0] != "list" else []
    return command("ruling", *arguments, *more, "--settings", str(scene.file), "--lang", "en")


def must(done: CompletedProcess[str]) -> CompletedProcess[str]:
    assert (done.returncode, done.stderr) == (0, ""), done
    return done


def book(scene: Scene) -> Book:
    with scene.open.read() as view:
        return read_book(view, "sugoroku")


def stand(scene: Scene) -> bytes:
    """Standings, byte for byte."""
    return msgspec.json.encode(table(scene.open, scene.tables()[0]).as_json())


def whole(scene: Scene) -> dict[str, Any]:
    """All that follows from posts and rulings: verdicts in force, moves, standings, the kept state."""
    with scene.open.read() as view:
        moves = [as_json((move.player, move.origin, move.target, move.cause)) for move in view.moves("sugoroku")]
    derived = scene.derived()
    return {
        "verdicts": msgspec.json.encode(scene.verdicts()),
        "moves": moves,
        "standings": stand(scene),
        "state": [derived[name] for name in ("snapshots", "players", "pieces", "posts")],
    }


def told(done: CompletedProcess[str]) -> Any:
    return json.loads(done.stdout)
