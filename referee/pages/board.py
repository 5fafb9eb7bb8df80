"""The board: every square of the way as a picture, with what the squares do and who stands there; and as text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from referee.model import Standing
from referee.pages.edition import NAME, Edition
from referee.pages.paths import BOARD
from referee.pages.view import Draft, Page
from referee.words.tongue import shown, times

#: Squares in a row of the picture, the size of a square and where the first one begins (units of the picture: pixels
#: on a screen of 360).
ROW, SIDE, LEFT, TOP = 20, 16, 34, 4
#: Squares that one sign of the text stands for, and signs in a line.
SIGN, LINE = 5, 20
_HUNDRED = 100
#: Squares of one factor that are told by their numbers.
_TOLD = 30
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


class Mark(Struct, frozen=True):
    """Something drawn on a square, at the middle of it; `kind` is a class of the style sheet."""

    x: int
    y: int
    kind: str
    text: str
    title: str


def board_pages(edition: Edition) -> Iterator[Draft]:
    """The board, with its list of pieces behind it for who can't see the picture."""
    yield edition.draft(BOARD, lambda: _board_page(edition), edition.game.standings, edition.game.ruleset)


def _board_page(edition: Edition) -> Page:
    book = edition.book(edition.game.ruleset)
    goal, multipliers = (book.goal, book.multipliers) if book else (1000, {})
    standing_on = _pieces(edition.game.standings, goal)
    rows = -(-goal // ROW)
    factors = sorted(set(multipliers.values()), reverse=True)
    return edition.page(
        BOARD,
        "board.html",
        edition.say("board"),
        width=LEFT + ROW * SIDE + 6,
        height=TOP + (rows + 1) * SIDE + 6,
        grid=_grid(goal, rows),
        labels=[(LEFT - 4, _middle(start)[1] + 4, start) for start in range(0, goal + 1, ROW)],
        squares=edition.row(
            "squares", BOARD, (goal, sorted(multipliers.items())), lambda: (SIDE, _squares(edition, goal, multipliers))
        ),
        pieces=[_piece(edition, square, players) for square, players in sorted(standing_on.items())],
        goal=goal,
        row=ROW,
        factors=[
            (times(one), _kind(one), _where(edition, [at for at in multipliers if multipliers[at] == one]))
            for one in factors
        ],
        listed=[(row.rank, row.player, edition.who(row.player), row.square) for row in edition.game.standings],
        text="\n".join(as_text(edition.game.standings, goal, multipliers)),
        sign=SIGN,
    )


def _pieces(standings: tuple[Standing, ...], goal: int) -> dict[int, list[Standing]]:
    found = defaultdict(list)
    for row in standings:
        found[goal if row.home else min(row.square, goal)].append(row)
    return found


def _middle(square: int) -> tuple[int, int]:
    row, column = divmod(square, ROW)
    return LEFT + column * SIDE + SIDE // 2, TOP + row * SIDE + SIDE // 2


def _grid(goal: int, rows: int) -> str:
    """The lines between squares as one path, home's own square below them."""
    right, bottom = LEFT + ROW * SIDE, TOP + rows * SIDE
    across = [f"M{LEFT} {TOP + row * SIDE}H{right}" for row in range(rows + 1)]
    down = [f"M{LEFT + column * SIDE} {TOP}V{bottom}" for column in range(ROW + 1)]
    x, y = _middle(goal)
    return "".join([*across, *down, f"M{x - SIDE // 2} {y - SIDE // 2}h{SIDE}v{SIDE}h-{SIDE}z"])


def _squares(edition: Edition, goal: int, multipliers: Mapping[int, int]) -> list[Mark]:
    """The squares that do something: those that multiply, and the hundreds."""
    found = []
    for square in range(goal + 1):
        x, y = _middle(square)
        if square in multipliers:
            factor = times(multipliers[square])
            title = edition.say("square_times", times=factor, square=square)
            found.append(Mark(x, y, _kind(multipliers[square]), str(multipliers[square]), title))
        elif square == goal or not square:
            sign = ("S", edition.say("start")) if not square else ("G", edition.say("home"))
            found.append(Mark(x, y, "end", *sign))
        elif not square % _HUNDRED:
            title = edition.say("square_no", square=square)
            found.append(Mark(x, y, "hundred", "+", title))
    return found


def _where(edition: Edition, squares: Sequence[int]) -> str:
    """Some squares in words: what their marks tell where they are touched stands in the text too."""
    told, more = edition.speaker.listed([str(square) for square in sorted(squares)[:_TOLD]]), len(squares) - _TOLD
    return f"{told} {edition.speaker.more(more)}" if more > 0 else told


def _kind(factor: int) -> str:
    return "back" if factor < 0 else f"by{factor}"


def _piece(edition: Edition, square: int, players: list[Standing]) -> Mark:
    """Who stands on a square; equal squares share the rank, and of those home the first gives it."""
    x, y = _middle(square)
    names = edition.speaker.listed([shown(row.name, NAME) or edition.trip(row.player) for row in players[:8]])
    more = f" {edition.speaker.more(len(players) - 8)}" if len(players) > 8 else ""
    where = edition.say("square_no", square=square)
    return Mark(x, y, "many" if len(players) > 1 else "one", str(players[0].rank), f"{where} {names}{more}")


def as_text(standings: tuple[Standing, ...], goal: int, multipliers: Mapping[int, int]) -> list[str]:
    """The board in signs that are all of one width in MS Pゴシック, without a space: lines of a hundred squares.

    That font squeezes kana, letters and spaces of either width; full-width digits and the signs used here keep theirs.
    """
    standing_on = [min(row.square, goal) for row in standings if not row.home]
    home = len(standings) - len(standing_on) + standing_on.count(goal)
    players = Counter(square // SIGN for square in standing_on if square < goal)
    stars = {square // SIGN for square in multipliers if square < goal}
    signs = [_sign(players[place], is_star=place in stars) for place in range(-(-goal // SIGN))]
    lines = [_line(start * SIGN, signs[start : start + LINE]) for start in range(0, len(signs), LINE)]
    return [*lines, _line(goal, [_sign(home)])]


def _line(start: int, signs: Sequence[str]) -> str:
    return f"{start:04d}".translate(_FULL_WIDTH) + "".join(signs)


def _sign(players: int, *, is_star: bool = False) -> str:
    if players:
        return "●" if players == 1 else "◎"
    return "★" if is_star else "□"
