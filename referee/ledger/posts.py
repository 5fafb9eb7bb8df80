"""Posts by their content: what a reading of a thread adds, moves, edits and misses; nothing is ever dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Update, bindparam, delete, func, or_, select, tuple_, update

from referee.ledger import codec
from referee.ledger.bulk import insert_rows
from referee.ledger.games import count_again, count_in, ref_of
from referee.ledger.merge import match
from referee.ledger.order import Place, before_known, in_order
from referee.ledger.records import Edited, Merged, PostLife, Renumbered, StoredPost
from referee.ledger.tables import captures, game_threads, posts, threads
from referee.ledger.times import maybe_from_text
from referee.model import FROM_PAGE, KEEPS_NUMBERS, Post, ThreadRef

#: How many values stand in one IN.
_MANY = 500
_BY_CONTENT = (posts.c.thread_id == bindparam("of_thread"), posts.c.fingerprint == bindparam("content"))
_GONE: Update = (
    update(posts).where(*_BY_CONTENT).values(status=bindparam("now"), gone_capture=bindparam("gone_since"))
)  # fmt: skip
_INSTEAD: Update = (
    update(posts)
    .where(*_BY_CONTENT)
    .values(
        fingerprint=bindparam("instead"), number=bindparam("at_number"), status="present", gone_capture=None,
        form=bindparam("in_form"), payload=bindparam("with_payload"),
    )
)  # fmt: skip
_FOLLOWS: Update = (
    update(posts)
    .where(posts.c.thread_id == bindparam("of_thread"), posts.c.replaces == bindparam("content"))
    .values(replaces=bindparam("instead"))
)
_SEEN: Update = (
    update(posts)
    .where(*_BY_CONTENT)
    .values(number=bindparam("at_number"), status=bindparam("now"), gone_capture=bindparam("gone_since"))
)


def put(
    core: Connection,
    thread: int,
    ref: ThreadRef,
    reading: Sequence[Post],
    capture: int,
    from_number: int,
    *,
    in_place: bool = False,
) -> Merged:
    """Merge a reading of a thread, from `from_number` on, into what is known; what it changed.

    `capture` is the one that brought it; `ref` the thread as its row has it. `in_place`: new posts come in the order of
    the reading, also before what is known; else behind it.
    """
    before = _present(core, thread, from_number)
    known = _known(core, thread, [post.fingerprint for post in reading], whole=from_number == 1)
    after = sorted(((post.number, post.fingerprint) for post in reading), key=lambda line: line[0])
    still = frozenset(fingerprint for _, fingerprint in after)
    matched = match(before, after, frozenset(known))
    stood_at = _stood_at(core, thread, ref, before, [post.number for post in reading if post.status == "erased"])
    # A page adds what is not in the dat, and takes nobody's place.
    kept = still if in_place else frozenset()
    fresh, edited, renumbered, back, unchanged = _sort(reading, known, matched.stands_for, stood_at, kept)
    restated = _restated(core, thread, edited)
    edited = [one for one in edited if one not in restated]
    weaker = {one.before for one in restated}
    gone = tuple(one for one in matched.gone if one not in weaker)
    _restate(core, thread, ref, restated)
    order = in_order(fresh, edited, capture)
    rows_of = {one: one for one in (*known, *(one.post.fingerprint for one in restated))}
    rows_of |= {one.post.fingerprint: one.before for one in edited}
    moved_in = before_known(core, thread, reading, fresh, rows_of) if in_place else {}
    rows = [*((post, None) for post in fresh), *((one.post, one.before) for one in edited)]
    _insert(core, thread, ref, rows, {**order, **moved_in})
    _set_gone(core, thread, gone, capture)
    _set_seen(core, thread, [*back, *(moved.post for moved in renumbered)])
    if restated:
        for game in core.scalars(select(game_threads.c.game_id).where(game_threads.c.thread_id == thread)).all():
            count_again(core, game)
    elif fresh:
        count_in(core, thread, ref.identity, (post.fingerprint for post in fresh))
    return Merged(
        tuple(fresh), tuple(edited), tuple(restated), tuple(renumbered), tuple(back), gone, unchanged, bool(moved_in)
    )  # fmt: skip


def _sort(
    reading: Sequence[Post],
    known: Mapping[int, tuple[int, PostLife]],
    stands_for: Mapping[int, int],
    stood_at: Mapping[int, int],
    kept: frozenset[int],
) -> tuple[list[Post], list[Edited], list[Renumbered], list[Post], int]:
    """The posts of a reading, by what each is to what is known: new, edited, renumbered, back again, or (their number)
    as before. `kept` are contents whose place nobody takes."""
    fresh: list[Post] = []
    edited: list[Edited] = []
    renumbered: list[Renumbered] = []
    back: list[Post] = []
    unchanged = 0
    for post in reading:
        row = known.get(post.fingerprint)
        if row is None:
            stood = stands_for.get(post.fingerprint)
            if stood is None and post.status == "erased":  # nobody writes a post that is erased: something was there
                stood = stood_at.get(post.number)
            elif stood in kept and post.status != "erased":
                stood = None
            if stood is None:
                fresh.append(post)
            else:
                edited.append(Edited(post, stood))
            continue
        number, status = row
        if status == "gone":
            back.append(post)
        elif number != post.number:
            renumbered.append(Renumbered(post, number))
        else:
            unchanged += status == "present"
            back += [post] if status == "thread_gone" else []
    return fresh, edited, renumbered, back, unchanged


def _stood_at(
    core: Connection, thread: int, ref: ThreadRef, before: list[tuple[int, int]], erased: list[int]
) -> dict[int, int]:
    """Which content stood at which number, where an erased post may tell of its end.

    On boards whose lines carry their numbers no number is given twice: what was gone already still had its own, and the
    gap that a later post makes there tells of the same end.
    """
    stood = dict(before)
    if ref.family not in KEEPS_NUMBERS:
        return stood
    for part in (erased[at : at + _MANY] for at in range(0, len(erased), _MANY)):
        gone = (
            select(posts.c.number, posts.c.fingerprint)
            .where(posts.c.thread_id == thread, posts.c.status == "gone", posts.c.number.in_(part))
            .order_by(posts.c.gone_capture, posts.c.first_capture)
        )
        stood = {row.number: row.fingerprint for row in core.execute(gone)} | stood
    return stood


def _restated(core: Connection, thread: int, edited: Sequence[Edited]) -> list[Edited]:
    """Which of some posts are no edits: a line in the place of what a page said of it, unless it tells of an erasure,
    and what a page says of a post in the place of a line that could not be read, or of a gap."""
    found = []
    for one in edited:
        row = core.execute(_selected().where(posts.c.thread_id == thread, posts.c.fingerprint == one.before)).one()
        before = _stored(row).post
        if one.post.source == FROM_PAGE:
            outranks = before.source != FROM_PAGE and (before.status == "broken" or before.is_gap)
        else:
            outranks = before.source == FROM_PAGE and one.post.status not in ("erased", "broken")
        if outranks and row.replaces is None:
            found.append(one)
    return found


def _restate(core: Connection, thread: int, ref: ThreadRef, restated: Iterable[Edited]) -> None:
    """Put contents in the rows of others, where these stood in the order of the game, and let what followed these
    follow them."""
    for one in restated:
        form, payload = codec.encode_post(one.post, ref)
        row = {"of_thread": thread, "content": one.before, "instead": one.post.fingerprint}
        core.execute(_INSTEAD, {**row, "at_number": one.post.number, "in_form": form, "with_payload": payload})
        core.execute(_FOLLOWS, row)


def set_thread_gone(core: Connection, thread: int) -> int:
    """Tell of a thread's posts that the thread is no more to be had; how many were still there."""
    is_present = (posts.c.thread_id == thread, posts.c.status == "present")
    return core.execute(update(posts).where(*is_present).values(status="thread_gone")).rowcount


