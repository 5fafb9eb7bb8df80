"""What the pages of a game are made of: from the ledger, or from an audit of saved threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING

from referee.app.checkerrules import rules_json
from referee.app.compiled import compiled_beside
from referee.app.named import Numbers, NumbersAsJudged
from referee.app.otherwise import OtherReadings
from referee.app.otherwise import Otherwise as Other
from referee.app.rounds import finished_rounds
from referee.app.showprecedents import shown_precedents
from referee.app.showrules import SECTIONS, sections, shown_value
from referee.app.tables import GameTable
from referee.app.waiting import Scan, Waiting, waiting
from referee.errors import SourceError
from referee.fetch import reading_address
from referee.game import gifts_waiting, standings
from referee.model import GameState, OpenItem, PlayerState, Problem, Ruling, ThreadRef, Thrown, Verdict
from referee.pages import FOLDERS, ContentKey, Life, Otherwise, RuleBook, RuleSection, Templates, Thread, Versions
from referee.pages import Game as PagesGame
from referee.rules import Evaluator, Ruleset

if TYPE_CHECKING:
    from referee.app.audit import Audit
    from referee.app.changes import Changes
    from referee.app.spans import Spans


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
        threads = [Thread(ref, titles.get(str(ref), ""), address_of(ref)) for ref in refs]
        return put_together(
            audit.title or (threads[-1].title if threads else "") or audit.ruleset.name,
            self._verdicts,
            audit.state,
            audit.game,
            threads,
            day=audit.state.day or 0,
            life="saved",
            open_items=open_things(scanned(audit.game, self._verdicts, NumbersAsJudged())),
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
    tables = (table.table, *table.table.others.values())
    judges = [one.judge for one in tables if isinstance(one.judge, Evaluator)]
    rules = [judge.ruleset for judge in judges]
    in_force = [one for one in rules if one.digest == (state.ruleset or table.digest)]
    return PagesGame(
        title=title,
        verdicts=verdicts,
        standings=rows,
        players=players,
        extra_boards=table.table.settings.extra_boards,
        gifts=_gifts(state, players),
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
        elsewhere=address_of,
        rounds=finished_rounds(verdicts, table),
        versions=versions or {},
        precedents=shown_precedents,
        name=table.name,
        base=base,
        gifts_waiting=gifts_waiting(state),
        changed=changed or {},
        start=table.start.players,
        first_round=table.start.round,
        checkers={lang: rules_json(ruleset, lang) for ruleset in in_force[:1] for lang in FOLDERS},
    )


def _gifts(state: GameState, players: Mapping[str, PlayerState]) -> dict[str, int]:
    """The steps that wait for whoever is on the way: all but his own."""
    own = {trip: sum(steps for giver, steps in state.waiting if giver == trip) for trip in players}
    waiting = gifts_waiting(state)
    return {trip: waiting - own[trip] for trip, one in players.items() if one.home_at is None}


def shown_others(others: Iterable[Other]) -> tuple[Otherwise, ...]:
    """What a roll would be by other readings, as pages tell it."""
    return tuple(Otherwise(one.switch, shown_value(one.value), one.roll) for one in others)


def otherwise(judges: Iterable[Evaluator]) -> Callable[[Verdict, Thrown], tuple[Otherwise, ...]]:
    """What tells of a roll what it would be by each other reading that matters; asked again, it remembers."""
    others = {judge.digest: OtherReadings(judge.ruleset, judge) for judge in judges}
    # By identity: a step is told of by every language, and to compare what was asked costs as much as to try it.
    known: dict[int, tuple[Thrown, tuple[Otherwise, ...]]] = {}

    def told(verdict: Verdict, step: Thrown) -> tuple[Otherwise, ...]:
        readings = others.get(verdict.ruleset)
        if readings is None:
            return ()
        before = known.get(id(step))
        if before is None:
            before = known[id(step)] = step, shown_others(readings.of_step(verdict, step))
        return before[1]

    return told


def address_of(thread: ThreadRef, url: str = "") -> str | None:
    """Where a thread is read on its board, without a number of a post; None where no host is known."""
    try:
        return reading_address(thread, url)
    except SourceError:
        return None


def scanned(table: GameTable, verdicts: Iterable[Verdict], numbers: Numbers) -> Scan:
    scan = Scan(table, [], numbers)
    for verdict in verdicts:
        scan.add(verdict)
    return scan


def open_things(scan: Scan, orphans: Sequence[Ruling] = ()) -> list[Waiting]:
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
