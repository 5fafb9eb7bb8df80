"""Two readings of one thread laid side by side by what their posts say: numbers move when a post is taken out."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from referee.model import Post
from referee.parse.content import content_key
from referee.parse.text import plain_text

#: A post of each reading that are one post; None where a reading lacks it.
Pair = tuple[Post | None, Post | None]
#: Places in the first and in the second reading.
_Places = tuple[int, int]
_SECOND = 1000


class _Gap(Struct, frozen=True):
    """The places between two posts known to be the same: `before` and `behind` are how many numbers the second reading
    is short there (None behind the last one)."""

    ours: list[int]
    theirs: list[int]
    before: int
    behind: int | None


def align(ours: Sequence[Post], theirs: Sequence[Post]) -> list[Pair]:
    """All posts of two readings in one order, each once: that of the first, and those of the second alone where they
    stand between others, by their time.

    The same is what has the same content, else the same second and ID, else what stands at the same place between
    two that are the same, unless time, body and poster all differ. Where posts were taken out, or behind the last one
    that is in both, a post of another time, or of another poster and body, is another post. What was erased or can't be
    read goes by its place.
    """
    sides = _Sides(ours, theirs)
    gaps = [_Gap([*range(len(ours))], [*range(len(theirs))], 0, None)]
    for key in (_content, _by_poster):
        gaps = [part for gap in gaps for part in sides.part(gap, key, is_anywhere=key is _content)]
    for gap in gaps:
        sides.pair_by_place(gap)
    return list(sides.in_order())


def readable(post: Post) -> str:
    """The body as people read it, without white space."""
    return "".join(plain_text(post.body).split())


class _Sides:
    """Both readings, and which places of them are found to be the same post."""

    def __init__(self, ours: Sequence[Post], theirs: Sequence[Post]) -> None:
        self._ours, self._theirs = ours, theirs
        self._partner: dict[int, int] = {}

    def part(self, gap: _Gap, key: Callable[[Post], object], *, is_anywhere: bool) -> Iterator[_Gap]:
        """Pair what has the same key in a gap, and give the gaps between; `is_anywhere` also pairs what stands in
        another order."""
        mine = _told_apart((place, key(self._ours[place])) for place in gap.ours)
        yours = _told_apart((place, key(self._theirs[place])) for place in gap.theirs) if mine else {}
        both = [(place, yours[one]) for one, place in mine.items() if one in yours]
        if not both:
            yield gap
            return
        fixed = _rising(both)
        self._partner.update(both if is_anywhere else fixed)
        taken = {place for _, place in (both if is_anywhere else fixed)}
        ours = [place for place in gap.ours if place not in self._partner]
        theirs = [place for place in gap.theirs if place not in taken]
        before, at, its = gap.before, 0, 0
        for place, partner in fixed:
            upto, its_end = bisect_left(ours, place), bisect_left(theirs, partner)
            behind = self._ours[place].number - self._theirs[partner].number
            if upto > at or its_end > its:
                yield _Gap(ours[at:upto], theirs[its:its_end], before, behind)
            at, its, before = upto, its_end, behind
        if at < len(ours) or its < len(theirs):
            yield _Gap(ours[at:], theirs[its:], before, gap.behind)

    def pair_by_place(self, gap: _Gap) -> None:
        """Pair what stands at the same place of a gap, counted from before it, then from behind it."""
        is_whole = gap.before == gap.behind  # nothing was taken out here
        at_number = {self._ours[place].number: place for place in gap.ours}
        shifts = [gap.before] if gap.behind in (None, gap.before) else [gap.before, gap.behind]
        met: set[int] = set()
        for shift in shifts:
            for partner in gap.theirs:
                post = self._theirs[partner]
                number = post.number + (shift or 0)
                place = None if partner in met else at_number.get(number)
                if place is not None and _is_same(self._ours[place], post, is_whole=is_whole):
                    del at_number[number]
                    met.add(partner)
                    self._partner[place] = partner

    def in_order(self) -> Iterator[Pair]:
        """All posts in one order."""
        met = set(self._partner.values())
        at, its, shift = 0, 0, 0
        for place, partner in [*_rising(self._partner.items()), (len(self._ours), len(self._theirs))]:
            alone = [self._theirs[one] for one in range(its, partner) if one not in met]
            told = 0
            for mine in range(at, place):
                while told < len(alone) and _stands_before(alone[told], self._ours[mine], shift):
                    yield None, alone[told]
                    told += 1
                yield self._pair(mine)
            yield from ((None, post) for post in alone[told:])
            if place < len(self._ours):
                yield self._pair(place)
                shift = self._ours[place].number - self._theirs[partner].number
            at, its = place + 1, partner + 1

    def _pair(self, place: int) -> Pair:
        partner = self._partner.get(place)
        return self._ours[place], None if partner is None else self._theirs[partner]


def _told_apart(keys: Iterable[tuple[int, object]]) -> dict[tuple[object, int], int]:
    """Places by their keys, equal ones counted."""
    seen: Counter[object] = Counter()
    found = {}
    for place, key in keys:
        if key is not None:
            seen[key] += 1
            found[key, seen[key]] = place
    return found


def _rising(pairs: Iterable[_Places]) -> list[_Places]:
    """The most of some pairs that stand in the same order on both sides."""
    tails: list[int] = []
    ends: list[int] = []
    ordered = sorted(pairs)
    previous: list[int] = []
    for index, (_, partner) in enumerate(ordered):
        length = bisect_left(tails, partner)
        previous.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [partner]
        ends[length : length + 1] = [index]
    found = []
    index = ends[-1] if ends else -1
    while index >= 0:
        found.append(ordered[index])
        index = previous[index]
    return found[::-1]


def _content(post: Post) -> object:
    return content_key(post) if post.status not in ("erased", "broken") else None


def _by_poster(post: Post) -> object:
    """Second and ID, or trip where there is no ID; a minute has room for several posts of one."""
    poster = post.dice_id or post.name.trip
    return (_moment(post), poster) if post.stamp is not None and post.stamp.digits >= 0 and poster else None


def _moment(post: Post) -> tuple[int, int] | None:
    """When a post was made, to the second: pages may print no finer times."""
    return (post.stamp.day, post.stamp.millis // _SECOND) if post.stamp is not None else None


def _is_same(one: Post, other: Post, *, is_whole: bool) -> bool:
    """Whether two posts of one place are the same one."""
    if one.status != "normal" or other.status != "normal":
        return True
    same_body = readable(one) == readable(other)
    same_poster = (one.name.text, one.name.trip) == (other.name.text, other.name.trip)
    same_poster &= None in (one.dice_id, other.dice_id) or one.dice_id == other.dice_id
    same_time = not _at_other_times(one, other)
    return (same_time or same_body or same_poster) if is_whole else same_time and (same_body or same_poster)


def _at_other_times(one: Post, other: Post) -> bool:
    if one.stamp is None or other.stamp is None or _moment(one) == _moment(other):
        return False
    return one.stamp.is_older_than(other.stamp) or other.stamp.is_older_than(one.stamp)


def _stands_before(theirs: Post, ours: Post, shift: int) -> bool:
    """Whether a post of the second reading alone comes before one of the first: by time, else by number."""
    if theirs.stamp is not None and ours.stamp is not None and _at_other_times(theirs, ours):
        return theirs.stamp.is_older_than(ours.stamp)
    return theirs.number + shift < ours.number