def stream(core: Connection, *, thread: int | None = None, first_only: bool = True) -> Iterator[StoredPost]:
    """Posts of one thread, or of all, in the order in which they were first seen.

    `first_only` leaves out what later stood in the place of another: the posts that a game is judged by.
    """
    query = _selected()
    if thread is not None:
        query = query.where(posts.c.thread_id == thread)
    if first_only:
        query = query.where(posts.c.replaces.is_(None))
    for row in core.execute(query.order_by(posts.c.first_capture, posts.c.first_number)):
        yield _stored(row)


def versions(core: Connection, thread: int, number: int) -> tuple[StoredPost, ...]:
    """What stands, or last stood, at a number of a thread, with every content that stood there before it; oldest first.

    Where nothing has the number any more, nothing is told.
    """
    return next(iter(at_number(core, thread, number)), ())


def at_number(core: Connection, thread: int, number: int) -> tuple[tuple[StoredPost, ...], ...]:
    """The posts that have a number of a thread, or had it last before they were gone, each with all its contents, the
    oldest first: what stands there comes first, then what is gone, the last one seen there before the others."""
    newest = {row.fingerprint: row for row in _newest(core, thread).values() if row.number == number}
    return tuple(_with_older(core, thread, row.fingerprint) for row in sorted(newest.values(), key=_rank))


