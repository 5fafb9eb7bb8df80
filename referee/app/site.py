"""What the pages of a game are made of: from the ledger, or from an audit of saved threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from importlib import resources

from msgspec import Struct
from msgspec.structs import replace

from referee.app.audit import Audit
from referee.app.book import ruled
from referee.app.changes import Changes, changes
from referee.app.checkerrules import rules_json
from referee.app.clock import JST
from referee.app.compiled import compiled_beside
from referee.app.named import Numbers, NumbersAsJudged, NumbersNow, judged_state, must_know
from referee.app.orphans import orphaned
from referee.app.otherwise import OtherReadings
from referee.app.question import Question, question_of
from referee.app.rounds import finished_rounds
from referee.app.settings import Game
from referee.app.showprecedents import shown_precedents
from referee.app.showrules import SECTIONS, sections, shown_value
from referee.app.spans import Spans, spans
from referee.app.tables import GameTable
from referee.app.versions import versions_of
from referee.app.waiting import Scan, Waiting, waiting
from referee.errors import SourceError
from referee.fetch import reading_address
from referee.game import gifts_waiting, standings
from referee.ledger import View
from referee.model import Cursor, GameState, OpenItem, Problem, Ruling, ThreadRef, Thrown, Verdict
from referee.pages import FOLDERS, ContentKey, Life, Otherwise, RuleBook, RuleSection, Templates, Thread, Versions, slug
from referee.pages import Game as PagesGame
from referee.rules import Evaluator, Ruleset


def templates() -> Templates:
    """The templates that come with the referee, by name, the style sheet, and what the checker page runs."""
    folder = resources.files("referee.pages") / "templates"
    found = Templates(
        (entry.name, entry.read_text("utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith((".html", ".css", ".js", ".json"))
    )
    found.compiled = compiled_beside(folder)
    return found


class Moment(Struct, frozen=True):
    """What pages tell that changes though the game does not: the day (ordinal, JST), the last poll (JST, to the
    minute), and whether a thread of the game runs."""

    today: int
    polled_at: str | None
    runs: bool


def cursors_of(view: View, game: str) -> list[Cursor]:
    """How it stands with the polling of the threads of a game, in order."""
    return [cursor for row in view.threads(game) if (cursor := view.cursor(row.thread)) is not None]


def moment(cursors: Sequence[Cursor], now: datetime) -> Moment:
    """The moment of a game, of the polling of its threads."""
    polled = max((cursor.polled_at for cursor in cursors if cursor.polled_at is not None), default=None)
    newest = next((cursor for cursor in reversed(cursors) if cursor.posts), None)
    return Moment(
        now.astimezone(JST).date().toordinal(),
        None if polled is None else polled.astimezone(JST).strftime("%Y-%m-%d %H:%M"),
        newest is None or newest.life == "live",
    )


def at_moment(game: PagesGame, at: Moment) -> PagesGame:
    """The same game at a later moment; whether a thread of it runs has not changed."""
    return replace(game, day=max(game.day, at.today) if at.runs else game.day, polled_at=at.polled_at)


def game_of_ledger(view: View, game: Game, table: GameTable, now: datetime, site_url: str = "") -> PagesGame:
    """A game as the ledger knows it; to be used while the view lasts. `site_url` is where the site stands on the web.

    Raises:
        UsageError: the ledger does not know the game yet, or it was judged by other rules.
    """
    must_know(view, game.name)
    table = ruled(view, table)
    state = judged_state(view, table)
    rows, cursors = view.threads(game.name), cursors_of(view, game.name)
    at = moment(cursors, now)
    standing = list(view.verdicts(game.name))
    verdicts = [stored.verdict for stored in standing]
    urls = {str(cursor.thread): cursor.address for cursor in cursors}
    scan = _scanned(table, verdicts, NumbersNow(view))
    open_items = _open(scan, orphaned(view, game.name))
    return put_together(
        game.title or game.name,
        verdicts,
        state,
        table,
        [Thread(row.thread, row.title or "", _address(row.thread, urls.get(str(row.thread), ""))) for row in rows],
        day=max(at.today, state.day or 0) if at.runs else state.day or at.today,
        life="live" if at.runs or open_items else "final",
        polled_at=at.polled_at,
        open_items=open_items,
        may_stand=spans(view, table, state, scan),
        versions=versions_of(view, game.name, verdicts),
        base=f"{site_url.rstrip('/')}/{slug(game.name)}/" if site_url else "",
        changed=changes(view, game.name, standing),
    )


class PagesSink:
    """Keeps what an audit judged, to publish it."""

    def __init__(self) -> None:
        self._verdicts: list[Verdict] = []

    def verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Keep the next verdicts."""
        self._verdicts += verdicts

    def problem(self, problem: Problem) -> None:
        """A problem is no post: the other outputs tell it."""

    def game(self, audit: Audit) -> PagesGame:
        """The game as audited; where no settings give it a title, its last thread does."""
        refs = list({verdict.thread.identity: verdict.thread for verdict in self._verdicts}.values())
        titles = {row.thread: row.title or "" for row in audit.threads if row.refused is None}
        threads = [Thread(ref, titles.get(str(ref), ""), _address(ref)) for ref in refs]
        return put_together(
            audit.title or (threads[-1].title if threads else "") or audit.ruleset.name,
            self._verdicts,
            audit.state,
            audit.game,
            threads,
            day=audit.state.day or 0,
            life="saved",
            open_items=_open(_scanned(audit.game, self._verdicts, NumbersAsJudged())),
        )


