"""Who speaks to the host: all that `Speaker` says, and what is said at the host's table alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.model import PostLimits, Standing
from referee.words import evening, paste
from referee.words.speaker import Speaker


class HostSpeaker(Speaker):
    """Says what waits, how an evening went, and what is to be pasted; a module of its own, so that no poll loads it."""

    def nothing_waits(self) -> str:
        """Nothing is open for the host."""
        return evening.nothing_waits(self._tongue)

    def settled_by(self, rulings: Sequence[int]) -> str:
        """Which rulings settled an item."""
        return evening.settled_by(self._tongue, rulings)

    def more_waits(self, count: int) -> str:
        """How many more items wait, and the command that lists them."""
        return evening.more_waits(self._tongue, count)

    def evening_heading(self, title: str, thread: str, day: int, rolls: int) -> tuple[str, str]:
        """The game, thread and day of an evening; and how many rolls it had."""
        return evening.heading(self._tongue, title, thread, day), evening.rolls_header(self._tongue, rolls)

    def can_roll(self, day: int, players: Sequence[str]) -> tuple[str, ...]:
        """Who may roll on a day, in lines of a terminal's width; so too the next two."""
        return tuple(evening.can_roll(self._tongue, day, players))

    def resting(self, players: Sequence[tuple[str, int]]) -> tuple[str, ...]:
        """Who rests until when; no line where nobody does."""
        return tuple(evening.resting(self._tongue, players))

    def extra_rolls(self, players: Sequence[tuple[str, int]]) -> tuple[str, ...]:
        """Who may roll on another board, and how often; no line where nobody may."""
        return tuple(evening.extra_rolls(self._tongue, players))

    def paste_header(self, number: int, of: int) -> str:
        """What stands over a post that is to be pasted, and is no part of it."""
        return evening.paste_header(self._tongue, number, of)

    def results(
        self,
        day: int,
        told: Sequence[str],
        rows: Sequence[Standing],
        spans: Mapping[str, tuple[int, int]],
        limits: PostLimits = paste.USUAL,
    ) -> list[str]:
        """The results of a day as posts to be pasted: lines of rolls (`told`), and the standings."""
        return paste.results(self._tongue, day, told, rows, spans, limits)

    def pasted_standings(
        self,
        place: str,
        rows: Sequence[Standing],
        spans: Mapping[str, tuple[int, int]],
        limits: PostLimits,
        since: str = "",
        moved: Mapping[str, int] | None = None,
    ) -> list[str]:
        """The standings up to a place as posts; of those who changed alone where `moved` tells by how many squares."""
        return paste.standings(self._tongue, place, rows, spans, limits, since, moved)

    def pasted_verdict(self, place: str, told: Iterable[str], page: str | None, limits: PostLimits) -> list[str]:
        """One verdict (its lines) as posts, with the address of its page."""
        return paste.verdict(self._tongue, place, told, page, limits)

    def pasted_template(
        self,
        title: str,
        first: Standing | None,
        threads: Sequence[str],
        rows: Sequence[Standing],
        page: str | None,
        limits: PostLimits,
    ) -> list[str]:
        """What belongs into the template of the next thread, as posts."""
        return paste.template(self._tongue, title, first, threads, rows, page, limits)

    def handover_heading(self, title: str) -> str:
        """Over the posts of a hand-over."""
        return paste.handover_heading(self._tongue, title)

    def handed_over(self, players: int, thread: str, number: int, by: str, numbers: Sequence[int]) -> str:
        """With how many players a game opens, up to which post, and who pasted that where."""
        return paste.handed_over(self._tongue, players, thread, number, by, numbers)

    def other_rules(self) -> str:
        """The rules of a hand-over are not those of that name here."""
        return paste.other_rules(self._tongue)

    def left_behind(self, ruling: int) -> str:
        """A ruling that still matters, and that a hand-over does not hold."""
        return paste.left_behind(self._tongue, ruling)

    def day_end(self, day: int) -> str:
        """The end of a day (an ordinal), as what something changed since."""
        return evening.day_end(self._tongue, day)
