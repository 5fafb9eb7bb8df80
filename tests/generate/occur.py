"""A judged game, and the ways in which rules show themselves in it; the table of rules is in tests/test_fixtures.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

Row = dict[str, Any]


@dataclass
class Game:
    """A judged game: the rows of its posts, what stands behind them, and the mail of each post as the dat has it."""

    rows: list[Row]
    items: list[Row]
    standings: list[Row]
    mails: dict[tuple[str, int], str]

    @classmethod
    def of(cls, result: dict[str, Any], folder: Path) -> Game:
        """The game of an `audit --json` object, whose sources are relative to a folder."""
        mails = {}
        for thread in result["threads"]:
            lines = (folder / thread["source"]).read_bytes().split(b"\n")
            for no, line in enumerate(lines, 1):
                mails[thread["thread"], no] = line.split(b"<>")[1].decode("cp932") if b"<>" in line else ""
        return cls(result["posts"], result["open_items"], result["standings"], mails)

    @property
    def thrown(self) -> Iterator[Row]:
        """All rolls, daily and extra."""
        return (row for row in self.rows if row["kind"] in ("roll", "extra"))

    @property
    def daily(self) -> Iterator[Row]:
        return (row for row in self.rows if row["kind"] == "roll")

    def whys(self, kind: str) -> set[str]:
        """The reasons of the open items of a kind."""
        return {item["why"] for item in self.items if item["kind"] == kind}

    def has_item(self, row: Row, kind: str) -> bool:
        return any(
            (item["kind"], item["thread"], item["no"]) == (kind, row["thread"], row["no"]) for item in self.items
        )

    def of_each_player(self) -> list[list[Row]]:
        """The rows of every player, in order."""
        players: dict[str, list[Row]] = {}
        for row in self.rows:
            if "player" in row:
                players.setdefault(row["player"], []).append(row)
        return list(players.values())


Occurs = Callable[[Game], bool]


def found(row: Row, rule: str, effect: str = "") -> list[Row]:
    """The findings of a row by rule (and effect), without what X or XX struck."""
    findings = row.get("findings", [])
    return [f for f in findings if f["rule"] == rule and f["effect"] != "struck" and effect in ("", f["effect"])]


def says(kind: str, why: str | None = None) -> Callable[[Game], bool]:
    return lambda game: any(row["kind"] == kind and row.get("why") == why for row in game.rows)


def all_of(*tests: Occurs) -> Occurs:
    return lambda game: all(test(game) for test in tests)


def rolled(test: Callable[[Row], bool]) -> Occurs:
    return lambda game: any(test(row) for row in game.thrown)


def finding(rule: str) -> Occurs:
    return rolled(lambda row: bool(found(row, rule)))


def noticed(code: str) -> Occurs:
    return lambda game: any(code in row.get("notices", ()) for row in game.rows)


def day_after(row: Row, days: int) -> str:
    return (date.fromisoformat(row["time"][:10]) + timedelta(days=days)).isoformat()


def moved(cause: str) -> Occurs:
    return lambda game: any(move["cause"] == cause for row in game.rows for move in row.get("moves", ()))


def joins_at_start(game: Game) -> bool:
    return any(rows[0]["kind"] == "roll" and rows[0]["from"] == 0 for rows in game.of_each_player())


def rolls_on_sage(game: Game) -> bool:
    return any("sage" in game.mails[row["thread"], row["no"]] for row in game.daily)


def stamps_run_backwards(game: Game) -> bool:
    rolls = list(game.daily)
    return any(
        one["thread"] == other["thread"] and one["no"] < other["no"] and one["time"] > other["time"]
        for one, other in pairwise(rolls)
    )


def goes_on_in_next_thread(game: Game) -> bool:
    """A player's first roll of a later thread starts from the square where the earlier thread left the player."""
    for rows in game.of_each_player():
        rolls = [row for row in rows if row["kind"] == "roll"]
        for one, other in pairwise(rolls):
            if one["thread"] != other["thread"] and other["from"] == one["to"] > 0:
                return True
    return False


def multiplies_once(row: Row) -> bool:
    """The square's multiplier and a halving that leaves a fraction, in one roll."""
    points = sum(f["worth"] for f in row["findings"] if f["effect"] in ("digit", "points"))
    return bool(found(row, "M2") and found(row, "E-W")) and points % 2 == 1


def stays_on_board(row: Row) -> bool:
    return row["to"] == 0 and "jump" not in row and row["from"] + row["roll"] + row.get("bonus", 0) < 0


