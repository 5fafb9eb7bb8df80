"""The story of a game, day by day, in sentences that its verdicts bear out; each leads to its verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import groupby

from markupsafe import Markup
from msgspec import Struct

from referee.model import Verdict
from referee.pages.basis import digest
from referee.pages.edition import NAME, Edition
from referee.pages.hall import Link, post_link
from referee.pages.paths import STORY, story_path
from referee.pages.plot import Beat, Day, Plot, Told
from referee.pages.view import Draft, Page
from referee.words.tongue import shown

#: Verdicts of one day that are told one by one; of a day with more those that matter (at least some), the others as a
#: sum.
A_DAY, SOME = 9, 4
#: Verdicts on one page of the story: a longer one goes on on the next, so that a page stays below 150 KB.
A_PAGE = 300
#: A lead of so few squares is told as close, one of so many as far.
_CLOSE, _FAR = 15, 200


class Line(Struct, frozen=True):
    """Sentences, and the post that they are about; without `post` about none."""

    text: str
    post: Link | None = None


class Saying(Struct, frozen=True):
    """Sentences, and the verdict that bears them out; without `of` none does."""

    text: str
    of: Verdict | None = None


class Chapter(Struct, frozen=True):
    """A day in words: where it stands on its page, what it is called, and what it brought."""

    anchor: str
    title: str
    lines: Sequence[Line]


class Part(Struct, frozen=True):
    """Some days of the story that stand on one page, with the place of the first among all days."""

    path: str
    first: int
    days: list[Day]


class Story:
    """The story of a game in one language; `begins` tells where each round begins in it."""

    def __init__(self, edition: Edition, plot: Plot) -> None:
        self._edition, self._plot = edition, plot
        self._parts = list(_parts(self._plot.days))
        self._called = _called(edition)
        self._digests: dict[int, bytes] = {}
        self.begins = {number: self._place(at) for number, at in self._plot.begins.items() if at < len(self._plot.days)}

    def pages(self) -> Iterator[Draft]:
        """The story on one page; one that is too long month by month, with a page that lists them in front."""
        if len(self._parts) > 1:
            rows = self._contents()
            yield self._edition.draft(STORY, partial(self._contents_page, rows), rows)
        for at, part in enumerate(self._parts):
            around = [
                (one.path, self._title(one))
                for one in (*self._parts[max(at - 1, 0) : at], *self._parts[at + 1 : at + 2])
            ]
            is_last = at == len(self._parts) - 1
            make = partial(self._page, part, around, is_last=is_last)
            yield self._edition.draft(part.path, make, self._made_of(part), around, is_last and self._edition.game.life)
        if not self._parts:
            yield self._edition.draft(STORY, self._nothing, "nothing")

    def _nothing(self) -> Page:
        return self._edition.page(STORY, "story.html", self._edition.say("story"), months=[], around=[])

    def _made_of(self, part: Part) -> list[object]:
        """All that a part tells; of days that are over it is no more than a digest."""
        befores = [self._before(part), *(day.day for day in part.days)]
        return [self._day_made_of(day, before) for day, before in zip(part.days, befores, strict=False)]

    def _day_made_of(self, day: Day, before: int | None) -> bytes:
        """All that a day tells: what happened, where the verdicts lie, and what the players in it are called."""
        known = self._digests.get(id(day))
        if known is None:
            of, lead = self._edition.places.of, day.lead
            told = [(one.beats, of(one.verdict), one.is_roll, one.steps, one.counts_on) for one in day.told]
            people = {trip for one in day.told for beat in one.beats for trip in (beat.who, *beat.others)}
            people.update((lead.who, lead.second) if lead else ())
            led = lead and (of(lead.verdict), lead.who, lead.square, lead.second, lead.behind)
            names = sorted((trip, self._name(trip)) for trip in people)
            known = self._digests[id(day)] = digest(day.day, before, day is self._plot.days[0], led, told, names)
        return known

    def _before(self, part: Part) -> int | None:
        """The last day before a part."""
        return self._plot.days[part.first - 1].day if part.first else None

    def _place(self, at: int) -> str:
        part = next(one for one in reversed(self._parts) if one.first <= at)
        return f"{part.path}#{_anchor(self._plot.days[at])}"

    def _contents_page(self, rows: Sequence[tuple[str, str, str]]) -> Page:
        return self._edition.page(STORY, "storymonths.html", self._edition.say("story"), parts=rows)

    def _contents(self) -> list[tuple[str, str, str]]:
        """Each part with its days, and who leads at their end."""
        rows, lead = [], ""
        for part in self._parts:
            for day in part.days:
                lead = self._name(day.lead.who) if day.lead else lead
            rows.append((part.path, self._title(part), lead))
        return rows

    def _title(self, part: Part) -> str:
        days = [day.day for day in part.days if day.day is not None]
        if not days:
            return self._edition.say("undated")
        speaker = self._edition.speaker
        return self._edition.say("from_to", first=speaker.full_day(days[0]), last=speaker.full_day(days[-1]))

    def _page(self, part: Part, around: Sequence[tuple[str, str]], *, is_last: bool) -> Page:
        edition, before = self._edition, self._before(part)
        heading = edition.say("story")
        months: list[tuple[str, list[Markup]]] = []
        for _, days in groupby(part.days, _month):
            told = []
            for day in days:
                end = f"end_{edition.game.life}" if is_last and day is part.days[-1] else ""
                made_of = (self._day_made_of(day, before), end)
                told.append(edition.row("day", part.path, made_of, partial(self._told, day, before, end)))
                before = day.day
            months.append((edition.say("undated") if before is None else edition.speaker.story_month(before), told))
        return edition.page(
            part.path,
            "story.html",
            heading if len(self._parts) == 1 else f"{heading} {self._title(part)}",
            months=months,
            around=around,
        )

    def _told(self, day: Day, before: int | None, end: str) -> Chapter:
        """A day as it is told; `end` are the words with which the story ends, for now or for good."""
        lines = list(self._day(day, before, is_first=day is self._plot.days[0]))
        if end:
            lines.append(Line(self._edition.speaker.story(end, 0)))
        return Chapter(_anchor(day), self._day_title(day), lines)

    def _day_title(self, day: Day) -> str:
        return self._edition.say("undated") if day.day is None else self._edition.speaker.day(day.day)

    def _day(self, day: Day, before: int | None, *, is_first: bool) -> Iterator[Line]:
        """A day: the quiet ones before it, what it brought, and who leads at its end."""
        said: Counter[str] = Counter()
        lines = list(self._quiet(before, day.day, said))
        rolls = sum(one.is_roll for one in day.told)
        if is_first and rolls:
            lines.append(self._plain("goes_on" if self._edition.game.start else "first_day", said))
        matter = _that_matter(day.told)
        if len(matter) < len(day.told):
            lines.append(self._plain("busy_day", said, n=rolls))
        lines += [self._line(one, said) for place, one in enumerate(day.told) if place in matter]
        others = [one for place, one in enumerate(day.told) if one.is_roll and place not in matter]
        if others:
            steps = sum(one.steps for one in others)
            kind = "rest_forward" if steps >= 0 else "rest_back"
            lines.append(self._plain(kind, said, n=len(others), target=abs(steps)))
        if day.lead is not None:
            gap = day.lead.square - day.lead.behind
            kind = "lead_close" if gap <= _CLOSE else "lead_far" if gap >= _FAR else "lead"
            text = self._say(Beat(kind, day.lead.who, (day.lead.second,), gap, target=day.lead.square), said)
            lines.append(Saying(text, day.lead.verdict))
        return self._pointing(lines)

    def _pointing(self, sayings: Iterable[Saying]) -> Iterator[Line]:
        """With the posts; the thread of one is told where it is not that of the post before it."""
        before = None
        for one in sayings:
            yield Line(one.text, post_link(self._edition, one.of, before) if one.of else None)
            before = one.of or before

    def _quiet(self, before: int | None, day: int | None, said: Counter[str]) -> Iterator[Saying]:
        if before is None or day is None or day - before < 2:
            return
        first, last = (self._edition.speaker.story_day(one) for one in (before + 1, day - 1))
        turn = day + said["quiet_day"]
        if day - before == 2:
            yield Saying(self._edition.speaker.story("quiet_day", turn, first=first))
        else:
            yield Saying(self._edition.speaker.story("quiet_days", turn, first=first, last=last))

    def _line(self, told: Told, said: Counter[str]) -> Saying:
        """What one verdict brought."""
        edition = self._edition
        text = edition.speaker.sentences(self._say(beat, said) for beat in told.beats)
        if told.counts_on is not None:
            other = edition.say("counts_on", day=edition.speaker.story_day(told.counts_on))
            text = f"{text} ({other})"
        return Saying(text, told.verdict)

    def _plain(self, kind: str, said: Counter[str], n: int = 0, target: int = 0) -> Saying:
        return Saying(self._say(Beat(kind, n=n, target=target), said))

    def _say(self, beat: Beat, said: Counter[str]) -> str:
        """A sentence; one of a kind is told otherwise than the one before it on that day."""
        edition, turn = self._edition, said[beat.kind]
        said[beat.kind] += 1
        speaker = edition.speaker
        shows = beat.kind in ("showed", "must_show")
        return speaker.story(
            beat.kind,
            turn,
            who=self._name(beat.who),
            others=speaker.listed([self._name(trip) for trip in beat.others]),
            n=beat.n,
            origin=beat.origin,
            target=beat.target,
            letters=speaker.things(tuple(beat.letters)) if shows else beat.letters,
        )

    def _name(self, trip: str) -> str:
        return self._called.get(trip) or self._edition.trip(trip)


def _called(edition: Edition) -> dict[str, str]:
    """Players by the names that they bear alone; whose name another one bears too has the trip beside it."""
    tables = (*(one.standings for one in edition.game.rounds), edition.game.standings)
    names = {row.player: shown(row.name, NAME) for rows in tables for row in rows}
    count = Counter(names.values())
    return {trip: name if count[name] == 1 else edition.who(trip) for trip, name in names.items() if name}


def _that_matter(told: Sequence[Told]) -> set[int]:
    """Which verdicts of a day (their places) are told one by one: all of a calm day, else those that matter most."""
    if len(told) <= A_DAY:
        return set(range(len(told)))
    places = sorted(range(len(told)), key=lambda place: (-told[place].weight, -abs(told[place].steps)))
    return {place for at, place in enumerate(places[:A_DAY]) if at < SOME or told[place].weight}


def _parts(days: Sequence[Day]) -> Iterator[Part]:
    """The days by pages: all on one, or month by month, the long ones in several parts."""
    if not days:
        return
    if sum(map(_length, days)) <= A_PAGE:
        yield Part(STORY, 0, list(days))
        return
    first = 0
    for month, of_month in groupby(days, _month):
        for number, part in enumerate(_cut(list(of_month)), 1):
            yield Part(story_path(month, number), first, part)
            first += len(part)


def _cut(days: Sequence[Day]) -> Iterator[list[Day]]:
    part: list[Day] = []
    for day in days:
        if part and sum(map(_length, part)) + _length(day) > A_PAGE:
            yield part
            part = []
        part.append(day)
    yield part


def _length(day: Day) -> int:
    return min(len(day.told), A_DAY)


def _month(day: Day) -> str:
    return "undated" if day.day is None else date.fromordinal(day.day).isoformat()[:7]


def _anchor(day: Day) -> str:
    return "undated" if day.day is None else f"d{date.fromordinal(day.day).isoformat()}"
