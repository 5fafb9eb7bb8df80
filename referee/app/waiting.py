"""All that waits for the host of a game: what the verdicts in force leave open, rulings without effect, candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType

from referee.app.corrections import CORRECTION, Corrections
from referee.app.named import Numbers, NumbersNow, by_content
from referee.app.settle import Case, commands, of_orphan, settles
from referee.app.tables import GameTable
from referee.game import is_near_midnight
from referee.model import DAY_MILLIS, OpenItem, Ruling, ThreadRef, Verdict
from referee.words import cut
from referee.words.host import HostSpeaker

if TYPE_CHECKING:  # an audit that publishes meets neither
    from referee.app.follow import Found
    from referee.ledger import View

#: How many days of IDs are remembered, as in the game (RULES N3).
_DAYS = 3

#: The kind of an item that is about a ruling that changes nothing; its number is the first fact.
IDLE = "ruling_idle"
#: What names a post: its thread (identity) and fingerprint.
PostId = tuple[tuple[str, str, str], int]


class Waiting(Struct, frozen=True):
    """One thing that waits for the host, or that was settled by `rulings` (their numbers).

    `settle` are the commands that settle it; `number` is where its post stands now (0: nowhere, or it is about none);
    `verdicts` what is told beside it: of a correction, the post that is
    corrected and the post that corrects; `day` (an ordinal) when it came up; `found` the thread that may be the next.
    """

    item: OpenItem
    settle: tuple[str, ...] = ()
    rulings: tuple[int, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    post: PostId | None = None
    day: int | None = None
    found: Found | None = None
    number: int = 0

    @property
    def judged_as(self) -> int | None:
        """The number under which its post was judged, where another one means it now, or none does."""
        return self.item.number if self.post is not None and self.item.number != self.number else None

    @property
    def number_now(self) -> int | None:
        """The number to be told: that which means its post now; that of the item where its post is in no game."""
        return (self.number if self.post is not None else self.item.number) or None

    @property
    def is_open(self) -> bool:
        """Whether nothing has settled it."""
        return not self.rulings

    def text(self, speaker: HostSpeaker) -> str:
        """The fact, without thread and number."""
        if self.found is None:
            return speaker.item(self.item)
        return f"{speaker.candidate(self.found.candidate)}; {speaker.add_thread(self.found.address)}"

    def lines(self, speaker: HostSpeaker, width: int = 0) -> Iterator[str]:
        """The fact with its place, what is told beside it, then the commands (or what settled it).

        `width` cuts what is told to so many columns, but never what is to be copied: commands and addresses.
        """
        thread = f"{self.item.thread.board}/{self.item.thread.key}"
        where = f"{thread} {self.number_now}" if self.number_now else thread
        if self.judged_as is not None:
            where = f"{where} ({speaker.judged_as(self.judged_as, is_gone=not self.number)})"
        told = f"{where}: {self.text(speaker)}"
        yield cut(told, width) if width and self.found is None else told
        for verdict in self.verdicts:
            yield f"  {speaker.short(verdict, limit=width - 2)}" if width else f"  {speaker.short(verdict)}"
        if self.rulings:
            yield f"  {speaker.settled_by(self.rulings)}"
        yield from (f"  {command}" for command in self.settle)


class WaitingRow(Struct, frozen=True):
    """One open item as JSON: `{kind, why, thread, no, text, settle}`; `rulings` those that settled it (`--all`),
    `judged_as` the number under which its post was judged, where another one (`no`) means it now, or none."""

    kind: str
    why: str | None
    thread: str
    no: int | None
    text: str
    settle: tuple[str, ...]
    rulings: tuple[int, ...] | UnsetType = UNSET
    judged_as: int | UnsetType = UNSET


def waiting_row(one: Waiting, speaker: HostSpeaker) -> WaitingRow:
    """An open item with its sentence."""
    item = one.item
    rulings = one.rulings or UNSET
    judged_as = one.judged_as or UNSET
    return WaitingRow(
        item.kind, item.why, str(item.thread), one.number_now, one.text(speaker), one.settle, rulings, judged_as
    )  # fmt: skip


def scan_of(view: View, game: GameTable, *, many: bool = False) -> Scan:
    """A scan of a game; `many`: the settings have several games, so commands have to name theirs."""
    threads = [row.thread for row in view.threads(game.name)]
    return Scan(game, threads, NumbersNow(view), f" --game {game.name}" if many else "")


def scan_all(view: View, game: GameTable, *, many: bool = False) -> Scan:
    """A scan that has been given all verdicts in force."""
    scan = scan_of(view, game, many=many)
    for stored in view.verdicts(game.name):
        scan.add(stored.verdict)
    return scan


def waiting(scan: Scan, *, orphans: Sequence[Ruling] = (), candidates: Sequence[Found] = ()) -> list[Waiting]:
    """Everything that waits for the host or waited, in the order of the game, each fact once.

    An item is settled when a ruling in force is about its post, a pair by a ruling about either, if its kind bears on
    the item (`settle.SETTLED_BY`). `orphans` are rulings whose post is found no more, `candidates` threads that may be
    the next one of any game.
    """
    lost = [_orphaned(ruling, scan.option) for ruling in orphans]
    found = [_candidate(one) for one in candidates if one.game == scan.game.name]
    return [*lost, *scan.items(), *found]


def _orphaned(ruling: Ruling, option: str) -> Waiting:
    post = ruling.posts[0]
    item = OpenItem("ruling_orphaned", post.thread, post.number, ruling.kind, (str(ruling.id),))
    return Waiting(item, of_orphan(ruling, option))


def _candidate(found: Found) -> Waiting:
    return Waiting(OpenItem("next_thread", found.candidate.thread, 0), found=found)


class _Draft(Struct):
    """An item met, and the posts that it is about; a list that pairs share, since the other post may come later."""

    item: OpenItem
    verdict: Verdict
    about: list[PostId]
    day: int | None
    beside: tuple[Verdict, ...] = ()


class Scan:
    """Collects what waits from the verdicts in force of a game, given in its order; what it tells is told while the
    transaction lasts."""

    def __init__(self, game: GameTable, threads: Sequence[ThreadRef], numbers: Numbers, option: str = "") -> None:
        self.game = game
        self._numbers = numbers
        self.option = option
        keys = [thread.key for thread in threads]
        self.ambiguous = {key for key in keys if keys.count(key) > 1}
        self._rulings = {ruling.id: ruling for ruling in game.rulings}
        self._drafts: list[_Draft] = []
        self._listed: tuple[Waiting, ...] | None = None
        self._ruled: dict[PostId, tuple[int, ...]] = {}
        self._trips: set[str] = set()
        self._corrections = Corrections()
        self._midnights: dict[tuple[str, int], list[PostId]] = {}
        #: day → dice → who showed them last, and in which post
        self._ids: dict[int, dict[str, dict[str, PostId]]] = {}
        self._day: int | None = None

    def add(self, verdict: Verdict) -> None:
        """Take the next verdict."""
        self._listed = None
        post = _id_of(verdict)
        if verdict.rulings:
            self._ruled[post] = verdict.rulings
        self._corrections.add(verdict)
        near = self._near_midnight(verdict, post)
        for item in verdict.items:
            self._item(item, verdict, post, near)
        if "claim_differs" in verdict.notices and verdict.claim is not None:
            read, before, after = verdict.claim.read, verdict.claim.before, verdict.claim.after
            item = OpenItem("claim_differs", verdict.thread, verdict.number, None, (str(read), str(before), str(after)))
            self._draft(item, verdict, [post])
        self._remember(verdict, post)

    def items(self) -> tuple[Waiting, ...]:
        """All of them, in order; what rulings settled with their numbers."""
        if self._listed is None:
            self._listed = tuple(self._waiting())
        return self._listed

    def _waiting(self) -> Iterator[Waiting]:
        for draft in self._drafts:
            rulings = tuple(self._settling(draft))
            number = self._numbers.of(draft.verdict)
            settle = commands(self._case(draft, number)) if not rulings else ()
            beside = tuple(self._numbers.renumbered(verdict) for verdict in draft.beside)
            yield Waiting(draft.item, settle, rulings, beside, _id_of(draft.verdict), draft.day, number=number or 0)

    def _settling(self, draft: _Draft) -> Iterator[int]:
        """The rulings about a draft's posts that bear on it. What is said of a ruling itself stays open while that is
        in force, unless it was seen later."""
        after = int(draft.item.facts[0]) if draft.item.kind == IDLE else 0
        for number in dict.fromkeys(number for post in draft.about for number in self._ruled.get(post, ())):
            ruling = self._rulings.get(number)
            if ruling is not None and number > after and settles(ruling, draft.item):
                yield number

    def _case(self, draft: _Draft, number: int | None) -> Case:
        """An item as commands are made of it; a post that no number means is named by its content."""
        thread = draft.item.thread
        name = str(thread) if thread.key in self.ambiguous else thread.key
        accepted = self.game.table.settings.exposures == "link"
        post = f"{name}/{number or by_content(draft.verdict.fingerprint)}"
        about = self._rulings.get(int(draft.item.facts[0])) if draft.item.kind == IDLE else None
        goal = self.game.ruleset.goal
        return Case(draft.item, draft.verdict, post, goal, self.option, draft.day, accepted, about)

    def _draft(self, item: OpenItem, verdict: Verdict, about: list[PostId], beside: tuple[Verdict, ...] = ()) -> None:
        day = verdict.stamp.day if verdict.stamp is not None else self._day
        self._drafts.append(_Draft(item, verdict, about, day, beside))

    def _item(self, item: OpenItem, verdict: Verdict, post: PostId, near: list[PostId] | None) -> None:
        if item.kind == CORRECTION:
            corrected = self._corrections.of(item)
            if corrected is not None:
                self._draft(item, verdict, [post, _id_of(corrected)], (corrected, verdict))
        elif item.why == "same_id":
            self._draft(self._changed(item, verdict), verdict, [post, *self._others(item, verdict)])
        elif item.why == "midnight" and near is not None:
            self._draft(item, verdict, near)
        else:
            self._draft(item, verdict, [post])

    def _near_midnight(self, verdict: Verdict, post: PostId) -> list[PostId] | None:
        """The posts of this player close to the same midnight, this one among them; None far from any."""
        stamp = verdict.stamp
        if verdict.player is None or stamp is None or not is_near_midnight(stamp):
            return None
        is_after = stamp.millis < DAY_MILLIS // 2
        midnight = stamp.day if is_after else stamp.day + 1
        posts = self._midnights.setdefault((verdict.player, midnight), [])
        posts.append(post)
        return posts

    def _changed(self, item: OpenItem, verdict: Verdict) -> OpenItem:
        """The same ID under two trips of which the later one is new: possibly a trip that was changed."""
        dice, *both = item.facts
        new = verdict.player
        if new is None or new in self._trips or "" in both:
            return item
        old = both[0] if both[1] == new else both[1]
        return OpenItem("trip_change", item.thread, item.number, None, (dice, old, new))

    def _others(self, item: OpenItem, verdict: Verdict) -> Iterable[PostId]:
        """The post that showed the same ID on that day under the other trip (or none)."""
        if verdict.stamp is None or verdict.dice is None:
            return ()
        shown = self._ids.get(verdict.stamp.day, {}).get(verdict.dice, {})
        return (shown[who] for who in item.facts[1:] if who != (verdict.player or "") and who in shown)

    def _remember(self, verdict: Verdict, post: PostId) -> None:
        if verdict.player is not None:
            self._trips.add(verdict.player)
        if verdict.stamp is None:
            return
        self._day = verdict.stamp.day
        if verdict.dice is not None:
            known = self._ids[self._day] = self._ids.pop(self._day, {})  # the day last met stands last
            known.setdefault(verdict.dice, {})[verdict.player or ""] = post
            if len(self._ids) > _DAYS:
                del self._ids[next(iter(self._ids))]


def _id_of(verdict: Verdict) -> PostId:
    return verdict.thread.identity, verdict.fingerprint
