"""The file of rulings of a game in an audit: no ledger knows contents, so its posts are found by thread and number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from referee.app.acts import make_act
from referee.app.book import Book, added
from referee.app.filedoor import read_file
from referee.app.named import is_called, post_number
from referee.app.pattern import chosen
from referee.app.ruling import Request, author_of, checked
from referee.app.rulingsfile import Row, read_rows, request_of
from referee.app.settings import choose_game, file_and_game, read_settings
from referee.app.sources import Source
from referee.app.tables import GameTable
from referee.errors import UsageError
from referee.game import TripOf
from referee.model import Post, PostKey, Problem, Ruling

#: A post as an audit meets it: board, key, number.
Met = tuple[str, str, int]
#: Rulings of a file have no time of their own.
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class RulingRows(Struct, frozen=True):
    """The rows of a file of rulings with what they ask; `folder` is that of the settings."""

    rows: tuple[tuple[Row, Request], ...]
    folder: str


class Ruled(Struct, frozen=True):
    """A game under its file of rulings; `unmet` are the problems of posts that were not met yet."""

    game: GameTable
    unmet: dict[Met, Problem]


def read_ruling_rows(argument: str, environment: Mapping[str, str]) -> RulingRows | None:
    """The file of rulings of the game that `--game FILE[:NAME]` names; None where its settings name none.

    Raises:
        UsageError: it can't be read, or a row is wrong; names the file, row and line.
    """
    file, name = file_and_game(argument)
    settings = read_settings(file, environment)
    game = choose_game(settings, name, file)
    if game.rulings is None:
        return None
    saved = read_file(Path(file), game.rulings)
    rows = read_rows(saved.text, saved.path)
    asked = ((row, request_of(row, lambda named: author_of(named, game, settings))) for row in rows)
    return RulingRows(tuple(asked), str(Path(file).parent))


def rule(
    rulings: RulingRows, game: GameTable, sources: Sequence[Source], posts: Callable[[Source], Sequence[Post]]
) -> Ruled:
    """The game under the rows of its file; `posts` reads a source, where a row has a pattern.

    A row that names a post of no source is left out, and told as a problem.

    Raises:
        UsageError: a row is wrong, or contradicts one before it.
    """
    game = replace(game, folder=rulings.folder)
    book, unmet, places = Book(game.name), dict[Met, Problem](), dict[int, str]()
    trip_of = _trips_in(sources, posts)
    for row, request in rulings.rows:
        act = make_act(request.kind, request.values, game.ruleset, row.where)
        if not request.reason.strip():
            raise UsageError(row.where, "has no reason", 'give one: reason = "…"')
        keys = _keys(row, request, sources, posts)
        for place, problem in _awaited(row, keys):
            unmet.setdefault(place, problem)
        if keys:
            ruling = Ruling(
                0, tuple(keys), act, request.reason.strip(), request.author, "", "file", str(request.pattern or "")
            )
            places[book.next_id] = row.where
            book = checked(book, [added(book, ruling, _NEVER)], trip_of, places)
    return Ruled(game.ruled(book.in_force), unmet)


def _trips_in(sources: Sequence[Source], posts: Callable[[Source], Sequence[Post]]) -> TripOf:
    """Tells the trip of who wrote a post of the sources."""

    def trip_of(key: PostKey) -> str | None:
        for source in sources:
            if source.thread == key.thread:
                return next((post.name.trip for post in posts(source) if post.number == key.number), None)
        return None

    return trip_of


def _awaited(row: Row, keys: Sequence[PostKey]) -> Iterator[tuple[Met, Problem]]:
    """What is told of the posts of a row if they are not met."""
    if not keys:
        yield ("", row.where, 0), Problem("ruling_unmet", source=row.where)
    for key in keys:
        thread = key.thread
        yield (thread.board, thread.key, key.number), Problem("ruling_unmet", thread, key.number, row.where)


def _keys(
    row: Row, request: Request, sources: Sequence[Source], posts: Callable[[Source], Sequence[Post]]
) -> list[PostKey]:
    """The posts of a row; none where it names no thread of the sources."""
    if request.pattern is not None:
        found = (post for source in sources for post in chosen(request.pattern, posts(source)))
        return [PostKey(post.thread, post.number) for post in found]
    name, _, typed = (request.post or "").rpartition("/")
    number = post_number(typed)
    if not number:
        raise UsageError(row.where, f"{request.post} names no post", "write N, or THREAD/N")
    threads = [source.thread for source in sources if not name or is_called(source.thread, name)]
    return [PostKey(threads[-1], number)] if threads else []
