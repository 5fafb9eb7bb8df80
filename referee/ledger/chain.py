"""Checking the ledger against its journal: the first row that is not what was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select

from referee.errors import LedgerCorrupt
from referee.ledger.captures import row_digest as capture_digest
from referee.ledger.captures import stream
from referee.ledger.journal import NOTHING, chained, digest_of_all
from referee.ledger.records import Break
from referee.ledger.tables import captures, games, journal, rulesets, threads, verdicts, withdrawals
from referee.ledger.verdicts import row_digest as verdict_digest


def first_break(core: Connection, where: str) -> Break | None:
    """The first row that is not what was written, None where all are.

    Looked at in this order: each line of the journal, with the captures, verdicts, withdrawals and settings that it
    covers; then rows that no line covers; then which verdicts are in force; then the bytes of the captures. That lines
    were cut off at the end of the journal, with all that they cover, can't be seen from the ledger alone.
    """
    check = _Check(core)
    return check.lines() or check.uncovered() or check.in_force() or check.bodies(where)


class _Check:
    def __init__(self, core: Connection) -> None:
        self._core = core
        self._covered = {"captures": 0, "verdicts": 0, "withdrawals": 0}
        self._settings: dict[str, str] = {}

    def lines(self) -> Break | None:
        """The chain itself, each line with what it covers."""
        before, expected_seq = NOTHING, 1
        for row in self._core.execute(select(journal).order_by(journal.c.seq)):
            if row.seq != expected_seq:
                return Break("journal", str(expected_seq), "missing", str(expected_seq), str(row.seq))
            digest = chained(before, row.seq, row.at, row.kind, row.content)
            if digest != row.sha256:
                return Break("journal", str(row.seq), "digest", digest, row.sha256)
            broken = self._covered_by(row)
            if broken is not None:
                return broken
            before, expected_seq = row.sha256, expected_seq + 1
        return None

    def _covered_by(self, line: Any) -> Break | None:
        content = msgspec.json.decode(line.content)
        if line.kind == "capture/1":
            return self._capture(content["capture"], content["row"])
        if line.kind == "verdicts/1":
            return self._verdicts(content["first"], content["last"], content["rows"])
        if line.kind == "withdrawal/1":
            return self._withdrawal(content["verdict"], content["cause"], line.at)
        if line.kind == "settings/1":
            self._settings[content["game"]] = content["settings"]
        return None

    def _capture(self, number: int, expected: str) -> Break | None:
        self._covered["captures"] += 1
        row = self._core.execute(
            select(captures, threads.c.site, threads.c.board, threads.c.key)
            .join(threads, threads.c.id == captures.c.thread_id)
            .where(captures.c.id == number)
        ).one_or_none()
        if row is None:
            return Break("captures", str(number), "missing", expected, "")
        digest = capture_digest(row._mapping, (row.site, row.board, row.key))
        return None if digest == expected else Break("captures", str(number), "digest", expected, digest)

    def _verdicts(self, first: int, last: int, expected: str) -> Break | None:
        self._covered["verdicts"] += last - first + 1
        digests: list[str] = []
        for number, row in enumerate(self._rows(first, last), first):
            if row.id != number:
                return Break("verdicts", str(number), "missing", str(number), str(row.id))
            digest = verdict_digest(row._mapping, row.game, (row.site, row.board, row.thread_key), row.digest)
            if digest != row.sha256:
                return Break("verdicts", str(number), "digest", row.sha256, digest)
            digests.append(digest)
        if len(digests) != last - first + 1:
            return Break("verdicts", str(first + len(digests)), "missing", str(last), "")
        actual = digest_of_all(digests)
        return None if actual == expected else Break("verdicts", f"{first}-{last}", "digest", expected, actual)

    def _rows(self, first: int, last: int) -> Iterator[Any]:
        query = (
            select(
                verdicts, games.c.name.label("game"), rulesets.c.digest,
                threads.c.site, threads.c.board, threads.c.key.label("thread_key"),
            )
            .join(games, games.c.id == verdicts.c.game_id)
            .join(rulesets, rulesets.c.id == verdicts.c.ruleset_id)
            .join(threads, threads.c.id == verdicts.c.thread_id)
            .where(verdicts.c.id.between(first, last))
            .order_by(verdicts.c.id)
        )  # fmt: skip
        return iter(self._core.execute(query))

    def _withdrawal(self, number: int, cause: str, at: str) -> Break | None:
        self._covered["withdrawals"] += 1
        row = self._core.execute(select(withdrawals).where(withdrawals.c.verdict_id == number)).one_or_none()
        actual = "" if row is None else f"{row.at} {row.cause}"
        return (
            None if actual == f"{at} {cause}" else Break("withdrawals", str(number), "changed", f"{at} {cause}", actual)
        )

    def uncovered(self) -> Break | None:
        """Rows that came in beside the journal."""
        tables: tuple[Table, ...] = (captures, verdicts, withdrawals)
        for table in tables:
            actual, expected = self._core.scalar(select(func.count()).select_from(table)), self._covered[table.name]
            if actual != expected:
                return Break(table.name, "", "rows", str(expected), str(actual))
        for row in self._core.execute(select(games).order_by(games.c.id)):
            if row.settings != self._settings.get(row.name):
                return Break("games", row.name, "settings", self._settings.get(row.name, ""), row.settings)
        return None

    def in_force(self) -> Break | None:
        """A verdict is in force until another supersedes it, or it is withdrawn."""
        later = verdicts.alias("later")
        over = (
            select(later.c.id).where(later.c.supersedes == verdicts.c.id).exists()
            | select(withdrawals.c.verdict_id).where(withdrawals.c.verdict_id == verdicts.c.id).exists()
        )
        wrong = ((verdicts.c.in_force == 1) & over) | ((verdicts.c.in_force == 0) & ~over)
        row = self._core.execute(
            select(verdicts.c.id, verdicts.c.in_force).where(wrong).order_by(verdicts.c.id).limit(1)
        ).one_or_none()
        if row is None:
            return None
        return Break("verdicts", str(row.id), "in_force", str(1 - row.in_force), str(row.in_force))

    def bodies(self, where: str) -> Break | None:
        """The bytes of every capture, put together as they were received."""
        last = 0
        try:
            for stored in stream(self._core, where):
                last = stored.id
        except LedgerCorrupt as error:
            return Break("captures", str(last + 1), "body", "", error.what)
        return None
