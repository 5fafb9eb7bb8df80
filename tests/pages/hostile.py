"""Names, titles, trips, IDs and reasons made to break a page (ODD-INPUTS 32), and games full of them."""

from __future__ import annotations

from msgspec.structs import replace
from published import Site, pages_of, played
from scenario import HOME_THREAD, play

from referee.model import PostKey, Ruling
from referee.model.ruling import SetSquare

NASTY = [
    "<script>alert(1)</script>",
    '"><img/onerror=alert(1)/src=x>',
    "'onmouseover='alert(1)",
    "</title></main><h1>x</h1>",
    "{{7*7}}{%raw%}&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "名" * 3000,
    "\u202e\u2066evil\u200f\u0301\u0301\u0301\u0301\u0301\u0301",
    "203.0.113.7",
    "../../etc/passwd",
]


def hostile(text: str) -> Site:
    """A small game in which everything that people choose is the text; spaces would part a scenario's words."""
    word = text.replace("|", "").replace(" ", "")
    one = play(f"""
        1 05-01 10:00:05 ◆A a5dMhaAn {word}
        2 05-01 10:00:06 ◆B CPd5haAn {word}
        3 05-01 10:00:07 - xxxxxxx3 {word}
    """)
    # Servers make trips, and none is an address.
    trip, ident = f"◆{text}".replace("203.0.113.7", "x"), f"{text[:8]:n<8}"
    verdicts = []
    for verdict in one.verdicts:
        steps = tuple(replace(step, player=trip) if step.player == "◆A" else step for step in verdict.steps)
        player = trip if verdict.player == "◆A" else verdict.player
        verdicts.append(replace(verdict, player=player, steps=steps, id=ident, rulings=(1,), claim=None, notices=()))
    states = {trip if key == "◆A" else key: state for key, state in one.state.players.items()}
    ruling = Ruling(1, (PostKey(HOME_THREAD, 1),), SetSquare(7, trip), text, author=text)
    game = played(one, rulings=(ruling,), title=text)
    rows = tuple(
        replace(row, player=trip if row.player == "◆A" else row.player, name=text, extra_rolls=2)
        for row in game.standings
    )
    return pages_of(replace(game, verdicts=verdicts, standings=rows, players=states, extra_boards=(text,)))
