"""Posts by their content: what a reading of a thread adds, moves, edits and misses; nothing is ever dropped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Update, bindparam, delete, func, select, update

from referee.ledger import codec
from referee.ledger.bulk import insert_rows
from referee.ledger.games import count_again, count_in
from referee.ledger.merge import match
from referee.ledger.order import Place, before_known, in_order
from referee.ledger.records import Edited, Merged, PostLife, Renumbered
from referee.ledger.tables import game_threads, posts
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
    restated = _restated(core, thread, ref, edited)
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


def _restated(core: Connection, thread: int, ref: ThreadRef, edited: Sequence[Edited]) -> list[Edited]:
    """Which of some posts are no edits: a line in the place of what a page said of it, unless it tells of an erasure,
    and what a page says of a post in the place of a line that could not be read, or of a gap."""
    stood = select(posts.c.form, posts.c.payload, posts.c.replaces).where(posts.c.thread_id == thread)
    found = []
    for one in edited:
        row = core.execute(stood.where(posts.c.fingerprint == one.before)).one()
        before = codec.decode_post(row.form, row.payload, ref)
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


def count(core: Connection) -> int:
    """How many contents of posts are kept."""
    return core.scalar(select(func.count()).select_from(posts)) or 0