def adds_bonus(row: Row) -> bool:
    return "jump" not in row and row.get("bonus", 0) > 0 and row["to"] == row["from"] + row["roll"] + row["bonus"]


def jump_replaces_walk(row: Row) -> bool:
    lands = row.get("jump") in (100, 200, 300, 400, 500, 600, 700, 800, 900)
    return row.get("roll", 0) != 0 and lands and row["to"] == row["jump"] + 20


def second_roll_next_turn(game: Game) -> bool:
    """JO + symbol, the next daily roll without PR, and then an extra roll."""
    for rows in game.of_each_player():
        more = granted = False
        for row in rows:
            if row["kind"] == "roll":
                granted = more and not found(row, "E-PR") and not found(row, "E-XX")
                more = bool(found(row, "E-JO", "more_rolls"))
            elif row["kind"] == "extra" and granted:
                return True
    return False


def rests(row: Row) -> bool:
    days = len(found(row, "E-Y", "rest"))
    return days > 0 and not found(row, "E-UP", "exposure") and row.get("rest_until") == day_after(row, days)


def exposes_and_shows(game: Game) -> bool:
    """Two days for an exposure, and a post that shows it and ends the rest."""
    for rows in game.of_each_player():
        for one, other in pairwise(rows):
            begins = len(found(one, "E-UP", "exposure")) == 1 and one.get("rest_until") == day_after(one, 2)
            if begins and game.has_item(other, "exposure_shown") and "rest_until" not in other:
                return True
    return False


def shows_host(game: Game) -> bool:
    return any("***" in row.get("name", "") and game.has_item(row, "exposure_shown") for row in game.rows)


def shows_picture(game: Game) -> bool:
    return any("***" not in row.get("name", "") and game.has_item(row, "exposure_shown") for row in game.rows)


def rest_is_added(game: Game) -> bool:
    """An extra roll with Y while days are left: they are added up."""
    for rows in game.of_each_player():
        for one, other in pairwise(rows):
            days = len(found(other, "E-Y", "rest"))
            if other["kind"] == "extra" and days and "rest_until" in one and rests(one):
                left = date.fromisoformat(one["rest_until"]) + timedelta(days=days)
                if other["rest_until"] == left.isoformat():
                    return True
    return False


def gift_to_last_roller(game: Game) -> bool:
    """CP goes past other posts to who made the last daily roll."""
    last, passed = None, 0
    for row in game.rows:
        gifts = [move["player"] for move in row.get("moves", ()) if move["cause"] == "cp"]
        if row["kind"] == "roll":
            if passed and gifts == [last]:
                return True
            last, passed = row["player"], 0
        elif row["kind"] == "void":
            passed += 1
    return False


def gift_lands(game: Game) -> bool:
    """A gift's receiver goes on from a hundred."""
    for row in game.rows:
        moves = row.get("moves", ())
        for one, other in pairwise(moves):
            if one["cause"] == "cp" and other["cause"] == "landing" and one["player"] == other["player"]:
                return True
    return False


def gifts_at_once(row: Row) -> bool:
    return len(found(row, "E-CP")) == 2 and any(
        move["cause"] == "cp" and move["to"] - move["from"] == 20 for move in row["moves"]
    )


def boards_in_order(game: Game) -> bool:
    for rows in game.of_each_player():
        boards: list[str] = []
        for row in rows:
            if row["kind"] == "roll":
                boards = []
            elif row["kind"] == "extra":
                boards.append(row["linked"]["thread"].split("/")[-2])
                if len(boards) > 3 and boards[:3] == ["entrance2", "qa", "pcqa"]:
                    return True
    return False


def extra_then_daily(game: Game) -> bool:
    return any(
        one["kind"] == "extra"
        and other["kind"] == "roll"
        and (one["thread"], one["no"]) == (other["thread"], other["no"])
        for one, other in pairwise(game.rows)
    )


def first_home_stands_first(game: Game) -> bool:
    first = next((row["player"] for row in game.thrown if row["to"] == 1000), None)
    top = game.standings[0] if game.standings else {"home": False}
    return top["home"] and top["rank"] == 1 and top["player"] == first


def right_claim(game: Game) -> bool:
    return any("claim" in row and "claim_differs" not in row.get("notices", ()) for row in game.rows)


def claim_among_numbers(game: Game) -> bool:
    """A total told apart from another number of the name, and one in full-width digits."""
    names = [row["name"] for row in game.rows if "claim" in row]
    return any("回" in name and "計" in name for name in names) and any(
        character in name for name in names for character in "０１２３４５６７８９"
    )


def reasons(kind: str, *whys: str) -> Occurs:
    return lambda game: game.whys(kind) >= set(whys)
