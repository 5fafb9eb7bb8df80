"""What a parser makes of a line: posts with their stamps, names and links, and problems."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Literal

from msgspec import Struct

from referee.model.thread import ThreadRef

DAY_MILLIS = 86_400_000

#: Years that a board can have printed; a stamp of another one is unreadable.
BOARD_YEARS = range(1970, 3000)
#: The days of these years, ordinals.
BOARD_DAYS = range(date(BOARD_YEARS.start, 1, 1).toordinal(), date(BOARD_YEARS.stop, 1, 1).toordinal())

#: Fraction digits of a stamp that has no seconds (`12:34`).
MINUTES = -1
#: Fraction digits of a stamp that has a day and no time (`NY:AN:NY.AN`).
DAY_ONLY = -2


def day_text(day: int) -> str:
    """An ordinal day as `YYYY-MM-DD`."""
    return date.fromordinal(day).isoformat()


class Stamp(Struct, frozen=True, gc=False, array_like=True):
    """When a post was made, in the board's clock (JST), as precisely as the board printed it.

    `day` is the proleptic Gregorian ordinal of the date; `millis` counts from midnight (0 when `digits` is `DAY_ONLY`);
    `digits` is the number of fraction digits printed, `MINUTES` for a stamp without seconds, `DAY_ONLY` for one
    without a time; `printed` the time as the board printed it, in ISO form.
    """

    day: int
    millis: int
    digits: int
    printed: str = ""

    @property
    def second(self) -> int | None:
        """Whole seconds of the minute, or None when the board printed none (E-PT)."""
        return self.millis // 1000 % 60 if self.digits >= 0 else None

    @property
    def fraction(self) -> str:
        """The fraction digits as printed, `""` when there are none."""
        return f"{self.millis % 1000:03d}"[: self.digits] if self.digits > 0 else ""

    @property
    def iso(self) -> str:
        """ISO 8601 with `+09:00`, as precise as printed; the date alone when no time was printed."""
        return day_text(self.day) + self.clock

    @property
    def moment(self) -> datetime:
        """The same without a zone; boards print times beyond midnight, and days beyond all calendars (the last moment
        of all)."""
        try:
            return datetime.fromordinal(self.day) + timedelta(milliseconds=self.millis)
        except OverflowError:
            return datetime.max

    @property
    def clock(self) -> str:
        """What stands behind the date in `iso`: nothing when no time was printed."""
        if self.printed:
            return f"T{self.printed}+09:00"
        if self.digits == DAY_ONLY:
            return ""
        minutes, millis = divmod(self.millis, 60_000)
        if self.digits == MINUTES:
            return f"T{minutes // 60:02d}:{minutes % 60:02d}+09:00"
        fraction = f".{self.fraction}" if self.digits else ""
        return f"T{minutes // 60:02d}:{minutes % 60:02d}:{millis // 1000:02d}{fraction}+09:00"

    def is_older_than(self, other: Stamp) -> bool:
        """Whether this stamp lies before the other, both cut to the coarser precision of the two (RULES X3)."""
        unit = _UNIT[min(self.digits, other.digits)]
        return (self.day, self.millis // unit) < (other.day, other.millis // unit)


#: Milliseconds in the finest unit that a stamp with so many fraction digits can tell.
_UNIT = {DAY_ONLY: DAY_MILLIS, MINUTES: 60_000, 0: 1000, 1: 100, 2: 10, 3: 1}


class Name(Struct, frozen=True, gc=False, array_like=True):
    """The name field, taken apart.

    `raw` is the field as sent; `text` what a person sees, server marks left out and host names masked as `***`; `typed`
    only what the player typed (where a claimed total is looked for, RULES N2); `trip` a genuine trip with its ◆ or
    None; `lookalike` text that only looks like a trip (typed ◆ or ◇, or one made by a reference); `cap` a genuine
    cap (★); `host` whether the server printed a host name there (fusianasan, RULES S6).
    """

    raw: str
    text: str
    typed: str
    trip: str | None = None
    lookalike: str | None = None
    cap: str | None = None
    host: bool = False


class Link(Struct, frozen=True, gc=False, array_like=True):
    """A link in a body: `url` normalised (with its scheme, jump pages stripped); for an address of a board also
    the thread and, when the link names just one post, its number. `picture` as in RULES S6."""

    url: str
    thread: ThreadRef | None = None
    number: int | None = None
    picture: bool = False


IdKind = Literal["shown", "hidden", "none", "not_an_id"]
PostStatus = Literal["normal", "erased", "server_notice", "broken"]


#: `Post.source` of what was read from a page: a weaker source than lines.
FROM_PAGE = "html"


class Post(Struct, frozen=True, gc=False, array_like=True):
    """One line of a thread, read.

    `number` counts from 1 in the thread; `fingerprint` is a 64-bit digest of the content that does not depend on the
    number; `mail` is None when the source hides it; `stamp` is None when it can't be read, `date` is the date field
    as printed, without what names the poster; `id` is the ID as shown, `dice_id` the same without marks that boards
    append to it (●, .net, (主)), both None unless `id_kind` is `shown`; `body` is the mark-up as sent, decoded;
    `source` names the format it was read from.
    """

    thread: ThreadRef
    number: int
    fingerprint: int
    name: Name
    mail: str | None
    date: str
    stamp: Stamp | None
    id: str | None
    dice_id: str | None
    id_kind: IdKind
    body: str
    links: tuple[Link, ...] = ()
    status: PostStatus = "normal"
    source: str = "dat"

    @property
    def is_gap(self) -> bool:
        """Whether only a number that is missing between two others tells of this post: it was truly removed."""
        return self.status == "erased" and not (self.name.raw or self.mail or self.date or self.body)


class Problem(Struct, frozen=True, gc=False):
    """Bad input as a value: nothing is dropped silently, nothing invented.

    `kind` is one of `unreadable broken_line bad_bytes bad_stamp refused_source not_a_thread seen_before` …;
    `thread` and `number` tell where, `source` the file; `detail` the facts for the sentence that `words` makes.
    """

    kind: str
    thread: ThreadRef | None = None
    number: int | None = None
    source: str = ""
    detail: str = ""
