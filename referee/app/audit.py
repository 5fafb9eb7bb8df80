"""Replay saved threads without a ledger, in the order given, as one game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from referee.app.rulesets import DEFAULT, find_ruleset, of_game
from referee.app.settings import find_game
from referee.app.sources import SavedThreads, Source, find_sources, read_source, read_with_pages
from referee.app.tables import GameTable
from referee.errors import RulesetError, UsageError
from referee.game import EMPTY, OpenGame, Table, gifts_waiting, judge_in, standings
from referee.model import FROM_PAGE, GameSettings, GameState, Post, Problem, Standing, Verdict
from referee.parse import ReadThread
from referee.rules import Evaluator, Ruleset
from referee.words import Speaker

if TYPE_CHECKING:
    from referee.app.auditrulings import Met, RulingRows
    from referee.app.online import Online

#: How many verdicts are handed on at a time: few enough to stay in the processor's cache.
_BATCH = 50


class ThreadRow(Struct, frozen=True):
    """What came of one source: `posts` judged there; `refused` why it is no thread, None when it is one; `form` what
    its posts were read from (`dat`, `rawmode`, … or `html`, a weaker source), `dat+html` where a page added some."""

    thread: str | None
    source: str
    title: str | None
    posts: int
    refused: str | None
    form: str | None = None


class Audit:
    """One game replayed from saved threads.

    `title` is what the settings call the game, empty without settings. Iterate `verdicts()` once; then `state` is the
    game after the last post, and `threads` tells what was read.
    Only one thread is in memory at a time.
    """

    def __init__(
        self,
        sources: Iterable[str],
        linked: Iterable[str],
        ruleset: Ruleset,
        settings: GameSettings,
        rulings: RulingRows | None = None,
        title: str = "",
    ) -> None:
        self.ruleset = ruleset
        self.title = title
        self.sources = find_sources(sources)
        self.state: GameState = EMPTY
        self.threads: list[ThreadRow] = []
        self._linked = SavedThreads(linked, self._read)
        self._online: Online | None = None
        game = GameTable("", Table(Evaluator(ruleset), settings, self._linked), ruleset)
        unmet: dict[Met, Problem] = {}
        self._game, self._unmet = game, unmet
        if rulings is not None:
            from referee.app.auditrulings import rule

            ruled = rule(rulings, game, [one for one in self.sources if isinstance(one, Source)], self._posts)
            self._game, self._unmet = ruled.game, ruled.unmet
        self._table = self._game.table

    def verdicts(
        self, on_problem: Callable[[Problem], None], on_source: Callable[[Source], None] = lambda _: None
    ) -> Iterator[list[Verdict]]:
        """The verdicts on all posts, in order, some at a time; problems are told as they are met.

        `on_source` is called when a source has been read to its end.
        """
        for problem in self._linked.problems:
            on_problem(problem)
        told = len(self._linked.problems)
        game = OpenGame(self.state)
        for source in self.sources:
            if isinstance(source, Problem):
                self._tell(source, on_problem)
                continue
            yield from self._thread(source, game, on_problem)
            on_source(source)
            for problem in self._linked.problems[told:]:
                on_problem(problem)
            told = len(self._linked.problems)
        for problem in self._unmet.values():
            on_problem(problem)
        self.state = game.close()

    @property
    def game(self) -> GameTable:
        """The game's table, under the rulings that the settings name."""
        return self._game

    def standings(self) -> tuple[Standing, ...]:
        """Who stands where after the last post."""
        return standings(self.state, self._game.readings(self.state.ruleset))

    def gifts_waiting(self) -> int:
        """CN steps that nobody took yet."""
        return gifts_waiting(self.state)

    def _thread(self, source: Source, game: OpenGame, on_problem: Callable[[Problem], None]) -> Iterator[list[Verdict]]:
        read = read_with_pages(source, self._read)
        if isinstance(read, Problem):
            self._tell(read, on_problem)
            return
        for problem in read.problems:
            on_problem(problem)
        judged = 0
        for first in range(0, len(read.posts), _BATCH):
            verdicts = judge_in(game, read.posts[first : first + _BATCH], self._table)
            judged += len(verdicts)
            for verdict in verdicts if self._unmet else ():
                self._unmet.pop((verdict.thread.board, verdict.thread.key, verdict.number), None)
            yield verdicts
        passed = len(read.posts) - judged
        if passed:
            on_problem(Problem("seen_before", read.thread, source=read.source, detail=str(passed)))
        form = "+".join(dict.fromkeys(post.source for post in sorted(read.posts, key=_is_from_page))) or None
        self.threads.append(ThreadRow(str(read.thread), read.source, read.title, judged, None, form))

    def _posts(self, source: Source) -> Sequence[Post]:
        """The posts of a source; none where it is no thread."""
        read = read_with_pages(source, self._read)
        return () if isinstance(read, Problem) else read.posts

    def _read(self, source: Source) -> ReadThread | Problem:
        """The posts of a source, saved or on a board."""
        if not source.online:
            return read_source(source)
        if self._online is None:
            from referee.app.online import Online  # the network is met only when it is asked for

            self._online = Online()
        return self._online.read(source.path, source.thread)

    def close(self) -> None:
        """Let go of the network, where it was met."""
        if self._online is not None:
            self._online.close()

    def _tell(self, problem: Problem, on_problem: Callable[[Problem], None]) -> None:
        """Why a source is no thread; one that was refused keeps its row among the threads."""
        if problem.kind == "refused_source":
            thread = str(problem.thread) if problem.thread is not None else None
            self.threads.append(ThreadRow(thread, problem.source, None, 0, problem.detail))
        on_problem(problem)


def _is_from_page(post: Post) -> bool:
    return post.source == FROM_PAGE


def open_audit(
    sources: Sequence[str],
    linked: Sequence[str],
    game: str | None,
    ruleset: str | None,
    settings: Sequence[str],
    lang: Literal["ja", "en"],
) -> tuple[Audit, Speaker]:
    """An audit as the command line names it, and who speaks of it.

    Raises:
        UsageError: the settings file or the ruleset is bad.
    """
    named = find_game(game, os.environ) if game else None
    readings = named.readings if named else None
    try:
        rules = find_ruleset(ruleset or (named.ruleset if named else DEFAULT), settings, readings)
    except RulesetError as error:
        if game is None or named is None or ruleset is not None or error.where.startswith("--set"):
            raise
        raise of_game(error, game, named.name) from None
    speaker = Speaker(lang, rules.texts(lang))
    rulings = None
    if game and named and named.rulings:
        from referee.app.auditrulings import read_ruling_rows  # most audits have no rulings

        rulings = read_ruling_rows(game, os.environ)
    title = named.title or named.name if named else ""
    return Audit(sources, linked, rules, named.settings if named else GameSettings(), rulings, title), speaker


def keep_apart(target: str, arguments: Iterable[str]) -> None:
    """See to it that what is written is none of what is read.

    Raises:
        UsageError: the target is one of the files that the arguments mean, or no name of a file.
    """
    if target == "-":
        raise UsageError("--csv -", "names no file", "give a file; JSON goes to stdout")
    if not os.path.exists(target):
        return
    read = [path for source in find_sources(arguments) if isinstance(source, Source) for path in source.paths]
    for path in (*read, *arguments):
        if os.path.exists(path) and os.path.samefile(path, target):
            raise UsageError(target, "would be overwritten, but it is read here", "write the CSV to another file")
