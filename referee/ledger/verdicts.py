"""What was declared: appended, superseded with a cause, withdrawn; never changed and never dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from referee.errors import LedgerConflict
from referee.ledger import codec
from referee.ledger.bulk import insert_rows
from referee.ledger.journal import append, digest_of, digest_of_all
from referee.ledger.records import Declared, Move
from referee.ledger.tables import IS_IN_FORCE, IS_ROLL, moves, rulesets, verdicts, withdrawals
from referee.model import Shown, ThreadRef, Verdict

_MANY = 500


class Putter:
    """Puts verdicts of one game and round, all declared at one time."""

    def __init__(self, core: Connection, game: int, game_name: str, round_: int, at: str) -> None:
        self._core = core
        self._game = game
        self._name = game_name
        self._round = round_
        self._at = at
        self._of_game = (verdicts.c.game_id == game, verdicts.c.round == round_)

    def put(self, given: Sequence[tuple[int, ThreadRef, Verdict]], cause: str, *, second_rolls: bool) -> Declared:
        """Declare verdicts, each with the id and the ref of its thread's row. One that stands already, word for word,
        stands on; one that differs supersedes what stood."""
        standing = _standing(self._core, self._of_game, given)
        unchanged: list[tuple[int, Verdict]] = []
        todo: list[tuple[int, ThreadRef, Verdict, int | None, int]] = []
        for thread, ref, verdict in given:
            row = standing.get((thread, verdict.fingerprint))
            if row is None:
                todo.append((thread, ref, verdict, None, 0))
            elif _is(row, ref, verdict):
                unchanged.append((row.id, verdict))
            else:
                todo.append((thread, ref, verdict, row.id, row.again))
        if not todo:
            return Declared(unchanged=tuple(unchanged))
        old = [before for *_, before, _ in todo if before is not None]
        for part in _parts(old):
            self._core.execute(update(verdicts).where(verdicts.c.id.in_(part)).values(in_force=0))
        return self._append(todo, cause, unchanged, second_rolls=second_rolls)

    def _append(
        self,
        todo: list[tuple[int, ThreadRef, Verdict, int | None, int]],
        cause: str,
        unchanged: list[tuple[int, Verdict]],
        *,
        second_rolls: bool,
    ) -> Declared:
        core = self._core
        first = (core.scalar(select(func.max(verdicts.c.id))) or 0) + 1
        rulesets_known = {
            digest: _ruleset_id(core, digest) for digest in {verdict.ruleset for _, _, verdict, *_ in todo}
        }
        taken = _Taken(core, self._of_game) if second_rolls else None
        rows: list[dict[str, Any]] = []
        new: list[tuple[int, Verdict]] = []
        superseding: list[tuple[int, Verdict]] = []
        for number, (thread, ref, verdict, before, again_before) in enumerate(todo, first):
            roll = verdict.roll if verdict.kind == "roll" else None
            form, payload = codec.encode_verdict(verdict, ref)
            row: dict[str, Any] = {
                "id": number,
                "game_id": self._game,
                "round": self._round,
                "thread_id": thread,
                "number": verdict.number,
                "fingerprint": verdict.fingerprint,
                "kind": verdict.kind,
                "player": verdict.player,
                "day": roll.day if roll is not None else None,
                "again": taken.place(verdict, again_before) if taken is not None else 0,
                "ruleset_id": rulesets_known[verdict.ruleset],
                "supersedes": before,
                "in_force": 1,
                "cause": cause,
                "declared_at": self._at,
                "form": form,
                "payload": payload,
            }
            row["sha256"] = row_digest(row, self._name, ref.identity, verdict.ruleset)
            rows.append(row)
            (new if before is None else superseding).append((number, verdict))
        insert_rows(core, verdicts, rows)
        content = {"first": first, "last": first + len(rows) - 1, "rows": digest_of_all(row["sha256"] for row in rows)}
        append(core, self._at, "verdicts/1", content)
        return Declared(tuple(new), tuple(superseding), tuple(unchanged))


def _standing(
    core: Connection, of_game: tuple[Any, ...], given: Sequence[tuple[int, ThreadRef, Verdict]]
) -> dict[tuple[int, int], Any]:
    """The rows in force of the same posts."""
    query = (
        select(
            verdicts.c.id, verdicts.c.thread_id, verdicts.c.fingerprint, verdicts.c.again, verdicts.c.form,
            verdicts.c.payload, rulesets.c.digest,
        )
        .join(rulesets, rulesets.c.id == verdicts.c.ruleset_id)
        .where(*of_game, IS_IN_FORCE)
    )  # fmt: skip
    found = {}
    for thread in {thread for thread, _, _ in given}:
        contents = [verdict.fingerprint for other, _, verdict in given if other == thread]
        for part in _parts(contents):
            rows = core.execute(query.where(verdicts.c.thread_id == thread, verdicts.c.fingerprint.in_(part)))
            found.update({(row.thread_id, row.fingerprint): row for row in rows})
    return found


def _is(row: Any, ref: ThreadRef, verdict: Verdict) -> bool:
    """Whether a row holds a verdict, word for word."""
    return codec.decode_verdict(row.form, row.payload, ref, row.digest) == verdict


def that_differ(
    core: Connection, game: int, round_: int, given: Sequence[tuple[int, ThreadRef, Verdict]]
) -> list[Verdict]:
    """Those of some verdicts that do not stand already, word for word."""
    standing = _standing(core, (verdicts.c.game_id == game, verdicts.c.round == round_), given)
    rows = ((standing.get((thread, verdict.fingerprint)), ref, verdict) for thread, ref, verdict in given)
    return [verdict for row, ref, verdict in rows if row is None or not _is(row, ref, verdict)]


class _Taken:
    """Which rolls of a day are taken, where the reading showing_allows_second_roll permits more than one.

    A roll by a post that showed what was owed takes the first place that is free; every other one takes place 0, which
    is refused where it is taken.
    """

    def __init__(self, core: Connection, of_game: tuple[Any, ...]) -> None:
        self._core = core
        self._of_game = of_game
        self._given: dict[tuple[str | None, int], set[int]] = {}

    def place(self, verdict: Verdict, before: int) -> int:
        """The place of a verdict; `before` is that of the one which it supersedes."""
        roll = verdict.roll if verdict.kind == "roll" else None
        if roll is None:
            return 0
        taken = self._given.get((verdict.player, roll.day))
        if taken is None:
            taken = self._given[verdict.player, roll.day] = set(self._stored(verdict.player, roll.day))
        place = 0
        if any(isinstance(step, Shown) for step in verdict.steps):
            place = before if before not in taken else next(free for free in count() if free not in taken)
        taken.add(place)
        return place

    def _stored(self, player: str | None, day: int) -> Iterable[int]:
        return self._core.scalars(
            select(verdicts.c.again).where(
                *self._of_game,
                IS_IN_FORCE,
                IS_ROLL,
                verdicts.c.player == player,
                verdicts.c.day == day,
            )
        )


def row_digest(row: Any, game: str, identity: tuple[str, str, str], ruleset: str) -> str:
    """The digest of a verdict's row: all of it but whether it is in force, which later rows decide."""
    names = ("id", "round", "number", "fingerprint", "kind", "player", "day", "again", "supersedes", "cause")
    return digest_of(
        game, *identity, ruleset, *(row[name] for name in names), row["declared_at"], row["form"], row["payload"]
    )


