"""The games kept here, and their threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, func, insert, select, update

from referee.ledger.journal import append
from referee.ledger.records import NO_POSTS
from referee.ledger.tables import game_threads, games, posts, threads
from referee.model import ThreadRef


def ref_of(row: Row[Any]) -> ThreadRef:
    """The thread of a row that has its columns."""
    return ThreadRef(row.board, row.key, row.host, row.family)


def put_game(core: Connection, name: str, settings: bytes, at: str) -> bool:
    """Write a game and its settings (JSON); whether anything changed. A change stands in the journal."""
    row = core.execute(select(games.c.id, games.c.settings).where(games.c.name == name)).one_or_none()
    text = settings.decode()
    if row is not None and row.settings == text:
        return False
    if row is None:
        core.execute(insert(games), {"name": name, "settings": text, "posts_digest": NO_POSTS})
    else:
        core.execute(update(games).where(games.c.id == row.id), {"settings": text})
    append(core, at, "settings/1", {"game": name, "settings": text})
    return True


def put_thread(core: Connection, thread: ThreadRef, title: str | None) -> int:
    """Write a thread, and its title where that is known; its id."""
    site, board, key = thread.identity
    found = core.execute(
        select(threads).where(threads.c.site == site, threads.c.board == board, threads.c.key == key)
    ).one_or_none()
    if found is None:
        row = {"site": site, "board": board, "key": key, "host": thread.host, "family": thread.family, "title": title}
        done = core.execute(insert(threads), row).inserted_primary_key
        assert done is not None
        return int(done[0])
    if title is not None and title != found.title:
        core.execute(update(threads).where(threads.c.id == found.id), {"title": title})
    return int(found.id)


def join_game(core: Connection, game: int, thread: int, label: dict[str, Any], at: str) -> int:
    """Make a thread the next one of a game, if it is none of its threads yet; its place, counted from 1."""
    mine = game_threads.c.game_id == game
    known = core.scalar(select(game_threads.c.ordinal).where(mine, game_threads.c.thread_id == thread))
    if known is not None:
        return int(known)
    ordinal = (core.scalar(select(func.max(game_threads.c.ordinal)).where(mine)) or 0) + 1
    core.execute(insert(game_threads), {"game_id": game, "ordinal": ordinal, "thread_id": thread})
    append(core, at, "thread/1", {**label, "ordinal": ordinal})
    if core.scalar(select(func.count()).select_from(posts).where(posts.c.thread_id == thread)):
        count_again(core, game)  # it was read before, as a thread that extra rolls link to
    return ordinal


def order_threads(
    core: Connection, game: int, wanted: Sequence[tuple[str, str, str]], label: dict[str, Any], at: str
) -> bool:
    """Put the threads of a game in an order, given by their identities; whether posts come in another order now.

    A thread that is not named stays behind the one that it came after. A change stands in the journal.
    """
    rows = core.execute(
        select(game_threads.c.ordinal, game_threads.c.thread_id, threads.c.site, threads.c.board, threads.c.key)
        .join(threads, threads.c.id == game_threads.c.thread_id)
        .where(game_threads.c.game_id == game)
        .order_by(game_threads.c.ordinal)
    ).all()
    before = {(row.site, row.board, row.key): int(row.thread_id) for row in rows}
    named = dict.fromkeys(one for one in wanted if one in before)
    behind: dict[tuple[str, str, str] | None, list[tuple[str, str, str]]] = {}
    last = None
    for one in before:
        if one in named:
            last = one
        else:
            behind.setdefault(last, []).append(one)
    after = behind.get(None, []) + [one for first in named for one in (first, *behind.get(first, ()))]
    if after == [*before] and [row.ordinal for row in rows] == [*range(1, len(rows) + 1)]:
        return False
    core.execute(delete(game_threads).where(game_threads.c.game_id == game))
    new = [{"game_id": game, "ordinal": place, "thread_id": before[one]} for place, one in enumerate(after, 1)]
    core.execute(insert(game_threads), new)
    append(core, at, "order/1", {**label, "threads": after})
    read = set(core.scalars(select(posts.c.thread_id).where(posts.c.thread_id.in_(before.values())).distinct()))
    return [one for one in before if before[one] in read] != [one for one in after if before[one] in read]


def comes_last(core: Connection, game: int, thread: int) -> bool:
    """Whether no post is known of the threads of a game that come after one of them."""
    mine = game_threads.c.game_id == game
    place = select(game_threads.c.ordinal).where(mine, game_threads.c.thread_id == thread).scalar_subquery()
    has_posts = exists().where(posts.c.thread_id == game_threads.c.thread_id)
    later = select(game_threads.c.thread_id).where(mine, game_threads.c.ordinal > place, has_posts).limit(1)
    return core.scalar(later) is None


def count_in(core: Connection, thread: int, identity: tuple[str, str, str], fresh: Iterable[int]) -> None:
    """Carry the posts digest of each game of a thread on over the fingerprints of new posts, in order."""
    rows = core.execute(
        select(games.c.id, games.c.posts_digest)
        .join(game_threads, game_threads.c.game_id == games.c.id)
        .where(game_threads.c.thread_id == thread)
    ).all()
    fresh = tuple(fresh)
    for row in rows:
        digest = row.posts_digest
        for fingerprint in fresh:
            digest = _with_post(digest, identity, fingerprint)
        core.execute(update(games).where(games.c.id == row.id), {"posts_digest": digest})


def count_again(core: Connection, game: int) -> str:
    """Make the posts digest of a game anew from its posts, and tell it."""
    digest = posts_digest(core, game)
    core.execute(update(games).where(games.c.id == game), {"posts_digest": digest})
    return digest


def posts_digest(core: Connection, game: int) -> str:
    """The digest that the posts of a game have."""
    rows = core.execute(
        select(threads.c.site, threads.c.board, threads.c.key, posts.c.fingerprint)
        .select_from(posts)
        .join(threads, threads.c.id == posts.c.thread_id)
        .join(game_threads, game_threads.c.thread_id == posts.c.thread_id)
        .where(game_threads.c.game_id == game, posts.c.replaces.is_(None))
        .order_by(posts.c.first_capture, posts.c.first_number)
    )
    digest = NO_POSTS
    for site, board, key, fingerprint in rows:
        digest = _with_post(digest, (site, board, key), fingerprint)
    return digest


def _with_post(digest: str, identity: tuple[str, str, str], fingerprint: int) -> str:
    return sha256(f"{digest} {' '.join(identity)} {fingerprint}".encode()).hexdigest()


def thread_ref(core: Connection, thread: int) -> ThreadRef:
    """The thread of a row."""
    return ref_of(core.execute(select(threads).where(threads.c.id == thread)).one())
