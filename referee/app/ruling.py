"""The host's rulings: drafted, checked, shown with what they change, and written; all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from referee.app.acts import make_act
from referee.app.book import Book, Entry, Event, added, amended, read_book, under, undone, write
from referee.app.contents import content_of, trips_in
from referee.app.effect import Effect
from referee.app.histories import history, posts_of
from referee.app.ingest import judge_all
from referee.app.named import Moved, NumbersNow, judged_post, judged_state, must_know
from referee.app.pattern import KINDS, Pattern, chosen, narrowed, read_pattern
from referee.app.settings import Game, Settings
from referee.app.tables import GameTable
from referee.errors import UsageError
from referee.game import TripOf, contradiction, day_taken
from referee.ledger import Ledger, Tx, View
from referee.model import Post, PostKey, Ruling, Verdict, normalise_url
from referee.model.ruling import AcceptLink, Act, Door, SetSquare

#: Rulings that were typed have no place in a file.
NO_ROWS: Mapping[int, str] = {}
#: Makes the events of a change, of what the ledger tells and the book as it stands.
Make = Callable[[View, Book], Sequence[Event]]


class Request(Struct, frozen=True):
    """A ruling as the host gives it, through either door: about one post, or about all that a pattern fits."""

    kind: str
    post: str | None
    pattern: Pattern | None
    values: Mapping[str, object]
    reason: str
    author: str
    door: Door = "terminal"


class Proposal(Struct, frozen=True):
    """A change of the book that was not made yet: every post that it touches (as judged now; None: not judged), which
    of them another number means now, and what would be otherwise after it."""

    book: Book
    events: tuple[Event, ...]
    posts: tuple[tuple[PostKey, Verdict | None], ...]
    moved: Moved
    effect: Effect


def author_of(author: str | None, game: Game, settings: Settings) -> str:
    """Who decides: who is named, else the host of the settings, else just the host."""
    return (author or "").strip() or next(iter(game.host), "") or ("host" if settings.lang == "en" else "主")


def draft(view: View, game: GameTable, request: Request, where: str, base: Ruling | None = None) -> Ruling:
    """A ruling as it would be written, but for its number and time; an amended one (`base`) keeps what is not named.

    Raises:
        UsageError: no reason, an unknown kind or value, a post that is not there, a pattern that fits none.
    """
    must_know(view, game.name)
    stays = base is not None and request.post is None and request.pattern is None
    must_be_whole(request, where, keeps_posts=stays)
    same_kind = base is not None and base.kind == request.kind
    act = game.kept(
        make_act(request.kind, request.values, game.ruleset, where, base.act if base and same_kind else None)
    )
    if stays:
        assert base is not None
        if base.pattern:
            _must_take_patterns(request.kind, where)
        keys, pattern = base.posts, base.pattern
    else:
        posts = _posts(view, game.name, request, where)
        act = _fitting(act, posts, where)
        keys = tuple(PostKey(post.thread, post.number, post.fingerprint) for post in posts)
        pattern = str(request.pattern) if request.pattern is not None else ""
    return Ruling(0, keys, act, request.reason.strip(), request.author, "", request.door, pattern)


def redraft(view: View, game: GameTable, request: Request, where: str, base: Ruling) -> Ruling:
    """A ruling of a row that says something else about the same posts: it keeps them, by their contents, whatever
    numbers they have by now, and nothing else.

    Raises:
        UsageError: no reason, a value that is missing or wrong.
    """
    must_be_whole(request, where)
    act = game.kept(make_act(request.kind, request.values, game.ruleset, where))
    post = content_of(view, base.posts[0])
    if post is not None:  # else it is told as orphaned, as before
        act = _fitting(act, (post,), where)
    return replace(base, act=act, reason=request.reason.strip(), author=request.author)


def must_be_whole(request: Request, where: str, *, keeps_posts: bool = False) -> None:
    """See to it that a request has a reason, and a post or a pattern that its kind takes (`keeps_posts`: or neither).

    Raises:
        UsageError: it has not.
    """
    if not request.reason.strip():
        raise UsageError(where, "has no reason", "give one, players will read it: --reason TEXT, or reason = in a file")
    if (request.post is None) == (request.pattern is None) and not keeps_posts:
        what = "names no post" if request.post is None else "names a post and a pattern"
        raise UsageError(where, what, "give one of them: THREAD/N, or a pattern")
    if request.pattern is not None:
        _must_take_patterns(request.kind, where)


def _must_take_patterns(kind: str, where: str) -> None:
    if kind not in KINDS:
        raise UsageError(where, f"{kind} is about one post, not about a pattern", "name the post")


def _posts(view: View, game: str, request: Request, where: str) -> list[Post]:
    if request.post is not None:
        return [judged_post(view, game, request.post, where).post]
    assert request.pattern is not None
    posts = list(chosen(request.pattern, posts_of(view, game)))
    if not posts:
        raise UsageError(where, f"no post fits {request.pattern}", "in patterns * stands for anything, ? for a sign")
    return posts


def _fitting(act: Act, posts: Sequence[Post], where: str) -> Act:
    """The act as it is about a post: a link as the post has it; whose square is set."""
    post = posts[0]
    if isinstance(act, SetSquare) and act.player is None and post.name.trip is None:
        raise UsageError(where, f"who wrote {post.number} has no trip", "say whose square it is: player ◆…")
    if isinstance(act, AcceptLink):
        links = [link.url for link in post.links if link.thread is not None]
        if not links:
            raise UsageError(where, f"{post.number} links to no thread of a board", "name the post with the link")
        if act.url is not None:
            act = replace(act, url=normalise_url(act.url))
            if act.url not in links:
                raise UsageError(where, f"{post.number} has no link {act.url}", f"its links: {' '.join(links)}")
    return act


def add(game: GameTable, request: Request, where: str, now: datetime) -> Make:
    """A new ruling."""
    return lambda view, book: [added(book, draft(view, game, request, where), now)]


def amend(game: GameTable, number: int, request: Request, now: datetime, *, has_file: bool) -> Make:
    """A ruling in another form: it keeps its number, and of what the request leaves out, what it was (`kind` empty: the
    kind too)."""

    def make(view: View, book: Book) -> list[Event]:
        entry = _standing(book, number, has_file)
        where = f"ruling {number}"
        asked = request if request.kind else replace(request, kind=entry.ruling.kind)
        if asked.pattern is not None and asked.post is None:
            known = read_pattern(entry.ruling.pattern, where) if entry.ruling.pattern else None
            asked = replace(asked, pattern=narrowed(known, asked.pattern, where))
        ruling = draft(view, game, asked, where, entry.ruling)
        changed = replace(ruling, door=entry.ruling.door)
        return [amended(entry, changed, changed.reason, changed.author, now)]

    return make


def undo(number: int, reason: str, author: str, now: datetime, *, has_file: bool) -> Make:
    """A ruling that holds no more."""

    def make(_: View, book: Book) -> list[Event]:
        entry = _standing(book, number, has_file)
        if not reason.strip():
            raise UsageError(f"ruling {number}", "is undone without a reason", "give one: --reason TEXT")
        return [undone(entry, reason.strip(), author, now)]

    return make


def _standing(book: Book, number: int, has_file: bool) -> Entry:
    """The ruling of a number, which is in force and may be changed at the terminal.

    Raises:
        UsageError: it is none, was undone, or stands in the file of rulings.
    """
    entry, where = book.entry(number), f"ruling {number}"
    if entry is None:
        told = f"the last one is {len(book.entries)}" if book.entries else "there are none yet"
        raise UsageError(where, "there is no such ruling", f"{told}; see: referee ruling list --all")
    if entry.is_undone:
        raise UsageError(where, "was undone already", "make a new one: referee ruling add")
    if entry.ruling.door == "file" and has_file:
        raise UsageError(where, "stands in the file of rulings", "change its row there, or take it out")
    return entry


def checked(book: Book, events: Iterable[Event], trip_of: TripOf, rows: Mapping[int, str] = NO_ROWS) -> Book:
    """The book after some events, each of which can stand beside what is in force when all of them have happened.

    Raises:
        UsageError: a ruling contradicts another; those of `rows` (their ids) are called by their place in a file.
    """
    made = []
    for event in events:
        book = book.after(event)
        if event.what != "undo":
            made.append(event)
    to_come = {event.ruling.id for event in made}
    for event in made:
        to_come.discard(event.ruling.id)
        others = (one for one in book.in_force if one.id not in to_come)
        found = contradiction(event.ruling, others, trip_of)
        if found is not None:
            entry = book.entry(found.other)
            other = rows.get(found.other) or f"ruling {found.other}" + (f" ({entry.ruling.kind})" if entry else "")
            about = f" about {found.post.thread}/{found.post.number}" if found.post is not None else ""
            hint = "take one of them out" if found.other in rows else "amend or undo that; see: referee ruling list"
            raise UsageError(called(event, rows), _CONTRADICTS[found.why].format(other=other) + about, hint)
    return book


_CONTRADICTS = {
    "other": "contradicts {other}",
    "twice": "says again what {other} says",
    "alias": "joins a trip that {other} joins to another player",
    "ring": "joins trips in a ring with {other}",
    "outage": "gives other dice than {other} for the same time",
}


def propose(ledger: Ledger, game: GameTable, make: Make) -> Proposal:
    """What would become of a game by a change of its book; nothing is written.

    Raises:
        UsageError: the change is refused. RulesetError: a ruling names a ruleset that can't be used.
    """
    with ledger.read() as view:
        must_know(view, game.name)
        book = read_book(view, game.name)
        game = under(view, game, book)
        judged_state(view, game)
        events = tuple(make(view, book))
        after_book = checked(book, events, trips_in(view))
        posts = posts_of(view, game.name)
        before, after = (history(view, one, posts) for one in (game, game.ruled(after_book.in_force)))
        about = [post for event in events for post in event.ruling.posts]
        moved = NumbersNow(view).moved(about)
    refuse_taken(after.verdicts, events)
    now = {(one.thread.board, one.thread.key, one.fingerprint): one for one in before.verdicts}
    touched = tuple((post, now.get((post.thread.board, post.thread.key, post.fingerprint or 0))) for post in about)
    return Proposal(book, events, touched, moved, before.against(after))


def save(ledger: Ledger, game: GameTable, proposal: Proposal, now: datetime) -> None:
    """Write what was proposed and judge the game under it, in one transaction.

    Raises:
        UsageError: the book was changed meanwhile, or a post that came meanwhile speaks against it; nothing is written.
    """
    with ledger.write(now) as tx:
        if read_book(tx, game.name) != proposal.book:
            raise UsageError("ruling", "the rulings were changed meanwhile", "see: referee ruling list; then try again")
        put(tx, game, proposal.book, proposal.events)


def put(tx: Tx, game: GameTable, book: Book, events: Sequence[Event], rows: Mapping[int, str] = NO_ROWS) -> None:
    """Write events that were checked, and judge the game under the book after them.

    Raises:
        UsageError: a post that is counted has its day used by another; the transaction must end.
    """
    for event in events:
        write(tx, event)
        book = book.after(event)
    numbers = ", ".join(str(event.ruling.id) for event in events)
    judge_all(tx, under(tx, game, book), f"ruling {numbers}")
    refuse_taken((stored.verdict for stored in tx.verdicts(game.name)), events, rows)


def refuse_taken(verdicts: Iterable[Verdict], events: Iterable[Event], rows: Mapping[int, str] = NO_ROWS) -> None:
    """See to it that no post is counted on a day that its player used by another one (T1).

    Raises:
        UsageError: one is; names both posts.
    """
    made = {event.ruling.id: event for event in events if event.what != "undo"}
    found = day_taken(verdicts, (event.ruling for event in made.values()))
    if found is not None:
        post, by = (f"{one.thread}/{one.number}" for one in (found.post, found.by))
        what = f"{post} can't count: {found.post.player} rolled on that day by {by}"
        hint = f"make that one chat first: referee ruling add chat {by} --reason …"
        raise UsageError(called(made[found.ruling], rows), what, hint)


def called(event: Event, rows: Mapping[int, str]) -> str:
    """What a change is called in a refusal: its place in a file, or what was typed."""
    return rows.get(event.ruling.id) or f"ruling {event.what} {event.ruling.kind}"
