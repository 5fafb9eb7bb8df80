"""Text made to be pasted into a thread: a verdict, the standings, a hand-over, the next template, the rules.

Each is a list of posts within the limits of the board; every post begins with `OWN_TEXT`, so that nothing of it counts.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct

from referee.app.boardlimits import kept_limits, limits_of_file
from referee.app.book import ruled
from referee.app.handing import hand_over, handover_posts, left_behind
from referee.app.named import judged_state, must_know
from referee.app.pastview import count_of_day, count_of_post, state_after
from referee.app.seat import Seat
from referee.app.showrules import template_posts
from referee.app.spans import Spans, spans
from referee.app.tables import GameTable
from referee.app.why import explain_verdict, why
from referee.errors import SourceError, UsageError
from referee.fetch import reading_address
from referee.game import standings
from referee.ledger import View
from referee.model import GameState, PostLimits, Standing, ThreadRef, Verdict, day_text
from referee.words.host import HostSpeaker


class Paster(Struct, frozen=True):
    """Whoever makes text of a game: `site_url` is where its pages are served, empty where they are not; `settings` a
    saved SETTING.TXT that tells what a post may hold, None: what is known of the board."""

    seat: Seat
    speaker: HostSpeaker
    site_url: str = ""
    settings: str | None = None

    def verdict(self, post: str) -> list[str]:
        """One verdict in full.

        Raises:
            UsageError: no such thread or post, or nothing was declared of it; or as `_limits`.
        """
        found = why(self.seat.ledger, self.seat.game, post)
        told = found.posts[0]
        verdict = told.verdicts()[-1]
        with self.seat.ledger.read() as view:
            _, state = self._state(view)
            is_here = state.thread is not None and verdict.thread.is_same(state.thread)
            place = f">>{verdict.number}" if is_here else f"{verdict.thread}/{verdict.number}"
            page = self._page_of(view, told.stored[-1].verdict)
            lines = explain_verdict(told, self.speaker)
            return self.speaker.pasted_verdict(place, lines, page, self._limits(view, state.thread))

    def standings(self, *, changed: bool = False, since: str | None = None) -> list[str]:
        """The standings; only the rows that changed since a day ended (`YYYY-MM-DD`) or a post (`[THREAD/]N`) where
        that is asked for: without `since`, since the day before that of the last post.

        Raises:
            UsageError: nothing was judged yet, or `since` is neither; or as `_limits`.
        """
        with self.seat.ledger.read() as view:
            game, state = self._state(view)
            if state.day is None:
                raise UsageError(game.name, "no post with a date is known of this game yet", "run: referee poll")
            rows = standings(state, game.readings(state.ruleset))
            place = f">>{state.number} ({self.speaker.day(state.day)})"
            ranges: Spans = spans(view, game, state)
            limits = self._limits(view, state.thread)
            if not changed and since is None:
                return self.speaker.pasted_standings(place, rows, ranges, limits)
            count, told = self._since(view, game, state.day, since)
            before = state_after(view, game, count)
            moved = changes(standings(before, game.readings(before.ruleset)), rows)
            return self.speaker.pasted_standings(place, rows, ranges, limits, told, moved)

    def _since(self, view: View, game: GameTable, today: int, since: str | None) -> tuple[int, str]:
        """How many verdicts stood then, and what that time is called."""
        day = today - 1 if since is None else day_of(since)
        if day is not None:
            return count_of_day(view, game.name, day), self.speaker.day_end(day)
        assert since is not None  # else there is a day
        return count_of_post(view, game.name, since), f">>{since}" if since.isdecimal() else since

    def handover(self) -> tuple[list[str], list[int]]:
        """The hand-over of the game as it stands; and the numbers of rulings that it leaves behind, though they matter
        to posts to come.

        Raises:
            UsageError: nothing was judged yet; or as `_limits`.
        """
        with self.seat.ledger.read() as view:
            game, state = self._state(view)
            handed = hand_over(view, game, state, self.seat.title)
            told = handover_posts(handed, self.speaker, self._limits(view, state.thread))
            return told, left_behind(game, state)

    def template(self) -> list[str]:
        """What belongs into the template of the next thread: first home, rules in short, earlier threads, standings.

        Raises:
            UsageError: as `_limits`.
        """
        with self.seat.ledger.read() as view:
            game, state = self._state(view)
            rows = standings(state, game.readings(state.ruleset))
            first = next((row for row in rows if row.home), None)
            title = self.seat.title or game.name
            threads = [address for row in view.threads(game.name) if (address := _address(view, row.thread))]
            limits = self._limits(view, state.thread)
            return self.speaker.pasted_template(title, first, threads, rows, self._page(), limits)

    def rules(self) -> list[str]:
        """The events of the ruleset, as `rules show --template` has them.

        Raises:
            UsageError: as `_limits`.
        """
        with self.seat.ledger.read() as view:
            _, state = self._state(view)
            return template_posts(self.seat.game.ruleset, self.speaker.lang, self._limits(view, state.thread))

    def _state(self, view: View) -> tuple[GameTable, GameState]:
        must_know(view, self.seat.game.name)
        game = ruled(view, self.seat.game)
        return game, judged_state(view, game)

    def _limits(self, view: View, thread: ThreadRef | None) -> PostLimits:
        """What a post may hold.

        Raises:
            UsageError: the file of settings can't be used.
        """
        return kept_limits(view, thread) if self.settings is None else limits_of_file(self.settings)

    def _page(self, path: str = "") -> str | None:
        """The address of a page of the game."""
        if not self.site_url:
            return None
        from referee.pages.paths import FOLDERS, slug  # what makes pages is loaded only where there are some

        return f"{self.site_url.rstrip('/')}/{slug(self.seat.game.name)}/{FOLDERS[self.speaker.lang]}{path}"

    def _page_of(self, view: View, verdict: Verdict) -> str | None:
        """The address of the page of a verdict."""
        if not self.site_url:
            return None
        from referee.pages.paths import Places

        places = Places(stored.verdict for stored in view.verdicts(self.seat.game.name))
        return self._page(places.of(verdict))


def day_of(text: str) -> int | None:
    """The ordinal of a day (`YYYY-MM-DD`); None where a text is none."""
    from datetime import date

    with suppress(ValueError):
        day = date.fromisoformat(text).toordinal()
        if day_text(day) == text:
            return day
    return None


def changes(before: tuple[Standing, ...], after: tuple[Standing, ...]) -> dict[str, int]:
    """Who stands otherwise than before, by how many squares: whose square, states or rolls are others, and who is new.
    Who was only overtaken, and whose rest is over, did not change."""
    known = {row.player: row for row in before}
    moved = {}
    for row in after:
        old = known.get(row.player)
        if old is None or _what_holds(old) != _what_holds(row) or row.rest_until not in (None, old.rest_until):
            moved[row.player] = row.square - (old.square if old is not None else 0)
    return moved


def _what_holds(row: Standing) -> tuple[object, ...]:
    return row.square, row.home, row.rolls, row.held, row.chance, row.extra_rolls


def _address(view: View, thread: ThreadRef) -> str | None:
    """Where people read a thread."""
    cursor = view.cursor(thread)
    try:
        return reading_address(thread, cursor.address if cursor is not None else "")
    except SourceError:
        return None