def with_content(core: Connection, thread: int, fingerprint: int) -> tuple[StoredPost, ...]:
    """The post that has, or had, a content: all its contents, oldest first; empty where none has."""
    newest = _newest(core, thread).get(fingerprint)
    return () if newest is None else _with_older(core, thread, newest.fingerprint)


def named(core: Connection, thread: int) -> dict[int, int]:
    """Of each content of a thread the number that means its post now (see `at_number`); none of a post that is gone
    where another one took its number, or was gone later."""
    newest = _newest(core, thread)
    meant: dict[int, Any] = {}
    for row in newest.values():
        if row.number not in meant or _rank(row) < _rank(meant[row.number]):
            meant[row.number] = row
    return {one: row.number for one, row in newest.items() if meant[row.number].fingerprint == row.fingerprint}


def _newest(core: Connection, thread: int) -> dict[int, Any]:
    """Of each content of a thread: the row of the one that its post has, or had last."""
    rows = core.execute(
        select(
            posts.c.fingerprint, posts.c.number, posts.c.first_number, posts.c.replaces, posts.c.status,
            posts.c.gone_capture, posts.c.first_capture,
        ).where(posts.c.thread_id == thread)
    ).all()  # fmt: skip
    replaces = {row.fingerprint: row.replaces for row in rows}
    newest: dict[int, Any] = {}
    firsts: dict[int, int] = {}
    for row in rows:
        first = row.fingerprint
        while (before := replaces[first]) is not None:
            first = before
        firsts[row.fingerprint] = first
        other = newest.get(first)
        if other is None or _is_later(row, other):
            newest[first] = row
    return {content: newest[first] for content, first in firsts.items()}


def _rank(row: Any) -> tuple[bool, int, int]:
    """The order of posts that share a number: what stands there, then what is gone, the newest first."""
    return row.status == "gone", -row.first_capture, -row.first_number


def _is_later(row: Any, other: Any) -> bool:
    """Whether of two contents of one post the first was seen there later."""
    mine, others = (
        (one.status != "gone", one.gone_capture or 0, one.first_capture, one.fingerprint) for one in (row, other)
    )
    return mine > others


def rewritten(core: Connection, game: int) -> Iterator[StoredPost]:
    """Every content of the posts of a game that had more than one, and of those that are gone, as they came."""
    of_game = posts.c.thread_id.in_(select(game_threads.c.thread_id).where(game_threads.c.game_id == game))
    replaced = select(posts.c.thread_id, posts.c.replaces).where(of_game, posts.c.replaces.is_not(None))
    is_replaced = tuple_(posts.c.thread_id, posts.c.fingerprint).in_(replaced)
    query = _selected().where(of_game, or_(posts.c.replaces.is_not(None), posts.c.status == "gone", is_replaced))
    return map(_stored, core.execute(query.order_by(posts.c.first_capture, posts.c.first_number)))


def _with_older(core: Connection, thread: int, newest: int) -> tuple[StoredPost, ...]:
    """A content with those that it replaced, oldest first."""
    found: list[StoredPost] = []
    content: int | None = newest
    while content is not None:
        row = core.execute(_selected().where(posts.c.thread_id == thread, posts.c.fingerprint == content)).one()
        found.append(_stored(row))
        content = row.replaces
    return tuple(reversed(found))


