"""What the pages of a game are made of: from the ledger, or from an audit of saved threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from importlib import resources

from referee.app.audit import Audit
from referee.app.clock import JST
from referee.app.settings import Game
from referee.app.showrules import SECTIONS, sections, shown_value
from referee.app.tables import GameTable
from referee.app.tell import judged
from referee.errors import SourceError
from referee.fetch import reading_address
from referee.game import gifts_waiting, standings
from referee.ledger import View
from referee.model import GameSettings, GameState, OpenItem, Problem, Ruling, Standing, ThreadRef, Verdict
from referee.pages import FOLDERS, Life, RuleBook, RuleSection, Thread
from referee.pages import Game as PagesGame
from referee.rules import Evaluator, Ruleset

#: Open items that wait for a decision of the host, by kind and reason (None: any); the others are facts to be seen.
_WAITING = {("undated", None), ("random_square", None), ("link_refused", "unreachable")}
#: The fact of a random square that nobody chose yet.
_UNDECIDED = ("", "None")


def templates() -> dict[str, str]:
    """The templates that come with the referee, by name, and the style sheet."""
    folder = resources.files("referee.pages") / "templates"
    return {
        entry.name: entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith((".html", ".css"))
    }


def game_of_ledger(view: View, game: Game, table: GameTable, now: datetime) -> PagesGame:
    """A game as the ledger knows it; to be used while the view lasts.

    Raises:
        UsageError: the ledger does not know the game yet, or it was judged by other rules.
    """
    table, state = judged(view, table)
    rows = view.threads(game.name)
    cursors = [cursor for row in rows if (cursor := view.cursor(row.thread)) is not None]
    polled = max((cursor.polled_at for cursor in cursors if cursor.polled_at is not None), default=None)
    newest = next((cursor for cursor in reversed(cursors) if cursor.posts), None)
    verdicts = [stored.verdict for stored in view.verdicts(game.name)]
    urls = {str(cursor.thread): cursor.address for cursor in cursors}
    runs = newest is None or newest.life == "live"
    waiting = count_waiting(verdicts)
    today = now.astimezone(JST).date().toordinal()
    others = [other.judge.ruleset for other in table.table.others.values() if isinstance(other.judge, Evaluator)]
    return put_together(
        game.title or game.name,
        verdicts,
        state,
        standings(state, table.readings(state.ruleset)),
        game.settings,
        [Thread(row.thread, row.title or "", _address(row.thread, urls.get(str(row.thread), ""))) for row in rows],
        [table.ruleset, *others],
        state.ruleset or table.digest,
        rulings=table.rulings,
        day=max(today, state.day or 0) if runs else state.day or today,
        life="live" if runs or waiting else "final",
        polled_at=None if polled is None else polled.astimezone(JST).strftime("%Y-%m-%d %H:%M"),
        waiting=waiting,
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
        state = audit.state
        return put_together(
            audit.title or (threads[-1].title if threads else "") or audit.ruleset.name,
            self._verdicts,
            state,
            audit.standings(),
            audit.settings,
            threads,
            [audit.ruleset],
            audit.ruleset.digest,
            rulings=(),
            day=state.day or 0,
            life="saved",
            polled_at=None,
            waiting=count_waiting(self._verdicts),
        )


def put_together(
    title: str,
    verdicts: Sequence[Verdict],
    state: GameState,
    rows: tuple[Standing, ...],
    settings: GameSettings,
    threads: Iterable[Thread],
    rulesets: Iterable[Ruleset],
    in_force: str,
    *,
    rulings: tuple[Ruling, ...],
    day: int,
    life: Life,
    polled_at: str | None,
    waiting: int,
) -> PagesGame:
    """A game to be published, of its verdicts and the state after them; the arguments as in `pages.Game`."""
    players = {row.player: state.players[row.player] for row in rows}
    boards = settings.extra_boards
    waiting_steps = gifts_waiting(state)
    own = {trip: sum(steps for giver, steps in state.waiting if giver == trip) for trip in players}
    return PagesGame(
        title=title,
        verdicts=verdicts,
        standings=rows,
        players=players,
        boards={trip: boards[one.made] if one.made < len(boards) else None for trip, one in players.items()},
        gifts={trip: waiting_steps - own[trip] for trip, one in players.items() if one.home_at is None},
        threads=tuple(threads),
        rulings=rulings,
        books={ruleset.digest: {lang: rule_book(ruleset, lang) for lang in FOLDERS} for ruleset in rulesets},
        ruleset=in_force,
        day=day,
        life=life,
        polled_at=polled_at,
        open_items=waiting,
    )


def _address(thread: ThreadRef, url: str = "") -> str | None:
    try:
        return reading_address(thread, url)
    except SourceError:
        return None


def count_waiting(verdicts: Iterable[Verdict]) -> int:
    """How many open items wait for a decision of the host; what was ruled on waits no more."""
    return sum(_waits(item) for verdict in verdicts if verdict.items and not verdict.rulings for item in verdict.items)


def _waits(item: OpenItem) -> bool:
    if item.kind == "random_square" and (len(item.facts) < 2 or item.facts[1] not in _UNDECIDED):
        return False
    return (item.kind, None) in _WAITING or (item.kind, item.why) in _WAITING


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