def put_together(
    title: str,
    verdicts: Sequence[Verdict],
    state: GameState,
    table: GameTable,
    threads: Sequence[Thread],
    *,
    day: int,
    life: Life,
    polled_at: str | None = None,
    open_items: Sequence[Waiting] = (),
    may_stand: Spans | None = None,
    versions: Mapping[ContentKey, Versions] | None = None,
    base: str = "",
    changed: Changes | None = None,
) -> PagesGame:
    """A game to be published, of its verdicts and the state after them; the arguments as in `pages.Game`."""
    rows = standings(state, table.readings(state.ruleset))
    players = {row.player: state.players[row.player] for row in rows}
    boards = table.table.settings.extra_boards
    steps = gifts_waiting(state)
    own = {trip: sum(steps for giver, steps in state.waiting if giver == trip) for trip in players}
    tables = (table.table, *table.table.others.values())
    judges = [one.judge for one in tables if isinstance(one.judge, Evaluator)]
    rules = [judge.ruleset for judge in judges]
    in_force = [one for one in rules if one.digest == (state.ruleset or table.digest)]
    return PagesGame(
        title=title,
        verdicts=verdicts,
        standings=rows,
        players=players,
        boards={trip: boards[one.made] if one.made < len(boards) else None for trip, one in players.items()},
        gifts={trip: steps - own[trip] for trip, one in players.items() if one.home_at is None},
        threads=tuple(threads),
        rulings=table.rulings,
        books={one.digest: {lang: rule_book(one, lang) for lang in FOLDERS} for one in rules},
        ruleset=state.ruleset or table.digest,
        day=day,
        life=life,
        polled_at=polled_at,
        open_items=len(open_items),
        waits=_by_post(open_items),
        spans=may_stand or {},
        otherwise=otherwise(judges),
        rounds=finished_rounds(verdicts, table),
        versions=versions or {},
        precedents=shown_precedents,
        name=table.name,
        base=base,
        gifts_waiting=steps,
        changed=changed or {},
        checkers={lang: rules_json(ruleset, lang) for ruleset in in_force[:1] for lang in FOLDERS},
    )


def otherwise(judges: Iterable[Evaluator]) -> Callable[[Verdict, Thrown], tuple[Otherwise, ...]]:
    """What tells of a roll what it would be by each other reading that matters; asked again, it remembers."""
    others = {judge.digest: OtherReadings(judge.ruleset, judge) for judge in judges}
    known: dict[tuple[str, Question], tuple[Otherwise, ...]] = {}

    def told(verdict: Verdict, step: Thrown) -> tuple[Otherwise, ...]:
        readings = others.get(verdict.ruleset)
        if readings is None:
            return ()
        asked = (verdict.ruleset, question_of(verdict, step))
        if asked not in known:
            known[asked] = tuple(
                Otherwise(one.switch, shown_value(one.value), one.roll) for one in readings.of_step(verdict, step)
            )
        return known[asked]

    return told


def _address(thread: ThreadRef, url: str = "") -> str | None:
    try:
        return reading_address(thread, url)
    except SourceError:
        return None


def _scanned(table: GameTable, verdicts: Iterable[Verdict], numbers: Numbers) -> Scan:
    scan = Scan(table, [], numbers)
    for verdict in verdicts:
        scan.add(verdict)
    return scan


def _open(scan: Scan, orphans: Sequence[Ruling] = ()) -> list[Waiting]:
    """What waits for the host: all that `referee open` lists, but for threads that may be the next."""
    return [one for one in waiting(scan, orphans=orphans) if one.is_open]


def _by_post(found: Iterable[Waiting]) -> dict[ContentKey, tuple[OpenItem, ...]]:
    """Open items by their posts; what is about none stands on no page."""
    posts: dict[ContentKey, tuple[OpenItem, ...]] = {}
    for one in found:
        if one.post is not None:
            posts[one.post] = (*posts.get(one.post, ()), one.item)
    return posts


def rule_book(ruleset: Ruleset, lang: str) -> RuleBook:
    """A ruleset in one language, as the pages show it."""
    place = 1 if lang == "en" else 0
    return RuleBook(
        name=ruleset.name,
        digest=ruleset.digest,
        goal=ruleset.goal,
        multipliers=ruleset.multipliers,
        sections=tuple(
            RuleSection(
                letter,
                SECTIONS.get(letter, ("", ""))[place],
                tuple((rule, tuple(pair[place] for pair in sentences)) for rule, sentences in rules),
            )
            for letter, rules in sections(ruleset)
        ),
        readings=tuple(
            (name, shown_value(reading.value), (reading.ja, reading.en)[place])
            for name, reading in ruleset.readings.items()
        ),
        texts=ruleset.texts(lang),
    )