def withdraw(core: Connection, ids: Iterable[int], cause: str, at: str, where: str) -> None:
    """Take verdicts back without putting others in their place; their moves go.

    Raises:
        LedgerConflict: one of them is not in force.
    """
    for one in ids:
        done = core.execute(update(verdicts).where(verdicts.c.id == one, IS_IN_FORCE).values(in_force=0))
        if done.rowcount != 1:
            raise LedgerConflict(where, f"verdict {one} is not in force", "run `referee verify`")
        core.execute(delete(moves).where(moves.c.verdict_id == one))
        core.execute(insert(withdrawals), {"verdict_id": one, "cause": cause, "at": at})
        append(core, at, "withdrawal/1", {"verdict": one, "cause": cause})


def put_moves(core: Connection, given: Iterable[tuple[int, Sequence[Move]]]) -> None:
    """Write the moves of verdicts, in place of those written before."""
    given = tuple(given)
    for part in _parts([number for number, _ in given]):
        core.execute(delete(moves).where(moves.c.verdict_id.in_(part)))
    rows = [
        {
            "verdict_id": number,
            "place": place,
            "player": move.player,
            "origin": move.origin,
            "target": move.target,
            "cause": move.cause,
        }
        for number, made in given
        for place, move in enumerate(made)
    ]
    insert_rows(core, moves, rows)


def forget_moves_superseded(core: Connection, ids: Iterable[int]) -> None:
    """Drop the moves of the verdicts that some others (their ids) took the place of: only what is in force moves."""
    for part in _parts([*ids]):
        core.execute(
            delete(moves).where(moves.c.verdict_id.in_(select(verdicts.c.supersedes).where(verdicts.c.id.in_(part))))
        )


def forget_moves(core: Connection, game: int) -> None:
    """Drop the moves of a game, to be made anew from its verdicts."""
    core.execute(delete(moves).where(moves.c.verdict_id.in_(select(verdicts.c.id).where(verdicts.c.game_id == game))))


def _ruleset_id(core: Connection, digest: str) -> int:
    found = core.scalar(select(rulesets.c.id).where(rulesets.c.digest == digest))
    if found is not None:
        return int(found)
    number = (core.scalar(select(func.max(rulesets.c.id))) or 0) + 1
    core.execute(insert(rulesets), {"id": number, "digest": digest})
    return number


def _parts(values: list[int]) -> Iterator[list[int]]:
    return (values[at : at + _MANY] for at in range(0, len(values), _MANY))
