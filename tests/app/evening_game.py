"""A game of four days in which everything comes up that a host is asked about."""

from __future__ import annotations

from datetime import datetime

from fakeboard.clock import JST
from fakeboard.thread import ERASED, line_of
from scene import Scene

from referee.app.places import PROPOSED

A, B, C, D, E, F = "AruKu.7abc", "7Kaze/oQe2", "mEn6RuI3xk", "Neko2hgTy.", "Inu5wanWan", "Saru8kikiK"


class EveningGame:
    """Posts are put with the day of May 2007, the time, the trip (empty: none) and the ID; they tell their numbers."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.thread = scene, scene.board.thread(title="IDすごろく その1")

    def post(self, day: int, time: str, trip: str, ident: str, name: str = "", body: str = "とりゃ") -> int:
        hour, minute, second = map(int, time.split(":"))
        at = datetime(2007, 5, day, hour, minute, second, tzinfo=JST)
        shown = f"{name} </b>◆{trip} <b>" if trip else name or "名無しさん"
        return self.thread.post(body, name=shown, mail="", ident=ident, at=at)

    def undated(self, trip: str, ident: str) -> int:
        line = line_of("とりゃ", at=self.scene.now, name=f"歩く人 </b>◆{trip} <b>", mail="", ident=ident).split(b"<>")
        line[2] = f"皇紀2667年 ID:{ident}".encode("cp932")
        self.thread.append(b"<>".join(line))
        return len(self.thread.lines)

    def erased(self) -> int:
        self.thread.append(ERASED)
        return len(self.thread.lines)

    def read(self, more: str = "", after: float = 4 * 86_400) -> None:
        self.scene.write(self.thread, more=more)
        self.scene.round(after)

    def propose(self, key: str = "1178100000") -> None:
        """The poller has found what may be the next thread."""
        where = self.scene.place().thread
        note = {
            "game": "sugoroku",
            "thread": [where.board, key, where.host, where.family],
            "address": f"{self.scene.board.origin}/{where.board}/dat/{key}.dat",
            "title": "IDすごろく その2",
            "score": 70,
            "opened": True,
            "reasons": [["title_number", None]],
        }
        with self.scene.open.write(self.scene.now) as tx:
            tx.note(PROPOSED, note)


def everything(scene: Scene, more: str = "") -> tuple[EveningGame, dict[str, int]]:
    """The whole game, read and judged, and the number of the post at which each thing came up."""
    game = EveningGame(scene)
    say, no = game.post, dict[str, int]()
    say(1, "20:00:00", A, "aHdF5mnv", "歩く人")
    say(1, "20:01:00", B, "UPM1dFhj", "風")  # owes a picture
    say(1, "20:02:00", C, "PRd2dFhj")  # may roll once more
    say(1, "20:03:00", D, "d4dFhjMm", "ねこ")
    no["exposure_shown"] = say(2, "20:00:00", B, "", "風", f"ほれ {scene.board.origin}/1.jpg")
    no["link_refused"] = say(2, "20:01:00", C, "", "", f"振った {scene.board.origin}/test/read.cgi/qa/1178000009/7")
    no["random_square"] = say(2, "20:02:00", A, "adfHm5TO", "歩く人")
    no["erased"] = game.erased()
    no["undated"] = game.undated(D, "d7dFhjMm")
    no["claim_differs"] = say(3, "20:00:00", A, "d3dFhjMm", "歩く人 累計999歩")
    no["lookalike_trip"] = say(3, "20:01:00", "", "d6dFhjMm", "◇Neko2hgTy.")
    no["same_id"] = say(3, "20:02:00", "", "d3dFhjMm")
    no["trip_change"] = say(3, "20:03:00", E, "d3dFhjMm", "いぬ")
    no["correction"] = say(3, "20:04:00", A, "", "", f"訂正 >>{no['claim_differs']} です")
    say(3, "20:05:00", A, "", "", f"訂正 >>{no['trip_change']} です")  # a post of another player
    say(3, "23:59:50", F, "d1dFhjMm")
    no["midnight"] = say(4, "00:00:10", F, "d8dFhjMm")
    no["chat"] = say(4, "12:00:00", "", "d9dFhjMm", "", "おはよう")
    game.read(more)
    game.propose()
    return game, no
