"""The second door of rulings: a TOML file beside the settings, whose rows become the same events as those typed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from referee.app.book import Book, Entry, Event, added, amended, read_book, under, undone
from referee.app.contents import trips_in
from referee.app.filedoor import NOTE, FromFile, Saved, Taken, last_taken, news_of
from referee.app.named import judged_state
from referee.app.orphans import Orphan, orphans
from referee.app.pattern import make_pattern
from referee.app.ruling import Request, author_of, checked, draft, put, redraft
from referee.app.settings import Game
from referee.app.tables import GameTable
from referee.errors import UsageError, nearest
from referee.ledger import Ledger, Tx
from referee.model.ruling import ACTS

if TYPE_CHECKING:  # an audit reads such a file, and meets no network
    from referee.app.open import Folder

#: What a row has besides the values of its kind.
_KEYS = ("kind", "post", "pattern", "reason", "author")
_ROW = re.compile(r"[ \t]*\[\[[ \t]*ruling[ \t]*\]\]")
_to_json = msgspec.json.Encoder(order="deterministic").encode


class Row(Struct, frozen=True):
    """One `[[ruling]]`: where it stands (file, row, line), what it says, and the digest of that, by which it is known
    again."""

    where: str
    table: Mapping[str, Any]
    digest: str

    @property
    def said(self) -> str:
        """What it says beside its reason and author, as JSON: by that a row that changed finds its ruling again."""
        told = {key: value for key, value in self.table.items() if key not in ("reason", "author")}
        return _to_json(_plain(told)).decode()


def read_rows(text: bytes, path: str) -> list[Row]:
    """The rows of a file of rulings.

    Raises:
        UsageError: no TOML, something that is no `[[ruling]]`, two rows that say the same; names the line.
    """
    try:
        decoded = text.decode("utf-8-sig")
        data = tomllib.loads(decoded)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(path, f"not valid TOML: {error}", "mend the line it names") from None
    for key in data:
        if key != "ruling":
            raise UsageError(path, f"unknown key {key}", "write each ruling under [[ruling]]")
    tables = data.get("ruling", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise UsageError(path, "ruling is no list of tables", "write each ruling under [[ruling]]")
    lines = [number for number, line in enumerate(decoded.splitlines(), 1) if _ROW.match(line)]
    known: dict[str, str] = {}
    rows = []
    for place, table in enumerate(tables, 1):
        line = f" (line {lines[place - 1]})" if len(lines) == len(tables) else ""
        row = Row(f"{path}, row {place}{line}", table, sha256(_to_json(_plain(table))).hexdigest())
        if row.digest in known:
            raise UsageError(row.where, f"says the same as {known[row.digest]}", "take one of them out")
        known[row.digest] = f"row {place}"
        rows.append(row)
    return rows


def _plain(value: Any) -> Any:
    """A value of TOML with its times as text, each kind of them told apart."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.isoformat() if isinstance(value, datetime | date | time) else value


def request_of(row: Row, author: Callable[[str | None], str]) -> Request:
    """A row as the host's request; what is wrong with its values is seen when it is drafted.

    Raises:
        UsageError: no kind, an unknown one, no reason, a post or pattern that is none.
    """
    table = row.table
    kind = table.get("kind")
    if not isinstance(kind, str):
        raise UsageError(row.where, "has no kind", f"kind = one of {', '.join(ACTS)}")
    if kind not in ACTS:
        raise UsageError(row.where, f"unknown kind of ruling {kind}", nearest(kind, ACTS))
    texts = {key: table.get(key) for key in ("post", "reason", "author")}
    if isinstance(texts["post"], int) and not isinstance(texts["post"], bool):
        texts["post"] = str(texts["post"])
    for key, value in texts.items():
        if value is not None and not isinstance(value, str):
            raise UsageError(f"{row.where}, {key}", f"{value} is no text", "write it in quotes")
    values = {key: value for key, value in table.items() if key not in _KEYS}
    fields = ACTS[kind].__struct_fields__
    for key in values:
        if key not in fields:
            raise UsageError(row.where, f"unknown key {key}", nearest(key, (*_KEYS, *fields)))
    pattern = make_pattern(table["pattern"], f"{row.where}, pattern") if "pattern" in table else None
    return Request(kind, texts["post"], pattern, values, texts["reason"] or "", author(texts["author"]), "file")


