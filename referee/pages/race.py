"""The race: square by day of each player, as a picture and as a table behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from markupsafe import Markup, escape
from msgspec import Struct

from referee.pages.canvas import Canvas, Text
from referee.pages.edition import Edition
from referee.pages.leaves import Leaf, leaves
from referee.pages.paths import RACE
from referee.pages.tale import Tale
from referee.pages.track import MARKS, START, Columns, Mark, Track, track
from referee.pages.view import Draft, Game, Page
from referee.words.tongue import plain, shown

#: Lines that are told apart by colour, dashes and dots; the others are thin and grey, and only so many are drawn.
FIRST, DRAWN = 10, 200
#: Colours and kinds of dashes of the style sheet.
COLOURS = DASHES = 5
#: What a page can hold and stay light (100 KB): cells of the table and players in it, days of all thin lines, dots of
#: the first lines, marks with a title.
CELLS, PLAYERS, GREY, DOTS, TITLES = 2200, 100, 1200, 250, 150
#: Columns for rank and name beside the end of a line, and for a name over a column of the table.
LABEL, HEAD = 11, 12
#: What can't stand in a cell of the table: cells are parted by it.
_CELL = "\x00"
#: Marks as they stand in the table; the picture draws the same.
SIGNS: dict[Mark, str] = {"host": "□", "jump": "◇", "start": "▽", "home": "★"}
_SHAPES: dict[Mark, str] = {
    "host": "m-7-7h14v14h-14z",
    "jump": "m0-10l10 10-10 10-10-10z",
    "start": "m-10-8h20l-10 18z",
    "home": "m0-12l3 8h9l-7 5 3 9-8-5-8 5 3-9-7-5h9z",
}
#: The same where they are too many for titles.
_SMALL: dict[Mark, str] = {
    "host": "m-4-4h8v8h-8z",
    "jump": "m0-5l5 5-5 5-5-5z",
    "start": "m-5-4h10l-5 9z",
    "home": _SHAPES["home"],
}


class Runner(Struct, frozen=True):
    """Whose line it is; `rank` is None for who has not rolled in this round, and has his name from the one before."""

    track: Track
    rank: int | None
    name: str


class Shape(Struct, frozen=True):
    """Something drawn on a line, with what is told of it."""

    path: str
    title: str


class Course(Struct, frozen=True):
    """What is drawn of one of the first players: `path` where he walked, `leaps` where he did not; `rests` are drawn
    under the line, `marks` on it."""

    is_square: bool
    path: str
    leaps: str
    rests: Sequence[Shape]
    dots: Sequence[tuple[int, int, str]]
    marks: Sequence[Shape]


class Line(Struct, frozen=True):
    """One of the first players in the picture, his `course` as it is drawn."""

    player: str
    title: str
    colour: int
    dashes: int
    is_square: bool
    course: Markup
    label: Text
    leader: str


def race_pages(editions: Sequence[Edition]) -> Iterator[Draft]:
    """The picture with the table of the first players, and the tables of the others, in each language."""
    columns, runners = _course(editions[0].game, editions[0].tale)
    size = max(1, min(PLAYERS, CELLS // max(len(columns), 1)))
    for edition in editions:
        for leaf in leaves(edition, runners, RACE, "race/{}.html", size):
            drawn = runners if leaf.path == RACE else ()
            make = partial(_race_page, edition, columns, leaf, drawn)
            shown_on = (leaf.rows, drawn[:DRAWN])
            names = [edition.who(one.track.trip) for some in shown_on for one in some]
            yield edition.draft(leaf.path, make, columns.days, shown_on, names, leaf.more, edition.game.ruleset)


def _course(game: Game, tale: Tale) -> tuple[Columns, Sequence[Runner]]:
    """The columns, and everybody with his track: as they stand, then those who have not rolled in this round."""
    chapters = [one for one in tale.players.values() if one.events]
    columns = Columns(chapters, game.day)
    standings = {row.player: row for row in game.standings}
    order = {trip: place for place, trip in enumerate(standings)}
    chapters.sort(key=lambda one: order.get(one.trip, len(order)))
    # Who has not rolled in this round has his name from the round before.
    tables = (*(one.standings for one in game.rounds), game.standings)
    names = {row.player: row.name for rows in tables for row in rows}
    runners = []
    for chapter in chapters:
        row = standings.get(chapter.trip)
        runners.append(Runner(track(chapter, columns), row.rank if row else None, names.get(chapter.trip, "")))
    return columns, runners


def _race_page(edition: Edition, columns: Columns, leaf: Leaf[Runner], drawn: Sequence[Runner]) -> Page:
    return edition.page(
        leaf.path,
        "race.html",
        edition.say("race"),
        picture=_picture(edition, columns, drawn) if drawn else None,
        heads=[(one.track.trip, one.rank, _short(one, HEAD)) for one in leaf.rows],
        rows=list(_rows(edition, columns, [one.track for one in leaf.rows])),
        signs=[(SIGNS[mark], edition.say(f"moved_{mark}")) for mark in MARKS],
        more=leaf.more,
    )


def _short(runner: Runner, limit: int) -> str:
    return shown(runner.name, limit) or plain(runner.track.trip, limit)


def _day(edition: Edition, day: int) -> str:
    return edition.speaker.day(day) if day > 0 else edition.say("undated")


# The table


def _rows(edition: Edition, columns: Columns, tracks: Sequence[Track]) -> Iterator[tuple[str, Markup | None]]:
    """The rows: a day with its cells, or the beginning of a round, where there were several."""
    cells = [_cells(edition, one) for one in tracks]
    several = columns.days[-1][0] > 1 if columns.days else False
    for column, (number, day) in enumerate(columns.days):
        if day != START:
            # Thousands of them, mostly a number: escaped at once.
            yield (
                _day(edition, day),
                escape(_CELL.join(one[column] for one in cells)).replace(_CELL, Markup("</td><td>")),
            )
        elif several:
            yield edition.say("race_round", number=number), None


def _cells(edition: Edition, one: Track) -> list[str]:
    rests = " " + edition.say("sign_rests")
    cells = ["" if square is None else str(square) for square in one.squares]
    for column, mark in one.marks.items():
        cells[column] += f" {SIGNS[mark]}"
    for column in one.rests:
        cells[column] += rests
    return cells


# The picture


class Picture(Struct, frozen=True):
    """What the template draws."""

    canvas: Canvas
    title: str
    lines: Sequence[Line]
    others: Sequence[Shape]
    days: Sequence[Text]
    rounds: Sequence[Text]
    unseen: int
    samples: Sequence[tuple[str, str]]


def _picture(edition: Edition, columns: Columns, runners: Sequence[Runner]) -> Picture:
    book = edition.book(edition.game.ruleset)
    best = max(square for one in runners for square in one.track.squares if square is not None)
    canvas = Canvas(len(columns), best, book.goal if book else 1000)
    first, others = runners[:FIRST], runners[FIRST:DRAWN]
    places = canvas.labels([one.track.squares[-1] or 0 for one in first])
    dots = sum(len(one.track.moved) for one in first)
    titles = sum(len(one.track.marks) + len(one.track.rests) for one in first)
    painter = _Painter(edition, columns, canvas, has_dots=dots <= DOTS, has_titles=titles <= TITLES)
    grain = -(-len(columns) * len(others) // GREY) or 1
    dated = [day for _, day in columns.days if day != START]
    return Picture(
        canvas,
        edition.say("race_picture", first=_day(edition, min(dated)), last=_day(edition, max(dated))) if dated else "",
        [painter.line(one, place, y) for place, (one, y) in enumerate(zip(first, places, strict=True))],
        [Shape(canvas.path(one.track.legs(), grain), painter.title(one)) for one in others],
        [Text(canvas.x(column), canvas.bottom + 32, _day(edition, columns.days[column][1]))
         for column in canvas.ticks([place for place, (_, day) in enumerate(columns.days) if day != START])],
        [Text(canvas.x(column), canvas.top - 8, edition.say("race_round", number=number))
         for column, (number, day) in enumerate(columns.days) if day == START and column],
        max(0, len(runners) - DRAWN),
        [(f"M20 12{_SHAPES[mark]}", edition.say(f"moved_{mark}")) for mark in MARKS],
    )  # fmt: skip


class _Painter(Struct, frozen=True):
    """Draws the lines of the first players; where there are too many dots or marks, without them or their titles."""

    edition: Edition
    columns: Columns
    canvas: Canvas
    has_dots: bool
    has_titles: bool

    def title(self, runner: Runner) -> str:
        """Whose line it is, and how far it came."""
        who, square = self.edition.who(runner.track.trip), runner.track.squares[-1]
        if runner.rank is None:
            return who
        return self.edition.say("race_line", rank=runner.rank, player=who, square=square)

    def line(self, runner: Runner, place: int, label_at: int) -> Line:
        """One of the first lines, the `place`th from 0, its label at this height."""
        one, canvas = runner.track, self.canvas
        end, square = canvas.x(len(self.columns) - 1), one.squares[-1] or 0
        rank = "" if runner.rank is None else f"{runner.rank} "
        is_square = place >= COLOURS
        drawn_on = (self.columns.days, canvas.most, self.has_dots, self.has_titles)
        made_of = (one, self.edition.who(one.trip), is_square, drawn_on)
        return Line(
            one.trip,
            self.title(runner),
            place % COLOURS,
            (place + place // COLOURS) % DASHES,
            is_square,
            self.edition.row("course", RACE, made_of, partial(self._course, one, is_square=is_square)),
            Text(canvas.right + 30, label_at + 7, f"{rank}{_short(runner, LABEL - len(rank))}"),
            f"M{end + 6} {canvas.y(square)}L{canvas.right + 26} {label_at}",
        )

    def _course(self, one: Track, *, is_square: bool) -> Course:
        canvas = self.canvas
        return Course(
            is_square,
            canvas.path(one.legs(one.leapt)),
            canvas.path(one.leaps()),
            self._joined([Shape(canvas.path([leg]), self._rest(one, leg)) for leg in one.rest_legs()]),
            [(*self._at(one, column), self._point(one, column)) for column in sorted(one.moved - one.marks.keys())]
            if self.has_dots
            else [],
            self._joined([self._mark(one, column, mark) for column, mark in sorted(one.marks.items())]),
        )

    def _joined(self, shapes: Sequence[Shape]) -> Sequence[Shape]:
        """All as one where they have no titles."""
        if self.has_titles or not shapes:
            return shapes
        return [Shape("".join(one.path for one in shapes), "")]

    def _at(self, one: Track, column: int) -> tuple[int, int]:
        return self.canvas.x(column), self.canvas.y(one.squares[column] or 0)

    def _point(self, one: Track, column: int) -> str:
        day = _day(self.edition, self.columns.days[column][1])
        who = self.edition.who(one.trip)
        return self.edition.say("race_point", player=who, day=day, square=one.squares[column])

    def _mark(self, one: Track, column: int, mark: Mark) -> Shape:
        x, y = self._at(one, column)
        shape = (_SHAPES if self.has_titles else _SMALL)[mark]
        return Shape(f"M{x} {y}{shape}", f"{self._point(one, column)} {self.edition.say(f'moved_{mark}')}")

    def _rest(self, one: Track, leg: Sequence[tuple[int, int]]) -> str:
        first, last = (_day(self.edition, self.columns.days[column][1]) for column in (leg[1][0], leg[-1][0]))
        return self.edition.say("race_rest", player=self.edition.who(one.trip), first=first, last=last)
