"""Who says it: one language and one ruleset's sentences, with a method for everything that a person is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from referee.model import (
    Advice,
    Candidate,
    Finding,
    OpenItem,
    Own,
    Problem,
    Roll,
    Ruling,
    Stamp,
    Standing,
    Thrown,
    Verdict,
)
from referee.words import (
    codes,
    contents,
    deciding,
    findings,
    full,
    items,
    polling,
    problems,
    rolls,
    rulings,
    short,
    summary,
    table,
)
from referee.words.contents import Content
from referee.words.tongue import Tongue


class Speaker:
    """Says verdicts and all that belongs to them in Japanese (`ja`) or English (`en`).

    `texts` maps ids of rows and rules to the ruleset's sentences in that language (`Ruleset.texts(lang)`); an id
    that is missing is passed over. Every text is free of control characters and of addresses of people.
    """

    def __init__(self, lang: str, texts: Mapping[str, str]) -> None:
        self._tongue = Tongue(lang, texts)

    @property
    def tongue(self) -> Tongue:
        """Language and sentences, for texts that are put together elsewhere."""
        return self._tongue

    @property
    def lang(self) -> str:
        """The language spoken, `ja` or `en`."""
        return self._tongue.lang

    def finding(self, finding: Finding, dice: str, square: int | None = None, roll: Roll | None = None) -> str:
        """A finding in a few words (`GO +50`); `square` is the square rolled from, `roll` its roll, where known."""
        return findings.finding_text(self._tongue, finding, dice, square, roll)

    def finding_text(self, finding: Finding, dice: str, square: int | None = None, roll: Roll | None = None) -> str:
        """The same with the ruleset's sentence behind it: the `text` of a finding in JSON."""
        return findings.explained(self._tongue, finding, dice, square, roll)

    def roll(self, roll: Roll) -> str:
        """A roll in several lines, every number of it told."""
        return "\n".join(rolls.roll_lines(self._tongue, roll))

    def short_roll(self, roll: Roll) -> str:
        """A roll in one line of at most 60 full-width characters."""
        return short.short_roll(self._tongue, roll)

    def short(self, verdict: Verdict, step: Thrown | None = None, limit: int = short.LIMIT) -> str:
        """A verdict in one line of at most 60 full-width characters (or `limit` columns), or its extra roll `step`."""
        return short.short(self._tongue, verdict, step, limit)

    def full(self, verdict: Verdict, judged_as: int | None = None) -> str:
        """A verdict in several lines; `judged_as` is the number under which it was judged, where it has another now."""
        return full.full(self._tongue, verdict, judged_as)

    def kind(self, code: str) -> str:
        """The kind of a verdict, `extra` included."""
        return codes.kind_text(self._tongue, code)

    def why(self, code: str) -> str:
        """The reason of a void or chat."""
        return codes.why_text(self._tongue, code)

    def notice(self, code: str, verdict: Verdict) -> str:
        """A notice of a verdict, with its numbers."""
        return codes.notice_text(self._tongue, code, verdict)

    def ruling(self, ruling: Ruling) -> str:
        """What a ruling says, without its number, posts and reason."""
        return rulings.ruling_text(self._tongue, ruling)

    def ruling_reason(self, ruling: Ruling) -> str:
        """Why the host ruled so, and who that was."""
        return rulings.reason_text(self._tongue, ruling)

    def own(self, own: Own) -> str:
        """What the referee says of a post without the rulings on it."""
        return rulings.own_text(self._tongue, own)

    def ruling_entry(
        self,
        ruling: Ruling,
        places: Sequence[str],
        *,
        is_undone: bool = False,
        is_orphan: bool = False,
        all_posts: bool = False,
    ) -> str:
        """A ruling in one line: its number, posts, what it says, why, by whom and by which door."""
        return deciding.entry_text(
            self._tongue, ruling, places, is_undone=is_undone, is_orphan=is_orphan, all_posts=all_posts
        )

    def ruling_event(self, what: str, when: str, ruling: Ruling, author: str, reason: str) -> str:
        """One thing that happened to a ruling (`add amend undo`); `when` is a time in ISO form."""
        return deciding.event_text(self._tongue, what, when, ruling, author, reason)

    def ruling_done(self, what: str, number: int) -> str:
        """A ruling that was made, amended or undone."""
        return deciding.done_text(self._tongue, what, number)

    def ruling_orphan(self, ruling: Ruling, places: Sequence[str]) -> str:
        """A ruling whose posts can't be found again."""
        return deciding.orphan_text(self._tongue, ruling, places)

    def rulings_from_file(self, game: str, made: int, amended: int, undone: int) -> str:
        """What a file of rulings changed in the book of a game."""
        return deciding.from_file_text(self._tongue, game, made, amended, undone)

    def ruling_touches(self, ruling: Ruling, place: str) -> str:
        """One of the posts that a ruling of a pattern is about."""
        return deciding.touches_text(self._tongue, ruling, place)

    def rulings_forsaken(self, game: str, count: int, settings: str) -> str:
        """A game with rulings in force that the settings know no more."""
        return deciding.forsaken_text(self._tongue, game, count, settings)

    def rulings_touch(self, count: int) -> str:
        """How many posts a ruling is about."""
        return deciding.touched_text(self._tongue, count)

    def rulings_kept(self, error: str) -> str:
        """A file of rulings that was refused."""
        return deciding.kept_text(self._tongue, error)

    def no_rulings(self) -> str:
        """A book without rulings."""
        return deciding.none_text(self._tongue)

    def record_this(self) -> str:
        """The question before a ruling takes effect."""
        return deciding.ask_text(self._tongue)

    def not_recorded(self) -> str:
        """A ruling that was only shown."""
        return deciding.unsaved_text(self._tongue)

    def item(self, item: OpenItem) -> str:
        """An open item as a fact, without thread and number."""
        return items.item_text(self._tongue, item)

    def problem(self, problem: Problem) -> str:
        """A problem of the input, without thread, number and source."""
        return problems.problem_text(self._tongue, problem)

    def refusal(self, code: str) -> str:
        """What a refused source is instead of a thread; nothing for an unknown code."""
        return problems.refusal_text(self._tongue, code)

    def standing_header(self) -> tuple[str, ...]:
        """The titles of the standings' columns."""
        return table.header(self._tongue)

    def standing_row(self, standing: Standing, span: tuple[int, int] | None = None) -> tuple[str, ...]:
        """The cells of one row, as many as there are titles; `span` where the player may stand while items are open."""
        return table.row(self._tongue, standing, span)

    def state_words(self, standing: Standing) -> str:
        """What holds for a player: home, rest, chance, ×n, extra rolls."""
        return table.state_words(self._tongue, standing)

    def thread_line(self, thread: str, title: str | None, posts: int, form: str = "") -> str:
        """One thread that was read, with the number of its posts; `form` is what they were read from."""
        return summary.thread_line(self._tongue, thread, title, posts, form)

    def from_page(self) -> str:
        """That a post was read from a page."""
        return summary.from_page(self._tongue)

    def summary(self, posts: int, rolls: int, gifts_waiting: int) -> str:
        """Posts judged, rolls among them, and the steps of CN that nobody took yet."""
        return summary.summary(self._tongue, posts, rolls, gifts_waiting)

    def items_header(self, count: int) -> str:
        """The heading of the open items."""
        return summary.items_header(self._tongue, count)

    def more(self, count: int) -> str:
        """How many more there are than are shown."""
        return summary.more(self._tongue, count)

    def reading(self, sentence: str, number: str = "") -> str:
        """A reading that mattered, by its sentence, with the number of its precedent."""
        return summary.reading(self._tongue, sentence, number)

    def precedent_in_full(
        self, head: str, question: str, answers: Sequence[tuple[bool, str, str]], reason: str, case: Sequence[str]
    ) -> str:
        """A precedent in several lines; each answer is whether it holds, its sentence, and what the case gives."""
        from referee.words import precedents

        return precedents.precedent_text(self._tongue, head, question, answers, reason, case)

    def rule_change(
        self, kind: str, name: str, before: str | None, after: str | None, fields: Sequence[tuple[str, str, str]]
    ) -> str:
        """One difference between two rulesets."""
        from referee.words import rulediff

        return rulediff.change_text(self._tongue, kind, name, before, after, fields)

    def same_rules(self, one: str, other: str) -> str:
        """Two rulesets without a difference."""
        from referee.words import rulediff

        return rulediff.same_text(self._tongue, one, other)

    def effect(self, game: str, changed: int, verdicts: int) -> str:
        """How many verdicts of a game would change."""
        from referee.words import rulediff

        return rulediff.effect_text(self._tongue, game, changed, verdicts)

    def parting(self, place: str, before: str, after: str) -> str:
        """The first post that would be judged otherwise, with both verdicts."""
        from referee.words import rulediff

        return rulediff.parting_text(self._tongue, place, before, after)

    def player_change(self, player: str, before: Standing | None, after: Standing | None) -> str:
        """Where a player would stand instead."""
        from referee.words import rulediff

        return rulediff.player_text(self._tongue, player, before, after)

    def day(self, ordinal: int) -> str:
        """A day, short."""
        return self._tongue.day(ordinal)

    def advice(self, advice: Advice) -> str:
        """What was found out about a board, with its evidence."""
        from referee.words import board

        return board.found_text(self._tongue, advice)

    def advice_sign(self, advice: Advice) -> str:
        """One character for how well it suits the game."""
        from referee.words import board

        return board.sign_of(advice)

    def remedy(self, advice: Advice) -> str:
        """What to do about it; nothing where there is nothing to do."""
        from referee.words import board

        return board.advice_text(self._tongue, advice)

    def candidate(self, candidate: Candidate) -> str:
        """A thread that may be the next one, with the reasons."""
        from referee.words import series

        return series.candidate_text(self._tongue, candidate)

    def add_thread(self, address: str) -> str:
        """What the host does with a proposed thread."""
        from referee.words import series

        return series.advice_text(self._tongue, address)

    def board(self, name: str, title: str, thread: str, posts: int) -> str:
        """The board that was looked at."""
        from referee.words import board

        return board.board_text(self._tongue, name, title, thread, posts)

    def board_verdict(self, bad: int, unknown: int, *, is_blind: bool) -> str:
        """The board in one sentence; `is_blind`: nothing of it could be read."""
        from referee.words import board

        return board.verdict_text(self._tongue, bad, unknown, is_blind=is_blind)

    def poll_outcome(self, outcome: str, reason: str, new: int, superseding: int = 0) -> str:
        """What became of a poll of a thread."""
        return polling.outcome_text(self._tongue, outcome, reason, new, superseding)

    def poll_next(self, next_at: datetime | None, why: str) -> str:
        """When a thread is asked next, and why then."""
        return polling.next_text(self._tongue, next_at, why)

    def poll_last(self, polled_at: datetime | None, posts: int, failures: int) -> str:
        """When a thread was asked last, how many posts are known, and failures in a row."""
        _ = self._tongue
        parts = [polling.polled_text(_, polled_at, posts), polling.failures_text(_, failures)]
        return _.join(part for part in parts if part)

    def last_post(self, number: int, stamp: Stamp | None) -> str:
        """The post at the end of a thread, with the time that it bears."""
        return polling.last_post_text(self._tongue, number, stamp)

    def not_judged(self, game: str, error: str) -> str:
        """A game that can't be judged by its ruleset, and why not."""
        return polling.not_judged_text(self._tongue, game, error)

    def budget(self, host: str, used: int, left: int, quiet_until: datetime | None) -> str:
        """Requests to a host today, how many are left, and until when all of it is left in peace."""
        return polling.budget_text(self._tongue, host, used, left, quiet_until)

    def sizes(self, size: int, posts: int, verdicts: int) -> str:
        """How large the ledger is; `size` in bytes."""
        return polling.sizes_text(self._tongue, size, posts, verdicts)

    def difference(
        self, what: str, game: str, thread: str, number: int | None, player: str | None, expected: str, actual: str
    ) -> str:
        """The first thing that a check of the ledger found."""
        return polling.difference_text(self._tongue, what, game, thread, number, player, expected, actual)

    def verified(self) -> str:
        """A check of the ledger that found nothing."""
        return polling.verified_text(self._tongue)

    def rebuilt(self, game: str, verdicts: int, changed: int, other_rules: int) -> str:
        """What a rebuild of a game came to; `other_rules` counts verdicts judged by other rules, same result."""
        return polling.rebuilt_text(self._tongue, game, verdicts, changed, other_rules)

    def changed(self, before: Verdict | None, after: Verdict | None) -> str:
        """A verdict before and after a rebuild, or a ruling."""
        return polling.changed_text(self._tongue, *self.apart(before, after))

    def apart(self, before: Verdict | None, after: Verdict | None, then: Speaker | None = None) -> tuple[str, str]:
        """A verdict before and after, in a line each in which the difference can be seen; nothing for one that is not
        there. `then` says the one before, where other rules hold for it."""
        from referee.words import apart

        return apart.apart(self._tongue, before, after, then._tongue if then is not None else None)

    def declared_now(self, at: datetime, cause: str) -> str:
        """Since when, and why, a post is judged as it is now."""
        return polling.now_text(self._tongue, at, cause)

    def declared_before(self, at: datetime, cause: str, line: str) -> str:
        """What was declared of a post before."""
        return polling.before_text(self._tongue, at, cause, line)

    def content(self, content: Content) -> str:
        """One content that a post ever had, what became of it, and when that was seen."""
        return contents.content_text(self._tongue, content)

    def content_differs(self, before: Content, after: Content) -> str:
        """In what a content of a post differs from the one before it; nothing where one is erased."""
        return contents.difference_text(self._tongue, before, after)

    def judged_as(self, number: int, *, is_gone: bool = False) -> str:
        """The number under which a post was judged that stands at another one now, or at none."""
        return full.judged_text(self._tongue, number, is_gone=is_gone)

    def moved(self, judged_as: int, number: int, *, is_gone: bool) -> str:
        """Where a post stands now, or stood last, that was judged under another number."""
        return full.moved_text(self._tongue, judged_as, number, is_gone=is_gone)

    def gone_from(self, number: int) -> str:
        """Before what is told of a post that stood at a number and is gone."""
        return full.gone_text(self._tongue, number)

    def made(self, settings: str, ledger: str) -> str:
        """What `init` made, and what to do next."""
        return polling.made_text(self._tongue, settings, ledger)

    def frozen(self, path: str) -> str:
        """A ledger lies where nothing may be written."""
        return polling.frozen_text(self._tongue, path)

    def held(self, who: str) -> str:
        """Another process polls already."""
        return polling.held_text(self._tongue, who)