def forget(core: Connection, game: int) -> None:
    """Drop the posts of a game's threads, to be made anew from captures; what was declared about them stays."""
    mine = select(game_threads.c.thread_id).where(game_threads.c.game_id == game)
    _delete(core, posts.c.thread_id.in_(mine))
    others = select(game_threads.c.game_id).where(game_threads.c.thread_id.in_(mine)).distinct()
    for other in core.scalars(others).all():
        count_again(core, other)


def forget_linked(core: Connection) -> None:
    """The same for the posts of threads that are in no game."""
    _delete(core, posts.c.thread_id.not_in(select(game_threads.c.thread_id)))


def _delete(core: Connection, which: ColumnElement[bool]) -> None:
    core.execute(update(posts).where(which).values(replaces=None))
    core.execute(delete(posts).where(which))


def _present(core: Connection, thread: int, from_number: int) -> list[tuple[int, int]]:
    rows = core.execute(
        select(posts.c.number, posts.c.fingerprint)
        .where(posts.c.thread_id == thread, posts.c.number >= from_number, posts.c.status != "gone")
        .order_by(posts.c.number, posts.c.first_capture)
    )
    return [(row.number, row.fingerprint) for row in rows]


def _known(core: Connection, thread: int, fingerprints: list[int], *, whole: bool) -> dict[int, tuple[int, PostLife]]:
    """Which contents the thread ever had, each with its number and status."""
    query = select(posts.c.fingerprint, posts.c.number, posts.c.status).where(posts.c.thread_id == thread)
    queries: Iterable[Select[Any]] = (query,)
    if not whole:
        parts = (fingerprints[at : at + _MANY] for at in range(0, len(fingerprints), _MANY))
        queries = (query.where(posts.c.fingerprint.in_(part)) for part in parts)
    return {row.fingerprint: (row.number, row.status) for one in queries for row in core.execute(one)}


def _insert(
    core: Connection, thread: int, ref: ThreadRef, fresh: list[tuple[Post, int | None]], order: Mapping[int, Place]
) -> None:
    rows = [
        {
            "thread_id": thread,
            "fingerprint": post.fingerprint,
            "number": post.number,
            "first_number": number,
            "first_capture": capture,
            "gone_capture": None,
            "status": "present",
            "replaces": replaces,
            "form": form,
            "payload": payload,
        }
        for post, replaces in fresh
        for form, payload in (codec.encode_post(post, ref),)
        for capture, number in (order[post.fingerprint],)
    ]
    insert_rows(core, posts, rows)


def _set_gone(core: Connection, thread: int, gone: Iterable[int], capture: int) -> None:
    rows = [{"of_thread": thread, "content": one, "now": "gone", "gone_since": capture} for one in gone]
    if rows:
        core.execute(_GONE, rows)


def _set_seen(core: Connection, thread: int, seen: Iterable[Post]) -> None:
    rows = [
        {
            "of_thread": thread,
            "content": post.fingerprint,
            "at_number": post.number,
            "now": "present",
            "gone_since": None,
        }
        for post in seen
    ]
    if rows:
        core.execute(_SEEN, rows)


_first = captures.alias("first")
_gone = captures.alias("gone")


def _selected() -> Select[Any]:
    return (
        select(
            posts, threads.c.board, threads.c.key, threads.c.host, threads.c.family,
            _first.c.seen_at.label("first_seen"), _gone.c.seen_at.label("gone_at"),
        )
        .join(threads, threads.c.id == posts.c.thread_id)
        .join(_first, _first.c.id == posts.c.first_capture)
        .outerjoin(_gone, _gone.c.id == posts.c.gone_capture)
    )  # fmt: skip


def _stored(row: Any) -> StoredPost:
    return StoredPost(
        codec.decode_post(row.form, row.payload, ref_of(row)),
        row.number,
        row.status,
        maybe_from_text(row.first_seen),
        maybe_from_text(row.gone_at),
        row.replaces,
        row.first_capture,
    )


def count(core: Connection) -> int:
    """How many contents of posts are kept."""
    return core.scalar(select(func.count()).select_from(posts)) or 0
