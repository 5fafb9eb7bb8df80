"""Reading what was declared: verdicts in force in the order of the game, all that was ever said of a post, moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, LargeBinary, Select, and_, func, literal, or_, select

from referee.ledger import codec
from referee.ledger.games import ref_of
from referee.ledger.records import StoredMove, StoredVerdict
from referee.ledger.tables import IS_IN_FORCE, game_threads, moves, posts, rulesets, threads, verdicts, withdrawals
from referee.ledger.times import from_text

#: The order of a game.
_IN_ORDER = (game_threads.c.ordinal, posts.c.first_capture, posts.c.first_number, verdicts.c.id)


def in_force(
    core: Connection, game: int, round_: int, thread: int | None = None, mentioning: Sequence[str] = ()
) -> Iterator[StoredVerdict]:
    """The verdicts in force, in the order of the game: by thread, and as their posts were first seen.

    With `mentioning`, those alone in whose bytes one of the words stands; deflated ones can't be looked into.
    """
    query = (
        _selected()
        .outerjoin(posts, _is_its_post)
        .outerjoin(game_threads, _is_its_place)
        .where(verdicts.c.game_id == game, verdicts.c.round == round_, IS_IN_FORCE)
        .order_by(*_IN_ORDER)
    )
    if thread is not None:
        query = query.where(verdicts.c.thread_id == thread)
    if mentioning:
        words = [func.instr(verdicts.c.payload, literal(word.encode(), LargeBinary)) > 0 for word in mentioning]
        query = query.where(or_(verdicts.c.form.notin_(codec.PLAIN_FORMS), *words))
    return map(_stored, core.execute(query))


def after(core: Connection, game: int, round_: int, number: int) -> tuple[StoredVerdict, ...]:
    """The verdicts in force that were declared after one (its id), in the order of declaring."""
    query = (
        _selected()
        .where(verdicts.c.game_id == game, verdicts.c.round == round_, verdicts.c.id > number, IS_IN_FORCE)
        .order_by(verdicts.c.id)
    )
    return tuple(map(_stored, core.execute(query)))


def of_post(core: Connection, game: int, round_: int, thread: int, number: int) -> tuple[StoredVerdict, ...]:
    """All that was ever declared of the posts that have or had a number of a thread: oldest first.

    The number is that under which the post was judged, or the one at which its content was last seen.
    """
    there = select(posts.c.fingerprint).where(posts.c.thread_id == thread, posts.c.number == number)
    is_meant = (verdicts.c.number == number) | verdicts.c.fingerprint.in_(there)
    return _all(core, game, round_, thread, is_meant)


def of_contents(
    core: Connection, game: int, round_: int, thread: int, contents: Sequence[int]
) -> tuple[StoredVerdict, ...]:
    """All that was ever declared of some contents of a thread: oldest first."""
    return _all(core, game, round_, thread, verdicts.c.fingerprint.in_(contents))


def _all(
    core: Connection, game: int, round_: int, thread: int, is_meant: ColumnElement[bool]
) -> tuple[StoredVerdict, ...]:
    query = (
        _selected()
        .where(verdicts.c.game_id == game, verdicts.c.round == round_, verdicts.c.thread_id == thread, is_meant)
        .order_by(verdicts.c.id)
    )
    return tuple(map(_stored, core.execute(query)))


def declared_anew(core: Connection, game: int, round_: int) -> Iterator[StoredVerdict]:
    """Of every post of which more than one thing was declared, all that was; and what was withdrawn: oldest first."""
    is_one_of_several = or_(verdicts.c.in_force == 0, verdicts.c.supersedes.is_not(None))
    query = _selected().where(verdicts.c.game_id == game, verdicts.c.round == round_, is_one_of_several)
    return map(_stored, core.execute(query.order_by(verdicts.c.id)))


def moves_in_force(core: Connection, game: int, round_: int) -> Iterator[StoredMove]:
    """The moves of the verdicts in force, in the order of the game."""
    query = (
        select(moves, verdicts.c.number, threads.c.board, threads.c.key, threads.c.host, threads.c.family)
        .join(verdicts, verdicts.c.id == moves.c.verdict_id)
        .join(threads, threads.c.id == verdicts.c.thread_id)
        .outerjoin(posts, _is_its_post)
        .outerjoin(game_threads, _is_its_place)
        .where(verdicts.c.game_id == game, verdicts.c.round == round_, IS_IN_FORCE)
        .order_by(*_IN_ORDER, moves.c.place)
    )
    for row in core.execute(query):
        yield StoredMove(
            row.player, row.origin, row.target, row.cause, row.verdict_id, row.place, ref_of(row), row.number
        )


_is_its_place = and_(game_threads.c.game_id == verdicts.c.game_id, game_threads.c.thread_id == verdicts.c.thread_id)
_is_its_post = and_(posts.c.thread_id == verdicts.c.thread_id, posts.c.fingerprint == verdicts.c.fingerprint)


def _selected() -> Select[Any]:
    return (
        select(
            verdicts, rulesets.c.digest, threads.c.board, threads.c.key, threads.c.host, threads.c.family,
            withdrawals.c.cause.label("withdrawn"),
        )
        .join(rulesets, rulesets.c.id == verdicts.c.ruleset_id)
        .join(threads, threads.c.id == verdicts.c.thread_id)
        .outerjoin(withdrawals, withdrawals.c.verdict_id == verdicts.c.id)
    )  # fmt: skip


def _stored(row: Any) -> StoredVerdict:
    return StoredVerdict(
        row.id,
        codec.decode_verdict(row.form, row.payload, ref_of(row), row.digest),
        from_text(row.declared_at),
        row.cause,
        row.supersedes,
        bool(row.in_force),
        row.withdrawn,
    )