def take(ledger: Ledger, folder: Folder, game: Game, now: datetime) -> tuple[Event, ...]:
    """Take over what the file of rulings of a game says, if it is not as it was taken last; what happened to rulings.

    New rows are added, rows that are gone are undone; a row that says something else about the same post or pattern
    amends its ruling, which keeps its number and its posts. The game is judged under the whole; all of it or nothing.

    Raises:
        UsageError: the file can't be read, a row is wrong or contradicts another; names the file, row and line.
        RulesetError: the game's ruleset is bad, or one that a row names.
    """
    with ledger.read() as view:
        news = news_of(view, folder, game)
    if news is None:
        return ()
    table = folder.table(game)
    with ledger.write(now) as tx:
        if last_taken(tx, game.name).sha256 == news.sha256:
            return ()  # another process took it meanwhile
        return _take(tx, table, news, lambda named: author_of(named, game, folder.settings), now)


class TakenAll(Struct, frozen=True):
    """What became of the files of rulings of all games: why some were refused, what they changed, and the rulings whose
    post can't be found."""

    refused: tuple[str, ...]
    made: tuple[FromFile, ...]
    orphans: tuple[Orphan, ...]


def take_all(ledger: Ledger, folder: Folder, now: datetime) -> TakenAll:
    """Take over the files of rulings of all games."""
    refused, made = [], []
    for game in folder.settings.game:
        try:
            if events := take(ledger, folder, game, now):
                made.append(FromFile(game.name, events))
        except UsageError as error:
            refused.append(str(error))
    with ledger.read() as view:
        lost = tuple(orphan for game in folder.settings.game for orphan in orphans(view, game.name))
    return TakenAll(tuple(refused), tuple(made), lost)


def _take(
    tx: Tx, game: GameTable, news: Saved, author: Callable[[str | None], str], now: datetime
) -> tuple[Event, ...]:
    rows, book, taken = read_rows(news.text, news.path), read_book(tx, game.name), last_taken(tx, game.name)
    judged_state(tx, under(tx, game, book))
    known = _in_force(book, taken)
    gone = _gone(book, rows, known)
    changed = _changed([row for row in rows if row.digest not in known], gone, taken)
    replaced = {entry.ruling.id for entry in changed.values()}
    # Nobody gave a reason for what is gone.
    events = [undone(entry, "", entry.ruling.author, now) for entry in gone if entry.ruling.id not in replaced]
    book_then, places, numbers = book, dict[int, str](), dict[str, int]()
    for row in rows:
        if row.digest in known:
            numbers[row.digest] = known[row.digest]
            continue
        request, old = request_of(row, author), changed.get(row.digest)
        if old is None:
            event = added(book_then, draft(tx, game, request, row.where), now)
        else:
            ruling = redraft(tx, game, request, row.where, old.ruling)
            event = amended(old, ruling, ruling.reason, ruling.author, now)
        places[event.ruling.id] = row.where
        book_then = book_then.after(event)
        numbers[row.digest] = event.ruling.id
        events.append(event)
    checked(book, events, trips_in(tx), places)
    said = {str(numbers[row.digest]): row.said for row in rows}
    tx.note(NOTE, msgspec.to_builtins(Taken(game.name, news.sha256, numbers, said)))
    if events:
        put(tx, game, book, events, places)
    return tuple(events)


def _changed(rows: Sequence[Row], gone: Iterable[Entry], taken: Taken) -> dict[str, Entry]:
    """The rulings whose rows say something else by now, by the digest of the new row: those that say it of the same
    post or pattern, the most alike first."""
    left = {entry.ruling.id: entry for entry in gone if str(entry.ruling.id) in taken.said}
    found: dict[str, Entry] = {}
    for alike in _ALIKE:
        for row in rows:
            if row.digest in found:
                continue
            number = next((one for one in left if alike(taken.said[str(one)]) == alike(row.said)), None)
            if number is not None:
                found[row.digest] = left.pop(number)
    return found


def _named(said: str, *keys: str) -> list[object]:
    row = msgspec.json.decode(said)
    return [row.get(key) for key in keys]


#: How a row is known again that changed: but for reason and author it is the same; kind and post are; the post is.
_ALIKE: tuple[Callable[[str], object], ...] = (
    lambda said: said,
    lambda said: _named(said, "kind", "post", "pattern"),
    lambda said: _named(said, "post", "pattern"),
)


def _in_force(book: Book, taken: Taken) -> dict[str, int]:
    """The rows taken before whose rulings hold."""
    holds = {ruling.id for ruling in book.in_force if ruling.door == "file"}
    return {digest: number for digest, number in taken.rows.items() if number in holds}


def _gone(book: Book, rows: list[Row], known: Mapping[str, int]) -> list[Entry]:
    """The file's rulings whose rows are there no more, or say something else."""
    stay = {known[row.digest] for row in rows if row.digest in known}
    return [
        entry
        for entry in book.entries
        if entry.ruling.door == "file" and not entry.is_undone and entry.ruling.id not in stay
    ]
